"""How it looks: no overflow at any width, enough contrast; screenshots of all of it."""
from gallery import expect

WINDOWS = {"huge": (3840, 2160), "large": (1920, 1080), "laptop": (1366, 768), "tablet": (768, 1024), "phone": (390, 844), "small-phone": (320, 568)}

CONTRAST = """
const channel = value => (value /= 255) <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
const over = ([r, g, b, a], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a));
const behind = element => {
  if (!element) return matchMedia('(prefers-color-scheme: dark)').matches ? [0, 0, 0] : [255, 255, 255];
  const color = parse(getComputedStyle(element).backgroundColor);
  return color[3] === 1 ? color : over(color, behind(element.parentElement));
};
const top = document.querySelector('dialog[open]') ?? document.body, faint = [];
const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue;
  // Text on a picture or a drawn sky has no one color behind it; what is disabled may be faint.
  if (element.closest('.pic, .unseen, .skip, script, style, option, [aria-disabled=true], :disabled')) continue;
  const style = getComputedStyle(element), below = behind(element);
  const [a, b] = [light(over(parse(style.color), below)), light(below)].sort((x, y) => y - x);
  const ratio = (a + .05) / (b + .05), size = parseFloat(style.fontSize);
  if (ratio < (size >= 24 ? 3 : 4.5)) faint.push(`${walker.currentNode.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
}
return faint;
"""


def pages(gallery):
    """Every page and state there is to look at, by name."""
    gallery.open()
    day = gallery.js("return document.querySelector('.today').dataset.day")
    yield "first"
    gallery.js("document.querySelector('.years').scrollIntoView()")
    yield "years"
    gallery.open("index.html#find?q=star")
    gallery.eventually("hits", "return results.length")
    yield "hits"
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open && box.querySelector('.links a')")
    yield "light-box"
    gallery.press("+", "+", "+")
    gallery.eventually("the picture, magnified", "return isCloser()")
    yield "closer"
    gallery.open()
    gallery.press("?")
    yield "help"
    gallery.js("help.close()")
    gallery.eventually("the keys back in the page", "return !help.contains(document.activeElement)")
    gallery.press("t")
    gallery.eventually("the picture under the finger", "return !glance.hidden && !glance.classList.contains('late')")
    yield "time-line"
    gallery.js("document.querySelector('.week a[data-day]').focus()")
    gallery.eventually("the first sentence", "return document.querySelector('.tease')")
    yield "sentence"
    gallery.open("index.html#slideshow")
    gallery.eventually("the photo frame", "return frame.querySelector('p b')")
    yield "frame"
    gallery.open(gallery.newest_month)
    yield "month"
    gallery.open("sky.html")
    gallery.eventually("the map", "return map.querySelector('.labels text')")
    yield "sky"
    gallery.js("select(dots[0].row)")
    yield "sky-of-one"
    gallery.open("objects.html")
    yield "objects"
    gallery.js("rowList.querySelector('a').click()")
    gallery.eventually("a thing's view", "return one.querySelector('.days a')")
    yield "object"
    gallery.open("credits.html")
    yield "credits"


def check_widths(gallery):
    for name, (width, height) in WINDOWS.items():
        # Colors make nothing wider.
        for dark in (True, False) if gallery.keeps_pictures else (True,):
            gallery.window(width, height, dark)
            for page in pages(gallery):
                wide = gallery.js("return [document.documentElement.scrollWidth, innerWidth,"
                                  " document.querySelector('dialog[open]')?.scrollWidth ?? 0]")
                expect(max(wide[0], wide[2]) <= wide[1] == width, f"{page} is {wide} wide in a window of {width}")
                gallery.eventually("pictures", """return [...document.images].every(image => {
                    const { top, bottom, left } = image.getBoundingClientRect();
                    const isSeen = image.checkVisibility() && bottom > 0 && top < innerHeight && left < innerWidth;
                    return image.complete || !isSeen;
                })""")
                gallery.picture(f"{page}-{name}-{'dark' if dark else 'light'}")


def check_contrast(gallery):
    for dark in (True, False):
        gallery.window(1440, 900, dark)
        for page in pages(gallery):
            faint = gallery.js(CONTRAST)
            expect(not faint, f"{page} ({'dark' if dark else 'light'}) has faint text: {faint[:5]}")

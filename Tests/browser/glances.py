"""What is seen in passing: the picture under the finger, a story's first sentence; and the page on wide screens and on phones."""
import contextlib

from gallery import expect
from served import apod_mirror, nginx


def check_time_line_shows_pictures(gallery):
    for width, height in ((1440, 900), (390, 844)):
        gallery.window(width, height)
        gallery.open()
        expect(gallery.js("return glance.hidden && !glance.querySelector('img')"), "a picture is shown before anybody asks")
        gallery.press("t")
        gallery.eventually("the picture of the year's last day", """return !glance.hidden && glance.day === pointedDay
            && !glance.classList.contains('late')""")
        gallery.press("ENTER", "HOME")
        for _ in range(2):
            gallery.press("PAGE_UP")
            facts = gallery.eventually("the next picture", """if (glance.day !== pointedDay || glance.classList.contains('late')) return null;
                const { left, right, bottom } = glance.getBoundingClientRect(), image = glance.querySelector('img');
                return [left, right, bottom, yearLine.getBoundingClientRect().top, image?.src ?? '', pointedDay.d,
                    !!renditions(pointedDay).length && pointedDay.k !== 'n', glance.textContent.includes(pointedDay.t)]""")
            expect(facts[0] >= 0 and facts[1] <= width and facts[2] <= facts[3], f"at {width} it is out of sight or under the finger: {facts}")
            expect((facts[5] in facts[4]) == facts[6] and facts[7], f"of {facts[5]} it shows {facts[4]}")
        gallery.js("document.activeElement.blur()")
        gallery.eventually("nothing", "return glance.hidden")
    # A finger: down in a year, along the days, up on one of them.
    gallery.js("""const { left, top, width, height } = yearLine.getBoundingClientRect();
        yearLine.setPointerCapture = () => {};
        window.touch_ = (kind, part, y) => yearLine.dispatchEvent(new PointerEvent(kind,
            { bubbles: true, clientX: left + width * part, clientY: y, pointerId: 1, pointerType: 'touch' }));
        touch_('pointerdown', .02, top + height / 2)""")
    gallery.eventually("the first year's picture", "return !glance.hidden && glance.day.d.startsWith(spanYears[0])")
    gallery.js("const { bottom } = dayLine.getBoundingClientRect(); touch_('pointermove', .5, bottom - 3)")
    gallery.eventually("the day's picture", "return glance.day === dayAt(.5) && !glance.classList.contains('late')")
    gallery.picture("time-line-with-picture")
    gallery.js("const { bottom } = dayLine.getBoundingClientRect(); touch_('pointerup', .5, bottom - 3)")
    gallery.eventually("the day", "return box.open && current === dayAt(.5).d")


def check_cards_tell_their_story(gallery):
    gallery.open()
    for text, first in (
            ("What's that? Saturn is. It is next to the Moon tonight, in a clear sky. More.",
             "What's that? Saturn is. It is next to the Moon tonight, in a clear sky."),
            ("The U.S. Naval Observatory of E. E. Barnard took this. Next.", "The U.S. Naval Observatory of E. E. Barnard took this."),
            ("<b>No end", "<b>No end"), ("", "")):
        expect(gallery.js("return firstSentence(arguments[0])", text) == first, f"the first sentence of {text}")
    expect(gallery.js("return [...years.keys()].length") == 0, "a year is read before anybody asks")
    day = gallery.js("""const link = document.querySelector('.week a[data-day]');
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }));
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
        return link.dataset.day""")
    told = gallery.eventually("its first sentence", """const link = document.querySelector('.week a[data-day]'), tease = document.querySelector('.tease');
        return tease && [tease.textContent, link.getAttribute('aria-describedby'), tease.parentElement === link.parentElement]""")
    expect(told[1:] == ["tease", True], f"it stands at {told}")
    expect(gallery.js("return find(arguments[0]).then(day => day.x.startsWith(arguments[1]))", day, told[0]), f"of {day} it tells {told[0]}")
    expect(gallery.js("return [...years.keys()]") == [day[:4]], "other years are read, too")
    gallery.picture("card-with-sentence")
    for width in (390, 1024, 1440):
        gallery.window(width, 900)
        lines = gallery.js("""const span = document.querySelector('.tease span'), { lineHeight } = getComputedStyle(span);
            span.textContent = 'A sentence that is long enough. '.repeat(20);
            return [span.clientHeight / parseFloat(lineHeight), span.getBoundingClientRect().top - span.parentElement.getBoundingClientRect().top]""")
        expect(abs(lines[0] - round(lines[0])) < .1 and lines[1] >= 0, f"at {width} it shows {lines[0]} lines, {lines[1]} below the picture's top")
    gallery.window(1440, 900)
    gallery.js("document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))")
    expect(gallery.js("return !document.querySelector('.tease') && !document.querySelector('[aria-describedby=tease]')"), "it stays")
    gallery.press("TAB")
    gallery.js("document.querySelector('.week a[data-day]').focus()")
    gallery.eventually("it again, for the keyboard", "return document.querySelector('.week .tease')")


def check_wide_screens(gallery):
    """Rows and pictures go as wide as the window."""
    for width, height in ((1920, 1080), (3840, 2160)):
        gallery.window(width, height)
        gallery.open()
        rows = gallery.js("""return [...document.querySelectorAll('section .cards, .years > ul, .months')]
            .filter(row => row.checkVisibility()).map(row => row.getBoundingClientRect().width / innerWidth)""")
        expect(rows and min(rows) > .88, f"rows of {width} are {rows} of it")
        # No picture is drawn from a thumbnail that is much too small for it.
        gallery.eventually("the week's pictures", "return [...document.querySelectorAll('.week img')].every(image => image.naturalWidth)")
        coarse = gallery.js("""return [...document.querySelectorAll('.week img')].filter(image => image.srcset)
            .map(image => image.clientWidth / image.naturalWidth)""")
        expect(not coarse or max(coarse) < 1.25, f"at {width} thumbnails are drawn {max(coarse)} times as large")
        gallery.open(gallery.newest_month)
        sizes = gallery.js("""return [...document.querySelectorAll('article')].map(article => [article.querySelector('.pic').getBoundingClientRect(),
            article.querySelector('.story').getBoundingClientRect()].map(({ width }) => width))""")
        expect(all(pic >= story * .95 for pic, story in sizes), f"at {width} a month's pictures and stories are {sizes[:3]} wide")
        used = gallery.js("""const all = [...document.querySelectorAll('article')].map(article => article.getBoundingClientRect());
            return (Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left))) / innerWidth""")
        expect(used > .75, f"at {width} a month uses {used} of it")


def check_a_month_on_a_tablet(gallery):
    """Where a picture and a long story beside each other would both be narrow, the picture comes first."""
    gallery.window(940, 1200)
    gallery.open(gallery.newest_month)
    shares = gallery.js("""return [...document.querySelectorAll('article')].map(article =>
        article.querySelector('.pic').getBoundingClientRect().width / article.getBoundingClientRect().width)""")
    expect(min(shares) > .95, f"pictures are {min(shares)} of the page wide")
    drawn = gallery.eventually("the first picture", """const image = document.querySelector('article .pic img');
        return image.naturalWidth && image.clientWidth / image.naturalWidth""")
    expect(drawn < 1.25, f"a thumbnail is drawn {drawn} times as large")


def check_home_screen(gallery):
    """What a phone needs to keep the page like an app, from whatever server; from a folder there is nothing of it."""
    gallery.open()
    gallery.eventually("the page", "return document.readyState === 'complete'")
    expect(not gallery.js("return document.querySelector('link[rel=manifest]')"), "a page in a folder has a manifest")
    gallery.leave()
    gallery.expect_quiet()
    for server in (apod_mirror, nginx):
        with contextlib.ExitStack() as stack:
            stack.enter_context(server(gallery))
            gallery.open()
            gallery.eventually("the manifest", "return document.querySelector('link[rel=manifest]')")
            found = gallery.tell("Page.getAppManifest")
            expect(not found["errors"], f"Chromium says of the manifest: {found['errors']}")
            manifest = gallery.js("return JSON.parse(arguments[0])", found["data"])
            expect(manifest["start_url"] == f"{gallery.address}/index.html" and manifest["scope"] == f"{gallery.address}/",
                   f"it starts at {manifest['start_url']}")
            lacks = [error["errorId"] for error in gallery.tell("Page.getInstallabilityErrors")["installabilityErrors"]]
            # A window in which nothing is kept installs nothing.
            expect(not set(lacks) - {"in-incognito"}, f"it cannot be installed: {lacks}")
            gallery.leave()
            gallery.expect_quiet()

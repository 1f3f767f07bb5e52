"""What is dragged out of the pages, for a folder to take: the day's own file, and no page."""
import json
import re
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from gallery import expect

# Hears last of a drag, so it reads what a folder would be given; nothing comes of a drop.
LISTEN = """
addEventListener('dragstart', event => {
  const read = type => event.dataTransfer.getData(type);
  document.documentElement.dataset.dragged = JSON.stringify({
    uri: read('text/uri-list') || read('text/x-moz-url').split('\\n')[0],
    cancelled: event.defaultPrevented });
});
for (const kind of ['dragover', 'drop']) addEventListener(kind, event => event.preventDefault());
"""
# A script puts the original in a thumbnail's place some time after loading; what was about to be dragged is gone then.
SETTLED = """
const wholes = [...document.querySelectorAll('.whole:has(img)')];
return !document.querySelector('script:not([type])') || wholes.every(link => link.firstElementChild.complete);
"""
DRAGGED = "return document.documentElement.dataset.dragged"
PLAIN = "without-script.html"


def expect_file_of_day(root, day, dragged, where):
    """The address is that of the day's file, and the file is there."""
    address = urllib.parse.urlsplit(dragged["uri"].strip())
    path = urllib.parse.unquote(address.path)
    month = f"{root}/{day[:4]}/{day[:7]}/"
    expect(address.scheme == "file" and not address.fragment and path.startswith(month + day),
           f"{where} of {day} drags {dragged}")
    expect((root / path).is_file(), f"{where} of {day} drags {path}, which is not there")
    expect(not dragged["cancelled"], f"{where} of {day} cannot be dragged")


def without_script(page):
    """The page as it is where no script runs, beside it for its links to hold; whoever asks removes it."""
    copy = page.with_name(PLAIN)
    copy.write_text(re.sub("<script>.*?</script>", "", page.read_text(), flags=re.DOTALL))
    return copy


def drag(gallery, element):
    gallery.eventually("the picture", SETTLED)
    gallery.js("arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })", element)
    gallery.js(LISTEN + "delete document.documentElement.dataset.dragged")
    pull = ActionChains(gallery.browser).click_and_hold(element).move_by_offset(15, 15).move_by_offset(15, 15)
    pull.release().perform()
    return json.loads(gallery.eventually("a drag", DRAGGED))


def check_drags(gallery):
    gallery.open()
    shown = gallery.js("return shown")
    first = drag(gallery, gallery.browser.find_element(By.CSS_SELECTOR, ".today .stage a"))
    expect_file_of_day(gallery.root, shown, first, "the first screen")
    for section in ("week", "favorites", "anniversaries"):
        gallery.open()
        card = next(iter(gallery.browser.find_elements(
            By.CSS_SELECTOR, f"section[aria-labelledby={section}] a[data-day]:has(img)")), None)
        expect(card or section != "week", "there is no card")
        if card:
            day = card.get_attribute("data-day")
            for part in ("img", ".title"):
                dragged = drag(gallery, card.find_element(By.CSS_SELECTOR, part))
                expect_file_of_day(gallery.root, day, dragged, f"{part} in {section}")
    for kind in ("picture", "video"):
        gallery.open(f"index.html#find?type={kind}")
        day = gallery.eventually("hits", "return results.length && document.querySelector('#hits a')?.dataset.day")
        dragged = drag(gallery, gallery.browser.find_element(By.CSS_SELECTOR, "#hits a .title"))
        expect_file_of_day(gallery.root, day, dragged, "a hit")
    gallery.open(f"index.html#{shown}")
    gallery.eventually("the light-box", "return box.open && box.querySelector('.stage img')?.complete")
    dragged = drag(gallery, gallery.browser.find_element(By.CSS_SELECTOR, ".box .stage a"))
    expect_file_of_day(gallery.root, shown, dragged, "the light-box")


def check_drags_out_of_a_month(gallery):
    gallery.open(gallery.newest_month)
    days = gallery.js("return [...document.querySelectorAll('article:has(a.pic, video)')].map(article => article.id)")
    kind = "return document.getElementById(arguments[0]).querySelector('a.pic, video').className"
    kinds = {gallery.js(kind, day): day for day in reversed(days)}
    for day in kinds.values():
        for part in ("a.pic", "h2 a"):
            for element in gallery.browser.find_elements(By.CSS_SELECTOR, f"[id='{day}'] {part}"):
                dragged = drag(gallery, element)
                expect_file_of_day(gallery.root, day, dragged, f"{part} of a month")


def check_drags_without_script(gallery):
    """What a page cannot say there its links must."""
    pages = [without_script(page) for page in (gallery.root / "index.html", gallery.root / gallery.newest_month)]
    try:
        for page in pages:
            gallery.open(str(page.relative_to(gallery.root)))
            for selector in (".cards [data-day] img", "article .pic img", ".today .stage a"):
                for image in gallery.browser.find_elements(By.CSS_SELECTOR, selector)[:2]:
                    day = gallery.js("return arguments[0].closest('[data-day], article').dataset.day"
                                     " ?? arguments[0].closest('article').id", image)
                    expect_file_of_day(gallery.root, day, drag(gallery, image), f"{selector} without a script")
    finally:
        for page in pages:
            page.unlink()


def check_cards_in_tabs(gallery):
    """A card's address is for those who drag it. Another tab shows the day's story as ever."""
    gallery.open()
    here = gallery.browser.current_window_handle
    card = gallery.browser.find_element(By.CSS_SELECTOR, ".week a[data-day]:has(img)")
    day, address = card.get_attribute("data-day"), card.get_attribute("href")

    def with_middle_button():
        actions = ActionBuilder(gallery.browser)
        actions.pointer_action.move_to(card).pointer_down(MouseButton.MIDDLE).pointer_up(MouseButton.MIDDLE)
        actions.perform()

    for way in (with_middle_button,
                ActionChains(gallery.browser).key_down(Keys.CONTROL).click(card).key_up(Keys.CONTROL).perform,
                lambda: card.send_keys(Keys.CONTROL, Keys.ENTER)):
        way()
        gallery.eventually("a tab", "return true")
        handles = gallery.browser.window_handles
        expect(len(handles) == 2, "no tab was opened")
        gallery.browser.switch_to.window(next(handle for handle in handles if handle != here))
        gallery.eventually("the day's story", "return location.href.endsWith(arguments[0])",
                           f"/{day[:4]}/{day[:7]}/index.html#{day}")
        gallery.browser.close()
        gallery.browser.switch_to.window(here)
        expect(not gallery.js("return box.open"), "the light-box opened, too")
        gallery.eventually("its address", "return arguments[0].href === arguments[1]", card, address)
    card.click()
    gallery.eventually("the light-box", "return box.open && current === arguments[0]", day)
    gallery.click(".box .stage a")
    gallery.eventually("the picture alone", "return box.classList.contains('bare')")
    gallery.click(".box .stage a")
    gallery.eventually("the story", "return !box.classList.contains('bare')")
    gallery.press("ESCAPE")
    gallery.eventually("the first page", "return !box.open && !location.hash")
    gallery.click(".today .stage a")
    gallery.eventually("the day in the light-box", "return box.open && current === shown")

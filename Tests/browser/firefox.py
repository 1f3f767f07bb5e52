"""The same pages in Firefox."""
import json
import subprocess
import tempfile
import time

from accessibility import RULES, axe
from drags import DRAGGED, LISTEN, SETTLED, expect_file_of_day, without_script
from gallery import SCREENSHOTS, expect
from marionette import Firefox
from served import apod_mirror
from stars import IN_FRAME, STAR_PLACE, day_without_star, lure, starred


def check_firefox(gallery):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for name, page in (("first", "index.html"), ("month", gallery.newest_month)):
        picture = SCREENSHOTS / f"firefox-{name}.png"
        picture.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(prefix="apod-firefox-") as profile:
            ended = subprocess.run(
                ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--window-size", "1440,900",
                 "--screenshot", str(picture), f"{gallery.address}/{page}"],
                capture_output=True, timeout=100, env={"HOME": profile, "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"})
        expect(picture.exists(), f"Firefox made no picture of {page}: {ended.stderr.decode()[-300:]}")
        # An empty page of one color is a few kilobytes.
        expect(picture.stat().st_size > 50_000, f"Firefox shows next to nothing of {page}")


def check_firefox_leads_on(gallery):
    """Links, a closer look, typed dates and the time line work there, too."""
    with Firefox() as firefox:
        firefox.open(f"{gallery.address}/index.html")
        day = firefox.js("return document.querySelector('.today').dataset.day")
        firefox.open(f"{gallery.address}/index.html#{day}")
        firefox.eventually("the light-box", "return document.querySelector('.box[open] .whole img')?.naturalWidth > 0")
        firefox.js("document.querySelector('.box .closer').click()")
        firefox.eventually("the picture, magnified", "return /scale/.test(document.querySelector('.box .whole img').style.transform)")
        other = firefox.js("""const link = document.querySelector('.box .story a[data-day]');
            link.click();
            return link.dataset.day""")
        firefox.eventually("the day it leads to, whole", """return location.hash === '#' + arguments[0]
            && document.querySelector('.box time').dateTime === arguments[0]
            && !document.querySelector('.box .whole img')?.style.transform""", other)
        firefox.open(f"{gallery.address}/index.html#find?q={day}")
        firefox.eventually("the day of a date", """const hits = document.querySelectorAll('#hits a');
            return hits.length === 1 && hits[0].dataset.day === arguments[0]""", day)
        firefox.open(f"{gallery.address}/index.html")
        firefox.js("document.querySelector('.timeline .span').focus()")
        firefox.eventually("the time line", "return / · /.test(document.querySelector('.timeline .reading').textContent)")


def check_firefox_from_apod_mirror(gallery):
    with apod_mirror(gallery):
        check_firefox_leads_on(gallery)


def check_firefox_framed_by_another_origin(gallery):
    with starred(gallery) as (taker, _), Firefox() as firefox:
        address = f"{gallery.address}/index.html"
        firefox.open(address)
        day = firefox.js("return document.querySelector('.week a[data-day]').dataset.day")
        firefox.open(f"{address}#{day}")
        place = firefox.eventually("a star to press", STAR_PLACE)
        with lure(f"{address}#{day}") as page:
            firefox.open(page)
            firefox.into_frame(0)
            shown = firefox.eventually("the frame", IN_FRAME)
            # Firefox leads no click of the protocol's from a page into a frame of another origin, as it does a person's. Its own
            # page about a frame that is refused takes none at times.
            if shown != "nothing":
                firefox.click_at(*place)
            firefox.into_frame(None)
            # A star that was pressed there has been heard when this one is.
            firefox.open(f"{address}#{day}")
            firefox.click_at(*firefox.eventually("a star to press", STAR_PLACE))
            limit = time.monotonic() + 60
            while not taker.heard and time.monotonic() < limit:
                time.sleep(.02)
        expect(len(taker.heard) == 1, f"the frame shows {shown}, and serve asked for {taker.heard}")
        expect(shown == "nothing", f"the frame shows {shown}")


def check_firefox_axe(gallery):
    with Firefox() as firefox:
        firefox.open(f"{gallery.address}/index.html")
        day = firefox.js("return document.querySelector('.today').dataset.day")
        for page, state in (("index.html", ".week img"), ("index.html#find?q=star", "#hits a"), (gallery.newest_month, "article"),
                            (f"index.html#{day}", ".box[open] .links a"), ("objects.html", ".rows li"), ("sky.html", "#map .labels text")):
            firefox.open(f"{gallery.address}/{page}")
            firefox.eventually(page, "return !!document.querySelector(arguments[0])", state)
            found = firefox.js(axe() + RULES)
            expect(not found, f"in Firefox {page}: {found}")


def check_firefox_drags(gallery):
    """Thunar and PCManFM move what they get of a picture that is dragged out of Firefox."""
    first, month = gallery.root / "index.html", gallery.root / gallery.newest_month
    plain = [without_script(first), without_script(month)]
    try:
        with Firefox() as firefox:
            for page in (first, plain[0]):
                for part in (".today .stage a", ".week a[data-day] img", ".week a[data-day] .title"):
                    expect_file_dragged(gallery, firefox, page, part)
                firefox.open(f"{gallery.address}/{page.name}")
                dragged = drag(firefox, ".months img")
                expect("index.html" not in dragged["uri"], f"a month's cover drags {dragged}")
            for part in ("article a.pic img", "article:has(a.pic) h2 a", "article:has(video) h2 a"):
                expect_file_dragged(gallery, firefox, month, part)
            expect_file_dragged(gallery, firefox, plain[1], "article a.pic img")
            firefox.open(f"{gallery.address}/index.html")
            day = firefox.js("return document.querySelector('.today').dataset.day")
            firefox.open(f"{gallery.address}/index.html#{day}")
            firefox.eventually("the light-box", "return document.querySelector('.box[open] .stage img')?.complete")
            expect_file_of_day(gallery.root, day, drag(firefox, ".box .stage a"), "in Firefox the light-box")
    finally:
        for page in plain:
            page.unlink()


def expect_file_dragged(gallery, firefox, page, part):
    firefox.open(f"{gallery.address}/{page.relative_to(gallery.root)}")
    day = firefox.js("const item = document.querySelector(arguments[0]).closest('[data-day], article');"
                     " return item.dataset.day ?? item.id", part)
    expect_file_of_day(gallery.root, day, drag(firefox, part), f"in Firefox {part} in {page.name}")


def drag(firefox, part):
    firefox.eventually("the picture", SETTLED)
    firefox.js("document.querySelector(arguments[0]).scrollIntoView({ behavior: 'instant', block: 'center' });"
               " delete document.documentElement.dataset.dragged;" + LISTEN, part)
    firefox.pull(firefox.find(part))
    return json.loads(firefox.eventually("a drag", DRAGGED))

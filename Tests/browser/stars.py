"""The star that can be pressed, on pages of a real serve. In the place of the daemon there is a process that notes what it is asked
for, and answers as it is told."""
import contextlib
import http.server
import json
import os
import re
import socket
import subprocess
import tempfile
import threading

from accessibility import expect_accessible
from gallery import expect
from ports import HOME, lasting_port
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from served import describe


class Taker:
    """Listens where the mirror's daemon would, and is named in the mirror's lock as the daemon is."""

    def __init__(self, folder, root):
        self.heard, self.answer = [], None
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.bind(f"{folder}/wish")
        with open(f"{root}/.apod-mirror/lock", "w") as lock:
            lock.write(f"/nowhere\n{folder}\n")
        self.socket.listen()
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                end, _ = self.socket.accept()
            except OSError:
                return
            with end:
                line = end.recv(200).decode()
                # serve looks once whether somebody is there.
                if not line:
                    continue
                self.heard.append(line.split(" ")[0])
                end.send(json.dumps({self.answer or {"+": "kept", "-": "removed"}[line[0]]: {}}).encode())


@contextlib.contextmanager
def starred(gallery):
    """The gallery as serve sends it that takes stars, by the household's name; what takes them, and what has serve begin again."""
    describe(gallery.root)
    own = {name: value for name, value in os.environ.items() if not name.startswith("APOD_")}
    local, port, servers = gallery.address, lasting_port(), []
    with tempfile.TemporaryDirectory(prefix="apod-stars-") as folder:
        taker = Taker(folder, gallery.root)

        def begin():
            for server in servers:
                server.terminate()
                server.wait()
            server = subprocess.Popen(
                [os.environ["APOD_MIRROR_BINARY"], "serve", "--favorites-by-web", "--mirror", gallery.root, "--listen",
                 f"127.0.0.1:{port}"],
                env=own, stderr=subprocess.PIPE, text=True)
            servers[:] = [server]
            said = server.stderr.readline()
            expect(re.search(r"http://[0-9.:]+/", said), f"apod-mirror serve says: {said}")

        try:
            begin()
            gallery.address = f"http://{HOME}:{port}"
            yield taker, begin
            # It may be another browser that looked.
            if "browser" in vars(gallery):
                gallery.leave()
                gallery.expect_quiet()
        finally:
            for server in servers:
                server.terminate()
                server.wait()
            taker.socket.close()
            gallery.address = local


PRESSED = "return box.querySelector('.fav').ariaPressed === arguments[0] && !wishes.size"
SAID = "return box.querySelector('.said').textContent"


def check_star_in_the_light_box(gallery):
    # What is refused is told in the console.
    gallery.is_noise_fine = True
    with starred(gallery) as (taker, begin):
        gallery.open()
        count = gallery.js("return stars.size")
        day = gallery.eventually("a day that is none", """
            return load(shown.slice(0, 4)).then(year => year.days.find(day => !isStar(day))?.d)""")
        gallery.open(f"index.html#{day}")
        gallery.eventually("the light-box", "return box.open && current")
        gallery.eventually("a star to press", PRESSED, "false")
        label = gallery.js("return box.querySelector('.fav').ariaLabel")
        expect(label.startswith("A favorite: "), f"it is called {label}")
        expect("Press the star" in gallery.js("return box.querySelector('.keep').textContent"), "it is not explained")
        gallery.click(".box .fav")
        gallery.eventually("a pressed star", PRESSED, "true")
        expect(taker.heard == [f"+{day}"], f"serve asked for {taker.heard}")
        expect(gallery.js("return stars.size") == count + 1, "the count does not follow")
        expect("a favorite" in gallery.js(SAID), f"it says {gallery.js(SAID)}")
        gallery.press("s")
        gallery.eventually("a star that is none", PRESSED, "false")
        expect(taker.heard == [f"+{day}", f"-{day}"], f"serve asked for {taker.heard}")
        expect(gallery.js("return stars.size") == count, "the count does not follow")

        taker.answer = "noDaemon"
        gallery.press("s")
        gallery.eventually("a word about it", f"{SAID}.includes('daemon does not run: nothing was changed')")
        gallery.eventually("the star as it was", PRESSED, "false")
        expect(gallery.js("return !stars.has(current)"), "it counts")
        gallery.window(390, 844)
        lines = gallery.js("""const words = document.createRange(); words.selectNodeContents(box.querySelector('.said'));
            return words.getClientRects().length""")
        expect(lines <= 2, f"on a phone it takes {lines} lines")
        gallery.window(1440, 900)

        # A serve that has begun again has another token, which the page fetches.
        taker.answer = None
        begin()
        gallery.press("s")
        gallery.eventually("a pressed star", PRESSED, "true")
        expect(taker.heard[-1] == f"+{day}" and len(taker.heard) == 4, f"serve asked for {taker.heard}")
        gallery.press("s")
        gallery.eventually("a star that is none", PRESSED, "false")


def open_cards(gallery):
    gallery.open("index.html#find?type=picture")
    gallery.eventually("cards", "return results.length > 1 && document.querySelector('#hits a')")


def star_on_a_card(gallery):
    """Has the card of a day that is no favorite show its star; the day."""
    open_cards(gallery)
    day = gallery.js("return results.find(day => !isStar(day)).d")
    gallery.open(f"index.html#find?q={day}")
    gallery.eventually("the card", "return results.length === 1 && document.querySelector('#hits a')")
    card = gallery.browser.find_element(By.CSS_SELECTOR, "#hits a .title")
    ActionChains(gallery.browser).move_to_element(card).perform()
    gallery.eventually("a star to press", "return document.querySelector('#hits .fav')?.ariaPressed === 'false'")
    return day


def check_star_on_a_card(gallery):
    gallery.is_noise_fine = True
    with starred(gallery) as (taker, _):
        day = star_on_a_card(gallery)
        gallery.click("#hits .fav")
        gallery.eventually("a card with a star", "return document.querySelector('#hits .title.star')")
        expect(taker.heard == [f"+{day}"], f"serve asked for {taker.heard}")
        expect(gallery.js("return !box.open"), "the card was opened, too")
        gallery.eventually("the filter that has it", """
            return chips.find(chip => chip.facet === 'is')?.number.textContent === '1'""")
        # By the key, where the card has the focus.
        gallery.js("document.querySelector('#hits a').focus()")
        gallery.press("s")
        gallery.eventually("a card without", "return $('#hits a') && !$('#hits .star')")
        expect(taker.heard == [f"+{day}", f"-{day}"], f"serve asked for {taker.heard}")


def check_star_only_where_it_is_taken(gallery):
    gallery.open()
    day = gallery.js("return shown")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open && current")
    expect(gallery.js("return !document.querySelector('.fav, meta[name=star]')"), "a page from a folder has a star to press")
    gallery.press("s")
    expect(gallery.js("return [...document.querySelectorAll('#help .by-web')].every(part => part.hidden)"), "help tells of it")
    expect(gallery.js("return [...document.querySelectorAll('#help .by-web')].length") == 2, "help does not know of it")


LURE = """<!doctype html><title>A prize</title><style>iframe { position: fixed; inset: 0; width: 100%; height: 100%;
    border: 0; opacity: .01 }</style><h1>Click anywhere</h1><iframe src="$"></iframe>"""
STAR_PLACE = """const star = document.querySelector('.box[open] .fav')?.getBoundingClientRect();
    return star?.width && [star.x + star.width / 2, star.y + star.height / 2]"""
IN_FRAME = """return document.querySelector('.box[open] .fav') ? 'a star'
    : /^(chrome-error:|about:(?!blank))/.test(document.documentURI) && 'nothing'"""


@contextlib.contextmanager
def lure(frame):
    """A stranger's page, on an origin of its own, that lays the gallery unseen over what people are to click; its address."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(LURE.replace("$", frame).encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def day_without_star(browser):
    """A day that is no favorite, by the gallery's page that is open."""
    return browser.eventually("a day that is none", """
        return load(shown.slice(0, 4)).then(year => year.days.find(day => !isStar(day))?.d)""")


def check_framed_by_another_origin(gallery):
    # What is refused is told in the console, and that page has no icon.
    gallery.is_noise_fine = True
    with starred(gallery) as (taker, _):
        gallery.open()
        day = day_without_star(gallery)
        gallery.open(f"index.html#{day}")
        place = gallery.eventually("a star to press", STAR_PLACE)
        with lure(f"{gallery.address}/index.html#{day}") as page:
            gallery.browser.get(page)
            gallery.browser.switch_to.frame(0)
            shown = gallery.eventually("the frame", IN_FRAME)
            gallery.browser.switch_to.default_content()
            mouse = ActionBuilder(gallery.browser)
            mouse.pointer_action.move_to_location(*map(round, place)).click()
            mouse.perform()
            # A star that was pressed there has been heard when this one is.
            gallery.open(f"index.html#{day}")
            gallery.eventually("the light-box", "return box.open && current")
            gallery.press("s")
            gallery.eventually("an answer", "return !wishes.size && box.querySelector('.fav').ariaPressed")
            expect(taker.heard == [f"+{day}"], f"the frame shows {shown}, and serve asked for {taker.heard}")
            expect(shown == "nothing", f"the frame shows {shown}")
        # That requests go to two servers is what is tried here.
        gallery.browser.get_log("performance")


def check_star_axe(gallery):
    # What is refused is told in the console.
    gallery.is_noise_fine = True
    with starred(gallery) as (taker, _):
        open_cards(gallery)
        expect_accessible(gallery, "cards where stars are taken")
        day = star_on_a_card(gallery)
        expect_accessible(gallery, "a card with a star to press")

        gallery.open(f"index.html#{day}")
        gallery.eventually("a star to press", PRESSED, "false")
        expect_accessible(gallery, "a star to press")
        taker.answer = "noDaemon"
        gallery.press("s")
        gallery.eventually("a word about it", f"{SAID}.includes('nothing was changed')")
        gallery.eventually("the star as it was", PRESSED, "false")
        expect_accessible(gallery, "a star that was not taken")
        taker.answer = None
        gallery.press("s")
        gallery.eventually("a pressed star", PRESSED, "true")
        expect_accessible(gallery, "a pressed star")
        gallery.press("s")
        gallery.eventually("a star that is none", PRESSED, "false")

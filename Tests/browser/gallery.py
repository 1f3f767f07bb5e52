"""A gallery as a browser shows it: what is done in it, and what was heard of it meanwhile."""
import base64
import datetime
import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import tempfile
import time
import urllib.parse

from ports import HOME
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SCREENSHOTS = pathlib.Path(
    os.environ.get("APOD_SCREENSHOTS") or pathlib.Path(__file__).parent / "../../.build/screenshots"
).resolve()

# The browser's own pages, such as the one a new tab starts with.
OWN = ("chrome://", "devtools://")

LOGS = ("browser", "performance")

EPOCH = datetime.date(1970, 1, 1)


class Wrong(Exception):
    """What does not hold, in words."""


def expect(fact, words):
    if not fact:
        raise Wrong(words)


class Chromium:
    """One for many checks, started when the first needs it: what a check sets or says is of a tab, and pages keep nothing."""

    def __init__(self):
        self.driver = self.profile = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def tab(self):
        """A new one, in the place of the last."""
        if not self.driver:
            self.start()
        self.driver.switch_to.new_window("tab")
        here = self.driver.current_window_handle
        for other in self.driver.window_handles:
            if other != here:
                self.driver.switch_to.window(other)
                self.driver.close()
        self.driver.switch_to.window(here)
        # What was done in the last, and for the browser's own start page, is none of this one's.
        for log in LOGS:
            self.driver.get_log(log)
        return self.driver

    def start(self):
        self.profile = tempfile.mkdtemp(prefix="apod-browser-")
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                         "--disable-dev-shm-usage", "--disable-background-networking", f"--user-data-dir={self.profile}",
                         f"--host-resolver-rules=MAP {HOME} 127.0.0.1"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", dict.fromkeys(LOGS, "ALL"))
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(180)

    def quit(self):
        if self.driver:
            self.driver.quit()
            shutil.rmtree(self.profile, ignore_errors=True)
            self.driver = None


class Gallery:
    def __init__(self, root, chromium):
        self.root = pathlib.Path(root).resolve()
        self.address = "file://" + urllib.parse.quote(str(self.root))
        self.chromium = chromium
        self.is_noise_fine = False

    @functools.cached_property
    def browser(self):
        self.browser = self.chromium.tab()
        self.window(1440, 900)
        return self.browser

    @property
    def newest_month(self):
        """The page of the newest month, from the root."""
        return sorted(self.root.glob("2*/2*-*/index.html"))[-1].relative_to(self.root).as_posix()

    # What is done.

    def window(self, width, height, dark=True, still=True):
        self.tell("Emulation.setDeviceMetricsOverride",
                  width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
        self.tell("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def open(self, page="index.html"):
        """A new load, even where only the fragment differs."""
        self.leave()
        self.browser.get(f"{self.address}/{page}")

    def before_loading(self, script):
        self.tell("Page.addScriptToEvaluateOnNewDocument", source=script)

    def tell(self, command, **parameters):
        return self.browser.execute_cdp_cmd(command, parameters)

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def press(self, *keys):
        for key in keys:
            self.browser.switch_to.active_element.send_keys(getattr(Keys, key, key))

    def click(self, selector):
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def search(self, text):
        field = self.browser.find_element(By.ID, "search")
        field.clear()
        field.send_keys(text)

    def eventually(self, words, script, *arguments):
        """Waits until the script answers something true; its last answer."""
        limit = time.monotonic() + 180
        while True:
            answer = self.js_while_leaving(script, *arguments)
            if answer:
                return answer
            expect(time.monotonic() < limit, f"it never came: {words}")
            time.sleep(0.02)

    def js_while_leaving(self, script, *arguments):
        """Nothing is answered by a page that is just being left for another."""
        try:
            return self.js(script, *arguments)
        except WebDriverException as error:
            if "navigat" not in error.msg and "unloaded" not in error.msg:
                raise
            return None

    def days(self):
        """All that is known of all days, the newest first."""
        return self.js("return Promise.all(about.years.map(([year]) => load(year)))"
                       ".then(all => all.flatMap(year => year.days))")

    def favorites(self):
        """The albums of each favorite, as the folder's own script tells them."""
        told = json.loads(re.fullmatch(r"apodFavorites\((.*)\)\s*", (self.root / "favorites.js").read_text(), re.DOTALL)[1])
        days = [str(EPOCH + datetime.timedelta(number)) for number in itertools.accumulate(told["days"])]
        albums = {day: [] for day in days}
        for name, *steps in told["albums"]:
            for place in itertools.accumulate(steps):
                albums[days[place]].append(name)
        return albums

    @property
    def keeps_pictures(self):
        """Whether somebody wants to look at what the windows show: most of the time goes into that."""
        return "APOD_SCREENSHOTS" in os.environ

    def picture(self, name):
        """Keeps what the window shows, for somebody who wants to look at it."""
        if not self.keeps_pictures:
            return
        answer = self.tell("Page.captureScreenshot")
        self.path_to_keep(f"{name}.png").write_bytes(base64.b64decode(answer["data"]))

    def path_to_keep(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        return SCREENSHOTS / name

    def rewrite(self, file, text):
        """As the program does: an open page reads the former or the new, never half of it."""
        new = file.with_suffix(".new")
        new.write_text(text)
        new.rename(file)

    def leave(self):
        self.browser.get("about:blank")

    # What was heard.

    def expect_quiet(self):
        """Nothing was complained of, and nothing left the folder."""
        if "browser" not in vars(self):
            return  # It was another browser that looked.
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            address = message["params"]["request"]["url"]
            if address.startswith(OWN) and message["params"]["documentURL"].startswith(OWN):
                continue
            fine = address.startswith((self.address + "/", "data:", "about:", "blob:"))
            expect(fine, f"a request left the folder: {address[:200]}")
        complaints = [entry["message"] for entry in self.browser.get_log("browser")
                      if entry["level"] in ("SEVERE", "WARNING")]
        expect(self.is_noise_fine or not complaints, f"the console says: {complaints[:3]}")

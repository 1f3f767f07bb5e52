"""A page in Chromium, out of which things are dragged into a file manager's window."""
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from patience import eventually

# Where the middle of an element is on the display, when it has come; pictures come when they are scrolled to.
PLACE = """
const element = document.querySelector(arguments[0]);
if (!element) return null;
element.scrollIntoView({ behavior: 'instant', block: 'center' });
const { left, top, width, height } = element.getBoundingClientRect();
const edge = (outerWidth - innerWidth) / 2;
return (element.complete ?? true) && height > 0
    && [screenX + edge + left + width / 2, screenY + outerHeight - innerHeight - edge + top + height / 2].map(Math.round);
"""


class Chromium:
    def __init__(self, display, page):
        options = Options()
        for argument in ("--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
                         "--disable-background-networking", "--force-device-scale-factor=1",
                         f"--user-data-dir={display.home}/chromium"):
            options.add_argument(argument)
        options.add_experimental_option("excludeSwitches", ["enable-automation"])
        self.browser = webdriver.Chrome(
            options=options, service=Service("/usr/bin/chromedriver", env=display.environment))
        self.browser.set_window_rect(0, 0, display.width // 2 - 40, display.height - 40)
        self.browser.get(page.as_uri())

    def place_of(self, selector):
        """When it rests: a picture that comes above moves what is below."""
        last = [None]

        def rests():
            before, last[0] = last[0], self.browser.execute_script(PLACE, selector)
            return last[0] if last[0] == before else None

        return eventually(f"{selector} in Chromium", rests)

"""first-screen.py ROOT DAY PICTURE : what a browser shows first of the gallery in ROOT, on the evening of DAY."""
import base64
import pathlib
import sys

from gallery import Chromium, Gallery

# The page says so when its newest picture is old; here it never is.
EVENING = """
const evening = Date.parse('DAYT20:00:00');
Date = class extends Date {
  constructor(...when) { super(...(when.length ? when : [evening])); }
  static now() { return evening; }
};
"""

root, day, picture = sys.argv[1:]
with Chromium() as chromium:
    gallery = Gallery(root, chromium)
    gallery.tell("Emulation.setDeviceMetricsOverride", width=1280, height=850, deviceScaleFactor=1.25, mobile=False)
    gallery.tell("Emulation.setScrollbarsHidden", hidden=True)
    gallery.before_loading(EVENING.replace("DAY", day))
    gallery.open()
    gallery.eventually("its pictures", """
      const seen = image => image.getClientRects().length && image.getBoundingClientRect().top < innerHeight;
      return document.readyState === 'complete' && [...document.images].every(image => image.complete || !seen(image));
    """)
    answer = gallery.tell("Page.captureScreenshot")
    pathlib.Path(picture).write_bytes(base64.b64decode(answer["data"]))

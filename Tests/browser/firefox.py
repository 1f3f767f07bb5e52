"""The same pages in Firefox."""
import subprocess
import tempfile

from gallery import SCREENSHOTS, expect


def check_firefox(gallery):
    month = sorted(gallery.root.glob("2*/2*-*/index.html"))[-1].relative_to(gallery.root)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for name, page in (("first", "index.html"), ("month", str(month))):
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

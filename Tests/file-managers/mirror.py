"""The mirror under test, the keeper that looks after it, and what must be true of both."""
import hashlib
import json
import os
import subprocess

from patience import Wrong, eventually, expect

# What a month's folder has beside its days.
OWN_NAMES = ["metadata", "index.html"]


class Mirror:
    """A mirror of sixty days with no favorite yet."""

    def __init__(self, display, binary, sources, root):
        self.root = root
        self.display = display
        self.favorites = root / "favorites"
        self.binary = binary
        self.sources = sources
        self.environment = display.environment | {
            "APOD_MIRROR_MIRROR": str(root), "APOD_MIRROR_SOURCE": "apod-basic=" + sources[0],
            "APOD_MIRROR_GALLERY": "false", "APOD_MIRROR_THUMBNAILS": "false",
        }
        self.do("sync", "--create", "--history", "60")
        months = {}
        for path in sorted(root.glob("2*/2*-*/2*.*")):
            months.setdefault(path.parent, []).append(path)
        # Whatever day it is: one of the last two has been a whole one.
        self.month = max(months, key=lambda month: len(months[month]))
        self.days = months[self.month]
        self.pictures = [path for path in self.days if path.suffix != ".html"]
        self.names_in_month = {path.name for path in self.days} | {"metadata"}
        self.newest = max((path for paths in months.values() for path in paths if path.suffix != ".html"),
                          key=lambda path: path.name)
        self.sums = {path: sum_of(path) for paths in months.values() for path in paths}
        self.keep()

    def keep(self):
        # On a slow disk windows read their folders while it works.
        slow = os.environ.get("APOD_SLOW_LIBRARY")
        own = self.environment | ({"LD_PRELOAD": slow} if slow else {})
        with open(self.root.parent / "keeper", "wb") as log:
            self.keeper = subprocess.Popen(
                [self.binary, "favorites", "watch", "--quiet"], env=own, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        eventually("a trusted folder", self.is_trusted, Wrong)

    def have_gallery(self):
        """From now on; the month's page."""
        self.do_alone("gallery", APOD_MIRROR_GALLERY="true")
        return self.month / "index.html"

    def correct_newest(self):
        """NASA has another picture of the newest day now."""
        self.do_alone("sync", APOD_MIRROR_SOURCE="apod-basic=" + self.sources[1])

    def do_alone(self, command, **settings):
        """While no keeper looks after it; the settings are those from now on."""
        self.keeper.terminate()
        self.keeper.wait()
        self.environment |= settings
        self.do(command)
        self.keep()

    def do(self, *words):
        ended = subprocess.run([self.binary, *words, "--quiet"], env=self.environment, capture_output=True, text=True)
        expect(ended.returncode == 0, f"{words[0]} ended with {ended.returncode}: {ended.stderr}")

    def is_trusted(self):
        try:
            kept = json.loads((self.root / ".apod-mirror/favorites.json").read_text())["sha256"]
            return (self.favorites / ".apod-mirror").read_text() == kept + "\n"
        except (OSError, KeyError, ValueError):
            return False

    def expect_favorites(self, links):
        """Awaits that these are the favorites, that the folder and favorites.json say so, and that every picture is where
        it belongs.

        - links: by their paths in favorites/, the pictures that they lead to.
        """
        eventually(lambda: self.difference(links), lambda: not self.difference(links), Wrong)

    def difference(self, links):
        for path, sum in self.sums.items():
            what = "a link" if path.is_symlink() else "missing" if not path.exists() else None
            if what or sum_of(path) != sum:
                return f"{path.relative_to(self.root)} is {what or 'another file'}"
        strangers = {path for path in self.root.glob("2*/2*-*/*") if path.name not in OWN_NAMES} - set(self.sums)
        if strangers:
            return f"{sorted(path.name for path in strangers)} lie in a month"
        found = self.links()
        right = {path: os.path.relpath(picture, (self.favorites / path).parent) for path, picture in links.items()}
        if found != right:
            return f"favorites/ has {found}, not {right}"
        named = {link: favorite["date"] for favorite in self.record() for link in favorite["links"]}
        days = {path: picture.name[:10] for path, picture in links.items()}
        if named != days:
            return f"favorites.json names {named}, not {days}"
        return "" if self.is_trusted() else "the marker in favorites/ is of another record"

    def changes(self):
        """When a name last came or went in the month and in favorites/."""
        return [folder.stat().st_mtime_ns for folder in (self.month, self.favorites)]

    def links(self):
        """What lies in favorites/ and its albums: the links' targets, and None for what is none."""
        return {str(path.relative_to(self.favorites)): os.readlink(path) if path.is_symlink() else None
                for path in self.favorites.rglob("*") if not path.is_dir() and path.name != ".apod-mirror"}

    def record(self):
        try:
            return json.loads((self.root / "favorites.json").read_text()).get("favorites", [])
        except (OSError, ValueError):
            return []


def sum_of(path):
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return None

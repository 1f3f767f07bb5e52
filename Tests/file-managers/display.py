"""A display of its own: an X server that nobody sees, a window manager, and a message bus."""
import os
import shutil
import subprocess
from pathlib import Path

from patience import Fumbled, eventually

POINTERS = Path("/usr/share/icons/Adwaita/cursors")


class Display:
    """What is started on it is ended by whoever runs this process: see alone.py."""

    def __init__(self, home, width, height):
        self.home = home
        self.width, self.height = width, height
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "TMPDIR": str(home / "tmp"),
            "XDG_RUNTIME_DIR": str(home / "runtime"), "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            # The pointer tells by its shape what a drop would do.
            "XCURSOR_THEME": "Adwaita",
            # Newer browsers ask for these before they tell of their pages.
            "GNOME_ACCESSIBILITY": "1", "ACCESSIBILITY_ENABLED": "1",
            "GTK_MODULES": "gail:atk-bridge", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "keyfile", "GVFS_DISABLE_FUSE": "1", "GTK_USE_PORTAL": "0",
        }

        for name in ("runtime", "tmp"):
            (home / name).mkdir(mode=0o700)
        if not (POINTERS / "dnd-link").exists():
            self.draw_pointers()
        self.set("org/gnome/desktop/interface", {"toolkit-accessibility": "true"})
        self.environment["DISPLAY"] = ":" + self.start_and_read(
            "Xvfb", "-displayfd", "{}", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.start_and_read(
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address={}")
        os.environ.update(self.environment)
        self.start("openbox")
        eventually("a window manager", lambda: self.said("xdotool", "get_desktop"))

    def draw_pointers(self):
        """By the names that GTK 3 asks for, some of which newer themes have no more."""
        self.environment["XCURSOR_THEME"] = "Pointers"
        folder = self.home / ".icons/Pointers/cursors"
        folder.mkdir(parents=True)
        (folder.parent / "index.theme").write_text("[Icon Theme]\nName=Pointers\nInherits=Adwaita\n")
        for name, drawn in {"none": "no-drop", "copy": "copy", "move": "move", "link": "alias"}.items():
            (folder / f"dnd-{name}").symlink_to(POINTERS / drawn)

    def set(self, group, values):
        """Settings of GNOME's programs."""
        folder = self.home / ".config/glib-2.0/settings"
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "keyfile", "a") as file:
            file.write("".join([f"[{group}]\n"] + [f"{key}={value}\n" for key, value in values.items()]))

    def start(self, *words, **options):
        with open(self.home / "log", "ab") as log:
            return subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)

    def start_and_read(self, *words):
        """Starts a program that prints a line to the descriptor {}; that line."""
        reader, writer = os.pipe()
        self.start(*(word.format(writer) for word in words), pass_fds=[writer])
        os.close(writer)
        with open(reader) as lines:
            line = lines.readline().strip()
        if not line:
            raise Fumbled(f"{words[0]} did not start: {self.log()}")
        return line

    def said(self, *words):
        """What a program prints; nothing if it fails."""
        ended = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60)
        return ended.stdout.strip() if ended.returncode == 0 else ""

    def call(self, *words):
        subprocess.run(words, env=self.environment, check=True, capture_output=True, timeout=60)

    def empty_place(self):
        """Where no window is."""
        return self.width // 2, self.height - 5

    def place(self, window, wanted):
        """Moves a window, by its number, there: left, top, width, height."""
        left, top, width, height = wanted
        self.call("xdotool", *map(str, ("windowsize", window, width, height, "windowmove", window, left, top)))
        # A title bar or a shadow takes its part.
        eventually(f"a window at {wanted}", lambda: all(
            abs(is_there - there) < 60 for is_there, there in zip(self.geometry(window), wanted)))

    def geometry(self, window):
        """Left, top, width, height of a window."""
        lines = self.said("xdotool", "getwindowgeometry", "--shell", window).split("\n")
        facts = dict(line.split("=") for line in lines)
        return [int(facts[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")]

    def photograph(self, name):
        """For whoever has to find out; into $APOD_SCREENSHOTS, if that is set."""
        folder = os.environ.get("APOD_SCREENSHOTS")
        if folder and shutil.which("import"):
            self.said("import", "-window", "root", f"{folder}/{name}.png")

    def log(self):
        return (self.home / "log").read_text(errors="replace")[-1500:]


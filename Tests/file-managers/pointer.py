"""Mouse and keyboard, and what the pointer looks like."""
import ctypes
import struct
import time
import zlib

from patience import eventually, settled, soon

# The key that has file managers ask for another name, by its place on the keyboard: by its name, xdotool presses Alt with it
# where newer layouts have the name on several levels.
F2 = "68"


class CursorImage(ctypes.Structure):
    """XFixesCursorImage."""
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort),
                ("xhot", ctypes.c_ushort), ("yhot", ctypes.c_ushort), ("serial", ctypes.c_ulong),
                ("pixels", ctypes.POINTER(ctypes.c_ulong)), ("atom", ctypes.c_ulong), ("name", ctypes.c_char_p)]


class Pointer:
    def __init__(self, display):
        self.display = display
        self.x11, self.xfixes = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXfixes.so.3")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.xfixes.XFixesGetCursorImage.restype = ctypes.POINTER(CursorImage)
        self.connection = ctypes.c_void_p(self.x11.XOpenDisplay(display.environment["DISPLAY"].encode()))
        base = ctypes.c_int()
        self.xfixes.XFixesQueryExtension(self.connection, ctypes.byref(base), ctypes.byref(base))

    def look(self):
        """The name of the pointer's shape; of one without a name, as GTK 2 draws it, a sum of its dots."""
        pointer = self.xfixes.XFixesGetCursorImage(self.connection)
        image = pointer.contents
        dots = struct.pack(f"{image.width * image.height}Q", *image.pixels[: image.width * image.height])
        name = (image.name or b"").decode() or f"{zlib.crc32(dots):08x}"
        self.x11.XFree(pointer)
        return name

    def do(self, *words):
        self.display.call("xdotool", *map(str, words))

    def click(self, place, *modifiers):
        words = [word for key in modifiers for word in ("keydown", key)]
        words += ["mousemove", *place, "click", 1]
        words += [word for key in modifiers for word in ("keyup", key)]
        self.do(*words)

    def press(self, keys):
        self.do("key", "--clearmodifiers", keys)

    def write(self, text):
        self.do("type", "--clearmodifiers", text)

    def drag(self, source, between, target, modifiers, none, taken):
        """From here over a place that takes nothing to there, where it lets go when the pointer shows that it is taken.

        - modifiers: keys that are pressed when the drag has begun.
        - none, taken: what the pointer may look like where nothing is taken, and where it is.
        """
        self.do("mousemove", *source, "mousedown", 1)
        try:
            self.pull(source)
            self.move_until(between, f"like {none}", none.__contains__)
            for key in modifiers:
                self.do("keydown", key)
            self.move_until(target, f"like {taken}", taken.__contains__)
        finally:
            self.do("mouseup", 1)
            for key in reversed(modifiers):
                self.do("keyup", key)

    def drag_out(self, source, between, target):
        """The same out of a browser, whose pointers may have no names."""
        self.do("mousemove", *between)
        nowhere = self.rested()
        self.move_until(source, "of a link", lambda shape: shape != nowhere)
        before = self.rested()
        self.do("mousedown", 1)
        try:
            self.pull(source)
            self.hold(between, before)
            self.hold(target, before, self.rested())
        finally:
            self.do("mouseup", 1)

    def hold(self, place, *former):
        """There, until it looks like none of these, or for some seconds: in Chromium 156 it looks the same all the way."""
        def changes():
            for across in (0, 3):
                self.do("mousemove", place[0] + across, place[1])
            return self.look() not in former

        soon(changes, seconds=6)

    def pull(self, source):
        """So far that it is a drag, and as slowly as browsers look."""
        x, y = source
        for step in range(1, 6):
            self.do("mousemove", x + 8 * step, y + 4 * step)
            time.sleep(0.1)

    def rested(self):
        """What it looks like when that no longer changes."""
        return settled("a pointer that rests", self.look, pause=0.2)

    def move_until(self, place, what, suits):
        """Every move makes what lies below answer again.

        - what, suits: what it is to look like, and whether a shape does.
        """
        seen = []

        def is_so():
            self.do("mousemove", place[0] + len(seen) % 2 * 3, place[1])
            seen.append(self.look())
            return suits(seen[-1])

        eventually(lambda: f"a pointer {what}: it was {sorted(set(seen))}", is_so)

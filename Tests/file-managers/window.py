"""A window that shows a folder as a list."""
import time

from patience import Wrong, eventually, settled, soon
from tree import looked


class Window:
    """Found by its title, then moved to its place."""

    def __init__(self, manager, title, place):
        self.manager, self.title = manager, title
        self.display, self.pointer = manager.display, manager.pointer
        self.frame = eventually(f"the window {title}", lambda: looked(self.find_frame))
        self.number = eventually(
            f"the window {title} on the display",
            lambda: self.display.said("xdotool", "search", "--onlyvisible", "--name", f"^{title}$").split("\n")[-1])
        self.display.place(self.number, place)
        self.list = eventually(f"the list in {title}", lambda: looked(lambda: manager.find_list(self)))

    def find_frame(self):
        return next((frame for frame in self.manager.frames() if frame.name == self.title), None)

    def items(self):
        """What it shows, by the names."""
        return looked(lambda: self.manager.items(self)) or {}

    def expect_names(self, names, folder):
        """That it shows these, without being told to load them again, when it has heard of all that happened before.

        It has when it shows a file that was made later. Thunar may overlook one that is made while it reads a folder
        after a drop, so there may have to be another.
        """
        marks = []

        def shows_mark():
            marks.append(folder / f"Last {time.monotonic_ns()}.txt")
            marks[-1].touch()
            return soon(lambda: marks[-1].name in self.items())

        eventually(f"{self.title} with a new file", shows_mark, Wrong)
        self.eventually_shows(names, besides={mark.name for mark in marks})
        for mark in marks:
            mark.unlink()
        self.eventually_shows(names)

    def eventually_shows(self, names, besides=frozenset()):
        eventually(lambda: f"{self.title} with all there is: {self.difference(names)}",
                   lambda: set(self.items()) - besides == names, Wrong)

    def difference(self, names):
        shown = set(self.items())
        return f"{sorted(names - shown)} missing, {sorted(shown - names)} too many"

    def place_of(self, name):
        """Where a name begins: beside a folder's name, newer Nemos take a drop for the folder that it lies in."""
        left, top, width, height = self.box_of(name)
        return left + min(width // 2, 10), top + height // 2

    def box_of(self, name):
        """Where a name is when it has come to rest."""
        return settled(f"{name} in {self.title}", lambda: looked(lambda: self.manager.box(self, self.items()[name])))

    def empty_place(self):
        """Below all that it shows."""
        left, top, width, height = self.manager.box(self, self.list)
        return left + width // 3, top + height - 40

    def focus(self):
        """Nothing in it is selected then."""
        self.pointer.click(self.empty_place())
        eventually(f"the focus in {self.title}",
                   lambda: self.display.said("xdotool", "getactivewindow") == self.number)

    def select(self, name):
        self.focus()
        self.pointer.click(self.place_of(name))
        self.expect_selected({name})

    def expect_selected(self, names):
        eventually(f"{names} selected", lambda: looked(lambda: self.manager.selected(self)) == names)

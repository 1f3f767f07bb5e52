"""Nautilus, in its list view."""
import time

from manager import FileManager
from patience import Fumbled
from tree import Role, State, WINDOW, looked


class Nautilus(FileManager):
    name = "org.gnome.Nautilus"
    # How far below and to the right of where it tells its rows are.
    shift = 0
    answers = {"undo move": "Replace", "undo copy": "Delete", "undo link": "Delete", "delete for good": "Delete"}
    asks_in_windows = True

    def configure(self):
        self.display.set("org/gnome/nautilus/preferences", {
            "default-folder-viewer": "'list-view'",
            "show-image-thumbnails": "'always'" if self.with_thumbnails else "'never'"})
        # The smallest rows have none.
        self.display.set("org/gnome/nautilus/list-view", {
            "default-zoom-level": "'medium'" if self.with_thumbnails else "'small'"})
        self.have_trash()
        # It has every file of a home read, which no check needs.
        self.display.set("org/freedesktop/tracker/miner/files", {
            "index-recursive-directories": "@as []", "index-single-directories": "@as []"})

    def open(self, with_thumbnails=False):
        super().open(with_thumbnails)
        self.shift = self.measured()

    def measured(self):
        """Newer ones leave out the margins around a list when they tell where its rows are. A click that selects a row
        tells where it begins."""
        name = self.mirror.pictures[1].name
        left, top, width, height = self.month.box_of(name)
        for more in range(0, 60, 2):
            self.pointer.click((left + width // 2, top + height // 2 + more))
            time.sleep(0.1)
            if looked(lambda: self.selected(self.month)) == {name}:
                self.month.focus()
                return more and more + height // 2
        raise Fumbled(f"no click selects {name}")

    def start(self, folder):
        return self.display.start("nautilus", "--new-window", str(folder))

    def find_list(self, window):
        return window.frame.named("Content View")

    def rows(self, window):
        """Each with the node that bears the name, and the name: what is in a row's first cell, or that cell."""
        for table in list(window.list.all(Role.TREE_TABLE)) or [window.list]:
            for row in table.all(Role.TABLE_ROW):
                cell = next(iter(row.children), row)
                bearers = [*cell.children, cell] if cell.role == Role.TABLE_CELL else []
                bearer = next((node for node in bearers if node.name), None)
                if bearer:
                    yield row, bearer, once(bearer.name)

    def items(self, window):
        return {name: node for _, node, name in self.rows(window)}

    def selected(self, window):
        return {name for row, _, name in self.rows(window) if row.has(State.SELECTED)}

    def box(self, window, node):
        """GTK 4 tells places inside a window's frame, around which its shadow lies."""
        left, top, width, height = node.box(WINDOW)
        _, _, frame_width, frame_height = window.frame.box(WINDOW)
        x, y, outer_width, outer_height = self.display.geometry(window.number)
        shift = 0 if node is window.list else self.shift
        return (left + x + (outer_width - frame_width) // 2 + shift, top + y + (outer_height - frame_height) // 2 + shift,
                width, height)


def once(name):
    """Nautilus 48 tells a name twice."""
    half = name[:len(name) // 2]
    return half if name == f"{half} {half}" else name

"""Nemo, in its list view."""
import rows
from manager import FileManager
from pointer import F2


class Nemo(FileManager):
    name = "nemo"
    answers = {"undo move": "Replace", "undo copy": "Delete", "undo link": "Delete", "delete for good": "Delete"}
    lacks = ["paste-link", "undo-paste-link"]

    def configure(self):
        self.display.set("org/nemo/preferences", {
            "default-folder-viewer": "'list-view'", "show-image-thumbnails": "'never'"})
        self.display.set("org/nemo/window-state", {"start-with-sidebar": "false"})

    def start(self, folder):
        return self.display.start("nemo", str(folder))

    def find_list(self, window):
        return max(rows.tables(window.frame), key=lambda table: table.box()[2], default=None)

    def items(self, window):
        return rows.items(window.list)

    def selected(self, window):
        return rows.selected(window.list)

    def rename(self, text):
        self.rest()
        self.pointer.press(F2)
        self.enter(text)

    def enter(self, text):
        """Into a field that tells nobody of itself."""
        self.rest()
        self.pointer.press("ctrl+a")
        self.pointer.write(text)
        self.pointer.press("Return")

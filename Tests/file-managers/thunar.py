"""Thunar, in its view of details."""
import rows
from manager import FileManager
from tree import Role


class Thunar(FileManager):
    name = "thunar"
    answers = {"undo move": "Replace", "undo copy": "Delete", "undo link": "Delete", "delete for good": "Delete"}
    # Also by the menu: its newer ones do not always hear the key.
    rename_ways = [["F2"], ["alt+e", "r"]]
    lacks = ["paste-link", "undo-paste-link"]

    def title(self, folder):
        return f"{folder} - Thunar"

    def configure(self):
        for key, value in {"last-view": "ThunarDetailsView", "misc-thumbnail-mode": "THUNAR_THUMBNAIL_MODE_NEVER",
                           "last-side-pane": "THUNAR_SIDEPANE_TYPE_HIDDEN"}.items():
            self.display.call("xfconf-query", "-c", "thunar", "-p", "/" + key, "-n", "-t", "string", "-s", value)

    def start(self, folder):
        return self.display.start("thunar", str(folder))

    def find_list(self, window):
        return next((table for pane in window.frame.all(Role.DIRECTORY_PANE) for table in rows.tables(pane)), None)

    def items(self, window):
        return rows.items(window.list)

    def selected(self, window):
        return rows.selected(window.list)

"""Thunar, in its view of details."""
from patience import eventually
from rows import Rows, tables
from tree import Role, looked


class Thunar(Rows):
    name = "thunar"
    answers = {"undo move": "Replace", "undo copy": "Delete", "undo link": "Delete", "delete for good": "Delete"}
    # A title makes it ask for the name of a link.
    lacks = ["paste-link", "undo-paste-link", "title-out-of-chromium", "title-out-of-firefox", "correction"]

    def title(self, folder):
        return f"{folder} - Thunar"

    def configure(self):
        for key, value in {"last-view": "ThunarDetailsView", "misc-thumbnail-mode": "THUNAR_THUMBNAIL_MODE_NEVER",
                           "last-side-pane": "THUNAR_SIDEPANE_TYPE_HIDDEN"}.items():
            self.display.call("xfconf-query", "-c", "thunar", "-p", "/" + key, "-n", "-t", "string", "-s", value)

    def start(self, folder):
        return self.display.start("thunar", str(folder))

    def find_list(self, window):
        return next((table for pane in window.frame.all(Role.DIRECTORY_PANE) for table in tables(pane)), None)

    def rename(self, text):
        """Thunar 4.20 shows the new name, but tells those who do not see the former one until the folder is opened anew."""
        super().rename(text)
        eventually(f"a link {text}", lambda: text in self.mirror.links())
        self.rest()
        for keys in ("alt+Up", "alt+Left"):
            self.pointer.press(keys)
            self.rest()
        self.favorites.list = eventually("the list", lambda: looked(lambda: self.find_list(self.favorites)))

"""Nemo, in its list view."""
from pointer import F2
from rows import Rows


class Nemo(Rows):
    name = "nemo"
    answers = {"undo move": "Replace", "undo copy": "Delete", "undo link": "Delete", "delete for good": "Delete"}
    lacks = ["paste-link", "undo-paste-link"]

    def configure(self):
        self.display.set("org/nemo/preferences", {
            "default-folder-viewer": "'list-view'",
            "show-image-thumbnails": "'always'" if self.with_thumbnails else "'never'"})
        if self.with_thumbnails:
            self.display.set("org/nemo/list-view", {"default-zoom-level": "'large'"})
        self.display.set("org/nemo/window-state", {"start-with-sidebar": "false"})
        self.have_trash()

    def start(self, folder):
        return self.display.start("nemo", str(folder))

    def drag_out(self, source):
        """A picture's name can be edited right away, and the list tells of nothing else until that is over."""
        super().drag_out(source)
        self.rest()
        self.favorites.focus()

    def undo(self, what):
        """Nothing can be undone before it has told itself what was done."""
        self.rest()
        super().undo(what)

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

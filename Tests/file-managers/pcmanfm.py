"""PCManFM, in its list view."""
from rows import Rows


class PCManFM(Rows):
    name = "pcmanfm"
    answers = {"delete": "Yes", "delete for good": "Yes"}
    lacks = ["paste-link", "undo-drag", "undo-drag-copy", "undo-drag-link", "undo-cut-and-paste", "undo-copy-and-paste",
             "undo-paste-link", "undo-delete", "picture-out-of-chromium",
             "title-out-of-chromium", "title-out-of-firefox", "correction"]
    # GTK 2 draws its own, with one picture for a file and another for many.
    shapes = {"move": Rows.shapes["move"] + ["c34657e2", "70d85a9a"],
              "copy": Rows.shapes["copy"] + ["77160517"], "link": Rows.shapes["link"] + ["26b7a956"],
              None: Rows.shapes[None] + ["14c55dbf", "4397551c"]}

    def configure(self):
        folder = self.display.home / ".config/pcmanfm/default"
        folder.mkdir(parents=True)
        # Neither volumes nor a desktop, and a list.
        (folder / "pcmanfm.conf").write_text(
            "[volume]\nmount_on_startup=0\nmount_removable=0\nautorun=0\n[ui]\nview_mode=list\nside_pane_mode=hidden;places\n")

    def start(self, folder):
        return self.display.start("pcmanfm", "--new-win", str(folder))

"""What all file managers have in common: two windows, gestures between them, and questions."""
from patience import Wrong, eventually, rests, soon
from pointer import F2
from thumbnails import thumbnail_time
from tree import Role, State, applications, looked
from window import Window


class FileManager:
    # What the pointer looks like over what takes a drop, and over what does not: in older GTKs, and in newer ones.
    shapes = {"move": ["dnd-move", "move"], "copy": ["dnd-copy", "copy"], "link": ["dnd-link", "alias"],
              None: ["dnd-none", "default", "no-drop"]}
    # The buttons that say yes to what it asks, where it asks, and whether it may do so inside a window.
    answers = {}
    asks_in_windows = False
    # Gestures that it does not know.
    lacks = []
    # Whether it is to show thumbnails, which take their time.
    with_thumbnails = False
    # What was started, when it was.
    program = None
    # When the folders had last changed before the last drag.
    before_drag = None

    def __init__(self, display, pointer, mirror):
        self.display, self.pointer, self.mirror = display, pointer, mirror

    def open(self, with_thumbnails=False):
        """The month on the left, favorites/ on the right."""
        self.with_thumbnails = with_thumbnails
        half, height = self.display.width // 2, self.display.height - 40
        self.configure()
        self.program = self.start(self.mirror.month)
        self.month = Window(self, self.title(self.mirror.month.name), (0, 0, half - 20, height))
        self.start(self.mirror.favorites)
        self.favorites = Window(self, self.title("favorites"), (half, 0, half - 20, height))
        self.month.expect_names(self.mirror.names_in_month, self.mirror.month)

    @property
    def has_crashed(self):
        return self.program is not None and (self.program.poll() or 0) < 0

    @property
    def has_dropped_nothing(self):
        """Whether the last drag made no name come or go: nothing was done that a mirror could answer."""
        return self.before_drag is not None and self.before_drag == self.mirror.changes()

    def title(self, folder):
        return folder

    def configure(self):
        pass

    def have_trash(self):
        """That of a home in which something was thrown away before: a new one is not always seen at once."""
        for name in ("files", "info"):
            (self.display.home / ".local/share/Trash" / name).mkdir(parents=True)

    def application(self):
        return next((node for node in applications() if node.name == self.name), None)

    def frames(self):
        application = self.application()
        return application.children if application else []

    def box(self, window, node):
        """Left, top, width, height on the display."""
        return node.box()

    # MARK: What a person does

    def drag(self, source, target, what, modifiers):
        """From a place to another; what it is to be: move, copy or link."""
        self.before_drag = self.mirror.changes()
        self.pointer.drag(source, self.display.empty_place(), target, modifiers, self.shapes[None], self.shapes[what])

    def drag_in(self, picture, what="move", modifiers=()):
        self.month.focus()
        self.drag(self.month.place_of(picture.name), self.favorites.empty_place(), what, modifiers)

    def drag_out(self, source):
        """Out of a browser, over the window of favorites/."""
        self.before_drag = self.mirror.changes()
        self.pointer.drag_out(source, self.display.empty_place(), self.favorites.empty_place())

    def paste(self, picture, take, put):
        self.month.select(picture.name)
        self.pointer.press(take)
        self.favorites.focus()
        self.pointer.press(put)

    def undo(self, what):
        self.favorites.focus()
        self.pointer.press("ctrl+z")
        self.answer("undo " + what)

    def rest(self):
        """It has drawn all that it has heard of: Thunar reads a folder once more some time after a name came or went, and
        a name that is edited in its list is given up then."""
        eventually(f"rest in {self.name}", lambda: rests(self.program.pid))

    def rename(self, text):
        """What is selected; a field that was given up right away comes again."""
        self.rest()

        def is_asked():
            self.pointer.press(F2)
            return soon(lambda: looked(self.focused_field))

        eventually("a field to rename it", is_asked)
        self.enter(text)

    def enter(self, text):
        """Into the field that it shows."""
        field = eventually("a field for a name", lambda: looked(self.focused_field))
        self.pointer.press("ctrl+a")
        self.pointer.write(text)
        eventually(f"{text} in the field", lambda: looked(lambda: field.text == text))
        self.pointer.press("Return")

    def focused_field(self):
        fields = (field for frame in self.frames() for field in frame.all(Role.TEXT, Role.ENTRY))
        return next((field for field in fields if field.has(State.FOCUSED)), None)

    def answer(self, gesture):
        """Yes, where it asks."""
        word = self.answers.get(gesture)
        if word:
            eventually(f"a question with {word}", lambda: looked(lambda: self.button(word))).press()
            eventually("the end of the question", lambda: not looked(lambda: self.button(word)))

    def button(self, word):
        for question in self.questions():
            for button in question.all(Role.PUSH_BUTTON):
                # Nautilus also tells the key for it: "_Skip Skip".
                if button.name.split(" ")[-1] == word:
                    return button
        return None

    def questions(self):
        """Each has a window of its own, or lies within one."""
        windows = [self.month.title, self.favorites.title]
        for frame in self.frames():
            if frame.name not in windows:
                yield frame
            elif self.asks_in_windows:
                yield from frame.all(Role.DIALOG, Role.ALERT)

    # MARK: What must be true then

    def expect_thumbnail(self, picture):
        """That it has one of the picture that is there now."""
        eventually(lambda: f"a thumbnail of {picture.name} as it is now", lambda: (
            thumbnail_time(self.display.home, picture) == int(picture.stat().st_mtime)), Wrong)

    def expect(self, links):
        """That these are the favorites, and that the open windows show what lies in their folders.

        - links: by their paths in favorites/, the pictures that they lead to.
        """
        self.expect_favorites(links)
        self.month.expect_names(self.mirror.names_in_month, self.mirror.month)

    def expect_favorites(self, links):
        self.mirror.expect_favorites(links)
        self.favorites.expect_names({path.split("/")[0] for path in links}, self.mirror.favorites)

"""A month's page in a browser, out of which things are dragged into a file manager's window."""
from patience import eventually, settled
from tree import Role, applications, looked

# Where a picture and a title are in a day's article.
PICTURE, TITLE = [Role.IMAGE], [Role.HEADING, Role.LINK]


class Browser:
    """Shows a day, on the left."""

    def __init__(self, display, page, day):
        self.day = day
        self.home = display.home / self.name.lower()
        self.home.mkdir()
        # A window that is made smaller later shows another part of its page.
        width, height = display.width // 2 - 40, display.height - 60
        display.start(*self.words(width, height), f"{page.as_uri()}#{day}")
        number = eventually(f"a window of {self.name}", lambda: display.said(
            "xdotool", "search", "--onlyvisible", "--class", self.name).split("\n")[-1])
        display.place(number, (0, 0, width, height))

    def place_of(self, roles):
        """The middle of what has these roles, each within the other. It is told some time after the window was moved."""
        left, top, width, height = settled(
            f"the {roles[0].value_nick} of {self.day} in {self.name}", lambda: looked(lambda: self.box(roles)), pause=1)
        return left + width // 2, top + height // 2

    def box(self, roles):
        application = next((node for node in applications() if node.name == self.name), None)
        found = application and application.identified(self.day)
        for role in roles:
            found = found and next(found.all(role), None)
        return found and found.box()


class Chromium(Browser):
    name = "Chromium"

    def words(self, width, height):
        return ("chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
                "--disable-background-networking", "--force-renderer-accessibility", f"--window-size={width},{height}",
                f"--user-data-dir={self.home}")


class Firefox(Browser):
    name = "Firefox"

    def words(self, width, height):
        # New profiles open a page of their own before it.
        (self.home / "user.js").write_text('user_pref("datareporting.policy.firstRunURL", "");\n')
        return ("firefox-esr", "--no-remote", "--profile", str(self.home), "--width", str(width),
                "--height", str(height))

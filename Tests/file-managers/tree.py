"""What is on the display, as those read it who do not see it: the accessibility tree."""
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

Role, State = Atspi.Role, Atspi.StateType
DISPLAY, WINDOW = Atspi.CoordType.SCREEN, Atspi.CoordType.WINDOW


class Node:
    """One thing in the tree; its facts are asked for anew each time."""

    def __init__(self, accessible):
        self._accessible = accessible

    @property
    def accessible(self):
        # Nothing tells this process of changes, so it must not remember anything.
        self._accessible.clear_cache()
        return self._accessible

    @property
    def name(self):
        return self.accessible.get_name() or ""

    @property
    def role(self):
        return self.accessible.get_role()

    @property
    def children(self):
        accessible = self.accessible
        found = (accessible.get_child_at_index(place) for place in range(accessible.get_child_count()))
        return [Node(child) for child in found if child]

    def box(self, kind=DISPLAY):
        """Left, top, width, height."""
        extents = Atspi.Component.get_extents(self.accessible, kind)
        return extents.x, extents.y, extents.width, extents.height

    @property
    def text(self):
        return Atspi.Text.get_text(self.accessible, 0, Atspi.Text.get_character_count(self.accessible))

    def has(self, state):
        return self.accessible.get_state_set().contains(state)

    def all(self, *roles):
        """The outermost of these roles below, from top to bottom."""
        for child in self.children:
            if child.role in roles:
                yield child
            else:
                yield from child.all(*roles)

    def named(self, name):
        """The first of this name below."""
        for child in self.children:
            found = child if child.name == name else child.named(name)
            if found:
                return found
        return None

    def identified(self, name):
        """What bears this id on a page below."""
        if (self.accessible.get_attributes() or {}).get("id") == name:
            return self
        return next((found for child in self.children if (found := child.identified(name))), None)

    def press(self):
        Atspi.Action.do_action(self.accessible, 0)


def applications():
    Atspi.init()
    return Node(Atspi.get_desktop(0)).children


def looked(look):
    """What a look finds; nothing if what it looked at is not there, or went meanwhile."""
    try:
        return look()
    except (GLib.Error, KeyError):
        return None

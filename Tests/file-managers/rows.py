"""Lists of GTK 2 and 3: a table's first column holds a picture beside the name."""
from manager import FileManager
from tree import Role, State


class Rows(FileManager):
    def find_list(self, window):
        # A table of places is smaller, and hidden.
        return max(tables(window.frame), key=lambda table: table.box()[2], default=None)

    def items(self, window):
        return {cell.name: cell for cell in named_cells(window.list)}

    def selected(self, window):
        return {cell.name for cell in named_cells(window.list) if cell.has(State.SELECTED)}


def tables(node):
    return node.all(Role.TABLE, Role.TREE_TABLE)


def named_cells(table):
    for cell in table.children:
        parts = cell.children if cell.role == Role.TABLE_CELL and not cell.name else []
        if len(parts) > 1:
            yield parts[-1]

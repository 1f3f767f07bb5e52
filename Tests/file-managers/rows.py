"""Lists of GTK 2 and 3: a table's first column holds a picture beside the name."""
from tree import Role, State


def tables(node):
    return node.all(Role.TABLE, Role.TREE_TABLE)


def named_cells(table):
    for cell in table.children:
        parts = cell.children if cell.role == Role.TABLE_CELL and not cell.name else []
        if len(parts) > 1:
            yield parts[-1]


def items(table):
    return {cell.name: cell for cell in named_cells(table)}


def selected(table):
    return {cell.name for cell in named_cells(table) if cell.has(State.SELECTED)}

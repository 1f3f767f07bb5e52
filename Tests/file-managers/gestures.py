"""What people do to favorites, one check each; after each, the mirror and the open windows must be right."""
from browsers import PICTURE, TITLE, Chromium, Firefox
from patience import expect


def dropped(manager):
    """A picture that is a favorite already, in a window that has heard of all that made it one."""
    picture = manager.mirror.pictures[2]
    manager.drag_in(picture)
    manager.expect_favorites({picture.name: picture})
    return picture


def dragged(manager, what, modifiers):
    picture = manager.mirror.pictures[2]
    manager.drag_in(picture, what, modifiers)
    manager.expect({picture.name: picture})


def dragged_out(manager, kind, roles):
    """What a month's page shows of a day, by what the file manager makes of it."""
    picture = manager.mirror.pictures[2]
    browser = kind(manager.display, manager.mirror.have_gallery(), picture.name[:10])
    manager.drag_out(browser.place_of(roles))
    manager.expect_favorites({picture.name: picture})


def pasted(manager, take, put):
    picture = manager.mirror.pictures[2]
    manager.paste(picture, take, put)
    manager.expect({picture.name: picture})


def thrown_away(manager, keys, gesture):
    picture = dropped(manager)
    manager.favorites.select(picture.name)
    manager.pointer.press(keys)
    manager.answer(gesture)
    manager.expect({})
    return picture


def undone(manager, what):
    """Nothing is a favorite then, and the picture is in its month, whatever Undo put there."""
    manager.undo(what)
    manager.expect({})


def check_drag(manager):
    dragged(manager, "move", [])


def check_drag_copy(manager):
    dragged(manager, "copy", ["ctrl"])


def check_drag_link(manager):
    dragged(manager, "link", ["ctrl", "shift"])


def check_cut_and_paste(manager):
    pasted(manager, "ctrl+x", "ctrl+v")


def check_copy_and_paste(manager):
    pasted(manager, "ctrl+c", "ctrl+v")


def check_paste_link(manager):
    pasted(manager, "ctrl+c", "ctrl+m")


def check_undo_drag(manager):
    check_drag(manager)
    undone(manager, "move")


def check_undo_drag_copy(manager):
    check_drag_copy(manager)
    undone(manager, "copy")


def check_undo_drag_link(manager):
    check_drag_link(manager)
    undone(manager, "link")


def check_undo_cut_and_paste(manager):
    check_cut_and_paste(manager)
    undone(manager, "move")


def check_undo_copy_and_paste(manager):
    check_copy_and_paste(manager)
    undone(manager, "copy")


def check_undo_paste_link(manager):
    check_paste_link(manager)
    undone(manager, "link")


def check_twenty_at_once(manager):
    days = manager.mirror.days[:20]
    manager.month.select(days[0].name)
    manager.pointer.click(manager.month.place_of(days[-1].name), "shift")
    manager.month.expect_selected({day.name for day in days})
    manager.drag(manager.month.place_of(days[9].name), manager.favorites.empty_place(), "move", [])
    manager.expect({day.name: day for day in days})


def check_album(manager):
    picture = manager.mirror.pictures[2]
    manager.favorites.focus()
    manager.pointer.press("ctrl+shift+n")
    manager.enter("Album")
    manager.month.focus()
    manager.drag(manager.month.place_of(picture.name), manager.favorites.place_of("Album"), "move", [])
    manager.expect({f"Album/{picture.name}": picture})


def check_picture_out_of_chromium(manager):
    dragged_out(manager, Chromium, PICTURE)


def check_title_out_of_chromium(manager):
    dragged_out(manager, Chromium, TITLE)


def check_picture_out_of_firefox(manager):
    dragged_out(manager, Firefox, PICTURE)


def check_title_out_of_firefox(manager):
    dragged_out(manager, Firefox, TITLE)


def check_rename(manager):
    picture = dropped(manager)
    manager.favorites.select(picture.name)
    manager.rename("Mine.jpg")
    manager.expect({"Mine.jpg": picture})


def check_delete(manager):
    thrown_away(manager, "Delete", "delete")


def check_delete_for_good(manager):
    thrown_away(manager, "shift+Delete", "delete for good")


def check_undo_delete(manager):
    picture = thrown_away(manager, "Delete", "delete")
    manager.undo("delete")
    manager.expect({picture.name: picture})


def check_correction(manager):
    """NASA corrects a picture whose folder is open."""
    picture = manager.mirror.newest
    manager.start(picture.parent)
    manager.expect_thumbnail(picture)
    before = picture.stat().st_mtime
    manager.mirror.correct_newest()
    expect(picture.stat().st_mtime != before, f"{picture.name} has the time that it had")
    manager.expect_thumbnail(picture)


WITH_THUMBNAILS = ["correction"]
ALL = {name.removeprefix("check_").replace("_", "-"): check
       for name, check in list(vars().items()) if name.startswith("check_")}

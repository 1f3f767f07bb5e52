"""What a person would notice, one check each. None knows the gallery's days beforehand: they are read from its data."""
import accessibility
import closer
import days
import drags
import firefox
import glances
import lists
import looks
import prints
import served
import sky
import stars
import use

ALL = {}
for module in (use, closer, days, lists, glances, sky, prints, served, stars, drags, looks, accessibility, firefox):
    for name, check in vars(module).items():
        if name.startswith("check_"):
            ALL[name.removeprefix("check_").replace("_", "-")] = check

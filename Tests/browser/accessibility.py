"""What is told to those who do not see the page, and the order in which the keyboard goes through it."""
import os
import pathlib

from gallery import expect
from looks import pages

NAMED = {"button", "link", "searchbox", "textbox", "combobox", "image", "dialog", "navigation", "progressbar"}


def check_labels(gallery):
    for page in pages(gallery):
        nodes = gallery.tell("Accessibility.getFullAXTree")["nodes"]
        nameless = [node["role"]["value"] for node in nodes
                    if not node["ignored"] and node["role"]["value"] in NAMED and not node.get("name", {}).get("value")]
        expect(not nameless, f"{page} has {nameless} without a name")
        facts = gallery.js("""return [document.documentElement.lang, document.querySelectorAll('img:not([alt])').length,
            document.querySelectorAll('main').length, [...document.querySelectorAll('h1')].filter(head => head.checkVisibility()).length]""")
        expect(facts == ["en", 0, 1, 1], f"{page}: language, pictures without alt, mains and first headings that show are {facts}")
    gallery.open()
    expect(gallery.js("return count.getAttribute('aria-live')") == "polite", "counts are not told")


def check_focus_order(gallery):
    gallery.open()
    seen = []
    for _ in range(40):
        gallery.press("TAB")
        seen.append(gallery.js("""const element = document.activeElement, { top, left, bottom, width } = element.getBoundingClientRect();
            const style = getComputedStyle(element);
            return [element.id || element.className || element.tagName, top + scrollY, left, width > 0,
                element.matches(':focus-visible') && style.outlineStyle !== 'none', element.getAttribute('aria-label')]"""))
        if seen[-1][0].startswith("BODY"):
            break
    names = [entry[0].split()[0] for entry in seen]
    expect(names[:5] == ["skip", "name", "search", "filters", "starred"], f"the keyboard begins with {names[:8]}")
    labels = [entry[5] for entry in seen]
    for label in ("Photo frame", "Previous picture"):
        expect(label in labels, f"the keyboard never comes to {label}: {names}")
    for entry in seen:
        expect(entry[3] and entry[4], f"the focus is not seen on {entry[0]}")
    expect(len({(entry[1], entry[2]) for entry in seen}) == len(seen), "the keyboard comes twice to one place")
    bar = [entry[2] for entry in seen[1:8]]
    expect(bar == sorted(bar), f"the bar is not gone through from left to right: {bar}")


# What the rules of axe-core find wrong: the rule, and where.
RULES = """return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`))"""


def axe():
    """A package of PyPI carries it: see Tests/run."""
    return (pathlib.Path(os.environ["APOD_CLIENTS"]) / "axe_playwright_python/axe.min.js").read_text()


def expect_accessible(gallery, state):
    gallery.tell("Runtime.evaluate", expression=axe())
    found = gallery.js(RULES)
    expect(not found, f"{state}: {found}")


def check_axe(gallery):
    """In every state and both schemes."""
    for dark in (True, False):
        gallery.window(1366, 768, dark)
        for page in pages(gallery):
            expect_accessible(gallery, f"{page} ({'dark' if dark else 'light'})")

"""What comes out of a printer."""
import base64
import re
import subprocess

from gallery import expect


def printed(gallery, name):
    pdf = base64.b64decode(gallery.tell("Page.printToPDF", printBackground=False)["data"])
    path = gallery.path_to_keep(f"{name}.pdf")
    path.write_bytes(pdf)
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    return [page for page in text.split("\f") if page.strip()]


def flat(text):
    return re.sub(r"\s+", " ", text)


def check_print_a_day(gallery):
    gallery.open()
    day = gallery.js("return document.querySelector('.today').dataset.day")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open && lookedAt()?.naturalWidth > 0")
    facts = gallery.js("return find(current)")
    pages = printed(gallery, "day")
    expect(len(pages) == 1, f"a day takes {len(pages)} pages")
    text = flat(pages[0])
    # What marks a link that leads out stands among the words.
    words = set(text.replace("↗", " ").split())
    for wanted in (facts["t"], facts["x"], facts.get("c", "")):
        missing = [word for word in flat(wanted).split() if word not in words and word.strip(".,") not in words]
        expect(not missing, f"{missing} are not printed: {text[:300]}")
    for unwanted in ("Copy the link", "More like this", "NASA’s page", "This week"):
        expect(unwanted not in text, f"{unwanted} is printed")


def check_print_a_month(gallery):
    gallery.open(gallery.newest_month)
    titles = gallery.js("return [...document.querySelectorAll('h2 a')].map(a => a.textContent)")
    pages = printed(gallery, "month")
    text = flat(" ".join(pages))
    for unwanted in ("All years", "In the gallery"):
        expect(unwanted not in text, f"{unwanted} is printed")
    # No heading stands alone at a page's end: something of its story follows on the same page.
    for page in pages:
        lines = [line for line in page.split("\n") if line.strip()]
        last = flat(" ".join(lines[-2:])).strip()
        expect(not any(last.endswith(title[-25:]) for title in titles if len(title) > 8), f"a page ends with {last!r}")

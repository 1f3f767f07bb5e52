"""The gallery of a full mirror: what its pages cost to write, and how soon a browser has them."""
import gzip
import json
import math
from pathlib import Path

from table import Row, Samples
from trace import Trace, longest_task

PACKAGES = ["chromium", "chromium-driver", "python3-selenium"]
# NASA's own days, where they are at hand.
ARCHIVE = Path("../shared/data/apod-archive.json.gz")


def real_tree(bench):
    """A mirror of NASA's own days; the sample's where they are not at hand."""
    archive = bench.root / ARCHIVE
    if bench.is_smoke or not archive.exists():
        return bench.full_tree()[0]
    root = bench.work / "real"
    if "real" in bench.trees:
        return root
    bench.trees["real"] = root
    plain = bench.work / "archive.json"
    plain.write_bytes(gzip.decompress(archive.read_bytes()))
    base = bench.serve("--archive", plain, "--small")
    # A source that has nothing for all the days since would be taken for a broken one.
    bench.run(bench.binary, "sync", "--quiet", "--create", "--mirror", root, "--history", "all", "--min-free-bytes", 0,
              "--until", newest(plain), "--source", bench.source(base), accepts=(0, 69))
    return root


def newest(archive):
    return max(day["date"] for day in json.loads(archive.read_text()))


def measure(bench):
    bench.packages(*PACKAGES)
    root = real_tree(bench)
    yield from written(bench, root)
    yield from looked_at(bench, root)
    yield from lists_looked_at(bench, root)


def written(bench, root):
    """All pages, then those of one day that changes: what the command costs without pages is taken off."""
    plain = ["--mirror", root, "--quiet", "--thumbnails", "false"]
    month = sorted(root.glob("2*/2*-*"))[-3]
    # A favorite cannot be hidden.
    favorites = {path.name[:10] for path in (root / "favorites").glob("2*")}
    days = sorted({path.name[:10] for path in month.glob("*.jpg")} - favorites)

    def changed(number):
        day = days[number % len(days)]
        bench.run(bench.binary, "hide", day, *plain)
        without = bench.cpu(bench.binary, "unhide", day, *plain, "--gallery", "false")
        bench.run(bench.binary, "hide", day, *plain)
        return (bench.cpu(bench.binary, "unhide", day, *plain) - without) * 1000

    whole, peer, day = bench.interleaved(
        lambda _: bench.cpu(bench.binary, "gallery", *plain),
        lambda _: bench.cpu("sh", "-c", f"find '{root}' -name '*.json' -path '*/metadata/*' -exec cat {{}} +"), changed)
    yield Row("gallery", "all pages and data, CPU", whole, "s", "cat of all metadata", peer, 3)
    yield Row("gallery", "a day that came back: its pages, and who is like it, CPU", day, "ms", limit=150)


FIRST_PICTURE = """
document.addEventListener("load", ({target}) => {
    if (target.tagName === "IMG") requestAnimationFrame(() => setTimeout(() => window.first ??= performance.now()));
}, true);
"""


def looked_at(bench, root):
    from gallery import Chromium, Gallery

    first, search, heap = [], [], []
    for _ in range(bench.runs):
        with Chromium() as chromium:
            gallery = Gallery(root, chromium)
            gallery.before_loading(FIRST_PICTURE)
            gallery.open()
            first.append(gallery.eventually("the first picture", "return window.first"))
            # It may be there before the scripts are.
            gallery.eventually("the scripts", "return typeof about === 'object'")
            gallery.days()
            heap.append(used(gallery))
            for words in ("andromeda", "dark nebula", "the", "light-years away", "zzz"):
                search.append(gallery.js(SEARCH, words))
    for page, words, limit in (("index.html", "the first page with its scripts", 300), ("sky.html", "the map of the sky", 700)):
        size = (root / page).stat().st_size / 1000
        yield Row("gallery", words, Samples([size]), "kB", limit=limit)
    yield Row("gallery", "Chromium, from disk: the first picture", Samples(first), "ms", limit=300)
    yield Row("gallery", "a search over all years", Samples(search), "ms", limit=100)
    yield Row("gallery", "JavaScript's heap with all years loaded", Samples(heap), "MB", limit=60)


def lists_looked_at(bench, root):
    from gallery import Chromium, Gallery

    things, longest = [], []
    for _ in range(bench.runs):
        with Chromium() as chromium:
            gallery = Gallery(root, chromium)
            things.append(first_paint(gallery, "objects.html"))
            longest.append(longest_frame(gallery))
    yield Row("gallery", "the first paint of objects.html", Samples(things), "ms", limit=300)
    yield Row("gallery", "the map of the sky moved and zoomed, the longest frame", Samples(longest), "ms", limit=50)


def first_paint(gallery, page):
    gallery.open(page)
    return gallery.eventually("a first paint", "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")


def longest_frame(gallery):
    """Of the map, by a trace, with real events of a mouse: zoomed in by its wheel, moved about, zoomed out."""
    gallery.open("sky.html")
    gallery.eventually("the map at rest", "return map.querySelector('.labels text')")
    x, y = gallery.js("const { left, top, width, height } = map.getBoundingClientRect(); return [left + width / 2, top + height / 2]")
    trace = Trace(gallery.browser)

    def mouse(kind, x, y, **more):
        gallery.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    for _ in range(2):
        for _ in range(20):
            mouse("mouseWheel", x, y, deltaX=0, deltaY=-100)
        mouse("mousePressed", x, y, button="left", clickCount=1)
        for step in range(100):
            mouse("mouseMoved", x + 200 * math.sin(step / 10), y + 100 * math.sin(step / 7), button="left", buttons=1)
        mouse("mouseReleased", x, y, button="left", clickCount=1)
        for _ in range(20):
            mouse("mouseWheel", x, y, deltaX=0, deltaY=100)
    return longest_task(trace.end())


SEARCH = """
const field = document.getElementById("search");
const began = performance.now();
field.value = arguments[0];
field.dispatchEvent(new Event("input", {bubbles: true}));
return new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began))));
"""


def used(gallery):
    gallery.tell("HeapProfiler.collectGarbage")
    gallery.tell("Performance.enable")
    metrics = gallery.tell("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize") / 1e6

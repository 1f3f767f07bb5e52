"""The gallery of a full mirror: what its pages cost to write, and how soon a browser has them.

bench-gallery.py BINARY ROOT RUNS
"""

import os
import resource
from statistics import median
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "browser"))


def cpu(*command):
    """Seconds of CPU that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def written(binary, root, runs):
    """All pages, then those of one day that changes: what the command costs without pages is taken off."""
    whole, day, peer = [], [], []
    plain = ["--mirror", root, "--quiet", "--thumbnails", "false"]
    days = sorted(name[:10] for name in os.listdir(root + "/2019/2019-03") if name.endswith(".jpg"))
    for run in range(runs):
        whole.append(cpu(binary, "gallery", *plain))
        peer.append(cpu("sh", "-c", f"find '{root}' -name '*.json' -path '*/metadata/*' -exec cat {{}} +"))
        subprocess.run([binary, "hide", days[run], *plain], check=True)
        without = cpu(binary, "unhide", days[run], *plain, "--gallery", "false")
        subprocess.run([binary, "hide", days[run], *plain], check=True)
        day.append(cpu(binary, "unhide", days[run], *plain) - without)
    size = subprocess.run(["du", "-cb", *(f"{root}/{year}/gallery.js" for year in os.listdir(root) if year.isdigit())],
                          capture_output=True, text=True, check=True).stdout.split("\n")[-2].split()[0]
    print(f"All pages and {int(size) / 1e6:.0f} MB of data: {median(whole):.2f} s of CPU; "
          f"cat of all metadata {median(peer):.2f} s: ratio {median(whole) / median(peer):.1f}; median of {runs}")
    print(f"The pages of a day that changed: {median(day) * 1000:.0f} ms of CPU, median of {runs}")


FIRST_PICTURE = """
document.addEventListener("load", ({target}) => {
    if (target.tagName === "IMG") requestAnimationFrame(() => setTimeout(() => window.first ??= performance.now()));
}, true);
"""


def looked_at(root, runs):
    from gallery import Gallery

    first, search, heap, full = [], [], [], []
    for _ in range(runs):
        with Gallery(root) as gallery:
            gallery.before_loading(FIRST_PICTURE)
            gallery.open()
            first.append(gallery.eventually("the first picture", "return window.first"))
            heap.append(used(gallery))
            gallery.days()
            full.append(used(gallery))
            for words in ("andromeda", "dark nebula", "the", "light-years away", "zzz"):
                search.append(gallery.js(SEARCH, words))
    print(f"In Chromium, from disk: the first picture after {median(first):.0f} ms, {median(heap):.1f} MB of JavaScript; "
          f"{median(full):.1f} MB with all years loaded; a search over them {median(search):.0f} ms, at most {max(search):.0f} ms")


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


binary, root, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
written(binary, root, runs)
looked_at(root, runs)

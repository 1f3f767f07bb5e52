"""Which days are shown as like each other: how often they are what their authors linked, and what finding them costs."""
import gzip
import json
import re

import gallery_pages
from table import Row, Samples

# Half of the links that authors placed; they are used for nothing but this.
LINKS = gallery_pages.ARCHIVE.with_name("story-links.json.gz")


def measure(bench):
    root = gallery_pages.real_tree(bench)
    own = root / ".apod-mirror"
    plain = ["--mirror", root, "--quiet", "--thumbnails", "false"]
    bench.run(bench.binary, "gallery", *plain)

    def anew(_):
        without = bench.cpu(bench.binary, "gallery", *plain)
        for name in ("similar", "words"):
            (own / name).unlink(missing_ok=True)
        return bench.cpu(bench.binary, "gallery", *plain) - without

    [whole] = bench.interleaved(anew)
    yield Row("similar", "all days with all, CPU besides their pages", whole, "s", limit=5)
    for name in ("similar", "words"):
        (own / name).unlink(missing_ok=True)
    yield Row("similar", "the whole command at its peak", Samples([bench.peak(bench.binary, "gallery", *plain)]), "MB",
              limit=150)
    links = bench.root / LINKS
    if not bench.is_smoke and links.exists():
        yield Row("similar", "days that show none that their authors linked", Samples([100 - share(root, links)]), "%",
                  limit=55)


def share(root, links):
    shown = {}
    for script in root.glob("[12]*/gallery.js"):
        for line in script.read_text().splitlines()[1:]:
            if found := re.match(r'\{"d":"([\d-]+)".*?"n":\[([^]]*)\]', line):
                shown[found[1]] = set(json.loads(f"[{found[2]}]"))
    linked = json.loads(gzip.decompress(links.read_bytes()))
    return 100 * sum(bool(shown.get(day, set()) & set(targets)) for day, targets in linked.items()) / len(linked)

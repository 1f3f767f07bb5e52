"""How much is held at the most, whatever there is to fetch, to repair or to export."""
import os
import shutil

from table import Row, Samples


def measure(bench):
    for days in (250, 1_000):
        count = bench.size(days)
        source = bench.source(bench.serve("--days", count, "--size", 350_000))
        mirror = bench.folder("memory") / "mirror"
        peak = bench.peak(bench.binary, "sync", "--quiet", "--create", "--mirror", mirror, "--history", count,
                          "--source", source)
        yield Row("memory", f"a sync of {count:,} days of 350 kB, at the peak", Samples([peak]), "MB", limit=40)
    peak = bench.peak(bench.binary, "export", bench.work / "memory/out", "--mirror", mirror)
    yield Row("memory", f"an export of {count:,} days, at the peak", Samples([peak]), "MB", limit=40)
    other = bench.work / "memory/other"
    shutil.copytree(mirror, other, symlinks=True)
    pictures = sorted(mirror.glob("2*/2*/*.jpg"))
    for picture in pictures[::2]:
        picture.unlink()
    peak = bench.peak(bench.binary, "verify", "--repair", "--offline", "--from", other, "--mirror", mirror)
    yield Row("memory", f"a repair of {len(pictures[::2]):,} days from another mirror, at the peak", Samples([peak]), "MB",
              limit=40)
    old = bench.work / "memory/old"
    (old / "records").mkdir(parents=True)
    for path in [*other.glob("2*/2*/*.jpg"), *other.glob("2*/2*/metadata/published/*.json")]:
        os.link(path, old / ("records" if path.suffix == ".json" else "") / path.name)
    new = bench.work / "memory/new"
    bench.run(bench.binary, "sync", "--quiet", "--create", "--mirror", new, "--history", 1, "--source", source)
    peak = bench.peak(bench.binary, "import", "--quiet", "--unchecked", old, "--mirror", new)
    yield Row("memory", f"an import of {count:,} days, at the peak", Samples([peak]), "MB", limit=40)
    bench.folder("memory")

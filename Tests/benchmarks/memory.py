"""How much a sync holds at the most, whatever there is to fetch."""
from table import Row, Samples


def measure(bench):
    for days in (250, 1_000):
        count = bench.size(days)
        source = bench.source(bench.serve("--days", count, "--size", 350_000))
        peak = bench.peak(bench.binary, "sync", "--quiet", "--create", "--mirror", bench.folder("memory"),
                          "--history", count, "--source", source)
        yield Row("memory", f"a sync of {count:,} days of 350 kB, at the peak", Samples([peak]), "MB", limit=40)
    bench.folder("memory")

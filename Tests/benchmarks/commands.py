"""What a person waits for who asks a full mirror something."""
from bench import seconds
from idle import choose
from table import Row, Samples

DROP = "/proc/sys/vm/drop_caches"


def measure(bench):
    root, source = bench.full_tree()
    count = bench.size(3_000)
    choose(root, count)
    bench.run(bench.binary, "sync", "--quiet", "--mirror", root, "--source", source)
    newest = max(path.name for path in root.glob("2*/2*/metadata/*.json"))[:10]

    def way(*words):
        return lambda _: seconds(lambda: bench.run(bench.binary, *words, "--mirror", root, accepts=(0, 1, 3)))

    grep = ["grep", "-rlis", "--include=*.json", "orion", root]
    search, peer, show, status, favorites = bench.interleaved(
        way("search", "orion"), lambda _: seconds(lambda: bench.run(*grep)), way("show", newest), way("status"),
        way("favorites"))
    what = f"over {bench.size(11_387):,} days"
    yield Row("commands", f"search {what}", search, "s", "grep -ri of the JSON", peer, 0.3)
    cold = []
    for _ in range(min(3, bench.runs)):
        if not forget():
            break
        cold.append(way("search", "orion")(0))
    if cold:
        yield Row("commands", "the same, nothing of it in the cache", Samples(cold), "s")
    yield Row("commands", "show", show, "s", limit=0.1)
    yield Row("commands", "status", status, "s", limit=0.1)
    yield Row("commands", f"favorites, {count:,} of them", favorites, "s", limit=0.1)
    sums, = bench.interleaved(lambda _: bench.cpu(bench.binary, "sum", "--mirror", root))
    yield Row("commands", "sum, CPU", sums, "s", limit=0.3)
    choose(root, 0)


def forget():
    """The system's cache; only root may."""
    try:
        with open(DROP, "w") as file:
            file.write("3")
        return True
    except OSError:
        return False

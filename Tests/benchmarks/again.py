"""A full tree in which nothing is new."""
from table import Row


def measure(bench):
    root, source = bench.full_tree()
    ours = [bench.binary, "sync", "--quiet", "--mirror", root, "--source", source]
    alone, peer = bench.interleaved(lambda _: bench.cpu(*ours), lambda _: bench.cpu("ls", "-R", root))
    yield Row("again", f"a sync with nothing new, {bench.size(11_387):,} days, CPU", alone, "s", "ls -R", peer, 0.06)

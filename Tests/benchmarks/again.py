"""Trees in which nothing is new."""
from table import Row


def measure(bench):
    def again(root, source, days):
        ours = [bench.binary, "sync", "--quiet", "--mirror", root, "--source", source]
        alone, peer = bench.interleaved(lambda _: bench.cpu(*ours), lambda _: bench.cpu("ls", "-R", root))
        return Row("again", f"a sync with nothing new, {days}, CPU", alone, "s", "ls -R", peer, 0.30)

    yield from bench.grown(again)

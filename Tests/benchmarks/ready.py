"""From exec to READY=1 over a full tree."""
from bench import seconds
from daemon import Daemon
from table import Row


def measure(bench):
    root, source = bench.full_tree()

    def start(_):
        daemon = Daemon(bench, root, source)
        daemon.end()
        return daemon.milliseconds

    ours, peer = bench.interleaved(start, lambda _: seconds(lambda: bench.run("ls", "-R", root)) * 1000)
    yield Row("ready", f"from exec to READY=1 over {bench.size(11_387):,} days", ours, "ms", "ls -R", peer, 2.0, True)

"""From exec to READY=1 over a full tree."""
from bench import seconds
from daemon import Daemon
from table import Row


def measure(bench):
    def ready(root, source, days):
        def start(_):
            daemon = Daemon(bench, root, source)
            daemon.end()
            return daemon.milliseconds

        ours, peer = bench.interleaved(start, lambda _: seconds(lambda: bench.run("ls", "-R", root)) * 1000)
        return Row("ready", f"from exec to READY=1 over {days}", ours, "ms", "ls -R", peer, 120)

    yield from bench.grown(ready)

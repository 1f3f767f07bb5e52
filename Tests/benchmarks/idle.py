"""A daemon over a full tree with a hundred favorites, while nothing happens, and after 500 syncs."""
import glob
import os
import re
import shutil
import subprocess
import time

from daemon import Daemon
from table import Row, Samples


def choose(root, count):
    """Makes so many of the newest pictures favorites, and no others."""
    for path in "favorites", ".apod-mirror/vault":
        shutil.rmtree(root / path, ignore_errors=True)
    for path in "favorites.json", ".apod-mirror/favorites.json":
        (root / path).unlink(missing_ok=True)
    (root / "favorites").mkdir()
    for path in sorted(glob.glob("2*/2*-*/*.jpg", root_dir=root), reverse=True)[:count]:
        (root / "favorites" / os.path.basename(path)).symlink_to("../" + path)


def measure(bench):
    bench.packages("strace")
    root, source = bench.full_tree()
    choose(root, 100)
    daemon = Daemon(bench, root, source)
    try:
        daemon.until_next_look()
        # What came of the start settles: connections are closed, threads end.
        time.sleep(20)
        minutes = bench.minutes
        calls = calls_in(minutes, daemon, bench.work / "idle.trace")
        pings = calls.get("sendto", 0)
        others = sum(calls.values()) - pings
        yield Row("idle", f"system calls in {minutes:g} minutes, but for those of a ping", Samples([others]), "",
                  limit=10 * pings)
        yield from held("fresh", daemon, 4.5)
        for _ in range(bench.size(500)):
            daemon.sync()
        daemon.until_next_look()
        time.sleep(5)
        yield from held(f"after {bench.size(500)} syncs", daemon, 6)
    finally:
        daemon.end()
        choose(root, 0)


def calls_in(minutes, daemon, trace):
    words = ["timeout", "--signal=INT", str(int(minutes * 60)), "strace", "-f", "-c", "-o", str(trace)]
    subprocess.run(words + ["-p", str(daemon.process.pid)], stderr=subprocess.DEVNULL)
    rows = re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$", trace.read_text(), re.MULTILINE)
    return {name: int(count) for count, name in rows if name != "total"}


def held(when, daemon, limit):
    anonymous, resident = daemon.held()
    yield Row("idle", f"RssAnon {when}, 100 favorites", Samples([anonymous]), "MB", limit=limit)
    yield Row("idle", f"RSS {when}", Samples([resident]), "MB", limit=16)

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
        daemon.until_next_sync()
        # What came of the start settles: connections are closed, threads end.
        time.sleep(bench.pause(20))
        pings, others = calls_in(bench.minutes, daemon, bench.work / "idle.trace")
        yield Row("idle", f"system calls in {bench.minutes:g} minutes, but for {pings} pings", Samples([others]), "",
                  limit=0)
        yield from held("fresh", daemon, 8)
        with bench.watched():
            for _ in range(bench.size(500)):
                daemon.sync()
            daemon.until_next_sync()
        time.sleep(bench.pause(5))
        yield from held(f"after {bench.size(500)} syncs", daemon, 6)
    finally:
        daemon.end()
        choose(root, 0)


def calls_in(minutes, daemon, trace):
    """How often it told the service manager that it lives, and the calls it made but for the second around each."""
    words = ["timeout", "--signal=INT", str(int(minutes * 60)), "strace", "-f", "-ttt", "-o", str(trace)]
    subprocess.run(words + ["-p", str(daemon.process.pid)], stderr=subprocess.DEVNULL)
    made = [(float(time), call) for time, call in
            re.findall(r"^\d+ +([\d.]+) (\w+)\(", trace.read_text(), re.MULTILINE)]
    pings = [time for time, call in made if call == "sendto"]
    # Those that slept when strace came are told as such.
    first = made[0][0] if made else 0
    return len(pings), sum(1 for time, _ in made if time > first + 1 and all(abs(time - ping) > 1 for ping in pings))


def held(when, daemon, limit):
    anonymous, resident = daemon.held()
    yield Row("idle", f"RssAnon {when}, 100 favorites", Samples([anonymous]), "MB", limit=limit)
    yield Row("idle", f"RSS {when}", Samples([resident]), "MB", limit=24)
    _, watch = daemon.held_by_watch()
    yield Row("idle", f"RSS {when}, with the watch", Samples([resident + watch]), "MB", limit=26)

"""What waits for the disk: how many flushes there are of a drop, of a removal, of a day's commit and of a start, how many
of them come one after another, and how long all of it takes where each takes 100 ms.

A flush is one deeper than the deepest of those that had ended when it began. A drop is durable when the flush of the
marker has returned. Pages and thumbnails are no part of it: nobody waits for them, and they can be made again.
"""
import re
import time

from bench import Failed
from daemon import Daemon
from favorites import until
from idle import choose
from table import Row, Samples

MARKER = "/favorites/.apod-mirror"
PAGES = re.compile(r"/incoming/((index\.html|gallery\.js|looks|scripts|.*\.xml|.*\.css)\.new|thumbnail )")


def measure(bench):
    root, source = bench.tree(100)
    # Slow enough for those that are side by side to be seen to be so.
    yield from counted(bench, root, source, Flushes(bench, 30))
    yield from timed(bench, root, source, Flushes(bench, 100))
    choose(root, 0)


def counted(bench, root, source, flushes):
    choose(root, 0)
    daemon = flushes.daemon(bench, root, source)
    try:
        first = flushes.rest()
        # The newest day is none of the favorites: it is to come.
        for number in range(1, 11):
            drop(root, number)
        flushes.rest()
        link = drop(root, 11)
        dropped = flushes.rest()
        link.unlink()
        removed = flushes.rest()
        forget(root, newest(root))
        daemon.sync()
        committed = flushes.rest()
    finally:
        daemon.end()
    durable = dropped[: 1 + max(number for number, flush in enumerate(dropped) if flush.path.endswith(MARKER))]
    yield from rows("a drop", dropped, 6)
    yield Row("flushes", "until it is durable, one after another", Samples([depth(durable)]), "", limit=3)
    yield from rows("a removal", removed, 6)
    yield from rows("a day's commit", committed, 10)
    yield from rows("a start, and its first sync", first, 16)


def rows(what, flushes, limit):
    yield Row("flushes", f"of {what}", Samples([len(flushes)]), "")
    yield Row("flushes", "one after another", Samples([depth(flushes)]), "", limit=limit)


def timed(bench, root, source, flushes):
    single, following, many, commits, ends = [], [], [], [], []
    for _ in range(bench.runs):
        choose(root, 0)
        daemon = flushes.daemon(bench, root, source)
        try:
            flushes.rest()
            forget(root, newest(root))
            flushes.clear()
            daemon.sync()
            committed = time.monotonic_ns()
            commits.append((committed - flushes.made()[0].began) / 1e9)
            flushes.rest()
            # With the first favorite of all the vault comes into being, too.
            flushes.after(lambda: drop(root, 1))
            single.append(flushes.after(lambda: drop(root, 2)))
            drop(root, 3)
            flushes.wait_for_marker()
            following.append(flushes.after(lambda: drop(root, 4)))
            many.append(flushes.after(lambda: [drop(root, number) for number in range(5, 105)]))
            for number in range(105, 205):
                drop(root, number)
            time.sleep(0.2)
            began = time.monotonic()
            daemon.process.terminate()
            daemon.process.wait()
            ends.append(time.monotonic() - began)
        finally:
            daemon.end()
    slow = "with 100 ms for each"
    yield Row("flushes", f"{slow}: a drop, durable", Samples(single), "s", limit=0.4)
    yield Row("flushes", "another, as soon as the first is", Samples(following), "s", limit=0.5)
    yield Row("flushes", "100 drops at once, durable after the last", Samples(many), "s", limit=2)
    yield Row("flushes", "SIGTERM in the midst of 100 drops", Samples(ends), "s", limit=2)
    yield Row("flushes", "a day's commit", Samples(commits), "s", limit=1.2)


class Flush:
    def __init__(self, line):
        began, ended, self.path = line.split(" ", 2)
        self.began, self.ended = int(began), int(ended)


class Flushes:
    """Those of a daemon, as each ends."""

    def __init__(self, bench, milliseconds):
        self.log = bench.work / "flushes.log"
        self.more = {"LD_PRELOAD": bench.compiled("flushes", "-shared", "-fPIC"), "FLUSH_LOG": self.log,
                     "FLUSH_MS": milliseconds}
        self.clear()

    def daemon(self, bench, root, source):
        self.clear()
        daemon = Daemon(bench, root, source, **self.more)
        daemon.until_next_sync()
        return daemon

    def clear(self):
        self.log.write_text("")

    def made(self):
        found = [Flush(line) for line in self.log.read_text().splitlines()]
        return sorted((flush for flush in found if not PAGES.search(flush.path)), key=lambda flush: flush.ended)

    def rest(self, seconds=4):
        """Those that were made until none came for a while; a removal takes two seconds to be believed."""
        size, since = -1, time.monotonic()
        while time.monotonic() < since + seconds:
            time.sleep(0.05)
            now = self.log.stat().st_size
            if now != size:
                size, since = now, time.monotonic()
        made = self.made()
        self.clear()
        return made

    def wait_for_marker(self):
        until("the marker", lambda: any(flush.path.endswith(MARKER) for flush in self.made()))

    def after(self, act):
        """Seconds from the end of an act until the last flush of the marker that came of it."""
        self.clear()
        act()
        done = time.monotonic_ns()
        ends = [flush.ended for flush in self.rest() if flush.path.endswith(MARKER)]
        if not ends:
            raise Failed("a drop was not recorded")
        return (ends[-1] - done) / 1e9


def depth(flushes):
    depths = []
    for flush in flushes:
        before = [deep for other, deep in depths if other.ended <= flush.began]
        depths.append((flush, 1 + max(before, default=0)))
    return max((deep for _, deep in depths), default=0)


def pictures(root):
    return sorted(root.glob("2*/2*-*/*.jpg"), reverse=True)


def newest(root):
    return pictures(root)[0]


def drop(root, number):
    """A link to one of the newest pictures; there may be fewer of them than links."""
    found = pictures(root)
    link = root / "favorites" / f"{number} {found[number % len(found)].name}"
    link.symlink_to(found[number % len(found)])
    return link


def forget(root, picture):
    """As if the day had not come yet."""
    (picture.parent / "metadata" / f"{picture.name[:10]}.json").unlink()
    picture.unlink()

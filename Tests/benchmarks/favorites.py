"""What favorites cost, with 100, 3,000 and 10,000 of them, in a mirror of more days than that.

In every round the favorites of the mirror are thrown away and others are made, a keeper is started and left to settle,
and links to days that are no favorites yet are dropped one by one, each when the keeper has come to rest after the one
before. A round begins with as many favorites fewer than its number as it ends with more. Every drop is of a day that the
vault has not seen.

Measured is the time from the return of symlink(2) until the keeper writes into the marker: it does so when the flush of
the folder that holds favorites.json has returned, so this is the moment when the new favorites.json is durable, name
and all, and not only to be seen. After each drop the same disk is measured by itself: a flush of a folder with a new
link, one of a folder with a new hard link, and a file as long as favorites.json written, flushed, renamed, and its
folder flushed. CPU is that of all the keeper's threads until it rests again; system calls are counted by strace over
drops of their own.

inotifywait in a shell loop writes the same file the same way, for every tenth as many links.

Then links to 10,000 days are made at once, and 1,000 albums are made and moved out one by one. At last 5,000 files that are
no pictures of the mirror are copied in, one after another, and then as many as make 50,000.
"""
import glob
import hashlib
import json
import math
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from bench import Failed
from events import CLOSE_WRITE, MODIFY, MOVED_TO, Watch
from table import Row, Samples


def measure(bench):
    bench.packages("inotify-tools", "strace")
    root, _ = bench.full_tree()
    place = Place(bench, str(root))
    try:
        for number in (100, 3_000, 10_000):
            count = bench.size(number)
            drops, rounds = (1_000, 10) if number < 1_000 else (200, 2) if number < 10_000 else (100, 1)
            if bench.is_smoke:
                drops, rounds = 4, 1
            with bench.watched():
                figures = place.measured(count, drops, rounds)
            peer = place.peer(drops)
            yield from rows(f"{count:,}", number, figures, peer)
        links = bench.size(10_000)
        for days in (40, links):
            # Without a journal ext4 looks at every file that was deleted in the last minute before it makes one.
            time.sleep(bench.pause(70))
            with bench.watched():
                took, cpu = place.flood(links, days)
            yield Row("favorites", f"{links:,} links at once, to {days:,} days: after the last", Samples([took]), "s",
                      limit=0.6 if days == 40 else None)
            yield Row("favorites", "their CPU until rest", Samples([cpu]), "s")
        albums = bench.size(1_000)
        with bench.watched():
            new, leaving = place.albums(albums)
        yield Row("favorites", f"one more album among {albums:,}, CPU", Samples([new]), "ms")
        yield Row("favorites", f"{albums:,} albums moved out one by one, CPU", Samples([leaving]), "s", limit=1)
        copied, foreign = bench.size(5_000), bench.size(50_000)
        with bench.watched():
            share, scan = place.foreign(copied, foreign)
        yield Row("favorites", f"{copied:,} files copied in, of a core", Samples([share]), "%", limit=30)
        yield Row("favorites", f"a look at {foreign:,} such files, CPU", Samples([scan]), "s", limit=0.5)
    finally:
        place.end()


def rows(count, number, figures, peer):
    """3,000 favorites are promised; how it is with 10,000 is only told."""
    def promised(limit, of=None):
        return limit if number < 10_000 and of in (None, number) else None

    durable, disk = milliseconds(figures.durable), milliseconds(figures.floors)
    yield Row("favorites", f"{count} favorites: one drop, durable", durable, "ms", "inotifywait in a shell loop",
              milliseconds(peer))
    yield Row("favorites", "above the disk alone", Samples([durable.median - disk.median]), "ms",
              limit=promised(5, of=100) or promised(20, of=3_000))
    last = sorted(durable.values)[math.ceil(0.99 * len(durable.values)) - 1]
    yield Row("favorites", "its 99th percentile", Samples([last]), "ms")
    yield Row("favorites", "its CPU", milliseconds(figures.cpu), "ms", limit=promised(40))
    yield Row("favorites", "its system calls", Samples([figures.calls]), "")
    yield Row("favorites", "a removal, settled after", Samples([figures.removed_after]), "s", limit=promised(2.1))
    yield Row("favorites", "its CPU", Samples([figures.removal_cpu]), "ms", limit=promised(60))
    yield Row("favorites", "RssAnon at rest", Samples([figures.anonymous]), "MB", limit=promised(24))


def milliseconds(nanoseconds):
    return Samples([value / 1e6 for value in nanoseconds])


class Place:
    """A mirror whose favorites are thrown away and made anew."""

    def __init__(self, bench, root):
        self.bench, self.root = bench, root
        self.trash = tempfile.mkdtemp(prefix="favorites.", dir=os.path.dirname(root))

    def end(self):
        self.reset()
        shutil.rmtree(self.trash)

    def pictures(self):
        """Every day's picture, by its path from the root."""
        names = sorted(glob.glob(self.root + "/[0-9]*/[0-9]*/[0-9]*.*"))
        found = {os.path.basename(name)[:10]: name for name in names}
        return [os.path.relpath(name, self.root) for _, name in sorted(found.items())]

    def reset(self):
        """Favorites as in a new mirror. The former ones go at the end: ext4 is slow to make files right after others of
        the neighbourhood were deleted."""
        aside = tempfile.mkdtemp(dir=self.trash)
        paths = ["favorites", "favorites.json", ".apod-mirror/vault", ".apod-mirror/favorites.json"]
        for number, path in enumerate(paths):
            if os.path.lexists(f"{self.root}/{path}"):
                os.rename(f"{self.root}/{path}", f"{aside}/{number}")
        os.mkdir(self.root + "/favorites")

    def settle(self, pid, count):
        """Until the folder is trusted and has that many favorites."""
        limit = time.monotonic() + 120
        while time.monotonic() < limit:
            time.sleep(0.2)
            try:
                bytes = open(self.root + "/favorites.json", "rb").read()
                marker = open(self.root + "/favorites/.apod-mirror").read().strip()
                kept = json.load(open(self.root + "/.apod-mirror/favorites.json"))["sha256"]
            except (OSError, KeyError, ValueError):
                continue
            sum = hashlib.sha256(bytes).hexdigest()
            if marker == kept == sum and len(json.loads(bytes)["favorites"]) == count:
                return rest(pid)
        said = open(os.path.dirname(self.root) + "/keeper.log").read()
        raise Failed(f"the keeper did not settle with {count} favorites. {said}")

    def start(self):
        log = open(os.path.dirname(self.root) + "/keeper.log", "w")
        words = [self.bench.binary, "favorites", "watch", "--quiet", "--mirror", self.root]
        words += ["--source", "apod-basic=http://127.0.0.1:9/"]
        return subprocess.Popen(words, env=self.bench.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def link_to(self, picture):
        return f"{self.root}/favorites/{os.path.basename(picture)}"

    def drop(self, picture):
        # Absolute, as file managers make it.
        os.symlink(f"{self.root}/{picture}", self.link_to(picture))

    def marked(self, watch):
        """When favorites.json could be seen, and when it was durable."""
        return watch.wait((self.root, "favorites.json", MOVED_TO), (self.root + "/favorites", ".apod-mirror", MODIFY))

    def measured(self, favorites, drops, rounds):
        figures = Figures()
        floor = Floor(os.path.dirname(self.root) + "/floor")
        each = drops // rounds
        first = favorites - each // 2
        days = self.pictures()
        if len(days) < rounds * each + first + 10:
            raise Failed(f"{self.root} has only {len(days)} days")
        for number in range(rounds):
            # The days of another round have their tags already, but no day of one round is dropped in another.
            used = days[number * each :][: each]
            traced = days[-self.bench.size(10) :]
            others = [day for day in days[: -len(traced)] if day not in set(used)][:first]
            self.reset()
            for picture in others:
                os.symlink("../" + picture, self.link_to(picture))
            keeper = self.start()
            try:
                self.settle(keeper.pid, first)
                # Thousands of new favorites get copies of their own in the vault for half a minute after that.
                rest(keeper.pid, self.bench.pause(3))
                watch = Watch({self.root: MOVED_TO, self.root + "/favorites": MODIFY})
                for picture in used:
                    watch.drain()
                    before = busy(keeper.pid)
                    self.drop(picture)
                    dropped = time.monotonic_ns()
                    times = self.marked(watch)
                    figures.visible.append(times[0] - dropped)
                    figures.durable.append(times[1] - dropped)
                    rest(keeper.pid)
                    figures.cpu.append(busy(keeper.pid) - before)
                    figures.floors.append(floor.measure(open(self.root + "/favorites.json", "rb").read()))
                if os.readlink(self.link_to(used[-1])) != "../" + used[-1]:
                    raise Failed(f"{self.link_to(used[-1])} was not tidied")
                self.settle(keeper.pid, first + each)
                figures.anonymous = anonymous(keeper.pid)
                rest(keeper.pid, self.bench.pause(1.5))
                watch.drain()
                before = busy(keeper.pid)
                os.remove(self.link_to(used[0]))
                gone = time.monotonic_ns()
                figures.removed_after = (self.marked(watch)[1] - gone) / 1e9
                rest(keeper.pid)
                figures.removal_cpu = (busy(keeper.pid) - before) / 1e6
                watch.close()

                figures.calls = self.calls(keeper.pid, traced)
                self.settle(keeper.pid, first + each - 1 + len(traced))
            finally:
                keeper.terminate()
                keeper.wait()
        return figures

    def calls(self, pid, pictures):
        """How many system calls a drop takes, on the average of some."""
        report = os.path.dirname(self.root) + "/strace.report"
        words = ["strace", "--summary-only", "--follow-forks", f"--output={report}", "--attach", str(pid)]
        tracer = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        try:
            time.sleep(0.5)
            for picture in pictures:
                self.drop(picture)
                time.sleep(0.3)
        finally:
            tracer.send_signal(2)
            tracer.wait()
        # "% time", seconds and microseconds a call stand before the calls.
        total = next(line.split() for line in open(report) if line.rstrip().endswith("total"))
        return int(total[3]) / len(pictures)

    def peer(self, drops):
        folder = os.path.dirname(self.root) + "/peer"
        shutil.rmtree(folder, ignore_errors=True)
        for name in ["favorites", "done"]:
            os.makedirs(f"{folder}/{name}")
        shutil.copy(self.root + "/favorites.json", folder + "/source")
        # The loop is its own group, so that it ends with its watch.
        loop = """
            inotifywait --quiet --monitor --event create --format %f favorites | while read -r name; do
                cp source new && sync new && mv new favorites.json && sync . && : >done/mark
            done"""
        shell = subprocess.Popen(["bash", "-c", loop], cwd=folder, stdin=subprocess.DEVNULL, start_new_session=True)
        times = []
        try:
            time.sleep(1)
            watch = Watch({folder + "/done": CLOSE_WRITE})
            for number in range(self.bench.size(max(10, drops // 10))):
                watch.drain()
                os.symlink("nowhere", f"{folder}/favorites/{number}")
                dropped = time.monotonic_ns()
                times.append(watch.wait((folder + "/done", "mark", CLOSE_WRITE))[0] - dropped)
                time.sleep(0.05)
            watch.close()
        finally:
            os.killpg(shell.pid, 15)
            shell.wait()
        return times

    def recorded(self):
        """How many links favorites.json has: each is on a line of its self.own."""
        return open(self.root + "/favorites.json", "rb").read().count(b'\n        "')

    def flood(self, links, count):
        """Many links to so many days at once: how long after the last one all of them are recorded."""
        self.reset()
        days = self.pictures()
        os.symlink("../" + days[-1], self.link_to(days[-1]))
        keeper = self.start()
        try:
            self.settle(keeper.pid, 1)
            rest(keeper.pid, self.bench.pause(1.5))
            before = busy(keeper.pid)
            for number in range(links):
                picture = days[number % count]
                os.symlink(f"{self.root}/{picture}", f"{self.root}/favorites/{number} {os.path.basename(picture)}")
            last = time.monotonic_ns()
            took = until("the last link", lambda: self.recorded() == links + 1) - last
            rest(keeper.pid)
            cpu = busy(keeper.pid) - before
            self.settle(keeper.pid, count + 1)
            return took / 1e9, cpu / 1e9
        finally:
            keeper.terminate()
            keeper.wait()

    def albums(self, count):
        """One more album among so many, and all of them moved out, one by one."""
        self.reset()
        outside = tempfile.mkdtemp(dir=self.trash)
        days = self.pictures()
        for number in range(count):
            os.mkdir(f"{self.root}/favorites/{number}")
            os.symlink("../../" + days[number], f"{self.root}/favorites/{number}/{os.path.basename(days[number])}")
        keeper = self.start()
        try:
            self.settle(keeper.pid, count)
            rest(keeper.pid, self.bench.pause(1.5))
            times = []
            for number in range(self.bench.size(20)):
                before = busy(keeper.pid)
                os.mkdir(f"{self.root}/favorites/new {number}")
                rest(keeper.pid)
                times.append((busy(keeper.pid) - before) / 1e6)
            before = busy(keeper.pid)
            for number in range(count):
                os.rename(f"{self.root}/favorites/{number}", f"{outside}/{number}")
            rest(keeper.pid)
            cpu = (busy(keeper.pid) - before) / 1e9
            self.settle(keeper.pid, 0)
            return statistics.median(times), cpu
        finally:
            keeper.terminate()
            keeper.wait()


    def foreign(self, copied, count):
        """What it takes of a core to have files copied in that are the owner's, and to look at so many of them."""
        self.reset()
        album = self.root + "/favorites/Mine"
        os.mkdir(album)
        keeper = self.start()
        try:
            self.settle(keeper.pid, 0)
            rest(keeper.pid, self.bench.pause(1.5))
            before, began = busy(keeper.pid), time.monotonic_ns()
            for number in range(count):
                with open(f"{album}/IMG {number}.jpg", "wb") as file:
                    file.write(b"\xff\xd8\xff\xe0" + number.to_bytes(4, "big") * 1_000)
                if number < copied:
                    time.sleep(0.002)
                if number == copied - 1:
                    share = 100 * (busy(keeper.pid) - before) / (time.monotonic_ns() - began)
            rest(keeper.pid, self.bench.pause(1.5))
            before = busy(keeper.pid)
            os.mkdir(self.root + "/favorites/Another")
            rest(keeper.pid)
            return share, (busy(keeper.pid) - before) / 1e9
        finally:
            keeper.terminate()
            keeper.wait()


def busy(pid):
    """How long its threads have run, in nanoseconds."""
    total = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            total += int(open(path).read().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            pass  # That thread has ended, which a later look shows.
    return total


def rest(pid, seconds=0.05):
    """Until nothing has run for a while that is longer than a flush takes, or than the pages wait."""
    before, since = busy(pid), time.monotonic()
    while time.monotonic() < since + seconds:
        time.sleep(0.01)
        now = busy(pid)
        if now != before:
            before, since = now, time.monotonic()


def flush(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


class Floor:
    """What the disk itself takes."""

    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        for name in ["links", "vault"]:
            os.makedirs(f"{folder}/{name}")
        open(folder + "/picture", "w").close()
        self.count = 0

    def measure(self, bytes):
        self.count += 1
        os.symlink("nowhere", f"{self.folder}/links/{self.count}")
        os.link(self.folder + "/picture", f"{self.folder}/vault/{self.count}")
        start = time.monotonic_ns()
        flush(self.folder + "/links")
        flush(self.folder + "/vault")
        with open(self.folder + "/new", "wb", buffering=0) as file:
            file.write(bytes)
            os.fsync(file.fileno())
        os.rename(self.folder + "/new", self.folder + "/file")
        flush(self.folder)
        return time.monotonic_ns() - start


class Figures:
    """Of one number of favorites."""

    def __init__(self):
        self.durable, self.visible, self.floors, self.cpu = [], [], [], []
        self.calls = self.removed_after = self.removal_cpu = self.anonymous = None


def anonymous(pid):
    """RssAnon in megabytes."""
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1000
    return None


def until(what, isSo, seconds=120):
    limit = time.monotonic() + seconds
    while not isSo():
        if time.monotonic() > limit:
            raise Failed(f"it never came: {what}")
        time.sleep(0.005)
    return time.monotonic_ns()

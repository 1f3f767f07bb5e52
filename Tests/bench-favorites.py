"""bench-favorites.py BINARY ROOT [NUMBER...]: what favorites cost, with 100, 1,000 and 10,000 of them.

ROOT is a mirror with more days than are used here, all of them present. In every round the favorites of the mirror are
thrown away and others are made, a keeper is started and left to settle, and links to days that are no favorites yet
are dropped one by one, each when the keeper has come to rest after the one before. A round begins with as many
favorites fewer than its number as it ends with more. Every drop is of a day that the vault has not seen.

Measured is the time from the return of symlink(2) until the keeper writes into the marker: it does so when the flush of
the folder that holds favorites.json has returned, so this is the moment when the new favorites.json is durable, name
and all, and not only to be seen. After each drop the same disk is measured by itself: a flush of a folder with a new
link, one of a folder with a new hard link, and a file as long as favorites.json written, flushed, renamed, and its
folder flushed. CPU is that of all the keeper's threads until it rests again; system calls are counted by strace over
drops of their own.

inotifywait in a shell loop writes the same file the same way, for every tenth as many links.

Then links to 10,000 days are made at once, and 1,000 albums are made and moved out one by one.
"""
import ctypes
import glob
import hashlib
import json
import math
import os
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

binary, root = sys.argv[1], sys.argv[2]
numbers = [int(word) for word in sys.argv[3:]] or [100, 1_000, 10_000]
own = root + "/.apod-mirror"

MODIFY, CLOSE_WRITE, MOVED_TO = 0x2, 0x8, 0x80
libc = ctypes.CDLL(None, use_errno=True)


class Watch:
    """Inotify without a library, for as little delay as can be."""

    def __init__(self, folders):
        self.descriptor = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        self.names = {}
        for folder, mask in folders.items():
            self.names[libc.inotify_add_watch(self.descriptor, folder.encode(), mask)] = folder
        self.ready = select.poll()
        self.ready.register(self.descriptor, select.POLLIN)

    def events(self, seconds):
        """What came, and when it was seen; nothing when the time is up."""
        if not self.ready.poll(seconds * 1000):
            return []
        now = time.monotonic_ns()
        data = os.read(self.descriptor, 65536)
        found = []
        while data:
            number, mask, _, length = struct.unpack_from("iIII", data)
            name = data[16 : 16 + length].rstrip(b"\0").decode()
            found.append((now, self.names.get(number), mask, name))
            data = data[16 + length :]
        return found

    def drain(self):
        while self.events(0):
            pass

    def wait(self, *facts):
        """When the facts were seen, each after the one before."""
        limit = time.monotonic() + 60
        times, left = [], list(facts)
        while left:
            if time.monotonic() > limit:
                sys.exit(f"it never came: {left[0]}")
            for now, folder, mask, name in self.events(1):
                if left and (folder, name) == left[0][:2] and mask & left[0][2]:
                    times.append(now)
                    left.pop(0)
        return times

    def close(self):
        os.close(self.descriptor)


def pictures():
    """Every day's picture, by its path from the root."""
    names = sorted(glob.glob(root + "/[0-9]*/[0-9]*/[0-9]*.*"))
    found = {os.path.basename(name)[:10]: name for name in names}
    return [os.path.relpath(name, root) for _, name in sorted(found.items())]


trash = tempfile.mkdtemp(prefix="favorites.", dir=os.path.dirname(root))


def reset():
    """Favorites as in a new mirror. The former ones go at the end: ext4 is slow to make files right after others of the
    neighbourhood were deleted."""
    aside = tempfile.mkdtemp(dir=trash)
    for number, path in enumerate(["favorites", "favorites.json", ".apod-mirror/vault", ".apod-mirror/favorites.json"]):
        if os.path.lexists(f"{root}/{path}"):
            os.rename(f"{root}/{path}", f"{aside}/{number}")
    os.mkdir(root + "/favorites")


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


def settle(pid, count):
    """Until the folder is trusted and has that many favorites."""
    limit = time.monotonic() + 120
    while time.monotonic() < limit:
        time.sleep(0.2)
        try:
            bytes = open(root + "/favorites.json", "rb").read()
            marker = open(root + "/favorites/.apod-mirror").read().strip()
            kept = json.load(open(own + "/favorites.json"))["sha256"]
        except (OSError, KeyError, ValueError):
            continue
        sum = hashlib.sha256(bytes).hexdigest()
        if marker == kept == sum and len(json.loads(bytes)["favorites"]) == count:
            return rest(pid)
    said = open(os.path.dirname(root) + "/keeper.log").read()
    sys.exit(f"the keeper did not settle with {count} favorites. {said}")


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


def start():
    log = open(os.path.dirname(root) + "/keeper.log", "w")
    words = [binary, "favorites", "watch", "--quiet", "--mirror", root, "--source", "apod-basic=http://127.0.0.1:9/"]
    # The caller's settings are none of its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("APOD_")}
    return subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


class Figures:
    """Of one number of favorites."""

    def __init__(self):
        self.durable, self.visible, self.floors, self.cpu = [], [], [], []
        self.calls = self.removed_after = self.removal_cpu = self.anonymous = self.size = None


def anonymous(pid):
    """RssAnon in megabytes."""
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1000
    return None


def link_to(picture):
    return f"{root}/favorites/{os.path.basename(picture)}"


def drop(picture):
    # Absolute, as file managers make it.
    os.symlink(f"{root}/{picture}", link_to(picture))


def marked(watch):
    """When favorites.json could be seen, and when it was durable."""
    return watch.wait((root, "favorites.json", MOVED_TO), (root + "/favorites", ".apod-mirror", MODIFY))


def measure(favorites, drops, rounds):
    figures = Figures()
    floor = Floor(os.path.dirname(root) + "/floor")
    each = drops // rounds
    first = favorites - each // 2
    days = pictures()
    if len(days) < rounds * each + first + 10:
        sys.exit(f"{root} has only {len(days)} days")
    for number in range(rounds):
        # The days of another round have their tags already, but no day of one round is dropped in another.
        used = days[number * each :][: each]
        traced = days[-10:]
        others = [day for day in days[:-10] if day not in set(used)][:first]
        reset()
        for picture in others:
            os.symlink("../" + picture, link_to(picture))
        keeper = start()
        try:
            settle(keeper.pid, first)
            watch = Watch({root: MOVED_TO, root + "/favorites": MODIFY})
            for picture in used:
                watch.drain()
                before = busy(keeper.pid)
                drop(picture)
                dropped = time.monotonic_ns()
                times = marked(watch)
                figures.visible.append(times[0] - dropped)
                figures.durable.append(times[1] - dropped)
                rest(keeper.pid)
                figures.cpu.append(busy(keeper.pid) - before)
                figures.floors.append(floor.measure(open(root + "/favorites.json", "rb").read()))
            if os.readlink(link_to(used[-1])) != "../" + used[-1]:
                sys.exit(f"{link_to(used[-1])} was not tidied")
            settle(keeper.pid, first + each)
            figures.anonymous = anonymous(keeper.pid)
            figures.size = os.path.getsize(root + "/favorites.json")

            rest(keeper.pid, 1.5)
            watch.drain()
            before = busy(keeper.pid)
            os.remove(link_to(used[0]))
            gone = time.monotonic_ns()
            figures.removed_after = (marked(watch)[1] - gone) / 1e9
            rest(keeper.pid)
            figures.removal_cpu = (busy(keeper.pid) - before) / 1e6
            watch.close()

            figures.calls = calls(keeper.pid, traced)
            settle(keeper.pid, first + each - 1 + len(traced))
        finally:
            keeper.terminate()
            keeper.wait()
    return figures


def calls(pid, pictures):
    """How many system calls a drop takes, on the average of some."""
    report = os.path.dirname(root) + "/strace.report"
    tracer = subprocess.Popen(["strace", "--summary-only", "--follow-forks", f"--output={report}", "--attach", str(pid)],
                              stderr=subprocess.DEVNULL)
    try:
        time.sleep(0.5)
        for picture in pictures:
            drop(picture)
            time.sleep(0.3)
    finally:
        tracer.send_signal(2)
        tracer.wait()
    # "% time", seconds and microseconds a call stand before the calls.
    total = next(line.split() for line in open(report) if line.rstrip().endswith("total"))
    return int(total[3]) / len(pictures)


def measure_peer(drops):
    folder = os.path.dirname(root) + "/peer"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ["favorites", "done"]:
        os.makedirs(f"{folder}/{name}")
    shutil.copy(root + "/favorites.json", folder + "/source")
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
        for number in range(max(10, drops // 10)):
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


def recorded():
    """How many links favorites.json has: each is on a line of its own."""
    return open(root + "/favorites.json", "rb").read().count(b'\n        "')


def until(what, isSo, seconds=120):
    limit = time.monotonic() + seconds
    while not isSo():
        if time.monotonic() > limit:
            sys.exit(f"it never came: {what}")
        time.sleep(0.005)
    return time.monotonic_ns()


def flood(count):
    """10,000 links to so many days at once: how long after the last one all of them are recorded."""
    reset()
    days = pictures()
    os.symlink("../" + days[-1], link_to(days[-1]))
    keeper = start()
    try:
        settle(keeper.pid, 1)
        rest(keeper.pid, 1.5)
        before = busy(keeper.pid)
        for number in range(10_000):
            picture = days[number % count]
            os.symlink(f"{root}/{picture}", f"{root}/favorites/{number} {os.path.basename(picture)}")
        last = time.monotonic_ns()
        took = until("10,000 links", lambda: recorded() == 10_001) - last
        rest(keeper.pid)
        cpu = busy(keeper.pid) - before
        settle(keeper.pid, count + 1)
        return took / 1e9, cpu / 1e9
    finally:
        keeper.terminate()
        keeper.wait()


def albums():
    """One more album among 1,000, and all of them moved out, one by one."""
    reset()
    outside = tempfile.mkdtemp(dir=trash)
    days = pictures()
    for number in range(1_000):
        os.mkdir(f"{root}/favorites/{number}")
        os.symlink("../../" + days[number], f"{root}/favorites/{number}/{os.path.basename(days[number])}")
    keeper = start()
    try:
        settle(keeper.pid, 1_000)
        rest(keeper.pid, 1.5)
        times = []
        for number in range(20):
            before = busy(keeper.pid)
            os.mkdir(f"{root}/favorites/new {number}")
            rest(keeper.pid)
            times.append((busy(keeper.pid) - before) / 1e6)
        before = busy(keeper.pid)
        for number in range(1_000):
            os.rename(f"{root}/favorites/{number}", f"{outside}/{number}")
        rest(keeper.pid)
        cpu = (busy(keeper.pid) - before) / 1e9
        settle(keeper.pid, 0)
        return statistics.median(times), cpu
    finally:
        keeper.terminate()
        keeper.wait()


def shown(times):
    ordered = sorted(times)
    return statistics.median(ordered) / 1e6, ordered[math.ceil(0.99 * len(ordered)) - 1] / 1e6


print("favorites   durable    p99   disk alone  above it   ratio to   CPU  system  removal   its  RssAnon")
print("            (median)          (median)              inotifywait     calls            CPU")
for number in numbers:
    drops, rounds = (1_000, 10) if number < 1_000 else (200, 2) if number < 10_000 else (100, 1)
    figures = measure(number, drops, rounds)
    ours, p99 = shown(figures.durable)
    disk, _ = shown(figures.floors)
    cpu, _ = shown(figures.cpu)
    theirs, _ = shown(measure_peer(drops))
    print(f"{number:9,} {ours:7.1f} ms {p99:4.1f} ms {disk:8.1f} ms {ours - disk:6.1f} ms {ours / theirs:10.2f}"
          f" {cpu:5.1f} ms {figures.calls:5.0f} {figures.removed_after:6.1f} s {figures.removal_cpu:3.0f} ms"
          f" {figures.anonymous:5.1f} MB", flush=True)
if 10_000 in numbers:
    for count in [40, 10_000]:
        # Without a journal ext4 looks at every file that was deleted in the last minute before it makes one.
        time.sleep(70)
        took, cpu = flood(count)
        print(f"10,000 links at once, to {count:,} days: all recorded {took:.2f} s after the last, {cpu:.1f} s of CPU until rest",
              flush=True)
    new, leaving = albums()
    print(f"one more album among 1,000: {new:.1f} ms of CPU; 1,000 albums moved out one by one: {leaving:.2f} s of CPU")
reset()
shutil.rmtree(trash)

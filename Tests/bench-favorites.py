"""bench-favorites.py BINARY ROOT FAVORITES DROPS ROUNDS [PEER]: how long a dropped link takes to be remembered.

ROOT is a mirror with more days than are used here, all of them present. In every round the favorites of the mirror are
thrown away and others are made, a keeper is started and left to settle, and links to days that are no favorites yet
are dropped one by one, each when the keeper has come to rest after the one before. A round begins with as many
favorites fewer than FAVORITES as it ends with more, so FAVORITES is their mean. Every drop is of a day that the vault
has not seen.

Measured is the time from the return of symlink(2) until the keeper writes into the marker: it does so when the flush of
the folder that holds favorites.json has returned, so this is the moment when the new favorites.json is durable, name
and all, and not only to be seen. After each drop the same disk is measured by itself: a flush of a folder with a new
link, one of a folder with a new hard link, and a file as long as favorites.json written, flushed, renamed, and its
folder flushed.

With PEER, which is inotifywait, a shell loop around it writes the same file the same way, for every tenth as many links.
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
import time

binary, root = sys.argv[1], sys.argv[2]
favorites, drops, rounds = (int(word) for word in sys.argv[3:6])
peer = sys.argv[6] if len(sys.argv) > 6 else None
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


def reset():
    for path in [root + "/favorites", own + "/vault"]:
        shutil.rmtree(path, ignore_errors=True)
    for path in [root + "/favorites.json", own + "/favorites.json"]:
        if os.path.exists(path):
            os.remove(path)
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


def rest(pid):
    """Until nothing has run for a while that is longer than a flush takes."""
    before, since = busy(pid), time.monotonic()
    while time.monotonic() < since + 0.05:
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


def measure():
    """The times until durable, until visible, and of the disk."""
    durable, visible, floors = [], [], []
    floor = Floor(os.path.dirname(root) + "/floor")
    each = drops // rounds
    first = favorites - each // 2
    days = pictures()
    if len(days) < rounds * each + first:
        sys.exit(f"{root} has only {len(days)} days")
    for number in range(rounds):
        # The days of another round have their tags already, but no day of one round is dropped in another.
        used = days[number * each :][: each]
        others = [day for day in days if day not in set(used)][:first]
        reset()
        for picture in others:
            os.symlink("../" + picture, f"{root}/favorites/{os.path.basename(picture)}")
        keeper = start()
        try:
            settle(keeper.pid, first)
            watch = Watch({root: MOVED_TO, root + "/favorites": MODIFY})
            for picture in used:
                link = f"{root}/favorites/{os.path.basename(picture)}"
                watch.drain()
                # Absolute, as file managers make it.
                os.symlink(f"{root}/{picture}", link)
                dropped = time.monotonic_ns()
                times = watch.wait((root, "favorites.json", MOVED_TO), (root + "/favorites", ".apod-mirror", MODIFY))
                visible.append(times[0] - dropped)
                durable.append(times[1] - dropped)
                rest(keeper.pid)
                floors.append(floor.measure(open(root + "/favorites.json", "rb").read()))
            watch.close()
            if os.readlink(link) != "../" + picture:
                sys.exit(f"{link} was not tidied")
            settle(keeper.pid, first + each)
        finally:
            keeper.terminate()
            keeper.wait()
    return durable, visible, floors


def measure_peer():
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


def shown(times):
    ordered = sorted(times)
    return statistics.median(ordered) / 1e6, ordered[math.ceil(0.99 * len(ordered)) - 1] / 1e6


durable, visible, floors = measure()
size = os.path.getsize(root + "/favorites.json")
ours, ours_p99 = shown(durable)
seen, seen_p99 = shown(visible)
disk, disk_p99 = shown(floors)
print(f"{drops:,} links dropped one by one, {favorites:,} favorites; favorites.json has {size // 1000:,} kB")
print(f"  apod-mirror: durable after {ours:.1f} ms (median), {ours_p99:.1f} ms (p99); visible after {seen:.1f}, {seen_p99:.1f}")
print(f"  the disk alone: {disk:.1f} ms, {disk_p99:.1f} ms (p99): apod-mirror takes {ours - disk:.1f} ms more")
if peer:
    theirs, theirs_p99 = shown(measure_peer())
    print(f"  {peer} in a shell loop: {theirs:.1f} ms, {theirs_p99:.1f} ms (p99): ratio {ours / theirs:.2f}")
reset()

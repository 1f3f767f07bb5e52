"""A machine of one core, 512 MB and 50 MB/s: a control group, into which this process goes with all that it starts.

A month is mirrored with thumbnails and pages, another of pictures of up to 24 megapixels gets its thumbnails and pages, all is
verified, and a daemon keeps a favorite. No process may be killed for want of memory, and nothing go to swap.
"""
import contextlib
import os
import shutil
import threading
import time
from pathlib import Path

import thumbnails
from bench import Failed, seconds
from daemon import Daemon
from table import Row, Samples

MEMORY, BYTES_PER_SECOND = 512 << 20, 50_000_000


class Group:
    """Control groups of version 2, or of version 1 where the machine has its memory in these."""

    def __init__(self):
        root = Path("/sys/fs/cgroup")
        self.is_second = (root / "cgroup.controllers").exists()
        if self.is_second:
            (root / "cgroup.subtree_control").write_text("+memory +io")
            self.memory = self.disk = root / "apod-bench"
        else:
            self.memory, self.disk = root / "memory/apod-bench", root / "blkio/apod-bench"
        self.memory.mkdir(exist_ok=True)
        self.disk.mkdir(exist_ok=True)
        self.cores = os.sched_getaffinity(0)

    def limit(self, folder):
        """Limits memory, and what is read from and written to the disk of that folder."""
        disk = f"{whole_disk(folder)} "
        if self.is_second:
            (self.memory / "memory.max").write_text(str(MEMORY))
            (self.disk / "io.max").write_text(f"{disk}rbps={BYTES_PER_SECOND} wbps={BYTES_PER_SECOND}")
            return
        (self.memory / "memory.limit_in_bytes").write_text(str(MEMORY))
        for way in "read", "write":
            (self.disk / f"blkio.throttle.{way}_bps_device").write_text(f"{disk}{BYTES_PER_SECOND}")

    @contextlib.contextmanager
    def entered(self):
        former = {folder: folder.parent / own_path(folder.parent.name, self.is_second).lstrip("/")
                  for folder in {self.memory, self.disk}}
        for folder in former:
            (folder / "cgroup.procs").write_text(str(os.getpid()))
        os.sched_setaffinity(0, {min(self.cores)})
        try:
            yield
        finally:
            os.sched_setaffinity(0, self.cores)
            for folder, place in former.items():
                (place / "cgroup.procs").write_text(str(os.getpid()))
                folder.rmdir()

    def number(self, file, name):
        for line in (self.memory / file).read_text().splitlines():
            if line.split()[0] == name:
                return int(line.split()[1])
        return 0

    def killed(self):
        return self.number("memory.events" if self.is_second else "memory.oom_control", "oom_kill")

    def swapped(self):
        if not self.is_second:
            return self.number("memory.stat", "total_swap")
        file = self.memory / "memory.swap.current"
        return int(file.read_text()) if file.exists() else 0

    def held(self):
        """Megabytes that processes hold, without what the kernel keeps of files."""
        return self.number("memory.stat", "anon" if self.is_second else "total_rss") / 1e6


def own_path(controller, is_second):
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, names, path = line.split(":", 2)
        if number == "0" if is_second else controller in names.split(","):
            return path
    return "/"


def whole_disk(folder):
    """The numbers of the disk that a folder lies on: of the whole disk, since a partition has no limits."""
    device = os.stat(folder).st_dev
    place = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    return ((place.parent if (place / "partition").exists() else place) / "dev").read_text().strip()


class Peak(threading.Thread):
    """The most that was held as long as it is entered, looked at fifty times a second, and what went to swap."""

    def __init__(self, group):
        super().__init__(daemon=True)
        self.group, self.held, self.swapped, self.ended = group, 0, 0, threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()

    def run(self):
        while not self.ended.wait(0.02):
            self.held = max(self.held, self.group.held())
            self.swapped = max(self.swapped, self.group.swapped())


def measure(bench):
    if os.geteuid():
        print("  small: only root makes a control group: skipped.")
        return
    days = bench.size(31)
    pictures = thumbnails.make(bench.work / ("thumbnails of a smoke" if bench.is_smoke else "thumbnails"),
                               bench.size(200), 9 if bench.is_smoke else 11)
    large = bench.folder("small, large pictures")
    for picture in sorted(pictures.iterdir(), key=lambda path: path.stat().st_size)[-days:]:
        # Of links, the kernel would have the pictures in its cache already.
        shutil.copy(picture, large)
    root, other = bench.work / "small", bench.work / "small, large"
    shutil.rmtree(root, ignore_errors=True)
    thumbnails.mirror(large, other)
    source = bench.source(bench.serve())
    bench.forget(large)
    try:
        group = Group()
        group.limit(bench.work)
    except OSError as error:
        print(f"  small: no control group can be made here ({error}): skipped.")
        return
    with group.entered():
        with Peak(group) as peak:
            yield row(f"{days} days mirrored, with all", seconds(lambda: bench.run(
                bench.binary, "sync", "--quiet", "--create", "--mirror", root, "--history", days, "--min-free-bytes", 0,
                "--source", source)), "s")
            size = "1.6" if bench.is_smoke else "24"
            yield row(f"thumbnails and pages of {days} pictures of up to {size} megapixels", seconds(
                lambda: bench.run(bench.binary, "gallery", "--quiet", "--mirror", other)), "s")
            # The other one has no sums of its pictures, which verify says.
            yield row("both verified", seconds(lambda: [
                bench.run(bench.binary, "verify", "--quiet", "--mirror", path, accepts=(0, 1)) for path in (root, other)
            ]), "s")
            yield row("a favorite dropped, in its record", dropped(bench, root, source), "ms")
        yield row("held by all processes at the peak", peak.held, "MB")
        yield row("went to swap", peak.swapped / 1e6, "MB", 0)
        yield row("processes killed for want of memory", group.killed(), "", 0)
    for path in large, root, other:
        shutil.rmtree(path)


def row(what, figure, unit, limit=None):
    return Row("small", what, Samples([figure]), unit, limit=limit)


def dropped(bench, root, source):
    """Milliseconds from a link to its day in favorites.json."""
    daemon = Daemon(bench, root, source)
    try:
        daemon.until_next_sync()
        picture = next(path for path in sorted(root.glob("2*/2*-*/2*.*"), reverse=True) if path.suffix == ".jpg")
        record = root / "favorites.json"
        began = time.monotonic()
        (root / "favorites" / picture.name).symlink_to(f"../{picture.relative_to(root)}")
        while picture.name[:10] not in record.read_text():
            if time.monotonic() - began > 60:
                raise Failed("a favorite was not recorded within a minute")
            time.sleep(0.001)
        return (time.monotonic() - began) * 1000
    finally:
        daemon.end()

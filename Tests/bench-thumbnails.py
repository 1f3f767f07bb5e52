"""bench-thumbnails.py WORKER FOLDER RUNS: how long 200 pictures take, against vipsthumbnail.

The pictures are made once, in FOLDER: of 2 to 24 megapixels, in about the shares of the archive (jpg 88 %, a tenth of
them progressive, gif 9 % and of the smallest size, png 1.5 %), with the spectrum of photographs, always the same.

Both get the same pictures and sizes: 320 wide for all, 960 as well for files of more than 1.5 MB. Two workers are
started, each is given the next picture as soon as it is done with one, as the daemon does it, and what they made is
written to files. Two vipsthumbnail are given halves that were made equal by size, once for each width, and write files
as well. The two take turns, so that a busy machine is busy for both; the median counts.
"""

import concurrent.futures
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

import numpy
from PIL import Image

worker, folder, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
pictures, results = folder + "/pictures", folder + "/results"
Image.MAX_IMAGE_PIXELS = None
SIDES = [(3, 2), (4, 3), (16, 9), (1, 1), (2, 3)]


def photograph():
    """Octave upon octave of noise, each weaker than the one twice as coarse, the grain of a sensor, and stars."""
    chance = numpy.random.default_rng(1995)
    whole = numpy.zeros((4096, 6144, 3), numpy.float32)
    for octave in range(11):
        coarse = chance.normal(size=(4096 >> (10 - octave), 6144 >> (10 - octave), 3)).astype(numpy.float32)
        for channel in range(3):
            layer = Image.fromarray(coarse[:, :, channel]).resize((6144, 4096), Image.BICUBIC)
            whole[:, :, channel] += numpy.asarray(layer) * 0.7**octave
    whole = 90 + 45 * whole
    whole += chance.normal(scale=2.5, size=whole.shape).astype(numpy.float32)
    stars = chance.integers(0, [[4096, 6144]], size=(20_000, 2))
    whole[stars[:, 0], stars[:, 1]] = 255
    return numpy.clip(whole, 0, 255).astype(numpy.uint8)


def plan():
    chance = random.Random(1995)
    kinds = ["gif"] * 18 + ["png"] * 3 + ["progressive"] * 18 + ["jpg"] * 161
    chance.shuffle(kinds)
    for number, kind in enumerate(kinds):
        megapixels = 2 if kind == "gif" else 2 * 12 ** chance.random()
        across, down = chance.choice(SIDES)
        height = (megapixels * 1e6 * down / across) ** 0.5
        size = min(6000, int(height * across / down)), min(4000, int(height))
        yield number, kind, size, chance.randrange(4096), chance.choice([85, 90, 92, 95])


def make():
    if os.path.exists(folder + "/made"):
        return
    shutil.rmtree(pictures, ignore_errors=True)
    os.makedirs(pictures)
    whole = photograph()

    def save(number, kind, size, start, quality):
        part = numpy.roll(whole, start, axis=(0, 1))[: size[1], : size[0]]
        picture = Image.fromarray(numpy.ascontiguousarray(part))
        path = f"{pictures}/{number:03}."
        if kind == "gif":
            picture.convert("P", palette=Image.ADAPTIVE).save(path + "gif")
        elif kind == "png":
            picture.save(path + "png", compress_level=6)
        else:
            picture.save(path + "jpg", quality=quality, progressive=kind == "progressive")

    with concurrent.futures.ThreadPoolExecutor(2) as both:
        for _ in both.map(lambda words: save(*words), plan()):
            pass
    open(folder + "/made", "w").close()


def widths(path):
    return [960, 320] if os.path.getsize(path) > 1_500_000 else [320]


class Worker:
    def __init__(self):
        self.socket, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen([worker], stdin=there, env={})
        there.close()
        assert self.socket.recv(4096) == b"ready"

    def ask(self, path):
        wanted = widths(path)
        picture = os.open(path, os.O_RDONLY)
        files = [os.memfd_create("thumbnail") for _ in wanted]
        socket.send_fds(self.socket, [" ".join(map(str, wanted)).encode()], [picture, *files])
        answer = self.socket.recv(4096)
        assert answer.startswith(b"made "), (path, answer)
        for width, file in zip(wanted, files):
            with open(f"{results}/{os.path.basename(path)}.{width}.jpg", "wb") as kept:
                kept.write(os.pread(file, os.fstat(file).st_size, 0))
        for file in [picture, *files]:
            os.close(file)

    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))

    def end(self):
        self.socket.close()
        assert self.process.wait() == 0


def ours(paths):
    waiting, peaks = list(reversed(paths)), []
    lock = threading.Lock()

    def work():
        one = Worker()
        while True:
            with lock:
                if not waiting:
                    break
                path = waiting.pop()
            one.ask(path)
        peaks.append(one.peak())
        one.end()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(peaks) == 2, "a worker failed"
    return max(peaks)


def vips(paths):
    halves = [[], []]
    for path in sorted(paths, key=os.path.getsize, reverse=True):
        min(halves, key=lambda half: sum(map(os.path.getsize, half))).append(path)
    script = """
        vipsthumbnail --size 320x --output "$1/%s.320.jpg[Q=82,strip]" "${@:3:$2}"
        [ $# -le $(($2 + 2)) ] || vipsthumbnail --size 960x --output "$1/%s.960.jpg[Q=82,strip]" "${@:$(($2 + 3))}"
    """
    processes = []
    for half in halves:
        large = [path for path in half if 960 in widths(path)]
        words = ["bash", "-euc", script, "vips", results, str(len(half)), *half, *large]
        processes.append(subprocess.Popen(words, env=dict(os.environ, VIPS_CONCURRENCY=concurrency)))
    peak = 0
    for process in processes:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, "vipsthumbnail failed"
        peak = max(peak, usage.ru_maxrss * 1024)
    return peak


def timed(what, paths):
    shutil.rmtree(results, ignore_errors=True)
    os.makedirs(results)
    began = time.monotonic()
    peak = what(paths)
    seconds = time.monotonic() - began
    expected = sum(len(widths(path)) for path in paths)
    assert len(os.listdir(results)) == expected, "not every thumbnail was made"
    return seconds, peak


os.makedirs(folder, exist_ok=True)
make()
paths = sorted(f"{pictures}/{name}" for name in os.listdir(pictures))
assert len(paths) == 200
# Of one or two threads in each of its processes, the peer's better choice.
tried = {}
for concurrency in ["1", "2"]:
    tried[concurrency] = timed(vips, paths)[0]
concurrency = min(tried, key=tried.get)
times, peaks = {ours: [], vips: []}, {ours: 0, vips: 0}
for _ in range(runs):
    for what in times:
        seconds, peak = timed(what, paths)
        times[what].append(seconds)
        peaks[what] = max(peaks[what], peak)
own, peer = statistics.median(times[ours]), statistics.median(times[vips])
total = sum(map(os.path.getsize, paths)) // 1_000_000
both = sum(len(widths(path)) == 2 for path in paths)
print(f"200 pictures, {total} MB, {both} of them in two sizes, on two processes; median of {runs}")
print(f"  the thumbnailer {own:.2f} s, vipsthumbnail ({concurrency} threads each) {peer:.2f} s: ratio {own / peer:.2f} (limit 1.10)")
print(f"  a worker's peak {peaks[ours] / 1e6:.0f} MB (limit 300), vipsthumbnail's {peaks[vips] / 1e6:.0f} MB")

"""How long 200 pictures take the thumbnailer, against vipsthumbnail.

The pictures are made once: of 2 to 24 megapixels, in about the shares of the archive (jpg 88 %, a tenth of
them progressive, gif 9 % and of the smallest size, png 1.5 %), with the spectrum of photographs, always the same.

Both get the same pictures and sizes: 640 and 320 wide for all, 2,048 and 960 as well for files of more than 1.2 MB, and 3,840
for those of them that are wider than 2,560. Two workers are started, each is given the next picture as soon as it is done with one, as the daemon does it, and what they made is
written to files. Two vipsthumbnail are given halves that were made equal by size, once for each width, and write files
as well. The two take turns, so that a busy machine is busy for both; the median counts.
"""

import concurrent.futures
import datetime
import hashlib
import itertools
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import threading
import time

import numpy
from PIL import Image

from daemon import Daemon
from table import Row, Samples

Image.MAX_IMAGE_PIXELS = None
SIDES = [(3, 2), (4, 3), (16, 9), (1, 1), (2, 3)]


def photograph(octaves):
    """Octave upon octave of noise, each weaker than the one twice as coarse, the grain of a sensor, and stars; of 6144 by
    4096 for eleven octaves."""
    chance = numpy.random.default_rng(1995)
    height, width = 4 << (octaves - 1), 6 << (octaves - 1)
    whole = numpy.zeros((height, width, 3), numpy.float32)
    for octave in range(octaves):
        coarse = chance.normal(size=(4 << octave, 6 << octave, 3)).astype(numpy.float32)
        for channel in range(3):
            layer = Image.fromarray(coarse[:, :, channel]).resize((width, height), Image.BICUBIC)
            whole[:, :, channel] += numpy.asarray(layer) * 0.7**octave
    whole = 90 + 45 * whole
    whole += chance.normal(scale=2.5, size=whole.shape).astype(numpy.float32)
    stars = chance.integers(0, [[height, width]], size=(20_000, 2))
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


def make(folder, count, octaves):
    """The first of them, unless they are there already."""
    pictures = folder / "pictures"
    if (folder / "made").exists():
        return pictures
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    whole = photograph(octaves)

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
        for _ in both.map(lambda words: save(*words), itertools.islice(plan(), count)):
            pass
    (folder / "made").touch()
    return pictures


def widths(path):
    if os.path.getsize(path) <= 1_200_000:
        return [640, 320]
    with Image.open(path) as picture:
        return [3840, 2048, 960, 640, 320] if picture.width > 2560 else [2048, 960, 640, 320]


class Worker:
    def __init__(self, program):
        self.socket, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen([program], stdin=there, env={})
        there.close()
        assert self.socket.recv(4096) == b"ready"

    def ask(self, path, results):
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
            return next(int(line.split()[1]) / 1000 for line in status if line.startswith("VmHWM"))

    def end(self):
        self.socket.close()
        assert self.process.wait() == 0


def ours(program, paths, results):
    """The most that one of two workers held, in megabytes."""
    waiting, peaks = list(reversed(paths)), []
    lock = threading.Lock()

    def work():
        one = Worker(program)
        while True:
            with lock:
                if not waiting:
                    break
                path = waiting.pop()
            one.ask(path, results)
        peaks.append(one.peak())
        one.end()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(peaks) == 2, "a worker failed"
    return max(peaks)


# For each width, how many pictures it is made of, and these.
VIPS = """
    results=$1
    shift
    while [ $# -gt 0 ]; do
        [ "$2" -eq 0 ] || vipsthumbnail --size "$1x" --output "$results/%s.$1.jpg[Q=82,strip]" "${@:3:$2}"
        shift $(($2 + 2))
    done
"""


def vips(threads, paths, results):
    halves = [[], []]
    for path in sorted(paths, key=os.path.getsize, reverse=True):
        min(halves, key=lambda half: sum(map(os.path.getsize, half))).append(path)
    processes = []
    for half in halves:
        words = ["bash", "-euc", VIPS, "vips", str(results)]
        for width in 320, 640, 960, 2048, 3840:
            some = [path for path in half if width in widths(path)]
            words += [str(width), str(len(some)), *some]
        processes.append(subprocess.Popen(words, env=dict(os.environ, VIPS_CONCURRENCY=str(threads))))
    assert [process.wait() for process in processes] == [0, 0], "vipsthumbnail failed"


def measure(bench):
    folder = bench.work / ("thumbnails of a smoke" if bench.is_smoke else "thumbnails")
    pictures = make(folder, bench.size(200), 9 if bench.is_smoke else 11)
    paths = sorted(map(str, pictures.iterdir()))
    program, peaks, weights = bench.binary + "-thumbnailer", [], []

    def timed(what):
        results = bench.folder(folder / "results")
        began = time.monotonic()
        peak = what(paths, results)
        taken = time.monotonic() - began
        expected = sum(len(widths(path)) for path in paths)
        assert len(os.listdir(results)) == expected, "not every thumbnail was made"
        peaks.append(peak)
        weights.append(sum(path.stat().st_size for path in pathlib.Path(results).iterdir()) / len(paths) / 1000)
        return taken

    def peer(threads):
        return lambda _: timed(lambda *place: vips(threads, *place))

    # Of one or two threads in each of its processes, the peer's better choice.
    threads = min([1, 2], key=lambda count: peer(count)(0))
    peaks.clear()
    weights.clear()
    own, theirs = bench.interleaved(lambda _: timed(lambda *place: ours(program, *place)), peer(threads))
    size = "up to 1.6" if bench.is_smoke else "2 to 24"
    yield Row("thumbnails", f"{len(paths)} pictures of {size} megapixels, two workers", own, "s",
              f"vipsthumbnail on two processes, {threads} threads each", theirs, 0.5, True)
    yield Row("thumbnails", "a worker's peak", Samples([max(filter(None, peaks))]), "MB", limit=300)
    # Ours and the peer's in turn.
    yield Row("thumbnails", "on disk, all sizes of one picture", Samples(weights[::2]), "kB",
              "vipsthumbnail", Samples(weights[1::2]))
    yield from beside(bench, pictures, folder / "mirror")


def beside(bench, pictures, root):
    """What the daemon itself holds while others decode for it."""
    mirror(pictures, root)
    bench.run(bench.binary, "gallery", "--quiet", "--mirror", root)
    daemon = Daemon(bench, root, "apod-basic=http://127.0.0.1:9/nobody")
    try:
        daemon.until_next_sync()
        time.sleep(bench.pause(3))
        before = most = daemon.held()
        command = subprocess.Popen([bench.binary, "gallery", "--quiet"], env=daemon.environment)
        while command.poll() is None:
            most = tuple(map(max, most, daemon.held()))
            time.sleep(0.01)
        yield Row("thumbnails", "more RSS of the daemon meanwhile", Samples([most[1] - before[1]]), "MB", limit=2)
    finally:
        daemon.end()


def mirror(pictures, root):
    """A mirror of these pictures, a day each."""
    shutil.rmtree(root, ignore_errors=True)
    (root / ".apod-mirror").mkdir(parents=True)
    (root / ".apod-mirror/mirror.json").write_text(
        json.dumps({"id": "0" * 32, "version": 1, "start": "2026-01-01"}))
    for number, picture in enumerate(sorted(pictures.iterdir())):
        day = str(datetime.date(2026, 1, 1) + datetime.timedelta(number))
        month = root / day[:4] / day[:7]
        (month / "metadata").mkdir(parents=True, exist_ok=True)
        file = f"{day} Picture{picture.suffix}"
        os.link(picture, month / file)
        told = {
            "source": "apod-basic", "fetched": "2026-11-01T00:00:00Z", "media_type": "image", "state": "present",
            "picture": {
                "file": file, "kind": "original", "bytes": picture.stat().st_size,
                "sha256": hashlib.sha256(picture.read_bytes()).hexdigest(), "fetched": "2026-11-01T00:00:00Z"}}
        (month / f"metadata/{day}.json").write_text(json.dumps({
            "date": day, "title": "Picture", "explanation": "", "media_type": "image", "service_version": "v1",
            "mirror": told}))

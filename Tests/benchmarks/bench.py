"""What every benchmark needs: where to work, what to run, and how to take times."""
import contextlib
import dataclasses
import os
import resource
import shutil
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import machine
from table import Samples


class Failed(Exception):
    """A sentence for whoever measures."""


@dataclasses.dataclass
class Bench:
    root: Path
    work: Path
    binary: str
    sample: str
    runs: int
    # One tenth of everything, once, and no verdicts.
    is_smoke: bool
    minutes: float

    def __post_init__(self):
        self.started = []
        self.trees = {}

    def size(self, count):
        return max(1, count // 10) if self.is_smoke else count

    def pause(self, seconds):
        """How long to wait for what would disturb a figure: nobody judges one of a smoke."""
        return 0.1 if self.is_smoke else seconds

    def packages(self, *names):
        subprocess.run([self.root / "systemd/packages", *names], check=True, stdout=sys.stderr)

    # MARK: Servers

    def serve(self, *options):
        """A sample server on a free port, until the end; its address."""
        return self.listening(self.sample, "--port", 0, *options)

    def listening(self, *words):
        """The address that a server says it listens on; it is ended with all others."""
        server = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True)
        self.started.append(server)
        return server.stdout.readline().split()[-1]

    def source(self, base):
        return f"apod-basic={base}/wp-json/wp/v2/apod-basic"

    def full_tree(self):
        """Thirty years."""
        return self.tree(11_387)

    def days(self, count):
        """Thirty at least: so many a sync asks for where nobody says otherwise."""
        return max(30, self.size(count))

    def tree(self, count):
        """A mirror of so many days, made once and kept until the next day, whose samples are others; its folder and a source
        for it."""
        days = self.days(count)
        if days not in self.trees:
            source = self.source(self.serve("--days", days, "--small"))
            today = datetime.now(ZoneInfo("America/New_York")).date()
            root = self.work / f"{days} days until {today}"
            for former in set(self.work.glob(f"{days} days*")) - {root}:
                shutil.rmtree(former)
            self.run(self.binary, "sync", "--quiet", "--create", "--mirror", root, "--history", days,
                     "--min-free-bytes", 0, "--source", source)
            self.trees[days] = root, source
        return self.trees[days]

    def grown(self, measure):
        """What is measured over 100 and 1,000 days and over thirty years: rows, of which the last is judged."""
        for count in (100, 1_000, 11_387):
            row = measure(*self.tree(count), f"{self.days(count):,} days")
            if count < 11_387:
                row.limit = None
            yield row

    def end(self):
        for process in self.started:
            process.terminate()
        for process in self.started:
            process.wait()

    # MARK: Programs

    def environment(self, **more):
        """The caller's settings are none of a benchmark's."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("APOD_")}
        return own | {"APOD_MIRROR_USER_CONFIG": "no"} | {name: str(value) for name, value in more.items()}

    def run(self, *words, env=None, cwd=None, accepts=(0,)):
        words = [str(word) for word in words]
        ended = subprocess.run(words, env=env or self.environment(), cwd=cwd, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True)
        if ended.returncode not in accepts:
            raise Failed(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr.strip()[-500:]}")
        return ended.stdout

    def compiled(self, name, *options):
        """A program in C that stands beside the benchmarks; its path."""
        program = self.work / name
        self.run("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, self.root / f"Tests/benchmarks/{name}.c",
                 *options)
        return program

    def without_sha(self):
        """What makes programs take this processor for one without instructions for SHA; `None` where it has none."""
        if not machine.has_sha():
            return None
        library = self.compiled("without-sha", "-shared", "-fPIC")
        # The second is for those that hash with OpenSSL, as a peer may.
        return {"LD_PRELOAD": library, "OPENSSL_ia32cap": ":~0x20000000"}

    def cpu(self, *words, env=None):
        """Seconds of the processor that a program and all it starts take."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.run(*words, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def peak(self, *words):
        """Megabytes that a program has in memory at the most. What wait4 tells counts this one's own before the exec."""
        words = [str(word) for word in words]
        most = 0
        with self.watched():
            child = subprocess.Popen(words, env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            while child.poll() is None:
                with contextlib.suppress(OSError), open(f"/proc/{child.pid}/status") as status:
                    most = max([most] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
                time.sleep(0.005)
        if child.returncode:
            raise Failed(f"{' '.join(words)} ended with {child.returncode}")
        return most / 1000

    # MARK: Figures

    @contextlib.contextmanager
    def watched(self):
        """What is measured, and not what is made ready for it: Tests/profile looks at that alone."""
        place = os.environ.get("APOD_BENCH_WATCH")
        if not place:
            yield
            return
        tell(place, "enable")
        Path(place, "watched").touch()
        try:
            yield
        finally:
            Path(place, "watched").unlink()
            tell(place, "disable")

    def interleaved(self, *ways):
        """How long each way takes, run by run one after the other, so that a busy machine is busy for all."""
        times = [[] for _ in ways]
        with self.watched():
            for number in range(self.runs):
                for way, taken in zip(ways, times):
                    taken.append(way(number))
        return [Samples(taken) for taken in times]

    def forget(self, folder):
        """The memory that a run's files took goes to the next run: memory that was never used is slower."""
        os.sync()
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                file = os.open(path, os.O_RDONLY)
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(file)

    def folder(self, name):
        """An empty one."""
        path = self.work / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path


def tell(place, word):
    """Tells perf, if it listens."""
    control = Path(place, "control")
    if control.is_fifo():
        control.write_text(word + "\n")
        # It takes the word when it next looks.
        time.sleep(0.1)


def seconds(what):
    """How long it takes by the clock on the wall."""
    began = time.monotonic()
    what()
    return time.monotonic() - began

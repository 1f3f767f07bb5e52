"""The daemon over a full tree: how soon it is ready, and what it costs while nothing happens.

bench-daemon.py ready BINARY ROOT SOURCE RUNS
bench-daemon.py idle BINARY ROOT SOURCE MINUTES
bench-daemon.py thumbnails BINARY PICTURES ROOT
"""

import datetime
import glob
import hashlib
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time


class Daemon:
    """One that was started as a service manager starts it; ready when this returns."""

    def __init__(self, binary, root, source):
        self.folder = tempfile.mkdtemp(prefix="apod-")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(self.folder + "/notify")
        self.environment = dict(
            os.environ,
            NOTIFY_SOCKET=self.folder + "/notify",
            WATCHDOG_USEC="600000000",
            XDG_RUNTIME_DIR=self.folder,
            APOD_MIRROR_USER_CONFIG="no",
            APOD_MIRROR_MIRROR=root,
            APOD_MIRROR_SOURCE=source,
            APOD_MIRROR_HISTORY="11387",
            APOD_MIRROR_MIN_FREE_BYTES="0",
        )
        self.binary = binary
        began = time.monotonic()
        self.process = subprocess.Popen([binary, "daemon", "--quiet"], env=self.environment)
        while b"READY=1" not in self.manager.recv(65536):
            pass
        self.milliseconds = (time.monotonic() - began) * 1000

    def until_next_look(self):
        """What systemd shows once nothing is left to do."""
        status = ""
        while "next look" not in status:
            status = self.manager.recv(65536).decode()
        return re.search("STATUS=(.*)", status)[1]

    def sync(self):
        subprocess.run([self.binary, "sync", "--quiet"], env=self.environment, check=True)

    def held(self):
        """RssAnon and RSS in kilobytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            text = status.read()
        return tuple(int(re.search(name + r":\s+(\d+) kB", text)[1]) for name in ("RssAnon", "VmRSS"))

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def ready(binary, root, source, runs):
    own, peer = [], []
    for _ in range(int(runs)):
        daemon = Daemon(binary, root, source)
        own.append(daemon.milliseconds)
        daemon.end()
        began = time.monotonic()
        subprocess.run(["ls", "-R", root], stdout=subprocess.DEVNULL, check=True)
        peer.append((time.monotonic() - began) * 1000)
    own, peer = statistics.median(own), statistics.median(peer)
    print(f"READY after {own:.0f} ms, ls -R of the tree {peer:.0f} ms, ratio {own / peer:.1f}; median of {runs}")


def mirror(pictures, root):
    """Makes a mirror of whatever pictures there are, a day each."""
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root + "/.apod-mirror")
    with open(root + "/.apod-mirror/mirror.json", "w") as file:
        json.dump({"id": "0" * 32, "version": 1, "start": "2026-01-01"}, file)
    for number, name in enumerate(sorted(os.listdir(pictures))):
        day = str(datetime.date(2026, 1, 1) + datetime.timedelta(number))
        month = f"{root}/{day[:4]}/{day[:7]}"
        os.makedirs(month + "/metadata", exist_ok=True)
        file = f"{day} Picture{os.path.splitext(name)[1]}"
        os.link(f"{pictures}/{name}", f"{month}/{file}")
        with open(f"{pictures}/{name}", "rb") as picture:
            sha256 = hashlib.sha256(picture.read()).hexdigest()
        told = {
            "source": "apod-basic", "fetched": "2026-11-01T00:00:00Z", "media_type": "image", "state": "present",
            "picture": {"file": file, "kind": "original", "bytes": os.path.getsize(f"{pictures}/{name}"),
                        "sha256": sha256, "fetched": "2026-11-01T00:00:00Z"}}
        with open(f"{month}/metadata/{day}.json", "w") as file:
            json.dump({"date": day, "title": "Picture", "explanation": "", "media_type": "image",
                       "service_version": "v1", "mirror": told}, file)


def thumbnails(binary, pictures, root):
    """What the daemon itself holds before, while and after others decode for it."""
    mirror(pictures, root)
    source = "apod-basic=http://127.0.0.1:9/nobody"
    subprocess.run([binary, "gallery", "--quiet", "--mirror", root], check=True)
    daemon = Daemon(binary, root, source)
    daemon.until_next_look()
    time.sleep(3)
    before = daemon.held()
    command = subprocess.Popen([binary, "gallery", "--quiet"], env=daemon.environment)
    most = before
    while command.poll() is None:
        most = tuple(map(max, most, daemon.held()))
        time.sleep(0.01)
    time.sleep(3)
    after = daemon.held()
    daemon.end()
    for what, place in ("RssAnon", 0), ("RSS", 1):
        print(f"  the daemon's {what}: {before[place]:,} kB before, {most[place]:,} at most meanwhile, {after[place]:,} after "
              "(limit 2 MB more)")


def choose(root, count):
    """Makes so many of the newest pictures favorites, and no others."""
    for path in "favorites", ".apod-mirror/vault":
        shutil.rmtree(f"{root}/{path}", ignore_errors=True)
    for path in "favorites.json", ".apod-mirror/favorites.json":
        if os.path.exists(f"{root}/{path}"):
            os.remove(f"{root}/{path}")
    os.mkdir(root + "/favorites")
    for path in sorted(glob.glob("2*/2*-*/*.jpg", root_dir=root))[-count:]:
        os.symlink("../" + path, f"{root}/favorites/{os.path.basename(path)}")


def idle(binary, root, source, minutes):
    choose(root, 100)
    daemon = Daemon(binary, root, source)
    print("  " + daemon.until_next_look())
    # What came of the start settles: connections are closed, threads end.
    time.sleep(20)
    trace = daemon.folder + "/trace"
    strace = ["timeout", "--signal=INT", str(int(float(minutes) * 60))]
    strace += ["strace", "-f", "-c", "-o", trace, "-p", str(daemon.process.pid)]
    subprocess.run(strace, stderr=subprocess.DEVNULL)
    with open(trace) as table:
        calls = re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$", table.read(), re.MULTILINE)
    named = {name: int(count) for count, name in calls if name != "total"}
    pings = named.get("sendto", 0)
    print(f"  {minutes} minutes: {pings} wake-ups to ping; calls: {named or 'none'}")
    print("  RssAnon %d kB, RSS %d kB" % daemon.held())
    for _ in range(500):
        daemon.sync()
    daemon.until_next_look()
    time.sleep(5)
    print("  after 500 syncs: RssAnon %d kB, RSS %d kB" % daemon.held())
    daemon.end()


if __name__ == "__main__":
    {"ready": ready, "idle": idle, "thumbnails": thumbnails}[sys.argv[1]](*sys.argv[2:])

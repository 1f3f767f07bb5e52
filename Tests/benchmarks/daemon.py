"""A daemon, as a service manager starts it."""
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time


class Daemon:
    """One that was started as a service manager starts it; ready when this returns."""

    def __init__(self, bench, root, source, **more):
        self.folder = tempfile.mkdtemp(prefix="apod-")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(self.folder + "/notify")
        self.environment = bench.environment(
            NOTIFY_SOCKET=self.folder + "/notify", WATCHDOG_USEC=600_000_000, XDG_RUNTIME_DIR=self.folder,
            APOD_MIRROR_MIRROR=root, APOD_MIRROR_SOURCE=source, APOD_MIRROR_MIN_FREE_BYTES=0, **more)
        self.binary = bench.binary
        began = time.monotonic()
        self.process = subprocess.Popen([self.binary, "daemon", "--quiet"], env=self.environment)
        while b"READY=1" not in self.manager.recv(65536):
            pass
        self.milliseconds = (time.monotonic() - began) * 1000

    def until_next_sync(self):
        """What systemd shows once nothing is left to do."""
        status = ""
        while "next sync" not in status:
            status = self.manager.recv(65536).decode()
        return re.search("STATUS=(.*)", status)[1]

    def sync(self):
        subprocess.run([self.binary, "sync", "--quiet"], env=self.environment, check=True)

    def held(self):
        """RssAnon and RSS in megabytes."""
        return self._held(self.process.pid)

    def held_by_watch(self):
        """The same of the process that watches favorites/."""
        words = ["pgrep", "--parent", str(self.process.pid), "apod-mirror-wat"]
        return self._held(subprocess.check_output(words, text=True).strip())

    @staticmethod
    def _held(process):
        with open(f"/proc/{process}/status") as status:
            text = status.read()
        return tuple(int(re.search(name + r":\s+(\d+) kB", text)[1]) / 1000 for name in ("RssAnon", "VmRSS"))

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

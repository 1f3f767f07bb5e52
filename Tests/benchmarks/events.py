"""Inotify without a library, for as little delay as can be."""
import ctypes
import os
import select
import struct
import time

from bench import Failed

MODIFY, CLOSE_WRITE, MOVED_TO = 0x2, 0x8, 0x80
libc = ctypes.CDLL(None, use_errno=True)


class Watch:
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
                raise Failed(f"it never came: {left[0]}")
            for now, folder, mask, name in self.events(1):
                if left and (folder, name) == left[0][:2] and mask & left[0][2]:
                    times.append(now)
                    left.pop(0)
        return times

    def close(self):
        os.close(self.descriptor)

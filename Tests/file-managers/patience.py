"""Waiting for what must become true, and saying what did not."""
import time
from pathlib import Path


class Wrong(Exception):
    """What does not hold, in a sentence."""


class Fumbled(Wrong):
    """A hand, or a program that is not ours, did not come to do what a person does: nothing of it says that a mirror is
    wrong."""


def eventually(what, look, wrong=Fumbled, seconds=90):
    """What a look gives as soon as it is true. A look asks the file manager for every row, which takes its time, too: the
    longer it takes, the less often it is looked."""
    limit = time.monotonic() + seconds
    pause = 0.05
    while not (found := look()):
        if time.monotonic() > limit:
            raise wrong(f"it never came: {what() if callable(what) else what}")
        time.sleep(pause)
        pause = min(0.4, pause * 1.3)
    return found


def settled(what, look, pause=0):
    """What a look gives twice, one time after the other."""
    last = [None]

    def is_so():
        time.sleep(pause)
        before, last[0] = last[0], look()
        return last[0] is not None and last[0] == before

    eventually(what, is_so)
    return last[0]


def soon(look, seconds=3):
    """Whether a look finds something within some seconds."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if look():
            return True
        time.sleep(0.1)
    return False


def busy(process):
    """How many nanoseconds of a processor a process has had, and whether it wants more."""
    had, wants = 0, False
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            wants |= (task / "stat").read_text().rsplit(")", 1)[1].split()[0] != "S"
            had += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass  # It has ended.
    return had, wants


def rests(process, seconds=1):
    """Whether a process has done all that it had to do, also on a machine that leaves it little time. Some wake up twice a
    second to do nothing, which takes a tenth of a millisecond."""
    before, _ = busy(process)
    time.sleep(seconds)
    after, wants = busy(process)
    return after - before < 2_000_000 and not wants


def expect(holds, what):
    if not holds:
        raise Wrong(what)

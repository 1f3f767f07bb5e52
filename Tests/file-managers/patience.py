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


def runs(process):
    """How often each thread of a process was given a processor, and whether it wants one."""
    found = {}
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            state = (task / "stat").read_text().rsplit(")", 1)[1].split()[0]
            found[task.name] = state, (task / "schedstat").read_text().split()[2]
        except OSError:
            pass  # It has ended.
    return found


def rests(process, seconds=1):
    """Whether a process has done all that it had to do, also on a machine that leaves it little time."""
    before = runs(process)
    time.sleep(seconds)
    return runs(process) == before and all(state == "S" for state, _ in before.values())


def expect(holds, what):
    if not holds:
        raise Wrong(what)

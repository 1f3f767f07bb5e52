"""Waiting for what must become true, and saying what did not."""
import time


class Wrong(Exception):
    """What does not hold, in a sentence."""


def eventually(what, look, seconds=30):
    """What a look gives as soon as it is true. A look asks the file manager for every row, which takes its time, too: the
    longer it takes, the less often it is looked."""
    limit = time.monotonic() + seconds
    pause = 0.05
    while not (found := look()):
        if time.monotonic() > limit:
            raise Wrong(f"it never came: {what() if callable(what) else what}")
        time.sleep(pause)
        pause = min(0.4, pause * 1.3)
    return found


def expect(holds, what):
    if not holds:
        raise Wrong(what)

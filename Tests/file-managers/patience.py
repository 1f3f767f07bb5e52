"""Waiting for what must become true, and saying what did not."""
import time


class Wrong(Exception):
    """What does not hold, in a sentence."""


def eventually(what, look, seconds=30):
    """What a look gives as soon as it is true."""
    limit = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > limit:
            raise Wrong(f"it never came: {what() if callable(what) else what}")
        time.sleep(0.05)
    return found


def expect(holds, what):
    if not holds:
        raise Wrong(what)

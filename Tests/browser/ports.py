"""Ports for servers that must be told theirs, and a name for this machine."""
import contextlib
import random
import socket

# A household's name for it. The browsers are told that it leads to loopback.
HOME = socket.gethostname().split(".")[0].lower() + ".local"


def lasting_port():
    """Below those that the kernel gives to whoever asks for any: nobody takes it before the server has it."""
    while True:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", random.randrange(10_000, 32_768)))
            return one.getsockname()[1]

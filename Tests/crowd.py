#!/usr/bin/python3
"""Tests/crowd.py PROCESS PORT COUNT ADDRESSES TARGET : COUNT clients of a server on loopback that ask for TARGET and do not read.

They come from 127.0.0.1 and so many ADDRESSES behind it. Then somebody else asks for TARGETs of their own. Prints what
came of it as JSON: how many were let in, what each of them costs the PROCESS of the server in its own memory, in bytes,
and how many milliseconds the others waited.
"""
import json
import resource
import selectors
import socket
import sys
import time


def anonymous(process):
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))


def connected(port, address):
    one = socket.socket()
    # What the server's kernel holds is not what is to be seen, nor what this one holds.
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.bind((address, 0))
    one.connect(("127.0.0.1", port))
    return one


def request(target):
    return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()


def milliseconds(port, target, address="127.0.1.1"):
    """How long somebody waits for a whole answer; None where there comes none."""
    began = time.monotonic()
    said = b""
    try:
        with socket.socket() as one:
            one.settimeout(60)
            one.bind((address, 0))
            one.connect(("127.0.0.1", port))
            one.sendall(request(target))
            while piece := one.recv(65536):
                said += piece
    except OSError:
        return None
    return (time.monotonic() - began) * 1000 if said.startswith(b"HTTP/1.1 200 ") else None


def main():
    process, port, count, addresses, target = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    milliseconds(port, "/planetary/apod?count=1")
    before = anonymous(process)
    waiting = selectors.DefaultSelector()
    clients = []
    for number in range(count):
        one = connected(port, f"127.0.0.{1 + number % addresses}")
        clients.append(one)
        waiting.register(one, selectors.EVENT_READ)
        try:
            one.send(request(target))
        except OSError:
            pass
    # Meanwhile, while all are served what the kernel takes.
    waits = [milliseconds(port, "/planetary/apod?count=1") for _ in range(10)]
    refused = 0
    limit = time.monotonic() + 120
    while waiting.get_map() and time.monotonic() < limit:
        for key, _ in waiting.select(timeout=1):
            waiting.unregister(key.fileobj)
            try:
                refused += not key.fileobj.recv(1, socket.MSG_PEEK)
            except OSError:
                refused += 1
    waits += [milliseconds(port, "/planetary/apod?count=1") for _ in range(10)]
    after = anonymous(process)
    let_in = count - refused - len(waiting.get_map())
    print(json.dumps({
        "let_in": let_in, "refused": refused, "unanswered": len(waiting.get_map()),
        "bytes": (after - before) // max(1, let_in), "all": after, "failed": waits.count(None),
        "waits": sorted(wait for wait in waits if wait is not None)}))


main()

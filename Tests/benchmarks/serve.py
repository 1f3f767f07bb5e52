"""What a mirror answers over HTTP, beside nginx with the same bytes as files."""
import contextlib
import json
import re
import resource
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

from bench import Failed
from ports import lasting_port
from table import Row, Samples

CONNECTIONS = 64
IDLE, SLOW = 10_000, 200
NOT_READING = 8_000
# One address gets no more than 4,000 connections.
ADDRESSES = 4
CROWD = Path(__file__).parent.parent / "crowd.py"


@contextlib.contextmanager
def answering(bench, root):
    """`apod-mirror serve` for a mirror; its address and process."""
    server = subprocess.Popen(
        [bench.binary, "serve", "--mirror", root, "--listen", "127.0.0.1:0"], env=bench.environment(),
        stderr=subprocess.PIPE, text=True)
    try:
        said = server.stderr.readline()
        found = re.search(r"(http://[0-9.:]+)/", said)
        if not found:
            raise Failed(f"serve says: {said}")
        yield found[1], server
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def nginx(bench, root):
    """The same files by nginx, as quick as it is made to be; its address."""
    folder = bench.folder("nginx")
    port = lasting_port()
    (folder / "conf").write_text(f"""
        user root; daemon off; worker_processes auto; pid {folder}/pid; error_log {folder}/errors;
        events {{ worker_connections 4096; }}
        http {{
            types {{ application/json json; image/jpeg jpg; }}
            access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            server {{ listen 127.0.0.1:{port}; root "{root}"; }}
        }}""")
    server = subprocess.Popen(["/usr/sbin/nginx", "-e", f"{folder}/errors", "-c", f"{folder}/conf"])
    try:
        connect(port).close()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def connect(port, address="127.0.0.1"):
    limit = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        except ConnectionRefusedError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.01)


def await_listening(port):
    """Without a knock, which would wake who is to sleep."""
    limit = time.monotonic() + 30
    while f":{port:04X} 00000000:0000 0A" not in Path("/proc/net/tcp").read_text():
        if time.monotonic() > limit:
            raise Failed(f"nobody listens at {port}")
        time.sleep(0.01)


def get(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read()


def per_request(bench, address):
    """Microseconds that a request takes, many side by side."""
    said = bench.run("wrk", "--threads", 1, "--connections", CONNECTIONS, "--duration", "1s" if bench.is_smoke else "4s",
                     address)
    if "Non-2xx" in said or "Socket errors" in said:
        raise Failed(f"{address}: {said}")
    return 1e6 / float(re.search(r"Requests/sec:\s+([0-9.]+)", said)[1])


def anonymous(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) / 1000 for line in status if line.startswith("RssAnon"))


def measure(bench):
    yield from measure_load(bench)
    yield measure_waking(bench)
    yield measure_crowd(bench)
    yield from measure_not_reading(bench)


def measure_load(bench):
    root = bench.folder("serve") / "APOD"
    source = bench.source(bench.serve("--days", 10, "--size", 400_000))
    bench.run(bench.binary, "sync", "--quiet", "--create", "--mirror", root, "--history", 10, "--min-free-bytes", 0,
              "--source", source)
    with answering(bench, root) as (ours, server), nginx(bench, root) as theirs:
        days = json.loads(get(f"{ours}/planetary/apod?count=10"))
        day = next(day for day in days if day["media_type"] == "image")
        asked = f"{ours}/planetary/apod?date={day['date']}"
        file = f"{day['date'][:4]}/{day['date'][:7]}/metadata/answer.json"
        (root / file).write_bytes(get(asked))
        times = bench.interleaved(lambda _: per_request(bench, asked), lambda _: per_request(bench, f"{theirs}/{file}"))
        yield Row("serve", f"one day's JSON, {CONNECTIONS} connections", times[0], "µs", "nginx", times[1], 2.0, True)
        picture = day["hdurl"]
        path = urllib.parse.urlsplit(picture).path
        times = bench.interleaved(lambda _: per_request(bench, picture), lambda _: per_request(bench, theirs + path))
        yield Row("serve", "a picture of 400 kB, the same", times[0], "µs", "nginx", times[1], 1 / 0.9, True)
        yield Row("serve", "RssAnon under that load", Samples([anonymous(server)]), "MB", limit=12)


def measure_waking(bench):
    """The first answer after systemd's socket starts it."""
    root, _ = bench.full_tree()

    def first(_):
        port = lasting_port()
        environment = bench.environment()
        waker = subprocess.Popen(
            ["/usr/bin/systemd-socket-activate", f"--listen=127.0.0.1:{port}", "--setenv=HOME", "--setenv=PATH",
             "--setenv=APOD_MIRROR_USER_CONFIG", bench.binary, "serve", "--mirror", root],
            env=environment, stderr=subprocess.DEVNULL)
        try:
            await_listening(port)
            began = time.monotonic()
            json.loads(get(f"http://127.0.0.1:{port}/planetary/apod"))
            return (time.monotonic() - began) * 1000
        finally:
            waker.terminate()
            waker.wait()

    taken, = bench.interleaved(first)
    return Row("serve", f"the first answer after its socket wakes it, {bench.size(11_387):,} days", taken, "ms", limit=150)


def measure_crowd(bench):
    """An answer beside connections that say nothing, and such that say little."""
    root, _ = bench.full_tree()
    idle = bench.size(IDLE)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < idle + SLOW + 100:
        raise Failed(f"this machine lets a process have only {most} descriptors")
    with answering(bench, root) as (address, server), contextlib.ExitStack() as held:
        port = urllib.parse.urlsplit(address).port
        for number in range(idle + SLOW):
            one = held.enter_context(connect(port, f"127.0.0.{2 + number % ADDRESSES}"))
            if number >= idle:
                one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")

        def answer(_):
            began = time.monotonic()
            json.loads(get(f"{address}/planetary/apod"))
            return (time.monotonic() - began) * 1000

        taken, = bench.interleaved(answer)
    return Row("serve", f"an answer beside {idle:,} idle and {SLOW} slow connections", taken, "ms")


def measure_not_reading(bench):
    """What clients cost that ask for all days and do not read, and an answer beside them."""
    root, _ = bench.full_tree()
    count = bench.size(NOT_READING)

    def crowd(_):
        with answering(bench, root) as (address, server):
            port = urllib.parse.urlsplit(address).port
            return json.loads(bench.run("/usr/bin/python3", CROWD, server.pid, port, count, ADDRESSES,
                                        "/planetary/apod?start_date=1995-06-16"))

    told = [crowd(None) for _ in range(bench.runs)]
    for one in told:
        if one["let_in"] != count or one["failed"]:
            raise Failed(f"the crowd was told {one}")
    what = f"{count:,} connections that ask for all days and do not read"
    yield Row("serve", f"{what}: each", Samples([one["bytes"] / 1000 for one in told]), "kB", limit=16.384)
    yield Row("serve", "the slowest answer beside them", Samples([one["waits"][-1] for one in told]), "ms", limit=1000)

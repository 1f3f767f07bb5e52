"""A slow line: what the server sends is held to 20 Mbit/s, 40 ms there and back, in a network of its own."""
import subprocess
import sys

from bench import Failed, seconds
from table import Row, Samples

RATE = 20_000_000
# What a packet of 1,448 bytes takes on the line.
OVERHEAD = 1_514 / 1_448
SHAPE = """
    ip link set lo up mtu 1500
    tc qdisc add dev lo root handle 1: htb default 2
    tc class add dev lo parent 1: classid 1:1 htb rate {rate}bit
    tc class add dev lo parent 1: classid 1:2 htb rate 10gbit
    tc filter add dev lo parent 1: protocol ip u32 match ip sport {port} 0xffff flowid 1:1
"""
DELAY = """
    tc qdisc replace dev lo parent 1:1 handle 10: netem delay 20ms loss {loss}% limit 10000
    tc qdisc replace dev lo parent 1:2 handle 20: netem delay 20ms limit 10000
"""
PORT = 18_095


def measure(bench):
    days, size = bench.size(100), 500_000
    # Lives as long as the network that it is in; until it says so it is still in the machine's own, which is not shaped.
    network = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo made; exec sleep 3600"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    bench.started.append(network)
    if network.stdout.readline() != "made\n":
        return skip("no network of its own can be made here.")
    inside = ["nsenter", "--target", network.pid, "--net"]
    try:
        bench.run(*inside, "sh", "-ec", SHAPE.format(rate=RATE, port=PORT))
    except Failed as error:
        return skip(f"the line cannot be shaped here: {error}")
    source = bench.source(bench.listening(*inside, bench.sample, "--port", PORT, "--days", days, "--size", size))

    def ours(number):
        root = bench.folder("line")
        return seconds(lambda: bench.run(*inside, bench.binary, "sync", "--quiet", "--create", "--mirror", root,
                                         "--history", days, "--source", source))

    def sync(what):
        (taken,) = bench.interleaved(ours)
        stored = sum(path.stat().st_size for path in bench.work.glob("line/2*/2*/*.*") if path.suffix != ".html")
        line = Samples([stored * OVERHEAD * 8 / RATE])
        return Row("line", f"{stored / 1e6:.0f} MB over 20 Mbit/s{what}", taken, "s", "the line", line, 1 / 0.95, True)

    yield sync("")
    for what, loss in ((" and 40 ms", 0), (", 40 ms and 0.5 % loss", 0.5)):
        try:
            bench.run(*inside, "sh", "-ec", DELAY.format(loss=loss))
        except Failed:
            return skip("this kernel has no netem, so nothing is delayed and nothing is lost.")
        yield sync(what)


def skip(why):
    print(f"  skipped: {why}", file=sys.stderr)

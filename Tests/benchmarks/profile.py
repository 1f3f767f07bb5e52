"""Tests/profile [--whole] NAME: see there."""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build/profile"
# These look at their processes' calls themselves, and only one can.
COUNT_CALLS = {"favorites", "idle"}

# The tracer is the program's child, so the number that a benchmark started, and signals, is the program's own.
WRAPPER = """#!/bin/sh
if [ -e "{place}/watched" ]; then
    : >"{place}/$$.calls"
    exec strace -D -f -c -U calls,errors,name -o "{place}/$$.calls" "{binary}" "$@"
fi
exec "{binary}" "$@"
"""


def main():
    parser = argparse.ArgumentParser(prog="Tests/profile", add_help=False)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("name", metavar="NAME")
    asked = parser.parse_args()
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    words = ["/usr/bin/python3", ROOT / "Tests/benchmarks", asked.name] + ([] if asked.whole else ["--smoke"])
    functions(words)
    if asked.name not in COUNT_CALLS:
        calls(words)


def measured(words, **settings):
    environment = os.environ | {"RUNS": "3", "MINUTES": "1", "APOD_BENCH_WATCH": str(PLACE)} | settings
    ended = subprocess.run([str(word) for word in words], env=environment, stdout=subprocess.DEVNULL)
    if ended.returncode not in (0, 1):
        sys.exit(f"The benchmark ended with {ended.returncode}.")


def functions(words):
    data, control = PLACE / "perf.data", PLACE / "control"
    os.mkfifo(control)
    perf = ["perf", "record", "--quiet", "--freq", "999", "-g", "--delay", "-1", "--control", f"fifo:{control}",
            "--output", data, "--"]
    measured(perf + words)
    control.unlink()

    def report(*options):
        words = ["perf", "report", "--input", str(data), "--stdio", "-g", "none", *options]
        text = subprocess.run(words, capture_output=True, text=True).stdout
        return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]

    # Threads have names of their own; those are the program's in which its code ran.
    threads = sorted({line.split()[1] for line in report("--no-children", "--sort", "comm,dso")
                      if line.split()[-1].startswith("apod-mirror")})
    if not threads:
        sys.exit("perf saw nothing of apod-mirror: may it look (kernel.perf_event_paranoid), and did anything run?")
    own = ["--comm", ",".join(threads)]
    print("Threads, of all that ran:")
    print("\n".join(report("--no-children", "--sort", "comm", *own)))
    print("\nFunctions, with all that they call:")
    called = [line for line in report("--children", "--sort", "sym", "--percent-limit", "1", *own) if "[.]" in line]
    print(readable(called, 50))
    print("\nFunctions by themselves:")
    print(readable(report("--no-children", "--sort", "dso,sym", "--percent-limit", "0.5", *own), 30))


def readable(lines, count):
    text = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(lines), capture_output=True, text=True)
    # One function is many symbols: what the compiler made of it for single types, or shared.
    seen, told = set(), []
    for line in text.stdout.splitlines():
        name = re.sub(r"^[\s\d.%]+(\[.\] )?|\b(specialized|partial apply for|merged) ", "", line)
        if name not in seen:
            seen.add(name)
            told.append(line[:160])
    return "\n".join(told[:count])


def calls(words):
    wrapper = PLACE / "apod-mirror"
    wrapper.write_text(WRAPPER.format(place=PLACE, binary=ROOT / ".build/release/apod-mirror"))
    wrapper.chmod(0o755)
    for name in "apod-mirror-thumbnailer", "apod-mirror-watch":
        (PLACE / name).symlink_to(ROOT / ".build/release" / name)
    measured(words, APOD_BENCH_BINARY=str(wrapper))
    reports = list(PLACE.glob("*.calls"))
    # The tracer ends after what it traced.
    patience = time.monotonic() + 10
    while not all(report.stat().st_size for report in reports) and time.monotonic() < patience:
        time.sleep(0.1)
    counts, errors = collections.Counter(), collections.Counter()
    for report in reports:
        for count, failed, name in re.findall(r"^\s*(\d+)\s+(\d*)\s+(\w+)$", report.read_text(), re.MULTILINE):
            if name != "total":
                counts[name] += int(count)
                errors[name] += int(failed or 0)
    print(f"\nCalls of the system in {len(reports)} runs, and how many of them failed:")
    for name, count in counts.most_common(25):
        print(f"{count:10,}  {errors[name]:8,}  {name}")


main()

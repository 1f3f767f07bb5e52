"""Tests/bench [--smoke] [--json FILE] [--readme] [NAME...]: see there."""
import argparse
import importlib
import json
import os
import sys
import time
import traceback
from pathlib import Path

import machine
import table
from bench import Bench, Failed

# The checks of the gallery have a browser and ports, too.
sys.path.append(str(Path(__file__).resolve().parents[1] / "browser"))

# In the order of the table: the module that measures, and what it needs to be read.
ALL = {
    "sync": ("sync", []),
    "line": ("line", ["iproute2"]),
    "again": ("again", []),
    "ready": ("ready", []),
    "commands": ("commands", []),
    "favorites": ("favorites", []),
    "flushes": ("flushes", ["gcc", "libc6-dev"]),
    "idle": ("idle", []),
    "memory": ("memory", []),
    "verify": ("verify", []),
    "import": ("collection", []),
    "serve": ("serve", ["nginx-light", "wrk", "systemd"]),
    "gallery": ("gallery_pages", []),
    "similar": ("similar", []),
    "thumbnails": ("thumbnails", ["libvips-tools", "python3-numpy", "python3-pil"]),
    "small": ("small", ["python3-numpy", "python3-pil"]),
}
BEGINNING, END = "<!-- What Tests/bench --readme wrote -->", "<!-- Until here -->"


def main():
    parser = argparse.ArgumentParser(prog="Tests/bench", add_help=False)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in ALL:
            parser.error(f"there is no benchmark {name}: there are {', '.join(ALL)}")
    if asked.readme and (asked.names or asked.smoke):
        parser.error("--readme is for all of it")
    root = Path(__file__).resolve().parents[2]
    release = root / ".build/release"
    bench = Bench(
        root=root, work=root / ".build/bench", sample=str(release / "sample-nasa"),
        binary=os.environ.get("APOD_BENCH_BINARY", str(release / "apod-mirror")),
        runs=1 if asked.smoke else int(os.environ.get("RUNS", 5)), is_smoke=asked.smoke,
        minutes=0.1 if asked.smoke else float(os.environ.get("MINUTES", 10)))
    bench.work.mkdir(parents=True, exist_ok=True)
    facts = machine.facts(str(bench.work), bench.binary)
    rows, broken = measured(bench, asked.names or list(ALL))
    whole = table.text(rows)
    print(f"{machine.text(facts)}\n\n{whole}")
    if asked.json:
        asked.json.write_text(json.dumps({"machine": facts, "rows": [row.json() for row in rows]}, indent=2) + "\n")
    if asked.readme and not broken:
        runs = f"the median of {bench.runs} runs" if bench.runs > 1 else "one run"
        write(root / "docs/performance.md", f"{machine.text(facts)}; {runs}.\n\n```\n{whole}\n```")
    if asked.smoke:
        print(f"\nAt a tenth of its size, once: {'nothing' if not broken else ', '.join(broken)} failed.")
        return 1 if broken else 0
    missed = [row for row in rows if row.verdict == "MISSED"]
    unsure = [row for row in rows if row.verdict == "open"]
    print(f"\n{len(rows)} figures, {len(missed)} promises missed, {len(unsure)} open: the machine's noise hides them.")
    return 1 if missed or broken else 0


def measured(bench, names):
    rows, broken = [], []
    try:
        for name in names:
            module, packages = ALL[name]
            print(f"{name} ...", file=sys.stderr, flush=True)
            began = time.monotonic()
            try:
                if packages:
                    bench.packages(*packages)
                for row in importlib.import_module(module).measure(bench):
                    if bench.is_smoke:
                        row.limit = None
                    rows.append(row)
                    print("  " + "  ".join(filter(None, row.cells()[1:])), file=sys.stderr, flush=True)
            except Exception as error:
                # The others are measured all the same.
                why = str(error) if isinstance(error, Failed) else traceback.format_exc()
                print(f"{name} failed: {why}", file=sys.stderr, flush=True)
                broken.append(name)
            print(f"  It took {time.monotonic() - began:.0f} s.", file=sys.stderr, flush=True)
    finally:
        bench.end()
    return rows, broken


def write(page, text):
    former = page.read_text()
    before, _, rest = former.partition(BEGINNING)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGINNING}\n{text}\n{END}{after}")


sys.exit(main())

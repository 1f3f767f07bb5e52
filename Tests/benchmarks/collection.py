"""Thirty years that somebody collected, in five naming schemes, one file in twenty of them wrong."""
import datetime
import hashlib
import http.server
import json
import os
import random
import threading
import urllib.parse

import sync
from bench import Failed, seconds
from table import Row, Samples

# A third of a picture's thirtieth is the least that is asked for: smaller ones than NASA's own, so that the disk holds all.
SIZES = (120_000, 150_000)


def measure(bench):
    bench.packages(*sync.PACKAGES)
    words = Words()
    served = sync.Pictures(bench, 11_387, SIZES, name=lambda entry: f"Picture_{int(entry['date'].replace('-', '')):x}",
                           words=f"            proxy_pass http://127.0.0.1:{words.server_port};", is_logged=True)
    words.entries = served.entries + list(older(served.entries[-1]))
    source = bench.source(f"http://127.0.0.1:{served.port}")
    place = bench.folder("import")
    wrong = collect(served, place / "old")
    mirror = place / "mirror"
    ours = [bench.binary, "import", place / "old", "--mirror", mirror, "--link", "--json", "--connections", 8,
             "--connections-per-host", 8, "--min-free-bytes", 0, "--source", source, "--thumbnails", "no", "--gallery", "no"]
    # One day, so that there is a mirror; its history takes the others.
    bench.run(bench.binary, "sync", "--quiet", "--create", "--mirror", mirror, "--history", 1, "--min-free-bytes", 0,
              "--source", source, "--thumbnails", "no", "--gallery", "no")
    served.log.write_text("")
    told = []
    taken = seconds(lambda: told.append(bench.run(*ours, accepts=(0, 1))))
    asked = [line.split() for line in served.log.read_text().splitlines()]
    check(served, mirror, wrong, json.loads(told[0]))
    pieces = [int(count) for status, count, path in asked if status == "206" and path.startswith("/content/dam/")]
    everything = sum(path.stat().st_size for path in (served.folder / "pictures").iterdir())
    peer = place / "peer"
    peer.mkdir()
    theirs = seconds(lambda: bench.run(
        "sh", "-euc", f"wget2 --quiet --max-threads=8 --input-file='{served.urls}'; sync -f .", cwd=peer))
    what = f"{served.days:,} files in five naming schemes, {len(wrong)} of them wrong"
    yield Row("import", what, Samples([taken]), "s", "wget2 of everything, sync -f", Samples([theirs]))
    yield Row("import", "requests for pieces, a picture", Samples([len(pieces) / served.days]), "", limit=3)
    yield Row("import", "bytes of pieces, a picture of 135 kB", Samples([sum(pieces) / 1000 / served.days]), "kB",
              "wget2 of everything", Samples([everything / 1000 / served.days]), 0.1, True)
    words.shutdown()
    bench.forget(place)
    bench.folder("import").rmdir()


def older(entry):
    """What NASA has of the days before, of which nobody collected anything."""
    day = datetime.date.fromisoformat(entry["date"])
    while day > datetime.date(1995, 6, 16):
        day -= datetime.timedelta(1)
        short = day.strftime("%y%m%d")
        yield {name: entry[name] for name in ("media_type", "credit", "copyright", "alt")} | {
            "date": str(day), "post_id": day.toordinal(), "title": f"Before {day}", "explanation": f"What {day} showed.",
            "permalink": entry["permalink"][:-6] + short, "url": entry["url"][:-6] + short,
            "hdurl": entry["hdurl"].replace("Picture_", f"Before_{short}_")}


class Words(http.server.ThreadingHTTPServer):
    """What apod-basic answers about any days."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.entries = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked = {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query).items()}
        first, last = whole(asked.get("date_from", "950101")), whole(asked.get("date_to", "491231"))
        found = [entry for entry in self.server.entries if first <= entry["date"] <= last]
        size, page = int(asked.get("per_page", 10)), int(asked.get("page", 1))
        body = json.dumps(found[(page - 1) * size:page * size]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-WP-TotalPages", str(-(-len(found) // size)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def whole(short):
    """`950616` as `1995-06-16`."""
    century = "19" if short[:2] >= "95" else "20"
    return f"{century}{short[:2]}-{short[2:4]}-{short[4:]}"


def collect(served, folder):
    """Fills a folder with all pictures in as many schemes as somebody may have; the days of wrong files."""
    chance = random.Random(20261127)
    wrong = set()
    for number, (date, name) in enumerate(served.pictures.items()):
        plain, year = date.replace("-", ""), date[:4]
        path = folder / [f"by day/{date}.jpg", f"apod.nasa.gov/ap{plain[2:]}.jpg", f"{year}/{date[5:7]}/{date[8:]}/apod.jpg",
                         f"image/{plain[2:6]}/{name}", f"downloads/{number}.jpg"][number % 5]
        path.parent.mkdir(parents=True, exist_ok=True)
        if number % 5 == 4:
            path.with_suffix(".jpg.json").write_text(json.dumps({"date": date, "title": f"Picture {number}"}))
        picture = served.folder / "pictures" / name
        if chance.random() >= 0.05:
            os.link(picture, path)
            continue
        wrong.add(date)
        good = picture.read_bytes()
        start = chance.choice([len(good) // 2, len(good) - 20, 40])
        path.write_bytes(chance.choice([
            good[:len(good) // 2], good + b"x", chance.randbytes(len(good)), b"<html>Not here</html>",
            good[:start] + bytes([good[start] ^ 1]) + good[start + 1:]]))
    return wrong


def check(served, mirror, wrong, report):
    """Every right file was adopted, and no wrong one; of each day the mirror has NASA's picture."""
    adopted = set(report["adopted"])
    newest = max(served.pictures)
    missing = set(served.pictures) - wrong - adopted - {newest}
    if missing or adopted & wrong:
        raise Failed(f"{len(missing)} right files were not adopted, {len(adopted & wrong)} wrong ones were")
    stored = {path.name[:10]: path for path in mirror.glob("2*/2*/*.jpg")} | {
        path.name[:10]: path for path in mirror.glob("1*/1*/*.jpg")}
    for date, name in served.pictures.items():
        if date not in stored or digest(stored[date]) != digest(served.folder / "pictures" / name):
            raise Failed(f"{date} is not NASA's picture")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()

"""600 days of one picture each from nginx on loopback, 211 MB."""
import json
import os
import random
import shlex
import subprocess
import urllib.request

from bench import seconds
from ports import lasting_port
from table import Row

PACKAGES = ["gcc", "libc6-dev", "nginx-light", "wget2", "aria2", "curl", "gallery-dl", "libvips-tools"]

DAYS = 600

CONFIGURATION = """
{user}
worker_processes 1;
daemon off;
pid "{folder}/nginx.pid";
error_log "{folder}/error.log";
events {{ worker_connections 256; }}
http {{
    log_format asked '$status $body_bytes_sent $uri';
    access_log {log};
    sendfile on;
    keepalive_requests 100000;
    client_body_temp_path "{folder}/temp";
    proxy_temp_path "{folder}/temp";
    fastcgi_temp_path "{folder}/temp";
    uwsgi_temp_path "{folder}/temp";
    scgi_temp_path "{folder}/temp";
    types {{ image/jpeg jpg; application/json json; }}
    server {{
        listen 127.0.0.1:{port};
        location /wp-json/wp/v2/apod-basic {{
{words}
        }}
        location /content/dam/ {{ alias "{folder}/pictures/"; }}
    }}
}}
"""


# What a sync asks for, block by block.
WORDS = """
            root "{folder}";
            default_type application/json;
            add_header X-WP-TotalPages 1;
            try_files /meta/$arg_date_from.json =404;"""


class Pictures:
    """A sample server's answers, saved as files that nginx serves.

    Entries are saved block by block, as apod-mirror asks for them; each picture is the sample's own with a comment that
    brings it to 200 to 530 kB, or as much as is said, so it stays a whole JPEG with bytes of its own.
    """

    def __init__(self, bench, days=DAYS, sizes=(200_000, 500_000), name=lambda entry: entry["date"].replace("-", ""),
                 words=WORDS, is_logged=False):
        self.folder, self.days = bench.folder("nginx"), bench.size(days)
        self.sizes, self.name = sizes, name
        self.log = self.folder / "log"
        self.port = lasting_port()
        self.save(bench.serve("--days", self.days, "--small"))
        # Its worker runs as whoever started it, so that it may enter whatever folder this is.
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            CONFIGURATION.format(user=user, folder=self.folder, port=self.port,
                                 words=words.format(folder=self.folder),
                                 log=f'"{self.log}" asked' if is_logged else "off"))
        self.server = subprocess.Popen(
            ["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log"])
        bench.started.append(self.server)
        self.urls = self.folder / "urls"
        first = self.urls.read_text().split("\n")[0]
        bench.run("curl", "--silent", "--fail", "--retry", 20, "--retry-connrefused", "--retry-delay", 1,
                  "--output", "/dev/null", first)

    def save(self, base):
        chance = random.Random(20261120)
        api = base + "/wp-json/wp/v2/apod-basic"
        entries, page = [], 1
        while len(entries) < self.days:
            entries += json.load(get(f"{api}?per_page=25&page={page}"))
            page += 1
        entries = entries[:self.days]
        for name in ("pictures", "meta"):
            (self.folder / name).mkdir()
        painted = next(entry["hdurl"].split("?")[0] for entry in entries
                       if entry["media_type"] == "image" and entry["hdurl"].split("?")[0].endswith(".jpg"))
        jpeg = get(painted.replace("dynamicimage/assets", "content/dam")).read()
        address = f"http://127.0.0.1:{self.port}"
        names = []
        for entry in entries:
            names.append(self.name(entry) + ".jpg")
            (self.folder / "pictures" / names[-1]).write_bytes(longer(jpeg, chance, self.sizes))
            entry["media_type"] = "image"
            entry["hdurl"] = f"{address}/dynamicimage/assets/{names[-1]}?w=2000&h=1500&fit=clip"
        for start in range(0, self.days, 25):
            block = entries[start:start + 25]
            first = block[-1]["date"].replace("-", "")[2:]
            (self.folder / f"meta/{first}.json").write_text(json.dumps(block))
        (self.folder / "urls").write_text("".join(f"{address}/content/dam/{name}\n" for name in names))
        # Newest first.
        self.entries = entries
        self.pictures = dict(zip((entry["date"] for entry in entries), names))


def get(url):
    return urllib.request.urlopen(urllib.request.Request(url, headers={"User-Agent": "bench"}))


def longer(jpeg, chance, sizes):
    room = chance.randint(*sizes) - len(jpeg)
    comments = b""
    while room > 4:
        size = min(room, 65_533)
        comments += b"\xff\xfe" + (size + 2).to_bytes(2, "big") + chance.randbytes(size)
        room -= size + 4
    return jpeg[:2] + comments + jpeg[2:]


def measure(bench):
    bench.packages(*PACKAGES)
    served = Pictures(bench)
    # A folder for each run, and all go at the end: ext4 is slow to make files right after others of the neighbourhood
    # were deleted.
    place = bench.folder("sync")

    def way(name, what):
        def run(number):
            out = place / f"{name}.{number}"
            os.sync()
            taken = seconds(lambda: what(out))
            bench.forget(out)
            return taken
        return run

    plain = bench.without_sha()

    def ours(shown, more={}):
        source = bench.source(f"http://127.0.0.1:{served.port}")
        more = more | {"APOD_MIRROR_THUMBNAILS": shown, "APOD_MIRROR_GALLERY": shown}
        return lambda out: bench.run(
            bench.binary, "sync", "--quiet", "--create", "--mirror", out, "--history", served.days, "--connections", 8,
            "--connections-per-host", 8, "--min-free-bytes", 0, "--source", source, env=bench.environment(**more))

    def shell(script, more={}):
        def run(out):
            out.mkdir()
            bench.run("bash", "-euc", script, "peer", served.urls, cwd=out, env=bench.environment(**more))
        return run

    wget2 = """
        wget2 --quiet --max-threads=8 --input-file="$1"
        find . -name '*.jpg' -print0 | xargs -0 -P 2 -n 300 sha256sum >sums
        sync -f ."""
    vips = wget2 + """
        for size in 320 640; do
            find . -name '*.jpg' -print0 |
                VIPS_CONCURRENCY=1 xargs -0 -P 2 -n 300 vipsthumbnail --size "${size}x" --output "%s.$size.png"
        done"""
    peers = {
        "curl --parallel": 'xargs curl --silent --parallel --parallel-max 8 --remote-name-all <"$1"',
        "aria2c": 'aria2c --quiet --max-concurrent-downloads=8 --input-file="$1" --file-allocation=none',
        "gallery-dl": 'gallery-dl --quiet --directory . --input-file "$1"',
    }
    flushed = bench.compiled("flushed", "-lgcrypt")
    limit = f"""
        cp --reflink=never {shlex.quote(str(served.folder))}/pictures/*.jpg .
        {shlex.quote(str(flushed))} *.jpg >sums
        sync -f ."""
    named = [("alone", ours("false")), ("whole", ours("true")), ("wget2", shell(wget2)), ("vips", shell(vips)),
             ("limit", shell(limit))]
    named += [(name.split()[0], shell(script)) for name, script in peers.items()]
    if plain:
        named += [("alone-plain", ours("false", plain)), ("whole-plain", ours("true", plain)),
                  ("wget2-plain", shell(wget2, plain))]
    taken = bench.interleaved(*(way(name, what) for name, what in named))
    alone, whole, wget2, vips, limit, *others = taken
    bench.folder("sync").rmdir()
    yield Row("sync", f"{served.days} pictures, without thumbnails and pages", alone, "s",
              "wget2, sha256sum on two processes, sync -f", wget2, 1.0, True)
    yield Row("sync", f"{served.days} pictures, with all", whole, "s",
              "the same, vipsthumbnail of two sizes on two processes", vips, 1.0, True)
    yield Row("sync", "beside it, what the machine can do", alone, "s", "cp, hashed and flushed in C", limit)
    if plain:
        *others, alone_plain, whole_plain, wget2_plain = others
        yield Row("sync", "without SHA extensions, without thumbnails and pages", alone_plain, "s",
                  "wget2, sha256sum on two processes, sync -f", wget2_plain, 1.0, True)
        yield Row("sync", "without SHA extensions, with all", whole_plain, "s",
                  "the same, vipsthumbnail of two sizes on two processes", vips, 1.0, True)
    for name, samples in zip(peers, others):
        yield Row("sync", "beside it, downloads alone", alone, "s", name, samples)

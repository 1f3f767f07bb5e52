"""bench-data.py BASE FOLDER DAYS: turns a sample server's answers into files that nginx serves.

Entries are saved block by block, as apod-mirror asks for them; each picture is the sample's own with a comment that
brings it to 200 to 530 kB, so it stays a whole JPEG with bytes of its own.
"""
import json
import os
import random
import socket
import sys
import urllib.request

base, folder, days = sys.argv[1], sys.argv[2], int(sys.argv[3])
random.seed(20261120)
api = base + "/wp-json/wp/v2/apod-basic"


def get(url):
    return urllib.request.urlopen(urllib.request.Request(url, headers={"User-Agent": "bench"}))


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

entries = []
page = 1
while len(entries) < days:
    batch = json.load(get(f"{api}?per_page=25&page={page}"))
    entries += batch
    page += 1
entries = entries[:days]

os.makedirs(folder + "/pictures")
os.makedirs(folder + "/meta")
painted = next(e for e in entries if e["media_type"] == "image" and e["hdurl"].split("?")[0].endswith(".jpg"))
original = painted["hdurl"].split("?")[0].replace("dynamicimage/assets", "content/dam")
jpeg = get(original).read()
assert jpeg[:2] == b"\xff\xd8"
urls = []
for entry in entries:
    name = entry["date"].replace("-", "") + ".jpg"
    room = random.randint(200_000, 500_000) - len(jpeg)
    comments = b""
    while room > 4:
        size = min(room, 65_533)
        comments += b"\xff\xfe" + (size + 2).to_bytes(2, "big") + random.randbytes(size)
        room -= size + 4
    with open(f"{folder}/pictures/{name}", "wb") as file:
        file.write(jpeg[:2] + comments + jpeg[2:])
    url = f"http://127.0.0.1:{port}/content/dam/{name}"
    urls.append(url)
    entry["media_type"] = "image"
    entry["hdurl"] = f"http://127.0.0.1:{port}/dynamicimage/assets/{name}?w=2000&h=1500&fit=clip"

for start in range(0, days, 25):
    block = entries[start : start + 25]
    first = block[-1]["date"].replace("-", "")[2:]
    with open(f"{folder}/meta/{first}.json", "w") as file:
        json.dump(block, file)

open(folder + "/urls", "w").write("\n".join(urls) + "\n")
open(folder + "/port", "w").write(str(port))
open(folder + "/days", "w").write(str(days))
open(folder + "/nginx.conf", "w").write(
    f"""
worker_processes 1;
pid "{folder}/nginx.pid";
error_log "{folder}/error.log";
events {{ worker_connections 256; }}
http {{
    access_log off;
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
            root "{folder}";
            default_type application/json;
            add_header X-WP-TotalPages 1;
            try_files /meta/$arg_date_from.json =404;
        }}
        location /content/dam/ {{ alias "{folder}/pictures/"; }}
    }}
}}
"""
)

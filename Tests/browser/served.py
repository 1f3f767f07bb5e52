"""The gallery as web servers hand it out, on loopback: a real nginx, one that refuses dot-folders, and apod-mirror itself."""
import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import time

from gallery import expect
from ports import lasting_port

REFUSING = "location ~ /\\. { return 403; }"


@contextlib.contextmanager
def nginx(gallery, rules=""):
    port = lasting_port()
    with tempfile.TemporaryDirectory(prefix="apod-nginx-") as folder:
        config = f"""
            {'user root;' if os.geteuid() == 0 else ''}
            daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
            events {{}}
            http {{
                types {{ text/html html; text/javascript js; image/jpeg jpg; image/png png; video/mp4 mp4; }}
                access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
                fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
                server {{ listen 127.0.0.1:{port}; root "{gallery.root}"; {rules} }}
            }}"""
        path = f"{folder}/nginx.conf"
        with open(path, "w") as file:
            file.write(config)
        server = subprocess.Popen(["/usr/sbin/nginx", "-e", f"{folder}/errors", "-c", path], stderr=subprocess.PIPE)
        local, gallery.address = gallery.address, f"http://127.0.0.1:{port}"
        try:
            limit = time.monotonic() + 180
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    expect(server.poll() is None and time.monotonic() < limit, "nginx does not start")
                    time.sleep(.05)
            yield
        finally:
            server.terminate()
            server.wait()
            gallery.address = local


def everything(gallery):
    """What a visitor does: a day, its links, a closer look, a search, the time line, a thing of the sky, a month."""
    gallery.open()
    first = gallery.js("return shown")
    gallery.eventually("the first picture", "return document.querySelector('.today .stage img').naturalWidth > 0")
    gallery.eventually("a card's picture", "return document.querySelector('.week img')?.naturalWidth > 0")
    gallery.open(f"index.html#{first}")
    gallery.eventually("the light-box", "return box.open && lookedAt()?.naturalWidth > 0")
    gallery.js("for (let i = 0; i < 9; i++) magnify(view.scale * 1.5)")
    gallery.eventually("the original", """return find(current).then(day => decodeURI(lookedAt().src).endsWith(day.f)
        && lookedAt().naturalWidth > 0)""")
    keep = gallery.js("return box.querySelector('.keep').textContent")
    expect("on the machine that keeps this mirror" in keep and str(gallery.root) not in keep, f"it offers {keep}")
    gallery.js("box.querySelector('.story a[data-day]').click()")
    gallery.eventually("the day it leads to", "return current < arguments[0]", first)
    gallery.eventually("what is new", "return lastNews")
    gallery.open(f"index.html#find?q={first}")
    gallery.eventually("the day of a date", "return results.length === 1 && results[0].d === arguments[0]", first)
    gallery.open("objects.html")
    gallery.eventually("things", "return rowList.children.length && document.querySelector('.rows b')")
    gallery.open("sky.html")
    gallery.eventually("the map", "return map.querySelector('.labels text')")
    gallery.open(f"{first[:4]}/{first[:7]}/index.html")
    gallery.eventually("a month's picture", "return document.querySelector('article img').naturalWidth > 0")


def check_from_a_web_server(gallery):
    with nginx(gallery):
        everything(gallery)
        gallery.expect_quiet()


def check_from_one_that_refuses_dot_folders(gallery):
    # Each picture that is refused is told in the console.
    gallery.is_noise_fine = True
    with nginx(gallery, REFUSING):
        everything(gallery)
        gallery.expect_quiet()


def describe(root):
    """Makes a mirror of the gallery: what is served is what has its metadata."""
    (root / ".apod-mirror").mkdir(exist_ok=True)
    identity = {"version": 1, "id": "a sample", "start": "1995-06-16"}
    (root / ".apod-mirror/mirror.json").write_text(json.dumps(identity))
    for file in root.glob("2*/2*-*/2*-*-* *.*"):
        day = file.name[:10]
        place = file.parent / "metadata" / f"{day}.json"
        place.parent.mkdir(exist_ok=True)
        own = {"source": "sample", "fetched": f"{day}T12:00:00Z", "media_type": "image", "state": "present"}
        place.write_text(json.dumps({
            "date": day, "title": file.stem[11:], "explanation": "", "media_type": "image", "service_version": "v1",
            "mirror": own}))


@contextlib.contextmanager
def apod_mirror(gallery):
    describe(gallery.root)
    # Its settings are the test's and not the caller's.
    own = {name: value for name, value in os.environ.items() if not name.startswith("APOD_")}
    server = subprocess.Popen(
        [os.environ["APOD_MIRROR_BINARY"], "serve", "--mirror", gallery.root, "--listen", "127.0.0.1:0"],
        env=own, stderr=subprocess.PIPE, text=True)
    local = gallery.address
    try:
        said = server.stderr.readline()
        found = re.search(r"(http://[0-9.:]+)/", said)
        expect(found, f"apod-mirror serve says: {said}")
        gallery.address = found[1]
        yield
    finally:
        server.terminate()
        server.wait()
        gallery.address = local


def check_from_apod_mirror(gallery):
    with apod_mirror(gallery):
        everything(gallery)
        gallery.expect_quiet()


def check_asked_by_another_origin(gallery):
    """A page of anybody's asks for a day, with a key as NASA's clients send it, and reads what it needs to; what tells of
    favorites it neither reads nor runs."""
    # That page has no icon, and what is refused is told in the console.
    gallery.is_noise_fine = True
    with apod_mirror(gallery):
        gallery.open()
        day, mirror = gallery.js("return shown"), gallery.address
        picture = gallery.js("return new URL(document.querySelector('.today .whole').getAttribute('href'), location).href")
        with nginx(gallery):
            # A document without a policy of its own.
            gallery.open("gallery.js")
            told = gallery.js("""
                return fetch(arguments[0], { headers: { 'X-Api-Key': 'DEMO_KEY' } }).then(async answer => ({
                    origin: self.origin, status: answer.status, left: answer.headers.get('X-RateLimit-Remaining'),
                    day: await answer.json() }))""", f"{mirror}/planetary/apod?date={day}")
            expect(told["origin"] == gallery.address != mirror, f"it is asked by {told['origin']}")
            shown = gallery.js("""
                return fetch(arguments[0]).then(async answer => (await answer.blob()).size)""", picture)
            expect(shown > 1000, f"a picture is {shown} bytes to it")
            for script in ("gallery.js", "favorites.js", f"{day[:4]}/gallery.js"):
                # From its own server the same script runs.
                for server, runs in ((gallery.address, True), (mirror, False)):
                    heard = gallery.js("""
                        window.heard = [];
                        window.apodNews = (...words) => heard.push(words);
                        window.apodYear = (...words) => heard.push(words);
                        window.apodFavorites = (...words) => heard.push(words);
                        const read = fetch(arguments[0]).then(answer => answer.text().then(text => text.length), () => 0);
                        const run = new Promise(done => {
                            const script = document.createElement('script');
                            script.src = arguments[0];
                            script.onload = script.onerror = done;
                            document.documentElement.append(script);
                        });
                        return Promise.all([read, run]).then(([length]) => [length > 0, heard.length > 0])""",
                        f"{server}/{script}")
                    expect(heard == [runs, runs], f"of {server}/{script} it reads and runs: {heard}")
        expect(told["status"] == 200 and told["left"] and told["day"]["date"] == day, f"it is told {told}")
    # That requests go to two servers is what is tried here.
    gallery.browser.get_log("performance")

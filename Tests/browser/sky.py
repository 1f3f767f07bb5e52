"""The map of the sky, the small one in the light-box, and what is above the horizon on a night."""
from gallery import expect

# How many pixels of the window the map's unit is wide, and what of the map is in the middle.
VIEW = "const [x, y, w, h] = map.getAttribute('viewBox').split(' ').map(Number); return [x + w / 2, y + h / 2, w, h]"
# Positions of J2000 by the catalogues' own editors, and how they are written.
KNOWN = {"M51": "RA 13h 29m 53s, Dec +47° 11′", "Barnard 33": "RA 05h 40m 59s, Dec −02° 27′", "M45": "RA 03h 47m", "M16": "RA 18h 18m"}


def opened(gallery, page="sky.html"):
    gallery.open(page)
    gallery.eventually("the map", "return map.getAttribute('viewBox') && dots.length && dots.every(mark => mark.days !== undefined)")


def at_rest(gallery):
    """What of the map is seen once nothing is due any more."""
    gallery.eventually("rest", "return !isDue")
    return gallery.js(VIEW)


def check_sky(gallery):
    """Every mark leads to its days, the most shown are the largest, and the list has them all."""
    opened(gallery)
    facts = gallery.js("""return [rows.length, dots.length, document.querySelectorAll('#list li').length,
        dots.filter(mark => !(Math.abs(mark.x) <= 708 && Math.abs(mark.y) <= 354)).length, document.querySelectorAll('.names text').length]""")
    expect(facts[0] and 0 < facts[1] <= facts[0] == facts[2] and facts[3] == 0 and facts[4] == 88, f"rows, marks, list, outside, names: {facts}")
    sizes = gallery.js("""return dots.map(mark => [mark.days, parseFloat(getComputedStyle(mark.shape).strokeWidth)]).sort((a, b) => a[0] - b[0])""")
    expect(all(a[1] <= b[1] for a, b in zip(sizes, sizes[1:])), f"marks do not grow with their days: {sizes}")
    most = gallery.js("""const mark = dots.reduce((a, b) => b.days > a.days ? b : a), { left, top, width, height } = mark.shape.getBoundingClientRect();
        return [mark.row.i, left + width / 2, top + height / 2]""")
    # A click near it means it, and stays on the page.
    gallery.tell("Input.dispatchMouseEvent", type="mousePressed", x=most[1] + 3, y=most[2] + 3, button="left", clickCount=1)
    gallery.tell("Input.dispatchMouseEvent", type="mouseReleased", x=most[1] + 3, y=most[2] + 3, button="left", clickCount=1)
    gallery.eventually("its days", "return !panel.hidden")
    told = gallery.js("""const row = chosen; return [row.n, panel.querySelector('h2').textContent, location.hash.slice(1), row.id,
        [...panel.querySelectorAll('.days a')].map(a => a.getAttribute('href').slice(11)), [...row.s.slice(0, 24), ...row.m.slice(0, 24)].map(dateOf),
        document.activeElement === panel]""")
    expect(told[0] == told[1] and told[2] == told[3] and told[4] == told[5] and told[4] and told[6], f"the panel tells {told}")
    gallery.open(f"index.html#{told[4][0]}")
    gallery.eventually("that day, which names it", "return box.open && [...box.querySelectorAll('.objects a')].some(a => a.textContent === arguments[0])", told[0])
    opened(gallery, f"sky.html#{told[3]}")
    gallery.eventually("it again, from its address", "return chosen?.id === arguments[0] && view.zoom > 1", told[3])
    gallery.press("ESCAPE")
    expect(gallery.js("return panel.hidden && !location.hash && document.activeElement === map"), "Esc leaves the panel open")


def check_sky_moves(gallery):
    """By keys, wheel and two fingers; a point under the pointer stays where it is."""
    opened(gallery)
    whole = at_rest(gallery)
    expect(abs(whole[0]) < 1 and abs(whole[1]) < 1 and whole[2] >= 1440, f"the whole sky is {whole}")
    gallery.js("map.focus()")
    gallery.press("+", "+", "+")
    near = at_rest(gallery)
    expect(abs(near[2] * 1.5 ** 3 - whole[2]) < 1, f"+ shows {near}")
    gallery.press("ARROW_LEFT", "ARROW_UP")
    moved = at_rest(gallery)
    expect(moved[0] < near[0] and moved[1] < near[1] and abs(moved[2] - near[2]) < 1e-6, f"arrows show {moved}")
    gallery.press("-")
    expect(at_rest(gallery)[2] > moved[2], "- shows less")
    gallery.press("0")
    expect(at_rest(gallery) == whole, "0 does not show the whole sky")
    # A wheel over a point: what is there stays there.
    under = """const box = map.getBoundingClientRect(), point = new DOMPoint(box.left + box.width * .7, box.top + box.height * .4)
        .matrixTransform(map.getScreenCTM().inverse()); return [point.x, point.y]"""
    before = gallery.js(under)
    page = gallery.js("return scrollY")
    gallery.js("""const box = map.getBoundingClientRect();
        for (let i = 0; i < 8; i++) map.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true,
            clientX: box.left + box.width * .7, clientY: box.top + box.height * .4 }))""")
    zoomed, after = at_rest(gallery), gallery.js(under)
    expect(zoomed[2] < whole[2] / 2, f"the wheel shows {zoomed}")
    expect(all(abs(a - b) < 2 for a, b in zip(before, after)), f"what was under the pointer went from {before} to {after}")
    expect(gallery.js("return scrollY") == page, "the wheel moved the page, too")
    # Out as far as it goes: then the wheel is the page's.
    free = gallery.js("""const turn = () => map.dispatchEvent(new WheelEvent('wheel', { deltaY: 400, bubbles: true, cancelable: true }));
        for (let i = 0; i < 20; i++) turn(); return turn()""")
    expect(free and at_rest(gallery)[2] == whole[2], "the whole sky keeps the wheel")
    gallery.js("""map.setPointerCapture = () => {}; map.hasPointerCapture = () => true;
        const box = map.getBoundingClientRect(), fire = (type, pointerId, x) => map.dispatchEvent(new PointerEvent(type,
            { pointerId, bubbles: true, clientX: box.left + x, clientY: box.top + 100, pointerType: 'touch' }));
        fire('pointerdown', 1, 300); fire('pointerdown', 2, 400);
        for (let i = 1; i <= 10; i++) { fire('pointermove', 1, 300 - 10 * i); fire('pointermove', 2, 400 + 10 * i); }
        fire('pointerup', 1, 200); fire('pointerup', 2, 500)""")
    pinched = at_rest(gallery)
    expect(abs(pinched[2] * 3 / whole[2] - 1) < .05, f"two fingers, three times as far apart, show {pinched} of {whole}")
    # Names come where they fit, and none lies on another.
    gallery.eventually("names", "return map.querySelectorAll('.labels text').length")
    over = gallery.js("""const boxes = [...map.querySelectorAll('.labels text')].map(text => text.getBoundingClientRect());
        return boxes.filter((a, i) => boxes.some((b, k) => k > i && a.left + 2 < b.right && b.left + 2 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length""")
    expect(over == 0, f"{over} names lie on others")
    gallery.picture("sky-near")


def check_sky_fingers(gallery):
    """Real touches: one finger moves the page while the whole sky is seen, and the map once it is nearer."""
    gallery.window(390, 700)
    opened(gallery)
    gallery.tell("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    whole = at_rest(gallery)
    swipe(gallery)
    # Let go, the page moves on for a while.
    gallery.eventually("the page to move, and rest", """if (window.was !== scrollY) [window.was, window.since] = [scrollY, performance.now()];
        return scrollY > 50 && performance.now() - since > 500""")
    same = at_rest(gallery)
    expect(all(abs(a - b) < 1e-6 for a, b in zip(same, whole)), f"a finger moves the whole sky from {whole} to {same}")
    gallery.js("scrollTo(0, 0); view.zoom = 4; change()")
    near = at_rest(gallery)
    swipe(gallery)
    moved = at_rest(gallery)
    expect(moved[1] > near[1] + 10, f"a finger moves the map from {near} to {moved}")
    expect(gallery.js("return scrollY") == 0, "a finger moves the page beside the map")


def swipe(gallery):
    """A finger's way from the middle of the map upwards."""
    x, y = gallery.js("const { left, top, width, height } = map.getBoundingClientRect(); return [left + width / 2, top + height * .7]")
    gallery.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    for step in range(1, 13):
        gallery.tell("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y - 10 * step}])
    gallery.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def check_sky_frames(gallery):
    """A machine's own pace is not looked at; here, that a frame changes nothing but the viewBox and two sizes of letters;
    names are set anew at rest, and where a frame takes long."""
    opened(gallery)
    changes = gallery.js("""return new Promise(done => {
        const seen = new Set(), watcher = new MutationObserver(all => { for (const { target, attributeName, type } of all)
            seen.add(`${target.id || target.getAttribute('class')} ${attributeName ?? type}`); });
        watcher.observe(map, { attributes: true, childList: true, subtree: true });
        let count = 0;
        requestAnimationFrame(function step() {
            if (count % 2) zoom(1.05); else pan(7, 3);
            if (++count < 40) requestAnimationFrame(step); else requestAnimationFrame(() => { watcher.disconnect(); done([...seen]); });
        });
    })""")
    expect(set(changes) <= {"map viewBox", "map class", "names style", "labels style", "labels childList"}, f"frames change {changes}")


def check_sky_switch(gallery):
    opened(gallery)
    for name, key in (("Pictures of it", "s"), ("Only mentioned", "m")):
        gallery.js("[...document.querySelectorAll('.bar button')].find(button => button.textContent === arguments[0]).click()", name)
        wrong = gallery.js("""return dots.filter(mark => mark.link.hasAttribute('hidden') !== !mark.row[arguments[0]].length)
            .map(mark => mark.row.n)""", key)
        expect(not wrong, f"{name} shows or hides {wrong[:3]}")
        pressed = gallery.js("return [...document.querySelectorAll('.bar [aria-pressed=true]')].map(button => button.textContent)")
        expect(pressed == [name], f"pressed are {pressed}")
    gallery.js("document.querySelector('.bar button').click()")
    expect(gallery.js("return dots.every(mark => !mark.link.hasAttribute('hidden'))"), "All hides some")
    # An object is found by any of its names.
    row = gallery.js("const { n, o } = rows.find(row => row.o.length && row.p); return { n, o }")
    for name in (row["n"].lower(), row["o"][0]):
        gallery.js("finder.value = arguments[0]; finder.focus()", name)
        gallery.press("ENTER")
        gallery.eventually(name, "return chosen?.n === arguments[0] && !panel.hidden", row["n"])
        gallery.press("ESCAPE")
    # Addresses that mean nothing, or would love to do something.
    for wish in ("No-Such-Thing", "%E0%A4%A", "<img src=x onerror=\"document.title='hacked'\">"):
        opened(gallery, f"sky.html#{wish}")
        expect(gallery.js("return panel.hidden && !document.querySelector('img[src=x]') && document.title !== 'hacked'"), f"#{wish} did something")


def check_sky_without_script(gallery):
    opened(gallery)
    count = gallery.js("return rows.length")
    gallery.tell("Emulation.setScriptExecutionDisabled", value=True)
    gallery.open("sky.html")
    items = gallery.browser.find_elements("css selector", "#list li a")
    expect(len(items) == count and items[0].is_displayed(), f"the list has {len(items)} of {count}")
    expect(all("/objects.html#" in item.get_attribute("href") for item in items), "the list leads elsewhere")
    expect(not gallery.browser.find_element("id", "find").is_displayed(), "a search is offered that cannot be")
    marks = gallery.browser.find_elements("css selector", "#map .marks a")
    expect(marks, "the map has no marks")
    address = items[-1].get_attribute("href")
    gallery.browser.get(address)
    target = gallery.browser.find_element("id", address.split("#")[1].replace("%20", " "))
    expect(target.is_displayed() and target.find_elements("css selector", "a"), "it leads to no days")


def check_where_in_the_sky(gallery):
    gallery.open()
    days = gallery.days()
    placed = [day for day in days if "b" in day]
    expect(placed and len(placed) < len(days), f"{len(placed)} of {len(days)} days have a place")
    expect(all(day["b"][0] in day["o"] for day in placed), "a day's place is of another object")
    for name, text in KNOWN.items():
        day = next((day for day in placed if day["b"][0] == name), None)
        if not day:
            continue
        gallery.open(f"index.html#{day['d']}")
        gallery.eventually("the light-box", "return box.open && !box.querySelector('.where').hidden")
        told = gallery.js("return [box.querySelector('.where .at').textContent, box.querySelector('.where a').getAttribute('href')]")
        expect(told[0].startswith(text) and told[1] == f"sky.html#{name.replace(' ', '-')}", f"{name} is at {told}")
        copied = gallery.js("""const words = []; Object.defineProperty(navigator, 'clipboard', { configurable: true,
            value: { writeText: text => { words.push(text); return Promise.resolve(); } } });
            box.querySelector('.where button').click(); return words""")
        expect(copied == [told[0]], f"copied is {copied}")
    gallery.picture("where-in-the-sky")
    day = next(day for day in days if "b" not in day and day["k"] != "n")
    gallery.open(f"index.html#{day['d']}")
    gallery.eventually("a day without a place", "return box.open && box.querySelector('.links a')")
    expect(gallery.js("return box.querySelector('.where').hidden"), "a day without an object has a place")
    # The map and the light-box put an object to the same place, and write it alike.
    mark = placed[0]["b"]
    small = gallery.js("return onSky(arguments[0][0] / 1e4, arguments[0][1] / 1e4)", mark[1])
    opened(gallery, f"sky.html#{mark[0].replace(' ', '-')}")
    large = gallery.js("return [chosen.mark.x, chosen.mark.y]")
    expect(all(abs(a - b) < .2 for a, b in zip(small, large)), f"{mark[0]} is at {small} and at {large}")
    gallery.js("document.querySelector('.close').click()")


def check_on_this_night(gallery):
    """The arithmetic of Meeus, Astronomical Algorithms, second edition: examples 12.a, 12.b and 13.b."""
    gallery.open()
    seconds = gallery.js("return [Date.UTC(1987, 3, 10), Date.UTC(1987, 3, 10, 19, 21)].map(moment => siderealTime(moment) * 240)")
    for mine, (h, m, s) in zip(seconds, ((13, 10, 46.3668), (8, 34, 57.0896))):
        expect(abs(mine - (h * 3600 + m * 60 + s)) < .001, f"the sidereal time is {mine} s, not {h}h {m}m {s}s")
    # Venus from the Naval Observatory; he takes the apparent sidereal time, 0.23 s before the mean.
    height = gallery.js("""return altitude(Date.UTC(1987, 3, 10, 19, 21), 38 + 55 / 60 + 17 / 3600, -(77 + 3 / 60 + 56 / 3600),
        15 * (23 + 9 / 60 + 16.641 / 3600), -(6 + 43 / 60 + 11.61 / 3600))""")
    expect(abs(height - 15.1249) < .002, f"Venus stands {height}° high, not 15.1249°")
    expect(gallery.js("return new Date(midnight('2026-11-20', 15)).toISOString()") == "2026-11-20T23:00:00.000Z", "midnight is at another time")
    for text in ("91,0,2026-11-20", "0,181,2026-11-20", "0,0,2026-13-40", "0,0", "", "<b>,0,2026-11-20", ",,2026-11-20"):
        expect(gallery.js("return placeAndNight(arguments[0]) === undefined", text), f"{text} is a place and a date")
    # From the north pole the northern half of the favorites is seen, from the south pole the other, whatever the night.
    stars = gallery.js("return favoritesCame.then(() => [...stars.keys()])")
    favorites = [day for day in gallery.days() if day["d"] in stars and "b" in day]
    expect(favorites, "the gallery has no favorite with a place")
    for latitude, sign in ((90, 1), (-90, -1)):
        gallery.open("index.html#find?")
        gallery.eventually("the filters", "return document.querySelector('.night').checkVisibility()")
        gallery.js("""night.open = true; typed.latitude.value = arguments[0]; typed.longitude.value = 13.4; typed.date.value = '2026-11-20';
            night.querySelector('form').requestSubmit()""", latitude)
        wanted = sorted(day["d"] for day in favorites if day["b"][1][1] * sign > 0)
        gallery.eventually("what is above the horizon", "return JSON.stringify(results.map(day => day.d).sort()) === JSON.stringify(arguments[0])", wanted)
    # The address keeps place and night; nothing asks the browser for its place.
    kept = gallery.js("return location.hash")
    expect("night=-90%2C13.4%2C2026-11-20" in kept, f"the address is {kept}")
    gallery.before_loading("if (navigator.geolocation) navigator.geolocation.getCurrentPosition = () => { document.title = 'asked'; }")
    gallery.open(f"index.html{kept}")
    gallery.eventually("it again", "return night.open && typed.latitude.value === '-90' && JSON.stringify(results.map(day => day.d).sort()) === JSON.stringify(arguments[0])", wanted)
    expect(gallery.js("return document.title") != "asked", "it asked the browser where it is")
    gallery.picture("on-this-night")
    gallery.js("night.querySelector('form').reset()")
    gallery.eventually("all favorites", "return wanted.is && !wanted.night && results.length > arguments[0]", len(wanted))

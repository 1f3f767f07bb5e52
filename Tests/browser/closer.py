"""Looking closer at a picture, and what a screen is given of it."""
from gallery import expect

VIEW = "return [view.scale, view.x, view.y]"
# Where the picture is on the page, whatever it was moved and magnified by.
PLACE = """const image = lookedAt(), { left, top, width, height } = image.getBoundingClientRect();
    const stage = theatre.getBoundingClientRect();
    return [left - stage.left, top - stage.top, width / stage.width, height / stage.height]"""


def a_picture(gallery):
    gallery.open()
    day = gallery.js("""return load(about.years[0][0]).then(({ days }) =>
        days.find(day => day.k === 'i' && day.s & 8 && !day.u && day.z[0] > day.z[1]).d)""")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open && lookedAt()?.complete && lookedAt().naturalWidth > 0")
    return day


def pointer(gallery, kinds, x, y, touch=False, number=1):
    """What a pointer does at a place: several things one at once after the other, however slow the machine is."""
    gallery.js("""const { left, top } = theatre.getBoundingClientRect(), [kinds, x, y, touch, number] = arguments;
        for (const kind of kinds.split(' ')) {
            const target = lookedAt() ?? theatre;
            target.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, clientX: left + x, clientY: top + y,
                pointerId: number, pointerType: touch ? 'touch' : 'mouse', isPrimary: number === 1 }));
        }""", kinds, x, y, touch, number)


def check_look_closer(gallery):
    a_picture(gallery)
    gallery.js("theatre.setPointerCapture = () => {}")
    gallery.press("+")
    scale, x, y = gallery.js(VIEW)
    expect(1.4 < scale < 1.6 and gallery.js("return closer.ariaPressed") == "true", f"+ makes it {scale}")
    gallery.press("ARROW_LEFT")
    expect(gallery.js(VIEW)[1] > x or gallery.js(VIEW)[1] == 0, "an arrow does not move what is magnified")
    expect(gallery.js("return location.hash.slice(1) === current && box.open"), "an arrow turns to another day")
    for _ in range(12):
        gallery.press("+")
    scale, x, y = gallery.js(VIEW)
    expect(scale >= 4, f"it grows to {scale} only")
    left, top, width, height = gallery.js(PLACE)
    expect(left <= 0 and top <= 0 and left + width * gallery.js("return theatre.clientWidth") >= 0, f"it stands at {left}, {top}")
    # The picture itself is shown now.
    gallery.eventually("the original", """return find(current).then(day => decodeURI(lookedAt().src).endsWith(day.f)
        && lookedAt().naturalWidth === day.z[0] && lookedAt().style.transform.includes('scale'))""")
    gallery.press("-")
    expect(gallery.js(VIEW)[0] < scale, "- does not make it smaller")
    gallery.press("0")
    expect(gallery.js(VIEW) == [1, 0, 0] and not gallery.js("return lookedAt().style.transform"), "0 does not show all of it")
    # The wheel keeps the place under the pointer.
    gallery.js("""const { left, top } = theatre.getBoundingClientRect();
        for (let i = 0; i < 5; i++) lookedAt().dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true,
            clientX: left + theatre.clientWidth / 2, clientY: top + theatre.clientHeight / 2, deltaY: -100 }))""")
    scale, x, y = gallery.js(VIEW)
    expect(scale > 2, f"the wheel makes it {scale}")
    middle = gallery.js("return (theatre.clientWidth / 2 - view.x) / view.scale / theatre.clientWidth")
    expect(abs(middle - .5) < .01, f"what was in the middle is at {middle}")
    pointer(gallery, "pointerdown", 300, 300)
    pointer(gallery, "pointermove", 360, 330)
    pointer(gallery, "pointerup", 360, 330)
    moved = gallery.js(VIEW)
    expect(abs(moved[1] - x - 60) < 1 and abs(moved[2] - y - 30) < 1, f"a drag moves it from {x}, {y} to {moved}")
    # The end of a drag is no click, also of one who shows all of it at once.
    gallery.js("lookedAt().click(); magnify(1); return new Promise(done => setTimeout(done, 400))")
    expect(not gallery.js("return box.classList.contains('bare')"), "a drag counts as a click")
    # Two fingers.
    pointer(gallery, "pointerdown", 300, 300, True, 1)
    pointer(gallery, "pointerdown", 400, 300, True, 2)
    pointer(gallery, "pointermove", 500, 300, True, 2)
    expect(1.9 < gallery.js(VIEW)[0] < 2.1, f"a pinch makes it {gallery.js(VIEW)}")
    pointer(gallery, "pointerup", 300, 300, True, 1)
    pointer(gallery, "pointerup", 500, 300, True, 2)
    # A double tap shows all of it, another one magnifies; a double click does, too.
    for wanted in (1, 2.5):
        pointer(gallery, "pointerdown pointerup pointerdown pointerup", 300, 300, True)
        scale = gallery.js(VIEW)[0]
        expect(scale == 1 if wanted == 1 else scale >= wanted, f"a double tap makes it {scale}")
    gallery.js("approach()")
    expect(gallery.js(VIEW)[0] == 1, "the button does not lead back")
    gallery.js("lookedAt().dispatchEvent(new MouseEvent('dblclick', { bubbles: true, clientX: 300, clientY: 300 }))")
    expect(gallery.js(VIEW)[0] >= 2.5, "a double click does nothing")
    # Another day begins whole.
    gallery.js("move(-1)")
    gallery.eventually("the day before, whole", "return view.scale === 1 && !box.classList.contains('closer')")


def check_a_click_still_shows_the_picture_alone(gallery):
    # Also the click of somebody who is quick: as long as this page knows, it was opened just now.
    gallery.before_loading("performance.now = () => 100")
    a_picture(gallery)
    gallery.js("lookedAt().click()")
    gallery.eventually("the picture alone", "return box.classList.contains('bare')")
    gallery.js("lookedAt().click()")
    gallery.eventually("the story again", "return !box.classList.contains('bare')")


def check_panoramas(gallery):
    a_picture(gallery)
    gallery.js("lookedAt().setAttribute('width', 9000); lookedAt().setAttribute('height', 900); settle()")
    gallery.press("z")
    facts = gallery.js("const all = extent(); return [all.height * view.scale, all.clientHeight, view.x]")
    expect(abs(facts[0] - facts[1]) < 1 and facts[2] == 0, f"z shows {facts}")
    gallery.js("magnify(1); settle()")
    expect(gallery.js(VIEW)[0] > 1, "the next panorama does not begin so")
    # One that is opened later begins so, too.
    gallery.js("""const before = fill;
        fill = (stage, day) => { before(stage, day); lookedAt()?.setAttribute('width', 9000); lookedAt()?.setAttribute('height', 900); };
        window.opened = current; box.close()""")
    gallery.eventually("its end", "return !box.open && !location.hash")
    gallery.js("go(opened)")
    gallery.eventually("the panorama at full height", "return box.open && view.scale > 1")
    gallery.press("z")
    expect(gallery.js(VIEW)[0] == 1, "z does not lead back")


def check_frames_while_moving(gallery):
    """How many a second there are is a machine's own; here, that each is the picture's own layer in another place."""
    a_picture(gallery)
    places = gallery.js("""approach(); return new Promise(done => {
        const places = [];
        requestAnimationFrame(function step() {
            shift(places.length % 2 ? 8 : -8, 3);
            const { willChange, transform } = lookedAt().style;
            places.push(willChange === 'transform' && transform);
            if (places.length < 60) requestAnimationFrame(step); else done(places);
        });
    })""")
    expect(all(places), f"it is drawn anew while it moves: {places}")
    # It goes on down until its edge is there.
    expect(all(place != next for place, next in zip(places, places[1:])), f"it stands still: {places}")
    gallery.eventually("rest, as sharp as can be", "return lookedAt().style.willChange === ''")


def check_screens_get_what_fits(gallery):
    """What a phone, a tablet and a large window ask for as a day opens."""
    for width, height, dense, most in ((390, 844, 1, 640), (390, 844, 3, 2048), (768, 1024, 2, 2048), (1440, 900, 1, 2048)):
        gallery.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=dense, mobile=width < 500)
        day = a_picture(gallery)
        got = gallery.js("return [lookedAt().currentSrc, lookedAt().srcset, lookedAt().sizes]")
        size = int(got[0].rsplit(".", 2)[1]) if "/thumbnails/" in got[0] else None
        expect(size and size <= most, f"{width} × {dense}: {day} opens with {got}")
        weight = (gallery.root / ".apod-mirror/thumbnails" / day[:4] / f"{day}.{size}.jpg").stat().st_size
        expect(weight <= 1_200_000, f"{day} opens with {weight} bytes")
        card = gallery.eventually("a card's picture", "return document.querySelector('.week img')?.currentSrc")
        wanted = ".640.jpg" if dense > 1 else ".320.jpg"
        expect(card.endswith(wanted), f"a card at {dense} shows {card}")
    gallery.tell("Emulation.clearDeviceMetricsOverride")


def check_box_on_tablets_and_sideways(gallery):
    for width, height in ((768, 1024), (820, 1180), (844, 390)):
        gallery.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        gallery.open()
        page = gallery.js("const { width, height } = document.querySelector('.today .stage').getBoundingClientRect(); return [width, height]")
        a_picture(gallery)
        shown = gallery.js("""const { width, height } = theatre.getBoundingClientRect();
            return [width, height, box.querySelector('aside').getBoundingClientRect().top]""")
        expect(shown[0] >= page[0] and shown[0] == width, f"at {width} the picture has {shown}, on the page {page}")
        expect(shown[2] >= shown[1] - 1, f"at {width} the story stands beside the picture")
        if height < 400:
            expect(shown[1] >= height - 1, f"on its side the picture has {shown[1]} of {height}")
        gallery.picture(f"box-{width}x{height}")
    gallery.tell("Emulation.clearDeviceMetricsOverride")

"""What can be done: search, filters, keys, light-box, photo frame."""
import json
import os
import re
import shlex
import time

from gallery import expect


def check_first_screen(gallery):
    gallery.open()
    image = gallery.eventually("the newest picture", """
        const image = document.querySelector('.stage img');
        return image?.complete && image.naturalWidth ? [image.naturalWidth, getComputedStyle(image).objectFit] : null""")
    expect(image[1] == "contain", f"the picture is cropped: {image}")
    for width, height in ((1440, 900), (390, 844), (820, 1180)):
        gallery.window(width, height)
        lows = gallery.js("""
            return ['.stage', '.today h1', '.today time', '.today .by', '.tale p', '.today .older', '#week']
                .map(selector => document.querySelector(selector).getBoundingClientRect().bottom)""")
        expect(max(lows) <= height, f"the first screen of {width} x {height} ends at {max(lows)}")
        top = gallery.js("return document.querySelector('.week .cards').getBoundingClientRect().top")
        expect(top < height, f"this week does not peek in at {width} x {height}: it begins at {top}")


def check_first_screen_turns(gallery):
    gallery.open()
    gallery.eventually("the first day", "return shown")
    first = gallery.js("return shown")
    gallery.press("ARROW_LEFT")
    second = gallery.eventually("the day before", "return shown !== arguments[0] && shown", first)
    expect(second < first, f"{second} is not before {first}")
    label = "return document.querySelector('.today').ariaLabel"
    expect(second[:4] in gallery.js(label) and "newest" not in gallery.js(label), "the day before is called the newest")
    expect(gallery.js("return document.querySelector('.today h1').ariaLive") == "polite", "the new title is not told")
    gallery.click(".today .newer")
    gallery.eventually("the day again", "return shown === arguments[0]", first)
    expect("newest" in gallery.js(label), "the newest is not called so")
    gallery.click(".tale .more")
    expect(gallery.js("return document.querySelector('.tale').classList.contains('open')"), "more shows no more")


def check_with_or_without_pictures(gallery):
    """What works in every mirror, also in one that has just begun."""
    gallery.open()
    expect(gallery.js("return document.querySelector('#search').checkVisibility()"), "there is no search")
    days = gallery.days()
    gallery.press("ARROW_LEFT", "r")
    gallery.eventually("a day at random", "return box.open || !about.years.some(([, count]) => count)")
    gallery.press("ESCAPE")
    gallery.eventually("the first page", "return !box.open && !location.hash")
    gallery.search(days[-1]["t"] if days else "comet")
    gallery.eventually("what was found", "return document.querySelectorAll('#hits a').length === Math.min(results.length, 20)"
                       " && (arguments[0] ? results.length : count.textContent.startsWith('Nothing'))", len(days))
    gallery.open("index.html#slideshow")
    gallery.eventually("the photo frame", "return frame.querySelector('p').textContent")


def check_search_finds_in_another_year(gallery):
    gallery.open()
    days = gallery.days()
    newest = days[0]["d"][:4]
    old = next(day for day in reversed(days) if day["d"][:4] != newest and len(day.get("x", "")) > 60)
    words = max(re.findall(r"[A-Za-z]{5,}", old["x"]), key=len), re.findall(r"[A-Za-z]{4,}", old["x"])[0]
    gallery.open()
    gallery.search(" ".join(words).upper())
    gallery.eventually("a hit of another year", "return results.some(day => day.d === arguments[0])", old["d"])
    for day in gallery.js("return results"):
        text = (day["t"] + " " + day.get("x", "")).lower()
        expect(all(word.lower() in text for word in words), f"{day['d']} does not hold {words}")
    expect(gallery.js("return document.querySelectorAll('#hits mark').length"), "nothing is highlighted")
    said = gallery.js("return count.textContent")
    expect(said.startswith(f"{len(gallery.js('return results')):,}"), f"the count says {said}")


def check_search_is_of_all_words_without_accents(gallery):
    gallery.open()
    days = gallery.days()
    accented = next((day for day in days if re.search("[á-žÁ-Ž]", day["t"])), None)
    if accented:
        gallery.search(gallery.js("return fold(arguments[0])", accented["t"]))
        gallery.eventually("a title without its accents", "return results.some(day => day.d === arguments[0])",
                           accented["d"])
    gallery.search("nosuchwordanywhere")
    gallery.eventually("no hit", "return count.textContent.startsWith('Nothing')")
    expect(not gallery.js("return document.querySelectorAll('#hits li').length"), "a card is left")


def check_search_of_names_with_numbers_and_phrases(gallery):
    gallery.open()
    gallery.days()
    one, other, third = gallery.js("""const [year] = years.values(), days = year.days.slice(0, 3);
        [days[0].t, days[1].x, days[2].x] = ['NGC 99224 in a Cluster', 'A galaxy, NGC 9922, and a red crab nebula.', 'A crab in a nebula.'];
        delete year.hay;
        return days.map(day => day.d)""")
    gallery.search("ngc 9922")
    gallery.eventually("the name that is meant first", "return results[0]?.d === arguments[0] && results.some(day => day.d === arguments[1])", other, one)
    gallery.search('"crab nebula"')
    gallery.eventually("the phrase alone", "return results.some(day => day.d === arguments[0]) && !results.some(day => day.d === arguments[1])", other, third)
    expect(gallery.js("return document.querySelector('#hits mark').textContent.toLowerCase()") == "crab nebula", "the phrase is not marked")
    gallery.search('"crab neb')
    gallery.eventually("words while the phrase is typed", "return results.some(day => day.d === arguments[0])", third)
    gallery.search(gallery.js("return longDate(arguments[0], short)", one))
    gallery.eventually("a date", "return results.length === 1 && results[0].d === arguments[0]", one)
    marked = gallery.js("return [...document.querySelectorAll('#hits mark')].map(mark => mark.parentElement.localName)")
    expect(marked == ["time"], f"of a date is marked {marked}")


def check_search_shows_what_has_come(gallery):
    gallery.open()
    days = gallery.days()
    gallery.open()
    # The oldest year does not come before it is let.
    gallery.js("""const real = load, oldest = about.years.at(-1)[0];
        window.held = new Promise(done => { window.letCome = done; });
        load = year => year === oldest ? held.then(() => real(year)) : new Promise(done => setTimeout(done, 400)).then(() => real(year));""")
    gallery.search("the")
    gallery.eventually("hits of the years that came",
                       "return document.querySelectorAll('#hits a').length && count.textContent.startsWith('Reading')")
    gallery.js("document.querySelector('#hits a').focus(); window.letCome()")
    gallery.eventually("all", "return years.size === about.years.length && count.textContent.endsWith('hits')")
    expect(gallery.js("return document.activeElement.dataset.day"), "the focus is lost when the last year comes")
    expect({year[:4] for year in gallery.js("return results.map(day => day.d)")} == {day["d"][:4] for day in days},
           "a year is missing")


def check_results_go_on(gallery):
    gallery.window(1440, 2400)
    gallery.open("index.html#find?")
    gallery.eventually("more than fit at once", "return results.length > 60 && document.querySelectorAll('#hits a').length > 40")
    gallery.eventually("as many as reach beyond the window", "return end.getBoundingClientRect().top > innerHeight + 400")
    gallery.js("scrollTo(0, document.body.scrollHeight)")
    gallery.eventually("as many again", "return end.getBoundingClientRect().top > innerHeight + 400")


def check_filters(gallery):
    gallery.open("index.html#find?")
    gallery.eventually("all days", "return results.length")
    days, favorites = gallery.days(), gallery.favorites()
    gallery.eventually("the favorites", "return stars.size === arguments[0]", len(favorites))
    kinds = {"Pictures": "i", "Videos": "vh", "Not here yet": "n"}
    uses = {"NASA’s own": "n", "Creative Commons": "c", "© somebody: ask": "r", "Use not said": ""}

    def use(day):
        return day["g"][0] if "g" in day else "r" if "r" in day else ""
    chips = gallery.js("return [...document.querySelectorAll('.chips button:not([hidden])')]"
                       ".map(chip => [chip.firstChild.data, Number(chip.querySelector('small').textContent.replace(/,/g, ''))])")
    expect(len(chips) >= 2, f"there are few filters: {chips}")
    for place, (name, number) in enumerate(chips):
        if name in kinds:
            right = [day for day in days if day["k"] in kinds[name]]
        elif name in uses:
            right = [day for day in days if use(day) == uses[name]]
        elif name.startswith("★"):
            right = favorites
        else:
            right = [day for day, albums in favorites.items() if name in albums]
        expect(number == len(right), f"{name} says {number} and is {len(right)}")
        gallery.js("[...document.querySelectorAll('.chips button:not([hidden])')]"
                   ".find(chip => chip.firstChild.data === arguments[0]).click()", name)
        gallery.eventually(f"what {name} leaves", "return results.length === arguments[0]", len(right))
        gallery.js("[...document.querySelectorAll('.chips button')].find(chip => chip.ariaPressed === 'true').click()")
        gallery.js("place('find?', true); look()")
        gallery.eventually("all days again", "return results.length === arguments[0]", len(days))
    year = days[-1]["d"][:4]
    labels = "return [...yearChoice.options].map(option => option.textContent)"
    before = gallery.js(labels)
    gallery.js("yearChoice.value = arguments[0]; yearChoice.dispatchEvent(new Event('change'))", year)
    gallery.eventually("one year", "return results.length && results.every(day => day.d.startsWith(arguments[0]))", year)
    expect(gallery.js(labels) == before, f"the other years lose their numbers: {gallery.js(labels)[:4]}")
    # As a photo frame does that runs over the turn of the year.
    gallery.js("about.years.unshift(['2999', 1, 0]); years.set('2999', { year: '2999', days: [] }); return look()")
    expect(gallery.js(labels) == before, f"a new year takes the others' numbers: {gallery.js(labels)[:4]}")
    gallery.js("about.years.shift()")
    word = re.findall(r"[A-Za-z]{5,}", next(day for day in days if day["d"][:4] == year)["t"])[0]
    gallery.search(word)
    gallery.eventually("a word of one year", "return wanted.q && results.length"
                       " && results.every(day => day.d.startsWith(arguments[0]))", year)
    gallery.open("index.html#find?type=video")
    gallery.eventually("videos", "return results.length && results.every(day => 'vh'.includes(day.k))")
    gallery.click(".chips [aria-pressed=true]")
    gallery.eventually("all days", "return results.length === arguments[0]", len(days))
    expect(not gallery.js("return found.hidden"), "without its last filter the view is left")


def check_may_i_use_it(gallery):
    gallery.open("index.html#find?use=nasa")
    gallery.eventually("NASA's own", "return results.length && results.every(day => day.g[0] === 'n')")
    day = gallery.js("return results[0]")
    gallery.open(f"index.html#{day['d']}")
    said = "return box.open && box.querySelector('.use').textContent"
    gallery.eventually("that it is NASA's", f"{said} === 'May I use it? NASA’s own: “' + arguments[0] + '”'", day["c"])
    gallery.open("index.html#find?use=cc")
    gallery.eventually("what has a license", "return results.length && results.every(day => day.g[0] === 'c')")
    day = gallery.js("return results[0]")
    gallery.open(f"index.html#{day['d']}")
    gallery.eventually("its license", f"{said}.startsWith('May I use it? Creative Commons, as said in the credit: CC BY 4.0, “')")
    expect(gallery.js("return box.querySelector('.use a').href") == "https://creativecommons.org/licenses/by/4.0/",
           "the license's page is not linked")
    gallery.open("index.html#find?use=copyright")
    gallery.eventually("what is claimed", "return results.length && results.every(day => day.r)")
    day = gallery.js("return results[0]")
    gallery.open(f"index.html#{day['d']}")
    gallery.eventually("who claims it", f"{said} === 'May I use it? © somebody: ask “' + arguments[0] + '”'", day["r"])


def check_keys(gallery):
    gallery.open()
    gallery.press("?")
    expect(gallery.js("return document.querySelector('#help').open"), "? shows no help")
    gallery.press("ESCAPE")
    gallery.eventually("the help's end", "return !document.querySelector('#help').open")
    gallery.press("/")
    expect(gallery.js("return document.activeElement.id") == "search", "/ does not lead to the search")
    gallery.press("r", "f", "?", "/")
    expect(gallery.js("return field.value") == "rf?/", "keys do more than letters in a field")
    gallery.press("ESCAPE")
    gallery.eventually("the first page", "return found.hidden && document.activeElement.id !== 'search'")
    gallery.press("r")
    gallery.eventually("a day at random", "return box.open && /^#\\d{4}/.test(location.hash)")
    gallery.press("ESCAPE")
    gallery.eventually("the light-box's end", "return !box.open && !location.hash")
    if gallery.js("return favoritesCame.then(() => stars.size)"):
        gallery.press("f")
        gallery.eventually("favorites", "return results.length === stars.size && results.every(isStar)")
        gallery.press("ESCAPE")
        gallery.eventually("the first page", "return found.hidden && !location.hash")


def check_help_on_a_phone(gallery):
    """It begins with its beginning."""
    gallery.window(390, 844)
    gallery.open()
    gallery.click("footer .help")
    expect(gallery.js("return [help.open, help.scrollTop, help.scrollHeight > help.clientHeight]") == [True, 0, True],
           "the help opens in its middle")
    gallery.press("ESCAPE")


def check_months_count_days(gallery):
    gallery.open()
    words = gallery.js("return [...document.querySelectorAll('.months i')].map(count => count.textContent)")
    expect(words and all(re.fullmatch(r"[\d,]+ days?", word) for word in words), f"months say {words[:3]}")


def check_light_box(gallery):
    gallery.open()
    day = gallery.js("return document.querySelectorAll('.week a[data-day]')[3].dataset.day")
    gallery.js("document.querySelector(`.week a[data-day='${arguments[0]}']`).focus()", day)
    gallery.press("ENTER")
    gallery.eventually("the light-box", "return box.open && location.hash === '#' + arguments[0]", day)
    facts = gallery.js("return find(arguments[0])", day)
    shown = gallery.js("""return [box.querySelector('h2').textContent, box.querySelector('.story').textContent,
        box.querySelector('.by').textContent, [...box.querySelectorAll('.links a')].map(a => a.getAttribute('href'))]""")
    expect(shown[0] == facts["t"] and shown[1] == facts.get("x", ""), f"it shows {shown}")
    expect(facts.get("c", "") in shown[2], f"the credit is {shown[2]}")
    expect(facts.get("p", shown[3][0]) in shown[3] and len(shown[3]) >= 2, f"its links are {shown[3]}")
    for _ in range(14):
        gallery.press("TAB")
        expect(gallery.js("return !document.activeElement || document.activeElement === document.body"
                          " || box.contains(document.activeElement)"), "Tab leaves the light-box")
    gallery.press("ARROW_LEFT")
    gallery.eventually("the day before", "return current < arguments[0] && location.hash === '#' + current", day)
    gallery.press("ARROW_RIGHT")
    gallery.eventually("the day again", "return current === arguments[0]", day)
    gallery.press("ESCAPE")
    gallery.eventually("its end", "return !box.open && !location.hash")
    expect(gallery.js("return document.activeElement.dataset.day") == day, "the focus does not come back")


def check_stories_lead_on(gallery):
    gallery.open()
    first = gallery.js("return shown")
    expect(gallery.js("return !!document.querySelector('.tale a[data-day]')"), "the first story leads nowhere")
    gallery.js("document.querySelector('.tale a[data-day]').click()")
    gallery.eventually("the day it leads to", "return box.open && current < arguments[0] && location.hash === '#' + current",
                       first)
    other = gallery.js("return current")
    gallery.eventually("who mentions it", """return find(arguments[0]).then(day =>
        [...box.querySelectorAll('.mentions a')].some(a => a.dataset.day === arguments[0]
            && (a.textContent.includes(day.t) || a.textContent === longDate(day.d, short))))""", first)
    gallery.js("[...box.querySelectorAll('.mentions a')].find(a => a.dataset.day === arguments[0]).click()", first)
    gallery.eventually("the way back", "return current === arguments[0]", first)
    gallery.browser.back()
    gallery.eventually("the day before in the history", "return current === arguments[0]", other)
    # Who went through several days leaves all of them at once.
    gallery.js("[...box.querySelectorAll('.mentions a')].find(a => a.dataset.day === arguments[0]).click()", first)
    gallery.eventually("the first day once more", "return current === arguments[0]", first)
    gallery.press("ESCAPE")
    gallery.eventually("the first page", "return !box.open && !location.hash")
    gallery.js("return new Promise(done => setTimeout(done, 300))")
    expect(not gallery.js("return box.open"), "a day is opened again when the light-box is closed")
    gallery.open(f"index.html#{other}")
    gallery.eventually("a day that was asked for by its address", "return box.open && current === arguments[0]", other)
    gallery.js("[...box.querySelectorAll('.mentions a')].find(a => a.dataset.day === arguments[0]).click()", first)
    gallery.eventually("the one that mentions it", "return current === arguments[0]", first)
    gallery.press("ESCAPE")
    gallery.eventually("the first page behind it", "return !box.open && !location.hash")
    gallery.js("go(arguments[0])", other)
    gallery.eventually("the day again", "return box.open && current === arguments[0]", other)
    out = gallery.js("""return [...box.querySelectorAll('.story a.out')].map(a => [a.href, a.rel, a.title, a.target])""")
    expect(len(out) == 2 and all(rel == "noopener noreferrer" and to == "_blank" for _, rel, _, to in out), f"{out}")
    expect("does not have" in out[0][2] and out[0][0].startswith("https://science.nasa.gov/apod/"), f"{out}")
    # The story stands there as it was written.
    told = gallery.js("return find(current).then(day => [day.x, box.querySelector('.story').textContent])")
    expect(told[0] == told[1], f"the story is {told}")
    # A month's page leads on without a script.
    month = gallery.js("return story(arguments[0])", first)
    gallery.open(month)
    link = gallery.js("return document.querySelector('.story a[data-day]').getAttribute('href')")
    expect((gallery.root / month.split("#")[0]).parent.joinpath(link.split("#")[0]).exists(), f"{link} leads nowhere")


def check_more_like_this(gallery):
    gallery.open()
    first = gallery.js("return shown")
    gallery.open(f"index.html#{first}")
    gallery.eventually("the light-box", "return box.open")
    expect(not gallery.js("return document.querySelectorAll('.similar li').length"), "it is read before it is asked for")
    gallery.js("box.querySelector('.similar summary').click()")
    gallery.eventually("eight others", "return box.querySelectorAll('.similar li').length === 8")
    other = gallery.js("const a = box.querySelectorAll('.similar a')[2]; a.click(); return a.dataset.day")
    gallery.eventually("the other", "return current === arguments[0] && location.hash === '#' + current", other)
    # Whoever looks at what is like a day goes on so.
    gallery.eventually("those like the other", """return find(current).then(day =>
        [...box.querySelectorAll('.similar a')].map(a => a.dataset.day).join() === day.n.join())""")
    width = gallery.eventually("its picture", "return box.querySelector('.similar img').naturalWidth")
    expect(width <= 320, f"the pictures are large: {width}")


def check_encores(gallery):
    gallery.open()
    first = gallery.js("return shown")
    gallery.open(f"index.html#{first}")
    other = gallery.eventually("the same picture's other day", """return box.open && !box.querySelector('.encores').hidden
        && box.querySelector('.encores a').dataset.day""")
    gallery.js("box.querySelector('.encores a').click()")
    gallery.eventually("that day, which names the first", """return current === arguments[0]
        && [...box.querySelectorAll('.encores a')].some(a => a.dataset.day === arguments[1])""", other, first)


def check_light_box_across_years(gallery):
    gallery.open()
    year = gallery.days()[-1]["d"][:4]
    last, after = gallery.js("""const days = years.get(arguments[0]).days;
        return neighbour(days[0].d, 1).then(day => [days[0].d, day.d])""", year)
    gallery.open(f"index.html#{last}")
    gallery.eventually("the day of the address", "return box.open && current === arguments[0]", last)
    gallery.eventually("the way on", "return !box.querySelector('.newer').disabled")
    gallery.press("ARROW_RIGHT")
    gallery.eventually("the next year", "return current === arguments[0]", after)
    middle = gallery.js("return years.get(arguments[0]).days[5].d", year)
    gallery.open(f"index.html#{middle}")
    gallery.eventually("the day of the address", "return box.open && !box.querySelector('.older').disabled")
    expect(gallery.js("return [...years.keys()]") == [year], "a link to a day reads more than its year")


def check_light_box_of_results(gallery):
    gallery.open("index.html#find?type=picture")
    gallery.eventually("pictures", "return document.querySelectorAll('#hits a').length > 2")
    gallery.click("#hits a")
    gallery.eventually("the first", "return box.open && current === results[0].d")
    expect(gallery.js("return box.querySelector('.place').textContent").startswith("1 of "), "it does not say which")
    gallery.press("ARROW_RIGHT")
    gallery.eventually("the second", "return current === results[1].d")
    gallery.js("history.back()")
    gallery.eventually("the results again", "return !box.open && !found.hidden && results.length")
    gallery.eventually("more of them", "if (drawn > 40) return true; scrollTo(0, document.body.scrollHeight)")
    gallery.js("document.querySelectorAll('#hits a')[30].scrollIntoView({ behavior: 'instant' });"
               " document.querySelectorAll('#hits a')[30].focus()")
    before = gallery.js("return [scrollY, document.activeElement.dataset.day]")
    gallery.press("ENTER")
    gallery.eventually("the light-box", "return box.open")
    gallery.press("ESCAPE")
    gallery.eventually("the results again", "return !box.open && location.hash.startsWith('#find')")
    after = gallery.js("return [scrollY, document.activeElement.dataset.day]")
    expect(after == before, f"the place among the results was {before} and is {after}")


def check_light_box_that_comes_late(gallery):
    gallery.open()
    days = gallery.js("return [...document.querySelectorAll('.week a[data-day]')].slice(1, 3).map(a => a.dataset.day)")
    gallery.click(f".week a[data-day='{days[0]}']")
    gallery.eventually("a day", "return box.open && current === arguments[0]", days[0])
    gallery.js("""const link = document.querySelector(`.week a[data-day='${arguments[0]}']`);
        return new Promise(done => {
            addEventListener('popstate', () => { link.click(); setTimeout(done, 300); }, { once: true });
            history.back();
        })""", days[1])
    gallery.eventually("another that was opened right after Back",
                       "return box.open && current === arguments[0] && location.hash.endsWith(current)", days[1])
    gallery.open()
    # Nobody rests on a card meanwhile.
    gallery.js("tellFirst = () => {}; const real = find; window.later = []; find = id => new Promise(done => later.push(() => done(real(id))))")
    gallery.click(f".week a[data-day='{days[0]}']")
    gallery.js("history.back()")
    gallery.eventually("the first page", "return !location.hash")
    gallery.click(f".week a[data-day='{days[1]}']")
    gallery.js("later[1](); later[0]()")
    gallery.eventually("the day that was asked for last", "return box.open && current === arguments[0]", days[1])
    gallery.js("history.back()")
    gallery.eventually("its end", "return !box.open && !location.hash")
    gallery.click(f".week a[data-day='{days[0]}']")
    gallery.js("history.back()")
    gallery.eventually("the first page", "return !location.hash")
    gallery.js("later[2]()")
    expect(not gallery.js("return new Promise(done => setTimeout(() => done(box.open), 100))"), "it opens after Back")


def check_light_box_without_its_year(gallery):
    gallery.is_noise_fine = True
    gallery.open()
    day = gallery.js("return document.querySelector('.week a[data-day]').dataset.day")
    script = gallery.root / day[:4] / "gallery.js"
    away = script.with_suffix(".away")
    script.rename(away)
    try:
        gallery.open()
        gallery.click(f".week a[data-day='{day}']")
        gallery.eventually("the month's page", "return location.href.endsWith(arguments[0])",
                           f"/{day[:4]}/{day[:7]}/index.html#{day}")
    finally:
        away.rename(script)
    gallery.open(f"index.html#{day[:7]}-99")
    gallery.eventually("the month of a day nobody knows", "return location.pathname.endsWith(arguments[0])",
                       f"/{day[:7]}/index.html")


def check_favorite_mark(gallery):
    gallery.open()
    day = gallery.js("return document.querySelector('.today').dataset.day")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open")
    command = gallery.js("return box.querySelector('.keep code').textContent")
    whole = f"apod-mirror favorites (add|remove) {day} --mirror {re.escape(shlex.quote(str(gallery.root)))}"
    expect(re.fullmatch(whole, command), f"the command is {command}")
    gallery.click(".keep button")
    gallery.eventually("the copy", "return box.querySelector('.keep button').textContent === 'Copied'")
    gallery.js("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    gallery.js("document.addEventListener('copy', () => { window.copied = String(getSelection()); })")
    gallery.click(".keep button")
    gallery.eventually("the copy by selection", "return window.copied === arguments[0]", command)


def check_photo_frame(gallery):
    gallery.open("index.html#slideshow?seconds=0.3")
    first = gallery.eventually("a picture", "const image = frame.querySelector('img.on');"
                               " return image?.naturalWidth && recent[0]")
    size = gallery.js("const { width, height } = frame.getBoundingClientRect(); return [width, height, innerWidth,"
                      " innerHeight, getComputedStyle(frame).cursor, frame.querySelector('p').textContent]")
    expect(size[0] == size[2] and size[1] == size[3], f"it does not fill the window: {size}")
    expect(size[4] == "none", "the cursor is seen")
    expect(gallery.js("return about.years[0][0]") in size[5], f"its caption is {size[5]}")
    expect(first == gallery.js("return years.get(about.years[0][0]).days.find(isShowable).d"), f"{first} is not the newest")
    gallery.eventually("more pictures", "return recent.length > 3")
    expect(gallery.js("return getComputedStyle(frame.querySelector('img')).transitionDuration") == "0s",
           "it fades where nothing should move")
    gallery.picture("photo-frame")
    gallery.press("ESCAPE")
    gallery.eventually("its end", "return !frame.open && !location.hash")
    gallery.open("index.html#slideshow")
    gallery.eventually("a picture", "return frame.querySelector('img.on')")
    expect(not gallery.js("return frame.querySelector('.close').checkVisibility()"), "a button lies on the picture")
    gallery.click("dialog.frame")
    expect(gallery.js("return getComputedStyle(frame).cursor") != "none", "a click does not bring the cursor back")
    gallery.picture("photo-frame-pointed")
    # Once more: what a click shows is gone after some seconds, and a picture may take as long.
    gallery.click("dialog.frame")
    gallery.click("dialog.frame .close")
    gallery.eventually("its end", "return !frame.open && !location.hash")
    expect(gallery.js("return !!document.querySelector('header a[href=\"#slideshow\"]').getClientRects().length"),
           "nothing leads to it")


def check_photo_frame_of_an_album(gallery):
    gallery.open()
    albums = gallery.eventually("albums", "return albums.size && [...albums.keys()]")
    for album in ["favorites"] + albums[:3]:
        gallery.open("index.html#slideshow/" + gallery.js("return encodeURIComponent(arguments[0])", album) + "?seconds=0.2")
        gallery.eventually(f"pictures of {album}", "return recent.length > 2")
        wrong = gallery.js("return Promise.all(recent.map(find)).then(days => days.filter(day =>"
                           " !(arguments[0] === 'favorites' ? isStar(day) : stars.get(day.d)?.includes(arguments[0]))))", album)
        expect(not wrong, f"{wrong} is not in {album}")
    for name in ("favorites/", "100%"):
        gallery.open(f"index.html#slideshow/{name}")
        gallery.eventually(f"no picture of {name}, which is no album here", "return frame.textContent.includes('no picture')")


def check_photo_frame_keeps_the_screen_on(gallery):
    gallery.before_loading("""window.locks = new Set();
        const request = async () => { const lock = { release: async () => locks.delete(lock) }; locks.add(lock); return lock; };
        Object.defineProperty(navigator, 'wakeLock', { value: { request } });""")
    gallery.open("index.html#slideshow")
    gallery.eventually("a screen that stays on", "return frame.querySelector('img.on') && locks.size === 1")
    # As browsers do when the page is hidden.
    gallery.js("locks.clear(); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    gallery.eventually("the same when the page is seen again", "return locks.size === 1")
    gallery.press("ESCAPE")
    gallery.eventually("a screen that may go off", "return !frame.open && !locks.size")


def check_photo_frame_that_is_closed_early(gallery):
    gallery.open()
    gallery.js("""const real = load, start = setInterval, stop = clearInterval;
        window.running = new Set();
        setInterval = (...all) => { const id = start(...all); running.add(id); return id; };
        clearInterval = id => { running.delete(id); stop(id); };
        const held = new Promise(done => { window.letCome = done; });
        load = year => held.then(() => real(year));
        location.hash = 'slideshow'""")
    gallery.eventually("the frame", "return frame.open")
    gallery.press("ESCAPE")
    gallery.eventually("its end", "return !frame.open && !location.hash")
    gallery.js("letCome()")
    left = gallery.js("return new Promise(done => setTimeout(() => done(running.size), 100))")
    expect(left == 0, "the frame goes on after its end")


def check_photo_frame_of_a_picture_that_does_not_come(gallery):
    gallery.is_noise_fine = True
    gallery.open()
    newest = gallery.js("return load(about.years[0][0]).then(year => year.days.find(isShowable))")
    picture = gallery.root / newest["d"][:4] / newest["d"][:7] / newest["f"]
    thumbnails = gallery.root / ".apod-mirror/thumbnails"
    away = [(picture, picture.with_suffix(".away")), (thumbnails, thumbnails.with_name("thumbnails-away"))]
    try:
        for path, elsewhere in away:
            path.rename(elsewhere)
            gallery.open("index.html#slideshow")
            shown = gallery.eventually("a picture that came", "const image = frame.querySelector('img.on');"
                                       " return image?.naturalWidth && [recent.at(-1), image.src]")
            is_first = shown[0] == newest["d"] and "thumbnails" in shown[1]
            expect(is_first == (path == picture), f"without {path.name} it shows {shown}")
    finally:
        for path, elsewhere in away:
            if elsewhere.exists():
                elsewhere.rename(path)


def check_photo_frame_shows_a_new_day(gallery):
    gallery.open()
    year = gallery.js("return about.years[0][0]")
    file = gallery.root / year / "gallery.js"
    text = file.read_text()
    line = next(line for line in text.splitlines() if '"k":"i"' in line).rstrip(",)]")
    if not line.endswith("}"):
        line += "}"
    day = json.loads(line)
    new = dict(day, d=f"{year}-12-31", t="A new day", s=0)
    # The ten minutes between two looks are shortened; nothing else is.
    gallery.before_loading("{ const set = setInterval;"
                           " setInterval = (act, pause) => set(act, pause === 6e5 ? 300 : pause); }")
    month = gallery.root / year / f"{year}-12"
    is_new = not month.exists()
    month.mkdir(exist_ok=True)
    picture = month / day["f"]
    try:
        os.link(gallery.root / year / day["d"][:7] / day["f"], picture)
        gallery.open("index.html#slideshow?seconds=0.5")
        gallery.eventually("the first picture", "return recent.length")
        gallery.rewrite(file, text.replace("[\n", "[\n" + json.dumps(new) + ",\n", 1))
        gallery.eventually("the new day", "return recent.includes(arguments[0])", new["d"])
    finally:
        gallery.leave()
        gallery.rewrite(file, text)
        picture.unlink(missing_ok=True)
        if is_new:
            month.rmdir()


def check_hostile_texts(gallery):
    gallery.open()
    wild = [day for day in gallery.days() if "hacked" in day["t"]]
    expect(wild, "the gallery has no hostile title to look at")
    for day in wild:
        for page in (f"index.html#{day['d']}", f"{day['d'][:4]}/{day['d'][:7]}/index.html#{day['d']}"):
            gallery.open(page)
            if page.startswith("index"):
                gallery.eventually("the light-box", "return box.open")
                expect(gallery.js("return box.querySelector('h2').textContent") == day["t"], f"{day['d']} shows other text")
            time.sleep(0.1)
            expect(gallery.js("return document.title") != "hacked", f"{day['d']} did something in {page}")
    gallery.open()
    gallery.search("hacked")
    gallery.eventually("them all", "return results.length >= arguments[0]", len(wild))
    expect(gallery.js("return document.title") != "hacked", "a hit did something")
    expect(not gallery.js("return document.querySelectorAll('img[src=x]').length"), "a title became a picture")


def check_a_story_of_links(gallery):
    """A hundred kilobytes of links, some of which would do something, are shown as what they are, and do nothing."""
    gallery.open()
    facts = gallery.js("""const bad = ['javascript:document.title="hacked"', 'data:text/html,x', 'vbscript:x', '//x', 'file:///etc/passwd', '2026-99-99x'];
        const x = 'word '.repeat(20000), h = [];
        for (let i = 0; i < 20000; i++) h.push([i * 5, 4, i % 2 ? `https://example.org/${i}` : bad[(i / 2) % bad.length]]);
        const began = performance.now(), nodes = told({ x, h }), holder = make('p', {}, ...nodes);
        document.body.append(holder);
        const links = [...holder.querySelectorAll('a')], text = holder.textContent;
        for (const link of links.slice(0, 50)) if (!/^https:/.test(link.href)) link.click();
        holder.remove();
        return [text === x, links.length, links.every(a => a.href.startsWith('https://example.org/') && a.rel === 'noopener noreferrer'),
            document.title.includes('hacked')]""")
    expect(facts == [True, 10000, True, False], f"it becomes {facts}")


def check_thumbnails_that_do_not_come(gallery):
    gallery.is_noise_fine = True
    thumbnails = gallery.root / ".apod-mirror/thumbnails"
    away = gallery.root / ".apod-mirror/thumbnails-away"
    thumbnails.rename(away)
    try:
        for page in ("index.html", gallery.newest_month):
            gallery.open(page)
            gallery.eventually(f"pictures in place of thumbnails in {page}", """
                const images = [...document.images].filter(image =>
                    image.checkVisibility() && image.getBoundingClientRect().top < innerHeight);
                return images.length && images.every(image => image.naturalWidth && !image.src.includes('thumbnails'))""")
    finally:
        away.rename(thumbnails)


def check_without_script(gallery):
    gallery.tell("Emulation.setScriptExecutionDisabled", value=True)
    gallery.open(gallery.newest_month)
    stories = gallery.browser.find_elements("css selector", "article .story")
    expect(stories and all(story.is_displayed() for story in stories), "the month's stories are not there")
    gallery.open()
    expect(not gallery.browser.find_element("id", "search").is_displayed(), "a search is offered that cannot be")
    for card in gallery.browser.find_elements("css selector", ".cards a"):
        day, address = card.get_attribute("data-day"), card.get_attribute("href")
        is_here = bool(card.find_elements("css selector", "img"))
        expect(f"/{day[:7]}/{day}" in address or not is_here and address.endswith(f"/index.html#{day}"),
               f"the card of {day} leads to {address}")
    address = gallery.browser.find_element("css selector", ".today .stage a").get_attribute("href")
    expect(gallery.browser.find_element("css selector", ".today").get_attribute("data-day") in address,
           f"the newest picture leads to {address}")
    more = gallery.browser.find_element("css selector", ".tale .more")
    story = gallery.browser.find_element("css selector", ".tale p")
    before = story.size["height"]
    more.click()
    expect(not more.is_displayed() and story.size["height"] > before, "more of the story does not come")


def check_band(gallery):
    gallery.open()
    day = gallery.js("return document.querySelector('.band').dataset.day")
    for ahead, is_shown in ((0, False), (3, False), (4, True), (30, True)):
        gallery.before_loading(f"{{ const now = Date.parse('{day}T12:00') + {ahead} * 864e5; Date.now = () => now; }}")
        gallery.open()
        shown = gallery.js("return !document.querySelector('.band').hidden")
        expect(shown == is_shown, f"{ahead} days later the band is {'shown' if shown else 'hidden'}")
    expect("Nothing new since" in gallery.js("return document.querySelector('.band').textContent"), "it does not say what")

"""How any of thirty years' days is reached, and what is said of those that are not here."""
import datetime
import json
import re
import time

from gallery import expect


def check_time_line(gallery):
    gallery.open()
    expect(gallery.js("return [...years.keys()].length") == 0, "the time line reads years before anybody asks")
    years = gallery.js("return spanYears")
    gallery.press("t")
    expect(gallery.js("return document.activeElement === yearLine"), "t does not lead to the time line")
    gallery.press("HOME")
    gallery.eventually("the first year", "return pointedYear === arguments[0] && pointedDay", years[0])
    gallery.press("ENTER", "HOME")
    first = gallery.js("return pointedDay.d")
    days = gallery.js("return years.get(arguments[0]).days.map(day => day.d)", years[0])
    expect(first == days[-1], f"the first day of {years[0]} is {first}")
    said = gallery.js("return [dayLine.getAttribute('role'), dayLine.getAttribute('aria-valuetext'), pointedDay.t]")
    expect(said[0] == "slider" and said[2] in said[1], f"it is told as {said}")
    gallery.press("ARROW_RIGHT")
    expect(gallery.js("return pointedDay.d") == days[-2], "an arrow does not lead to the next day")
    gallery.press("ENTER")
    gallery.eventually("that day", "return box.open && current === arguments[0]", days[-2])
    gallery.press("ESCAPE")
    # One drag: down in a year, then into the line below it and along to a day.
    gallery.eventually("the first page", "return !box.open")
    year = years[len(years) // 2]
    gallery.js("""const { left, top, width, height } = yearLine.getBoundingClientRect(), place = spanYears.indexOf(arguments[0]);
        yearLine.setPointerCapture = () => {};
        window.at_ = (kind, part, y) => yearLine.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: left + width * part, clientY: y, pointerId: 1 }));
        at_('pointerdown', (place + .5) / spanYears.length, top + height / 2)""", year)
    gallery.eventually("the year", "return pointedYear === arguments[0] && pointedDay", year)
    gallery.js("const { bottom } = dayLine.getBoundingClientRect(); at_('pointermove', .5, bottom - 3); at_('pointerup', .5, bottom - 3)")
    gallery.eventually("a day in the middle of it", "return box.open && current.startsWith(arguments[0])", year)
    reached = gallery.js("return [current, dayAt(.5).d]")
    expect(reached[0] == reached[1], f"the drag leads to {reached}")
    # Favorites are marked.
    starred = gallery.js("return [...years.values()].flatMap(({ year, days }) => year === pointedYear ? days.filter(isStar) : []).length")
    expect(gallery.js("return dayLine.querySelectorAll('.starred').length") == starred, "favorites are not marked")


def check_dates_in_the_search(gallery):
    gallery.open()
    days = gallery.days()
    day = days[len(days) // 2]["d"]
    name = gallery.js("return longDate(arguments[0], short)", day)
    month, number, year = name.replace(",", "").split()
    for text in (day, name, f"{number} {month} {year}", f"{month[:3].lower()} {number} {year}", f"{number}th of {month} {year}"):
        gallery.search(text)
        gallery.eventually(f"the day of {text}", "return results.length === 1 && results[0].d === arguments[0]", day)
    gallery.search(f"{month} {year}")
    in_month = sorted(other["d"] for other in days if other["d"].startswith(day[:7]))
    gallery.eventually("its month", "return results.map(day => day.d).sort().join() === arguments[0]", ",".join(in_month))
    gallery.search(f"{number} {month}")
    gallery.eventually("its day in all years", "return results.length && results.every(day => day.d.endsWith(arguments[0]))", day[4:])
    expect(gallery.js("return [meant('may'), meant('2001'), meant('apollo 11'), meant('m 31'), meant('13 13'), meant('32 may')]"
                      ".every(date => date === undefined)"), "words are taken for dates")
    gallery.search("1901-02-03")
    gallery.eventually("that it is not here", "return /no picture of February 3, 1901/.test(count.textContent)")
    oldest = min(other["d"] for other in days)
    expect(gallery.js("return count.querySelector('a').dataset.day") == oldest, "the nearest day is not named")


def check_days_that_are_not_here(gallery):
    gallery.open("index.html#1901-02-03")
    gallery.eventually("that it is not here", "return /no picture of February 3, 1901 here/.test(notice.textContent)")
    expect(gallery.js("return !box.open && !location.hash"), "the address stays")
    nearest = gallery.js("return notice.querySelector('a').dataset.day")
    gallery.js("notice.querySelector('a').click()")
    gallery.eventually("the nearest day", "return box.open && current === arguments[0] && notice.hidden", nearest)


def check_real_links(gallery):
    """A click on a link opens its day: for three hundred of all that authors placed, spread over all years."""
    gallery.open()
    gallery.js("return Promise.all(about.years.map(([year]) => load(year)))")
    links = gallery.js(r"""const all = [...years.values()].flatMap(({ days }) => days.flatMap(day =>
            (day.h ?? []).map(([,, to], place) => [day.d, place, to]).filter(([,, to]) => /^\d{4}-\d\d-\d\d$/.test(to))));
        return all.filter((_, i) => i % Math.max(1, Math.floor(all.length / 300)) === 0).slice(0, 300)""")
    expect(len(links) == 300, f"there are {len(links)} links")
    for day, place, to in links:
        # Chromium takes 200 new addresses in ten seconds, and drops what is more.
        time.sleep(0.05)
        gallery.js("openBox(arguments[0])", day)
        gallery.eventually(f"{day}", "return box.open && current === arguments[0] && box.querySelector('.story a')", day)
        gallery.js("box.querySelectorAll('.story a')[arguments[0]].click()", place)
        gallery.eventually(f"{to}, to which {day} leads", "return current === arguments[0] && location.hash === '#' + current", to)


def check_pending_in_words(gallery):
    gallery.open("index.html#find?type=other")
    gallery.eventually("days that are not here yet", "return results.length")
    gallery.click("#hits a")
    gallery.eventually("one of them", "return box.open && theatre.querySelector('details')")
    words, raw = gallery.js("return find(current).then(day => [day.w, day.y])")
    shown = gallery.js("return theatre.querySelector('.words').firstChild.textContent")
    expect(shown == words and words.endswith(".") and "http" not in words, f"it says {shown}")
    expect(gallery.js("return theatre.querySelector('details span').textContent") == (raw or ""), "the error itself is not there")


def check_file_that_is_gone(gallery):
    gallery.is_noise_fine = True
    gallery.open()
    day = gallery.js("""return load(about.years[0][0]).then(({ days }) => days.find(day => day.k === 'i' && day.s & 8 && !day.u))""")
    path = gallery.root / day["d"][:4] / day["d"][:7] / day["f"]
    away = path.with_suffix(".away")
    path.rename(away)
    try:
        gallery.open(f"index.html#{day['d']}")
        gallery.eventually("its thumbnail", "return box.open && lookedAt()?.naturalWidth > 0")
        gallery.js("for (let i = 0; i < 12; i++) magnify(view.scale * 1.5)")
        gallery.eventually("a line of it", "return /does not come/.test(theatre.querySelector('.lack')?.textContent)")
        expect(gallery.js("return lookedAt().naturalWidth > 0"), "the thumbnail went")
    finally:
        away.rename(path)


def check_buttons_of_a_day(gallery):
    gallery.open()
    day = gallery.js("return document.querySelector('.today').dataset.day")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the light-box", "return box.open")
    names = gallery.js("return [...box.querySelectorAll('.links > *')].map(element => element.textContent)")
    for name in ("Save the picture", "NASA’s page", "Copy the link"):
        expect(name in names, f"its buttons are {names}")
    saved = gallery.js("return find(current).then(day => [day.f, box.querySelector('[download]').download])")
    expect(saved[0] == saved[1], f"it is saved as {saved}")
    gallery.js("[...box.querySelectorAll('.links button')].find(button => /link/.test(button.textContent)).click()")
    gallery.eventually("that it was copied", "return [...box.querySelectorAll('.links button')].some(b => b.textContent === 'Copied')")
    command = gallery.js("return box.querySelector('.keep code').textContent")
    expect(str(gallery.root) in command and "--mirror" in command, f"the command is {command}")


def check_news(gallery):
    gallery.open("index.html#find?type=picture")
    gallery.eventually("pictures", "return document.querySelectorAll('#hits a').length > 2 && lastNews")
    day = gallery.js("return results[1].d")
    year = day[:4]
    news, data = gallery.root / "gallery.js", gallery.root / year / "gallery.js"
    before = (news.read_text(), data.read_text())
    try:
        lines = before[1].split("\n")
        lines = [line.replace('"t":"', '"t":"Corrected ', 1) if f'"d":"{day}"' in line else line for line in lines]
        gallery.rewrite(data, "\n".join(lines))
        told = json.loads(before[0].split("apodNews(")[1].rstrip().rstrip(")"))
        for entry in told["years"]:
            if entry[0] == year:
                entry[2] += "x"
        gallery.rewrite(news, f"apodNews({json.dumps(told)})\n")
        gallery.js("document.querySelectorAll('#hits a')[1].focus(); hear()")
        gallery.eventually("the correction", """return document.querySelector(`#hits a[data-day="${arguments[0]}"] .title`)
            .textContent.startsWith('Corrected ')""", day)
        expect(gallery.js("return document.activeElement.dataset.day") == day, "the focus is lost")
        # An open day, too, and without a reload.
        gallery.js("go(arguments[0])", day)
        gallery.eventually("the light-box", "return box.open")
        gallery.rewrite(data, "\n".join(line.replace("Corrected ", "Again ", 1) for line in lines))
        told["years"] = [[*entry[:2], entry[2] + "y"] for entry in told["years"]]
        gallery.rewrite(news, f"apodNews({json.dumps(told)})\n")
        gallery.js("hear()")
        gallery.eventually("the next correction", "return box.querySelector('h2').textContent.startsWith('Again ')")
    finally:
        gallery.rewrite(news, before[0])
        gallery.rewrite(data, before[1])


def check_news_of_favorites(gallery):
    """A favorite that is made or removed meanwhile, as a card in its place."""
    gallery.open()
    strip = "return [...document.querySelectorAll('section[aria-labelledby=favorites] .cards a')].map(link => link.dataset.day)"
    before = gallery.eventually("favorites", strip.replace("return", "const strip =") + "; return strip.length && strip")
    day = gallery.js("""const days = (await Promise.all(about.years.map(([year]) => load(year)))).flatMap(year => year.days);
        return days.findLast(day => !isStar(day) && day.k === 'i')""".replace("const", "return (async () => { const", 1) + "})()")
    count = gallery.js("return stars.size")
    script = gallery.root / "favorites.js"
    former = script.read_text()
    told = json.loads(former[len("apodFavorites("):].rstrip().rstrip(")"))

    def tell(numbers, cards):
        steps = [number - last for number, last in zip(numbers, [0, *numbers])]
        gallery.rewrite(script, f"apodFavorites({json.dumps({'days': steps, 'albums': [], 'newest': cards})})\n")
        gallery.js("hear()")

    numbers, total = [], 0
    for step in told["days"]:
        total += step
        numbers.append(total)
    number = (datetime.date.fromisoformat(day["d"]) - datetime.date(1970, 1, 1)).days
    marked = f"return document.querySelector('[data-day=\"{before[0]}\"] .title').classList.contains('star')"
    try:
        gallery.js("document.querySelector('section[aria-labelledby=favorites] .cards a').focus()")
        tell(sorted([*numbers, number]), [day, *told["newest"]])
        gallery.eventually("the new favorite, first of all", strip.replace("return", "return [arguments[0]].join() ===") + ".slice(0, 1).join()", day["d"])
        expect(gallery.js("return document.activeElement.dataset.day") == before[0], "the focus is lost")
        expect(gallery.js("return document.querySelector('#favorites').nextElementSibling.textContent") == f"All {count + 1}",
               "its number is not told")
        tell(numbers, told["newest"])
        gallery.eventually("the former ones", strip.replace("return", "return arguments[0].join() ===") + ".join()", before)
        expect(gallery.js(marked), "a favorite is not marked")
        tell([], [])
        gallery.eventually("no favorites", "return !document.querySelector('section[aria-labelledby=favorites]')")
        expect(not gallery.js("return document.querySelector('.cards .star')"), "what is none is marked")
        tell([number], [day])
        gallery.eventually("the first favorite", strip.replace("return", "return arguments[0] ===") + ".join()", day["d"])
        expect(gallery.js("return $('section.week').nextElementSibling.querySelector('h2').textContent") == "Favorites",
               "it stands elsewhere")
    finally:
        gallery.rewrite(script, former)


def check_favorites_in_a_month(gallery):
    """A month's page tells its favorites by itself; without the script, by none."""
    gallery.open()
    day = gallery.eventually("a favorite", "return [...stars.keys()].pop()")
    gallery.open(f"{day[:4]}/{day[:7]}/index.html")
    starred = "return [...document.querySelectorAll('h2.star')].map(title => title.closest('article').id)"
    shown = gallery.eventually("its star", starred.replace("return", "const starred =") + "; return starred.length && starred")
    gallery.open()
    gallery.eventually("favorites", "return stars.size")
    expect(shown == gallery.js("return [...stars.keys()].filter(id => id.startsWith(arguments[0])).reverse()", day[:7]),
           f"the month marks {shown}")


def check_time_line_of_one_year(gallery):
    """There is no year to choose, so its days come first."""
    page = gallery.root / "one-year.html"
    year = max(path.name for path in gallery.root.glob("2*"))
    about = re.compile(r'(id="about">)(.*?)(</script>)', re.DOTALL)

    def only(match):
        told = json.loads(match[2])
        told["years"] = [entry for entry in told["years"] if entry[0] == year]
        return match[1] + json.dumps(told) + match[3]

    page.write_text(about.sub(only, (gallery.root / "index.html").read_text(), count=1))
    try:
        gallery.open(page.name)
        expect(gallery.js("return [yearLine.checkVisibility(), dayLine.checkVisibility()]") == [False, True],
               "a line of one year is shown")
        gallery.press("t", "END")
        gallery.eventually("its first day", "return pointedDay && document.activeElement === dayLine")
        gallery.press("HOME", "ENTER")
        first = gallery.js("return years.get(arguments[0]).days.at(-1).d", year)
        gallery.eventually("that day", "return box.open && current === arguments[0]", first)
    finally:
        page.unlink()

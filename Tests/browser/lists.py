"""The lists of names with their days: what is named in the sky, and who made the pictures."""
from gallery import expect

SHOWN = "return [...rowList.children].map(item => [item.querySelector('b').textContent, parseInt(item.querySelector('i').textContent)])"


def check_things_in_the_sky(gallery):
    """The first page leads to it, and it leads back to days."""
    gallery.open("objects.html")
    facts = gallery.js("""return [rows.length, document.querySelectorAll('*').length, [...new Set(rows.map(row => row.id))].length,
        rows.every(row => row.n && row.d.length && row.d.length === new Set(row.d).size)]""")
    expect(facts[0] and facts[0] == facts[2] and facts[3], f"names stand there twice, or without a day: {facts}")
    expect(facts[1] < 60 * 8 + 100, f"the page has {facts[1]} elements")
    counts = [count for _, count in gallery.js(SHOWN)]
    expect(counts and counts == sorted(counts, reverse=True), f"the most shown are not first: {counts}")
    day = gallery.js("return dateOf(rows[0].d[0])")
    gallery.open(f"index.html#{day}")
    gallery.eventually("the day", "return box.open && box.querySelector('.objects a')")
    name = gallery.js("return box.querySelector('.objects a').textContent")
    gallery.js("box.querySelector('.objects a').click()")
    gallery.eventually("the thing's own view", "return document.querySelector('.one h1')?.textContent === arguments[0]", name)
    # Whatever it is called, the same days are found.
    gallery.open()
    several = gallery.js("return Object.entries(about.names)")
    expect(["M31", "Messier 31 NGC 224 Andromeda Galaxy Andromeda galaxy"] not in several, "one name stands there twice")
    expect(dict(several).get("M31") == "Messier 31 NGC 224 Andromeda Galaxy", f"M31 is {dict(several).get('M31')}")
    gallery.js("want({ q: arguments[0] })", name)
    gallery.eventually("hits", "return /hit/.test(count.textContent)")


def check_filter_of_things(gallery):
    gallery.open("objects.html")
    total = gallery.js("return rows.length")
    named = gallery.js("return rows.find(row => row.o && /\\d/.test(row.n))")
    for text in (named["n"], named["n"].lower().replace(" ", ""), named["o"][0].upper()):
        gallery.js("field.value = arguments[0]; field.dispatchEvent(new Event('input'))", text)
        shown = [name for name, _ in gallery.js(SHOWN)]
        expect(shown[:1] == [named["n"]], f"{text} finds {shown[:4]}")
        found, said = gallery.js("return [shown.length, document.querySelector('#count').textContent]")
        expect(found < total and said.startswith(f"{found:,} of "), f"of {found} it says {said}")
    gallery.js("field.value = 'nosuchname'; field.dispatchEvent(new Event('input'))")
    expect(not gallery.js(SHOWN) and gallery.js("return document.querySelector('#count').textContent").startswith("No thing"),
           "a name that is not there finds something")
    gallery.js("field.value = ''; field.dispatchEvent(new Event('input'))")
    gallery.js("[...chips.querySelectorAll('button')].find(button => button.textContent === 'A to Z').click()")
    expect(gallery.js("""const shown = [...rowList.querySelectorAll('b')].map(name => name.textContent);
        return shown.every((name, i) => !i || byName(shown[i - 1], name) <= 0)"""), "A to Z is not in order")
    parts = gallery.js("return [...chips.querySelectorAll('[aria-label=Part] button')].map(button => button.textContent)")
    for part in parts[1:]:
        gallery.js("[...chips.querySelectorAll('button')].find(button => button.textContent === arguments[0]).click()", part)
        expect(gallery.js("return shown.length === sections.find(({ title }) => title === arguments[0]).rows.length", part),
               f"{part} shows others")
        pressed = gallery.js("return [...chips.querySelectorAll('[aria-pressed=true]')].map(button => button.textContent)")
        expect(pressed == ["A to Z", part], f"pressed are {pressed}")


def check_a_thing_of_its_own(gallery):
    """Its view has all its days, each leading to the light-box; Back comes to where the list was left."""
    gallery.open("objects.html")
    most = gallery.js("return [rows.indexOf(shown[0]), shown[0].n, shown[0].id, shown[0].d.map(dateOf)]")
    gallery.js("rowList.querySelector('a').click()")
    gallery.eventually("its view", "return !one.hidden && overview.hidden && one.querySelector('h1').textContent === arguments[0]", most[1])
    expect(gallery.js("return document.activeElement === one.querySelector('h1')"), "the focus stays in the list")
    expect(gallery.js("return document.title").startswith(most[1]), "the title does not name it")
    gallery.eventually("all its days", """scrollTo(0, document.documentElement.scrollHeight);
        return one.querySelectorAll('.days a').length === arguments[0]""", len(most[3]))
    days = gallery.js("return [...one.querySelectorAll('.days a')].map(link => link.getAttribute('href'))")
    expect(days == [f"index.html#{day}" for day in most[3]], f"its days are {days[:3]}, not {most[3][:3]}")
    texts = gallery.js("return [...one.querySelectorAll('.days a')].map(link => link.textContent)")
    expect(texts == gallery.js("return arguments[0].map(day => longDate(day, short))", most[3]), f"its days are called {texts[:3]}")
    gallery.eventually("a picture", "scrollTo(0, 0); return one.querySelector('.days img')?.naturalWidth > 0")
    gallery.js("history.back()")
    gallery.eventually("the list", "return !overview.hidden && one.hidden && document.activeElement?.closest('.rows')")
    expect(gallery.js("return document.activeElement.querySelector('b').textContent") == most[1], "the focus is at another row")
    # A former page's address, one that is typed, and a name that is not there.
    for wish, is_there in ((most[2], True), (most[1].lower().replace(" ", ""), True), ("No-Such-Thing", False), ("%E0%A4%A", False)):
        gallery.open(f"objects.html#{wish}")
        shown = gallery.js("return [one.hidden, overview.hidden, one.querySelector('h1')?.textContent]")
        expect(shown == ([False, True, most[1]] if is_there else [True, False, None]), f"#{wish} shows {shown}")


def check_lists_without_script(gallery):
    gallery.open("objects.html")
    most = gallery.js("return [shown[0].id, shown[0].d.map(dateOf)]")
    gallery.tell("Emulation.setScriptExecutionDisabled", value=True)
    gallery.open(f"objects.html#{most[0]}")
    row = gallery.browser.find_element("id", most[0])
    expect(row.is_displayed(), "the list is not there")
    links = [link.get_attribute("href") for link in row.find_elements("css selector", "a")]
    expect([link[-10:] for link in links] == most[1], f"its days are {links[:3]}")
    expect(all(f"/{link[-10:-6]}/{link[-10:-3]}/index.html#" in link for link in links), "days lead to no story")
    expect(not gallery.browser.find_element("id", "filter").is_displayed(), "a filter is offered that cannot be")


def check_who_made_the_pictures(gallery):
    gallery.open()
    theirs = sorted((day["d"] for day in gallery.days() if day.get("c") == "NASA, JPL-Caltech"), reverse=True)
    gallery.open("credits.html")
    gallery.eventually("makers", "return document.querySelectorAll('.rows li').length > 1")
    count = gallery.js("return rows.find(row => row.n === 'JPL').d.length")
    expect(theirs and count >= len(theirs), f"of JPL there are {count} pictures, not {len(theirs)}")
    # The other forms of a name lead to the same.
    gallery.open("credits.html#JPL-Caltech")
    gallery.eventually("its pictures", "return document.querySelector('.one h1')?.textContent === 'JPL'")
    shown = gallery.js("return [...document.querySelectorAll('.days time')].map(time => time.dateTime)")
    expect(set(theirs[:20]) <= set(shown), f"JPL's days are {shown[:5]}")

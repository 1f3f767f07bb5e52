"""Accidents x mirrors x durations, and single situations, with the promises that each has to keep."""

from mirror import Mirror
from values import Limits, Words
from world import MAIN, UNIFORM, WORDS, World, truth
from evidence import ENTRIES

START = 120
MIRRORS = {"standing": 40, "ten days": 10, "two days": 2, "fresh": 0}
AFTER = 60  # days that a mirror has to become right in
# Another text or picture for each day cannot be told from the truth. Other marks of those that can be told by them.
PLAIN = {
    "reworded",
    "some",
    "few",
    "translated",
    "shifted",
    "day before",
    "other pictures",
    "some pictures",
    "three quarters",
    "enlarged",
    "flapping",
    "flapping pictures",
}


class Standing:
    """Mirrors that lived in a right world before the accident; made once for each set of rules."""

    def __init__(self, limits: Limits, log=None, first: int = 0):
        self.limits, self.log, self.first, self.made = limits, log, first, {}

    def mirror(self, mode: str) -> Mirror:
        if mode not in self.made:
            mirror = self.made[mode] = Mirror(self.limits, self.first)
            for t in range(START - MIRRORS[mode], START):
                mirror.refresh(World(), t)
        mirror = self.made[mode].copy()
        mirror.log = self.log
        return mirror


def course(kind: str, mode: str, duration: int, standing: Standing) -> tuple[int, int, int, int | None]:
    """Right ones overwritten, most wrong at a time, most days waiting, days until all is right once NASA is."""
    world, mirror = World(kind, START, START + duration), standing.mirror(mode)
    part = "words" if kind in WORDS else "picture"
    worst = missing = 0
    if mirror.log:
        mirror.log.begin(kind, mode, duration)
    for t in range(START, START + duration):
        mirror.refresh(world, t)
        worst, missing = max(worst, mirror.wrong(world, part)), max(missing, mirror.missing(world, part, t))
    for t in range(START + duration, START + duration + AFTER):
        mirror.refresh(world, t)
        if mirror.wrong(world, part) + mirror.missing(world, part, t) == 0:
            return mirror.overwritten[part], worst, missing, t - START - duration + 1
    return mirror.overwritten[part], worst, missing, None


def broken(kind: str, mode: str, duration: int, found) -> list[str]:
    """The promises that a course broke."""
    overwritten, worst, _, after = found
    said = []
    if kind in UNIFORM and worst:
        said.append("something uniform was stored")
    if kind.startswith("new ") and worst > 3:
        said.append("more than three days have what is the same for many")
    few = {"few": 6}.get(kind, 1)
    if mode in ("standing", "ten days") and duration <= (14 if kind == "reworded" else 27) and overwritten > few:
        said.append("right ones were overwritten")
    # The same picture in worse bytes and an enlarged one are named in the README as open.
    if duration <= 7 and kind not in ("enlarged", "recompressed") and (after is None or after > 2) and kind != "few":
        said.append("not right within two days")
    if after is None and kind != "enlarged":
        said.append("never right")
    if after is not None and after > 42:
        said.append("not right within six weeks")
    if kind not in PLAIN and kind not in ("excerpts", "half", "recompressed", "renditions") and after and after > 2:
        said.append("not right within two days, though it can be told")
    return said


# MARK: Single situations: (what, what came of it, promises broken)


def live(mirror: Mirror, world: World, start: float, end: float) -> list:
    reports, t = [], start
    while t < end:
        reports.append(mirror.refresh(world, t))
        t = min(reports[-1].next, int(t) + 1)
    return reports


def exits(reports) -> str:
    return " ".join(str(report.exit) for report in reports)


def expect(*facts: tuple[bool, str]) -> list[str]:
    return [said for holds, said in facts if not holds]


def dead_host(standing):
    world, mirror = World(hosts={d: "gone.example" for d in range(50, 54)}), Mirror(standing.limits)
    world.silent = {"gone.example": (0, 1e9)}
    reports = live(mirror, world, 181, 201)
    first = reports[0]
    said = f"{first.stored} of 182 in the first pass, {len(reports[-1].waiting)} wait; exits {exits(reports[:4])} …"
    attempts = max(case.attempts for case in mirror.cases.values())
    return said, expect(
        (first.stored == 178, "the others come in the first pass"),
        (attempts == 0, "no attempt of a day is noted"),
        ([r.exit for r in reports] == [1] + [0] * 19, "told once"),
        (first.away == ("gone.example",), "the host is named"),
    )


def many_dead_hosts(standing):
    world, mirror = World(hosts={d: f"gone{d}" for d in range(10, 100, 10)}), Mirror(standing.limits)
    world.silent = {f"gone{d}": (0, 1e9) for d in range(10, 100, 10)}
    first = mirror.refresh(world, 119)
    second = mirror.refresh(world, 120)
    return f"{first.stored} of 120 come; exit {first.exit}; then {len(second.away)} hosts are named as away", expect(
        (first.stored == 110, "all others come"),
        (second.exit == 1 and len(second.away) == 9, "each host is named once"),
        (first.stored == 110, "all others come"),
        (first.exit == 1, "exit 1"),
    )


def offline(standing):
    mirror, world = standing.mirror("standing"), World()
    world.silent = {name: (0, 1e9) for name in (ENTRIES, MAIN)}
    before = dict(mirror.cases)
    requests = mirror.requests
    reports = live(mirror, world, START, START + 3)
    return f"exits {exits(reports)}; {mirror.requests - requests} requests in three passes", expect(
        (all(r.exit == 69 for r in reports), "69"),
        (mirror.cases == before, "nothing is noted of any day"),
        (mirror.requests - requests <= 6, "two requests a pass"),
    )


def media_away(standing):
    mirror, world = standing.mirror("standing"), World()
    world.silent = {MAIN: (START, START + 3)}
    reports = live(mirror, world, START, START + 6)
    attempts = max(case.attempts for case in mirror.cases.values())
    return f"exits {exits(reports)}", expect(
        ([r.exit for r in reports] == [1, 0, 0, 0, 0, 0], "told once"),
        (attempts == 0, "no attempt is noted"),
        (len(mirror.cases) == 126 and all(c.picture for c in mirror.cases.values()), "all is there after it"),
    )


def refuses_all(standing):
    mirror, world = standing.mirror("two days"), World()
    world.hosts = {d: "other" for d in range(START, START + 20)}
    mirror.first = -8  # eight days more are missing at the main host
    world.refusing = {MAIN: (START, START + 2)}
    reports = live(mirror, world, START, START + 4)
    attempts = max(case.attempts for case in mirror.cases.values())
    missing = [len(r.waiting) for r in reports]
    return f"exits {exits(reports)}; waiting {missing}", expect(
        (missing == [8, 8, 0, 0], "the other host gives its days meanwhile"), (attempts == 0, "no attempt is noted")
    )


def stand_ins(standing):
    mirror = Mirror(standing.limits)
    reports = live(mirror, World(no_originals=True), START, START + 12)
    return f"exits {exits(reports)}; {reports[-1].stand_ins} stand-ins named", expect(
        (all(r.exit == 0 for r in reports), "all is stored: 0"),
        (reports[-1].stand_ins == 132, "stand-ins are named"),
        (all(c.picture.settled for c in mirror.cases.values() if c.day < 120), "they settle"),
    )


def one_500(standing):
    mirror, world = standing.mirror("standing"), World()
    world.failing = {START: (START, START + 0.03)}
    reports = live(mirror, world, START, START + 2)
    hours = (reports[0].next - START) * 24
    return f"asked again after {hours:.0f} hour; exits {exits(reports)}", expect(
        (round(hours) == 1, "an hour"), ([r.exit for r in reports] == [1, 0, 0], "told once")
    )


def gone_film(standing):
    mirror, world = Mirror(standing.limits, 100), World(film_hosts={110: "films.example"})
    world.silent = {"films.example": (0, 1e9)}
    for t in range(120, 150):
        mirror.refresh(world, t)
        if mirror.cases[110].picture:
            break
    away = Mirror(standing.limits, 100)
    world.silent |= {name: (120, 150) for name in (ENTRIES, MAIN)}
    live(away, world, 118, 150)
    return f"a page stands for it from day {t - 119} on; while this machine is offline: never", expect(
        (t - 119 == 15, "after fourteen days"), (away.cases[110].picture is None, "offline days do not count")
    )


def wrong_dates(standing):
    swapped, late = World("swapped", START, START + 3), World("filed late", START, START + 3)
    swapped.filed = {117: 118, 118: 117}
    mirror, other, fresh = standing.mirror("standing"), standing.mirror("standing"), Mirror(standing.limits)
    two, all, none = (live(m, w, START, START + 5) for m, w in ((mirror, swapped), (other, late), (fresh, late)))
    return f"two swapped: exits {exits(two)}; all one day late: {exits(all)}; on a fresh mirror: {exits(none)}", expect(
        ([r.exit for r in two] == [1, 0, 0, 0, 0], "two days: told once"),
        ([r.exit for r in all][:3] == [69] * 3, "nothing believed: 69"),
        (
            fresh.wrong(late, "words") + other.wrong(late, "words") + mirror.wrong(swapped, "words") == 0,
            "nothing wrong",
        ),
        (fresh.missing(late, "picture", START + 4) == 0, "all is there after it"),
    )


def encoding_cdn(standing):
    limits = standing.limits._replace(provisional=60)  # 700 days, as 11,387 at a thousand a day
    mirror, world = Mirror(limits), World(encodes_anew=True)
    settled = superseded = None
    for t in range(700, 775):
        mirror.refresh(world, t)
        if settled is None and all(c.picture.settled for c in mirror.cases.values() if c.day <= 700):
            settled = t - 699
    superseded = sum(len(c.picture.former) for c in mirror.cases.values())
    looks, whole = mirror.requests / len(mirror.cases), mirror.bytes / len(mirror.cases) / 1.5e6
    return (
        f"settled on day {settled}, {superseded} superseded; for each day of the mirror {looks:.1f} requests"
        f" and {whole:.1f} whole pictures",
        expect((settled is not None and settled <= 40, "within forty days"), (superseded == 0, "superseded/ is empty")),
    )


def real_days(standing):
    said, wrong = [], []
    for name, spans in {
        "in one pass": [(-30, 119)],
        "day by day": [(-30, t) for t in range(-30, 120)],
        "backwards": [(first, 119) for first in range(100, -31, -10)],
    }.items():
        mirror, world = Mirror(standing.limits), World()
        for n, (first, t) in enumerate(spans):
            mirror.first = first
            held = mirror.refresh(world, t + n / 1000)
            wrong += [f"{name}: {held.disbelieved}"] if held.disbelieved or held.disputed else []
        wrong += [name] * (mirror.wrong(world, "words") + mirror.wrong(world, "picture") > 0)
        said.append(f"{name} {len(mirror.cases)}")
    return "nothing is held back: " + ", ".join(said), wrong


def few_requests(standing):
    """A mirror of so many days that its provisional ones are not all asked each day."""
    limits, found = standing.limits._replace(provisional=50), []
    for kind in ("translated", "other pictures", "shifted"):
        mirror, world = Mirror(limits), World(kind, 600, 601)
        mirror.refresh(world, 600)
        part = "words" if kind in WORDS else "picture"
        for t in range(601, 640):
            mirror.refresh(world, t)
            if not mirror.wrong(world, part) + mirror.missing(world, part, t):
                break
        found.append(t - 600)
    # Ten days old, it has settled little beside its newest days: they protect the others.
    mirror = Mirror(limits)
    live(mirror, World(), 590, 600)
    mirror.overwritten = {"words": 0, "picture": 0}
    world = World("translated", 600, 607)
    live(mirror, world, 600, 608)
    left = mirror.wrong(world, "words")
    return (
        f"fresh, one day of it: right after {found} days; ten days old, a week of it:"
        f" {mirror.overwritten['words']} overwritten, {left} wrong a day later",
        expect(
            (max(found) <= 2, "within two days"), (mirror.overwritten["words"] <= 1, "guarded"), (left == 0, "right")
        ),
    )


def small_for_good(standing):
    mirror, world = standing.mirror("standing"), World()
    world.reduced = set(range(40, 70))
    live(mirror, world, START, START + 40)
    new = [c for c in mirror.cases.values() if START <= c.day < START + 30]
    disputed = sum(c.picture_dispute is not None for c in mirror.cases.values())
    settled = sum(c.picture.settled is not None for c in new)
    return f"{disputed} disputed for good, {settled} of 30 new pictures settled", expect(
        (disputed == 30, "smaller ones never replace"), (settled == 30, "old disputes do not keep others from settling")
    )


def rewritten_for_good(standing):
    mirror, world = standing.mirror("standing"), World()
    world.rewritten = set(range(20, 90))
    live(mirror, world, START, START + 20)
    disputed = sum(c.words_dispute is not None for c in mirror.cases.values())
    settled = sum(c.words.settled is not None for c in mirror.cases.values() if START <= c.day < START + 8)
    live(mirror, world, START + 20, START + 40)
    taken = sum(mirror.cases[day].words.what.title.startswith("Nebulosa") for day in world.rewritten)
    return (
        f"{disputed} disputed after 20 days, {settled} of 8 new days settled meanwhile; {taken} taken after 40",
        expect(
            (settled == 8, "old disputes do not keep new days from settling"),
            (taken == 70, "a mass ends for NASA"),
        ),
    )


def back_at_once(standing):
    mirror, world = standing.mirror("standing"), World("translated", START, START + 43)
    live(mirror, world, START, START + 43)
    before = mirror.wrong(world, "words")
    live(mirror, world, START + 43, START + 44)
    old = sum(not world.is_right(case, "words") for case in mirror.cases.values() if case.day < START - 7)
    return f"{before} wrong at its end, of those that had settled before it {old} a day later", expect(
        (before == 163, "no rule knows them"), (old == 0, "what had settled is taken at once")
    )


def twice(standing):
    mirror, world = standing.mirror("two days"), World("translated", START, START + 12)
    live(mirror, world, START, START + 30)
    after = mirror.wrong(world, "words")
    mirror.overwritten = {"words": 0, "picture": 0}
    world = World("translated", START + 30, START + 42)
    live(mirror, world, START + 30, START + 43)
    return (
        f"after the first {after} wrong, during the second {mirror.overwritten['words']} overwritten,"
        f" a day after it {mirror.wrong(world, 'words')} wrong",
        expect(
            (after == 0, "the first heals"),
            (mirror.overwritten["words"] <= 12, "an accident that settled once is no former truth"),
            (mirror.wrong(world, "words") <= 12, "right after it but for the newest"),
        ),
    )


def told(standing):
    said, wrong = [], []
    for kind, mode, first in (
        ("unavailable", "fresh", 69),
        ("protected", "fresh", 69),
        ("protected", "standing", 69),
        ("same", "standing", 69),
        ("translated", "standing", 1),
        ("notice", "fresh", 0),
        ("other pictures", "standing", 1),
    ):
        mirror, world = standing.mirror(mode), World(kind, START, START + 5)
        found = [r.exit for r in live(mirror, world, START, START + 7)]
        said.append(f'{kind} ({mode}) {" ".join(map(str, found))}')
        wrong += [] if found[0] == first and found[-1] == 0 and (first == 69 or sum(found) == first) else [said[-1]]
    return "; ".join(said), wrong


def empty_stories(standing):
    mirror, world = Mirror(standing.limits, -30), World()
    live(mirror, world, START, START + 10)
    for day in (-20, -5):
        version = mirror.cases[day].words
        mirror.cases[day] = mirror.cases[day]._replace(words=version._replace(asked=0))
    asked = [d for d in (-20, -5) if not mirror.cases[d].words.what.story]
    return f"{len(asked)} days are stored without a story, with their pictures; exits 0", expect(
        (len(asked) == 2 and all(mirror.cases[d].picture for d in asked), "stored as missing"),
        (mirror.report.exit == 0, "no trouble"),
    )


def waits_beside(standing):
    """What becomes of a part does not hang on the other part."""
    mirror, world = standing.mirror("standing"), World("translated", START, START + 2)
    world.silent = {MAIN: (START, START + 2)}
    for day in (100, 101):  # pictures are lost here, words are settled
        mirror.cases[day] = mirror.cases[day]._replace(picture=None)
    live(mirror, world, START, START + 2)
    held = [mirror.cases[d].words.what == truth(d) and mirror.cases[d].words_dispute is not None for d in (100, 101)]
    # A dispute about a picture at another address, and corrected words.
    other = standing.mirror("standing")
    small = World()
    small.reduced = {110}
    live(other, small, START, START + 1)
    moved = World()
    moved.reduced, moved.hosts = {110}, {110: "elsewhere"}
    answer = moved.answer
    moved.answer = lambda day, t: (
        answer(day, t)._replace(words=Words(truth(day).title, truth(day).story + " Corrected."))
        if day == 110
        else answer(day, t)
    )
    live(other, moved, START + 1, START + 2)
    taken = other.cases[110].words.what.story.endswith("Corrected.") and other.cases[110].picture_dispute is not None
    # Five stand-ins asked again are all answered by one picture.
    third = Mirror(standing.limits)
    world = World("one picture", START + 1, START + 2, no_originals=True)
    live(third, world, START, START + 1)
    world.no_originals = False
    live(third, world, START + 1, START + 2)
    doubted = not any(c.picture and c.picture.what.hash == "look of one" for c in third.cases.values())
    return "held words stay held while the picture waits, and a disputed picture holds no words", expect(
        (all(held), "held"), (taken, "taken"), (doubted, "one picture for all stand-ins")
    )


SITUATIONS = {
    "real days": real_days,
    "four neighbours at a dead host": dead_host,
    "nine dead hosts": many_dead_hosts,
    "offline": offline,
    "pictures away for three days": media_away,
    "a host refuses what it had": refuses_all,
    "originals 404, renditions stand in": stand_ins,
    "one 500": one_500,
    "a film at a dead host": gone_film,
    "wrong dates": wrong_dates,
    "a server that encodes at each request": encoding_cdn,
    "more days than requests": few_requests,
    "30 pictures small for good": small_for_good,
    "70 stories anew for good": rewritten_for_good,
    "six weeks, then right": back_at_once,
    "twelve days, twice": twice,
    "exit codes of five days and two more": told,
    "days without a story": empty_stories,
    "parts apart": waits_beside,
}

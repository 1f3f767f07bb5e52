"""A source and its hosts, with what befalls them. A new accident is a line in `words`, `picture` or `reach`."""

from functools import lru_cache

from values import Absent, Address, Answer, Failure, NotModified, Picture, Refused, Silent, Words

MAIN = "assets"
NOTICE = "Due to the lapse in federal funding, this website is not being updated until further notice."
CLOSING = "Follow APOD on: all of the networks where these pictures are shown."
SHARED = "Many images of Messier objects are available to those who look for them."


@lru_cache(maxsize=None)
def truth(day: int) -> Words:
    """What NASA means to say. Real neighbours share titles, ends, and have no story now and then."""
    title = f"Nebula {day} over the Hills"
    if day in (60, 61, 62):
        title = "Tomorrow's picture: open space"
    if 70 <= day < 76:
        title = f"Comet NEOWIS and sight {day}"
    if day in (-20, -5):
        return Words(title, "")
    # Stories of different days share few words, as real ones do.
    story = (
        f"The light{day} of object{day} left{day} it long{day} before{day} anybody{day} looked{day}. "
        f"Dust{day} hides{day} what lies{day} behind{day} body{day} and shines{day} in red{day}. "
        f"Groups{day} counted{day} word{day} and wonder{day} about end{day}."
    )
    if 40 <= day < 47:
        story += " " + SHARED
    return Words(title, story)


@lru_cache(maxsize=None)
def translated(day: int) -> Words:
    return Words(
        f"Nebulosa {day} sobre colinas", f"La luz del objeto {day} se fue mucho antes. Polvo{day} y palabra{day}."
    )


@lru_cache(maxsize=None)
def befallen(kind: str, day: int, t: int, start: int) -> Words:
    """The words of a day while an accident lasts."""
    own = truth(day)
    match kind:
        case "notice":
            return Words(own.title, f"{NOTICE} {own.story}".strip())
        case "closing":
            return Words(own.title, f"{own.story}\n\n{CLOSING}")
        case "new notice":  # before the stories of new posts only
            return Words(own.title, f"{NOTICE} {own.story}") if day >= start else own
        case "same":
            return truth(1000)
        case "unavailable":
            return Words("Site notice", "This website is not available.")
        case "new same":
            return Words("Coming soon", "The picture of this day will be shown soon.") if day >= start else own
        case "one sentence":
            return Words(own.title, "This website is not being updated.")
        case "one title":
            return Words("Astronomy News", own.story)
        case "protected":
            return Words(f"Protected: {own.title}", "")
        case "empty":
            return Words(own.title, "")
        case "excerpts":
            return Words(own.title, own.story[:60] + "…")
        case "translated":
            return translated(day)
        case "reworded":  # most words of each story stay
            return Words(own.title, f"{own.story} Readers of number{day} asked for more.")
        case "shifted":
            return truth(day - 1)
        case "some":
            return translated(day) if day % 7 == 0 else own
        case "few":
            return translated(day) if day % 20 == 0 else own
        case "flapping":
            return own if t % 2 else translated(day)
        case "drafts":  # each day's final text comes a day late
            return Words(f"Draft {day}", f"To be written by somebody who saw {day}.") if day == t else own
    return own


WORDS = (
    "notice",
    "closing",
    "new notice",
    "same",
    "unavailable",
    "new same",
    "one sentence",
    "one title",
    "protected",
    "empty",
    "excerpts",
    "reworded",
    "translated",
    "shifted",
    "some",
    "few",
    "flapping",
    "drafts",
)
UNIFORM = {"notice", "closing", "same", "unavailable", "one sentence", "one title", "protected", "empty", "one picture"}
PICTURES = (
    "three quarters",
    "half",
    "day before",
    "one picture",
    "other pictures",
    "some pictures",
    "recompressed",
    "enlarged",
    "flapping pictures",
    "renditions",
)


class World:
    def __init__(self, kind="", start=0, end=0, hosts=None, film_hosts=None, encodes_anew=False, no_originals=False):
        self.kind, self.start, self.end = kind, start, end
        self.hosts, self.film_hosts = hosts or {}, film_hosts or {}
        self.encodes_anew, self.no_originals = encodes_anew, no_originals
        self.silent: dict[str, tuple[float, float]] = {}  # hosts that are away, and when
        self.refusing: dict[str, tuple[float, float]] = {}
        self.failing: dict[int, tuple[float, float]] = {}  # days that answer 500
        self.reduced: set[int] = set()  # pictures that NASA itself made small
        self.rewritten: set[int] = set()  # stories that NASA itself wrote anew
        self.filed: dict[int, int] = {}  # days filed under others while the accident lasts
        self.number = 0

    def acts(self, t: float) -> bool:
        return self.start <= t < self.end

    # MARK: Entries

    def answer(self, day: int, t: float):
        if during(self.failing.get(day), t):
            return Failure("500")
        if day > int(t):
            return Absent()
        words, named = translated(day) if day in self.rewritten else truth(day), None
        if self.acts(t):
            words = befallen(self.kind, day, int(t), self.start)
            if self.kind == "filed late":
                words, named = truth(day - 1), day - 1
            if self.kind == "swapped" and day in self.filed:
                words, named = truth(self.filed[day]), self.filed[day]
        return Answer(words, self.addresses(day), named)

    def addresses(self, day: int) -> tuple[Address, ...]:
        if day in self.film_hosts:
            return (Address(self.film_hosts[day], f"{day}.mp4", "film"),)
        if day == 31:  # real neighbours name the same address
            return self.addresses(30)
        host = self.hosts.get(day, MAIN)
        if host != MAIN:
            return (Address(host, f"{day}.jpg"),)
        return (Address(host, f"{day}.jpg"), Address(host, f"{day}.jpg?w", "rendition"))

    def is_away(self, host: str, t: float) -> bool:
        return during(self.silent.get(host), t)

    # MARK: Pictures

    def picture(self, address: Address, t: float) -> Picture:
        day = int(address.path.split(".")[0])
        sum, pixels, hash, length = f"bytes {day}", 4_000_000, f"look {day}", 1_500_000
        if day in self.reduced:
            sum, pixels = f"reduced {day}", 1_000_000
        if address.kind == "rendition":
            sum, pixels, length = f"{sum} w", 1_000_000, 400_000
        if self.acts(t):
            match self.kind:
                case "three quarters":
                    sum, pixels = f"{sum} 75", 3_000_000
                case "half":
                    sum, pixels = f"{sum} 50", 1_000_000
                case "enlarged":
                    sum, pixels = f"{sum} 200", 16_000_000
                case "day before":
                    sum, hash = f"bytes {day - 1}", f"look {day - 1}"
                case "one picture":
                    sum, hash = "bytes of one", "look of one"
                case "other pictures":
                    sum, hash = f"other {day}", f"other {day}"
                case "some pictures" if day % 7 == 0:
                    sum, hash = f"other {day}", f"other {day}"
                case "recompressed":
                    sum, length = f"{sum} bad", 300_000
                case "flapping pictures" if int(t) % 2 == 0:
                    sum, hash = f"other {day}", f"other {day}"
        etag = sum
        if self.encodes_anew:
            self.number += 1
            sum = f"{sum} encoding {self.number}"
            etag = sum
        kind = "rendition" if address.kind == "rendition" else "original"
        return Picture(address, sum, length, pixels, hash, etag, kind)

    def fetch(self, address: Address, t: float, etag: str):
        if self.is_away(address.host, t):
            return Silent(address)
        if during(self.refusing.get(address.host), t):
            return Refused(address, 404)
        if address.kind == "original" and address.host == MAIN:
            if self.no_originals or self.kind == "renditions" and self.acts(t):
                return Refused(address, 404)
        picture = self.picture(address, t)
        return NotModified(address) if etag == picture.etag else picture

    def is_right(self, case, kind: str) -> bool:
        """Whether what is stored is what NASA means."""
        if kind == "words":
            return (case.words.what.title, case.words.what.story) == (truth(case.day).title, truth(case.day).story)
        stored = case.picture.what
        meant = World(hosts=self.hosts, no_originals=self.no_originals)
        meant.reduced = self.reduced
        address = self.addresses(case.day)[1 if self.no_originals else 0]
        right = meant.picture(address, 0)
        return stored.key == right.key and stored.length == right.length


def during(span: tuple[float, float] | None, t: float) -> bool:
    return span is not None and span[0] <= t < span[1]

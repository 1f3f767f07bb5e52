"""Values that the rules decide over. Nothing here decides, and nothing here changes."""

from typing import NamedTuple


class Limits(NamedTuple):
    """The one table of limits. Times are days of NASA's clock."""

    newest: int = 25  # days read with every pass: one request
    block: int = 25  # days that one request answers
    dense: int = 4  # days within `window` that share a thing: an accident. No three real ones do harm
    window: int = 25
    twins: int = 31  # repeats further apart are reruns
    mass: int = 3  # settled days that may differ in one pass
    looks: int = 3  # days on which NASA said the same
    settle: int = 7  # from the first of them to the last
    end: int = 14  # a lone dispute, or one of kin words, ends for NASA
    mass_end: int = 28  # a mass of other words or pictures
    forget: int = 30  # what never settled leaves superseded/, days after its successor settled
    turns: int = 2  # changes of a provisional day that are believed at once: there and back
    witnesses: int = 8  # settled pictures asked beside one that differs
    provisional: int = 1000  # provisional days asked a day, words and pictures each for itself
    refusals: int = 5  # addresses of one host refused in a row; more are doubted
    silences: int = 2  # requests in a row without an answer: the host is away
    hosts: int = 5  # hosts away with none answering: this machine is offline
    gone: int = 14  # passes' days on which a host was away: its films become pages
    first_letters: int = 40  # of a notice
    without: frozenset[str] = frozenset()  # rules left out, to see what each is there for

    def has(self, rule: str) -> bool:
        return rule not in self.without


# MARK: What NASA says


class Words(NamedTuple):
    title: str
    story: str  # '' where NASA has none
    opening: str = (
        ""  # a notice that was cut off its beginning; it stands in the day's JSON, and says nothing of the day
    )
    closing: str = ""  # the same of its end

    @property
    def is_cut(self) -> bool:
        return bool(self.opening or self.closing)

    @property
    def key(self) -> str:
        return f"{self.title}\n{self.story}"

    @property
    def served(self) -> str:
        """The story as the record has it."""
        return f"{self.opening} {self.story}".strip() + (f"\n\n{self.closing}" if self.closing else "")


class Address(NamedTuple):
    host: str
    path: str
    kind: str = "original"  # original, rendition, film

    def __str__(self) -> str:
        return f"{self.host}/{self.path}"


class Answer(NamedTuple):
    """An entry, in one shape whatever the source."""

    words: Words
    addresses: tuple[Address, ...]  # of its picture, best first
    named: int | None = None  # the day that the answer's own page names; None where it names none


class Failure(NamedTuple):
    """No answer that could be read. It says nothing of the day."""

    reason: str


class Absent(NamedTuple):
    """The source itself says that it has nothing for the day."""


class Picture(NamedTuple):
    """A picture that came, whole and checked; or what is stored of it."""

    address: Address
    sum: str  # of its bytes
    length: int
    pixels: int
    hash: str  # perceptual, of what was decoded
    etag: str = ""
    kind: str = "original"  # original, rendition, page

    @property
    def key(self) -> str:
        """What tells two pictures apart: other bytes of the same pixels are the same picture."""
        return f"{self.pixels}:{self.hash}"


class Refused(NamedTuple):
    address: Address
    status: int


class Silent(NamedTuple):
    """A host that could not be reached: name, connection, TLS, silence."""

    address: Address


class NotModified(NamedTuple):
    address: Address


# MARK: What is stored


class Looks(NamedTuple):
    """The days on which NASA served one version."""

    first: float
    last: float
    days: int = 1


class Version(NamedTuple):
    """Words or a picture of a day as the mirror has them."""

    what: Words | Picture
    looks: Looks
    settled: float | None = None  # when it settled; None while provisional
    former: tuple[tuple[str, str, float], ...] = ()  # superseded: key, settled | provisional | disproved, and when
    changes: int = 0  # while provisional
    other: tuple[str, int] | None = None  # the last other answer that was not taken, and its day
    asked: float = 0.0  # when NASA was last asked about it

    @property
    def key(self) -> str:
        return self.what.key


class Dispute(NamedTuple):
    key: str
    since: float
    last: float
    days: int
    reason: str
    is_final: bool = False  # it never ends by itself


class Case(NamedTuple):
    """All about one day: what is stored, what was answered, what was got, what is noted."""

    day: int
    words: Version | None = None
    picture: Version | None = None
    words_dispute: Dispute | None = None
    picture_dispute: Dispute | None = None
    attempts: int = 0  # days' own failures; a host's fault is none
    accepted: bool = False  # by the owner
    is_sample: bool = True  # asked for another reason than being disputed or provisional
    is_witness: bool = False  # its picture was chosen as a fair sample
    comes_round: bool = False  # the rotation reached it: its picture is asked for, too
    answer: Answer | Failure | Absent | None = None
    got: tuple[Picture | NotModified | Refused | Silent, ...] = ()

    @property
    def picture_got(self) -> Picture | NotModified | None:
        """The last picture that came counts: a day may be asked twice."""
        for fact in reversed(self.got):
            if isinstance(fact, (Picture, NotModified)):
                return fact
        return None


class HostFacts(NamedTuple):
    """What one host answered in this pass, and on how many days it was away before."""

    silences: int = 0  # in a row
    answers: int = 0
    refusals: frozenset[Address] = frozenset()  # in a row
    is_away: bool = False
    is_refusing: bool = False  # it answers, and has nothing any more of what it had
    days_away: int = 0  # in a row, on which others answered


class Count(NamedTuple):
    """How settled days answered, of words or of pictures."""

    asked: int = 0  # as a fair sample
    differ: int = 0  # of these
    new: int = 0  # of these, and not disputed for a day yet
    all: int = 0  # differing, also of those that were asked because they are disputed


# MARK: What follows


class Need(NamedTuple):
    day: int
    candidates: tuple[Address, ...]
    etag: str = ""  # only if changed
    why: str = "missing"


class Part(NamedTuple):
    """What becomes of the words, or of the picture, of a day.

    action: unchanged, commit, note, wait, ask again."""

    action: str
    reason: str = ""
    what: Words | Picture | None = None
    is_look: bool = False
    dispute: Dispute | None = None


class Verdict(NamedTuple):
    day: int
    words: Part
    picture: Part
    attempts: int = 0


class PassReport(NamedTuple):
    exit: int
    stored: int
    replaced: int
    waiting: dict[int, str]  # days that NASA has and the mirror lacks
    disbelieved: dict[int, str]
    disputed: dict[int, str]
    news: frozenset[tuple[str, str]]  # troubles that no report named before
    known: frozenset[tuple[str, str]]  # troubles to be known by the next report
    away: tuple[str, ...]  # hosts
    stand_ins: int
    provisional: int
    cut: int
    next: float  # when the next pass is due, in days

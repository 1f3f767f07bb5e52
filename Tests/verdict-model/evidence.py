"""Everything that a pass has learned: adding and folding only."""

from dataclasses import dataclass, field

from values import Absent, Answer, Case, Count, Failure, HostFacts, Limits, NotModified, Picture, Refused, Silent

ENTRIES = "entries"


@dataclass
class Evidence:
    now: float
    limits: Limits
    cases: dict[int, Case]  # of days that are asked for
    neighbours: dict[int, Case]  # all that is stored, asked for or not
    hosts: dict[str, HostFacts] = field(default_factory=dict)
    amnesty: tuple[float, float] = (0.0, 0.0)  # words, pictures: what settled before is provisional again
    known: frozenset[tuple[str, str]] = frozenset()  # troubles that reports have named
    end: str = ""  # why the pass ended early
    # Derived once everything of its kind is in.
    words_in: bool = False
    pictures_in: bool = False
    word_count: Count = Count()
    picture_count: Count = Count()
    readings: dict[int, object] = field(default_factory=dict)
    claims: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    uniform: dict[int, str] = field(default_factory=dict)
    requests: int = 0
    bytes: int = 0

    @property
    def today(self) -> int:
        return int(self.now)

    def host(self, name: str) -> HostFacts:
        return self.hosts.get(name, HostFacts())

    def add_answer(self, day: int, answer: Answer | Failure | Absent) -> None:
        self.cases[day] = self.cases[day]._replace(answer=answer)

    def add_request(self, host: str, answered: bool) -> None:
        """A request of the source of entries."""
        self.requests += 1
        self._hear(host, answered)

    def add_fetch(self, day: int | None, fact: Picture | NotModified | Refused | Silent) -> None:
        """What came of one address. Without a day it is a proof that a host is well, or is not."""
        self.requests += 1
        self._hear(fact.address.host, not isinstance(fact, Silent))
        host = self.host(fact.address.host)
        if isinstance(fact, Refused):
            self.hosts[fact.address.host] = host._replace(refusals=host.refusals | {fact.address})
        elif not isinstance(fact, Silent):
            self.hosts[fact.address.host] = host._replace(refusals=frozenset())
        if isinstance(fact, Picture):
            self.bytes += fact.length
        if day is not None:
            case = self.cases.get(day) or self.neighbours[day]
            self.cases[day] = case._replace(got=case.got + (fact,))

    def _hear(self, name: str, answered: bool) -> None:
        host = self.host(name)
        self.hosts[name] = (
            host._replace(silences=0, answers=host.answers + 1)
            if answered
            else host._replace(silences=host.silences + 1)
        )

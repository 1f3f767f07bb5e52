"""A mirror that carries out what the rules say: plan, answers, needs, fetch, verdicts, commit, report."""

import day_rules
import guard_rules
import picture_rules
import server_rules
import word_rules
from evidence import ENTRIES, Evidence
from values import Case, HostFacts, Limits, NotModified, PassReport, Picture, Refused, Silent
from word_rules import Believed
from world import truth

EMPTY = (0.0, 0.0)


class Mirror:
    def __init__(self, limits: Limits = Limits(), first: int = 0):
        self.limits, self.first = limits, first
        self.cases: dict[int, Case] = {}
        self.days_away: dict[str, tuple[int, int]] = {}  # days, the last of them
        self.amnesty = EMPTY
        self.known: frozenset[tuple[str, str]] = frozenset()
        self.report: PassReport | None = None
        self.requests = self.bytes = 0
        self.overwritten = {"words": 0, "picture": 0}
        self.log = None  # courses are written there

    def copy(self) -> "Mirror":
        other = Mirror(self.limits, self.first)
        other.__dict__ |= self.__dict__
        other.cases, other.overwritten = dict(self.cases), {"words": 0, "picture": 0}
        other.days_away = dict(self.days_away)
        return other

    # MARK: A pass

    def refresh(self, world, t: float) -> PassReport:
        limits = self.limits
        plan = server_rules.plan(self.first, t, self.cases, limits, self.amnesty)
        evidence = Evidence(
            now=t,
            limits=limits,
            amnesty=self.amnesty,
            known=self.known,
            neighbours=self.cases,
            cases=plan,
            hosts={name: HostFacts(days_away=count, silences=1) for name, (count, _) in self.days_away.items()},
        )
        self.ask(world, t, evidence, sorted(plan, reverse=True))
        self.read(evidence)
        if not evidence.end and (more := server_rules.more_words(evidence)):
            evidence.cases |= {day: self.cases[day]._replace(is_sample=False) for day in more}
            self.ask(world, t, evidence, more)
            self.read(evidence)
        self.fetch_all(world, t, evidence)
        verdicts = {day: day_rules.verdict(case, evidence) for day, case in evidence.cases.items()}
        report = server_rules.pass_report(evidence, verdicts)
        if self.log is not None:
            self.log.write(evidence, verdicts, report)
        for verdict in verdicts.values():
            self.commit(world, evidence, verdict)
        self.finish(evidence, verdicts, report)
        return report

    def ask(self, world, t, evidence: Evidence, days: list[int]) -> None:
        blocks: dict[int, list[int]] = {}
        for day in days:
            blocks.setdefault(day // self.limits.block, []).append(day)
        for block in blocks.values():
            for _ in range(2):
                if not evidence.end:
                    is_silent = world.is_away(ENTRIES, t)
                    evidence.add_request(ENTRIES, not is_silent)
                    server_rules.hear(ENTRIES, evidence)
                    if not is_silent:
                        break
            if evidence.end:
                return
            for day in block:
                evidence.add_answer(day, world.answer(day, t))

    def read(self, evidence: Evidence) -> None:
        evidence.readings = word_rules.read_all(evidence)
        found = []
        for day, reading in evidence.readings.items():
            case = evidence.cases[day]
            if isinstance(reading, Believed) and case.words and case.words.what.story:
                if guard_rules.is_guarded(case.words, evidence.amnesty[0], self.limits):
                    found.append((case.words, reading.words.key, case.words_dispute, case.is_sample))
        evidence.word_count = guard_rules.count(found, evidence.now, self.limits)
        evidence.words_in = True

    def fetch_all(self, world, t, evidence: Evidence) -> None:
        for day in sorted(evidence.cases, reverse=True):
            if need := day_rules.need(evidence.cases[day], evidence):
                self.fetch(world, t, evidence, need)
        picture_rules.gather(evidence)
        for needs in (picture_rules.witness_needs, picture_rules.more_needs, picture_rules.twin_needs):
            for need in needs(evidence):
                if need.why == "twin" or need.day not in evidence.cases or not evidence.cases[need.day].got:
                    self.fetch(world, t, evidence, need)
                if need.why == "witness" and need.day in evidence.cases:
                    evidence.cases[need.day] = evidence.cases[need.day]._replace(is_witness=True)
            picture_rules.gather(evidence)
        evidence.pictures_in = True

    def fetch(self, world, t, evidence: Evidence, need) -> None:
        for address in need.candidates:
            if not server_rules.may_ask(address, evidence) or evidence.end and evidence.host(ENTRIES).is_away is False:
                continue
            fact = world.fetch(address, t, need.etag)
            evidence.add_fetch(need.day, fact)
            if isinstance(fact, (Picture, NotModified)):
                return
            server_rules.hear(address.host, evidence)
            if server_rules.needs_proof(address.host, evidence):
                self.prove(world, t, evidence, address.host)

    def prove(self, world, t, evidence: Evidence, host: str) -> None:
        """Asks a host that refuses for what it certainly had. Where none such is known, the refusals are the proof."""
        known = [
            c.picture.what for d, c in sorted(self.cases.items()) if c.picture and c.picture.what.address.host == host
        ]
        if known:
            fact = world.fetch(known[-1].address, t, known[-1].etag)
            evidence.add_fetch(None, fact)
        if not known or isinstance(fact, (Refused, Silent)):
            evidence.hosts[host] = evidence.host(host)._replace(is_refusing=True)

    # MARK: Commit

    def commit(self, world, evidence: Evidence, verdict) -> None:
        case = evidence.cases[verdict.day]
        if verdict.words.action != "commit" and case.words is None:
            if case.day in self.cases:
                self.cases[case.day] = case._replace(got=(), answer=None)
            return
        for kind, amnesty, part in (
            ("words", self.amnesty[0], verdict.words),
            ("picture", self.amnesty[1], verdict.picture),
        ):
            version = getattr(case, kind)
            dispute = f"{kind}_dispute"
            if part.action == "commit":
                if version and part.reason != "new" and world.is_right(case, kind):
                    after = case._replace(**{kind: version._replace(what=part.what)})
                    self.overwritten[kind] += not world.is_right(after, kind)
                version = guard_rules.stored(version, part.what, part.reason, evidence.now, self.limits)
                case = case._replace(**{kind: version, dispute: None})
            elif part.action == "note":
                case = case._replace(**{dispute: part.dispute, kind: version._replace(asked=evidence.now)})
            elif version and part.action == "unchanged" and (kind == "words" or case.got):
                version = guard_rules.looked(version, evidence.now, part.is_look, amnesty, self.limits)
                if isinstance(part.what, Picture):
                    version = version._replace(other=(part.what.sum, evidence.today))
                case = case._replace(**{kind: guard_rules.swept(version, evidence.now, self.limits), dispute: None})
            elif version and part.what is not None:
                other = (part.what.key, evidence.today)
                case = case._replace(**{kind: version._replace(other=other, asked=evidence.now)})
        self.cases[case.day] = case._replace(
            got=(), answer=None, attempts=verdict.attempts, is_sample=True, is_witness=False, comes_round=False
        )

    def finish(self, evidence: Evidence, verdicts, report: PassReport) -> None:
        self.known, self.report = report.known, report
        self.requests += evidence.requests
        self.bytes += evidence.bytes
        for index, kind in ((0, "words"), (1, "picture")):
            disputes = [d for c in evidence.cases.values() if (d := getattr(c, f"{kind}_dispute"))]
            parts = [getattr(verdict, kind) for verdict in verdicts.values()]
            if guard_rules.is_pardoned(parts, disputes, evidence.now, self.limits):
                self.amnesty = tuple(evidence.now if n == index else old for n, old in enumerate(self.amnesty))
        is_answering = any(host.answers and not host.is_away for host in evidence.hosts.values())
        for name, host in evidence.hosts.items():
            count, last = self.days_away.get(name, (0, -1))
            if host.answers:
                self.days_away.pop(name, None)
            elif host.silences and is_answering and last != evidence.today:
                self.days_away[name] = (count + 1, evidence.today)

    # MARK: What a mirror is like

    def wrong(self, world, kind: str) -> int:
        return sum(
            getattr(c, kind) is not None and not world.is_right(c, kind) and not is_missing(c, kind)
            for c in self.cases.values()
        )

    def missing(self, world, kind: str, t: float) -> int:
        return sum(
            (c := self.cases.get(d)) is None or getattr(c, kind) is None or is_missing(c, kind) and bool(truth(d).story)
            for d in range(self.first, int(t) + 1)
        )


def is_missing(case: Case, kind: str) -> bool:
    """An empty story is stored as missing."""
    if kind != "words" or case.words is None or case.words.what.story:
        return False
    return case.words.what.title == truth(case.day).title

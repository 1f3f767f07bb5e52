"""What is asked, what a host is believed to be, and what a pass reports: rules 3, 4 (requests) and 9."""

from collections import Counter

from evidence import ENTRIES, Evidence
from guard_rules import is_back, is_guarded
from values import Absent, Address, Answer, Case, Failure, Limits, PassReport, Verdict
from word_rules import Believed, Disbelieved


def plan(first: int, now: float, cases: dict[int, Case], limits: Limits, amnesty) -> dict[int, Case]:
    """The days to ask for. A day that is asked because it is disputed is no fair sample of the settled ones."""
    today = int(now)
    days = {day: True for day in range(max(first, today - limits.newest + 1), today + 1)}
    days |= {day: True for day in range(first, today + 1) if day not in cases or cases[day].words is None}
    days |= {day: True for day in range(first, today + 1) if day in cases and cases[day].picture is None}
    # The rotation goes over what the newest days do not hold: in an accident of weeks those are no witnesses any more.
    end = today - limits.newest if limits.has("older") else today
    blocks = max(1, (end - first + limits.block) // limits.block)
    start = first + today % blocks * limits.block
    round = set(range(start, min(end + 1, start + limits.block)))
    days |= {day: True for day in round}
    extra = [d for d, c in cases.items() if c.words_dispute or c.picture_dispute or c.words and not c.words.what.story]
    for day in extra + provisional(cases, limits, today, amnesty):
        days.setdefault(day, not limits.has("fair"))
    return {
        day: cases.get(day, Case(day))._replace(is_sample=fair, comes_round=day in round and limits.has("round"))
        for day, fair in days.items()
    }


def provisional(cases: dict[int, Case], limits: Limits, today: int, amnesty) -> list[int]:
    """Those not asked for longest, as many as are asked for in a day."""
    open = [case for case in cases.values() if is_provisional(case, amnesty, limits) and int(asked(case)) < today]
    open.sort(key=lambda case: (int(asked(case)), -case.day))
    return [case.day for case in open[: limits.provisional]]


def is_provisional(case: Case, amnesty, limits: Limits) -> bool:
    versions = ((case.words, amnesty[0]), (case.picture, amnesty[1]))
    return any(version and not is_guarded(version, since, limits) for version, since in versions)


def asked(case: Case) -> float:
    return min(v.asked for v in (case.words, case.picture) if v)


def more_words(evidence: Evidence) -> list[int]:
    """Days whose entries need not wait for their turn, since an accident is over: where most provisional days that were
    asked say something else by now, all others; where NASA went back to settled words of many, all that have such."""
    limits, more = evidence.limits, []
    if not limits.has("escalate"):
        return more
    pairs = [
        (case.words, reading.words.key)
        for day, reading in evidence.readings.items()
        if isinstance(reading, Believed) and (case := evidence.cases[day]).words
    ]
    open = [(words, key) for words, key in pairs if not is_guarded(words, evidence.amnesty[0], limits)]
    rest = [case for day, case in evidence.neighbours.items() if day not in evidence.cases and case.words]
    if len(open) >= limits.block and 2 * sum(words.key != key for words, key in open) > len(open):
        more += [case.day for case in rest if not is_guarded(case.words, evidence.amnesty[0], limits)]
    if sum(is_back(words, key, limits) for words, key in pairs if key != words.key) > limits.mass:
        more += [case.day for case in rest if any(state == "settled" for _, state, _ in case.words.former)]
    return sorted(set(more), reverse=True)


# MARK: Hosts


def may_ask(address: Address, evidence: Evidence) -> bool:
    host = evidence.host(address.host)
    return not host.is_away and not host.is_refusing


def hear(name: str, evidence: Evidence) -> None:
    """A host that twice in a row gave no answer is away for the rest of the pass; the source's ends it."""
    host, limits = evidence.host(name), evidence.limits
    if host.silences < limits.silences:
        return
    evidence.hosts[name] = host._replace(is_away=True)
    away = [host for host, facts in evidence.hosts.items() if facts.is_away]
    answering = [host for host, facts in evidence.hosts.items() if facts.answers and not facts.is_away]
    if name == ENTRIES:
        evidence.end = "the source cannot be reached"
    elif len(away) >= limits.hosts and set(answering) <= {ENTRIES}:
        evidence.end = "no host of pictures can be reached"
    elif not limits.has("hosts"):
        evidence.end = f"{name} cannot be reached"


def needs_proof(name: str, evidence: Evidence) -> bool:
    return len(evidence.host(name).refusals) > evidence.limits.refusals and not evidence.host(name).is_refusing


def is_gone(name: str, evidence: Evidence) -> bool:
    """Whether a host was away for so many days, while others answered, that its films are shown as pages."""
    return evidence.limits.has("gone") and evidence.host(name).days_away >= evidence.limits.gone


# MARK: The report


def pass_report(evidence: Evidence, verdicts: dict[int, Verdict]) -> PassReport:
    """Exit code, last line, status and schedule are functions of this."""
    limits = evidence.limits
    waiting, disbelieved, disputed, keys = {}, {}, {}, set()
    answered = believed = 0
    for day, verdict in verdicts.items():
        case, reading = evidence.cases[day], evidence.readings.get(day)
        answered += isinstance(case.answer, Answer)
        believed += isinstance(reading, Believed)
        if isinstance(reading, Disbelieved):
            disbelieved[day] = reading.reason
        elif (
            verdict.picture.action == "wait"
            and case.picture
            and verdict.picture.reason in ("one picture for all", "twin")
        ):
            disbelieved[day] = verdict.picture.reason
        is_in = verdict.words.action == "commit" or case.words
        has_picture = verdict.picture.action == "commit" or case.picture
        if not (is_in and has_picture) and not isinstance(case.answer, Absent):
            waiting[day] = verdict.words.reason if not is_in else verdict.picture.reason
        for part in (verdict.words, verdict.picture):
            if part.dispute:
                disputed[day] = part.dispute.reason
    for kind, days in (("waiting", waiting), ("disbelieved", disbelieved), ("disputed", disputed)):
        count = Counter(days.values())
        keys |= {cause(kind, day, reason, count) for day, reason in days.items()}
    if evidence.end:
        keys.add(("end", evidence.end))
    # What this pass did not judge is as it was.
    kept = {key for key in evidence.known if key[1].isdigit() and int(key[1]) not in verdicts}
    news = frozenset(keys - evidence.known)
    is_nothing = answered > 0 and not believed and (answered >= limits.dense or not evidence.neighbours)
    got = [case.picture_got for case in evidence.cases.values() if case.got]
    is_silent = bool(got) and not any(got) and not any(c.picture for c in evidence.neighbours.values())
    exit = 69 if evidence.end or is_nothing or is_silent else 1 if news else 0
    parts = [part for verdict in verdicts.values() for part in (verdict.words, verdict.picture)]
    failed = [case.attempts for case in evidence.cases.values() if isinstance(case.answer, Failure)]
    soon = min((2**n for n in failed), default=24)
    pictures = {day: case.picture.what for day, case in evidence.neighbours.items() if case.picture}
    pictures |= {day: verdict.picture.what for day, verdict in verdicts.items() if verdict.picture.action == "commit"}
    return PassReport(
        exit=exit,
        stored=sum(v.picture.action == "commit" and evidence.cases[d].picture is None for d, v in verdicts.items()),
        replaced=sum(part.action == "commit" and part.reason != "new" for part in parts),
        waiting=waiting,
        disbelieved=disbelieved,
        disputed=disputed,
        news=news,
        known=frozenset(keys | kept),
        away=tuple(sorted(name for name, host in evidence.hosts.items() if host.is_away)),
        stand_ins=sum(picture.kind == "rendition" for picture in pictures.values()),
        provisional=0,
        cut=sum(part.action == "commit" and getattr(part.what, "is_cut", False) for part in parts),
        next=evidence.now + min(24, soon) / 24,
    )


def cause(kind: str, day: int, reason: str, count: Counter) -> tuple[str, str]:
    """A trouble that more than a few days have is one trouble, whose further days are no news; a host's is its own."""
    if reason.endswith(" is away") or reason.endswith(" refuses all"):
        return ("host", reason)
    if count[reason] > 3:
        return (kind, reason)
    return (kind, str(day))

"""What a day needs, and what becomes of it: the one exit of a pass."""

import guard_rules
import picture_rules
import server_rules
from evidence import Evidence
from values import Absent, Case, Failure, Need, Part, Picture, Refused, Silent, Verdict, Words
from word_rules import Believed, Disbelieved


def need(case: Case, evidence: Evidence) -> Need | None:
    """The picture to ask for; None where none is."""
    reading = evidence.readings.get(case.day)
    stored = case.picture
    named = tuple(a for a in picture_rules.candidates(case) if server_rules.may_ask(a, evidence))
    if not isinstance(reading, Believed):
        # A dispute about a picture is asked for each day, whatever becomes of the words.
        if stored and case.picture_dispute and server_rules.may_ask(stored.what.address, evidence):
            return Need(case.day, (stored.what.address,), stored.what.etag, "disputed")
        return None
    if not named:
        return None
    if stored is None:
        return Need(case.day, named)
    is_named = any(a == stored.what.address for a in named)
    is_stand_in = stored.what.kind in ("rendition", "page") and named[0] != stored.what.address
    if is_stand_in or not is_named:
        return Need(case.day, named, "", "other address")
    if case.picture_dispute or is_due(case, evidence):
        return Need(case.day, (stored.what.address,), stored.what.etag, "disputed" if case.picture_dispute else "look")
    return None


def is_due(case: Case, evidence: Evidence) -> bool:
    return (case.comes_round or not picture_rules.is_guarded(case, evidence)) and int(
        case.picture.asked
    ) < evidence.today


def verdict(case: Case, evidence: Evidence) -> Verdict:
    words = judge_words(case, evidence)
    picture, failures = judge_picture(case, evidence, words)
    failures += isinstance(case.answer, Failure)
    return Verdict(case.day, words, picture, case.attempts + 1 if failures else 0)


# MARK: Words


def judge_words(case: Case, evidence: Evidence) -> Part:
    reading = evidence.readings.get(case.day)
    if isinstance(case.answer, Failure):
        return Part("wait", case.answer.reason)
    if isinstance(case.answer, Absent):
        return Part("wait", "not yet")
    if isinstance(reading, Disbelieved):
        return Part("wait", reading.reason)
    if reading is None:
        return Part("wait", evidence.end or "not asked")
    new = reading.words
    if case.words is None:
        return Part("commit", "new", new)
    return guard_rules.judge(
        case.words,
        new,
        case.words_dispute,
        evidence.word_count,
        evidence.now,
        evidence.amnesty[0],
        evidence.limits,
        doubt=doubt_words(new, case.words.what, evidence.limits),
        is_kin=is_kin(new, case.words.what),
        is_accepted=case.accepted,
        is_better=not case.words.what.story or is_excerpt(case.words.what.story, new.story),
    )


def doubt_words(new: Words, former: Words, limits) -> str:
    """Today's tests of texts by themselves; one stands for all of them here."""
    if former.story and not new.story:
        return "its story is gone"
    if limits.has("excerpt") and is_excerpt(new.story, former.story):
        return "only the beginning of the stored story"
    return ""


def is_excerpt(short: str, long: str) -> bool:
    return short.endswith("…") and not long.endswith("…") and long.startswith(short[:-1])


def is_kin(new: Words, former: Words) -> bool:
    a, b = set(new.story.lower().split()), set(former.story.lower().split())
    return 2 * len(a & b) > max(len(a), len(b))


# MARK: Pictures


def judge_picture(case: Case, evidence: Evidence, words: Part) -> tuple[Part, bool]:
    """The part of the picture, and whether that is a failed attempt of the day's own."""
    got, stored = case.picture_got, case.picture
    if got is None:
        reason, is_own = missing(case, evidence, words)
        if stored is None and is_own is False and is_gone_film(case, evidence):
            address = picture_rules.candidates(case)[0]
            return Part("commit", "new", Picture(address, f"page of {case.day}", 1, 1, "page", kind="page")), False
        return Part("wait" if stored is None or case.got else "unchanged", reason), is_own and stored is None
    if case.day in evidence.uniform and not (stored and picture_rules.is_guarded(case, evidence)):
        return Part("wait", evidence.uniform[case.day]), False
    if isinstance(got, Picture) and (stored is None or not picture_rules.is_alike(got, stored, evidence.limits)):
        if case.day in evidence.uniform:
            return Part("wait", evidence.uniform[case.day]), False
        if picture_rules.twin(case, got, evidence):
            return Part("wait", "twin"), False
    if stored is None:
        return Part("commit", "new", got), False
    is_alike = picture_rules.is_alike(got, stored, evidence.limits)
    if is_alike and isinstance(got, Picture) and picture_rules.is_steady(got, case, evidence):
        return Part("commit", "steady bytes", got), False
    new = stored.what if is_alike else got
    if not is_alike and not evidence.limits.has("decoded"):
        new = got._replace(hash=got.sum)
    doubt = picture_rules.doubt(new, stored, evidence.limits)
    part = guard_rules.judge(
        stored,
        new,
        case.picture_dispute,
        evidence.picture_count,
        evidence.now,
        evidence.amnesty[1],
        evidence.limits,
        doubt=doubt,
        is_final=bool(doubt),
        is_accepted=case.accepted,
        is_better=stored.what.kind == "page" or picture_rules.is_better(new, stored),
    )
    # The bytes are remembered: a server that gives the same ones on two days does not encode anew at each request.
    return (part._replace(what=got) if is_alike and isinstance(got, Picture) else part), False


def missing(case: Case, evidence: Evidence, words: Part) -> tuple[str, bool]:
    """Why no picture came, and whether that is the day's own fault."""
    if words.action == "wait" and case.words is None:
        return words.reason, False
    addresses = picture_rules.candidates(case)
    for address in addresses:
        host = evidence.host(address.host)
        if host.is_away:
            return f"{address.host} is away", False
        if host.is_refusing:
            return f"{address.host} refuses all", False
    if any(isinstance(fact, Silent) for fact in case.got):
        return "no answer", False
    if refused := [fact for fact in case.got if isinstance(fact, Refused)]:
        return f"{refused[-1].address} answers {refused[-1].status}", True
    return evidence.end or "not asked", False


def is_gone_film(case: Case, evidence: Evidence) -> bool:
    addresses = picture_rules.candidates(case)
    return bool(addresses) and all(a.kind == "film" and server_rules.is_gone(a.host, evidence) for a in addresses)

"""What is believed of pictures by themselves and beside their neighbours: replacement, one for all, twins (rule 8)."""

from collections import defaultdict

import guard_rules
from evidence import Evidence
from values import Address, Answer, Case, Need, NotModified, Picture, Version
from word_rules import dense


def doubt(new: Picture, former: Version, limits) -> str:
    """Why a picture takes no other's place, whatever its company: this never ends by itself."""
    old = former.what
    if old.kind == "page" or old.kind == "rendition" and new.kind == "original":
        return ""
    if new.kind == "page":
        return "NASA names no picture any more"
    if old.kind == "original" and new.kind == "rendition":
        return "a rendition in place of an original"
    if limits.has("half") and new.pixels * 2 < old.pixels:
        return "under half the pixels"
    return ""


def is_better(new: Picture | NotModified, stored: Version) -> bool:
    """Whether the original of a stand-in came: it shows the same."""
    old = stored.what
    return isinstance(new, Picture) and old.kind == "rendition" and new.kind == "original" and new.hash == old.hash


def is_alike(new: Picture | NotModified, stored: Version, limits) -> bool:
    """Whether NASA has what is stored: by its own word, by its bytes, or decoded."""
    if isinstance(new, NotModified):
        return True
    return new.sum == stored.what.sum or limits.has("decoded") and new.key == stored.key


def is_steady(new: Picture, case: Case, evidence: Evidence) -> bool:
    """Whether more bytes of the same picture came on two days: a server that encodes anew gives no bytes twice."""
    stored, limits = case.picture, evidence.limits
    if new.length <= stored.what.length or not limits.has("steady"):
        return False
    if guard_rules.is_doubtful(evidence.picture_count, limits):
        return False
    return stored.other is not None and stored.other[0] == new.sum and stored.other[1] < evidence.today


def served(case: Case) -> Picture | None:
    """What the day's address gives: the picture got, else the stored one."""
    got = case.picture_got
    if isinstance(got, Picture):
        return got
    return case.picture.what if case.picture else None


def gather(evidence: Evidence) -> None:
    """Whose each picture is by now, and which days have one for all."""
    days: dict[int, Picture] = {}
    for day, case in evidence.neighbours.items():
        if picture := served(evidence.cases.get(day, case)):
            days[day] = picture
    for day, case in evidence.cases.items():
        if picture := served(case):
            days[day] = picture
    evidence.claims = defaultdict(list)
    for day, picture in days.items():
        evidence.claims[picture.sum].append((day, str(picture.address)))
    evidence.uniform = {}
    if evidence.limits.has("uniform"):
        for sum, claims in evidence.claims.items():
            if len({address for _, address in claims}) >= evidence.limits.dense:
                for day in dense([day for day, _ in claims], evidence.limits):
                    evidence.uniform[day] = "one picture for all"
    found = []
    for case in evidence.cases.values():
        got = case.picture_got
        if got and case.picture and is_guarded(case, evidence):
            is_fair = case.is_witness or not evidence.limits.has("fair")
            is_same = is_alike(got, case.picture, evidence.limits) or is_better(got, case.picture)
            key = case.picture.key if is_same else got.key
            found.append((case.picture, key, case.picture_dispute, is_fair))
    evidence.picture_count = guard_rules.count(found, evidence.now, evidence.limits)


def is_guarded(case: Case, evidence: Evidence) -> bool:
    return guard_rules.is_guarded(case.picture, evidence.amnesty[1], evidence.limits)


def twin(case: Case, new: Picture, evidence: Evidence) -> tuple[int, bool] | None:
    """Another day that has these bytes from another address, and whether they are certainly its own."""
    if not evidence.limits.has("twins"):
        return None
    stays = guard_rules.is_doubtful(evidence.picture_count, evidence.limits)
    near = range(case.day - evidence.limits.twins, case.day + evidence.limits.twins + 1)
    for day in near:
        other = evidence.cases.get(day) or evidence.neighbours.get(day)
        if day == case.day or other is None:
            continue
        picture = served(other)
        if picture and picture.sum == new.sum and picture.address != new.address:
            return day, other.picture is not None and is_guarded(other, evidence) and other.picture_got is not None
        # In a doubtful pass no stored picture gives way, whatever its day's address gives: a new day does not take it.
        if stays and case.picture is None and other.picture and other.picture.what.sum == new.sum:
            return day, True
    return None


def differing(evidence: Evidence) -> list[Case]:
    """Stored pictures that NASA has another of, by what came."""
    return [
        case
        for case in evidence.cases.values()
        if case.picture and case.picture_got and not is_alike(case.picture_got, case.picture, evidence.limits)
    ]


def witness_needs(evidence: Evidence) -> list[Need]:
    """Settled pictures of the same hosts to ask, where a picture differs. They are chosen among all, disputed or not: a
    sample of those that differ would say that all do."""
    if not evidence.limits.has("picture witnesses"):
        return []
    hosts = {case.picture.what.address.host for case in differing(evidence)}
    needs = []
    for host in sorted(hosts):
        settled = sorted(
            day
            for day, case in evidence.neighbours.items()
            if case.picture and case.picture.what.address.host == host and is_guarded(case, evidence)
        )
        some = min(len(settled), evidence.limits.witnesses)
        chosen = {settled[(evidence.today + n * len(settled) // some) % len(settled)] for n in range(some)}
        for day in sorted(chosen):
            picture = evidence.neighbours[day].picture.what
            needs.append(Need(day, (picture.address,), picture.etag, "witness"))
    return needs


def more_needs(evidence: Evidence) -> list[Need]:
    """Pictures that need not wait for their turn, since an accident is over: where most provisional ones that were
    asked differ by now, all others; where NASA went back to settled pictures of many, all that have such."""
    limits, days = evidence.limits, set()
    if not limits.has("escalate") or guard_rules.is_doubtful(evidence.picture_count, limits):
        return []
    asked = [case for case in evidence.cases.values() if case.picture and case.picture_got]
    other = differing(evidence)
    open = [case for case in asked if not is_guarded(case, evidence)]
    stored = [case for case in evidence.neighbours.values() if case.picture]
    if len(open) >= limits.block and 2 * sum(not is_guarded(case, evidence) for case in other) > len(open):
        days |= {case.day for case in stored if not is_guarded(case, evidence)}
    if sum(guard_rules.is_back(case.picture, case.picture_got.key, limits) for case in other) > limits.mass:
        days |= {case.day for case in stored if any(state == "settled" for _, state, _ in case.picture.former)}
    needs = []
    for day in sorted(days, reverse=True):
        picture = evidence.neighbours[day].picture.what
        needs.append(Need(day, (picture.address,), picture.etag, "over"))
    return needs


def twin_needs(evidence: Evidence) -> list[Need]:
    """Both of two days that claim one picture are asked once more."""
    days: set[int] = set()
    for case in evidence.cases.values():
        got = case.picture_got
        if isinstance(got, Picture) and (found := twin(case, got, evidence)):
            other, is_own = found
            days |= {case.day} if is_own else {case.day, other}
    needs = []
    for day in sorted(days):
        case = evidence.cases.get(day) or evidence.neighbours[day]
        picture = served(case)
        needs.append(Need(day, candidates(case) or (picture.address,), why="twin"))
    return needs


def candidates(case: Case) -> tuple[Address, ...]:
    return case.answer.addresses if isinstance(case.answer, Answer) else ()

"""What becomes of an answer that differs from what is stored: rules 4, 5 and 7, the same for words and for pictures."""

from values import Count, Dispute, Limits, Looks, Part, Picture, Version, Words


def is_guarded(version: Version, amnesty: float, limits: Limits) -> bool:
    """Whether a version is a witness. After a mass of disputes ended for NASA, what settled before is provisional."""
    if not limits.has("settle"):
        return True
    return version.settled is not None and (version.settled > amnesty or not limits.has("amnesty"))


def is_back(version: Version, key: str, limits: Limits) -> bool:
    """Whether NASA went back to a version that had settled."""
    return limits.has("back") and any(known == key and state == "settled" for known, state, _ in version.former)


def differs(version: Version, key: str, limits: Limits) -> bool:
    return key != version.key and not is_back(version, key, limits)


def count(found: list[tuple[Version, str, Dispute | None, bool]], now: float, limits: Limits) -> Count:
    """- Parameter found: settled versions, the key of the answer, and whether they are a fair sample."""
    other = [(key, dispute, fair) for version, key, dispute, fair in found if differs(version, key, limits)]
    new = [
        1 for key, dispute, fair in other if fair and (dispute is None or dispute.key != key or now - dispute.since < 1)
    ]
    return Count(sum(fair for *_, fair in found), sum(fair for *_, fair in other), len(new), len(other))


def is_doubtful(count: Count, limits: Limits) -> bool:
    if not limits.has("witnesses") or count.differ <= limits.mass:
        return False
    return count.new > limits.mass or 2 * count.differ > count.asked


def judge(
    version: Version,
    what: Words | Picture,
    dispute: Dispute | None,
    count: Count,
    now: float,
    amnesty: float,
    limits: Limits,
    doubt: str = "",
    is_final: bool = False,
    is_kin: bool = False,
    is_accepted: bool = False,
    is_better: bool = False,
) -> Part:
    """- Parameters:
    - doubt: why the answer is not believed beside what is stored, whatever its company.
    - is_final: such a dispute never ends by itself.
    - is_better: what is stored only stands in for it."""
    key = what.key
    doubtful = is_doubtful(count, limits)
    if key == version.key:
        return Part("unchanged", is_look=not doubtful)
    if is_accepted:
        return Part("commit", "accepted", what)
    if is_back(version, key, limits):
        return Part("commit", "back", what)
    if is_better and limits.has("better"):
        return Part("commit", "filled", what)
    if doubt:
        return hold(version, what, dispute, count, now, limits, doubt, is_final, is_kin)
    if not is_guarded(version, amnesty, limits):
        if doubtful:
            return Part("wait", "doubtful pass", what)
        is_calm = version.changes < limits.turns or not limits.has("calm")
        if is_calm or version.other is not None and version.other[0] == key and version.other[1] < int(now):
            return Part("commit", "gives way", what)
        return Part("wait", "it changes too often", what)
    if not doubtful and count.all <= limits.mass:
        return Part("commit", "corrected", what)
    return hold(
        version, what, dispute, count, now, limits, "doubtful pass" if doubtful else "many at once", False, is_kin
    )


def hold(version, what, dispute, count, now, limits, reason, is_final, is_kin) -> Part:
    """Disputes an answer, or ends the dispute for NASA."""
    key = what.key
    if dispute is None or dispute.key != key:
        dispute = Dispute(key, now, now, 1, reason, is_final)
    elif int(dispute.last) != int(now):
        dispute = dispute._replace(last=now, days=dispute.days + 1)
    wait, why = (limits.end if is_kin or count.all <= limits.mass else limits.mass_end), "ended"
    if limits.has("returned") and any(known == key and state == "provisional" for known, state, _ in version.former):
        wait, why = limits.settle, "returned"
    if limits.has("ends") and not dispute.is_final and dispute.days >= limits.looks and now - dispute.since >= wait:
        return Part("commit", why, what)
    return Part("note", dispute.reason, what, dispute=dispute)


def is_pardoned(parts: list[Part], disputes: list[Dispute], now: float, limits: Limits) -> bool:
    """Whether a mass of disputes ended for NASA, so that nothing that settled before is a witness any more: the days
    whose turn comes later would be doubted for as long once more. What returned counts where most old disputes do.
    """
    if sum(part.reason == "ended" for part in parts) > limits.mass:
        return True
    returned = sum(part.reason == "returned" for part in parts)
    old = sum(now - dispute.since >= limits.settle for dispute in disputes)
    return returned > limits.mass and 2 * returned > old


# MARK: What a part makes of a version


def stored(version: Version | None, what: Words | Picture, why: str, now: float, limits: Limits) -> Version:
    """The version that a commit makes."""
    if version is None:
        return Version(what, Looks(now, now), None if limits.has("settle") else now, asked=now)
    had_settled = version.settled is not None
    # What NASA left for what it had said before was an accident, however long it lasted.
    is_return = any(known == what.key for known, _, _ in version.former) and limits.has("disproved")
    state = "disproved" if is_return else "settled" if had_settled else "provisional"
    former = tuple(f for f in version.former if f[0] not in (what.key, version.key)) + ((version.key, state, now),)
    settled = now if why in ("back", "accepted") or not limits.has("settle") else None
    changes = 0 if had_settled or why == "filled" else version.changes + 1
    return Version(what, Looks(now, now), settled, former, changes, None, now)


def looked(version: Version, now: float, is_look: bool, amnesty: float, limits: Limits) -> Version:
    """The version after NASA served it once more; settled after three days over a week."""
    version = version._replace(asked=now, other=None)
    if not is_look:
        return version
    looks = version.looks
    if int(looks.last) != int(now):
        looks = Looks(looks.first, now, looks.days + 1)
    if (
        not is_guarded(version, amnesty, limits)
        and looks.days >= limits.looks
        and looks.last - looks.first >= limits.settle
    ):
        return version._replace(looks=looks, settled=now, changes=0)
    return version._replace(looks=looks)


def swept(version: Version, now: float, limits: Limits) -> Version:
    """Lets go of what never settled, a month after its successor settled."""
    if version.settled is None or now - version.settled < limits.forget:
        return version
    return version._replace(former=tuple(f for f in version.former if f[1] == "settled"))

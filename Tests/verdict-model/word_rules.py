"""What is believed of words by themselves and beside their neighbours: rule 6, dates, and moved stories."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from evidence import Evidence
from values import Answer, Case, Words


class Believed(NamedTuple):
    words: Words


class Disbelieved(NamedTuple):
    """Never stored, whatever it lasts."""

    reason: str


def dense(days: list[int], limits) -> set[int]:
    """The days of which four lie within 25."""
    days = sorted(days)
    found: set[int] = set()
    for first in range(len(days) - limits.dense + 1):
        group = days[first : first + limits.dense]
        if group[-1] - group[0] < limits.window:
            found.update(group)
    return found


@lru_cache(maxsize=None)
def sentences(story: str) -> tuple[str, ...]:
    """The sentences of a story, without what stands apart below it."""
    told = story.split("\n\n")[0]
    parts = told.replace(". ", ".\n").split("\n")
    return tuple(part for part in parts if part)


@lru_cache(maxsize=None)
def ending(story: str) -> str:
    """What stands apart below a story and has a label: bold words or a few words and a colon."""
    apart = story.split("\n\n")[1:]
    return apart[-1] if apart and ":" in apart[-1][:40] else ""


def beginning(story: str, count: int, limits) -> str:
    parts = sentences(story)
    text = " ".join(parts[:count])
    return text if len(parts) >= count and len(text) >= limits.first_letters else ""


def served(case: Case) -> Words | None:
    """The answer, else the record of a stored day."""
    if isinstance(case.answer, Answer):
        return case.answer.words
    return case.words.what._replace(story=case.words.what.served) if case.words else None


def read_all(evidence: Evidence) -> dict[int, Believed | Disbelieved]:
    """Reads each answer beside those of its neighbours."""
    limits = evidence.limits
    texts = {day: served(case) for day, case in evidence.neighbours.items()}
    texts |= {day: served(case) for day, case in evidence.cases.items() if isinstance(case.answer, Answer)}
    texts = {day: words for day, words in texts.items() if words}
    title = shared(texts, lambda words: words.title, limits)
    story = shared(texts, lambda words: words.story, limits)
    starts = notices(texts, story, limits)
    ends = shared(texts, lambda words: ending(words.story), limits)
    empty = {
        d for d, c in evidence.cases.items() if isinstance(c.answer, Answer) and not c.answer.words.story and had(c)
    }
    cut = {day: near.words.what for day, near in evidence.neighbours.items() if near.words and near.words.what.is_cut}
    readings: dict[int, Believed | Disbelieved] = {}
    for day, case in evidence.cases.items():
        if isinstance(case.answer, Answer):
            readings[day] = read(case, evidence, title, story, starts, ends, empty, cut)
    return readings


def had(case: Case) -> bool:
    return case.words is not None and case.words.what.story != ""


def shared(texts: dict[int, Words], part, limits) -> dict[str, set[int]]:
    """Parts that four days within 25 share, with their days."""
    days = defaultdict(list)
    for day, words in texts.items():
        if key := part(words):
            days[key].append(day)
    return {key: close for key, found in days.items() if len(found) >= limits.dense and (close := dense(found, limits))}


def notices(texts: dict[int, Words], stories: dict[str, set[int]], limits) -> dict[int, str]:
    """The longest beginning that a day shares; a whole story that is shared is no beginning."""
    found: dict[int, str] = {}
    rest = {day: words for day, words in texts.items() if day not in stories.get(words.story, ())}
    for count in range(1, 10):
        groups = shared(rest, lambda words: beginning(words.story, count, limits), limits)
        if not groups:
            break
        for text, days in groups.items():
            for day in days:
                found[day] = text
        rest = {day: rest[day] for days in groups.values() for day in days}
    return found


def was_so(case: Case, part) -> bool:
    """Whether the day's settled words had that, so that it is no news that others have it."""
    return case.words is not None and (case.words.settled is not None or case.accepted) and part(case.words.what)


def read(case: Case, evidence: Evidence, titles, stories, starts, ends, empty, cut_before) -> Believed | Disbelieved:
    limits, words, day = evidence.limits, case.answer.words, case.day
    if case.accepted:
        return Believed(words)
    if limits.has("dates") and case.answer.named is not None and case.answer.named != day:
        return Disbelieved(f"filed {day - case.answer.named:+d} days")
    if limits.has("protected") and words.title.startswith(("Protected:", "Private:")):
        return Disbelieved("protected")
    if limits.has("uniform"):
        if words.title in titles and not was_so(case, lambda stored: stored.title == words.title):
            return Disbelieved("one title for all")
        if words.story in stories and not was_so(case, lambda stored: stored.story == words.story):
            return Disbelieved("one story for all")
    if limits.has("notice"):
        cut = cut_off(case, words, evidence, starts, ends, cut_before)
        if cut.is_cut and not cut.story:
            return Disbelieved("nothing but a notice")
        words = cut
    if not words.story and had(case):
        if dense(list(empty), limits):
            return Disbelieved("empty stories")
    if limits.has("moved") and case.words is None and (other := moved_from(case, words, evidence)) is not None:
        return Disbelieved(f"the story of {other - day:+d} days")
    return Believed(words)


def cut_off(case: Case, words: Words, evidence: Evidence, starts, ends, cut_before) -> Words:
    """Cuts off what four neighbours newly share, or what was cut off a neighbour before."""
    limits, day, story, opening, closing = evidence.limits, case.day, words.story, "", ""
    known = [near for other, near in cut_before.items() if abs(other - day) < limits.window]
    start = starts.get(day) or starts and next((text for text in set(starts.values()) if story.startswith(text)), "")
    start = start or next((w.opening for w in known if w.opening and story.startswith(w.opening)), "")
    if start and not was_so(case, lambda stored: stored.story.startswith(start)):
        story, opening = story[len(start) :].strip(), start
    end = ending(story)
    is_notice = end and (end in ends or any(w.closing == end for w in known))
    if is_notice and not was_so(case, lambda stored: stored.story.endswith(end)):
        story, closing = story[: -len(end)].strip(), end
    return Words(words.title, story, opening, closing)


def moved_from(case: Case, words: Words, evidence: Evidence) -> int | None:
    """A day near by that has this story, and is answered otherwise by now: dates moved under the stories."""
    for other in range(case.day - evidence.limits.twins, case.day + evidence.limits.twins + 1):
        near = evidence.cases.get(other)
        if other == case.day or near is None or near.words is None or not isinstance(near.answer, Answer):
            continue
        if near.words.what.story == words.story != "" and near.answer.words.story != words.story:
            return other
    return None

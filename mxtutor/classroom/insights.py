"""What a gradebook says about a class: what to explain next, who is stuck, who handed in nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.classroom.lines import Named, Result
from mxtutor.classroom.naming import reading_order
from mxtutor.grading.protocol import Verdict

SAMPLED = 12
"""Answers with one mistake that are compared to find the usual one."""
SAME_MISTAKE = 3
"""Answers with the same mistake from which a learner is listed."""
STUCK_AT_LEAST = 3
"""Answers that are not right from which a learner can be stuck."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A mistake in an exercise that several learners may have made: what to explain."""

    exercise: str
    code: str
    """Code of the mistake; empty where what is wrong has no name."""
    text: str
    """The mistake in one sentence, or what the learners saw."""
    learners: int
    """How many learners made it."""
    tried: int
    """How many learners handed in an answer to the exercise."""
    sample: str
    """An answer with this mistake, the most usual one; without comments, docstrings and names. Empty if none parses."""
    same: int
    """How many of the compared answers are that sample."""

    @property
    def share(self) -> float:
        """Share of those who tried."""
        return self.learners / self.tried


@dataclass(frozen=True, slots=True)
class Repeated:
    """A mistake that one learner makes again and again."""

    code: str
    text: str
    exercises: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """A learner who needs help."""

    learner: str
    tried: int
    right: int
    repeated: tuple[Repeated, ...]

    @property
    def missed(self) -> int:
        """Answers that are not right."""
        return self.tried - self.right


def explain_next(book: Gradebook, most: int) -> list[Topic]:
    """Return the mistakes to explain, the most frequent first; the share of those who tried decides between equals.

    Answers that mxtutor could not grade do not count. What has no name comes last, by what the learners saw of it.
    """
    tried: Counter[str] = Counter()
    groups: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for result in book.all():
        if result.verdict is Verdict.BROKEN:
            continue
        tried[result.exercise] += 1
        if not result.right:
            for code in {mistake.code for mistake in result.mistakes} or {""}:
                groups[result.exercise, code, "" if code else result.headline].append(result)
    place = {identity: number for number, identity in enumerate(book.exercises)}

    def order(key: tuple[str, str, str]) -> tuple[bool, int, float, int]:
        count = len(groups[key])
        return not key[1], -count, -count / tried[key[0]], place[key[0]]

    found = []
    for key in sorted(groups, key=order)[:most]:
        (exercise, code, headline), members = key, groups[key]
        sample, same = _usual(book, members)
        text = headline or _text(members, code)
        found.append(Topic(exercise, code, text, len(members), tried[exercise], sample, same))
    return found


def _text(members: Sequence[Result], code: str) -> str:
    """Return the most usual sentence for a mistake."""
    named = [mistake.text for result in members for mistake in result.mistakes if mistake.code == code]
    return Counter(named).most_common(1)[0][0]


def _usual(book: Gradebook, members: Sequence[Result]) -> tuple[str, int]:
    samples = Counter(sample for one in members[:SAMPLED] if (sample := book.reports.sample(one)))
    return samples.most_common(1)[0] if samples else ("", 0)


def stuck(book: Gradebook) -> list[Stuck]:
    """Return the learners who need help: those who tried most with least success first.

    A learner is listed for at least three answers that are not right and are half of the learner's answers or more, or
    for the same mistake in three exercises.
    """
    found = []
    for learner in book.learners:
        own = [result for result in book.of(learner) if result.verdict is not Verdict.BROKEN]
        right = sum(result.right for result in own)
        repeated = _repeated(own)
        missed = len(own) - right
        if repeated or (missed >= STUCK_AT_LEAST and 2 * missed >= len(own)):
            found.append(Stuck(learner, len(own), right, repeated))
    return sorted(found, key=lambda one: (-one.missed, one.right, reading_order(one.learner)))


def _repeated(own: Sequence[Result]) -> tuple[Repeated, ...]:
    """Return the mistakes that stand in several exercises; a code alone can mean different mistakes."""
    places: dict[Named, list[str]] = defaultdict(list)
    for result in own:
        for mistake in () if result.right else result.mistakes:
            if result.exercise not in places[mistake]:
                places[mistake].append(result.exercise)
    often = sorted((m for m, ids in places.items() if len(ids) >= SAME_MISTAKE), key=lambda m: -len(places[m]))
    return tuple(Repeated(mistake.code, mistake.text, tuple(places[mistake])) for mistake in often)


def absent(book: Gradebook) -> tuple[list[str], list[str]]:
    """Return who handed in nothing, and who handed in only what could not be read."""
    lost = {one.learner for one in book.unread}
    without = [learner for learner in book.learners if not book.results.get(learner)]
    return [one for one in without if one not in lost], [one for one in without if one in lost]

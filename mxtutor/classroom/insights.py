"""What a gradebook says about a class: what to explain next, who is stuck, who handed in nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mxtutor.classroom.gradebook import Gradebook, Named, Result
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
    """Code of the mistake; empty where no known mistake was found."""
    text: str
    """The mistake in one sentence."""
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

    Answers that mxtutor could not grade do not count. Answers without a known mistake are one group per exercise.
    """
    tried: Counter[str] = Counter()
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in book.all():
        if result.verdict is Verdict.BROKEN:
            continue
        tried[result.exercise] += 1
        if not result.right:
            for code in {mistake.code for mistake in result.mistakes} or {""}:
                groups[result.exercise, code].append(result)
    place = {identity: number for number, identity in enumerate(book.exercises)}

    def order(key: tuple[str, str]) -> tuple[int, float, bool, int]:
        count = len(groups[key])
        return -count, -count / tried[key[0]], not key[1], place[key[0]]

    found = []
    for exercise, code in sorted(groups, key=order)[:most]:
        members = groups[exercise, code]
        sample, same = _usual(book, members)
        found.append(Topic(exercise, code, _text(members, code), len(members), tried[exercise], sample, same))
    return found


def _text(members: Sequence[Result], code: str) -> str:
    """Return the most usual sentence for a mistake, or the most usual headline where the mistake has no name."""
    if not code:
        return Counter(result.headline for result in members).most_common(1)[0][0]
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


@dataclass(frozen=True, slots=True)
class Absent:
    """Learners without a graded answer."""

    nothing: tuple[str, ...]
    """Those who handed in nothing."""
    unreadable: tuple[str, ...]
    """Those who handed in only what could not be read."""


def absent(book: Gradebook) -> Absent:
    """Return who has no graded answer, and why."""
    lost = {one.learner for one in book.unread}
    without = [learner for learner in book.learners if not book.results.get(learner)]
    return Absent(tuple(o for o in without if o not in lost), tuple(o for o in without if o in lost))

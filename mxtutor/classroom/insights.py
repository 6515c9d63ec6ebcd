"""What the results of a class show: mistakes to explain, who is stuck, who handed in nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mxtutor.classroom.anonymity import usual
from mxtutor.classroom.lines import Result
from mxtutor.classroom.naming import reading_order
from mxtutor.classroom.results_file import Gradebook
from mxtutor.grading.protocol import Verdict

SAME_MISTAKE = 3
"""Minimum number of exercises with the same mistake for a learner to be listed as stuck."""
STUCK_AT_LEAST = 3
"""Minimum number of answers that are not right for a learner to be listed as stuck."""


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A mistake in an exercise to explain to the class."""

    exercise: str
    code: str
    """Code of the mistake; empty for answers that are wrong without a named mistake."""
    text: str
    """The mistake in one sentence; without a named mistake, the headline that the learners saw."""
    learners: int
    """How many learners made it."""
    tried: int
    """How many learners handed in an answer to the exercise."""
    sample: str
    """The most common answer with this mistake, without comments, docstrings and names; empty if none parses."""
    same: int
    """How many of the compared answers equal the sample."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A learner who needs help, by the rules of `stuck`."""

    learner: str
    tried: int
    right: int
    repeated: Mapping[str, Sequence[str]]
    """The mistakes that the learner made in several exercises, each in one sentence, with these exercises."""

    @property
    def missed(self) -> int:
        """Number of answers that are not right."""
        return self.tried - self.right


def explain_next(book: Gradebook, most: int) -> list[CommonMistake]:
    """Return at most `most` mistakes to explain, the most frequent first, then by share of the learners who tried.

    Answers that mxtutor could not grade do not count, nor do those that the instructor alone refused. Wrong answers
    without a named mistake come last, by headline.
    """
    tried: Counter[str] = Counter()
    groups: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for result in book.all():
        if result.verdict is Verdict.BROKEN:
            continue
        tried[result.exercise] += 1
        if not result.right and result.place >= 0 and result.graded is not Verdict.RIGHT:
            for code in {mistake.code for mistake in result.mistakes} or {""}:
                groups[result.exercise, code, "" if code else result.headline].append(result)
    place = {identity: number for number, identity in enumerate(book.run.exercises)}

    def order(key: tuple[str, str, str]) -> tuple[bool, int, float, int]:
        count = len(groups[key])
        return not key[1], -count, -count / tried[key[0]], place[key[0]]

    found = []
    for key in sorted(groups, key=order)[:most]:
        (exercise, code, headline), members = key, groups[key]
        texts = Counter(mistake.text for result in members for mistake in result.mistakes if mistake.code == code)
        text = headline or texts.most_common(1)[0][0]
        sample, same = usual(map(book.reports.sample, members))
        found.append(CommonMistake(exercise, code, text, len(members), tried[exercise], sample, same))
    return found


def stuck(book: Gradebook) -> list[Stuck]:
    """Return the learners who need help, those with the most answers that are not right first.

    A learner is listed if at least three answers, and at least half of all, are not right, or for the same mistake in
    three exercises.
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


def _repeated(own: Sequence[Result]) -> dict[str, list[str]]:
    """Return the exercises of each mistake that was made in several of them.

    Mistakes are the same if their texts are: one code can mean different mistakes in two exercises.
    """
    places: dict[str, list[str]] = defaultdict(list)
    for result in own:
        for text in () if result.right else {mistake.text for mistake in result.mistakes}:
            places[text].append(result.exercise)
    often = sorted(places.items(), key=lambda one: (-len(one[1]), one[0]))
    return {text: exercises for text, exercises in often if len(exercises) >= SAME_MISTAKE}


def absent(book: Gradebook) -> tuple[list[str], list[str]]:
    """Return the learners who handed in nothing, and those whose hand-ins could not be read."""
    lost = {one.learner for one in book.run.unread}
    without = [learner for learner in book.learners if not book.of(learner)]
    return [one for one in without if one not in lost], [one for one in without if one in lost]

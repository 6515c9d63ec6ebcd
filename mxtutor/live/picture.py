"""What the events of a class say: the grid, who is stuck, who asks for help, which mistakes are common."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mxtutor.live.learners import Fact, LearnerView, view_of


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """One exercise over all learners."""

    exercise: str
    opened: int
    """Learners who opened it."""
    tried: int
    """Learners with at least one attempt."""
    right: int
    stuck: int


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A mistake that learners made in an exercise."""

    exercise: str
    code: str
    """Empty for answers without a named mistake."""
    text: str
    """The mistake in one sentence; without a name, the most usual headline."""
    learners: int
    """Who made it, at any attempt."""
    tried: int
    """Who tried the exercise."""
    still: int
    """Who made it and has no right answer yet."""

    @property
    def share(self) -> float:
        """Share of those who tried, from 0 to 1."""
        return self.learners / self.tried if self.tried else 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """An answer with a mistake that may be shown to the class."""

    code: str
    """Without comments, docstrings and names of learners; empty if nobody shared one that can be shown."""
    same: int = 0
    """How many of the compared answers look like this."""
    shared: int = 0
    """How many learners shared an answer with this mistake."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A learner who needs attention."""

    view: LearnerView
    exercise: str
    seconds: float
    """Since when, at most."""
    help: bool
    """Whether the learner pressed "I need help"."""


class ClassPicture:
    """The state of a class; new events are added as they arrive."""

    def __init__(
        self, exercises: Sequence[str] = (), learners: Iterable[str] = (), order: Mapping[str, int] | None = None
    ) -> None:
        """Start without events.

        Args:
            exercises: ids of the class in order; empty for those that occur.
            learners: keyed ids of learners who may not have sent anything.
            order: places of the exercises that occur; those without one stand at the end.
        """
        self._set, self._order = tuple(exercises), order or {}
        self._facts: defaultdict[str, list[Fact]] = defaultdict(list)
        self.learners: dict[str, LearnerView] = {one: LearnerView(one) for one in learners}
        """Keyed id to state."""
        self.newest = 0
        """Number of the newest event."""
        self.count = 0
        """Number of events."""
        self._seen: dict[str, None] = {}

    def add(self, facts: Iterable[Fact]) -> None:
        """Take new events; `count_rows` counts them."""
        changed = set()
        for fact in facts:
            self._facts[fact.learner].append(fact)
            self._seen.setdefault(fact.exercise)
            changed.add(fact.learner)
        for learner in changed:
            self.learners[learner] = view_of(learner, self._facts[learner])

    def count_rows(self, facts: Sequence[Fact]) -> None:
        """Count the rows that were read, those that are not shown included."""
        self.count += len(facts)
        self.newest = max((fact.number for fact in facts), default=self.newest)

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids in order: those of the class, or those that occur."""
        last = len(self._order)
        return self._set or tuple(sorted(self._seen, key=lambda one: (self._order.get(one, last), one)))

    @property
    def size(self) -> int:
        """Number of exercises that the class was set; 0 if that is not known."""
        return len(self._set)

    def by_exercise(self, now: float) -> list[ExerciseView]:
        """Return each exercise with its numbers of learners."""
        opened: Counter[str] = Counter()
        tried: Counter[str] = Counter()
        right: Counter[str] = Counter()
        stuck: Counter[str] = Counter()
        for view in self.learners.values():
            for exercise, cell in view.cells.items():
                opened[exercise] += 1
                tried[exercise] += cell.attempts > 0
                right[exercise] += cell.status == "right"
            if view.stuck_for(now):
                stuck[view.exercise] += 1
        return [ExerciseView(one, opened[one], tried[one], right[one], stuck[one]) for one in self.exercises]

    def attention(self, now: float) -> list[Stuck]:
        """Return who needs attention: those who ask for help, the longest wait first, then those who are stuck."""
        asking = [
            Stuck(view, view.help_in, max(now - view.help_since, 0.0), True)
            for view in self.learners.values()
            if view.help_in
        ]
        stuck = [
            Stuck(view, view.exercise, seconds, False)
            for view in self.learners.values()
            if not view.help_in and (seconds := view.stuck_for(now))
        ]
        return [*sorted(asking, key=lambda one: -one.seconds), *sorted(stuck, key=lambda one: -one.seconds)]

    def mistakes(self, most: int = 50) -> list[CommonMistake]:
        """Return the most common mistakes; those that more learners still have come first among equals."""
        made: Counter[tuple[str, str]] = Counter()
        still: Counter[tuple[str, str]] = Counter()
        texts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        tried: Counter[str] = Counter()
        for view in self.learners.values():
            for exercise, cell in view.cells.items():
                tried[exercise] += cell.attempts > 0
                found = dict(cell.mistakes)
                if cell.unnamed and not found:
                    found[""] = cell.unnamed
                for code, text in found.items():
                    made[exercise, code] += 1
                    still[exercise, code] += cell.status != "right"
                    texts[exercise, code][text] += 1
        place = {exercise: number for number, exercise in enumerate(self.exercises)}

        def order(key: tuple[str, str]) -> tuple[int, int, float, bool, int, str]:
            exercise, code = key
            return -made[key], -still[key], -made[key] / tried[exercise], not code, place.get(exercise, 0), code

        return [
            CommonMistake(key[0], key[1], texts[key].most_common(1)[0][0], made[key], tried[key[0]], still[key])
            for key in sorted(made, key=order)[:most]
        ]

    def answers_with(self, exercise: str, code: str) -> list[Fact]:
        """Return the attempts with shared code that show a mistake, the newest first, one per learner."""
        found: dict[str, Fact] = {}
        for learner, facts in self._facts.items():
            for fact in facts:
                if (
                    fact.kind == "attempt"
                    and fact.shared
                    and fact.exercise == exercise
                    and fact.verdict not in ("right", "broken")
                    and (code in [name for name, _ in fact.named] if code else not fact.named)
                ):
                    found[learner] = fact
        return sorted(found.values(), key=lambda fact: -fact.happened)

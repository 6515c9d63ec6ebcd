"""The state of a class, computed from its events: standings, who is stuck, who asks for help, common mistakes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from mxtutor.live.events import HELPED

if TYPE_CHECKING:
    from mxtutor.live.store import Row

STUCK_SECONDS = 600.0
"""Seconds in one exercise after which a learner without a right answer is stuck."""
STUCK_MISSES = 4
"""Number of consecutive answers that are not right after which a learner is stuck."""
IDLE_SECONDS = 1800.0
"""Seconds without any event after which a learner is away, not stuck."""

CellStatus = Literal["opened", "tried", "gave-up", "right"]
Standing = Literal["nothing", "working", "stuck", "away", "done"]


def in_order(rows: Iterable[Row]) -> list[tuple[float, Row]]:
    """Return the rows of one learner in order, each with its time.

    Events of a device are ordered by number, independent of its clock: a time earlier than that of the event before
    is replaced by that time. Devices are merged by time.
    """
    latest: dict[str, float] = {}
    timed = []
    for place, row in enumerate(sorted(rows, key=lambda one: (one.seq, one.happened))):
        latest[row.device] = max(row.happened, latest.get(row.device, 0.0))
        timed.append((latest[row.device], row.device, place, row))
    return [(time, row) for time, _, _, row in sorted(timed, key=lambda one: one[:3])]


@dataclass(slots=True)
class Cell:
    """The state of one learner in one exercise."""

    status: CellStatus = "opened"
    attempts: int = 0
    """Number of checked answers that mxtutor could grade."""
    missed: int = 0
    """Number of graded answers since the last right one."""
    hints: int = 0
    """Number of hints that were opened."""
    solution: bool = False
    """Whether the solution was opened."""
    since: float = 0.0
    """When the learner last came to this exercise from another one, in seconds since 1970."""
    verdict: str = ""
    """Verdict of the last attempt."""
    mistakes: dict[str, str] = field(default_factory=dict)
    """Named mistakes of all attempts: code to name."""
    unnamed: str = ""
    """Headline of the last answer that is not right and has no named mistake; empty if there is none."""


@dataclass(slots=True)
class LearnerView:
    """The state of one learner of a class."""

    learner: str
    """Keyed id."""
    cells: dict[str, Cell] = field(default_factory=dict)
    exercise: str = ""
    """The exercise of the last event."""
    last: float = 0.0
    """Time of the last event; 0 without one."""
    help_in: str = ""
    """The exercise with an open call for help; empty without one."""
    help_since: float = 0.0

    @property
    def right(self) -> int:
        """Number of exercises with a right answer."""
        return sum(cell.status == "right" for cell in self.cells.values())

    @property
    def tried(self) -> int:
        """Number of exercises with at least one attempt."""
        return sum(cell.attempts > 0 for cell in self.cells.values())

    def standing(self, now: float, exercises: int = 0) -> Standing:
        """Return the learner's standing; `exercises` is the number of the class's exercises, needed to know `done`."""
        if not self.last:
            return "nothing"
        if exercises and self.right >= exercises:
            return "done"
        if now - self.last >= IDLE_SECONDS:
            return "away"
        return "stuck" if self.stuck_for(now) else "working"

    def stuck_for(self, now: float) -> float:
        """Return for how many seconds the learner has worked on the current exercise; 0 if not stuck."""
        cell = self.cells.get(self.exercise)
        if cell is None or cell.status == "right" or now - self.last >= IDLE_SECONDS:
            return 0.0
        seconds = max(now - cell.since, 1.0)
        return seconds if seconds >= STUCK_SECONDS or cell.missed >= STUCK_MISSES else 0.0


def view_of(learner: str, rows: Iterable[Row]) -> LearnerView:
    """Return the state of one learner from the events, in any order."""
    view = LearnerView(learner)
    for time, row in in_order(rows):
        _take(view, time, row)
    return view


def _take(view: LearnerView, time: float, row: Row) -> None:
    if row.kind == HELPED:
        view.help_in = ""
        return
    cell = view.cells.setdefault(row.exercise, Cell())
    if view.exercise != row.exercise or not cell.since or time - view.last >= IDLE_SECONDS:
        cell.since = time
    view.exercise, view.last = row.exercise, time
    if row.kind == "help":
        view.help_in, view.help_since = row.exercise, time
    elif row.kind == "help-withdrawn":
        view.help_in = ""
    elif row.kind == "hint":
        cell.hints = max(cell.hints, row.hint)
    elif row.kind == "solution":
        cell.solution = True
    elif row.kind == "gave-up":
        cell.status = cell.status if cell.status == "right" else "gave-up"
    elif row.kind == "attempt" and row.verdict != "broken":
        _attempt(cell, row)
        if row.verdict == "right" and view.help_in == row.exercise:
            view.help_in = ""


def _attempt(cell: Cell, row: Row) -> None:
    cell.attempts += 1
    cell.verdict = row.verdict
    if row.verdict == "right":
        cell.status, cell.missed = "right", 0
        return
    cell.missed += 1
    if cell.status == "opened":
        cell.status = "tried"
    named = row.named
    cell.mistakes.update(named)
    if not named:
        cell.unnamed = row.headline


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """One exercise with its numbers of learners."""

    exercise: str
    opened: int
    """Number of learners who opened it."""
    tried: int
    """Number of learners with at least one attempt."""
    right: int
    stuck: int


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A mistake that learners made in an exercise."""

    exercise: str
    code: str
    """Code of the mistake; empty for answers without a named mistake."""
    text: str
    """The mistake in one sentence; without a named mistake, the most common headline."""
    learners: int
    """Number of learners who made it in any attempt."""
    tried: int
    """Number of learners who tried the exercise."""
    still: int
    """Number of learners who made it and have no right answer yet."""

    @property
    def share(self) -> float:
        """Share of the learners who tried the exercise, from 0 to 1."""
        return self.learners / self.tried if self.tried else 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """An answer with a mistake that may be shown to the class."""

    code: str
    """Code without comments, docstrings and names of learners; empty if no shared answer can be shown."""
    same: int = 0
    """Number of compared answers that equal this one."""
    shared: int = 0
    """Number of learners who shared an answer with this mistake."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A learner who needs attention."""

    view: LearnerView
    exercise: str
    seconds: float
    """How long the learner has needed attention, in seconds."""
    help: bool
    """Whether the learner called for help."""


class ClassPicture:
    """The state of a class; `add` updates it with new events."""

    def __init__(
        self, exercises: Sequence[str] = (), learners: Iterable[str] = (), order: Mapping[str, int] | None = None
    ) -> None:
        """Make the state of a class without events.

        Args:
            exercises: ids of the class's exercises in order; empty for those that occur in events.
            learners: keyed ids of learners who may not have sent anything.
            order: positions of exercises that occur in events; exercises without one come last.
        """
        self._set, self._order = tuple(exercises), order or {}
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        self.learners: dict[str, LearnerView] = {one: LearnerView(one) for one in learners}
        """States by keyed id."""
        self.newest = 0
        """Number (`Row.number`) of the newest event in the store, also of one that is not shown."""
        self.count = 0
        """Number of events in the store, also of those that are not shown."""
        self._seen: dict[str, None] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Add new events to the state."""
        changed = set()
        for row in rows:
            self._rows[row.learner].append(row)
            self._seen.setdefault(row.exercise)
            changed.add(row.learner)
        for learner in changed:
            self.learners[learner] = view_of(learner, self._rows[learner])

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of the exercises in order: those of the class, or those that occur in events."""
        last = len(self._order)
        return self._set or tuple(sorted(self._seen, key=lambda one: (self._order.get(one, last), one)))

    @property
    def size(self) -> int:
        """Number of exercises of the class; 0 if it is not known."""
        return len(self._set)

    def by_exercise(self, now: float) -> list[ExerciseView]:
        """Return the numbers of learners for each exercise."""
        stuck = Counter(view.exercise for view in self.learners.values() if view.stuck_for(now))
        found = []
        for one in self.exercises:
            cells = [view.cells[one] for view in self.learners.values() if one in view.cells]
            tried, right = sum(cell.attempts > 0 for cell in cells), sum(cell.status == "right" for cell in cells)
            found.append(ExerciseView(one, len(cells), tried, right, stuck[one]))
        return found

    def attention(self, now: float) -> list[Stuck]:
        """Return the learners who need attention: those who ask for help, longest wait first, then the stuck ones."""
        found = []
        for view in self.learners.values():
            if view.help_in:
                found.append(Stuck(view, view.help_in, max(now - view.help_since, 0.0), True))
            elif seconds := view.stuck_for(now):
                found.append(Stuck(view, view.exercise, seconds, False))
        return sorted(found, key=lambda one: (not one.help, -one.seconds))

    def mistakes(self, most: int = 50) -> list[CommonMistake]:
        """Return at most `most` mistakes: named ones first, then the most common ones.

        Among equally common ones, those with more learners without a right answer come first.
        """
        tried: Counter[str] = Counter()
        made: defaultdict[tuple[str, str], list[tuple[str, bool]]] = defaultdict(list)
        """By exercise and code: for each learner with the mistake, its text and whether it has a right answer, too."""
        for view in self.learners.values():
            for exercise, cell in view.cells.items():
                tried[exercise] += cell.attempts > 0
                found = cell.mistakes or ({"": cell.unnamed} if cell.unnamed else {})
                for code, text in found.items():
                    made[exercise, code].append((text, cell.status == "right"))
        place = {exercise: number for number, exercise in enumerate(self.exercises)}
        common = [
            CommonMistake(
                exercise, code, Counter(text for text, _ in texts).most_common(1)[0][0], len(texts), tried[exercise],
                sum(not right for _, right in texts),
            )
            for (exercise, code), texts in made.items()
        ]  # fmt: skip
        common.sort(
            key=lambda one: (not one.code, -one.learners, -one.still, -one.share, place.get(one.exercise, 0), one.code)
        )
        return common[:most]

    def answers_with(self, exercise: str, code: str) -> list[Row]:
        """Return each learner's newest attempt that has this mistake and shared code; the newest one comes first."""
        found: dict[str, Row] = {}
        for learner, rows in self._rows.items():
            for row in rows:
                missed = row.kind == "attempt" and row.verdict not in ("right", "broken")
                fits = missed and row.code is not None and row.exercise == exercise
                if fits and (code in dict(row.named) if code else not row.named):
                    found[learner] = row
        return sorted(found.values(), key=lambda row: -row.happened)

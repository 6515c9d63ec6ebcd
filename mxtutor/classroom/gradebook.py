"""The results of a class in memory: one small record per answer; whole reports stay in the file of results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Protocol

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.naming import reading_order
from mxtutor.classroom.scoring import HandedIn, Score, Scoring, Total
from mxtutor.grading.protocol import Report, Verdict


@dataclass(frozen=True, slots=True)
class Named:
    """A mistake or a flag of a result."""

    code: str
    text: str
    """One sentence for people: the mistake's name, the flag's message."""


@dataclass(frozen=True, slots=True)
class Override:
    """A verdict that the instructor set."""

    verdict: Verdict
    reason: str
    at: str
    """Time in ISO 8601, UTC."""
    answer: str = ""
    """Hash of the answer that it was made for; empty where nothing was graded."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one answer."""

    learner: str
    exercise: str
    graded: Verdict
    """The verdict of the grader."""
    headline: str
    mistakes: tuple[Named, ...] = ()
    flags: tuple[Named, ...] = ()
    cases_right: int = 0
    cases: int = 0
    seconds: float = 0.0
    seed: int = 0
    answer: str = ""
    """Hash of the answer; empty where nothing was graded."""
    key: str = ""
    """Hash of everything that the result depends on (`fingerprints.result_key`)."""
    late: bool = False
    """Whether a learning platform marked it as late."""
    modified: float = 0.0
    """When the file was last changed, seconds since 1970; 0 if unknown."""
    place: int = -1
    """Where the file of results has the whole report; negative where it has none."""
    override: Override | None = None
    attempted: float = 0.0
    """When the tutor first checked this answer, by an export of the learner, seconds since 1970; 0 if unknown."""

    @property
    def handed_in(self) -> HandedIn:
        """When the answer was handed in, and how that is known."""
        seconds = self.attempted or self.modified
        try:
            when = datetime.fromtimestamp(seconds, timezone.utc) if seconds else None
        except (ValueError, OverflowError, OSError):  # a file's time can be any number
            return HandedIn()
        return HandedIn(when, "attempt" if self.attempted else "file" if when else "none")

    @property
    def verdict(self) -> Verdict:
        """The verdict that counts: the instructor's, or else the grader's."""
        return self.override.verdict if self.override else self.graded

    @property
    def right(self) -> bool:
        """Whether the answer counts as right."""
        return self.verdict is Verdict.RIGHT

    @property
    def outdated(self) -> bool:
        """Whether the instructor's verdict was made for another answer than the one that is graded now."""
        return bool(self.override and self.override.answer and self.override.answer != self.answer)


class Reports(Protocol):
    """Where whole reports are."""

    def report(self, result: Result) -> Report:
        """Return the report of a result, as the grader made it."""
        ...

    def source(self, result: Result) -> str:
        """Return the answer's source; empty where it is not kept."""
        ...

    def sample(self, result: Result) -> str:
        """Return the answer without comments, docstrings and names of learners; empty where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Header:
    """How a class was graded."""

    versions: Mapping[str, str] = field(default_factory=dict)
    content: str = ""
    """Hash of the graded exercises."""
    seed: int = 0
    started: str = ""
    """Time in ISO 8601, UTC."""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def versions_text(self) -> str:
        """The versions on one line."""
        return "; ".join(f"{name} {version or 'missing'}" for name, version in self.versions.items())

    @property
    def options_text(self) -> str:
        """The options on one line."""
        return "; ".join(f"{name} {value}" for name, value in self.options.items())


@dataclass(slots=True)
class Gradebook:
    """The results of a class; `exercises` and `learners` say what of the results counts."""

    exercises: tuple[str, ...]
    """Ids that were set, in the order of the course."""
    learners: tuple[str, ...]
    reports: Reports
    header: Header = field(default_factory=Header)
    results: dict[str, dict[str, Result]] = field(default_factory=dict)
    """Learner to exercise to result."""
    unread: tuple[Unread, ...] = ()
    """What was handed in and could not be read; without a learner for files beside the learners' folders."""
    partial: bool = False
    """Whether the grading was interrupted, so that results are missing."""
    anonymous: bool = False
    scoring: Scoring | None = None
    """Rules for points; None where the class is not scored."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of exercises by id."""

    @property
    def total(self) -> int:
        """Number of exercises that were set."""
        return len(self.exercises)

    def add(self, result: Result) -> None:
        """Enter one result in place of an earlier one."""
        self.results.setdefault(result.learner, {})[result.exercise] = result

    def of(self, learner: str) -> list[Result]:
        """Return a learner's results in the order of the course."""
        own = self.results.get(learner, {})
        return [own[identity] for identity in self.exercises if identity in own]

    def all(self) -> Iterator[Result]:
        """Yield all results, learner by learner."""
        for learner in self.learners:
            yield from self.of(learner)

    def right(self, learner: str) -> int:
        """Return how many of a learner's answers are right."""
        return sum(result.right for result in self.of(learner))

    def unread_of(self, learner: str) -> tuple[Unread, ...]:
        """Return what a learner handed in that could not be read."""
        return tuple(one for one in self.unread if one.learner == learner)

    def score(self, result: Result) -> Score | None:
        """Return the points of a result; None where the class or the exercise is not scored."""
        if self.scoring is None or result.exercise not in self.scoring.points:
            return None
        return self.scoring.score(result.exercise, result.verdict, result.handed_in)

    def total_score(self, learner: str) -> Total | None:
        """Return a learner's points; None where the class is not scored."""
        if self.scoring is None:
            return None
        return self.scoring.total(score for result in self.of(learner) if (score := self.score(result)))

    def report(self, result: Result) -> Report:
        """Return the whole report with the verdict that counts."""
        if result.place < 0:
            return Report(result.exercise, result.verdict, result.headline, seed=result.seed)
        report = self.reports.report(result)
        return replace(report, verdict=result.verdict) if result.override else report

    def with_override(self, learner: str, exercise: str, override: Override | None) -> None:
        """Enter a verdict of the instructor, or with None take it back.

        Where nothing was graded, a result without a report is made, and removed again.
        """
        own = self.results.setdefault(learner, {})
        before = own.get(exercise)
        if before is not None and (before.place >= 0 or override is not None):
            own[exercise] = replace(before, override=override)
        elif override is None:
            own.pop(exercise, None)
        else:
            headline = "The instructor set this verdict; nothing was graded."
            own[exercise] = Result(learner, exercise, override.verdict, headline, override=override)

    def keep_order(self, order: Sequence[str] = ()) -> None:
        """Sort learners by name; with `order`, use these exercises in their order."""
        self.learners = tuple(sorted(self.learners, key=reading_order))
        self.exercises = tuple(order) or self.exercises

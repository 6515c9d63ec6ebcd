"""The results of a class, with overrides by the instructor and points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import Result, Run
from mxtutor.classroom.naming import reading_order
from mxtutor.classroom.roster import Learner
from mxtutor.classroom.scoring import Score, Scoring, Total
from mxtutor.grading.protocol import Report

if TYPE_CHECKING:  # that module imports this one
    from mxtutor.classroom.results_file import ResultsFile

WORKSHOP = "workshop"
"""Option of a run: the title of its workshop."""


@dataclass(slots=True)
class Gradebook:
    """The results of a class; its run tells which learners and exercises count."""

    run: Run
    reports: ResultsFile
    """The file with the full reports and answers."""
    partial: bool = False
    """Whether the grading was interrupted, so that results are missing."""
    feedback: Mapping[str, str] = field(default_factory=dict)
    """Link to each learner's page, relative to the page of the class; empty without such pages."""
    people: Mapping[str, Learner] = field(default_factory=dict)
    """Learners of the roster by name, if a roster is given."""
    learners: tuple[str, ...] = field(init=False)
    """Learners sorted by name, without regard to case and accents."""
    scoring: Scoring | None = field(init=False)
    """Rules for points; None if the class is not scored."""

    def __post_init__(self) -> None:
        self.learners = tuple(sorted(self.run.learners, key=reading_order))
        self.scoring = self.run.scoring

    @property
    def title(self) -> str:
        """Title of the workshop; without a workshop, "mxtutor"."""
        return self.run.options.get(WORKSHOP, "mxtutor")

    @property
    def total(self) -> int:
        """Number of the exercises that the class was set."""
        return len(self.run.exercises)

    def of(self, learner: str) -> list[Result]:
        """Return a learner's results in the order of the course."""
        return [found for one in self.run.exercises if (found := self.reports.result(learner, one))]

    def all(self) -> Iterator[Result]:
        """Yield all results, learner by learner."""
        for learner in self.learners:
            yield from self.of(learner)

    def right(self, learner: str) -> int:
        """Return how many of a learner's answers are right."""
        return sum(result.right for result in self.of(learner))

    def unread_by_learner(self) -> dict[str, list[Unread]]:
        """Return the hand-ins that could not be read, by learner; those of nobody under ""."""
        found: dict[str, list[Unread]] = defaultdict(list)
        for one in self.run.unread:
            found[one.learner].append(one)
        return found

    def score(self, result: Result) -> Score | None:
        """Return the points of a result; None if the class or the exercise is not scored."""
        if self.scoring is None or result.exercise not in self.scoring.points:
            return None
        share = result.share(self.scoring.credit)
        score = self.scoring.score(result.exercise, result.verdict, result.handed_in, share=share)
        if result.override is None or result.override.points is None:
            return score
        return replace(score, points=result.override.points, lost=0.0, undecided=False)

    def total_score(self, learner: str) -> Total | None:
        """Return a learner's total points; None if the class is not scored."""
        if self.scoring is None:
            return None
        return self.scoring.total(score for result in self.of(learner) if (score := self.score(result)))

    def report(self, result: Result) -> Report:
        """Return the full report, with the instructor's verdict if there is one."""
        if result.place < 0:
            return Report(result.exercise, result.verdict, result.headline, seed=result.seed)
        return replace(self.reports.report(result), verdict=result.verdict)

"""The results of a class: who handed in what, and what counts of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import Overridden, Result, Run
from mxtutor.classroom.naming import reading_order
from mxtutor.classroom.roster import Learner
from mxtutor.classroom.scoring import Score, Scoring, Total
from mxtutor.grading.protocol import Report, Verdict

if TYPE_CHECKING:  # it makes gradebooks
    from mxtutor.classroom.results_file import ResultsFile

WORKSHOP = "workshop"
"""Option of a run: the title of its workshop."""


@dataclass(slots=True)
class Gradebook:
    """The results of a class; its run says what of the results counts."""

    run: Run
    reports: ResultsFile
    """Where whole reports and answers are."""
    partial: bool = False
    """Whether the grading was interrupted, so that results are missing."""
    feedback: Mapping[str, str] = field(default_factory=dict)
    """Address of each learner's page, from the page of the class; empty without such pages."""
    people: Mapping[str, Learner] = field(default_factory=dict)
    """Learners of the roster, where one is given."""
    results: dict[str, dict[str, Result]] = field(default_factory=dict)
    """Learner to exercise to result."""
    learners: tuple[str, ...] = field(init=False)
    """By their names, as people sort them."""
    scoring: Scoring | None = field(init=False)
    """Rules for points; None where the class is not scored."""

    def __post_init__(self) -> None:
        self.learners = tuple(sorted(self.run.learners, key=reading_order))
        self.scoring = self.run.scoring

    @property
    def title(self) -> str:
        """What was set: the title of the workshop, if there is one."""
        return self.run.options.get(WORKSHOP, "mxtutor")

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids that were set, in the order of the course."""
        return self.run.exercises

    @property
    def total(self) -> int:
        """Number of exercises that were set."""
        return len(self.run.exercises)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What was handed in and could not be read; without a learner for files beside the learners' folders."""
        return self.run.unread

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

    def unread_by_learner(self) -> dict[str, list[Unread]]:
        """Return what could not be read by learner; that of nobody under ""."""
        found: dict[str, list[Unread]] = defaultdict(list)
        for one in self.unread:
            found[one.learner].append(one)
        return found

    def score(self, result: Result) -> Score | None:
        """Return the points of a result; None where the class or the exercise is not scored."""
        if self.scoring is None or result.exercise not in self.scoring.points:
            return None
        share = result.share(self.scoring.credit)
        score = self.scoring.score(result.exercise, result.verdict, result.handed_in, share=share)
        if result.override is None or result.override.points is None:
            return score
        return replace(score, points=result.override.points, lost=0.0, undecided=False)

    def total_score(self, learner: str) -> Total | None:
        """Return a learner's points; None where the class is not scored."""
        if self.scoring is None:
            return None
        return self.scoring.total(score for result in self.of(learner) if (score := self.score(result)))

    def report(self, result: Result) -> Report:
        """Return the whole report with the verdict that counts."""
        if result.place < 0:
            return Report(result.exercise, result.verdict, result.headline, seed=result.seed)
        return replace(self.reports.report(result), verdict=result.verdict)

    def set(self, override: Overridden) -> None:
        """Enter what the instructor set; where nothing was graded, a result without a report is made."""
        before = self.results.get(override.learner, {}).get(override.exercise)
        if before is None:
            headline = "The instructor set this; nothing was graded."
            verdict = override.verdict or Verdict.WRONG
            before = Result(override.learner, override.exercise, verdict, headline)
        self.add(replace(before, override=override))

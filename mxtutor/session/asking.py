"""An assessment or a placement as a session: what becomes of an answer to an item."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mxtutor.assessment.readiness import not_ready
from mxtutor.grading.protocol import Verdict
from mxtutor.session.rules import ASSESSMENT
from mxtutor.session.session import Checked, Session, Task

if TYPE_CHECKING:
    from mxtutor.assessment.records import Outcome
    from mxtutor.assessment.session import Assessment
    from mxtutor.grading.protocol import Grader
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.saving import Text
    from mxtutor.progress.store import ProgressStore

OUTCOMES: dict[Verdict, Outcome] = {Verdict.BROKEN: "failed", Verdict.RIGHT: "right"}
"""What a verdict means; every other one is not right."""


class Asking(Session):
    """Items one after the other; the assessment keeps its responses itself, apart from the learner's progress."""

    def __init__(self, assessment: Assessment, grader: Grader) -> None:
        super().__init__(grader)
        self.assessment, self.rules_below = assessment, ASSESSMENT
        self.failures = 0
        """How often mxtutor could not grade the present item."""

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Write nothing to the learner's progress."""

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Tell no class."""

    def missing(self, task: Task, text: str) -> str:
        """Return why a text cannot be an answer yet, as a sentence; empty if it can."""
        return not_ready(task.exercise, text)

    def respond(self, checked: Checked) -> Literal["taken", "failed", "no answer"]:
        """Take an answer that was graded; the item stays open after a first failure and without one."""
        report = checked.report
        if report.verdict is Verdict.BROKEN and not self.failures:
            self.failures += 1
            return "failed"
        if not checked.counts:
            return "no answer"
        outcome = OUTCOMES.get(report.verdict, "not-right")
        self.assessment.respond(outcome, verdict=report.verdict.value, seed=report.seed, answer=checked.code)
        self.failures = 0
        return "taken"

    def skip(self) -> None:
        """Leave the item; it counts as not known, or as not asked if mxtutor failed on it."""
        self.assessment.respond("failed" if self.failures else "skipped")
        self.failures = 0

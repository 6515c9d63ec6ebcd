"""The results of a class, as `mxtutor.api` returns them."""

from __future__ import annotations

from dataclasses import dataclass, field

from mxtutor.classroom.hand_ins import Unread
from mxtutor.grading.protocol import Report, Verdict


@dataclass(frozen=True, slots=True)
class LearnerResult:
    """The results of one learner."""

    learner: str
    """Name of the learner's folder."""
    reports: tuple[Report, ...] = ()
    """One per answer, in the order of the course."""
    unread: tuple[Unread, ...] = ()

    @property
    def right(self) -> int:
        """Number of right answers."""
        return sum(report.verdict is Verdict.RIGHT for report in self.reports)


@dataclass(frozen=True, slots=True)
class ClassResult:
    """The results of a class."""

    learners: tuple[LearnerResult, ...]
    """In the order of their names; learners without answers are included."""
    total: int
    """Number of exercises in the course."""
    seed: int
    """Seed of the drawn inputs, the same for all answers."""
    unread: tuple[Unread, ...] = field(default=())
    """Files beside the learners' folders that look like answers."""

"""What the class view draws, computed in a thread: nothing of it changes afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mxtutor.classroom.naming import reading_order
from mxtutor.live.learners import LearnerView
from mxtutor.live.picture import CommonMistake, ExerciseView, Stuck

if TYPE_CHECKING:
    from mxtutor.live.watching import ClassWatch


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A class at one moment."""

    title: str = ""
    now: float = 0.0
    """Seconds since 1970."""
    learners: tuple[LearnerView, ...] = ()
    exercises: tuple[ExerciseView, ...] = ()
    attention: tuple[Stuck, ...] = ()
    mistakes: tuple[CommonMistake, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Names by keyed id; empty while ids are shown."""
    events: int = 0

    def label(self, learner: str) -> str:
        """Return what stands for a learner: the name, or a short id."""
        return self.names.get(learner) or learner.removeprefix("learner-")

    def counts(self) -> tuple[int, int, int, int]:
        """Return how many learners there are, have sent anything, ask for help, are stuck."""
        active = sum(view.last > 0 for view in self.learners)
        asking = sum(one.help for one in self.attention)
        return len(self.learners), active, asking, len(self.attention) - asking


def take_snapshot(watch: ClassWatch, now: float, *, names: bool, by_need: bool) -> Snapshot:
    """Return the class as it was at the last `refresh`.

    Args:
        watch: the class.
        now: seconds since 1970.
        names: whether names stand for learners, and not ids.
        by_need: whether those with fewest right answers come first, and not in the order of names.
    """
    picture = watch.picture
    known = watch.names() if names else {}

    def place(view: LearnerView) -> tuple[int, tuple[str, str]]:
        return (view.right if by_need else 0), reading_order(known.get(view.learner) or view.learner)

    return Snapshot(
        watch.entry.title,
        now,
        tuple(sorted(picture.learners.values(), key=place)),
        tuple(picture.by_exercise(now)),
        tuple(picture.attention(now)),
        tuple(picture.mistakes()),
        known,
        picture.count,
    )

"""A drill: an exercise once more, from its starter, with other inputs and without help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from textual import on
from textual.binding import ActiveBinding
from textual.message import Message

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report
from mxtutor.progress.cards import Drill, DrillResult
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.schedule import Rating, day_of
from mxtutor.reporting.day_words import day_words
from mxtutor.session.rules import DRILL, REVIEW, Rules
from mxtutor.ui.choices import Choices
from mxtutor.ui.messages import OpenDrill
from mxtutor.ui.screens.exercise import ExerciseScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.report_view import ReportView

if TYPE_CHECKING:
    pass

Leaving = Literal["next", "stop"]
COUNTED = {
    Rating.AGAIN: "Rated again",
    Rating.HARD: "Rated hard, because other answers came first",
    Rating.GOOD: "Rated good",
    Rating.EASY: "Rated easy",
}
"""What a rating means, for the learner."""


class DrillScreen(ExerciseScreen):
    """An exercise screen whose text and checks belong to a drill; the learner's own answer stays as it is."""

    class Rated(Message):
        """A check of the drill is stored."""

        def __init__(self, report: Report, result: DrillResult) -> None:
            super().__init__()
            self.report, self.result = report, result

    DRILLS = True
    _place: tuple[int, int] | None = None

    def __init__(
        self,
        session: TutorSession,
        exercise: Exercise,
        sources: Sources,
        drill: Drill,
        *,
        place: tuple[int, int] | None,
        leave: Callable[[Leaving], object],
        choices: Choices,
    ) -> None:
        """Take the drill's text; `place` is its number among the reviews and their number, None for a single drill."""
        self._place, self._leave = place, leave
        super().__init__(
            session, exercise, sources, Draft(drill.code, drill.cursor), drawn=drill.variant, choices=choices
        )
        self.missed = drill.misses > 0
        """Whether a check was not right."""

    @property
    def passed(self) -> bool:
        """Whether a right answer has ended the drill."""
        return self._opened.passed

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here: no help before it has passed."""
        return (DRILL if self._place is None else REVIEW).over(self._session.rules_below, passed=self.passed)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Return the keys for the footer: `next` ends the drill, or skips it."""
        found = super().active_bindings
        last = self._place is None or self._place[0] == self._place[1]
        label = ("Done" if last else "Next") if self.passed else ("" if last else "Skip")
        for key, active in found.items():
            if active.binding.action == "next":
                binding = replace(active.binding, description=label or "Leave", show=bool(label))
                found[key] = active._replace(binding=binding)
        return found

    def on_mount(self) -> None:
        """Let advice name no keys: a drill has neither hints nor runs of the draft."""
        self.query_one(ReportView).offers = False

    def on_unmount(self) -> None:
        """Allow help again."""
        if self._session.above is self:
            self._session.above = None

    def follow_scroll(self, pane: object, place: Place) -> None:
        """Leave the learner's place where it is: the tutor continues there."""

    def _draw_title(self) -> None:
        name = "Drill" if self._place is None else "Review"
        note = "no help" if self._place is None else "{} of {}  no help".format(*self._place)
        if self.passed:
            note = note.replace("no help", f"{self.glyphs.status('done')} passed")
        self.set_title(name, self._session.title(self._exercise.id), note=note)

    def note_rating(self, report: Report, result: DrillResult) -> None:
        """Post what the check changed."""
        self.post_message(self.Rated(report, result))

    @on(Rated)
    def show_rating(self, event: Rated) -> None:
        """Say when the exercise comes back; after a right answer the drill is over, and help is allowed again."""
        event.stop()
        result = event.result
        self.missed = self.missed or result.rating is Rating.AGAIN
        if result.passed:
            self._session.above = None
        view = self.query_one(ReportView)
        if self._opened.report is event.report and (words := result_words(result, self._session.now())):
            view.note = f"{view.note} {words}".strip()
            view.mutate_reactive(ReportView.report)
        self._draw_title()
        self.refresh_bindings()

    def action_again(self) -> None:
        """Begin another drill of this exercise in place of this one, which has passed."""
        self.action_next()
        self.app.post_message(OpenDrill(self._exercise.id))

    def action_next(self) -> None:
        """Go on with the next review; without one, leave."""
        self._leave("next")

    def _go_back(self) -> None:
        self._leave("stop")


def result_words(result: DrillResult, now: datetime) -> str:
    """Return what a check of a drill changed, in sentences for the learner; empty if nothing changed."""
    if result.rating is None:
        return ""
    due = day_words(result.due, day_of(now))
    if not result.passed:
        return f"{COUNTED[result.rating]}: it comes back {due}, also if you solve it now."
    words = [f"{COUNTED[result.rating]}: it comes back {due}."]
    words += [f"Resolved: {name.rstrip('.')}." for name in result.resolved]
    return " ".join(words)

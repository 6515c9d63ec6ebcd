"""The part of the app that opens screens and notes the learner's place, as messages ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from mxtutor.ui.key_table import in_browser
from mxtutor.ui.messages import (
    HomeResumed,
    OpenDrill,
    OpenExercise,
    OpenLesson,
    OpenLookup,
    OpenMistakes,
    OpenNext,
    OpenPaths,
    OpenPlacement,
    OpenRace,
    OpenReviews,
    OpenSearch,
    OpenStatistics,
    OpenWorkshop,
    PositionChanged,
)
from mxtutor.ui.navigator import Navigator
from mxtutor.ui.saving_app import SavingApp
from mxtutor.ui.tutor import tutor_of

if TYPE_CHECKING:
    from mxtutor.ui.reviewing import Reviewing


class OpeningApp(SavingApp):
    """An app whose navigator opens screens; until it exists, messages change nothing."""

    navigator: Navigator | None = None
    """Opens screens; None until the course is read."""

    @on(OpenLesson)
    def open_lesson(self, message: OpenLesson) -> None:
        """Show a lesson."""
        if self.navigator is not None:
            self.navigator.show_lesson(message.lesson)

    @on(OpenExercise)
    def open_exercise(self, message: OpenExercise) -> None:
        """Show an exercise."""
        if self.navigator is not None:
            self.navigator.show_exercise(message.exercise)

    @on(OpenNext)
    def open_next(self, message: OpenNext) -> None:
        """Show the next lesson or exercise."""
        if self.navigator is not None:
            self.navigator.open_next(message.kind, message.after)

    @on(OpenSearch)
    def open_search(self) -> None:
        """Search ids, titles and names."""
        if self.navigator is not None:
            self.navigator.open_search()

    @on(OpenLookup)
    def open_lookup(self, message: OpenLookup) -> None:
        """Look a name up."""
        if self.navigator is not None:
            self.navigator.open_lookup(message.word)

    @on(OpenRace)
    def open_race(self) -> None:
        """Show the race."""
        if self.navigator is not None and not in_browser():  # a race would take the machine of all learners
            self.navigator.open_race()

    @on(OpenPaths)
    def open_paths(self) -> None:
        """Show the learning paths."""
        if self.navigator is not None:
            self.navigator.open_paths()

    @on(OpenPlacement)
    def open_placement(self) -> None:
        """Begin the placement, or go on with it."""
        if self.navigator is not None:
            self.navigator.open_placement()

    @on(OpenReviews)
    def open_reviews(self) -> None:
        """Begin the drills of what is due."""
        if (reviewing := self._reviewing()) is not None:
            reviewing.open_reviews()

    @on(OpenDrill)
    def open_drill(self, message: OpenDrill) -> None:
        """Show an exercise once more, with other inputs."""
        if (reviewing := self._reviewing()) is not None:
            reviewing.open_drill(message.exercise)

    @on(OpenMistakes)
    def open_mistakes(self) -> None:
        """Show the learner's mistakes."""
        if (reviewing := self._reviewing()) is not None:
            reviewing.open_mistakes()

    @on(OpenStatistics)
    def open_statistics(self) -> None:
        """Show what the learner has done."""
        if (reviewing := self._reviewing()) is not None:
            reviewing.open_statistics()

    def _reviewing(self) -> Reviewing | None:
        session = tutor_of(self).session
        if self.navigator is None or session is None:
            return None
        from mxtutor.ui.reviewing import Reviewing  # the first paint does not need it

        return Reviewing(self, self.navigator, session)

    @on(OpenWorkshop)
    def open_workshop(self) -> None:
        """Show the parts, times and rules of the workshop."""
        if self.navigator is not None:
            self.navigator.open_workshop()

    @on(PositionChanged)
    def note_place(self, message: PositionChanged) -> None:
        """Store the learner's place."""
        if self.navigator is not None:
            self.navigator.note_place(message.place)

    @on(HomeResumed)
    def note_home(self) -> None:
        """Store that the learner is at home."""
        if self.navigator is not None:
            self.navigator.note_home()

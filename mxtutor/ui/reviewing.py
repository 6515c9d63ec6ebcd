"""Drills (an exercise again from its starter), one after the other in reviews, and the card at their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import App

from mxtutor.errors import ContentError
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import Drill
from mxtutor.session.learner import drill_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.exercise.visit import DrillVisit
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.closing import ReviewsCard
from mxtutor.ui.screens.opening import Found, OpeningScreen, place
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import load_sources

if TYPE_CHECKING:
    from mxtutor.ui.exercise.visit import Leaving


class Drills:
    """Shows drills one after the other; after reviews, also when the learner stops them, a card with the results."""

    def __init__(
        self, app: App[None], session: TutorSession, exercises: Sequence[str], *, reviews: bool = False
    ) -> None:
        self._app, self._session, self._exercises, self._reviews = app, session, list(exercises), reviews
        self._place = 0
        self._visit: DrillVisit | None = None
        self._passed: list[str] = []
        self._missed: list[str] = []

    async def read(self, first: int = 0) -> Found:
        """Return the screen of drill number `first`, from 0, or of the next one that can be read."""
        for number in range(first, len(self._exercises)):
            try:
                screen = await self._made(number)
            except ContentError as error:
                self._app.notify(str(error), severity="warning", markup=False)
                continue
            self._place, self._session.above = number, self._visit
            return screen
        return self._end

    async def _made(self, number: int) -> ExerciseScreen:
        """Return the screen of a drill; a drill that was left before continues with its text and its variant.

        Raises:
            ContentError: the exercise is damaged.
        """
        session, exercise_id, now = self._session, self._exercises[number], self._session.now()
        drill, variant = await session.ask(lambda progress: drill_of(progress, exercise_id, now))
        live = await session.ask(lambda progress: progress.setting("live") != "off")
        if drill is not None and (unsaved := session.saver.draft(exercise_id, "drill")):
            drill = replace(drill, code=unsaved.code, cursor=unsaved.cursor)
        exercise = await session.load(exercise_id, variant=variant)
        sources = await in_thread(lambda: load_sources(exercise))
        begun = drill or Drill(sources.starter, variant=variant)
        session.write(lambda progress: progress.save_drill(exercise_id, begun, now), "Keeping your drill")
        place = (number + 1, len(self._exercises)) if self._reviews else None
        self._visit = DrillVisit(session, place, self._leave, missed=begun.misses > 0)
        draft = Draft(begun.code, begun.cursor)
        return ExerciseScreen(self._visit, exercise, sources, draft, drawn=begun.variant, live=live)

    def _leave(self, screen: ExerciseScreen, leaving: Leaving) -> None:
        """Go on after a drill; called by its visit."""
        visit, exercise = self._visit, self._exercises[self._place]
        assert visit is not None  # it calls
        if visit.passed and exercise not in self._passed:
            self._passed.append(exercise)
        if visit.missed and exercise not in self._missed:
            self._missed.append(exercise)
        if leaving == "next" and self._place + 1 < len(self._exercises):
            following = self._place + 1
            path = ("Review", self._session.title(self._exercises[following]))
            place(self._app, OpeningScreen(path, lambda: self.read(following), "Opening the drill"), over=screen)
        else:
            screen.dismiss()
            self._end()

    def _end(self) -> None:
        """After reviews, show the card with their results."""
        self._session.above = None
        if self._reviews and (self._passed or self._missed):
            titles = [self._session.title(exercise) for exercise in self._missed]
            rest = len(self._exercises) - len({*self._passed, *self._missed})
            self._app.push_screen(ReviewsCard(len(self._passed), titles, rest))

"""Opens reviews, drills, the list of mistakes and the statistics."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from mxtutor.errors import ContentError
from mxtutor.progress.cards import Drill
from mxtutor.progress.due import reviews
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import day_of
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.platform.threads import import_screen, in_thread
from mxtutor.ui.screens.home import home_of
from mxtutor.ui.session import TutorSession

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore
    from mxtutor.ui.exercise.screen import ExerciseScreen
    from mxtutor.ui.exercise.visit import DrillVisit, Leaving


class Reviewing:
    """What the keys of reviews do."""

    def __init__(self, app: App[None], session: TutorSession) -> None:
        self._app, self._session = app, session

    def open_reviews(self) -> None:
        """Begin the drills of what is due; if nothing is, say what comes next."""
        self._work(self._begin_reviews(), "Opening your reviews")

    def open_drill(self, exercise: str) -> None:
        """Show one drill."""
        self._work(Drills(self._app, self._session, [exercise]).begin(), "Opening the drill")

    def open_mistakes(self) -> None:
        """Show the learner's mistakes."""
        from mxtutor.ui.screens.mistakes import MistakesScreen

        self._put(MistakesScreen(self._session))

    def open_statistics(self) -> None:
        """Show what the learner has done."""
        from mxtutor.ui.screens.statistics import StatisticsScreen

        self._put(StatisticsScreen(self._session))

    def _put(self, screen: Screen[Any]) -> None:
        if type(self._app.screen) is not type(screen):
            self._app.push_screen(screen)

    async def _begin_reviews(self) -> None:
        session, now = self._session, self._session.now()
        found = await session.ask(lambda progress: reviews(progress, session.course, now))
        if found.due:
            await Drills(self._app, session, [item.exercise for item in found.due], reviews=True).begin()
            return
        words = found.text(day_of(now))
        home = home_of(self._app)
        if self._app.screen is home:
            home.say(words)
        else:
            self._app.notify(words, markup=False)

    def _work(self, work: Coroutine[None, None, None], doing: str) -> None:
        self._app.run_worker(work, exclusive=True, exit_on_error=False, group=OPENING, description=doing)


class Drills:
    """Shows drills one after the other; at the end of reviews, also when they are stopped, a card with the results."""

    def __init__(
        self, app: App[None], session: TutorSession, exercises: Sequence[str], *, reviews: bool = False
    ) -> None:
        self._app, self._session, self._exercises, self._reviews = app, session, list(exercises), reviews
        self._place = 0
        self._screen: ExerciseScreen | None = None
        self._visit: DrillVisit | None = None
        self._passed: list[str] = []
        self._missed: list[str] = []

    async def begin(self) -> None:
        """Show the first drill above the open screen."""
        await in_thread(lambda: import_screen("exercise"))
        await self._show(0)

    async def _show(self, place: int) -> None:
        """Show the drill at a place, or the next one that can be read; after the last one, end."""
        for number in range(place, len(self._exercises)):
            try:
                screen = await self._made(number)
            except ContentError as error:
                self._app.notify(str(error), severity="warning", markup=False)
                continue
            before, self._screen, self._place = self._screen, screen, number
            self._session.above = self._visit
            if before is not None and self._app.screen is before:
                await self._app.switch_screen(screen)
            else:
                await self._app.push_screen(screen)
            return
        self._end()

    async def _made(self, number: int) -> ExerciseScreen:
        """Return the screen of a drill; a drill that was left goes on with its text and its numbers.

        Raises:
            ContentError: the exercise is damaged.
        """
        from mxtutor.ui.choices import Choices
        from mxtutor.ui.exercise.screen import ExerciseScreen
        from mxtutor.ui.exercise.visit import DrillVisit
        from mxtutor.ui.sources import load_sources

        session, exercise_id, now = self._session, self._exercises[number], self._session.now()

        def kept(progress: ProgressStore) -> tuple[Drill | None, int, Choices]:
            drills = progress.drill_counts().get(exercise_id, (0, 0))[0]
            attempts = progress.standing(exercise_id).attempts
            return progress.drill(exercise_id, now), attempts + drills, Choices.read(progress)

        drill, drawn, choices = await session.ask(kept)
        if drill is not None and (unsaved := session.saver.draft(exercise_id, "drill")):
            drill = replace(drill, code=unsaved.code, cursor=unsaved.cursor)
        variant = drill.variant if drill is not None else drawn
        exercise = await session.load(exercise_id, variant=variant)
        sources = await in_thread(lambda: load_sources(exercise))
        begun = drill or Drill(sources.starter, variant=variant)
        session.write(lambda progress: progress.save_drill(exercise_id, begun, now), "Keeping your drill")
        place = (number + 1, len(self._exercises)) if self._reviews else None
        self._visit = DrillVisit(session, place, self._leave, missed=begun.misses > 0)
        draft = Draft(begun.code, begun.cursor)
        return ExerciseScreen(self._visit, exercise, sources, draft, drawn=begun.variant, choices=choices)

    def _leave(self, leaving: Leaving) -> None:
        """Go on after a drill; its visit calls it."""
        visit, exercise = self._visit, self._exercises[self._place]
        assert visit is not None  # it calls
        if visit.passed and exercise not in self._passed:
            self._passed.append(exercise)
        if visit.missed and exercise not in self._missed:
            self._missed.append(exercise)
        if leaving == "next" and self._place + 1 < len(self._exercises):
            self._app.run_worker(
                self._show(self._place + 1),
                exclusive=True,
                exit_on_error=False,
                group=OPENING,
                description="Opening the next review",
            )
        else:
            self._end()

    def _end(self) -> None:
        """Close the drill; after reviews, show what became of them."""
        self._session.above = None
        if self._screen is not None and self._app.screen is self._screen:
            self._screen.dismiss()
        if self._reviews and (self._passed or self._missed):
            from mxtutor.ui.screens.reviews import ReviewsCard

            titles = [self._session.title(exercise) for exercise in self._missed]
            rest = len(self._exercises) - len({*self._passed, *self._missed})
            self._app.push_screen(ReviewsCard(len(self._passed), titles, rest))

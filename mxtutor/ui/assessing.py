"""Runs a test (the placement of the course, or `mxtutor assess`): one item after the other, then the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import App

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import AssessmentReport, Blueprint, SavedSession
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.progress.assessments import SessionStore, snapshot
from mxtutor.progress.events import Purpose
from mxtutor.progress.model import Draft
from mxtutor.progress.saving import Text
from mxtutor.session.asking import Asking, placement, titles_of
from mxtutor.session.asking import place as place_learner
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.exercise.visit import ItemVisit
from mxtutor.ui.keys import HOME
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.assess_cards import Choice, EndScreen, PauseCard, PlacedCard, StartCard
from mxtutor.ui.screens.opening import Found, OpeningScreen, place
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import load_sources
from mxtutor.ui.tutor import tutor_of


class Test:
    """One run of a test; it is stored after every response and every pause of typing."""

    __test__ = False
    PURPOSE: Purpose
    NAME: str
    TIMED: bool
    _app: App[Any]
    _session: TutorSession

    async def unfinished(self) -> SavedSession | None:
        """Return the stored run that has not ended; None without one."""
        return await self._session.ask(lambda progress: SessionStore(progress, self.PURPOSE).unfinished())

    async def first(self, assessment: Assessment) -> Found:
        """Begin to ask the items of an assessment, and return the screen of its present item."""
        asking = self._session.above = Asking(assessment, self._session.grader)
        return await self._item(asking)

    async def _item(self, asking: Asking) -> Found:
        """Return the screen of the present item; after the last item, the result of `finish`."""
        found = await in_thread(lambda: asking.item(self._session.journey.whole, load_sources))
        while asking.damaged:
            self._app.notify(asking.damaged.pop(0), severity="warning", markup=False)
        if found is None:
            self._session.above = None
            return await self.finish(asking.assessment)

        def following(screen: ExerciseScreen) -> None:
            opening = OpeningScreen((self.NAME,), lambda: self._item(asking), "The next question")
            place(self._app, opening, over=screen)

        exercise, sources = found
        visit = ItemVisit(asking, self.NAME, self.pause_card, following, self._leave, timed=self.TIMED)
        saved = asking.assessment.saved.draft
        return ExerciseScreen(visit, exercise, sources, None if saved is None else Draft(saved))

    def _leave(self) -> None:
        self._session.above = None
        self.leave()

    def _keep(self, saved: SavedSession) -> None:
        now, purpose = snapshot(saved), self.PURPOSE
        text = Text(saved.current or "", Draft(saved.draft or ""), of="assessment")
        self._session.write(lambda progress: SessionStore(progress, purpose).save(now), "Keeping your answers", text)

    def pause_card(self) -> PauseCard:
        """Return the card that is shown while the test pauses."""
        raise NotImplementedError

    def leave(self) -> None:
        """Called when the learner has left the run, to continue it later."""

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Return a function that shows the result of the run."""
        raise NotImplementedError


class Placement(Test):
    """The placement: exercises that it proves count as known."""

    PURPOSE, NAME, TIMED = "placement", "Placement", False

    def __init__(self, app: App[Any], session: TutorSession, closed: Callable[[bool], None]) -> None:
        """`closed` is called at the end; its argument tells whether the learner goes on with the next exercise."""
        self._app, self._session, self._closed = app, session, closed

    async def begin(self) -> Found:
        """Return the screen of the first item, or of the item at which an earlier run was left."""
        course, saved = self._session.journey.whole, await self.unfinished()
        return await self.first(await in_thread(lambda: placement(course, saved, self._keep)))

    def pause_card(self) -> PauseCard:
        about = f"Your answers are kept. Press {HOME.key('placement')} at home to go on, also on another day."
        return PauseCard("Placement: paused", about, "Leave", hides=False)

    def leave(self) -> None:
        """Enable the keys of home again."""
        self._app.screen.refresh_bindings()

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Store the proven exercises as known, and return a function that shows the card about them."""
        found = place_learner(self._session, assessment)
        card = PlacedCard(found, tutor_of(self._app).glyphs.known)
        return lambda: self._app.push_screen(card, lambda choice: self._closed(choice == "go"))


class Assess(Test):
    """`mxtutor assess`: a card, the items, and the report; the app ends with it."""

    PURPOSE, NAME, TIMED = "assessment", "assessment", True

    def __init__(self, items: Mapping[str, Item], plan: Blueprint, learner: str = "") -> None:
        self._items, self._plan, self._learner = items, plan, learner
        self.report: AssessmentReport | None = None
        """The report; None if the learner quit before the end."""

    async def begin(self, app: App[Any], session: TutorSession) -> None:
        self._app, self._session = app, session
        earlier = await self.unfinished()
        known = None if earlier is None else self.continued(earlier)
        if known is not None and not known.items:
            known = None  # the course contains none of the run's exercises any more

        def chosen(choice: Choice | None) -> None:
            if choice in (None, "quit"):
                app.exit()
                return
            new = self.continued(begin(self._plan, self._learner))
            picked = new if choice == "anew" or known is None else known
            if self._learner:
                picked.saved.learner = self._learner
            place(app, OpeningScreen((self.NAME,), lambda: self.first(picked), "The first question"))

        await app.push_screen(StartCard(self._plan.title, self._plan.minutes, known), chosen)

    def continued(self, saved: SavedSession) -> Assessment:
        """Return an assessment that continues a stored run and stores its changes."""
        return Assessment(saved, self._items, self._keep)

    def pause_card(self) -> PauseCard:
        about = "Your answers are kept. If you quit, `mxtutor assess` goes on here."
        return PauseCard("Paused: the clock stands still", about, "Quit")

    def leave(self) -> None:
        self._app.exit()

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Make and store the report, and return a function that shows it."""
        course = self._session.course
        titles = await in_thread(lambda: titles_of(course, assessment.plan.weights))
        self.report = await in_thread(lambda: report_of(assessment, course, titles))
        assessment.saved.report = self.report
        assessment.save()
        end = EndScreen(self.report)
        return lambda: self._app.push_screen(end, lambda _: self._app.exit())

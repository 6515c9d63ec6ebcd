"""Runs a test: the placement of the course, or `mxtutor assess`; one item after the other, then what it showed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from textual.app import App

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.model import Item
from mxtutor.assessment.placement import missed, proven
from mxtutor.assessment.planning import begin, placement_plan
from mxtutor.assessment.records import Blueprint, Report, SavedSession
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Course
from mxtutor.errors import ContentError
from mxtutor.progress.assessments import SessionStore, snapshot
from mxtutor.progress.events import Purpose
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.saving import Text
from mxtutor.session.asking import Asking
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.exercise.visit import ItemVisit
from mxtutor.ui.keys import HOME
from mxtutor.ui.platform.threads import OPENING, in_thread
from mxtutor.ui.screens.assess_cards import Choice, EndScreen, PauseCard, PlacedCard, StartCard
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import load_sources
from mxtutor.ui.tutor import tutor_of


class Test:
    """One run; it is kept after every response and every pause of typing."""

    __test__ = False
    PURPOSE: Purpose
    NAME: str
    TIMED: bool

    def __init__(self, app: App[Any], session: TutorSession) -> None:
        self._app, self._session = app, session
        self.assessment: Assessment | None = None
        """The session; None before it begins."""
        self._left = False

    async def unfinished(self) -> SavedSession | None:
        """Return the run that was left."""
        return await self._session.ask(lambda progress: SessionStore(progress, self.PURPOSE).unfinished())

    def continued(self, saved: SavedSession, items: Mapping[str, Item]) -> Assessment:
        """Return a run as a session that is kept."""
        return Assessment(saved, items, self._keep)

    async def ask(self, assessment: Assessment) -> None:
        """Ask from the present item on; a worker that opens screens calls it."""
        self.assessment = assessment
        asking = Asking(assessment, self._session.grader)
        self._session.above = asking
        await self._next(asking, assessment)

    async def _next(self, asking: Asking, assessment: Assessment) -> None:
        found = await in_thread(lambda: asking.item(self._session.journey.whole, load_sources))
        while asking.damaged:
            self._app.notify(asking.damaged.pop(0), severity="warning", markup=False)
        if found is None:
            self._session.above = None
            await self.finish(assessment)
            return
        exercise, sources = found
        visit = ItemVisit(asking, self.NAME, self.pause_card, self._leave, timed=self.TIMED)
        saved = assessment.saved.draft
        screen = ExerciseScreen(visit, exercise, sources, None if saved is None else Draft(saved))

        def after(_: None) -> None:
            if not self._left:
                self.work(self._next(asking, assessment), "The next question")

        await self._app.push_screen(screen, after)

    def work(self, call: Coroutine[None, None, None], doing: str) -> None:
        """Open the next screen."""
        self._app.run_worker(call, exclusive=True, exit_on_error=False, group=OPENING, description=doing)

    def _leave(self) -> None:
        self._left, self._session.above = True, None
        self.leave()

    def _keep(self, saved: SavedSession) -> None:
        """Store a session in the background, in order."""
        now, purpose = snapshot(saved), self.PURPOSE
        text = Text(saved.current or "", Draft(saved.draft or ""), of="assessment")
        self._session.write(lambda progress: SessionStore(progress, purpose).save(now), "Keeping your answers", text)

    def pause_card(self) -> PauseCard:
        """Return the card that hides the task."""
        raise NotImplementedError

    def leave(self) -> None:
        """Go on after the learner has left the run for later."""

    async def finish(self, assessment: Assessment) -> None:
        """Show what the run showed."""
        raise NotImplementedError


class Placement(Test):
    """The placement: what it proves counts as known."""

    PURPOSE, NAME, TIMED = "placement", "Placement", False

    def __init__(
        self,
        app: App[Any],
        session: TutorSession,
        go_to: Callable[[Place], Entry | None],
        closed: Callable[[bool], None],
    ) -> None:
        """Take what the end calls.

        Args:
            app: the app.
            session: the session.
            go_to: moves the learner to a place, and returns what `continue` opens from then on.
            closed: gets whether the learner continues with that.
        """
        super().__init__(app, session)
        self._go_to, self._closed = go_to, closed

    async def begin(self) -> None:
        """Show the first item, or the one where an earlier run was left; the caller's worker opens screens."""
        course = self._session.journey.whole
        items, _ = await in_thread(lambda: items_of(course, course.exercises))
        saved = await self.unfinished()
        run = self.continued(saved or begin(placement_plan(course, items)), items)
        if not run.items:  # the course has none of its exercises any more
            run = self.continued(begin(placement_plan(course, items)), items)
        await self.ask(run)

    def pause_card(self) -> PauseCard:
        """Return the card that hides the task."""
        about = f"Your answers are kept. Press {HOME.key('placement')} at home to go on, also on another day."
        return PauseCard("Placement: paused", about, "Leave", hides=False)

    def leave(self) -> None:
        """Let the keys of home work again."""
        self._app.screen.refresh_bindings()

    async def finish(self, assessment: Assessment) -> None:
        """Let what was proven count as known, and say so."""
        session, course = self._session, self._session.journey.whole
        known = proven(assessment, [lesson.exercises for lesson in course.lessons if not lesson.continued])
        session.prove_known(known)
        folded = [x.title for x in course.lessons if x.exercises and set(x.exercises) <= set(known)]
        wrong = [one for one in missed(assessment) if one in course.exercises]
        lessons = list(dict.fromkeys(course.lesson_of(one).title for one in wrong))
        goal = self._go_to(session.journey.placed(wrong if known else ()))
        titles = {lesson.id: lesson.title for lesson in course.lessons}
        first = titles.get(goal.id) or session.title(goal.id) if goal is not None else ""

        card = PlacedCard(len(known), folded, lessons, first, tutor_of(self._app).glyphs.known)
        await self._app.push_screen(card, lambda choice: self._closed(choice == "go"))


class Assess:
    """What `mxtutor assess` shows in place of the course: a card, the items, and the report."""

    def __init__(self, items: Mapping[str, Item], plan: Blueprint, learner: str = "") -> None:
        self._items, self._plan, self._learner = items, plan, learner
        self.run: AssessRun | None = None
        """The run; None before the app shows it."""

    @property
    def report(self) -> Report | None:
        """The report; None if the learner quit before the end."""
        return self.run.report if self.run is not None else None

    async def begin(self, app: App[Any], session: TutorSession) -> None:
        """Show the card."""
        run = self.run = AssessRun(app, session)
        earlier = await run.unfinished()
        known = None if earlier is None else run.continued(earlier, self._items)
        if known is not None and not known.items:
            known = None  # the course has none of its exercises any more

        def chosen(choice: Choice | None) -> None:
            if choice in (None, "quit"):
                app.exit()
                return
            new = run.continued(begin(self._plan, self._learner), self._items)
            picked = new if choice == "anew" or known is None else known
            if self._learner:
                picked.saved.learner = self._learner
            run.work(run.ask(picked), "The first question")

        await app.push_screen(StartCard(self._plan.title, self._plan.minutes, known), chosen)


class AssessRun(Test):
    """A run of `mxtutor assess`; the app ends with it."""

    PURPOSE, NAME, TIMED = "assessment", "assessment", True
    report: Report | None = None
    """The report; None before the end."""

    def pause_card(self) -> PauseCard:
        """Return the card that hides the task."""
        about = "Your answers are kept. If you quit, `mxtutor assess` goes on here."
        return PauseCard("Paused: the clock stands still", about, "Quit")

    def leave(self) -> None:
        """End the app."""
        self._app.exit()

    async def finish(self, assessment: Assessment) -> None:
        """Make and store the report, and show it."""
        course = self._session.course
        titles = await in_thread(lambda: titles_of(course, assessment.plan.weights))
        self.report = await in_thread(lambda: report_of(assessment, course, titles))
        assessment.saved.report = self.report
        assessment.save()
        await self._app.push_screen(EndScreen(self.report), lambda _: self._app.exit())


def titles_of(course: Course, exercises: Iterable[str]) -> dict[str, str]:
    """Return the titles of exercises; those that cannot be read are left out."""
    titles: dict[str, str] = {}
    for identity in exercises:
        try:
            titles[identity] = load_exercise(course.folder(identity), identity).title
        except ContentError:
            continue
    return titles

"""Runs the tutor's placement: one item after the other, then what it proved."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.placement import missed, proven
from mxtutor.assessment.planning import begin, placement_plan
from mxtutor.assessment.records import SavedSession
from mxtutor.assessment.session import Assessment
from mxtutor.progress.assessments import SessionStore, snapshot
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Place
from mxtutor.session.asking import Asking
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.placement import PlacedCard, PlacementScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import load_sources


class Placement:
    """One run; it is kept after every response and every pause of typing."""

    def __init__(
        self,
        app: App[None],
        session: TutorSession,
        go_to: Callable[[Place], Entry | None],
        closed: Callable[[bool], object],
    ) -> None:
        """Take what the end calls.

        Args:
            app: the app.
            session: the session.
            go_to: moves the learner to a place, and returns what `continue` opens from then on.
            closed: gets whether the learner continues with that.
        """
        self._app, self._session, self._go_to, self._closed = app, session, go_to, closed
        self._screen: PlacementScreen | None = None
        self._asking: Asking | None = None

    async def begin(self) -> None:
        """Show the first item, or the one where an earlier run was left; the caller's worker opens screens."""
        session = self._session
        items, _ = await in_thread(lambda: items_of(session.course, session.course.exercises))
        saved = await session.ask(lambda progress: SessionStore(progress, "placement").unfinished())
        assessment = Assessment(saved or begin(placement_plan(session.course, items)), items, self._keep)
        if not assessment.items:  # the course has none of its exercises any more
            assessment = Assessment(begin(placement_plan(session.course, items)), items, self._keep)
        self._asking = session.above = Asking(assessment, session.grader)
        await self._ask(self._asking)

    async def _ask(self, asking: Asking) -> None:
        """Show the next item that can be read; at the end, what was proven."""
        found = await in_thread(lambda: asking.item(self._session.course, load_sources))
        if found is None:
            await self._finish(asking.assessment)
            return
        self._screen = PlacementScreen(asking, *found)
        await self._app.push_screen(self._screen, self._after_item)

    def _after_item(self, _: None) -> None:
        assert self._asking is not None  # an item was shown
        assert self._screen is not None
        if self._screen.left:
            self._session.above = None
            self._app.screen.refresh_bindings()
        else:
            work = self._ask(self._asking)
            self._app.run_worker(
                work, exclusive=True, exit_on_error=False, group=OPENING, description="The next question"
            )

    async def _finish(self, assessment: Assessment) -> None:
        """Let what was proven count as known, and say so."""
        session, course = self._session, self._session.course
        session.above = None
        known = proven(assessment, [lesson.exercises for lesson in course.lessons if not lesson.continued])
        session.prove_known(known)
        folded = [x.title for x in course.lessons if x.exercises and set(x.exercises) <= set(known)]
        wrong = [one for one in missed(assessment) if one in course.exercises]
        lessons = list(dict.fromkeys(course.lesson_of(one).title for one in wrong))
        goal = self._go_to(session.journey.placed(wrong if known else ()))
        titles = {lesson.id: lesson.title for lesson in course.lessons}
        begin = titles.get(goal.id) or session.title(goal.id) if goal is not None else ""
        await self._app.push_screen(PlacedCard(len(known), folded, lessons, begin), self._close)

    def _close(self, go_on: bool | None) -> None:
        self._closed(bool(go_on))

    def _keep(self, saved: SavedSession) -> None:
        now = snapshot(saved)
        self._session.write(lambda progress: SessionStore(progress, "placement").save(now), "Keeping your placement")

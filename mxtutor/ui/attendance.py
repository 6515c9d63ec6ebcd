"""Runs a workshop in the app: moves its timers on, shows them, says when a part's time is over, greets, ends it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App

from mxtutor.classroom.examination import Ending
from mxtutor.errors import TutorError
from mxtutor.progress.sealed_guide import SealedGuide, make_report, was_made
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.ui.messages import Open
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.title_bar import TitleBar

KEPT_EVERY = 6
"""Steps after which the times are written to the store."""


class Attendance:
    """One run of a workshop."""

    SECONDS: ClassVar[float] = 5.0
    """Time between two steps."""

    def __init__(self, app: App[None], session: TutorSession, guide: WorkshopGuide) -> None:
        self._app = app
        self._session = session
        self._guide = guide
        self._steps = 0

    def begin(self) -> None:
        """Show the timer, and the greeting if the learner has not seen it."""
        self.step()
        if self._greets():
            self._app.post_message(Open("workshop"))

    def _greets(self) -> bool:
        """Return whether the card of the workshop shows at the start."""
        return bool(self._guide.workshop.greeting) and not self._guide.greeted

    def step(self) -> None:
        """Count the time since the last step, show it, and keep it from time to time."""
        guide = self._guide
        guide.timer.step()
        forms = guide.timer_forms()
        for screen in self._app.screen_stack:
            for bar in screen.query(TitleBar):
                bar.timer = forms
        if title := guide.just_over():
            self._app.notify(guide.over_text(title), markup=False)
        self._steps += 1
        if self._steps % KEPT_EVERY == 0:
            self._session.write(guide.save, "Keeping the times of the workshop")

    def ask_to_end(self) -> None:
        """Ask whether to end the workshop: only in a sealed one."""


QUESTION = (
    "Your answers no longer count after the end, and the report is made. There is no way back.\n"
    "Parts that you have not opened give no points."
)


class SealedAttendance(Attendance):
    """One run of a sealed workshop."""

    SECONDS: ClassVar[float] = 1.0

    def __init__(self, app: App[None], session: TutorSession, guide: SealedGuide) -> None:
        super().__init__(app, session, guide)
        self._sealed = guide
        self._making = False
        self._failed = False
        """Whether the report could not be made; it is tried again when the learner asks for it."""

    def _greets(self) -> bool:
        """Return whether the card shows at the start: always before the first part, because it has the rules."""
        return not self._guide.greeted

    def begin(self) -> None:
        """Show the timer and the card."""
        if self._sealed.sitting.ended is None:
            super().begin()
        else:
            self.step()

    def step(self) -> None:
        """Show the time that is left, end the workshop when it is time, and make the report of one that has ended."""
        super().step()
        guide = self._sealed
        if guide.sitting.ended is None:
            if all(self._session.standing(one).status == "done" for one in guide.workshop.path.exercises):
                self._end("done")
            elif guide.time_is_over():
                self._end("time")
        if guide.sitting.ended is not None and guide.made is None and not self._making and not self._failed:
            self._make()

    def ask_to_end(self) -> None:
        """Ask whether to end the workshop; after its end, show the report."""
        from mxtutor.ui.screens.confirm import ConfirmModal

        if self._sealed.sitting.ended is not None:
            self._failed = False
            self._show()
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._end("learner")
                self.step()

        self._app.push_screen(ConfirmModal("End the workshop?", QUESTION, yes="End it", no="Go on"), answered)

    def _end(self, ending: Ending) -> None:
        self._sealed.end(ending)
        self._session.write(self._sealed.save, "Ending the workshop")

    def _make(self) -> None:
        """Make the report once no check runs any more; the next step tries again."""
        if any(getattr(screen, "checking", False) for screen in self._app.screen_stack):
            return
        self._making = True
        self._app.run_worker(self._make_now(), exit_on_error=False, group="report", description="Making the report")

    async def _make_now(self) -> None:
        guide, course = self._sealed, self._session.course
        try:
            await self._session.ask(guide.save)
            shown = await in_thread(lambda: was_made(guide.workshop))
            guide.made = await in_thread(lambda: make_report(guide, course))
        except TutorError:
            self._failed = True
            raise
        finally:
            self._making = False
        if not shown:
            self._show()

    def _show(self) -> None:
        made = self._sealed.made
        if made is None:
            self.step()
            return
        from mxtutor.ui.screens.workshop import ReportCard

        if not isinstance(self._app.screen, ReportCard):
            self._app.push_screen(ReportCard(made))


def attendance_of(app: App[None], session: TutorSession, guide: WorkshopGuide) -> Attendance:
    """Return what runs a workshop in the app: a sealed one ends."""
    return SealedAttendance(app, session, guide) if isinstance(guide, SealedGuide) else Attendance(app, session, guide)

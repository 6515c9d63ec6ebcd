"""Runs a workshop in the app: greeting, timers, the notice that a part's time is over, and the end."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App

from mxtutor.classroom.examination import Ending
from mxtutor.errors import TutorError
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.session.sealed_guide import TO_END, SealedGuide, make_report, was_made
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.title_bar import TitleBar

KEPT_EVERY = 10
"""Number of steps after which the times are written to the store."""


class Attendance:
    """One run of a workshop; a sealed workshop ends, and then has a report."""

    SECONDS: ClassVar[float] = 1.0
    """Interval of `step`, in seconds."""

    def __init__(self, app: App[None], session: TutorSession, guide: WorkshopGuide) -> None:
        self._app, self._session, self._guide = app, session, guide
        self._sealed = guide if isinstance(guide, SealedGuide) else None
        self._steps = 0
        self._making = False
        self._failed = False
        """Whether making the report failed; the learner can ask for it again."""

    @property
    def _ended(self) -> bool:
        return self._sealed is not None and self._sealed.sitting.ended is not None

    def begin(self) -> None:
        """Show the timer, and the greeting (in a sealed workshop: the rules) if the learner has not seen it."""
        self.step()
        if not (self._guide.greeted or self._ended) and (self._sealed or self._guide.workshop.greeting):
            tutor_of(self._app).open("workshop")

    def step(self) -> None:
        """Count, show and regularly store the time; end a sealed workshop when its time is over.

        The report of an ended workshop is made once no check runs any more.
        """
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
        if (sealed := self._sealed) is None:
            return
        if ending := sealed.must_end(self._session.is_done):
            self._end(sealed, ending)
        checks = any(getattr(screen, "checking", False) for screen in self._app.screen_stack)
        if self._ended and sealed.made is None and not (self._making or self._failed or checks):
            self._making = True
            making = self._make(sealed)
            self._app.run_worker(making, exit_on_error=False, group="report", description="Making the report")

    def ask_to_end(self) -> None:
        """Ask whether to end a sealed workshop; after its end, show the report."""
        from mxtutor.ui.screens.confirm import ConfirmModal

        if (sealed := self._sealed) is None:
            return
        if self._ended:
            self._failed = False
            self._show(sealed)
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._end(sealed, "learner")
                self.step()

        question, *about = TO_END
        self._app.push_screen(ConfirmModal(question, "\n".join(about), yes="End it", no="Go on"), answered)

    def _end(self, sealed: SealedGuide, ending: Ending) -> None:
        sealed.end(ending)
        self._session.write(sealed.save, "Ending the workshop")

    async def _make(self, sealed: SealedGuide) -> None:
        course = self._session.course
        try:
            await self._session.ask(sealed.save)
            shown = await in_thread(lambda: was_made(sealed.workshop))
            sealed.made = await in_thread(lambda: make_report(sealed, course))
        except TutorError:
            self._failed = True
            raise
        finally:
            self._making = False
        if not shown:
            self._show(sealed)

    def _show(self, sealed: SealedGuide) -> None:
        if sealed.made is None:
            self.step()
            return
        from mxtutor.ui.screens.workshop import ReportCard

        if not isinstance(self._app.screen, ReportCard):
            self._app.push_screen(ReportCard(sealed.made))

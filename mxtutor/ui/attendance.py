"""Runs a workshop in the app: moves its timers on, shows them, says when a part's time is over, greets, ends it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App

from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.ui.messages import Open
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

"""Starts the grader from the tutor, and follows its state."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual.worker import WorkType

from mxtutor.ui.platform.threads import in_thread

if TYPE_CHECKING:
    from mxtutor.grading.protocol import Grader
    from mxtutor.ui.app import TutorApp

STATE_SECONDS = 0.5
"""Seconds between two looks at the state of a grader that is not ready."""
READY_SECONDS = 2.0
"""The same once it is ready: an idle tutor wakes seldom."""


class GraderWatch:
    """The grader as the app sees it: `app.grader_state` follows its state."""

    def __init__(self, app: TutorApp, grader: Grader) -> None:
        self._app, self._grader = app, grader

    def begin(self) -> None:
        """Follow the state from now on."""
        self._app.set_timer(STATE_SECONDS, self._look)

    def _look(self) -> None:
        state = self._grader.state
        if state.phase != "cold":
            self._app.grader_state = state
        self._app.set_timer(READY_SECONDS if state.phase == "ready" else STATE_SECONDS, self._look)

    def join(self) -> None:
        """Use a grader that runs already, if there is one."""
        self._run(self._join, "Looking for a grader that runs")

    def warm_up(self) -> None:
        """Start the grader; if MXNet cannot be used, say why."""
        self._run(self._warm_up, "Starting MXNet")

    def _run(self, work: WorkType[None], description: str) -> None:
        self._app.run_worker(work, exit_on_error=False, group="start", description=description)

    async def _join(self) -> None:
        if await in_thread(self._grader.join):
            self._app.grader_state = self._grader.state

    async def _warm_up(self) -> None:
        self._app.warming_since = time.monotonic()
        await in_thread(self._grader.start)
        state = self._app.grader_state = self._grader.state
        if state.phase == "broken":
            self._app.notify(state.detail, title="MXNet cannot be used", severity="error", timeout=20, markup=False)

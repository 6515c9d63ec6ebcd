"""One check or one run of an answer at a time: what runs, since when, and what it has printed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.printed import OutputBuffer

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Grader, Play, Report, Submission

Work = Literal["check", "run"]


class AnswerSession:
    """The grader, as one exercise screen uses it; starting something ends what runs."""

    def __init__(self, grader: Grader) -> None:
        self._grader = grader
        self.busy: Work | None = None
        """What runs now."""
        self.output = OutputBuffer()
        """What the checked answer has printed so far."""
        self._since = 0.0
        self._replaces = False
        """Whether something else still runs, which ends first."""

    @property
    def seconds(self) -> float:
        """How long it runs by now."""
        return time.monotonic() - self._since

    def begin(self, work: Work) -> None:
        """Note that this runs from now on; `check` or `run` must follow."""
        self._replaces = self._replaces or self.busy is not None
        self.busy, self._since, self.output = work, time.monotonic(), OutputBuffer()

    async def check(self, submission: Submission) -> Report:
        """Return the report on an answer; its output comes in while it runs."""
        await self._end_previous()
        output = self.output
        return await in_thread(lambda: self._grader.grade(submission, output.add))

    async def run(self, exercise: Exercise, source: bytes, *, case: int, seed: int) -> Play:
        """Return what the reference and a draft give on one case, ungraded."""
        await self._end_previous()
        return await in_thread(lambda: self._grader.play(exercise, source, case=case, seed=seed))

    def end(self) -> None:
        """Note that nothing runs any more."""
        self.busy = None

    async def cancel(self) -> None:
        """End what runs, and wait until it has ended."""
        self.busy = None
        await in_thread(self._grader.cancel)

    def abandon(self) -> None:
        """End what runs, without a wait: the screen is gone."""
        if self.busy is not None:
            start_in_thread(self._grader.cancel)

    async def _end_previous(self) -> None:
        if self._replaces:
            self._replaces = False
            await in_thread(self._grader.cancel)

"""The check, the draft run or the review that is in progress: which one, since when, and its output so far."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.printed import OutputBuffer

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Grader, Play, Report, Review, Submission

Work = Literal["check", "run"]
MOST_SEED = 1 << 31
"""Greatest seed of a draft run without help."""


class AnswerSession:
    """The grader of one exercise screen; it runs one check or draft at a time; a new one ends the previous one.

    A review of a right answer is less urgent: a check or a run ends it, too.
    """

    def __init__(self, grader: Grader, *, help: bool = True) -> None:
        """Take a grader; without `help`, reports and runs leave out what a sealed workshop does not show."""
        self._grader, self._help = grader, help
        self.busy: Work | None = None
        """What is in progress."""
        self.output = OutputBuffer()
        """Output of the answer so far."""
        self._since = 0.0
        self._replaces = False
        """Whether an earlier check, run or review still has to end."""
        self._reviews: set[object] = set()
        """One object per review that runs; the thread of the review removes it."""

    @property
    def seconds(self) -> float:
        """Seconds since the check or run began."""
        return time.monotonic() - self._since

    def begin(self, work: Work) -> None:
        """Note the start of a check or run; call `check` or `run` next."""
        self._replaces = self._replaces or self.busy is not None or bool(self._reviews)
        self.busy, self._since, self.output = work, time.monotonic(), OutputBuffer()

    async def check(self, submission: Submission) -> Report:
        """Grade an answer and return the report; collect its output while it runs."""
        await self._end_previous()
        output = self.output
        report = await in_thread(lambda: self._grader.grade(submission, output.add))
        if self._help:
            return report
        from mxtutor.reporting.without_help import report_without_help

        return report_without_help(report, coded=submission.exercise.kind in ("code", "fix"))

    async def run(self, exercise: Exercise, source: bytes) -> Play:
        """Run a draft where there is no help: on new inputs each time, without the result of the reference."""
        await self._end_previous()
        import secrets  # 0.3 MB that only a sealed workshop needs

        from mxtutor.reporting.without_help import play_without_help

        fresh = secrets.randbelow(MOST_SEED) + 1  # inputs that come back would let a learner work towards a result
        return play_without_help(await in_thread(lambda: self._grader.play(exercise, source, seed=fresh)))

    async def review(self, submission: Submission) -> Review:
        """Review a right answer; what is ended by a check or a run returns an empty review."""
        own = object()
        self._reviews.add(own)

        def call() -> Review:
            try:
                return self._grader.review(submission)
            finally:
                self._reviews.discard(own)

        return await in_thread(call)

    def end(self) -> None:
        """Note that the check or run has ended."""
        self.busy = None

    async def cancel(self) -> None:
        """Cancel the check or run, and wait for its end."""
        self.busy = None
        await in_thread(self._grader.cancel)

    def abandon(self) -> None:
        """Cancel the check, run or review without waiting, because the screen is closed."""
        if self.busy is not None or self._reviews:
            start_in_thread(self._grader.cancel)

    async def _end_previous(self) -> None:
        if self._replaces:
            self._replaces = False
            await in_thread(self._grader.cancel)

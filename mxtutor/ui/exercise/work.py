"""The grader calls of an exercise screen: the check or run in progress with its output, live verdicts and reviews."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Literal, TypeVar

from mxtutor.grading.protocol import Play, Report, Review, Submission
from mxtutor.reporting.sanitize import plain
from mxtutor.session.session import CheckedAnswer, Session, Task
from mxtutor.ui.platform.threads import in_thread, start_in_thread

OUTPUT_LIMIT = 32 * 1024
"""Most bytes of output that are shown while an answer runs."""
_LOSS = re.compile(r"loss\W{0,4}([0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)", re.IGNORECASE)


class OutputBuffer:
    """The beginning of a running answer's output; one thread adds to it, another one reads it."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        with self._lock:
            self._data += data[: OUTPUT_LIMIT - len(self._data)]

    def text(self) -> str:
        """Return the output so far, without control codes."""
        with self._lock:
            data = bytes(self._data)
        return plain(data.decode("utf-8", "replace"))


def losses(printed: str) -> tuple[float, ...]:
    """Return the numbers that follow the word "loss" in printed text."""
    return tuple(float(number) for number in _LOSS.findall(printed))


Result = TypeVar("Result")
Work = Literal["check", "run"]


class AnswerSession:
    """The grader calls of one exercise screen: one check or run at a time; a new one cancels the previous one.

    Live verdicts and reviews are less urgent: a check or a run cancels them, too.
    """

    def __init__(self, session: Session) -> None:
        self._session, self._grader = session, session.grader
        self.busy: Work | None = None
        """"check" or "run" while one is in progress, else None."""
        self.output = OutputBuffer()
        """Output of the answer so far."""
        self._since = 0.0
        self._replaces = False
        """Whether an earlier check, run or review must be cancelled first."""
        self._quiet: set[object] = set()
        """One object per live verdict or review that runs; its thread removes it."""
        self._ending: asyncio.Task[None] | None = None
        """Task that cancels a live verdict; the next check waits for it, because it would cancel the check as well."""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    def begin(self, work: Work) -> None:
        """Note the start of a check or run; call `check` or `run` next."""
        self._replaces = self._replaces or self.busy is not None or bool(self._quiet)
        self.busy, self._since, self.output = work, time.monotonic(), OutputBuffer()

    async def check(self, task: Task, code: str, asked: datetime | None = None) -> CheckedAnswer | None:
        """Grade an answer with `Session.grade`, and collect its output while it runs."""
        await self._end_previous()
        output = self.output
        return await in_thread(lambda: self._session.grade(task, code, output.add, asked=asked))

    async def run(self, task: Task, code: str) -> Play:
        await self._end_previous()
        return await in_thread(lambda: self._session.run(task, code))

    async def review(self, submission: Submission) -> Review:
        """Review a right answer; return an empty review if a check or a run cancels it."""
        return await self._beside(lambda: self._grader.review(submission))

    async def live(self, submission: Submission) -> Report:
        """Grade an answer while the learner pauses; return a report with the verdict `broken` if it is cancelled."""
        await self._settled()
        return await self._beside(lambda: self._grader.grade(submission))

    def end_live(self) -> None:
        """Cancel a live verdict without waiting, after the answer has changed; a check or a run goes on."""
        if self.busy is None and self._quiet and self._ending is None:
            self._ending = asyncio.create_task(in_thread(self._session.cancel))

    async def _beside(self, work: Callable[[], Result]) -> Result:
        own = object()
        self._quiet.add(own)

        def call() -> Result:
            try:
                return work()
            finally:
                self._quiet.discard(own)

        return await in_thread(call)

    async def _settled(self) -> None:
        """Wait until the cancellation of a live verdict is sent."""
        ending, self._ending = self._ending, None
        if ending is not None:
            await ending

    async def end_others(self) -> None:
        """Cancel the calls that `begin` replaced, without a new one."""
        await self._end_previous()
        self.busy = None

    async def cancel(self) -> None:
        """Cancel the check or run, and wait for its end."""
        self.busy = None
        await in_thread(self._session.cancel)

    def abandon(self) -> None:
        """Cancel the check, run or review without waiting, when the screen closes."""
        if self.busy is not None or self._quiet:
            start_in_thread(self._session.cancel)

    async def _end_previous(self) -> None:
        await self._settled()
        if self._replaces:
            self._replaces = False
            await in_thread(self._session.cancel)

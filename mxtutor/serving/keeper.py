"""Keeps the grader that all sessions share: it starts before they need it, and again where it has ended."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from mxtutor.errors import UsageError
from mxtutor.grading.service.client import RemoteGrader

CALL_SECONDS = 240.0
"""Seconds between two calls that keep the grader from ending; it ends after 600 s without one."""
FULL = "`mxtutor doctor` shows what this machine lacks"


class GraderKeeper:
    """A connection to the shared grader; sessions find the same process."""

    def __init__(self, root: Path, *, untrusted: bool) -> None:
        self._untrusted = untrusted
        self._grader = RemoteGrader(root, untrusted=untrusted, many=True, ahead=False, caller="mxtutor serve")
        self._task: asyncio.Task[None] | None = None
        self._called = time.monotonic()

    def require(self) -> None:
        """Start the grader and wait until it is ready (up to a minute).

        Raises:
            UsageError: this machine cannot isolate answers fully, or sessions could not reach the grader.
            BrokenError: the grader cannot be used.
        """
        from mxtutor.grading.service.address import SWITCH, wants_resident

        if not wants_resident():
            raise UsageError(f"`serve` needs the shared grader, and {SWITCH} is off.", fix=f"Unset {SWITCH}.")
        self._grader.require_ready()
        if self._untrusted and not self._grader.state.safe_for_untrusted:
            raise UsageError(
                "This machine cannot isolate answers fully, so learners must not run them here.",
                fix=f"{FULL}; --weak-isolation serves you alone.",
            )

    def look(self, *, needed: bool) -> None:
        """Start the grader again where it has ended, and call it from time to time; `needed` while sessions run."""
        if not needed or (self._task is not None and not self._task.done()):
            return
        if self._grader.state.phase == "ready" and time.monotonic() - self._called < CALL_SECONDS and self._alive:
            return
        self._task = asyncio.create_task(asyncio.to_thread(self._call))

    @property
    def _alive(self) -> bool:
        connection = self._grader._connection
        return connection is not None and not connection.lost

    def _call(self) -> None:
        self._called = time.monotonic()
        self._grader.start()
        self._grader.run("mxnet", "None")

    def close(self) -> None:
        """Leave the grader; it ends by itself when nobody uses it."""
        self._grader.close()

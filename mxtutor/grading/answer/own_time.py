"""The time of a job that does not depend on how busy the machine is."""

from __future__ import annotations

import array
import contextlib
import fcntl
import termios
import time
from collections.abc import Sequence

from mxtutor.grading.procfs import Activity

LONGEST_STEP = 0.1
"""Seconds that one measurement adds at most to the waiting: a late one says little about the time before it."""


class OwnTime:
    """Counts the processor time of processes, and the time in which all their threads sleep.

    The time for which they are ready to run and get no processor, wait for a disk or are stopped does not count.
    """

    def __init__(self, now: Activity) -> None:
        """Begin to count; `now` is the activity of the processes."""
        self._start, self._last, self._at = now.cpu, now, time.monotonic()
        self._waited = 0.0

    @property
    def seconds(self) -> float:
        """Own time at the last measurement."""
        return self._last.cpu - self._start + self._waited

    def measure(self, now: Activity, *, held_up: bool = False) -> None:
        """Add the time since the last measurement; `held_up` says that the processes wait for somebody who is slow."""
        at = time.monotonic()
        cpu = max(now.cpu, self._last.cpu)  # a child that has ended is missing until its parent has waited for it
        if now.sleeps and self._last.sleeps and not held_up:
            self._waited += max(0.0, min(at - self._at, LONGEST_STEP) - (cpu - self._last.cpu))
        self._last, self._at = Activity(cpu, now.sleeps, now.stopped), at


def unread(pipes: Sequence[int]) -> bool:
    """Return whether one of the pipes holds bytes that nobody has read yet."""
    count = array.array("i", [0])
    for pipe in pipes:
        with contextlib.suppress(OSError):
            fcntl.ioctl(pipe, termios.FIONREAD, count)
        if count[0]:
            return True
    return False

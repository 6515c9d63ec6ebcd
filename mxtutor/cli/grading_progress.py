"""How far a grading is, on standard error: one line that changes on a terminal, a line from time to time in a log."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable

import click

from mxtutor.reporting.durations import elapsed

EVERY_SECONDS = 10.0
"""Seconds between two lines in a log, at most ..."""
EVERY_SHARE = 0.05
"""... and the share of all answers between two lines; whichever comes first."""
LEAST_SECONDS = 1.0
"""Seconds between two lines in a log, at least."""
REDRAWN = 0.1
"""Seconds between two changes of a terminal's line, at least."""


class GradingProgress:
    """Tells how many answers are graded, how many learners are done and how long the rest takes."""

    def __init__(
        self,
        learners: Iterable[str],
        *,
        terminal: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[], str] | None = None,
    ) -> None:
        """Start with one entry of `learners` for each answer that is to be graded.

        `note` returns more for the line, such as who grades; the line then also has the rate.
        """
        self._left = Counter(learners)
        self._learners = len(self._left)
        self._total = sum(self._left.values())
        self._done = 0
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._clock = clock
        self._began = self._said = clock()
        self._said_done = 0
        self._width = 0
        self._note = note

    def add(self, learner: str) -> None:
        """Count one graded answer, and tell it if it is time."""
        self._done += 1
        self._left[learner] -= 1
        if not self._left[learner]:
            del self._left[learner]
        now = self._clock()
        if self._terminal:
            if now - self._said >= REDRAWN or self._done == self._total:
                self._said = now
                self._redraw(self.line())
        elif self._is_due(now):
            self._said, self._said_done = now, self._done
            click.echo(f"mxtutor: {self.line()}", err=True)

    def _is_due(self, now: float) -> bool:
        """Return whether a log needs a line; the shares of a small class come too fast to be read."""
        share = (self._done - self._said_done) / self._total
        waited = now - self._said
        return (
            waited >= EVERY_SECONDS or self._done == self._total or (share >= EVERY_SHARE and waited >= LEAST_SECONDS)
        )

    def line(self) -> str:
        """Return how far it is."""
        learners = f"{self._learners - len(self._left):,} of {self._learners:,} learners"
        text = f"graded {self._done:,} of {self._total:,} answers, {learners}"
        if self._note is not None and self._done < self._total:
            text = f"{text}, {self._note()}, {self._done / max(self._clock() - self._began, 0.001):,.1f} per second"
        return f"{text}, {self._rest()}" if self._done < self._total else text

    def say(self, text: str) -> None:
        """Write a line of its own."""
        self.close()
        click.echo(f"mxtutor: {text}", err=True)

    def _rest(self) -> str:
        took = self._clock() - self._began
        if not self._done:
            return "about to start"
        seconds = took / self._done * (self._total - self._done)
        return f"about {elapsed(max(seconds, 1))} left"

    def _redraw(self, line: str) -> None:
        columns = _columns()
        shown = line[: columns - 1]
        click.echo(f"\r{shown}{' ' * max(self._width - len(shown), 0)}", nl=False, err=True)
        self._width = len(shown)

    def close(self) -> None:
        """End the terminal's line."""
        if self._terminal and self._width:
            click.echo("", err=True)
            self._width = 0


def _columns() -> int:
    import shutil

    return max(shutil.get_terminal_size().columns, 20)

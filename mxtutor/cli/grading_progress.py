"""The progress of a grading on standard error: a line that is updated on a terminal, periodic lines in a log."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable

import click

from mxtutor.cli.painting import tell
from mxtutor.reporting.durations import elapsed

EVERY_SECONDS = 10.0
"""Longest time between two lines in a log, in seconds ..."""
EVERY_SHARE = 0.05
"""... and share of the total between two lines; the first that is reached counts."""
LEAST_SECONDS = 1.0
"""Shortest time between two lines in a log, in seconds."""
REDRAWN = 0.1
"""Shortest time between two updates of a terminal's line, in seconds."""


class GradingProgress:
    """Shows how many answers are graded, how many learners are done, and how long the rest takes."""

    def __init__(
        self,
        learners: Iterable[str],
        *,
        terminal: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[], str] | None = None,
    ) -> None:
        """`learners` has one entry for each answer to grade.

        `note` returns additional text for the line, such as the number of workers; the line then also has the rate.
        """
        self._left = Counter(learners)
        self._learners, self._total, self._done = len(self._left), sum(self._left.values()), 0
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._clock, self._note = clock, note
        self._began = self._said = clock()
        self._said_done = self._width = 0

    def add(self, learner: str) -> None:
        """Count a graded answer, and show it if it is time for an update."""
        self._done += 1
        self._left[learner] -= 1
        if not self._left[learner]:
            del self._left[learner]
        now = self._clock()
        waited, ends = now - self._said, self._done == self._total
        if self._terminal:
            if waited >= REDRAWN or ends:
                self._said = now
                shown = self.line()[: max(shutil.get_terminal_size().columns, 20) - 1]
                click.echo(f"\r{shown}{' ' * max(self._width - len(shown), 0)}", nl=False, err=True)
                self._width = len(shown)
            return
        share = (self._done - self._said_done) / self._total  # in a small class it changes too fast to be read
        if waited >= EVERY_SECONDS or ends or (share >= EVERY_SHARE and waited >= LEAST_SECONDS):
            self._said, self._said_done = now, self._done
            tell(self.line())

    def say(self, text: str) -> None:
        """Write a separate line."""
        self.close()
        tell(text)

    def close(self) -> None:
        """End the line on a terminal."""
        if self._terminal and self._width:
            click.echo("", err=True)
            self._width = 0

    def line(self) -> str:
        learners = f"{self._learners - len(self._left):,} of {self._learners:,} learners"
        text = f"graded {self._done:,} of {self._total:,} answers, {learners}"
        if self._done == self._total:
            return text
        took = max(self._clock() - self._began, 0.001)
        if self._note is not None:
            text = f"{text}, {self._note()}, {self._done / took:,.1f} per second"
        seconds = took / self._done * (self._total - self._done) if self._done else 0.0
        return f"{text}, about {elapsed(max(seconds, 1))} left" if self._done else f"{text}, about to start"

"""How many pages are written, on standard error: nothing for a small class, which takes a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

QUIET_SECONDS = 1.0
"""Seconds before the first line."""
TERMINAL_SECONDS, LOG_SECONDS = 0.2, 10.0
"""Seconds between two changes of a terminal's line, and between two lines in a log."""


class PageProgress:
    """One line that changes on a terminal, a line from time to time in a log."""

    def __init__(
        self,
        total: int,
        folder: Path,
        *,
        terminal: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total, self._folder, self._clock = total, folder, clock
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._due = clock() + QUIET_SECONDS
        self._shown = False

    def tell(self, written: int) -> None:
        """Note how many pages are written, and tell it if it is time."""
        now = self._clock()
        if now < self._due:
            return
        self._due = now + (TERMINAL_SECONDS if self._terminal else LOG_SECONDS)
        line = f"mxtutor: wrote {written:,} of {self._total:,} pages to {self._folder.name}"
        click.echo(f"\r{line}" if self._terminal else line, nl=not self._terminal, err=True)
        self._shown = True

    def close(self) -> None:
        """End the terminal's line."""
        if self._terminal and self._shown:
            click.echo(err=True)
            self._shown = False

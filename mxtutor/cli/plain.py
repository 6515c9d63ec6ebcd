"""`mxtutor --plain`: the tutor line by line."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys

from mxtutor import paths
from mxtutor.cli.check import class_of_learner
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.cli.tutor import open_progress
from mxtutor.errors import UsageError
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import run_plain
from mxtutor.session.rules import rules_of

NARROWEST = 20
"""Narrowest terminal, in characters, for which lines are wrapped."""


def plain_terminal() -> Terminal:
    """Return standard input and output for plain mode.

    Raises:
        UsageError: standard output is closed.
    """
    if sys.stdout is None:  # None if it is closed
        raise UsageError("Plain mode needs standard output, which is closed.", fix="Start it without `>&-`.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # characters that the terminal lacks are replaced
    source = sys.stdin.buffer if sys.stdin is not None else io.BytesIO()  # None if it is closed
    return Terminal(source, sys.stdout, interactive=source.isatty(), width=line_width)


def start_plain(setup: Setup, start_at: str | None) -> int:
    """Run plain mode on standard input and output; return its exit code.

    Raises:
        UsageError: standard output is closed.
    """
    terminal = plain_terminal()
    tells_class = rules_of(setup.workshop).tells_class
    reports = class_of_learner() if tells_class else contextlib.nullcontext()
    with setup.make_grader(root=setup.root) as grader, reports as reporter:
        if reporter is not None:
            if reporter.notice:
                tell(reporter.notice)
            reporter.start()
        return run_plain(
            terminal,
            setup.root,
            grader=grader,
            open_progress=lambda: open_progress(setup.workshop),
            start_at=start_at,
            workshop=setup.workshop,
            reporter=reporter,
            home=paths.home() if tells_class else None,
        )


def line_width() -> int | None:
    """Return the width of the terminal, or that in `COLUMNS`; None for a pipe or a file, with lines of any length."""
    columns = shutil.get_terminal_size((0, 0)).columns
    return max(columns, NARROWEST) if columns else None

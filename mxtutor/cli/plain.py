"""`mxtutor --plain`: the tutor line by line."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor import paths
from mxtutor.cli.setup import Setup
from mxtutor.cli.tutor import open_progress
from mxtutor.errors import TutorError, UsageError
from mxtutor.plain.run import run_plain
from mxtutor.plain.terminal import Terminal
from mxtutor.session.rules import rules_of

if TYPE_CHECKING:
    from mxtutor.live.reporter import ClassReporter


NARROWEST = 20
"""Characters of the narrowest terminal for which lines are broken."""


def start_plain(setup: Setup, start_at: str | None) -> int:
    """Run plain mode on standard input and output; return its exit code.

    Raises:
        UsageError: standard output is closed.
    """
    if sys.stdout is None:  # a closed one is None
        raise UsageError("Plain mode needs standard output, which is closed.", fix="Start it without `>&-`.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character still shows the others
    return _run(setup, start_at)


def _run(setup: Setup, start_at: str | None) -> int:
    source = sys.stdin.buffer if sys.stdin is not None else io.BytesIO()  # a closed one is None
    tells_class = rules_of(setup.workshop).tells_class
    reports = _reporter(paths.home()) if tells_class else contextlib.nullcontext()
    with setup.make_grader(root=setup.root) as grader, reports as reporter:
        return run_plain(
            Terminal(source, sys.stdout, interactive=source.isatty(), width=_width),
            setup.root,
            grader=grader,
            open_progress=lambda: open_progress(setup.workshop),
            start_at=start_at,
            workshop=setup.workshop,
            reporter=reporter,
            home=paths.home() if tells_class else None,
        )


def _width() -> int | None:
    """Return the width of the terminal, or what `COLUMNS` says; None where lines may have any length."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and len(named) < 7:
        return max(int(named), NARROWEST) if int(named) else None
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):  # a pipe or a file
        return None
    return max(columns, NARROWEST) if columns else None


@contextlib.contextmanager
def _reporter(home: Path) -> Iterator[ClassReporter | None]:
    """Yield what reports to the learner's class in the background; None where there is no class."""
    from mxtutor.live.membership import FILE, VARIABLE

    reporter: ClassReporter | None = None
    if os.environ.get(VARIABLE) or (home / FILE).exists():
        from mxtutor.live.reporter import open_reporter

        try:
            reporter = open_reporter(home)
        except TutorError as error:
            click.echo(f"mxtutor: it cannot tell your class: {error}", err=True)
    if reporter is None:
        yield None
        return
    if reporter.notice:
        click.echo(f"mxtutor: {reporter.notice}", err=True)
    reporter.start()
    try:
        yield reporter
    finally:
        reporter.stop()

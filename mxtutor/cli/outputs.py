"""Writes a gradebook where the options of a command say."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.cli.asking import refuse_foreign
from mxtutor.errors import UsageError
from mxtutor.reporting.gradebook.files import ENDINGS, RESULTS, ending_of, partial_path, with_ending, write
from mxtutor.reporting.gradebook.summary import summary

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


_MARKS = (
    b"learner,exercise,verdict,",
    b"learner,learner_id,",
    b'{"version": 1, "partial": ',
    b"<title>mxtutor: class</title>",
    b'<testsuites name="mxtutor"',
)
"""What stands at the start of each form of a gradebook."""


def check_outputs(outputs: Sequence[Path], feedback: Path | None = None) -> None:
    """Find what would fail after the grading before it starts.

    Raises:
        UsageError: an output has another ending, or lies in no folder, or is a file of something else.
    """
    for output in outputs:
        if not ending_of(output):
            raise UsageError(f"{output} cannot be written.", fix=f"Its name must end in {', '.join(ENDINGS)}.")
        if output.is_dir() or not output.absolute().parent.is_dir():
            raise UsageError(f"{output} cannot be written.", fix="Name a file in a folder that exists.")
        if ending_of(output) != RESULTS:  # of the file of results every line is read
            refuse_foreign(output, _MARKS)
    if len({output.absolute() for output in outputs}) < len(outputs):
        raise UsageError("One output is named twice.", fix="Name each one once.")
    if feedback is not None and (
        (feedback.exists() and not feedback.is_dir()) or not feedback.absolute().parent.is_dir()
    ):
        raise UsageError(f"{feedback} cannot be written.", fix="Name a folder inside a folder that exists.")


def results_path(outputs: Sequence[Path]) -> Path | None:
    """Return where the file of results belongs: the output that is one, or beside the first one; None without any."""
    own = next((output for output in outputs if ending_of(output) == RESULTS), None)
    return own or (with_ending(outputs[0], RESULTS) if outputs else None)


def write_outputs(
    book: Gradebook, outputs: Sequence[Path], results: Path, *, feedback: Path | None = None, as_json: bool = False
) -> None:
    """Write the gradebook to each output and into the folder of feedback, and print it where that is asked for.

    An unfinished gradebook gets names with `.partial`; a finished one removes files of those names.

    Raises:
        UsageError: an output cannot be written; `results` still holds everything.
    """
    failed: list[str] = []
    for output in outputs:
        if output == results or ending_of(output) == RESULTS:
            continue  # it is written already; the code that closes the first one copies it
        target = partial_path(output) if book.partial else output
        try:
            write(book, target)
        except UsageError as error:
            failed.append(error.message)
            continue
        if book.partial:
            click.echo(f"mxtutor: {target} holds the results so far; it is partial.", err=True)
        else:
            with contextlib.suppress(OSError):
                partial_path(output).unlink(missing_ok=True)
    if feedback is not None:
        from mxtutor.reporting.gradebook.feedback import write_feedback

        progress = PageProgress(len(book.learners), feedback)
        try:
            write_feedback(book, feedback, progress.tell)
        except UsageError as error:
            failed.append(error.message)
        finally:
            progress.close()
    if as_json:
        print_json(book)
    elif not outputs:
        for line in summary(book):
            click.echo(line)
    if failed:
        kept = f"{results} holds all results; run the same command again, and nothing is graded twice."
        raise UsageError(" ".join(failed), fix=f"Free space or name another file. {kept}")


def print_json(book: Gradebook) -> None:
    """Print the class as JSON."""
    from mxtutor.reporting.gradebook.json_file import json_parts

    for part in json_parts(book):
        click.echo(part, nl=False)

"""Writes a gradebook to the outputs in a command's options, each in the format of its suffix."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from mxtutor.classroom.results_file import Gradebook
from mxtutor.classroom.roster import Roster, read_roster
from mxtutor.cli.files import check_files, refuse_foreign
from mxtutor.cli.options import PATH
from mxtutor.cli.painting import tell
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.private_files import replacing
from mxtutor.reporting.gradebook.page import FEEDBACK_FILE, addresses, page_parts, write_feedback
from mxtutor.reporting.gradebook.tables import canvas_parts, csv_parts, json_parts, moodle_parts, not_imported, summary
from mxtutor.typed_paths import expanded

OUT = click.option(
    "--out", "files", type=PATH, multiple=True,
    help="Write .html, .csv, .json, .jsonl, .moodle.csv or .canvas.csv; may be repeated.",
)  # fmt: skip
FEEDBACK = click.option(
    "--feedback", type=PATH, metavar="DIR", help="Write a page per learner into this folder, or a .zip for Moodle."
)
ROSTER = click.option("--roster", type=PATH, help="CSV file of the class: who handed in nothing, and who is who.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
NO_ENTRIES = 22
"""Size of a .zip without entries, in bytes."""
_MARKS = (
    b"learner,exercise,verdict,",
    b"learner,learner_id,",
    b"Identifier,Full name,",
    b"Student,ID,SIS User ID,",
    b'{"version": 1, "partial": ',
    b"<title>mxtutor: class</title>",
)
"""Text at the start of each format of a gradebook."""
WRITERS: dict[str, Callable[[Gradebook], Iterator[str]]] = {
    ".json": json_parts,
    ".moodle.csv": moodle_parts,
    ".canvas.csv": canvas_parts,
    ".csv": csv_parts,
    ".html": page_parts,
}
"""Maps suffixes to functions that yield the text of a file; the first matching suffix counts."""
RESULTS = ".jsonl"
"""Suffix of the file of results, which is written while the class is graded."""
ENDINGS = (*WRITERS, RESULTS)


def ending_of(path: Path) -> str:
    """Return the suffix of an output's name; empty if it is none of the formats."""
    return next((one for one in ENDINGS if path.name.endswith(one) and path.name != one), "")


def with_ending(path: Path, ending: str) -> Path:
    """Return an output's path with another suffix: class.jsonl for class.csv."""
    return path.with_name(path.name.removesuffix(ending_of(path)) + ending)


def partial_path(path: Path) -> Path:
    """Return the name under which an unfinished gradebook is written: class.partial.json for class.json."""
    return with_ending(path, f".partial{ending_of(path)}")


def write(book: Gradebook, path: Path) -> None:
    """Write the gradebook atomically; only its owner can read the file.

    Raises:
        UsageError: the file cannot be written.
    """
    with file_errors(path, fix="Free space or name another file."), replacing(path) as file:
        for part in WRITERS[ending_of(path)](book):
            file.write(part.encode("utf-8", "backslashreplace"))


@dataclass(frozen=True, slots=True)
class Outputs:
    """The outputs for the results of a class."""

    files: Sequence[Path] = ()
    feedback: Path | None = None
    as_json: bool = False
    roster: Path | None = None

    def check(self) -> None:
        """Check before the grading whether the outputs can be written.

        Raises:
            UsageError: an output has another suffix, is in no existing folder, or is a file of another program.
        """
        check_files(self.files, ENDINGS, None)
        roster = os.path.realpath(expanded(self.roster)) if self.roster else ""
        for output in self.files:
            if os.path.realpath(output) == roster:
                raise UsageError(f"{output} is the roster.", fix="Name another output.")
            if ending_of(output) != RESULTS:  # every line of the file of results is checked on reading
                refuse_foreign(output, _MARKS)
        pages = self.feedback
        if pages is not None and (
            (pages.exists() and pages.is_dir() == (pages.suffix == ".zip")) or not pages.absolute().parent.is_dir()
        ):
            raise UsageError(f"{pages} cannot be written.", fix="Name a folder inside a folder that exists, or a .zip.")
        if pages is not None and pages.is_file() and pages.stat().st_size != NO_ENTRIES:
            refuse_foreign(pages, (FEEDBACK_FILE.encode(),))

    def read_roster(self) -> Roster | None:
        """Return the roster; None without one.

        Raises:
            UsageError: the roster cannot be read.
        """
        return read_roster(expanded(self.roster)) if self.roster else None

    @property
    def results(self) -> Path | None:
        """Path of the file of results: one of the outputs, or beside the first output; None without outputs."""
        own = next((output for output in self.files if ending_of(output) == RESULTS), None)
        return own or (with_ending(self.files[0], RESULTS) if self.files else None)

    def write(self, book: Gradebook) -> None:
        """Write the gradebook to each output, or print it.

        An unfinished gradebook gets names with `.partial`; a finished one removes files of those names.

        Raises:
            UsageError: an output cannot be written; the file of results is still complete.
        """
        failed, file = list[str](), book.reports
        if roster := self.read_roster():
            book.people = roster.people_of(book.learners)
        for output in self.files:
            try:
                if ending_of(output) == RESULTS:
                    if output.absolute() != file.path.absolute():
                        file.copy_to(output)
                    continue
                if self.feedback is not None and self.feedback.suffix != ".zip":
                    book.feedback = addresses(book, self.feedback, output)
                write(book, partial_path(output) if book.partial else output)
            except UsageError as error:
                failed.append(error.message)
                continue
            if book.partial:
                tell(f"{partial_path(output)} holds the results so far; it is partial.")
            else:
                with contextlib.suppress(OSError):
                    partial_path(output).unlink(missing_ok=True)
        if self.feedback is not None:
            tell(f"writing {count(len(book.learners), 'page')} to {self.feedback.name}")
            try:
                write_feedback(book, self.feedback)
            except UsageError as error:
                failed.append(error.message)
        for output in (*self.files, *([self.feedback] if self.feedback else [])):
            if lost := not_imported(book, output):
                tell(lost)
        if self.as_json and not book.partial:
            for part in json_parts(book):
                click.echo(part, nl=False)
        elif not self.files:
            for text in summary(book):
                click.echo(text)
        if failed:
            kept = f"{file.path} holds all results; run the same command again, and nothing is graded twice."
            raise UsageError(" ".join(failed), fix=f"Free space or name another file. {kept}")

"""What is done with a class that is graded: parts are joined, verdicts set, results shown in other forms."""

from __future__ import annotations

import contextlib
import csv
import io
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import click

from mxtutor.classroom.anonymity import learner_id, read_key
from mxtutor.classroom.grading import collect_class
from mxtutor.classroom.lines import Overridden
from mxtutor.classroom.merging import merge
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import now
from mxtutor.cli.outputs import check_outputs, write_outputs
from mxtutor.content.loader import load_course
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.gradebook.csv_file import inert, joinable
from mxtutor.reporting.gradebook.files import RESULTS, ending_of
from mxtutor.reporting.sanitize import clean_line
from mxtutor.suggest import did_you_mean, nearest


def merge_parts(files: Sequence[Path], outputs: Sequence[Path], *, mixed: bool) -> int:
    """Join parts of a class and write the whole; return 0, or 1 if it is partial or something could not be read."""
    check_outputs(outputs)
    with contextlib.ExitStack() as stack:
        parts = [stack.enter_context(opened(path)) for path in files]
        own = next((output for output in outputs if ending_of(output) == RESULTS), None)
        if own is not None and own.exists():
            raise UsageError(f"{own} exists already.", fix="Name another file, or remove it first.")
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=".merge-", dir=outputs[0].absolute().parent))
        whole = stack.enter_context(ResultsFile(Path(folder) / "whole.jsonl", new=True))
        done = merge(parts, whole, mixed=mixed)
        book = whole.book()
        for output in outputs:
            if ending_of(output) == RESULTS:
                whole.copy_to(output)
        write_outputs(book, outputs, own or files[0])
    text = f"merged {len(parts)} parts: {len(book.learners):,} learners, {done.answers:,} answers"
    again = f"; {done.replaced:,} answers were in several parts, and the newest counts" if done.replaced else ""
    seeds = f"; the parts have different seeds ({', '.join(map(str, done.seeds))})" if len(done.seeds) > 1 else ""
    click.echo(f"mxtutor: {text}{again}{seeds}", err=True)
    if done.missing:
        names = ", ".join(done.missing)
        click.echo(f"mxtutor: the result is partial: {names} of the class missing; merge again with it", err=True)
    if done.interrupted:
        names = clean_line(", ".join(done.interrupted))
        click.echo(
            f"mxtutor: the result is partial: {names} was interrupted; run its command again, then merge", err=True
        )
    return 1 if book.unread or book.partial else 0


def set_verdict(
    file: Path, learner: str, exercise: str, verdict: str | None, *, reason: str, undo: bool, outputs: Sequence[Path]
) -> int:
    """Set the verdict of an answer, or take it back; return 0."""
    check_outputs(outputs)
    if undo == (verdict is not None):
        raise UsageError("Give a verdict, or --undo to take it back.", fix="`mxtutor grade override --help` shows how.")
    if not undo and not reason.strip():
        raise UsageError("A verdict needs a reason.", fix='Add --reason "why".')
    with opened(file, write=True) as results:
        book = results.book()
        name = _named(learner, book.learners, f"{file} has no learner {learner!r}.")
        _named(exercise, book.exercises, f"{file} has no exercise {exercise!r}.")
        before = results.overridden(name, exercise)
        if undo and (name, exercise) not in results.overrides:
            raise UsageError(
                f"The instructor set no verdict for {name} and {exercise}.", fix="There is nothing to undo."
            )
        chosen = None if undo else Verdict(verdict)
        made = Overridden(name, exercise, chosen, " ".join(reason.split()), now(), before.answer if before else "")
        results.append(made)
        was = before.verdict.value if before else "not graded"
        after = results.overridden(name, exercise)
        new = chosen.value if chosen else after.verdict.value if after else "not graded"
        click.echo(f"{clean_line(name)} {exercise}: {was} -> {new}")
        if outputs:
            write_outputs(results.book(), outputs, file)
    return 0


def show_results(file: Path, outputs: Sequence[Path], *, feedback: Path | None, as_json: bool) -> int:
    """Write the results of a graded class in other forms; return 0."""
    check_outputs(outputs, feedback)
    with opened(file) as results:
        write_outputs(results.book(), outputs, file, feedback=feedback, as_json=as_json)
        for output in outputs:
            if ending_of(output) == RESULTS:
                results.copy_to(output)
    return 0


def print_names(root: Path, folder: Path, key: Path) -> int:
    """Print which learner has which id; return 0."""
    if not key.is_file():
        raise UsageError(f"There is no file {key}.", fix="It lies beside the output of --anonymous and ends in .key.")
    secret = read_key(key)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["id", "learner", "learner_id"])
    for learner in collect_class(folder, load_course(root).exercises, root).learners:
        rows.writerow([learner_id(secret, learner), inert(learner), joinable(learner)])
    click.echo(text.getvalue(), nl=False)
    return 0


def opened(path: Path, *, write: bool = False) -> ResultsFile:
    if write and not path.exists():
        raise UsageError(f"There is no file {path}.", fix="Name the .jsonl file that `mxtutor grade` wrote.")
    file = ResultsFile(path, write=write)
    for number in file.damaged:
        click.echo(f"mxtutor: line {number} of {path} is damaged; what it held is missing", err=True)
    return file


def _named(name: str, known: Sequence[str], message: str) -> str:
    """Return a known name in the form in which it is stored.

    Raises:
        UsageError: it is unknown; similar names are given.
    """
    composed = unicodedata.normalize("NFC", name)
    if composed in known:
        return composed
    raise UsageError(message, fix=did_you_mean(nearest(composed, known), "The gradebook lists them."))

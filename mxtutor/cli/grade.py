"""`mxtutor grade`: a class in parallel; one bad answer never stops it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from mxtutor.classroom.grading import collect_class, grade_hand_ins, require_isolation
from mxtutor.classroom.hand_ins import Collected, unread_lines
from mxtutor.classroom.record import PartialRecord
from mxtutor.cli.gradebook import WRITERS, Gradebook, partial_path, write
from mxtutor.cli.setup import MakeGrader
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.protocol import CommandGrader, Verdict
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.reporting.sanitize import clean_line

EXIT_UNREAD = 1
"""Exit code when something that was handed in could not be read."""


@dataclass(frozen=True, slots=True)
class _Class:
    """What one run of `grade` works on."""

    folder: Path
    exercises: dict[str, Exercise]
    found: Collected
    seed: int
    jobs: int


def grade_class(
    root: Path,
    folder: Path,
    *,
    jobs: int | None,
    outputs: Sequence[Path],
    seed: int | None,
    confined: bool,
    make_grader: MakeGrader,
) -> int:
    """Grade what learners handed in below a folder and write the gradebook.

    Returns 0 when every answer got a verdict, 1 when something could not be read, 3 when a verdict is missing.
    """
    _check_outputs(outputs)
    course = load_course(root)
    found = collect_class(folder, course.exercises, root)
    for line in unread_lines(found.unread):
        click.echo(f"mxtutor: not graded: {clean_line(line)}", err=True)
    if not found.answers and not found.unread:
        raise UsageError(f"{folder} holds no answers.", fix="They are called <learner>/<topic>/<slug>.py.")
    ids = {answer.exercise for answer in found.answers}
    exercises = {i: load_exercise(course.folder(i), i) for i in course.exercises if i in ids}
    chosen = fresh_seed() if seed is None else seed
    work = _Class(folder, exercises, found, chosen, jobs or os.cpu_count() or 1)
    book = Gradebook(len(course.exercises), found.learners, unread=tuple(found.unread))
    with _graceful_end():
        _grade(work, book, outputs, confined, partial(make_grader, root=root, untrusted=True, many=True))
    broken = sum(r.verdict is Verdict.BROKEN for rs in book.results.values() for r in rs)
    if broken:
        text = f"{broken} answers got no verdict because mxtutor failed; run `mxtutor doctor` to find the cause."
        click.echo(f"mxtutor: {text}", err=True)
        return BrokenError.exit_code
    return EXIT_UNREAD if found.unread else 0


def _check_outputs(outputs: Sequence[Path]) -> None:
    for output in outputs:
        if output.suffix not in WRITERS:
            raise UsageError(f"{output} cannot be written.", fix=f"Its name must end in {', '.join(WRITERS)}.")
        if output.is_dir() or not output.absolute().parent.is_dir():
            raise UsageError(f"{output} cannot be written.", fix="Name a file in a folder that exists.")


@contextlib.contextmanager
def _graceful_end() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the grading as ctrl+c does: with every result so far in a file."""

    def stop(number: int, _: object) -> None:
        raise KeyboardInterrupt(number)

    try:
        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    except ValueError:  # not in the main thread, where a script may call this
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _grade(
    work: _Class, book: Gradebook, outputs: Sequence[Path], confined: bool, make_grader: Callable[..., CommandGrader]
) -> None:
    """Grade all answers into the book and write it; after an interruption write what is there, marked as partial."""
    record = _start_record(outputs, work)
    try:
        if work.found.answers:
            with make_grader(confined=confined) as grader:
                _start(grader, confined)
                _grade_all(grader, work, book, record)
    except KeyboardInterrupt:
        book.partial = True
        write_outputs(book, outputs, record)
        raise
    except BaseException:
        if record is not None:
            record.close() if book.results else record.discard()
        raise
    write_outputs(book, outputs, record)


def _start_record(outputs: Sequence[Path], work: _Class) -> PartialRecord | None:
    """Start the record of unfinished work beside the first output; None without one."""
    if not outputs:
        return None
    path = partial_path(outputs[0]).with_suffix(".jsonl")
    try:
        return PartialRecord(path, len(work.found.answers), work.seed)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.", fix="Name another file.") from error


def write_outputs(book: Gradebook, outputs: Sequence[Path], record: PartialRecord | None) -> None:
    """Write the gradebook to each output, or print it without one; what cannot be written stays in the record.

    Raises:
        UsageError: an output cannot be written; it names the record.
    """
    if not outputs:
        for line in book.summary():
            click.echo(line)
        return
    failed: list[str] = []
    for output in outputs:
        target = partial_path(output) if book.partial else output
        try:
            write(book, target)
        except UsageError as error:
            failed.append(str(error))
        else:
            if book.partial:
                click.echo(f"mxtutor: {target} holds the results so far; it is partial.", err=True)
    if record is None:
        return
    if not failed:
        record.discard()
        return
    record.close()
    kept = f"{record.path} holds the results so far, one JSON object per line."
    if record.failure:
        kept += f" The last ones are missing: {record.failure}."
        for line in book.summary():
            click.echo(line)
    raise UsageError(" ".join(failed), fix=f"Free space or name another file. {kept}")


def _start(grader: CommandGrader, confined: bool) -> None:
    if not confined:
        grader.require_ready()
        return
    fix = "`mxtutor doctor` says how to get the layers; `--isolation off` grades without them."
    require_isolation(grader, fix=fix)
    if missing := ", ".join(grader.state.missing):
        click.echo(f"mxtutor: graded without {missing}; `mxtutor doctor` says how to get it", err=True)


def _grade_all(grader: CommandGrader, work: _Class, book: Gradebook, record: PartialRecord | None) -> None:
    answers = work.found.answers
    done = grade_hand_ins(grader, work.folder, answers, work.exercises, seed=work.seed, jobs=work.jobs)
    try:
        with contextlib.closing(done), click.progressbar(length=len(answers), label="grading", file=sys.stderr) as bar:
            for answer, report in done:
                book.add(answer.learner, report)
                if record is not None:
                    record.add(answer.learner, report.to_json())
                bar.update(1)
    finally:
        book.sort(list(work.exercises))

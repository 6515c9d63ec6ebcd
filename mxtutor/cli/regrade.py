"""`mxtutor regrade`: a graded class against today's content."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from mxtutor import paths
from mxtutor.classroom.anonymity import Pseudonyms, read_key
from mxtutor.classroom.gradebook import Result
from mxtutor.classroom.grading import Unreadable, collect_class, read_checked, top_of
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.regrading import Change, Regrading
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import chosen_ids, load_content, now
from mxtutor.cli.grade import graceful_end, start
from mxtutor.cli.graded import opened
from mxtutor.cli.grading_progress import GradingProgress
from mxtutor.cli.outputs import check_outputs, write_outputs
from mxtutor.cli.setup import MakeGrader
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.gradebook.files import RESULTS, ending_of, with_ending
from mxtutor.reporting.sanitize import clean_line, json_text


@dataclass(frozen=True, slots=True)
class RegradeOptions:
    """The options of `mxtutor regrade`."""

    file: Path
    folder: Path | None = None
    key: Path | None = None
    only: Sequence[str] = ()
    outputs: Sequence[Path] = ()
    feedback: Path | None = None
    as_json: bool = False
    jobs: int | None = None


def regrade_class(root: Path | None, options: RegradeOptions, *, confined: bool, make_grader: MakeGrader) -> int:
    """Grade stored answers again where something changed, and list the verdicts that changed.

    Without a `root`, the content is in the folder that the file names, or it is mxtutor's own.
    Returns 0, 1 when an answer could not be graded again, 3 when mxtutor failed on one.
    """
    check_outputs(options.outputs, options.feedback)
    changes: list[Change] = []
    with opened(options.file, write=True) as file:
        root = root or _content_of(file)
        course = load_course(root)
        work = _regrading(course, root, options, file)
        due = work.due()
        try:
            with graceful_end():
                if due:
                    work.begin({"regraded": now()})
                    with make_grader(root=root, confined=confined, untrusted=True, many=True) as grader:
                        start(grader, confined)
                        progress = GradingProgress(result.learner for result in due)
                        with contextlib.closing(progress), contextlib.closing(
                            work.grade(grader, due, options.jobs or os.cpu_count() or 1)
                        ) as done:  # fmt: skip
                            for result, change in zip(due, done, strict=False):
                                progress.add(result.learner)
                                changes += [change] if change else []
        except KeyboardInterrupt:
            file.end(partial=True, at=now())
            click.echo(f"mxtutor: {file.path} holds the results so far; the same command continues.", err=True)
            _tell(changes, as_json=False)
            raise
        if due:
            file.end(partial=False, at=now())
        _tell(changes, as_json=options.as_json)
        for result, why in work.left:
            text = f"{clean_line(result.learner)} {result.exercise} was not graded again: {why.value}."
            click.echo(f"mxtutor: {text}", err=True)
        asked = {(result.learner, result.exercise) for result in due}
        graded = len(due) - sum((result.learner, result.exercise) in asked for result, _ in work.left)
        click.echo(f"mxtutor: {graded:,} answers graded again, {len(changes):,} verdicts changed", err=True)
        book = file.book()
        if options.outputs or options.feedback:
            write_outputs(book, options.outputs, file.path, feedback=options.feedback)
            for output in options.outputs:
                if ending_of(output) == RESULTS:
                    file.copy_to(output)
        if any(result.graded is Verdict.BROKEN for result in book.all()):
            click.echo("mxtutor: some answers got no verdict; run `mxtutor doctor` to find the cause.", err=True)
            return BrokenError.exit_code
    return 1 if work.left else 0


def _content_of(file: ResultsFile) -> Path:
    """Return the folder of the content that a class was graded with.

    Raises:
        UsageError: it is not there any more.
    """
    if file.run is None or not file.run.root:
        return paths.content_root()
    root = Path(file.run.root)
    if not root.is_dir():
        fix = "Name its content with --workshop FILE or --pack DIR before `regrade`."
        raise UsageError(f"{file.path} was graded with the content of {root}, which is not there.", fix=fix)
    return root


def _regrading(course: Course, root: Path, options: RegradeOptions, file: ResultsFile) -> Regrading:
    """Return what there is to do.

    Raises:
        UsageError: the folder or the key cannot be read.
    """
    only = frozenset(chosen_ids(course, options.only)) if options.only else None
    book = file.book()
    known = load_content(course, [identity for identity in course.exercises if identity in set(book.exercises)])
    hidden = None
    answers = None
    if options.folder is not None:
        found = collect_class(options.folder, course.exercises, root, ignored=[options.file])
        if book.anonymous:
            key = options.key or with_ending(options.file, ".key")
            if not key.is_file():
                raise UsageError(f"There is no file {key}.", fix="Name the key of the anonymous class with --key.")
            hidden = Pseudonyms(read_key(key), found.learners)
        answers = _answers(top_of(options.folder), found.answers, hidden)
    return Regrading(file, known, answers, hidden, only)


def _answers(folder: Path, found: Sequence[HandIn], hidden: Pseudonyms | None) -> Callable[[Result], bytes | None]:
    places = {(hidden.of(one.learner) if hidden else one.learner, one.exercise): one for one in found}

    def read(result: Result) -> bytes | None:
        one = places.get((result.learner, result.exercise))
        source = read_checked(folder, one) if one else None
        return (source.source or None) if isinstance(source, Unreadable) else source

    return read


def _tell(changes: Sequence[Change], *, as_json: bool) -> None:
    """Print the verdicts that changed."""
    if as_json:
        click.echo(json_text({"version": 1, "changed": [_change(one) for one in changes]}))
        return
    for one in changes:
        made = one.after.override
        still = f" (counts as {made.verdict.value}, set by the instructor: {clean_line(made.reason)})" if made else ""
        line = f"{clean_line(one.before.learner)}  {one.before.exercise}  {one.before.graded.value} -> "
        click.echo(f"{line}{one.after.graded.value}: {clean_line(one.after.headline)}{still}")


def _change(one: Change) -> dict[str, object]:
    made = one.after.override
    return {
        "learner": one.before.learner,
        "exercise": one.before.exercise,
        "before": one.before.graded.value,
        "after": one.after.graded.value,
        "headline": one.after.headline,
        "override": {"verdict": made.verdict.value, "reason": made.reason} if made else None,
    }

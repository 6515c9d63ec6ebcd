"""`mxtutor check`: one answer, one report."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor import paths
from mxtutor.classroom.grading import read_answer
from mxtutor.cli.setup import MakeGrader
from mxtutor.cli.text import report_lines, review_lines, style_lines
from mxtutor.content.loader import find_exercise, load_course
from mxtutor.content.model import Exercise
from mxtutor.errors import TutorError, UsageError
from mxtutor.grading.protocol import Grader, Report, Review, Submission, Verdict
from mxtutor.reporting.sanitize import json_text

if TYPE_CHECKING:
    from mxtutor.live.reporter import ClassReporter

EXIT = {Verdict.RIGHT: 0, Verdict.BROKEN: 3}
"""Exit code of a verdict; 1 for every other one."""


def check_answer(
    root: Path,
    exercise_id: str,
    file: Path,
    *,
    as_json: bool,
    seed: int | None,
    device: str,
    confined: bool,
    make_grader: MakeGrader,
    explain: bool = False,
) -> int:
    """Grade a file, print the report, keep the attempt; return the exit code.

    A mistake is explained from the learner's second miss on, after a hint, or with `explain`; before it is named.
    After a right answer, `explain` shows the solution and other right answers.
    """
    exercise = find_exercise(load_course(root), exercise_id)
    source = read_answer(file)
    with make_grader(root=root, confined=confined) as grader:
        if device == "gpu":
            grader.start()
            if not grader.state.gpus:
                fix = "`mxtutor doctor` shows the reason; leave --device out to judge placement on CPU contexts."
                raise UsageError("There is no GPU here that both MXNet and PyTorch can use.", fix=fix)
        submission = Submission(exercise, source, seed, device)  # type: ignore[arg-type]  # click checked it
        report, helped = grade_and_keep(grader, submission, again=True)
        if not as_json:
            for line in report_lines(report, file, full=explain or helped):
                click.echo(line)
        review = Review()
        if report.verdict is Verdict.RIGHT and exercise.kind in ("code", "fix"):
            review = grader.review(replace(submission, seed=report.seed))
            if review == Review():  # it failed: what the source alone shows is left
                review = Review(report.notes)
    if as_json:
        click.echo(json_text(replace(report, notes=review.notes, cost=review.cost).to_json()))
    elif report.verdict is Verdict.RIGHT:
        for line in (*review_lines(review), *(_other_answers(exercise) if explain else ())):
            click.echo(line)
    return EXIT.get(report.verdict, 1)


def _other_answers(exercise: Exercise) -> Iterator[str]:
    """Yield the solution and the other right answers, which a learner may see after a right answer."""
    if exercise.kind in ("code", "fix"):
        from mxtutor.content.styles import styles_of

        yield from style_lines(exercise.solution, styles_of(exercise))


def grade_and_keep(
    grader: Grader,
    submission: Submission,
    *,
    counts: Callable[[Report], bool] | None = None,
    again: bool = False,
) -> tuple[Report, bool]:
    """Grade an answer and keep the attempt if it counts; return the report, and whether the learner had help before.

    An earlier check of the exercise and an open hint are help. `again` is that of `keep_attempt`.
    """
    report = grader.grade(submission)
    kept = counts is None or counts(report)
    return report, kept and _keep(submission.exercise, submission.source, report, again=again)


@contextlib.contextmanager
def _class_of_learner() -> Iterator[ClassReporter | None]:
    """Yield what reports to the class of the learner; None if there is none. Open it before the attempt is stored."""
    from mxtutor.live.membership import FILE, VARIABLE

    reporter: ClassReporter | None = None
    if os.environ.get(VARIABLE) or (paths.home() / FILE).exists():  # only learners in a class need the client
        from mxtutor.live.reporter import open_reporter

        with _class_failures():
            reporter = open_reporter(paths.home())
    try:
        yield reporter
    finally:
        if reporter is not None:
            reporter.stop()


@contextlib.contextmanager
def _class_failures() -> Iterator[None]:
    """Report what happens to the class in the block; the learner gets the verdict whatever it is."""
    try:
        yield
    except TutorError as error:
        click.echo(f"mxtutor: your class was not told: {error}", err=True)
    except Exception as error:
        click.echo(f"mxtutor: your class was not told: {type(error).__name__}: {error}", err=True)


def _keep(exercise: Exercise, source: bytes, report: Report, *, again: bool) -> bool:
    """Keep the attempt; return whether the learner checked an answer or opened a hint before.

    A store that cannot be written is reported, and changes nothing for the learner.
    """
    from mxtutor.errors import StoreError
    from mxtutor.progress.counting import keep_attempt
    from mxtutor.progress.store import open_store

    try:
        with _class_of_learner() as reporter:
            with contextlib.closing(open_store(paths.home())) as store:
                before = store.standing(exercise.id)
                counted = keep_attempt(store, exercise, source.decode("utf-8", "replace"), report, again=again)
            if counted and reporter is not None:
                with _class_failures():
                    if full := reporter.send_now().full:
                        click.echo(f"mxtutor: your class was not told: {full}.", err=True)
        return before.helped
    except StoreError as error:
        click.echo(f"mxtutor: the attempt was not kept: {error}", err=True)
    return False

"""`mxtutor check`: one answer, one report."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor import paths
from mxtutor.classroom.hand_ins import read_answer
from mxtutor.cli.options import DEVICES, ISOLATIONS, PATH, SEED
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.cli.text import report_lines, review_lines, style_lines
from mxtutor.content.loader import find_exercise, load_course
from mxtutor.content.model import Exercise
from mxtutor.errors import StoreError, TutorError, UsageError
from mxtutor.grading.protocol import Device, Grader, Outcome, Report, Review, Submission, Verdict
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.reporting.mistakes import cause
from mxtutor.reporting.sanitize import json_text
from mxtutor.session.rules import rules_of
from mxtutor.session.session import Session, Task

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.saving import Text

EXIT: dict[Outcome, int] = {"right": 0, "not-right": 1, "failed": 3}
"""Exit codes of commands that check an answer."""


@click.command()
@click.argument("exercise", metavar="ID")
@click.argument("file", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--seed", type=SEED, help="Draw the inputs of this seed again.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=ISOLATIONS, default="on", show_default=True, help="Confine the answer.")
@click.option("--explain", is_flag=True, help="Explain a known mistake in full; after a right answer show others.")
@click.pass_obj
def check(
    setup: Setup, exercise: str, file: Path, as_json: bool, seed: int | None, device: Device, isolation: str,
    explain: bool,
) -> int:  # fmt: skip
    """Grade the answer in FILE to exercise ID. As FILE, "-" reads standard input."""
    asked = find_exercise(load_course(setup.root), exercise)
    source = read_answer(file)
    more = explains(setup.workshop, asked=explain)
    if seed is not None and not rules_of(setup.workshop).help:
        raise UsageError("A sealed workshop draws new inputs for each check.", fix="Leave --seed out.")
    with setup.make_grader(root=setup.root, confined=isolation == "on") as grader:
        if device == "gpu":
            grader.start()
            if not grader.state.gpus:
                fix = "Leave --device out to judge placement on CPU contexts."
                raise UsageError(f"No GPU can be used: {grader.state.no_gpu or grader.state.detail}", fix=fix)
        session = CommandSession(grader, setup.workshop)
        session.again = True
        task = session.open_now(asked)
        task.seed, task.device = seed, device
        checked = session.check(task, source)
        assert checked is not None  # never None: this command cancels nothing
        report = checked.report
        if not as_json:
            full, advised = explain or checked.full, task.rules().help
            for line in report_lines(report, file, full=full, more=more, advised=advised):
                click.echo(line)
        review = Review()
        if session.reviews(task):
            review = grader.review(Submission(asked, source, report.seed, device))
            if review == Review():  # running the answer failed: keep the parts that need only the source
                review = Review(report.notes)
    if as_json:
        click.echo(report_json(replace(report, notes=review.notes, cost=review.cost), more=more))
    elif report.verdict is Verdict.RIGHT:
        for line in (*review_lines(review), *(_other_answers(asked) if explain and session.reviews(task) else ())):
            click.echo(line)
    return EXIT[report.verdict.outcome]


def explains(workshop: Workshop | None, *, asked: bool) -> bool:
    """Return whether mistakes may be explained now; `asked`: the learner wants it.

    Raises:
        UsageError: the learner wants it, and the workshop shows no hints yet, or never.
    """
    closed = rules_of(workshop).held("hints", datetime.now(timezone.utc))
    if asked and closed:
        raise UsageError(closed, fix="Leave --explain out.")
    return not closed


def report_json(report: Report, *, more: bool) -> str:
    """Return a report as JSON; without `more`, names of mistakes stand in place of the explanations."""
    if not more:
        named = tuple(replace(one, message=cause(one, full=False)) for one in report.diagnosis)
        report = replace(report, diagnosis=named)
    return json_text(report.to_json())


def _other_answers(exercise: Exercise) -> Iterator[str]:
    """Yield the lines of the solution and the other right answers, for a learner with a right answer."""
    if exercise.kind in ("code", "fix"):
        from mxtutor.content.styles import styles_of

        yield from style_lines(exercise.solution, styles_of(exercise))


class CommandSession(Session):
    """The session of a command: each write opens the store; a store that cannot be written causes only a warning.

    Every text is graded, because the output of the command contains a report even of an answer that does not parse.
    """

    READS_FIRST = False
    _reporter: ClassReporter | None = None

    def __init__(self, grader: Grader, workshop: Workshop | None = None) -> None:
        """`workshop` sets the rules; its time is not measured here."""
        super().__init__(grader)
        self.rules_below = rules_of(workshop)

    def open_now(self, exercise: Exercise) -> Task:
        """Open an exercise with the learner's current standing."""
        with contextlib.suppress(StoreError), closing(open_store(paths.home())) as store:
            self.standings[exercise.id] = store.standing(exercise.id)
        return self.open(exercise)

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:  # noqa: ARG002
        """Write to the store once; the learner's class gets events stored from now on."""
        try:
            with class_of_learner() as self._reporter, closing(open_store(paths.home())) as store:
                call(store)
        except StoreError as error:
            tell(f"the attempt was not kept: {error}")

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Report to the learner's class, if there is one."""
        if self._reporter is not None:
            with _class_failures():
                call(self._reporter)
                if full := self._reporter.send_now().full:
                    tell(f"your class did not get the report: {full}.")


@contextlib.contextmanager
def class_of_learner() -> Iterator[ClassReporter | None]:
    """Yield the reporter for the learner's class, None without a class; enter this before the attempt is stored."""
    from mxtutor.live.membership import FILE, VARIABLE

    reporter: ClassReporter | None = None
    if os.environ.get(VARIABLE) or (paths.home() / FILE).exists():  # only learners in a class need this import
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
    """Turn errors of the class in the block into a message: the learner gets the verdict in any case."""
    try:
        yield
    except TutorError as error:
        tell(f"your class did not get the report: {error}")
    except Exception as error:
        tell(f"your class did not get the report: {type(error).__name__}: {error}")

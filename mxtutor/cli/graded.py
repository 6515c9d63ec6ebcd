"""Commands on a graded class: merge parts, override verdicts and points, show results, grade again."""

from __future__ import annotations

import contextlib
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import click

from mxtutor import paths
from mxtutor.classroom.anonymity import learner_id, read_key
from mxtutor.classroom.finder import collect_class
from mxtutor.classroom.hand_ins import Collected
from mxtutor.classroom.lines import Overridden, Result
from mxtutor.classroom.results_file import ResultsFile, merge
from mxtutor.classroom.run import Change, ClassRun, begin_again, changed_answers, chosen_ids, load_content, now
from mxtutor.cli.files import graceful_end
from mxtutor.cli.grade import ISOLATION, JOBS, ONLY, change_lines, grade, grade_here, recorded_end
from mxtutor.cli.gradescope import run_autograder, write_autograder
from mxtutor.cli.options import PATH, NumberRange
from mxtutor.cli.outputs import FEEDBACK, JSON, OUT, RESULTS, ROSTER, Outputs, ending_of
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course
from mxtutor.content.mixing import as_it_is_now
from mxtutor.counts import count
from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.gradebook.tables import csv_row, joinable
from mxtutor.reporting.sanitize import clean_line, json_text
from mxtutor.reporting.workshop_words import points_text
from mxtutor.suggest import did_you_mean, nearest

grade.add_command(write_autograder)
grade.add_command(run_autograder)


@grade.command("merge")
@click.argument("parts_of_it", nargs=-1, required=True, type=PATH, metavar="FILE...")
@OUT
@ROSTER
@click.option("--mixed", is_flag=True, help="Merge parts that were graded with other versions or other content.")
def merge_(parts_of_it: tuple[Path, ...], files: tuple[Path, ...], roster: Path | None, mixed: bool) -> int:
    """Join the .jsonl files of parts of a class."""
    if not files:
        raise click.UsageError("Missing option '--out'.")
    outputs = Outputs(files, roster=roster)
    outputs.check()
    with contextlib.ExitStack() as stack:
        parts = [stack.enter_context(opened(path)) for path in parts_of_it]
        own = next((output for output in outputs.files if ending_of(output) == RESULTS), None)
        if own is not None and own.exists():
            raise UsageError(f"{own} exists already.", fix="Name another file, or remove it first.")
        beside = outputs.files[0].absolute().parent
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=".merge-", dir=beside))
        whole = stack.enter_context(ResultsFile(Path(folder) / "whole.jsonl"))
        lines = merge(parts, whole, mixed=mixed)
        book = whole.book()
        outputs.write(book)
    for line in lines:
        tell(clean_line(line))
    return 1 if book.run.unread or book.partial else 0


@grade.command(context_settings={"ignore_unknown_options": True})  # a learner's name may begin with a dash
@click.argument("file", type=PATH)
@click.argument("learner")
@click.argument("exercise")
@click.argument(
    "verdict", required=False, type=click.Choice(["right", "wrong", "error", "timeout", "crash"])
)  # without `broken`, which is a failure of mxtutor
@click.option("--points", type=NumberRange(0), help="Points of this answer, instead of those of its verdict.")
@click.option("--reason", default="", help="Why; all readers of the results see it.")
@click.option("--undo", is_flag=True, help="Take the verdict and the points back.")
@OUT
def override(
    file: Path, learner: str, exercise: str, verdict: str | None, points: float | None, reason: str, undo: bool,
    files: tuple[Path, ...],
) -> int:  # fmt: skip
    """Set the verdict or the points of an answer in FILE."""
    outputs = Outputs(files)
    outputs.check()
    if undo == (verdict is not None or points is not None):
        raise UsageError(
            "Give a verdict, --points, or --undo to take them back.", fix="`mxtutor grade override --help` shows how."
        )
    if not undo and not reason.strip():
        raise UsageError("A verdict needs a reason.", fix='Add --reason "why".')
    with opened(file, write=True) as results:
        book = results.book()
        name = _named(learner, book.learners, f"{file} has no learner {learner!r}.")
        _named(exercise, book.run.exercises, f"{file} has no exercise {exercise!r}.")
        most = book.scoring.points.get(exercise) if book.scoring else None
        if points is not None and (most is None or points > most):
            limit = f"{exercise} has {points_text(most)} at most." if most is not None else "This class has no points."
            raise UsageError(limit, fix="Give at most that many." if most is not None else "Grade it with --workshop.")
        before = results.result(name, exercise)
        if undo and (before is None or before.override is None):
            raise UsageError(
                f"The instructor set no verdict for {name} and {exercise}.", fix="There is nothing to undo."
            )
        chosen = Verdict(verdict) if verdict else None
        answer = before.answer if before else ""
        was = _counts(before)
        results.append(Overridden(name, exercise, chosen, " ".join(reason.split()), now(), answer, points))
        new = _counts(results.result(name, exercise))
        worth = "" if points is None else f", {points_text(points)}"
        click.echo(f"{clean_line(name)} {exercise}: {was} -> {new}{worth}")
        if outputs.files:
            outputs.write(results.book())
    return 0


@grade.command()
@click.argument("file", type=PATH)
@OUT
@FEEDBACK
@ROSTER
@JSON
def show(
    file: Path, files: tuple[Path, ...], feedback: Path | None, roster: Path | None, as_json: bool
) -> int:  # fmt: skip
    """Write the results of a .jsonl FILE in other forms."""
    outputs = Outputs(files, feedback, as_json, roster)
    outputs.check()
    with opened(file) as results:
        outputs.write(results.book())
    return 0


@grade.command()
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--key", type=PATH, required=True, help="The file of the key that --anonymous made.")
@click.pass_obj
def names(setup: Setup, folder: Path, key: Path) -> int:
    """Print which learner of DIR has which id, as CSV."""
    if not key.is_file():
        raise UsageError(f"There is no file {key}.", fix="It lies beside the output of --anonymous and ends in .key.")
    secret = read_key(key)
    learners = collect_class(folder, load_course(setup.root).exercises).learners
    rows = [(learner_id(secret, learner), learner, joinable(learner)) for learner in learners]
    click.echo("".join(map(csv_row, [("id", "learner", "learner_id"), *rows])), nl=False)
    return 0


def _counts(result: Result | None) -> str:
    """Return the verdict that counts for an answer, as a word."""
    set_verdict = result and result.override and result.override.verdict
    return result.verdict.value if result and (set_verdict or result.place >= 0) else "not graded"


def opened(path: Path, *, write: bool = False) -> ResultsFile:
    """Open an existing file of results, and print a note about damaged lines.

    Raises:
        UsageError: the file does not exist, or is not a file of results.
    """
    if write and not path.exists():
        raise UsageError(f"There is no file {path}.", fix="Name the .jsonl file that `mxtutor grade` wrote.")
    file = ResultsFile(path, write=write)
    for number in file.damaged:
        tell(f"line {number} of {path} is damaged; what it held is missing")
    return file


def _named(name: str, known: Sequence[str], message: str) -> str:
    """Return a name in its stored form.

    Raises:
        UsageError: the name is unknown; the error names similar ones.
    """
    composed = unicodedata.normalize("NFC", name)
    if composed in known:
        return composed
    raise UsageError(message, fix=did_you_mean(nearest(composed, known), "The gradebook lists them."))


@click.command()
@click.argument("file", type=PATH)
@ONLY
@OUT
@FEEDBACK
@ROSTER
@JSON
@JOBS
@ISOLATION
@click.pass_obj
def regrade(
    setup: Setup, file: Path, isolation: str, files: tuple[Path, ...], feedback: Path | None,
    roster: Path | None, as_json: bool, only: tuple[str, ...], jobs: int | None,
) -> int:  # fmt: skip
    """Grade a class again, and list the verdicts that changed.

    Use it after the content or mxtutor changed.
    FILE is the .jsonl that `mxtutor grade` wrote. Answers whose exercise did not change are not graded again. Where
    names are hidden, FILE holds no answers: run the `mxtutor grade` that made it again.
    """
    outputs, confined = Outputs(files, feedback, roster=roster), isolation == "on"
    outputs.check()
    with opened(file, write=True) as results:
        root = setup.root if setup.pack or setup.workshop_file or setup.path_file else _content_of(results)
        course, book = load_course(root), results.book()
        known = load_content(course, [one for one in course.exercises if one in set(book.run.exercises)])
        run = ClassRun(results, Collected(), known, book.run.seed)
        due, left = changed_answers(run, chosen_ids(course, only) if only else None)
        try:
            if due:
                with graceful_end(), recorded_end(results):
                    begin_again(run)
                    grade_here(setup, root, run, due, jobs=jobs, confined=confined)
        except KeyboardInterrupt:
            click.echo("".join(f"{line}\n" for line in change_lines(run.changes)), nl=False)
            raise
        if as_json:
            click.echo(json_text({"version": 1, "changed": [_change(one) for one in run.changes]}))
        else:
            click.echo("".join(f"{line}\n" for line in change_lines(run.changes)), nl=False)
        for result, why in left:
            tell(f"{clean_line(result.learner)} {result.exercise} was not graded again: {why}.")
        tell(f"{count(len(due), 'answer')} graded again, {count(len(run.changes), 'verdict')} changed")
        book = results.book()
        if files or feedback:
            outputs.write(book)
        if any(result.graded is Verdict.BROKEN for result in book.all()):
            tell("some answers got no verdict; run `mxtutor doctor` to find the cause.")
            return BrokenError.exit_code
    return 1 if left else 0


def _content_of(file: ResultsFile) -> Path:
    """Return the folder of the content with which a class was graded.

    Raises:
        UsageError: the folder does not exist any more.
    """
    if file.run is None or not file.run.root:
        return paths.content_root()
    root = Path(file.run.root)
    if not root.is_dir():
        fix = "Name its content with --workshop FILE or --pack DIR."
        raise UsageError(f"{file.path} was graded with the content of {root}, which is not there.", fix=fix)
    return as_it_is_now(root)


def _change(change: Change) -> dict[str, object]:
    before, after = change
    return {
        "learner": before.learner,
        "exercise": before.exercise,
        "before": before.graded.value,
        "after": after.graded.value,
        "headline": after.headline,
        "override": {"verdict": after.verdict.value, "reason": after.override.reason} if after.override else None,
    }

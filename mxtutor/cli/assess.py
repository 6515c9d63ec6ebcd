"""`mxtutor assess`: the adaptive self-assessment and its reports; `assess merge`: the table of a team."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any, TypeVar

import click

from mxtutor import paths
from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import plan_for, plan_on_path, plan_on_scan
from mxtutor.assessment.records import AssessmentReport, Blueprint
from mxtutor.assessment.report import study_path
from mxtutor.assessment.team import Team, merge, read_report
from mxtutor.cli.files import check_files, encoded, learners_store, write_file, write_plan
from mxtutor.cli.options import PATH, NumberRange
from mxtutor.cli.painting import columns, tell
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.content.plan import refuse_first, unknown_ids
from mxtutor.errors import UsageError
from mxtutor.progress.assessments import SessionStore, running
from mxtutor.progress.store import open_store
from mxtutor.reporting.assess_page import report_page, team_csv, team_page
from mxtutor.reporting.assess_words import summary
from mxtutor.reporting.document import html_text, markdown_text
from mxtutor.reporting.sanitize import clean_line
from mxtutor.typed_paths import expanded

Made = TypeVar("Made", AssessmentReport, Team)
MOST_NAME = 100
"""Maximum length of a name, in characters."""


REPORT_WRITERS: dict[str, Callable[[AssessmentReport], str]] = {
    ".json": encoded,
    ".md": lambda report: markdown_text(report_page(report)),
    ".html": lambda report: html_text(report_page(report)),
}
_MARKS = (b"# Readiness ", b"<title>mxtutor assess", b"name,topic,asked,", b'"kind":"mxtutor-')
"""The start of each output, by which mxtutor recognises its files."""
TEAM_WRITERS: dict[str, Callable[[Team], str]] = {
    ".json": encoded,
    ".md": lambda team: markdown_text(team_page(team)),
    ".html": lambda team: html_text(team_page(team)),
    ".csv": team_csv,
}
"""Maps the suffix of a file to the function that makes its text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    scanned: Path | None
    minutes: float
    name: str
    outputs: Sequence[Path]
    path_out: Path | None
    last: bool
    """Whether to show the last report only."""
    as_json: bool


@click.group(invoke_without_command=True)
@click.option("--scan", "scanned", type=PATH, help="Ask about a project: its folder, or the JSON report of a scan.")
@click.option(
    "--minutes",
    type=NumberRange(5, 120),
    default=20.0,
    show_default=True,
    help="Time for the whole test; 10 to 30 is usual.",
)
@click.option("--name", default="", help="Your name in the report, for the table of a team.")
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write the report as .json, .md or .html.")
@click.option("--path-out", type=PATH, help="Write what to study as a learning path for `mxtutor --path`.")
@click.option("--last", is_flag=True, help="Show the report of your last finished test again; ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the report of your last finished test as JSON.")
@click.pass_context
def assess(ctx: click.Context, /, last: bool, **options: Any) -> int:
    """Test what you can do in MXNet, before a migration.

    The report says what you can do by topic, and what to study. The test adapts to your answers, gives no help, and
    continues where it was interrupted.
    """
    wanted = Wanted(**options, last=last or options["as_json"])
    return 0 if ctx.invoked_subcommand is not None else assess_learner(ctx.obj, wanted)


@assess.command("merge")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write .json, .md, .html or .csv.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def assess_merge(files: tuple[Path, ...], outputs: tuple[Path, ...], as_json: bool) -> None:
    """Make a table for a team from the JSON reports of its members."""
    check_files(outputs, TEAM_WRITERS, _MARKS)
    team = merge([(file, read_report(file)) for file in files])
    for output in outputs:
        write_file(output, TEAM_WRITERS[output.suffix](team))
    if as_json:
        click.echo(encoded(team), nl=False)
    elif not outputs:
        click.echo(markdown_text(team_page(team)), nl=False)


def assess_learner(setup: Setup, wanted: Wanted) -> int:
    """Run the assessment in the terminal, or show the last report; return the exit code."""
    check_files(wanted.outputs, REPORT_WRITERS, _MARKS, wanted.path_out)
    if len(wanted.name) > MOST_NAME or not wanted.name.isprintable():
        raise UsageError(f"--name must be one line of at most {MOST_NAME} characters.", fix="Give a shorter name.")
    if wanted.last:
        with learners_store() as progress:
            session = SessionStore(progress).last()
        if session is None or session.report is None:
            raise UsageError("There is no finished assessment yet.", fix="Run `mxtutor assess`.")
        return _deliver(session.report, wanted)
    if not setup.plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        fix = "`mxtutor --plain assess` asks line by line; `mxtutor assess --last` shows the last report."
        raise UsageError("The assessment needs a terminal.", fix=fix)
    with running(paths.home()):
        code, report = _run(setup, wanted)
    if code:
        return code
    if report is None:
        tell("your answers are kept; `mxtutor assess` continues.")
        return 0
    return _deliver(report, wanted)


def _run(setup: Setup, wanted: Wanted) -> tuple[int, AssessmentReport | None]:
    """Run the screens, or ask line by line; return the exit code, and the report, None if the learner left before."""
    course, home = load_course(setup.root), paths.home()
    items, damaged = items_of(course, course.exercises)
    for line in damaged.values():
        tell(clean_line(line))
    plan = _plan(setup, wanted, course, items)
    if setup.plain:
        from mxtutor.cli.plain import plain_terminal
        from mxtutor.plain.tutor import run_assessment

        with closing(open_store(home)) as progress, setup.make_grader(root=setup.root) as grader:
            return 0, run_assessment(plain_terminal(), course, progress, grader, items, plan, wanted.name)
    from mxtutor.grading.service.client import RemoteGrader
    from mxtutor.ui.run import run_tutor
    from mxtutor.ui.visits import Assess

    test = Assess(items, plan, wanted.name)
    code = run_tutor(
        setup.root,
        start_at=None,
        grader=RemoteGrader(setup.root),
        progress_opener=lambda: open_store(home),
        home=home,
        first=test,
    )
    return code, test.report


def _plan(setup: Setup, wanted: Wanted, course: Course, items: Mapping[str, Item]) -> Blueprint:
    if setup.workshop and wanted.scanned is not None:
        raise UsageError("--path and --scan cannot be used together.", fix="Give one of them.")
    if setup.workshop is not None:
        if unknown := unknown_ids(setup.workshop.path, course):
            from mxtutor.content.documents import read_document

            refuse_first(read_document(setup.workshop.file), unknown)
        return plan_on_path(course, items, setup.workshop.path, minutes=wanted.minutes)
    if wanted.scanned is not None:
        from mxtutor.cli.scan import scan_report

        return plan_on_scan(course, items, scan_report(setup.root, expanded(wanted.scanned)), minutes=wanted.minutes)
    return plan_for(course, items, minutes=wanted.minutes)


def _deliver(report: AssessmentReport, wanted: Wanted) -> int:
    failed: UsageError | None = None
    for output in wanted.outputs:
        try:
            write_file(output, REPORT_WRITERS[output.suffix](report))
        except UsageError as error:  # the report is stored; the other files are written
            failed = error
    if wanted.path_out is not None:
        path = study_path(report.title, report.study)
        if path is None:
            tell("nothing is left to study, so there is no learning path.")
        else:
            try:
                write_plan(wanted.path_out, path)
            except UsageError as error:
                failed = error
    if wanted.as_json:
        click.echo(encoded(report), nl=False)
    else:
        for line in summary(report):
            click.echo(clean_line(line) if line.startswith("  ") else fill(clean_line(line), columns()))
        if report.study and wanted.path_out is None:
            tell("`mxtutor assess --last --path-out path.json`, then `mxtutor --path path.json`, practises all of it.")
    if failed is not None:
        raise UsageError(failed.message, fix="The report is kept: `mxtutor assess --last` writes it again.")
    return 0

"""`mxtutor scan`: PyTorch projects to a report of what a migration needs, and a learning path."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
import msgspec

from mxtutor.cli.files import check_files, encoded, graceful_end, write_file, write_plan
from mxtutor.cli.options import PATH
from mxtutor.cli.painting import tell
from mxtutor.cli.scan_text import summary_lines
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.reporting.document import html_text, markdown_text
from mxtutor.reporting.scan_page import scan_page
from mxtutor.scan.assessing import by_name, merge, read_report, report_of
from mxtutor.scan.forms import Forms
from mxtutor.scan.project import scan_project
from mxtutor.scan.records import ScanReport, SiteRecord

WRITERS: dict[str, Callable[[ScanReport, Callable[[SiteRecord], str]], str]] = {
    ".json": lambda report, _: encoded(report),
    ".md": lambda report, form: markdown_text(scan_page(report, form)),
    ".html": lambda report, form: html_text(scan_page(report, form)),
}
"""Ending of a file's name, to what makes its text."""
_MARKS = (b"# From PyTorch to MXNet: ", b"# Scan of ", b"<title>mxtutor scan", b'{"version":', b'{\n "version": ')
"""What stands at the start of each output."""
EXIT_FAILED = 1
"""Exit code when `--fail-on` found something."""
SCAN_CLASSES = click.Choice(
    ["missing", "removed", "behaviour", "composite", "args", "renamed", "same", "unknown", "stop", "arguments"]
)
"""Classes of the truth table, and the classes of effort that a report uses."""


@click.command()
@click.argument("paths", type=PATH, metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--out", "outputs", type=PATH, multiple=True, help="Write .json, .md or .html.")
@click.option("--path-out", type=PATH, help="Write the learning path for `mxtutor --path`.")
@click.option("--fail-on", type=SCAN_CLASSES, multiple=True, help="Exit with 1 if a site has this class.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: the number of cores).")
@click.pass_obj
def scan(
    setup: Setup, paths: tuple[Path, ...], as_json: bool, outputs: tuple[Path, ...], path_out: Path | None,
    fail_on: tuple[str, ...], jobs: int | None,
) -> int:  # fmt: skip
    """Scan PyTorch projects for what a move to MXNet needs.

    It says what MXNet has for each call, what will differ, and what to practise.

    A PATH that ends in .json is the report of an earlier scan; several PATHs become one report.
    """
    check_files(outputs, WRITERS, _MARKS, path_out)
    rows = load_truth(setup.root)
    course = load_course(setup.root)
    with graceful_end():
        report, path, form = _report(paths, rows, course, jobs)
    for output in outputs:
        write_file(output, WRITERS[output.suffix](report, form))
    if path_out is not None:
        if path is None:
            raise UsageError(
                "There is no learning path: no exercise helps with these call sites.", fix="Leave --path-out out."
            )
        write_plan(path_out, path)
    if as_json:
        click.echo(encoded(report), nl=False)
    elif not outputs:
        for line in summary_lines(report, form):
            click.echo(line)
    failed = sum(api.count for api in report.apis if api.kind in fail_on or api.effort in fail_on)
    if failed:
        has, classes = "has" if failed == 1 else "have", " or ".join(dict.fromkeys(fail_on))
        tell(f"{failed} of {count(report.calls, 'site')} {has} the class {classes}.")
    return EXIT_FAILED if failed else 0


def scan_report(root: Path, path: Path) -> ScanReport:
    """Return the report of a scan: of a project, or of an earlier scan that wrote it to a .json file.

    Raises:
        UsageError: the path cannot be read, or is no report.
    """
    if path.suffix == ".json" and not path.is_dir():
        return read_report(path)
    with graceful_end():
        return _report([path], load_truth(root), load_course(root), None)[0]


def _report(
    paths: Sequence[Path], rows: Sequence[Truth], course: Course, jobs: int | None
) -> tuple[ScanReport, Plan | None, Callable[[SiteRecord], str]]:
    known = by_name(rows)
    named: list[tuple[str, ScanReport]] = []
    forms: dict[str, Forms] = {}
    learning: Plan | None = None
    taken: set[str] = set()
    for one in paths:
        name = _free_name(one, taken)
        if one.suffix == ".json" and not one.is_dir():
            report = read_report(one)
        else:
            report, learning = _scanned(one, name, rows, course, jobs)
            forms[name] = Forms(one if one.is_dir() else one.parent, known, report.sites)
        named.append((name, report))
    if len(named) == 1 and paths[0].suffix != ".json":
        only = forms[named[0][0]]
        return named[0][1], learning, only.of

    def form(site: SiteRecord) -> str:
        project, _, file = site.file.partition("/")
        found = forms.get(project)
        if found is not None:
            return found.of(msgspec.structs.replace(site, file=file))
        row = known.get(site.name)
        return (row.mxnet_nd or row.mxnet_np) if row is not None else ""

    report, learning = merge(named, course)
    return report, learning, form


def _free_name(path: Path, taken: set[str]) -> str:
    base = path.stem if path.suffix == ".json" else path.resolve().name or "project"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    taken.add(name)
    return name


def _scanned(
    path: Path, name: str, rows: Sequence[Truth], course: Course, jobs: int | None
) -> tuple[ScanReport, Plan | None]:
    try:
        with _progress() as progress:
            scanned = scan_project(path, jobs=jobs, progress=progress)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", fix="Name a folder or a file."
        ) from error
    return report_of(scanned, rows, course, name)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error if it is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=100, label="scanning", file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.update(100 * done // max(total, 1) - bar.pos)

        yield show

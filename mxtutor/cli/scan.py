"""`mxtutor scan`: reports what a migration of PyTorch projects needs, and makes a learning path."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from mxtutor.cli.files import check_files, encoded, graceful_end, write_file, write_plan
from mxtutor.cli.options import PATH
from mxtutor.cli.painting import columns, paint, tell, wrapped
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.reporting.document import html_text, markdown_text
from mxtutor.reporting.sanitize import clean_line
from mxtutor.reporting.scan_page import (
    EFFORT_WORDS,
    NEXT,
    by_effort,
    heat,
    origin,
    path_sentence,
    patterns_of,
    percent,
    scan_page,
    seen_names,
    sites_by_name,
    stops,
    understood,
)
from mxtutor.scan.assessing import by_name, inside, read_report, report_of
from mxtutor.scan.forms import form_of
from mxtutor.scan.project import scan_project
from mxtutor.scan.records import CLASSES, EFFORTS, ApiRecord, Effort, Found, ScanReport, SiteRecord, together

WRITERS: dict[str, Callable[[ScanReport, Callable[[SiteRecord], str]], str]] = {
    ".json": lambda report, _: encoded(report),
    ".md": lambda report, form: markdown_text(scan_page(report, form)),
    ".html": lambda report, form: html_text(scan_page(report, form)),
}
"""Maps the suffix of a file to the function that makes its text."""
_MARKS = (b"# From PyTorch to MXNet: ", b"# Scan of ", b"<title>mxtutor scan", b'{"version":1,"files":')
"""The start of each output, by which mxtutor recognises its files."""
EXIT_FAILED = 1
"""Exit code when `--fail-on` found something."""
SCAN_CLASSES = click.Choice(list(dict.fromkeys((*CLASSES, *EFFORTS))))
"""Classes of the truth table, and the classes of effort that a report uses."""
COLOURS = dict(zip(EFFORTS, ("red", "magenta", "yellow", "cyan", "green", "white"), strict=True))
NAMES = 8
"""Names that are shown for each class of effort."""
FEW = 8
"""Maximum number of sites of a name whose own form is shown, with their arguments, if all have the same."""
FILES = 6
MOST_SKIPPED = 8


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
        UsageError: the path cannot be read, or is not a report.
    """
    if path.suffix == ".json" and not path.is_dir():
        return read_report(path)
    with graceful_end():
        return _report([path], load_truth(root), load_course(root), None)[0]


def _report(
    paths: Sequence[Path], rows: Sequence[Truth], course: Course, jobs: int | None
) -> tuple[ScanReport, Plan | None, Callable[[SiteRecord], str]]:
    parts: dict[str, Found] = {}
    for one in paths:
        name = _free_name(one, parts)
        if one.suffix == ".json" and not one.is_dir():
            parts[name] = read_report(one)
        else:
            with file_errors(one, "read", fix="Name a folder or a file."), _progress() as progress:
                parts[name] = scan_project(one, jobs=jobs, progress=progress)
    found = next(iter(parts.values()))
    if len(parts) > 1 or isinstance(found, ScanReport):
        found = together([inside(name, part) for name, part in parts.items()])
    report, learning = report_of(found, rows, course, list(parts))
    return report, learning, partial(form_of, by_name(rows))


def _free_name(path: Path, taken: Container[str]) -> str:
    base = path.stem if path.suffix == ".json" else path.resolve().name or "project"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return name


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


def summary_lines(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    """Yield the report as lines: facts that may decide, sites, effort, patterns, practice.

    `form` returns the MXNet form of a call site.
    """
    width = columns()
    yield paint("What decides", bold=True)
    for fact in report.decides:
        yield from wrapped(fact, "- ")
    yield from _headed(clean_line(", ".join(report.projects)))
    yield f"  {count(report.files, 'file')}, {count(report.lines, 'line')}, {report.seconds:.1f} s"
    for line in (*origin(report), understood(report), stops(report)):
        yield from wrapped(line, "  ")
    yield ""
    for effort in EFFORTS:
        sites = report.effort.get(effort, 0)
        length = round((width - 32) * sites / report.calls) if report.calls else 0
        bar = paint("#" * max(length, 1 if sites else 0), fg=COLOURS[effort])
        yield f"  {effort:9} {sites:6} {percent(sites, report.calls):>5}  {bar}".rstrip()
    named = sites_by_name(report)
    for effort, apis in by_effort(report):
        if effort != "same":
            yield from _names(effort, apis, named, form, width)
    if found := patterns_of(report):
        yield from _headed("Patterns")
        for words, places in found:
            yield f"  {len(places):5} {words}"
            yield from _dim(places[0].note)
    yield from _files(report, width)
    yield from _headed("Practice")
    yield from wrapped(path_sentence(report), "  ")
    if report.path:
        yield from wrapped(NEXT, "  ")
    unclear = len(report.unclear)
    yield from _headed("Not understood", f"{unclear:,} of {count(report.calls + unclear, 'site')}")
    if names := seen_names(report, 12):
        yield from wrapped(", ".join(f"{clean_line(name)} {count}" for name, count in names), "  ")
        first = report.unclear[0]
        yield from wrapped(f"{clean_line(first.file)}:{first.line}: {first.seen}, for example", "  ")
    if report.skipped:
        yield from _headed("Not read", str(len(report.skipped)))
        yield from (f"  {clean_line(one.file)}: {clean_line(one.reason)}" for one in report.skipped[:MOST_SKIPPED])
        if len(report.skipped) > MOST_SKIPPED:
            yield paint(f"  and {len(report.skipped) - MOST_SKIPPED} more; --json lists them", dim=True)


def _headed(title: str, after: str = "", colour: str | None = None) -> Iterator[str]:
    yield ""
    yield paint(title, fg=colour, bold=True) + (f": {after}" if after else "")


def _names(
    effort: Effort,
    apis: list[ApiRecord],
    sites: Mapping[str, Sequence[SiteRecord]],
    form: Callable[[SiteRecord], str],
    width: int,
) -> Iterator[str]:
    yield from _headed(effort.capitalize(), EFFORT_WORDS[effort], COLOURS[effort])
    room = width - 47
    for api in apis[:NAMES]:
        own = {form(site) for site in sites.get(api.torch, ())} if api.count <= FEW else set()
        first, more, _ = (own.pop() if len(own) == 1 else api.mxnet).partition("\n")
        shown = f"{first} ..." if more else first
        shown = shown if len(shown) <= room else f"{shown[: room - 3]}..."
        yield f"  {api.count:5} {_end(api.torch, 36):36} {paint(clean_line(shown), fg='cyan')}".rstrip()
        if api.advice and not api.mxnet:
            yield from _dim(api.advice)
    if rest := apis[NAMES:]:
        yield paint(
            f"        and {count(len(rest), 'more name')}, {count(sum(api.count for api in rest), 'site')}", dim=True
        )


def _files(report: ScanReport, width: int) -> Iterator[str]:
    rows = heat(report)
    if len(rows) < 2:
        return
    yield from _headed("Files")
    room = max(width - 58, 10)
    for file, sites, efforts in rows[:FILES]:
        parts = ((effort, round(room * efforts.get(effort, 0) / rows[0][1])) for effort in EFFORTS)
        bar = "".join(paint("#" * length, fg=COLOURS[effort]) for effort, length in parts)
        yield f"  {sites:5} {_end(clean_line(file), 46):46} {bar}".rstrip()
    if len(rows) > FILES:
        yield paint(f"        and {count(len(rows) - FILES, 'more file')}", dim=True)


def _end(text: str, most: int) -> str:
    """Return the end of a long name."""
    return clean_line(text if len(text) <= most else f"...{text[3 - most :]}")


def _dim(text: str) -> Iterator[str]:
    return (paint(line, dim=True) for line in wrapped(text, "        "))

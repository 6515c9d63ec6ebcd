"""A scan's report in the terminal: bars that fit, also in 80 columns and without colours."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator

from mxtutor.cli.painting import inline_code, paint
from mxtutor.reporting.sanitize import clean_line
from mxtutor.reporting.scan_text import (
    EFFORT_WORDS,
    PATTERN_WORDS,
    by_effort,
    heat,
    origin,
    path_sentence,
    patterns_of,
    percent,
    seen_names,
    stops,
    understood,
)
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, ScanReport

COLOURS: dict[Effort, str] = {
    "stop": "red",
    "behaviour": "magenta",
    "arguments": "yellow",
    "renamed": "cyan",
    "same": "green",
    "unknown": "white",
}
WIDEST = 100
NAMES = 8
"""Names that are shown for each class of effort."""
FILES = 6
MOST_SKIPPED = 8


def summary_lines(report: ScanReport) -> Iterator[str]:
    """Yield the report as a person reads it: what decides, sites, effort, patterns, practice."""
    width = min(WIDEST, shutil.get_terminal_size().columns)
    yield paint("What decides", bold=True)
    for fact in report.decides:
        yield from _wrapped(fact, width, "- ")
    yield ""
    yield paint(clean_line(", ".join(report.projects)), bold=True)
    yield f"  {report.files} files, {report.lines} lines, {report.seconds:.1f} s"
    for line in (*origin(report), understood(report)):
        yield from _wrapped(line, width, "  ")
    yield from _wrapped(stops(report), width, "  ")
    yield ""
    yield from _bars(report, width)
    for effort, apis in by_effort(report):
        if effort != "same":
            yield from _names(effort, apis, width)
    yield from _patterns(report, width)
    yield from _files(report, width)
    yield ""
    yield paint("Practice", bold=True)
    yield from _wrapped(path_sentence(report), width, "  ")
    if report.path:
        yield from _wrapped("`mxtutor scan PATH --path-out path.json`, then `mxtutor --path path.json`", width, "  ")
    yield from _unclear(report, width)
    yield from _skipped(report)


def _bars(report: ScanReport, width: int) -> Iterator[str]:
    room = width - 32
    for effort in EFFORTS:
        count = report.effort.get(effort, 0)
        length = round(room * count / report.calls) if report.calls else 0
        bar = "#" * max(length, 1 if count else 0)
        yield f"  {effort:9} {count:6} {percent(count, report.calls):>5}  {paint(bar, fg=COLOURS[effort])}".rstrip()


def _names(effort: Effort, apis: list[ApiRecord], width: int) -> Iterator[str]:
    yield ""
    yield f"{paint(effort.capitalize(), fg=COLOURS[effort], bold=True)}: {EFFORT_WORDS[effort]}"
    for api in apis[:NAMES]:
        first = api.mxnet.splitlines()[0] if api.mxnet else ""
        form = f"{first} ..." if "\n" in api.mxnet else first
        name = api.torch if len(api.torch) <= 36 else f"...{api.torch[-33:]}"
        room = width - 47
        form = form if len(form) <= room else f"{form[: room - 3]}..."
        yield f"  {api.count:5} {clean_line(name):36} {paint(clean_line(form), fg='cyan')}".rstrip()
        if effort == "stop" and api.advice:
            yield from (paint(line, dim=True) for line in _wrapped(api.advice, width, "        "))
    if len(apis) > NAMES:
        rest = apis[NAMES:]
        yield paint(f"        and {len(rest)} names more, {sum(api.count for api in rest)} sites", dim=True)


def _patterns(report: ScanReport, width: int) -> Iterator[str]:
    found = patterns_of(report)
    if not found:
        return
    yield ""
    yield paint("Patterns", bold=True)
    for kind, count, note in found:
        yield f"  {count:5} {PATTERN_WORDS[kind]}"
        yield from (paint(line, dim=True) for line in _wrapped(note, width, "        "))


def _files(report: ScanReport, width: int) -> Iterator[str]:
    rows = heat(report)
    if len(rows) < 2:
        return
    yield ""
    yield paint("Files", bold=True)
    room = max(width - 58, 10)
    for file, count, efforts in rows[:FILES]:
        shown = clean_line(file)
        shown = shown if len(shown) <= 46 else f"...{shown[-43:]}"
        bar = "".join(
            paint("#" * round(room * efforts.get(effort, 0) / rows[0][1]), fg=COLOURS[effort]) for effort in EFFORTS
        )
        yield f"  {count:5} {shown:46} {bar}".rstrip()
    if len(rows) > FILES:
        yield paint(f"        and {len(rows) - FILES} files more", dim=True)


def _unclear(report: ScanReport, width: int) -> Iterator[str]:
    yield ""
    unclear = len(report.not_understood)
    yield f"{paint('Not understood', bold=True)}: {unclear} of {report.calls + unclear} sites"
    names = seen_names(report, 12)
    if names:
        yield from _wrapped(", ".join(f"{clean_line(name)} {count}" for name, count in names), width, "  ")
        first = report.not_understood[0]
        yield from _wrapped(
            f"{clean_line(first.file)}:{first.line}: {clean_line(first.seen)}, for example", width, "  "
        )


def _skipped(report: ScanReport) -> Iterator[str]:
    if not report.skipped:
        return
    yield ""
    yield f"{paint('Not read', bold=True)}: {len(report.skipped)}"
    for one in report.skipped[:MOST_SKIPPED]:
        yield f"  {clean_line(one.file)}: {clean_line(one.reason)}"
    if len(report.skipped) > MOST_SKIPPED:
        yield paint(f"  and {len(report.skipped) - MOST_SKIPPED} more; --json lists them", dim=True)


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    lines = textwrap.wrap(
        clean_line(text), width, initial_indent=indent, subsequent_indent=" " * len(indent), break_on_hyphens=False
    )
    return inline_code("\n".join(lines)).splitlines()

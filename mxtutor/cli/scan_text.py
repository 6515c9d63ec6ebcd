"""A scan's report in the terminal: bars that fit, also in 80 columns and without colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mxtutor.cli.painting import columns, paint, wrapped
from mxtutor.counts import count
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
    sites_by_name,
    stops,
    understood,
)
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, ScanReport, SiteRecord

COLOURS: dict[Effort, str] = {
    "stop": "red",
    "behaviour": "magenta",
    "arguments": "yellow",
    "renamed": "cyan",
    "same": "green",
    "unknown": "white",
}
NAMES = 8
"""Names that are shown for each class of effort."""
FEW = 8
"""Most sites of a name whose own form is shown, with their arguments, if all have the same."""
FILES = 6
MOST_SKIPPED = 8


def summary_lines(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    """Yield the report as a person reads it: what decides, sites, effort, patterns, practice.

    `form` returns the MXNet form of a call site.
    """
    width = columns()
    yield paint("What decides", bold=True)
    for fact in report.decides:
        yield from wrapped(fact, "- ")
    yield from _headed(clean_line(", ".join(report.projects)))
    yield f"  {report.files} files, {report.lines} lines, {report.seconds:.1f} s"
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
        for kind, sites, note in found:
            yield f"  {sites:5} {PATTERN_WORDS[kind]}"
            yield from _dim(note)
    yield from _files(report, width)
    yield from _headed("Practice")
    yield from wrapped(path_sentence(report), "  ")
    if report.path:
        yield from wrapped("`mxtutor scan PATH --path-out path.json`, then `mxtutor --path path.json`", "  ")
    unclear = len(report.not_understood)
    yield from _headed("Not understood", f"{unclear} of {report.calls + unclear} sites")
    if names := seen_names(report, 12):
        yield from wrapped(", ".join(f"{clean_line(name)} {count}" for name, count in names), "  ")
        first = report.not_understood[0]
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

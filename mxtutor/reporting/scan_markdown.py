"""A scan's report as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    stops,
    title,
    understood,
)
from mxtutor.scan.records import EFFORTS, ScanReport, SiteRecord

PLACES = 20
"""Places that are listed for each name."""


def scan_markdown(report: ScanReport, form: Callable[[SiteRecord], str]) -> str:
    """Return the report; `form` gives the MXNet form of a site."""
    return "\n".join(_lines(report, form)) + "\n"


def _lines(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    yield f"# {_text(title(report))}"
    yield ""
    yield "## What decides"
    yield ""
    yield from (f"- {_text(one)}" for one in report.decides)
    yield ""
    yield "## Summary"
    yield ""
    yield f"- {report.files} files, {report.lines} lines, {report.seconds:.1f} s."
    yield from (f"- {_text(one)}" for one in origin(report))
    yield f"- {understood(report)}"
    yield f"- {stops(report)}"
    yield f"- {path_sentence(report)}"
    if report.libraries:
        listed = ", ".join(f"{name} {count}" for name, count in report.libraries.items())
        yield f"- Other packages on top of torch, with their files: {_text(listed)}."
    yield ""
    yield "| effort | sites | share | meaning |"
    yield "| --- | --- | --- | --- |"
    for effort in EFFORTS:
        count = report.effort.get(effort, 0)
        yield f"| {effort} | {count} | {percent(count, report.calls)} | {EFFORT_WORDS[effort]} |"
    yield from _patterns(report)
    yield from _names(report, form)
    yield from _files(report)
    yield from _unclear(report)
    if report.path:
        yield from ["", "## Practice", "", path_sentence(report), ""]
        yield from (f"{number}. `{one}`" for number, one in enumerate(report.path, 1))
    if report.skipped:
        yield from ["", "## Not read", ""]
        yield from (f"- `{_text(one.file)}`: {_text(one.reason)}" for one in report.skipped)


def _patterns(report: ScanReport) -> Iterator[str]:
    found = patterns_of(report)
    if not found:
        return
    yield from ["", "## Patterns", "", "| pattern | places | what it means |", "| --- | --- | --- |"]
    for kind, count, note in found:
        yield f"| {PATTERN_WORDS[kind]} | {count} | {_text(note)} |"
    yield ""
    for one in report.patterns:
        place = f"{one.file}:{one.cell}:{one.line}" if one.cell else f"{one.file}:{one.line}"
        yield f"- `{_text(place)}` {PATTERN_WORDS[one.pattern]}"


def _names(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    sites: dict[str, list[SiteRecord]] = {}
    for site in report.sites:
        sites.setdefault(site.name, []).append(site)
    for effort, apis in by_effort(report):
        yield from ["", f"## {effort.capitalize()}: {EFFORT_WORDS[effort]}"]
        for api in apis:
            yield from ["", f"### {_text(api.torch)} ({api.count})", ""]
            if api.note:
                yield f"{_text(api.note)}"
                yield ""
            if api.mxnet:
                yield from ["```python", *api.mxnet.splitlines(), "```", ""]
            found = sites.get(api.torch, [])
            for site in found[:PLACES]:
                filled = form(site)
                own = f": `{_text(filled)}`" if filled and filled != api.mxnet and "\n" not in filled else ""
                grade = "" if site.sure == "sure" else f" ({site.sure})"
                yield f"- `{_text(site.where)}`{grade}{own}"
            if len(found) > PLACES:
                yield f"- and {len(found) - PLACES} more"


def _files(report: ScanReport) -> Iterator[str]:
    yield from [
        "",
        "## Files",
        "",
        f"| file | sites | {' | '.join(EFFORTS)} |",
        "| --- | --- |" + " --- |" * len(EFFORTS),
    ]
    for file, count, efforts in heat(report):
        cells = " | ".join(str(efforts.get(effort, 0)) for effort in EFFORTS)
        yield f"| {_text(file)} | {count} | {cells} |"


def _unclear(report: ScanReport) -> Iterator[str]:
    if not report.not_understood:
        return
    yield from ["", "## Not understood", ""]
    for one in report.not_understood:
        place = f"{one.file}:{one.cell}:{one.line}" if one.cell else f"{one.file}:{one.line}"
        yield f"- `{_text(place)}` {_text(f'maybe {one.name}' if one.name else '')} `{_text(one.seen)}`"


def _text(text: str) -> str:
    """Return text that breaks no line, no table and no code of the page."""
    return clean_line(text).replace("|", "\\|").replace("<", "&lt;").replace("`", "'" if "``" in text else "`")

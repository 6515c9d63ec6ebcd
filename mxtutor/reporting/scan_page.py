"""A scan's report as a document, for HTML and Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mxtutor.reporting.document import (
    Bar,
    Block,
    Code,
    Document,
    Items,
    Line,
    Listing,
    Piece,
    Section,
    Table,
    Text,
    Word,
)
from mxtutor.reporting.scan_text import (
    EFFORT_WORDS,
    PATTERN_WORDS,
    by_effort,
    heat,
    origin,
    path_sentence,
    patterns_of,
    percent,
    sites_by_name,
    stops,
    title,
    understood,
)
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, PatternRecord, ScanReport, SeenRecord, SiteRecord

PLACES = 20
"""Most places per name in Markdown."""


def scan_page(report: ScanReport, form: Callable[[SiteRecord], str]) -> Document:
    """Return a scan's report as a document; `form` returns the MXNet form of a call site."""
    return Document(f"mxtutor scan: {', '.join(report.projects)}", title(report), list(_sections(report, form)))


def _sections(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[Section]:
    yield Section("What decides", [Items(report.decides)], look="box")
    yield Section("Summary", _summary(report))
    path: list[Block] = [Items([Code(one) for one in report.path], ordered=True)] if report.path else []
    folded = [Section(f"{len(report.path)} exercises", path, look="fold")] if path else []
    yield Section("Practice", [Text(path_sentence(report)), *folded])
    if found := patterns_of(report):
        yield Section("Patterns", [_pattern(report, *one) for one in found])
    sites = sites_by_name(report)
    for effort, apis in by_effort(report):
        heading = f"{effort.capitalize()}: {EFFORT_WORDS[effort]} ({report.effort.get(effort, 0)})"
        yield Section(Word(heading, effort), [_name(api, sites.get(api.torch, []), form) for api in apis])
    if rows := heat(report):
        most = rows[0][1]
        columns = ("file", "sites", *EFFORTS)
        cells: list[list[Line]] = [
            [[Code(file), _bar(efforts, most)], str(count), *(str(efforts.get(one, 0)) for one in EFFORTS)]
            for file, count, efforts in rows
        ]
        yield Section("Files", [Table(columns, cells, frozenset(columns[1:]))])
    unclear: list[Line] = [
        [_place(one), f" maybe {one.name} " if one.name else " ", Code(one.seen)] for one in report.not_understood
    ]
    yield Section(f"Not understood ({len(unclear)})", [Items(unclear)] if unclear else [])
    if report.skipped:
        yield Section("Not read", [Items([[Code(one.file), f": {one.reason}"] for one in report.skipped])])


def _summary(report: ScanReport) -> list[Block]:
    sentences = [f"{report.files} files, {report.lines} lines, {report.seconds:.1f} s.", *origin(report)]
    sentences += [understood(report), stops(report)]
    if report.libraries:
        listed = ", ".join(f"{name} {count}" for name, count in report.libraries.items())
        sentences.append(f"Other packages on top of torch, with their files: {listed}.")
    columns = ("effort", "sites", "share", "meaning")
    counts = [(effort, report.effort.get(effort, 0)) for effort in EFFORTS]
    rows = [
        (Word(effort, effort), str(count), percent(count, report.calls), EFFORT_WORDS[effort])
        for effort, count in counts
    ]
    return [Items(sentences), _bar(dict(counts), report.calls), Table(columns, rows, frozenset(columns[1:3]))]


def _bar(efforts: Mapping[Effort, int], total: int) -> Bar:
    parts, start = [], 0.0
    for effort in EFFORTS:
        if total and (count := efforts.get(effort, 0)):
            parts.append((effort, start, count / total, f"{effort}: {count}"))
            start += count / total
    return Bar("", tuple(parts))


def _place(one: SeenRecord | PatternRecord) -> Code:
    return Code(f"{one.file}:{one.cell}:{one.line}" if one.cell else f"{one.file}:{one.line}")


def _pattern(report: ScanReport, kind: str, count: int, note: str) -> Section:
    places = [_place(one) for one in report.patterns if one.pattern == kind]
    return Section(f"{PATTERN_WORDS[kind]} ({count})", [Text(note), Items(places, most=PLACES)], look="fold")


def _name(api: ApiRecord, sites: list[SiteRecord], form: Callable[[SiteRecord], str]) -> Section:
    blocks: list[Block] = []
    if api.note:
        blocks.append(Text(api.note))
    if api.advice:
        blocks.append(Text(api.advice))
    if api.mxnet:
        blocks.append(Listing(api.mxnet))
    if api.exercise:
        blocks.append(Text(f"mxtutor {api.exercise}", style="note"))
    lines: list[Line] = []
    for site in sites:
        filled = form(site)
        own: list[Piece] = [" → ", Code(filled)] if filled and filled != api.mxnet and "\n" not in filled else []
        lines.append([Code(site.where), "" if site.sure == "sure" else f" ({site.sure})", *own])
    return Section([Code(api.torch), f" ({api.count})"], [*blocks, Items(lines, most=PLACES)], look="fold")

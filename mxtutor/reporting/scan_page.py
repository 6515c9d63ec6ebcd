"""A scan's report in words and numbers, and as a document for HTML and Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from mxtutor.counts import count, listed
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
from mxtutor.reporting.durations import duration
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, PatternRecord, ScanReport, SeenRecord, SiteRecord
from mxtutor.scan.sentences import PATTERNS

GRADE_WORDS = {"sure": "sure", "likely": "likely", "name": "by name only"}
EFFORT_WORDS: dict[Effort, str] = {
    "stop": "no counterpart: to be redesigned",
    "behaviour": "looks alike, behaves differently",
    "arguments": "other arguments, several operators, or some lines of your own",
    "renamed": "another name",
    "same": "nothing to do",
    "unknown": "not in the truth table",
}


def percent(part: int, whole: int) -> str:
    """Return a share in whole percent; "<1 %" for a small positive one."""
    if not whole or not part:
        return "0 %"
    share = 100 * part / whole
    return "<1 %" if share < 0.5 else f"{share:.0f} %"


MOST_FILES = 4
"""Maximum number of files with MXNet code that are named."""


def title(report: ScanReport) -> str:
    """Return the title of a report; it names a migration only if a file imports torch."""
    names = ", ".join(report.projects)
    return f"Scan of {names}" if report.torch_files == 0 else f"From PyTorch to MXNet: {names}"


def origin(report: ScanReport) -> list[str]:
    """Return notes, one line each: that no file imports torch, and which files import MXNet already."""
    lines = ["Nothing here imports torch."] if report.files and report.torch_files == 0 else []
    if report.mxnet_files:
        named = listed(report.mxnet_files, MOST_FILES)
        number = count(len(report.mxnet_files), "file")
        verb = "imports" if len(report.mxnet_files) == 1 else "import"
        lines.append(f"{number} {verb} MXNet and no torch: no site in them counts as torch's ({named}).")
    return lines


def understood(report: ScanReport) -> str:
    """Return the first sentence of summaries: the number of call sites, and how many are not understood."""
    if not report.files:
        return "No Python code was found. Name a file, or a folder with .py, .ipynb or .md files."
    unclear, grades = len(report.unclear), report.grades
    known = ", ".join(f"{grades.get(grade, 0):,} {word}" for grade, word in GRADE_WORDS.items())
    verb = "is" if unclear == 1 else "are"
    return f"{count(report.calls, 'call site')} of torch: {known}; {unclear:,} more {verb} not understood."


def stops(report: ScanReport) -> str:
    """Return how many sites prevent a migration, with the number of all sites and of those without a row."""
    stopping, unknown = report.effort.get("stop", 0), report.effort.get("unknown", 0)
    has, are = "has" if 1 in (stopping, report.calls) else "have", "is" if unknown == 1 else "are"
    return (
        f"{stopping:,} of {count(report.calls, 'site')} {has} no counterpart; {unknown:,} {are} not in the truth table."
    )


def path_sentence(report: ScanReport) -> str:
    """Return how long the learning path takes, and how many sites it covers."""
    covered = report.covered
    if not covered.exercises:
        return "No exercise helps with these call sites." if covered.needed else "No site needs practice."
    needed = f"{count(covered.needed, 'site')} that need{'s' * (covered.needed == 1)} practice"
    share, covers = f"{covered.share * 100:.0f} %", "covers" if covered.exercises == 1 else "cover"
    return (
        f"{count(covered.exercises, 'exercise')}, about {duration(covered.minutes)}, {covers} {share} of the {needed}."
    )


NEXT = (
    "Next: `mxtutor assess --scan PATH` tests what you can do of it already; `mxtutor scan PATH --path-out path.json`, "
    "then `mxtutor --path path.json`, practises it; `mxtutor try FILE:FUNCTION` compares a port with its original."
)
"""The next steps after a scan whose report has a learning path."""


def by_effort(report: ScanReport) -> Iterator[tuple[Effort, list[ApiRecord]]]:
    """Yield each class of effort with its names: names without a form first, then by number of sites."""
    for effort in EFFORTS:
        found = [api for api in report.apis if api.effort == effort]
        if found:
            yield effort, sorted(found, key=lambda api: (bool(api.mxnet), -api.count, api.torch))


def sites_by_name(report: ScanReport) -> dict[str, list[SiteRecord]]:
    sites: dict[str, list[SiteRecord]] = {}
    for site in report.sites:
        sites.setdefault(site.name, []).append(site)
    return sites


def heat(report: ScanReport) -> list[tuple[str, int, dict[Effort, int]]]:
    """Return (file, number of sites, sites by effort), most sites first."""
    efforts = {api.torch: api.effort for api in report.apis}
    files: dict[str, Counter[Effort]] = {}
    for site in report.sites:
        files.setdefault(site.file, Counter())[efforts[site.name]] += 1
    rows = [(file, sum(counts.values()), dict(counts)) for file, counts in files.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def seen_names(report: ScanReport, most: int) -> list[tuple[str, int]]:
    """Return at most `most` names that are not understood, with their numbers of sites, most sites first."""
    return Counter(one.name or one.seen for one in report.unclear).most_common(most)


def patterns_of(report: ScanReport) -> list[tuple[str, list[PatternRecord]]]:
    """Return the words for each pattern with its places."""
    places: dict[str, list[PatternRecord]] = {}
    for one in report.patterns:
        places.setdefault(one.pattern, []).append(one)
    return [(words, places[kind]) for kind, (words, _) in PATTERNS.items() if kind in places]


PLACES = 20
"""Maximum number of places per name in Markdown."""


def scan_page(report: ScanReport, form: Callable[[SiteRecord], str]) -> Document:
    """Return a scan's report as a document; `form` returns the MXNet form of a call site."""
    return Document(f"mxtutor scan: {', '.join(report.projects)}", title(report), list(_sections(report, form)))


def _sections(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[Section]:
    yield Section("What decides", [Items(report.decides)], look="box")
    yield Section("Summary", _summary(report))
    path: list[Block] = [Items([Code(one) for one in report.path], ordered=True)] if report.path else []
    practice: list[Block] = [Text(path_sentence(report))]
    if path:
        practice += [Text(NEXT), Section(count(len(report.path), "exercise"), path, look="fold")]
    yield Section("Practice", practice)
    if found := patterns_of(report):
        yield Section("Patterns", [_pattern(*one) for one in found])
    sites = sites_by_name(report)
    for effort, apis in by_effort(report):
        heading = f"{effort.capitalize()}: {EFFORT_WORDS[effort]} ({report.effort.get(effort, 0)})"
        yield Section(Word(heading, effort), [_name(api, sites.get(api.torch, []), form) for api in apis])
    if rows := heat(report):
        most = rows[0][1]
        columns = ("file", "sites", *EFFORTS)
        cells: list[list[Line]] = [
            [[Code(file), _bar(efforts, most)], str(sites), *(str(efforts.get(one, 0)) for one in EFFORTS)]
            for file, sites, efforts in rows
        ]
        yield Section("Files", [Table(columns, cells, frozenset(columns[1:]))])
    unclear: list[Line] = [
        [_place(one), f" maybe {one.name} " if one.name else " ", Code(one.seen)] for one in report.unclear
    ]
    yield Section(f"Not understood ({len(unclear)})", [Items(unclear)] if unclear else [])
    if report.skipped:
        yield Section("Not read", [Items([[Code(one.file), f": {one.reason}"] for one in report.skipped])])


def _summary(report: ScanReport) -> list[Block]:
    sentences = [
        f"{count(report.files, 'file')}, {count(report.lines, 'line')}, {report.seconds:.1f} s.",
        *origin(report),
    ]
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


def _pattern(words: str, places: list[PatternRecord]) -> Section:
    blocks: list[Block] = [Text(places[0].note), Items([_place(one) for one in places], most=PLACES)]
    return Section(f"{words} ({len(places)})", blocks, look="fold")


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

"""Texts and numbers of a scan's report, shared by the terminal, Markdown and HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mxtutor.counts import count, listed
from mxtutor.reporting.durations import duration
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, ScanReport, SiteRecord

GRADE_WORDS = {"sure": "sure", "likely": "likely", "name": "by name only"}
EFFORT_WORDS: dict[Effort, str] = {
    "stop": "no counterpart, to be designed anew",
    "behaviour": "looks alike, behaves differently",
    "arguments": "other arguments, several operators, or some lines of your own",
    "renamed": "another name",
    "same": "nothing to do",
    "unknown": "not in the truth table",
}
PATTERN_WORDS = {
    "sync-in-loop": "waits for the device in a loop",
    "mask-index": "masks as indices",
    "in-place": "writes in place",
    "hook": "hooks",
    "autograd-function": "custom autograd functions",
    "state-dict": "state_dict keys and files",
    "integer-arithmetic": "integer arithmetic",
    "batchnorm-momentum": "momentum of BatchNorm",
    "scheduler": "schedulers by epoch",
    "dynamic-control-flow": "control flow that depends on values",
    "loader-workers": "loaders with workers or collate_fn",
}


def percent(part: int, whole: int) -> str:
    """Return a share in whole percent; "<1 %" for a small positive one."""
    if not whole or not part:
        return "0 %"
    share = 100 * part / whole
    return "<1 %" if share < 0.5 else f"{share:.0f} %"


MOST_FILES = 4
"""Most files with MXNet code that are named."""


def title(report: ScanReport) -> str:
    """Return the title of a report; it speaks of a migration only if a file imports torch."""
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
    sites = report.calls
    unclear = len(report.not_understood)
    grades = report.grades
    known = ", ".join(f"{grades.get(grade, 0)} {word}" for grade, word in GRADE_WORDS.items())
    return f"{sites} call sites of torch: {known}; {unclear} more are not understood."


def stops(report: ScanReport) -> str:
    """Return how many sites prevent a migration, with the number of all sites and of those without a row."""
    stopping, unknown = report.effort.get("stop", 0), report.effort.get("unknown", 0)
    return f"{stopping} of {report.calls} sites have no counterpart; {unknown} are not in the truth table."


def path_sentence(report: ScanReport) -> str:
    """Return how long the learning path takes, and how many sites it covers."""
    covered = report.covered
    if not covered.exercises:
        return "No exercise helps with these call sites." if covered.needed else "No site needs practice."
    share = f"{covered.share * 100:.0f} % of the {covered.needed} sites that need practice"
    return f"{count(covered.exercises, 'exercise')}, about {duration(covered.minutes)}, cover {share}."


def by_effort(report: ScanReport) -> Iterator[tuple[Effort, list[ApiRecord]]]:
    """Yield each class of effort with its names: names without a form first, then by number of sites."""
    for effort in EFFORTS:
        found = [api for api in report.apis if api.effort == effort]
        if found:
            yield effort, sorted(found, key=lambda api: (bool(api.mxnet), -api.count, api.torch))


def sites_by_name(report: ScanReport) -> dict[str, list[SiteRecord]]:
    """Return the sites of each name of torch."""
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
    return Counter(one.name or one.seen for one in report.not_understood).most_common(most)


def patterns_of(report: ScanReport) -> list[tuple[str, int, str]]:
    """Return each pattern with its number of places and its note, in the order of `PATTERN_WORDS`."""
    counts = Counter(one.pattern for one in report.patterns)
    notes = {one.pattern: one.note for one in report.patterns}
    return [(kind, counts[kind], notes[kind]) for kind in PATTERN_WORDS if counts[kind]]  # type: ignore[index]

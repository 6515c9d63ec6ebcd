"""Makes the report of a scan: each name with what the truth table says, shares of effort, the learning path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan
from mxtutor.content.truth_rows import Truth
from mxtutor.counts import count
from mxtutor.scan.library import load_library
from mxtutor.scan.practice import choose
from mxtutor.scan.project import Scanned
from mxtutor.scan.records import (
    CLASSES,
    EFFORTS,
    VERSION,
    ApiRecord,
    Covered,
    PatternRecord,
    ScanReport,
    SiteClass,
    SiteRecord,
)
from mxtutor.scan.sentences import DECIDES, MISSING


def report_of(scanned: Scanned, rows: Sequence[Truth], course: Course, project: str) -> tuple[ScanReport, Plan | None]:
    """Return the report of a scan and its learning path; None instead of a path if no exercise helps."""
    known = by_name(rows)
    sites = Counter(site.name for site in scanned.sites)
    where: dict[str, list[str]] = {}
    for site in scanned.sites:
        where.setdefault(site.name, []).append(site.where)
    apis = [_api(name, number, where[name], known.get(name)) for name, number in sites.most_common()]
    report = assembled(apis, course, project, scanned.sites, scanned.patterns)[0]
    report.not_understood = scanned.unclear
    report.skipped = scanned.skipped
    report.files, report.lines, report.seconds = scanned.files, scanned.lines, round(scanned.seconds, 3)
    report.torch_files, report.mxnet_files = scanned.torch_files, scanned.mxnet_files
    report.versions = _versions(rows)
    report.attributes = dict(sorted(scanned.attributes.items(), key=lambda one: -one[1]))
    report.libraries = dict(sorted(scanned.libraries.items(), key=lambda one: -one[1]))
    return report, path_of(report, course)


def by_name(rows: Sequence[Truth]) -> dict[str, Truth]:
    """Return the rows of the truth table by each of their names, also as torch's documentation writes it today."""
    library = load_library()
    known: dict[str, Truth] = {}
    for row in rows:
        for name in row.names:
            known.setdefault(name, row)
    for name, row in list(known.items()):
        known.setdefault(library.canonical(name), row)
    for alias, name in library.aliases.items():
        if name in known and "._" not in alias:
            known.setdefault(alias, known[name])
    return known


def _api(name: str, number: int, where: list[str], row: Truth | None) -> ApiRecord:
    if row is None:
        return ApiRecord(name, number, where, "unknown", "", "")
    return ApiRecord(name, number, where, row.kind, row.mxnet_nd or row.mxnet_np, row.exercise, row.note)


def assembled(
    apis: list[ApiRecord], course: Course, project: str, sites: list[SiteRecord], patterns: list[PatternRecord]
) -> tuple[ScanReport, Plan | None]:
    """Return a report with the sums that follow from its names and sites."""
    classes: Counter[SiteClass] = Counter()
    effort: Counter[str] = Counter()
    for api in apis:
        classes[api.kind] += api.count
        effort[api.effort] += api.count
    path, covered = _path(apis, course, project)
    report = ScanReport(
        VERSION, 0, sum(api.count for api in apis), apis, {one: classes[one] for one in CLASSES},
        list(path.exercises) if path else [], sites, [], patterns, [], 0, 0.0, {},
    )  # fmt: skip
    grades = Counter(site.sure for site in sites)
    report.grades = {grade: grades[grade] for grade in ("sure", "likely", "name")}
    report.effort = {one: effort[one] for one in EFFORTS}
    report.covered = covered
    report.decides = [*DECIDES, *missing_parts(apis)]
    report.projects = [project]
    return report, path


def missing_parts(apis: Sequence[ApiRecord]) -> list[str]:
    """Return one sentence for each part of torch that the project uses and that stops it or costs most."""
    found: dict[str, int] = {}
    for api in apis:
        for start, sentence in MISSING.items():
            if api.torch == start or api.torch.startswith(f"{start}."):
                if api.kind in ("missing", "removed", "unknown", "composite"):
                    found[sentence] = found.get(sentence, 0) + api.count
                break
    return [
        f"{sentence} ({count(sites, 'site')})." for sentence, sites in sorted(found.items(), key=lambda one: -one[1])
    ]


def path_of(report: ScanReport, course: Course) -> Plan | None:
    """Return the learning path of a report."""
    return _path(report.apis, course, ", ".join(report.projects))[0]


def _path(apis: Sequence[ApiRecord], course: Course, project: str) -> tuple[Plan | None, Covered]:
    return choose({api.torch: (api.count, api.kind, api.exercise) for api in apis}, course, f"Practice for {project}")


def _versions(rows: Sequence[Truth]) -> dict[str, str]:
    """Return the versions that the scan's facts are about."""
    from mxtutor import __version__

    found = {"mxtutor": __version__, "torch-names": load_library().version}
    if rows:
        found |= dict(part.split(" ", 1) for part in rows[0].verified.split(", ") if " " in part)
    return found

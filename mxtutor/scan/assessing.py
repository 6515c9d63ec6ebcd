"""Makes the report of a scan: each name with what the truth table says, shares of effort, the learning path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan, PlanPart, PlanSites
from mxtutor.content.truth_rows import Truth
from mxtutor.counts import count
from mxtutor.scan.library import load_library
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

ENOUGH = 0.95
"""Share of the sites that need practice at which a path ends."""
STEPS = ((0.5, "Half of the call sites"), (0.8, "Four of five call sites"), (1.0, "The rest"))
"""Parts of a path: each ends where its exercises reach this share of what the path covers."""


def choose(names: Mapping[str, tuple[int, SiteClass, str]], course: Course, title: str) -> tuple[Plan | None, Covered]:
    """Return the learning path for names of torch and what it covers; None if no exercise helps.

    `names` maps each name to its sites, its class and the exercise that teaches it, or "".
    """
    needed = sum(count for count, kind, _ in names.values() if kind != "same")
    known = set(course.exercises)
    unlocked: dict[str, int] = {}
    for sites, kind, exercise in names.values():
        if kind != "same" and exercise in known:
            unlocked[exercise] = unlocked.get(exercise, 0) + sites
    rank = {identity: i for i, identity in enumerate(course.exercises)}
    minutes = {identity: exercise_minutes(course.folder(identity)) for identity in unlocked}
    order = sorted(unlocked, key=lambda one: (-unlocked[one] / minutes[one], rank[one]))
    chosen: list[str] = []
    sites = 0
    for identity in order:
        if sites >= ENOUGH * needed:
            break
        chosen.append(identity)
        sites += unlocked[identity]
    covered = Covered(len(chosen), sum(minutes[one] for one in chosen), sites, needed)
    if not chosen:
        return None, covered
    by_exercise = {identity: unlocked[identity] for identity in (*chosen, *order[len(chosen) :])}
    told = PlanSites(sum(count for count, _, _ in names.values()), needed, by_exercise)
    return Plan(1, title, tuple(_parts(chosen, unlocked, minutes, sites)), told), covered


def _parts(
    chosen: Iterable[str], unlocked: Mapping[str, int], minutes: Mapping[str, int], total: int
) -> Iterable[PlanPart]:
    left = list(chosen)
    done = 0
    for share, title in STEPS:
        part = []
        while left and done < share * total:
            part.append(left.pop(0))
            done += unlocked[part[-1]]
        if part:
            yield PlanPart(title, tuple(part), float(sum(minutes[one] for one in part)))


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
    form = row.mxnet_nd or row.mxnet_np
    return ApiRecord(name, number, where, row.kind, form, row.exercise, row.note, row.instead, row.cost)


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

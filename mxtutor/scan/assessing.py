"""Makes the report of a scan, or of several: each name with what the truth table says, effort, the learning path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan, PlanPart, PlanSites
from mxtutor.content.truth_rows import Truth
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.scan.library import load_library
from mxtutor.scan.records import (
    CLASSES,
    EFFORTS,
    VERSION,
    ApiRecord,
    Covered,
    Found,
    ScanReport,
    SiteClass,
)
from mxtutor.scan.sentences import DECIDES, MISSING

ENOUGH = 0.95
"""Of the sites that need practice, the share that a path covers when it ends."""
STEPS = ((0.5, "Half of the call sites"), (0.8, "Four of five call sites"), (1.0, "The rest"))
"""Parts of a path: each ends where its exercises reach this share of what the path covers."""


def choose(names: Mapping[str, tuple[int, SiteClass, str]], course: Course, title: str) -> tuple[Plan | None, Covered]:
    """Return the learning path for names of torch and what it covers; None if no exercise helps.

    `names` maps each name to its sites, its class and the exercise that teaches it, or "".
    """
    needed = sum(count for count, kind, _ in names.values() if kind != "same")
    known = set(course.exercises)
    unlocked = Counter[str]()
    for sites, kind, exercise in names.values():
        if kind != "same" and exercise in known:
            unlocked[exercise] += sites
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
    practice = PlanSites(sum(count for count, _, _ in names.values()), needed, {one: unlocked[one] for one in order})
    return Plan(1, title, tuple(_parts(chosen, unlocked, minutes, sites)), practice), covered


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


def report_of(
    found: Found, rows: Sequence[Truth], course: Course, projects: list[str]
) -> tuple[ScanReport, Plan | None]:
    """Return the report of projects that were scanned, and its learning path; None for a path if no exercise helps."""
    known = by_name(rows)
    where: dict[str, list[str]] = {}
    for site in found.sites:
        where.setdefault(site.name, []).append(site.where)
    named = sorted(where.items(), key=lambda one: -len(one[1]))
    apis = [_api(name, places, known.get(name)) for name, places in named]
    classes: Counter[SiteClass] = Counter()
    effort: Counter[str] = Counter()
    for api in apis:
        classes[api.kind] += api.count
        effort[api.effort] += api.count
    names = {api.torch: (api.count, api.kind, api.exercise) for api in apis}
    path, covered = choose(names, course, f"Practice for {', '.join(projects)}")
    grades = Counter(site.sure for site in found.sites)
    found.seconds = round(found.seconds, 3)
    report = ScanReport(
        **msgspec.structs.asdict(found),
        calls=len(found.sites),
        apis=apis,
        summary={one: classes[one] for one in CLASSES},
        path=list(path.exercises) if path else [],
        versions=_versions(rows),
        grades={grade: grades[grade] for grade in ("sure", "likely", "name")},
        effort={one: effort[one] for one in EFFORTS},
        covered=covered,
        decides=[*DECIDES, *missing_parts(apis)],
        projects=projects,
    )
    return report, path


def by_name(rows: Sequence[Truth]) -> dict[str, Truth]:
    """Return the rows of the truth table by their names, including those in torch's documentation of today."""
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


def _api(name: str, where: list[str], row: Truth | None) -> ApiRecord:
    if row is None:
        return ApiRecord(name, len(where), where, "unknown", "", "")
    form = row.mxnet_nd or row.mxnet_np
    return ApiRecord(name, len(where), where, row.kind, form, row.exercise, row.note, row.instead, row.cost)


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


def _versions(rows: Sequence[Truth]) -> dict[str, str]:
    """Return the versions that the scan's facts are about."""
    from mxtutor import __version__

    found = {"mxtutor": __version__, "torch-names": load_library().version}
    if rows:
        found |= dict(part.split(" ", 1) for part in rows[0].verified.split(", ") if " " in part)
    return found


LARGEST = 1 << 30
"""Size of the largest report that is read, in bytes."""


def read_report(path: Path) -> ScanReport:
    """Return the report in a file that `scan --out FILE.json` wrote.

    Raises:
        UsageError: it cannot be read or is not a report of this version.
    """
    fix = "`mxtutor scan PATH --out FILE.json` writes such a report."
    with file_errors(path, "read", fix=fix):
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is too large for a scan's report.", fix=fix)
        data = path.read_bytes()
    try:
        report = msgspec.json.decode(data, type=ScanReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not a report of a scan: {error}.", fix=fix) from error
    if report.version != VERSION:
        raise UsageError(f"{path} has version {report.version}; this release reads {VERSION}.", fix="Scan again.")
    if not {site.name for site in report.sites} <= {api.torch for api in report.apis if api.count >= 0}:
        raise UsageError(f"{path} is not a report of a scan: its sites and its names do not fit together.", fix=fix)
    return report


def inside(name: str, found: Found) -> Found:
    """Return what was found in a project with its name before the names of its files: `name/file`."""
    files = [f"{name}/{file}" for file in found.mxnet_files]
    records = {
        part: [msgspec.structs.replace(one, file=f"{name}/{one.file}") for one in getattr(found, part)]
        for part in ("sites", "unclear", "patterns", "skipped")
    }
    return msgspec.structs.replace(found, mxnet_files=files, **records)

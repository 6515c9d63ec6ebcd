"""Merges the reports of several projects into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan
from mxtutor.errors import UsageError
from mxtutor.scan.assessing import assembled
from mxtutor.scan.records import VERSION, ApiRecord, PatternRecord, ScanReport, SeenRecord, SiteRecord, SkippedRecord

LARGEST = 1 << 30
"""Bytes of the largest report that is read."""
_Placed = TypeVar("_Placed", SiteRecord, SeenRecord, PatternRecord, SkippedRecord)


def read_report(path: Path) -> ScanReport:
    """Return the report in a file that `scan --out FILE.json` wrote.

    Raises:
        UsageError: it cannot be read or is no report of this version.
    """
    fix = "`mxtutor scan PATH --out FILE.json` writes such a report."
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is too large for a scan's report.", fix=fix)
        report = msgspec.json.decode(path.read_bytes(), type=ScanReport)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.", fix=fix) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is no report of a scan: {error}.", fix=fix) from error
    if report.version != VERSION:
        raise UsageError(f"{path} has version {report.version}; this release reads {VERSION}.", fix="Scan again.")
    return report


def merge(named: Sequence[tuple[str, ScanReport]], course: Course) -> tuple[ScanReport, Plan | None]:
    """Return one report for several projects; each project's name comes before its files, as `name/file`."""
    sites: list[SiteRecord] = []
    unclear: list[SeenRecord] = []
    patterns: list[PatternRecord] = []
    skipped: list[SkippedRecord] = []
    mxnet: list[str] = []
    for name, report in named:
        mxnet += [f"{name}/{file}" for file in report.mxnet_files]
        sites += _renamed(report.sites, name)
        unclear += _renamed(report.not_understood, name)
        patterns += _renamed(report.patterns, name)
        skipped += _renamed(report.skipped, name)
    apis = _apis(named)
    projects = list(dict.fromkeys(name for name, _ in named))
    merged, path = assembled(apis, course, ", ".join(projects), sites, patterns)
    merged.not_understood, merged.skipped, merged.projects = unclear, skipped, projects
    for _, report in named:
        merged.files += report.files
        merged.lines += report.lines
        merged.seconds = round(merged.seconds + report.seconds, 3)
        merged.versions |= report.versions
    merged.mxnet_files = mxnet
    counts = [report.torch_files for _, report in named]
    merged.torch_files = None if None in counts else sum(one or 0 for one in counts)
    merged.attributes = dict(sum((Counter(report.attributes) for _, report in named), Counter()).most_common())
    merged.libraries = dict(sum((Counter(report.libraries) for _, report in named), Counter()).most_common())
    return merged, path


def _renamed(records: Iterable[_Placed], name: str) -> list[_Placed]:
    return [msgspec.structs.replace(one, file=f"{name}/{one.file}") for one in records]


def _apis(named: Sequence[tuple[str, ScanReport]]) -> list[ApiRecord]:
    found: dict[str, ApiRecord] = {}
    for name, report in named:
        for api in report.apis:
            where = [f"{name}/{place}" for place in api.where]
            before = found.get(api.torch)
            if before is None:
                found[api.torch] = msgspec.structs.replace(api, where=where)
            else:
                found[api.torch] = msgspec.structs.replace(
                    before, count=before.count + api.count, where=before.where + where
                )
    return sorted(found.values(), key=lambda api: -api.count)

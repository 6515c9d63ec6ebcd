"""Makes plans: for the whole course, for a learning path, for a scan, and for the tutor's placement."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone

import msgspec

from mxtutor.assessment.model import Item
from mxtutor.assessment.records import VERSION, Blueprint, SavedSession, Sites
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan
from mxtutor.errors import UsageError
from mxtutor.scan.records import ScanReport

POOL_LEAST = 6
"""A topic with fewer exercises in the plan may also ask its other exercises; they do not count in its share."""
PLACEMENT_ITEMS = 8
PLACEMENT_MINUTES = 60.0
MOST_TITLE = 120


def plan_for(course: Course, items: Mapping[str, Item], *, minutes: float, title: str = "") -> Blueprint:
    """Return the plan that is about all exercises of a course.

    Raises:
        UsageError: the course has no exercise that can be asked.
    """
    weights = {one: 1.0 for one in course.exercises if one in items}
    return _plan(course, items, weights, title or "the whole course", minutes)


def plan_on_path(course: Course, items: Mapping[str, Item], path: Plan, *, minutes: float) -> Blueprint:
    """Return the plan that is about the exercises of a path. `course` is the whole course.

    A path that a scan made knows the call sites of its project; the plan is that of the scan then.

    Raises:
        UsageError: none of its exercises can be asked.
    """
    sites = _sites_of_path(path, items)
    if sites is not None:
        return _plan(course, items, {one: float(n) for one, n in sites.taught.items()}, path.title, minutes, sites)
    weights = {one: 1.0 for one in path.exercises if one in items}
    return _plan(course, items, weights, path.title, minutes)


def plan_on_scan(course: Course, items: Mapping[str, Item], report: ScanReport, *, minutes: float) -> Blueprint:
    """Return the plan that is about a project: each exercise counts as much as the call sites that it teaches.

    Raises:
        UsageError: no exercise teaches any name that the project uses.
    """
    sites = sites_of(report, items)
    title = f"the project {', '.join(report.projects)}"
    if not sites.taught:
        raise UsageError(f"No exercise teaches what {title} uses.", fix="Run `mxtutor assess` without --scan.")
    weights = {one: float(count) for one, count in sites.taught.items()}
    return _plan(course, items, weights, title[:MOST_TITLE], minutes, sites)


def placement_plan(course: Course, items: Mapping[str, Item], *, most_items: int = PLACEMENT_ITEMS) -> Blueprint:
    """Return the plan of the tutor's placement: a few items over all topics."""
    weights = {one: 1.0 for one in course.exercises if one in items}
    plan = _plan(course, items, weights, "placement", PLACEMENT_MINUTES)
    return msgspec.structs.replace(plan, most_items=most_items, least=1)


def begin(plan: Blueprint, learner: str = "") -> SavedSession:
    """Return a new session."""
    now = datetime.now(timezone.utc)
    identity = f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    return SavedSession(VERSION, identity, now.isoformat(timespec="seconds"), learner, plan)


def sites_of(report: ScanReport, items: Iterable[str]) -> Sites:
    """Return the call sites of a scan by the exercise that teaches them."""
    known = set(items)
    taught: dict[str, int] = {}
    same = 0
    for api in report.apis:
        if api.kind == "same":
            same += api.count
        elif api.exercise in known and api.count > 0:
            taught[api.exercise] = taught.get(api.exercise, 0) + api.count
    total = max(report.calls, same + sum(taught.values()))
    return Sites(tuple(report.projects), total, same, taught)


def _sites_of_path(path: Plan, items: Mapping[str, Item]) -> Sites | None:
    """Return the call sites that a scan's path knows; None for another path."""
    if path.sites is None:
        return None
    taught = {one: count for one, count in path.sites.exercises.items() if one in items and count > 0}
    same = path.sites.all - min(path.sites.needed, path.sites.all)
    total = max(path.sites.all, same + sum(taught.values()))
    return Sites((path.title,), total, same, taught) if taught else None


def _plan(
    course: Course,
    items: Mapping[str, Item],
    weights: dict[str, float],
    title: str,
    minutes: float,
    sites: Sites | None = None,
) -> Blueprint:
    if not weights:
        raise UsageError("There is no exercise to ask.", fix="Name a path that has exercises of this course.")
    topics = _topics(course, items, weights, by_weight=sites is not None)
    pool = list(weights)
    for topic in topics:
        if sum(items[one].topic == topic for one in weights) < POOL_LEAST:
            pool += [one for one in course.exercises if one in items and one not in weights and _in(one, topic)]
    return Blueprint(title, weights, tuple(pool), topics, minutes, seed=secrets.randbelow(1 << 31), sites=sites)


def _topics(
    course: Course, items: Mapping[str, Item], weights: Mapping[str, float], *, by_weight: bool
) -> dict[str, float]:
    """Return the topics in the course's order; with `by_weight`, half of a topic's weight is its share of the sites."""
    order = list(dict.fromkeys(one.partition("/")[0] for one in course.exercises))
    sums: dict[str, float] = {}
    for one, weight in weights.items():
        sums[items[one].topic] = sums.get(items[one].topic, 0.0) + weight
    total = sum(sums.values())
    found = [topic for topic in order if topic in sums]
    return {topic: 0.5 + 0.5 * len(found) * sums[topic] / total if by_weight else 1.0 for topic in found}


def _in(exercise: str, topic: str) -> bool:
    return exercise.partition("/")[0] == topic

"""Makes plans: for the whole course, a learning path, a scan, or a placement; and tells what a placement proves."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime, timezone

import msgspec

from mxtutor.assessment.model import Item
from mxtutor.assessment.records import VERSION, Blueprint, SavedSession, Sites
from mxtutor.assessment.session import Assessment
from mxtutor.assessment.shares import members_of, total_spread
from mxtutor.content.outline import Course
from mxtutor.content.plan import MOST_TITLE, Plan
from mxtutor.errors import UsageError
from mxtutor.scan.records import ScanReport

POOL_LEAST = 6
"""A topic with fewer exercises in the plan may also ask its other exercises; they do not count in its share."""
PLACEMENT_ITEMS = 8
PLACEMENT_MINUTES = 60.0


def plan_for(course: Course, items: Mapping[str, Item], *, minutes: float) -> Blueprint:
    """Return the plan of an assessment of the whole course.

    Raises:
        UsageError: the course has no exercise that can be asked.
    """
    return _plan(course, items, course.exercises, "the whole course", minutes)


def plan_on_path(course: Course, items: Mapping[str, Item], path: Plan, *, minutes: float) -> Blueprint:
    """Return the plan of an assessment of a path's exercises. `course` is the whole course.

    A path made by a scan has the call sites of its project; its plan is that of the scan.

    Raises:
        UsageError: none of its exercises can be asked.
    """
    told, sites = path.sites, None
    if told is not None:
        sites = _sites([path.title], told.all, told.all - min(told.needed, told.all), told.exercises, items)
    return _plan(course, items, path.exercises, path.title, minutes, sites if sites and sites.taught else None)


def plan_on_scan(course: Course, items: Mapping[str, Item], report: ScanReport, *, minutes: float) -> Blueprint:
    """Return the plan of an assessment for a project: each exercise counts as much as the call sites that it teaches.

    Raises:
        UsageError: no exercise teaches any name that the project uses.
    """
    sites = sites_of(report, items)
    title = f"the project {', '.join(report.projects)}"
    if not sites.taught:
        raise UsageError(f"No exercise teaches what {title} uses.", fix="Run `mxtutor assess` without --scan.")
    return _plan(course, items, (), title[:MOST_TITLE], minutes, sites)


def placement_plan(course: Course, items: Mapping[str, Item]) -> Blueprint:
    """Return the plan of the tutor's placement: a few items over all topics."""
    plan = _plan(course, items, course.exercises, "placement", PLACEMENT_MINUTES)
    return msgspec.structs.replace(plan, most_items=PLACEMENT_ITEMS, least=1)


def begin(plan: Blueprint, learner: str = "") -> SavedSession:
    now = datetime.now(timezone.utc)
    identity = f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    return SavedSession(VERSION, identity, now.isoformat(timespec="seconds"), learner, plan)


def sites_of(report: ScanReport, items: Mapping[str, Item]) -> Sites:
    """Return the call sites of a scan by the exercise that teaches them."""
    taught = Counter[str]()
    for api in report.apis:
        taught["" if api.kind == "same" else api.exercise] += api.count
    same = sum(api.count for api in report.apis if api.kind == "same")
    return _sites(report.projects, report.calls, same, taught, items)


def _sites(projects: Sequence[str], total: int, same: int, taught: Mapping[str, int], items: Container[str]) -> Sites:
    known = {one: count for one, count in taught.items() if one in items and count > 0}
    return Sites(tuple(projects), max(total, same + sum(known.values())), same, known)


def _plan(
    course: Course,
    items: Mapping[str, Item],
    exercises: Iterable[str],
    title: str,
    minutes: float,
    sites: Sites | None = None,
) -> Blueprint:
    """Return a plan about exercises that count equally, or about those that teach a project's call sites."""
    weights = {one: 1.0 for one in exercises if one in items}
    if sites is not None:
        weights = {one: float(count) for one, count in sites.taught.items()}
    if not weights:
        raise UsageError("There is no exercise to ask.", fix="Name a path that has exercises of this course.")
    topics = _topics(course, items, weights, by_weight=sites is not None)
    pool = list(weights)
    for topic in topics:
        if sum(items[one].topic == topic for one in weights) < POOL_LEAST:
            others = (one for one in course.exercises if one in items and one not in weights)
            pool += [one for one in others if items[one].topic == topic]
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


KNOWN_SHARE = 0.5
"""A lesson is known if the learner can do at least this share of its exercises ..."""
SURE = 0.85
"""... with at least this probability."""


def proven(assessment: Assessment, lessons: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the exercises that the responses prove to be known; `lessons` has the exercises of each lesson.

    A lesson is proven if one of its topic's items was answered right, none of its own was not, and the learner can do
    `KNOWN_SHARE` of its exercises with the probability `SURE`. An item that was answered right and cannot be guessed is
    proven by itself.
    """
    responses, items = assessment.responses, assessment.items
    sure = {one for one, right in responses.items() if right and one in items and not items[one].guess}
    seen = {items[one].topic for one, right in responses.items() if right and one in items}
    found: list[str] = []
    for exercises in lessons:
        missed = any(responses.get(one) is False for one in exercises)
        if not missed and _is_proven(assessment, exercises, seen):
            found += exercises
        else:
            found += [one for one in exercises if one in sure]
    return tuple(found)


def _is_proven(assessment: Assessment, exercises: Sequence[str], seen: set[str]) -> bool:
    """Return whether the model proves a lesson; its exercises may belong to several topics."""
    by_topic: dict[str, dict[str, float]] = {}
    for one in exercises:
        by_topic.setdefault(one.partition("/")[0], {})[one] = 1.0
    if not by_topic or not by_topic.keys() <= seen or any(one not in assessment.items for one in exercises):
        return False
    for weights in by_topic.values():
        members = members_of(assessment.items, weights, assessment.responses)
        if total_spread(assessment.belief, members).above(KNOWN_SHARE) < SURE:
            return False
    return True


def missed(assessment: Assessment) -> tuple[str, ...]:
    """Return the items that were not answered right, in the order in which they were asked."""
    return tuple(one for one, right in assessment.responses.items() if not right)

"""Chooses the exercises that prepare for a project, in the order of the call sites that they unlock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan, PlanPart, PlanSites
from mxtutor.scan.records import Covered, SiteClass

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
    for count, kind, exercise in names.values():
        if kind != "same" and exercise in known:
            unlocked[exercise] = unlocked.get(exercise, 0) + count
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

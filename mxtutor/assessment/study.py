"""What to study next, and for how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mxtutor.assessment.records import Standing, Study
from mxtutor.assessment.session import Assessment
from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan, PlanPart

LIKELY = 0.8
"""An exercise that the learner can do with this probability need not be studied."""
URGENT: tuple[Standing, ...] = ("not-ready", "not-asked", "not-clear", "ready")
"""Standings in a topic, the most urgent first."""


def study_list(
    assessment: Assessment,
    course: Course,
    titles: Mapping[str, str],
    chances: Mapping[str, float],
    standings: Mapping[str, Standing],
) -> tuple[Study, ...]:
    """Return the exercises to study, the most useful first.

    `chances` maps exercises to the probability that the learner can do them, `standings` topics to the result.
    With a project: by the sites that an exercise may unlock per minute. Without one: the topics that the learner is
    not ready for first, then in the order of the course.
    """
    right = {one for one, good in assessment.responses.items() if good}
    sites = assessment.plan.sites
    found = [
        Study(
            one,
            titles.get(one, one),
            course.lesson_of(one).id,
            float(exercise_minutes(course.folder(one))),
            chances[one],
            sites.taught.get(one, 0) if sites else 0,
        )
        for one in course.exercises
        if one in chances and chances[one] < LIKELY and one not in right
    ]
    if sites is not None:
        return tuple(sorted(found, key=lambda one: -one.sites * (1 - one.chance) / one.minutes))
    return tuple(sorted(found, key=lambda one: URGENT.index(standings[one.exercise.partition("/")[0]])))


def study_path(title: str, study: Sequence[Study]) -> Plan | None:
    """Return the exercises to study as a learning path, with a part for each topic; None if there are none."""
    parts: dict[str, list[Study]] = {}
    for one in study:
        parts.setdefault(one.exercise.partition("/")[0], []).append(one)
    if not parts:
        return None
    return Plan(
        1,
        f"After the assessment of {title}"[:120],
        tuple(
            PlanPart(topic, tuple(one.exercise for one in found), sum(one.minutes for one in found))
            for topic, found in parts.items()
        ),
    )

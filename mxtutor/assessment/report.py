"""Makes the report of a session: shares with intervals by topic, what to study, what the test cannot tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mxtutor.assessment.records import (
    KIND,
    VERSION,
    AssessmentReport,
    Interval,
    ProjectShare,
    Sites,
    Standing,
    Study,
    TopicResult,
)
from mxtutor.assessment.session import Assessment, time_text
from mxtutor.assessment.shares import LEVEL, chance, members_of, total_spread
from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.content.plan import MOST_TITLE, Plan, PlanPart
from mxtutor.counts import count

READY_SHARE = 0.7
"""A learner who can do this share of a topic's exercises is called ready for the topic."""
SURE = 0.8
"""Probability above which the report says `ready`; below 1 minus this, it says `not ready`."""
LEAST_ASKED, LEAST_READY = 2, 3
"""Minimum number of items about a topic before it may be called not ready, or (without fast answers) ready."""
FEW = 4
"""Fewer items than this say little about a topic."""


def report_of(assessment: Assessment, course: Course, titles: Mapping[str, str]) -> AssessmentReport:
    """Return the report of a session. `course` is the whole course; `titles` maps exercises to their titles.

    Raises:
        ValueError: the course has none of the session's exercises any more.
    """
    saved, plan = assessment.saved, assessment.plan
    members = members_of(assessment.items, plan.weights, assessment.responses)
    topics = tuple(
        _topic(assessment, topic, next((t.title for t in course.topics if t.id == topic), topic))
        for topic in plan.topics
        if any(member.item.topic == topic for member in members)
    )
    chances = {member.item.id: round(chance(assessment.belief, member), 4) for member in members}
    study = study_list(assessment, course, titles, chances, {one.topic: one.standing for one in topics})
    from mxtutor import __version__

    return AssessmentReport(
        VERSION,
        KIND,
        saved.learner,
        plan.title,
        saved.begun,
        saved.responses[-1].when if saved.responses else time_text(),
        round(saved.seconds / 60, 1),
        assessment.ended or "learner",
        LEVEL,
        topics,
        total_spread(assessment.belief, members).interval(),
        tuple(saved.responses),
        study,
        round(sum(one.minutes for one in study), 1),
        tuple(_cannot_tell(assessment, course, topics)),
        None if plan.sites is None else _project(assessment, plan.sites),
        chances,
        {"mxtutor": __version__},
    )


def _topic(assessment: Assessment, topic: str, title: str) -> TopicResult:
    members = members_of(assessment.items, assessment.plan.weights, assessment.responses, topic)
    spread = total_spread(assessment.belief, members)
    given = [r for r in assessment.saved.responses if r.exercise in assessment.items and r.outcome != "failed"]
    here = [response for response in given if assessment.items[response.exercise].topic == topic]
    fast = sum(response.fast for response in here)
    ready = min(max(spread.above(READY_SHARE), 0.0), 1.0)
    return TopicResult(
        topic,
        title,
        len(members),
        len(here),
        sum(response.outcome == "right" for response in here),
        sum(response.outcome == "skipped" for response in here),
        spread.interval(),
        round(ready, 4),
        _standing(ready, len(here), fast),
        fast,
    )


def _standing(ready: float, asked: int, fast: int) -> Standing:
    if asked < LEAST_ASKED:
        return "not-clear" if asked else "not-asked"
    if ready >= SURE and asked - fast >= LEAST_READY:
        return "ready"
    return "not-ready" if ready <= 1 - SURE else "not-clear"


def _project(assessment: Assessment, sites: Sites) -> ProjectShare:
    """Return the share of a project's sites; the answers to the sites' exercises decide, topic by topic."""
    weights = {one: float(number) for one, number in sites.taught.items()}
    members = members_of(assessment.items, weights, assessment.responses)
    taught = int(sum(member.weight for member in members))
    untaught = max(sites.total - sites.same - taught, 0)
    share = total_spread(assessment.belief, members).interval() if taught else None

    def of_all(part: float) -> float:
        return round((sites.same + part * taught) / sites.total, 4) if sites.total else 1.0

    whole = Interval(*(of_all(part) for part in ((share.mean, share.low, share.high) if share else (0.0, 0.0, 0.0))))
    return ProjectShare(sites.projects, sites.total, sites.same, taught, untaught, share, whole)


def _cannot_tell(assessment: Assessment, course: Course, topics: tuple[TopicResult, ...]) -> list[str]:
    """Return sentences about what the test cannot tell; first those that depend on this session."""
    lines = []
    few = [f"{one.topic} ({one.asked})" for one in topics if one.asked < FEW]
    if few:
        lines.append(
            f"Few items were asked about {', '.join(few)}: those intervals also rest on the usual spread of learners "
            "and on answers to other topics."
        )
    failed = sum(response.outcome == "failed" for response in assessment.saved.responses)
    if failed:
        lines.append(f"mxtutor could not grade {count(failed, 'item')}; they count as not asked.")
    left_out = [topic.id for topic in course.topics if topic.exercises and topic.id not in assessment.plan.topics]
    if left_out and len(course.topics) > len(left_out):
        lines.append(f"It asked nothing about {', '.join(left_out)}.")
    written = sum(
        not assessment.items[response.exercise].quiz
        for response in assessment.saved.responses
        if response.exercise in assessment.items and response.outcome == "right"
    )
    if not written:
        lines.append("No right answer was written as code: reading MXNet is not writing it.")
    lines += STANDING_LIMITS
    return lines


STANDING_LIMITS = (
    "The difficulty of each item is an estimate from the content, not measured on learners; the intervals allow for an "
    "error of three logits.",
    "Each answer was short and written without help. Large code, debugging, speed and design of a port were not asked.",
    "Nobody watched: it cannot tell who answered, or with which help.",
    "An exercise that was practised before shows memory as well as skill.",
    "Answers about GPUs may have run on CPU contexts in their place.",
)


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
        f"After the assessment of {title}"[:MOST_TITLE],
        tuple(
            PlanPart(topic, tuple(one.exercise for one in found), sum(one.minutes for one in found))
            for topic, found in parts.items()
        ),
    )

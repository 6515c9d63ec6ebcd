"""A session with the real grader: solutions are right, wrong answers are not, and a report follows."""

from __future__ import annotations

import msgspec
import pytest

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.planning import begin, placement_plan
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.paths import content_root

pytestmark = pytest.mark.grading


def test_solutions_are_right_and_starters_are_not(grader: LocalGrader) -> None:
    """The learner knows tensors and nothing else."""
    course = load_course(content_root())
    items, _ = items_of(course, course.exercises)
    plan = placement_plan(course, items)
    known = tuple(one for one in plan.pool if items[one].guess or not items[one].quiz)  # predictions ship no answer
    test = Assessment(begin(msgspec.structs.replace(plan, pool=known, seed=1)), items)
    seeds = set()
    while (item := test.current()) is not None:
        exercise = load_exercise(course.folder(item.id), item.id, test.saved.variant)
        knows = item.topic == "tensors"
        report = grader.grade(Submission(exercise, answer(exercise, knows).encode()))
        assert report.verdict is not Verdict.BROKEN, report.headline
        right = report.verdict is Verdict.RIGHT
        if not item.quiz:
            assert right == knows, (item.id, report.headline)
            seeds.add(report.seed)
        test.respond("right" if right else "not-right", verdict=report.verdict.value, seed=report.seed)
    assert len(seeds) == sum(not items[r.exercise].quiz for r in test.saved.responses)
    found = {topic.topic: topic for topic in report_of(test, course, {}).topics}
    assert found["tensors"].share.mean > max(found[topic].share.mean for topic in found if topic != "tensors")


def answer(exercise: Exercise, knows: bool) -> str:
    """Return the solution, or an answer that is wrong; the right option of a choice if the learner knows."""
    if exercise.kind == "choice":
        return next("abcdefghij"[n] for n, option in enumerate(exercise.options) if option.right == knows)
    return exercise.solution if knows else exercise.starter

"""The tutor opens every lesson and every exercise of the course, and each solution passes in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from mxtutor.content.loader import find_exercise, load_course
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.results.values import show
from mxtutor.paths import content_root
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.store import open_store
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.screens.lesson import LessonScreen
from mxtutor.ui.widgets.answer_area import AnswerArea
from tests.ui.conftest import until

COURSE = load_course(content_root())
pytestmark = [pytest.mark.grading, pytest.mark.slow]


LESSONS = [lesson.id for lesson in COURSE.lessons]


def sample() -> list[str]:
    """Return two exercises of each topic, one of which is written; the topics take turns in the kind of the other.

    `dev check` proves the solution of every exercise; here the screen of each kind is tested.
    """
    first: dict[str, dict[str, str]] = {}
    for identity in COURSE.exercises:
        exercise = find_exercise(COURSE, identity)
        first.setdefault(exercise.topic, {}).setdefault(exercise.kind, identity)
    others = ("choice", "predict", "fix")
    chosen = [
        kinds[kind]
        for place, kinds in enumerate(first.values())
        for kind in ("code", others[place % 3])
        if kind in kinds
    ]
    assert {find_exercise(COURSE, identity).kind for identity in chosen} == {"code", *others}
    return chosen


def right_answer(exercise: Exercise, grader: LocalGrader) -> str:
    """Return the solution, the letter of the right option, or the value that the snippet gives."""
    if exercise.kind == "choice":
        return next(letter for letter, option in exercise.lettered.items() if option.right)
    if exercise.kind == "predict":
        _, value = grader.snippets.run("mxnet", f"{exercise.snippet.rstrip()}\nresult\n")
        assert value is not None
        return show(value)
    return exercise.solution


async def walk(pilot: Pilot[None], grader: LocalGrader, lessons: Sequence[str], exercises: Sequence[str]) -> None:
    """Open lessons, then exercises; pass each exercise."""
    app = pilot.app
    assert isinstance(app, TutorApp)
    await until(pilot, lambda: app.session is not None)
    for identity in lessons:
        app.open("lesson", identity)
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.is_mounted, identity)
        await pilot.press("escape")
    for identity in exercises:
        await solve(pilot, app, grader, identity)


async def solve(pilot: Pilot[None], app: TutorApp, grader: LocalGrader, identity: str) -> None:
    """Open an exercise, answer it, check it, and go back."""
    app.open("exercise", identity)
    await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and app.screen.is_mounted, identity)
    screen = app.screen
    assert isinstance(screen, ExerciseScreen)
    screen.query_one(AnswerArea).take(right_answer(find_exercise(COURSE, identity), grader))
    await pilot.press("f5")
    await until(pilot, lambda: screen.query_one(ReportView).report is not None, f"{identity} is checked")
    report = screen.query_one(ReportView).report
    assert report is not None
    assert report.verdict is Verdict.RIGHT, f"{identity}: {report.headline}"
    await pilot.press("ctrl+b")
    await until(pilot, lambda: app.screen is not screen, f"{identity} is left")


async def run(grader: LocalGrader, home: Path, lessons: Sequence[str], exercises: Sequence[str]) -> None:
    """Walk through the course in a tutor of a learner who has seen the first card."""
    store = open_store(home)
    store.save_setting(WELCOMED, "yes")
    app = TutorApp(lambda: COURSE, grader, lambda: store)
    async with app.run_test(size=(120, 40)) as pilot:
        await walk(pilot, grader, lessons, exercises)
        session = app.session
        assert session is not None
        await until(pilot, lambda: session.done(exercises) == len(exercises), "all count as done")


async def test_a_lesson_and_two_exercises_of_each_topic_open_and_pass(grader: LocalGrader, home: Path) -> None:
    await run(grader, home, [topic.lessons[0].id for topic in COURSE.topics if topic.lessons], sample())


@pytest.mark.long
async def test_every_lesson_opens_and_every_exercise_passes_with_its_solution(grader: LocalGrader, home: Path) -> None:
    await run(grader, home, LESSONS, COURSE.exercises)

"""The card after the last exercise of a lesson, a topic or the course: it waits for the learner, and shows once."""

from __future__ import annotations

import shutil
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from mxtutor.content.loader import load_course
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.cards import ClosingCard
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader, InjectedStore, opener
from tests.ui.test_paths import PATHS


def text_of(app: TutorApp) -> str:
    return "\n".join(str(one.visual) for one in app.screen.query(Static))


async def pass_last(pilot: Pilot[None], app: TutorApp) -> None:
    """Check the open exercise, and wait until the attempt is stored."""
    before = dict(app.session.standings) if app.session else {}
    await pilot.press("x")  # the untouched starter is no attempt
    await pilot.press("f5")
    await until(pilot, lambda: app.session and app.session.standings != before)


def all_but(progress: InjectedStore, exercise: str) -> None:
    for one in load_course(COURSE).exercises:
        if one != exercise:
            progress.add_attempt(one, "x", RIGHT)


async def test_the_last_exercise_passed_then_next_shows_the_card_once(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    all_but(progress, "tensors/arccos")
    progress.add_attempt("tensors/arccos", "return nd.arcsin(x)", WRONG)
    grader.reports = [RIGHT]
    again = make_tutor("tensors/arccos")
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        exercise = again.screen
        await pass_last(pilot, again)
        assert again.screen is exercise, "nothing covers the verdict by itself"
        await pilot.press("ctrl+n")
        await until(pilot, lambda: isinstance(again.screen, ClosingCard) and again.screen.is_mounted)
        text = text_of(again)
        assert "4 of 4 exercises done" in text
        assert "inverse sine" in text, "the mistake of the first try"
        await pilot.press("escape")
        await until(pilot, lambda: again.screen is exercise)
        await pilot.press("ctrl+n")
        await pilot.pause(0.1)
        assert not isinstance(again.screen, ClosingCard), "it shows once"


async def test_a_lesson_that_is_not_complete_shows_no_card(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [RIGHT]
    app = make_tutor("tensors/join-axis")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+n")
        await pilot.pause(0.1)
        assert not isinstance(app.screen, ClosingCard)
        assert not progress.attempts("tensors/join-axis")


async def test_a_lesson_of_one_exercise_goes_on_without_a_card(
    grader: FakeGrader, progress: InjectedStore, tmp_path: Path
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    file = course / "lessons" / "course.yaml"
    file.write_text(
        file.read_text()
        .replace("[tensors/arccos, tensors/flip]", "[tensors/arccos]")
        .replace("[tensors/join-axis, tensors/halve]", "[tensors/join-axis, tensors/halve, tensors/flip]")
    )
    progress.add_attempt("tensors/arccos", "x", RIGHT)
    app = TutorApp(lambda: load_course(course), grader, opener(progress), start_at="tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+n")
        await opened(pilot, "LessonScreen")


async def test_the_last_exercise_of_a_path_completes_the_path_and_not_the_course(
    grader: FakeGrader, progress: InjectedStore, tmp_path: Path
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    file = course / "lessons" / "course.yaml"
    every = ", ".join(load_course(COURSE).exercises)
    file.write_text(file.read_text(encoding="utf-8") + PATHS.replace("ALL", every), encoding="utf-8")
    progress.save_setting("path", "axes")
    progress.add_attempt("tensors/flip", "x", RIGHT)
    grader.reports = [RIGHT]
    app = TutorApp(lambda: load_course(course), grader, opener(progress), start_at="tensors/join-axis")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pass_last(pilot, app)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: isinstance(app.screen, ClosingCard) and app.screen.is_mounted)
        assert str(app.screen.query_one(".dialog").border_title) == "Path complete: Axes first"
        assert "2 of 2 exercises done" in text_of(app)

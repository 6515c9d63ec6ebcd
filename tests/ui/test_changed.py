"""Exercises that a content update changed after they were solved, on the screens."""

from __future__ import annotations

from mxtutor.ui.screens.base import TitleBar
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import RIGHT, FakeGrader, InjectedStore
from tests.ui.test_home import drawn

ARCCOS = "tensors/arccos"


async def test_home_marks_an_exercise_that_changed_since_it_was_solved(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.add_attempt(ARCCOS, "", RIGHT, "another task")
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        assert app.session is not None
        assert app.session.state(ARCCOS) == "changed"
        await until(pilot, lambda: "↻ Inverse cosine, element by element  changed" in drawn(app))


async def test_passing_again_clears_the_mark(
    make_tutor: MakeTutor, progress: InjectedStore, grader: FakeGrader
) -> None:
    grader.reports = [RIGHT]
    progress.add_attempt(ARCCOS, "", RIGHT, "another task")
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        bar = app.screen.query_one(TitleBar)
        assert "↻ changed since you solved it" in str(bar.render())
        await pilot.press("f5")
        await until(pilot, lambda: "✓ done" in str(bar.render()), "the mark is gone")
        assert app.session is not None
        assert app.session.exercises[ARCCOS].task_hash in progress.standing(ARCCOS).solved

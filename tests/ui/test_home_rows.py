"""Home answers what is next: what is due, what was missed, and how long it takes."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from mxtutor.progress.journey import Entry
from mxtutor.ui.app import TutorApp
from mxtutor.ui.widgets.course_tree import CourseTree
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import RIGHT, WRONG, InjectedStore


def about(app: TutorApp) -> str:
    return str(app.screen.query_one("#about-text", Static).visual)


async def test_what_is_due_has_a_row_that_opens_its_review(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.add_attempt("tensors/arccos", "x", RIGHT)  # long ago, see the fixture
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        row = app.screen.query_one("#due", Static)
        await until(pilot, lambda: row.display)
        assert "1 review today, about 1 minute" in str(row.visual) or "1 review today, about 2 minutes" in str(
            row.visual
        )
        await pilot.click("#due")
        await until(pilot, lambda: type(app.screen).__name__ != "HomeScreen", "the drill opens")


async def test_without_anything_due_there_is_no_row(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        await app.workers.wait_for_complete()
        assert not app.screen.query_one("#due").display


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_without_anything_due_the_key_says_so_in_whole_sentences(
    make_tutor: MakeTutor, size: tuple[int, int]
) -> None:
    app = make_tutor()
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("v")
        said = app.screen.query_one("#said", Static)
        await until(pilot, lambda: said.display and said.region.height)
        rows = app.export_screenshot()
        assert all(word in rows for word in ("No&#160;review&#160;is&#160;due.", "on&#160;later", "days."))


async def test_a_wide_terminal_shows_goal_length_and_what_was_missed(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.add_attempt("tensors/arccos", "x", WRONG)
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = app.screen.query_one(CourseTree)
        tree.point_at(Entry("exercise", "tensors/arccos"))
        await until(pilot, lambda: "Mistakes last time" in about(app) and "inverse sine" in about(app))
        assert "minutes" in about(app)
        tree.point_at(Entry("exercise", "tensors/flip"))
        await until(pilot, lambda: "tensors/flip" in about(app))
        assert "Missed" not in about(app)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not app.screen.query_one("#home-side").display)

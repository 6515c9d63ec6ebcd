"""The footer: what fits is whole, keys can be pressed with the mouse, and the row follows the screen."""

from __future__ import annotations

from mxtutor.ui.screens.base import KeyFooter
from tests.ui.conftest import MakeTutor, footer_keys, offered_keys, opened, until
from tests.ui.fakes import FakeGrader


async def test_a_click_presses_the_key_below_it(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: any(key.description == "Check" for key in footer_keys(app)))
        check = next(key for key in footer_keys(app) if key.description == "Check")
        await pilot.press("x")
        await pilot.click(offset=(check.start, 23))
        await until(pilot, lambda: len(grader.graded) == 1)


async def test_keys_without_room_are_left_out_whole(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: offered_keys(app) <= {key.description for key in footer_keys(app)})
        widest = len(footer_keys(app))
        footer = app.screen.query_one(KeyFooter)
        footer.styles.width = 30
        await until(pilot, lambda: len(footer_keys(app)) < widest)
        assert footer_keys(app)
        assert all(key.end <= 30 for key in footer_keys(app))


async def test_the_palette_has_the_right_end_of_a_wide_footer(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: footer_keys(app) and footer_keys(app)[-1].key == app.COMMAND_PALETTE_BINDING)
        assert footer_keys(app)[-1].end == app.screen.query_one(KeyFooter).content_region.right
        await pilot.click(offset=(footer_keys(app)[-1].start, 39))
        await until(pilot, lambda: type(app.screen).__name__ == "CommandPalette")

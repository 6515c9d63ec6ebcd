"""Looking a name up, from every screen and in the middle of an exercise."""

from __future__ import annotations

import pytest
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from mxtutor.ui.commands import commands_of
from mxtutor.ui.screens.search import LookupModal
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.lookup_pane import word_of
from tests.ui.conftest import MakeTutor, opened, told, until
from tests.ui.fakes import InjectedStore


async def looking(pilot: Pilot[None]) -> LookupModal:
    """Wait for the look-up with its table read."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, LookupModal) and app.screen.is_mounted, "the look-up opens")
    modal = app.screen
    assert isinstance(modal, LookupModal)
    await until(pilot, lambda: modal.query_one(OptionList).option_count or modal.query_one("#lookup-empty").display)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return modal


def listed(modal: LookupModal) -> list[str]:
    """Return the names that are listed."""
    options = modal.query_one(OptionList)
    return [str(options.get_option_at_index(i).prompt).split("  ")[0] for i in range(options.option_count)]


@pytest.mark.parametrize(
    ("start_at", "kind"),
    [(None, "HomeScreen"), ("tensors/names", "LessonScreen")],
)
@pytest.mark.parametrize("key", ["ctrl+k"])
async def test_every_screen_looks_up_and_gets_its_place_back(
    make_tutor: MakeTutor, progress: InjectedStore, start_at: str | None, kind: str, key: str
) -> None:
    app = make_tutor(start_at)
    if start_at is None:
        progress.save_setting("glyphs", "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        if start_at is None:
            await until(pilot, lambda: app.session and len(app.session.exercises) == 4)
            while len(app.screen_stack) > 1:
                await app.pop_screen()
        await opened(pilot, kind)
        await pilot.press(key)
        modal = await looking(pilot)
        assert len(listed(modal)) == 8
        await pilot.press(key)  # it is open already
        assert app.screen is modal
        await pilot.press("escape")
        await opened(pilot, kind)


async def test_both_directions_as_one_types(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+k")
        modal = await looking(pilot)
        await pilot.press(*"nd.arcc")
        await pilot.pause()
        assert listed(modal)[0] == "torch.acos"
        await until(pilot, lambda: modal.query_one("#nd-form", CodeView).code == "nd.arccos(x)")
        assert modal.query_one("#torch-form", CodeView).code == "torch.acos(x)"
        assert "MXNet spells inverse functions out" in str(modal.query_one("#row-note", Static).visual)
        modal.query_one(Input).value = "x.concat"
        await until(pilot, lambda: listed(modal)[:1] == ["torch.cat"])
        modal.query_one(Input).value = "softmaks"
        await until(pilot, lambda: listed(modal)[:1] == ["torch.softmax"], "a near miss is listed")
        modal.query_one(Input).value = "qqqqqq"
        await until(pilot, lambda: modal.query_one("#lookup-empty").display)
        await pilot.press("enter", "down", "up")
        assert app.screen is modal


async def test_names_of_torch_that_have_no_row_are_named_above_other_rows(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+k")
        modal = await looking(pilot)
        note = modal.query_one("#lookup-empty", Static)
        modal.query_one(Input).value = "x = torch.cat(a) + F.nonsense(b)"
        await until(pilot, lambda: listed(modal)[:1] == ["torch.cat"] and note.display)
        assert "Not in the table: F.nonsense." in str(note.visual)
        modal.query_one(Input).value = "torch.ca"  # the beginning of a name
        await until(pilot, lambda: not note.display)
        assert listed(modal)[:1] == ["torch.cat"]


async def test_enter_opens_the_exercise_that_teaches_it(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+k")
        modal = await looking(pilot)
        modal.query_one(Input).value = "torch.flip"
        await until(pilot, lambda: listed(modal)[:1] == ["torch.flip"])
        assert "MXNet says  nd.flip" in str(modal.query_one("#row-own", Static).visual)
        await pilot.press("enter")
        await until(pilot, lambda: app.session and app.session.place and app.session.place.id == "tensors/flip")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(AnswerArea).query(OptionList))


async def test_a_row_without_an_exercise_says_so(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+k")
        modal = await looking(pilot)
        modal.query_one(Input).value = "AdamW"
        await until(pilot, lambda: listed(modal)[:1] == ["torch.optim.AdamW"])
        assert modal.query_one("#nd-form", CodeView).code == "# nothing"
        await pilot.press("enter")
        await until(pilot, lambda: "No exercise here teaches torch.optim.AdamW" in told(app), "a message")
        assert app.screen is modal


@pytest.mark.parametrize(
    ("code", "cursor", "word"),
    [
        ("y = torch.nn.Linear(3, 2)", (0, 12), "torch.nn.Linear"),
        ("y = x.view(16)", (0, 10), "x.view"),
        ("y = nd.clip(x, 0, 1)", (0, 4), "nd.clip"),
        ("y = x + 1", (0, 7), ""),
        ("", (0, 0), ""),
    ],
)
async def test_the_word_under_the_cursor_is_a_dotted_name(
    make_tutor: MakeTutor, code: str, cursor: tuple[int, int], word: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        editor.take(code)
        editor.move_cursor(cursor)
        assert word_of(editor) == word


async def test_the_palette_offers_it(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        titles = {command.title for command in commands_of(app, app.screen)}
        assert "Go to: Look up a name" in titles
        await pilot.press("ctrl+p", *"look up a na")

        def first() -> str:
            listed = app.screen.query(CommandList)
            return str(listed.first().get_option_at_index(0).prompt) if listed and listed.first().option_count else ""

        await until(pilot, lambda: "Look up a name" in first(), "the palette finds it")
        await pilot.press("enter")
        await looking(pilot)

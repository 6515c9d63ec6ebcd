"""The look-up beside an answer: it follows the cursor, inserts, copies, opens, and never covers a verdict."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.lookup_pane import LookupPane, TruthCard
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import FakeGrader, InjectedStore

CODE = "from mxnet import nd\n\n\ndef arccos(x):\n    return torch.acos(x) + torch.softmax(x)\n"


async def open_pane(pilot: Pilot[None], cursor: tuple[int, int] = (4, 18)) -> tuple[AnswerEditor, LookupPane]:
    """Open the pane with the cursor at a place of the text."""
    await opened(pilot, "ExerciseScreen")
    editor = pilot.app.screen.query_one(AnswerEditor)
    editor.focus()
    editor.take(CODE)
    editor.move_cursor(cursor)
    await pilot.press("ctrl+k")
    await until(pilot, lambda: pilot.app.screen.query(LookupPane), "the pane opens")
    pane = pilot.app.screen.query_one(LookupPane)
    await until(pilot, lambda: pane.query_one(OptionList).option_count)
    return editor, pane


@pytest.mark.parametrize(("width", "covered"), [(80, True), (110, False), (200, False)])
async def test_it_covers_the_task_in_narrow_terminals_only(make_tutor: MakeTutor, width: int, covered: bool) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(width, 40)) as pilot:
        editor, pane = await open_pane(pilot)
        assert app.screen.query_one("#task").display != covered
        assert editor.region.area
        assert not pane.region.overlaps(editor.region)
        await pilot.press("ctrl+k")
        await until(pilot, lambda: not app.screen.query(LookupPane))
        assert editor.has_focus
        assert app.screen.query_one("#results").display


async def test_enter_puts_the_name_in_place_of_what_was_looked_up(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        editor, pane = await open_pane(pilot)
        assert pane.query_text == "torch.acos"
        assert "nd.arccos(data, out=None)" in str(pane.query_one("#row-own", Static).visual)
        await pilot.press("enter")
        await until(pilot, lambda: editor.has_focus)
        assert editor.document[4] == "    return nd.arccos(x) + torch.softmax(x)"
        await pilot.press("ctrl+z")
        assert editor.document[4] == "    return torch.acos(x) + torch.softmax(x)"


async def test_it_follows_the_cursor_and_ignores_words_of_the_answer(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        editor, pane = await open_pane(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: editor.has_focus)
        editor.move_cursor((4, 35))
        await until(pilot, lambda: pane.query_text == "torch.softmax")
        editor.move_cursor((4, 6))
        await pilot.pause(0.4)
        assert pane.query_text == "torch.softmax"
        editor.move_cursor((4, 13))
        await until(pilot, lambda: pane.query_text == "torch.acos")
        await pilot.press("ctrl+k")
        assert pane.query_one(Input).has_focus, "the same key goes back to the look-up"
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not app.screen.query(LookupPane))
        assert isinstance(app.screen, ExerciseScreen)


async def test_names_without_a_row_have_mxnet_s_own_words(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        editor, pane = await open_pane(pilot, (2, 0))
        pane.query_one(Input).value = "nd.SequenceMask"
        await until(pilot, lambda: "use_sequence_length=False" in str(pane.query_one("#row-own", Static).visual))
        await pilot.press("enter")
        await until(pilot, lambda: editor.document[2] == "nd.SequenceMask")


async def test_the_form_is_copied_and_the_exercise_opened(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        _, pane = await open_pane(pilot)
        pane.query_one(Input).value = "torch.flip"
        await until(
            pilot, lambda: pane.query_one(TruthCard).display and getattr(pane.marked, "torch", "") == "torch.flip"
        )
        await pilot.press("ctrl+y")
        assert app.clipboard.startswith("nd.flip(")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.session and app.session.place and app.session.place.id == "tensors/flip")


async def test_a_check_uncovers_the_verdict(make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(90, 30)) as pilot:
        await open_pane(pilot)
        await pilot.press("f5")
        await until(pilot, lambda: grader.finished)
        await until(pilot, lambda: not app.screen.query(LookupPane))
        assert app.screen.query_one("#verdict").region.area


async def test_a_query_that_finds_nothing_says_so(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        _, pane = await open_pane(pilot)
        pane.query_one(Input).value = "qqqqqq"
        await until(pilot, lambda: pane.query_one("#lookup-empty").display)
        await pilot.press("enter")
        assert app.screen.query(LookupPane)


@pytest.mark.parametrize(("unknown", "known"), [("torch.acoss", "torch.acos"), ("acoss", "acos")])
async def test_a_name_without_a_row_is_said_above_the_rows_about_others(
    make_tutor: MakeTutor, unknown: str, known: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        _, pane = await open_pane(pilot)
        note = pane.query_one("#lookup-empty", Static)
        pane.query_one(Input).value = unknown
        await until(pilot, lambda: note.display and f"Not in the table: {unknown}." in str(note.visual))
        pane.query_one(Input).value = known
        await until(pilot, lambda: not note.display)


async def test_a_name_that_torch_has_is_no_unknown_name(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 24)) as pilot:
        _, pane = await open_pane(pilot)
        note = pane.query_one("#lookup-empty", Static)
        pane.query_one(Input).value = "torch.special.bessel_j0"
        await until(pilot, lambda: note.display and "torch has torch.special.bessel_j0, but" in str(note.visual))


@pytest.mark.parametrize("width", [60, 80, 120, 200])
async def test_its_lower_border_names_the_most_used_keys_first(make_tutor: MakeTutor, width: int) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(width, 40)) as pilot:
        await open_pane(pilot)
        await until(pilot, lambda: "enter inserts, esc goes back" in screen_text(app))

"""The editor completes names, shows signatures, replaces names of torch, comments and closes brackets."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets.text_area import Selection

from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.answer_editor import AnswerEditor, CompletionList
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import InjectedStore
from tests.ui.test_typing_ahead import burst

START = "from mxnet import nd\n\n\ndef arccos(x):\n    return \n"


async def writing(pilot: Pilot[None], code: str = START, cursor: tuple[int, int] = (4, 11)) -> AnswerEditor:
    """Open the exercise with a text in its editor."""
    await opened(pilot, "ExerciseScreen")
    editor = pilot.app.screen.query_one(AnswerEditor)
    editor.focus()
    editor.take(code)
    editor.move_cursor(cursor)
    await pilot.pause()
    return editor


async def listing(pilot: Pilot[None]) -> CompletionList:
    """Wait for the list of names."""
    await until(pilot, lambda: any(found.is_open for found in pilot.app.screen.query(CompletionList)), "a list opens")
    return pilot.app.screen.query_one(CompletionList)


async def test_tab_takes_the_name_that_the_letters_begin(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        await pilot.press(*"nd", "full_stop", *"arcc")
        found = await listing(pilot)
        assert found.choice == "arccos"
        assert found.region.y > editor.cursor_screen_offset.y or found.region.bottom <= editor.cursor_screen_offset.y
        await pilot.press("tab")
        assert editor.document[4] == "    return nd.arccos"
        assert not found.is_open
        await pilot.press("ctrl+z")
        assert editor.document[4] == "    return nd.arcc"


async def test_letters_that_arrive_together_open_the_list(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        burst(pilot, *"nd.arcc")
        found = await listing(pilot)
        await until(pilot, lambda: editor.document[4] == "    return nd.arcc")
        await until(pilot, lambda: found.choice == "arccos")
        editor.take("pasted")
        await until(pilot, lambda: not found.is_open)


async def test_a_key_acts_on_the_text_that_was_typed_before_it_and_not_on_an_older_list(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, "from mxnet import nd\nx = nd.broa", (1, 11))
        await pilot.press("d")
        await listing(pilot)
        burst(pilot, "ctrl+a", *"from mxnet import nd", "\n", *"y")
        await until(pilot, lambda: editor.text.endswith("y"))
        assert editor.text == "from mxnet import nd\ny"
        await pilot.press(*" = nd", "full_stop", "a")
        await listing(pilot)
        burst(pilot, *"rcc", "tab", "(")
        await until(pilot, lambda: editor.text.endswith(")"))
        assert editor.document[1] == "y = nd.arccos()"


async def test_a_chosen_name_stays_chosen_and_the_list_acts_at_its_place_only(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        await pilot.press(*"nd", "full_stop", "b")
        found = await listing(pilot)
        await pilot.press("down", "down", "down")
        chosen = found.choice
        burst(pilot, chosen[1], "tab", "(")
        await until(pilot, lambda: editor.document[4].endswith(")"))
        assert editor.document[4] == f"    return nd.{chosen}()"
        editor.take(START)
        editor.move_cursor((4, 11))
        await pilot.press(*"nd", "full_stop")
        await listing(pilot)
        burst(pilot, "down", "down", "left", "left", "enter", "z")
        await until(pilot, lambda: "z" in editor.text)
        assert editor.text.endswith("    return n\nzd.\n")


async def test_the_mouse_reaches_all_names(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await writing(pilot)
        await pilot.press(*"nd", "full_stop")
        found = await listing(pilot)
        await until(pilot, lambda: found.region.height)
        await pilot.hover(CompletionList, offset=(2, 1))
        await pilot.press("a", "backspace")
        await until(pilot, lambda: found.option_count > 300)


async def test_all_names_can_be_reached(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await writing(pilot)
        await pilot.press(*"nd", "full_stop")
        found = await listing(pilot)
        await pilot.press("up")
        assert found.choice == "zeros_like"
        await pilot.press("down", "down")
        assert found.choice == "Activation"


async def test_enter_begins_a_line_after_a_whole_name_and_after_names_of_the_answer(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        await pilot.press(*"nd", "full_stop", *"ones")
        await listing(pilot)
        await pilot.press("enter")
        assert editor.document[4] == "    return nd.ones"
        assert editor.document.line_count == 7
        await pilot.press(*"arc")
        found = await listing(pilot)
        assert found.choice == "arccos"
        await pilot.press("enter")
        assert editor.document[5] == "arc"
        await pilot.press(*"arc", "down", "enter")
        assert editor.document[6] == "arccos"


async def test_escape_closes_the_list_only(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        await pilot.press(*"nd", "full_stop", "o")
        found = await listing(pilot)
        await pilot.press("escape")
        assert not found.is_open
        assert editor.has_focus
        await pilot.press("n")
        await listing(pilot)
        await pilot.press("left", "left", "left")
        assert not found.is_open
        await pilot.press("end", "e")
        await listing(pilot)
        await pilot.press("f2")  # the hints show where the list is
        assert not found.is_open


async def test_the_list_opens_when_it_is_asked_for(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, START.replace("return ", "return x."), (4, 13))
        await pilot.press("ctrl+space")
        found = await listing(pilot)
        await pilot.press("down", "down", "up", "tab")
        assert editor.document[4].startswith("    return x.a")
        assert not found.is_open


async def test_the_signature_of_the_call_is_in_the_border(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot)
        area = app.screen.query_one(AnswerArea)
        await pilot.press(*"nd", "full_stop", *"ones", "left_parenthesis")
        assert editor.document[4] == "    return nd.ones()"
        await until(pilot, lambda: "shape" in str(area.border_title))
        await until(pilot, lambda: "ctx=None, dtype=None)" in str(area.border_title))
        await pilot.press("2", "right_parenthesis")
        assert editor.document[4] == "    return nd.ones(2)"
        await until(pilot, lambda: str(area.border_title) == "Your answer: MXNet")


async def test_a_name_of_torch_is_replaced_by_one_key_and_counts_as_a_hint(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, START.replace("return ", "return torch.acos(x)"), (4, 18))
        await until(pilot, lambda: editor.mark_at_cursor)
        await until(pilot, lambda: "nd.arccos(x)" in str(app.screen.query_one(AnswerArea).border_title))
        assert progress.standing("tensors/arccos").hints == 0
        await pilot.press("ctrl+space")
        assert editor.document[4] == "    return nd.arccos(x)"
        await until(pilot, lambda: progress.standing("tensors/arccos").hints)
        assert progress.standing("tensors/arccos").hints == 1
        await pilot.press("ctrl+z")
        assert editor.document[4] == "    return torch.acos(x)"


async def test_an_unknown_name_is_marked_when_typing_pauses(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, START.replace("return ", "return nd.arccoz((x)"), (4, 16))
        await until(pilot, lambda: editor.mark_at_cursor)
        assert [mark.kind for mark in editor.marks] == ["unknown"]
        await pilot.press("ctrl+space")
        assert editor.document[4] == "    return nd.arccos((x)"
        await pilot.pause(0.1)
        assert progress.standing("tensors/arccos").hints == 0


async def test_lines_become_comments_and_code_again(make_tutor: MakeTutor) -> None:
    code = "def f(x):\n    y = x\n\n    return y\n"
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, code, (1, 0))
        editor.selection = Selection((1, 0), (4, 0))
        await pilot.press("ctrl+underscore")
        assert editor.text == "def f(x):\n    # y = x\n\n    # return y\n"
        await pilot.press("ctrl+slash")
        assert editor.text == code
        await pilot.press("ctrl+z")
        assert editor.text == "def f(x):\n    # y = x\n\n    # return y\n"


async def test_brackets_and_quotes_close_themselves_and_stay_out_of_the_way(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        editor = await writing(pilot, "\n", (0, 0))
        await pilot.press("f", "left_parenthesis", "left_square_bracket", "1", "right_square_bracket")
        await pilot.press("right_parenthesis", "x")
        assert editor.document[0] == "f([1])x"
        await pilot.press("left_parenthesis", "backspace")
        assert editor.document[0] == "f([1])x"
        editor.move_cursor((0, 0))
        await pilot.press("left_parenthesis")
        assert editor.document[0] == "(f([1])x"
        editor.take("word\n")
        editor.selection = Selection((0, 0), (0, 4))
        await pilot.press("quotation_mark")
        assert editor.document[0] == '"word"'
        assert editor.selected_text == "word"
        editor.take("y = 'it'\n")
        editor.move_cursor((0, 7))
        await pilot.press("apostrophe", "s")
        assert editor.document[0] == "y = 'it's"
        await pilot.press("enter")

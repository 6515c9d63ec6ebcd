"""The lab: chosen inputs, edited code, grids, errors; the answer changes only where the learner takes the code."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from mxtutor.content.loader import load_exercise
from mxtutor.grading.cases.chosen import choose, written
from mxtutor.grading.cases.draw import draw
from mxtutor.paths import content_root
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.glyphs import ASCII, UNICODE
from mxtutor.ui.screens.lab import ExerciseLab, LabResults, LabScreen, PairLab, QuizLab, drawn, quiz_lab
from mxtutor.ui.widgets.array_grid import Grid, draw_grid
from tests.ui.conftest import MakeTutor, opened, told, until
from tests.ui.fakes import COURSE, RIGHT, FakeGrader


def results(pilot: Pilot[None]) -> str:
    return "\n".join(str(part.visual) for part in pilot.app.screen.query_one(LabResults).query(Static))


async def lab(pilot: Pilot[None], kind: type[LabScreen], key: str = "f6") -> LabScreen:
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, kind), "the lab opens")
    screen = pilot.app.screen
    assert isinstance(screen, LabScreen)
    return screen


async def test_the_lab_runs_the_draft_at_once_and_shows_both_sides_with_the_difference_marked(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: "values differ" in results(pilot))
        text = results(pilot)
        assert "PyTorch float32 (2, 3)" in text
        assert "≠1.047" in text
        assert "≠-1.047" in text
        assert "≠ 1 of 6 values differ, first at [0, 1]" in text
        assert "MXNet printed\ncalled" in text
        assert screen.query_one("#inputs", TextArea).text == "x = array([0.0, 0.5, 1.0])"
        assert screen.query_one(LabResults).border_subtitle == ""


async def test_the_case_that_failed_in_the_check_is_the_one_in_the_lab(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: grader.finished)
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: grader.played)
        assert grader.played[-1][1:] == (1, 20811)
        assert screen.query_one("#seed", Input).value == "20811"


async def test_edited_inputs_seed_and_code_are_what_runs(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: "values differ" in results(pilot))
        assert grader.inputs == [""]
        inputs = screen.query_one("#inputs", TextArea)
        await pilot.press("end")
        await pilot.press("#")
        assert "changed" in str(screen.query_one(LabResults).border_subtitle)
        screen.query_one("#seed", Input).value = "42"
        await pilot.press("f6")
        await until(pilot, lambda: len(grader.played) == 2)
        assert grader.inputs[-1] == inputs.text == "x = array([0.0, 0.5, 1.0])#"
        assert grader.played[-1][2] == 42
        screen.query_one("#lab-code", TextArea).focus()
        await pilot.press("#", "f5")
        await until(pilot, lambda: len(grader.played) == 3)
        assert grader.played[-1][0].startswith(b"#")
        await pilot.press("f2")
        await until(pilot, lambda: len(grader.played) == 4)
        assert screen.query_one("#seed", Input).value == str(grader.played[-1][2])
        assert grader.inputs[-1] == inputs.text == "x = random(3, low=0.0, high=1.0)#"
        inputs.focus()
        await pilot.press("ctrl+z")
        assert inputs.text == "x = array([0.0, 0.5, 1.0])#"


@pytest.mark.parametrize(
    ("inputs", "shown"),
    [
        ("x = array([[-5.0, 5.0], [-1.5, 7.25]])\nd = -3", "x = random(2, 2, low=-5.0, high=7.25)\nd = -3"),
        ('i = array([0, 2], dtype="int64")  # \u00e9', "i = random(2, low=0, high=2, dtype='int64')  # \u00e9"),
        (
            "xs = [nd.array([1.0]), array([2.0, 3.0])]",
            "xs = [random(1, low=0, high=1.0), random(2, low=2.0, high=3.0)]",
        ),
        ("m = array([True, False], dtype=bool)", "m = random(2, dtype=bool)"),
        ("x = array(2.5)", "x = random((), low=0, high=2.5)"),
        (
            "\u00e9 = 1; x = array([\n  [1.0],\n  [2.0],\n])\ny = zeros(2)",
            "\u00e9 = 1; x = random(2, 1, low=1.0, high=2.0)\ny = zeros(2)",
        ),
        ("x = array([[1.0], [2.0, 3.0]])", "x = array([[1.0], [2.0, 3.0]])"),
        ("x = array([y])", "x = array([y])"),
        ("x = array([1.0", "x = array([1.0"),
        ("x = array([])", "x = array([])"),
        ("x = drawn", "x = drawn"),
    ],
)
def test_a_new_seed_draws_arrays_that_are_written_out(inputs: str, shown: str) -> None:
    assert drawn(inputs) == shown


def test_what_a_new_seed_writes_is_understood_and_gives_other_numbers() -> None:
    exercise = load_exercise(COURSE / "exercises" / "tensors" / "arccos", "tensors/arccos")
    case = next(case for case in draw(exercise, 1) if "array(" in written(case))
    lines = drawn(written(case))
    first, second = (str(choose(exercise, case, seed, lines).inputs["x"]) for seed in (1, 2))
    assert first != second


async def test_leaving_the_lab_keeps_its_texts_and_changes_nothing_of_the_answer(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        before = app.screen.query_one("#editor", TextArea).text
        screen = await lab(pilot, ExerciseLab)
        screen.query_one("#lab-code", TextArea).focus()
        await pilot.press("a", "b", "escape")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        assert app.screen.query_one("#editor", TextArea).text == before
        again = await lab(pilot, ExerciseLab)
        code = again.query_one("#lab-code", TextArea)
        assert "ab" in code.text, "it is as it was left"
        await until(pilot, lambda: "values differ" in results(pilot))
        await pilot.press("f8")
        assert code.text == before


async def test_taken_code_becomes_the_answer_and_one_undo_takes_it_back(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        before = app.screen.query_one("#editor", TextArea).text
        screen = await lab(pilot, ExerciseLab)
        screen.query_one("#lab-code", TextArea).focus()
        await pilot.press("#", "!", "f9")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        editor = app.screen.query_one("#editor", TextArea)
        await until(pilot, lambda: editor.text == f"#!{before}")
        await pilot.press("ctrl+z")
        assert editor.text == before


async def test_inputs_that_cannot_be_used_are_explained(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: "values differ" in results(pilot))
        screen.query_one("#inputs", TextArea).text = "x = bad(2)"
        await pilot.press("f6")
        await until(pilot, lambda: "x: there is no function bad." in results(pilot))


async def test_an_error_of_the_draft_is_named_with_its_line(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        screen.query_one("#lab-code", TextArea).text = "x.acos()"
        await pilot.press("f6")
        await until(pilot, lambda: "MXNet raises\nAttributeError" in results(pilot))
        assert "(line 3)" in results(pilot)


async def test_escape_stops_a_run_first_and_leaves_then(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await lab(pilot, ExerciseLab)
        await until(pilot, lambda: grader.played)
        await pilot.press("escape")
        await until(pilot, lambda: "Stopped. F6 runs it again." in results(pilot))
        assert grader.cancelled
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        grader.gate.set()


async def test_undo_and_start_over_work_in_the_lab(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: "values differ" in results(pilot))
        code = screen.query_one("#lab-code", TextArea)
        first = code.text
        code.focus()
        await pilot.press("#")
        edited = code.text
        await pilot.press("f8")
        assert code.text == first
        await pilot.press("ctrl+z")
        assert code.text == edited


async def test_a_block_of_a_lesson_opens_in_the_lab_with_both_sides_to_edit(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        screen = await lab(pilot, PairLab, "e")
        await until(pilot, lambda: "Both give the same." in results(pilot))
        assert grader.owned == [True], "the sandbox confines both sides"
        assert isinstance(app.focused, TextArea)
        await pilot.press("#", "f6")
        await until(pilot, lambda: len(grader.ran) == 4)
        assert dict(grader.ran[2:])["torch"].startswith("#")
        assert screen.check_action("take", ()) is False, "a lesson has no answer"
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not screen)
        again = await lab(pilot, PairLab, "e")
        assert again.query_one("#lab-torch", TextArea).text.startswith("#"), "it is as it was left"


async def test_a_trap_opens_in_the_lab_with_the_other_side_empty(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("tab", "tab")
        screen = await lab(pilot, PairLab, "e")
        await until(pilot, lambda: "MXNet raises" in results(pilot))
        assert screen.query_one("#lab-torch", TextArea).text == ""
        assert "PyTorch" not in results(pilot)


async def test_the_lab_of_a_question_opens_after_the_right_answer_with_its_code(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    grader.reports = [RIGHT]
    app = make_tutor("tensors/join-axis")
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f6")
        await until(pilot, lambda: "Answer first" in told(app))
        assert not isinstance(app.screen, LabScreen)
        await pilot.press("(", "4", ")", "f5")
        await until(pilot, lambda: grader.finished)
        screen = await lab(pilot, QuizLab)
        await until(pilot, lambda: len(grader.ran) == 2)
        assert dict(grader.ran)["mxnet"].endswith("\nresult")
        assert screen.query_one("#lab-mxnet", TextArea).text.endswith("\nresult")
        assert screen.query_one("#lab-torch", TextArea).text == ""
        assert screen.query_one("#lab-mxnet", TextArea).has_focus
        await until(pilot, lambda: "MXNet gives" in results(pilot))
        assert "PyTorch" not in results(pilot)
        assert "same" not in results(pilot)
        assert not screen.query("ArrayGrid")
        screen.query_one("#lab-torch", TextArea).load_text("1 + 1")
        await pilot.press("f5")
        await until(pilot, lambda: screen.query("ArrayGrid"), "code on both sides is compared")


@pytest.mark.parametrize(
    ("identity", "shown"),
    [
        ("tensors/quiz-second-argument", "from mxnet import nd\n\nx = nd.zeros(2, 3)\nx"),
        ("tensors/quiz-dtype-test", ""),
    ],
)
async def test_the_lab_of_a_choice_has_the_code_of_the_question_or_its_proof(
    make_tutor: MakeTutor, identity: str, shown: str
) -> None:
    exercise = load_exercise(content_root() / "exercises" / identity, identity)
    found = await quiz_lab(FakeGrader(), exercise)
    assert found is not None
    app = make_tutor()
    async with app.run_test() as pilot:
        await opened(pilot, "HomeScreen")
        await app.push_screen(found)
        assert found.query_one("#lab-torch", TextArea).text == ""
        assert found.query_one("#lab-mxnet", TextArea).text == (shown or exercise.proof.strip("\n"))


async def test_a_question_without_code_has_no_lab() -> None:
    bare = load_exercise(COURSE / "exercises" / "tensors" / "flip", "tensors/flip")
    assert await quiz_lab(FakeGrader(), bare) is None


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_every_part_of_the_lab_shows_at_every_size(make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = await lab(pilot, ExerciseLab)
        await until(pilot, lambda: "values differ" in results(pilot))
        for part in ("#inputs", "#seed", "#lab-code", "#lab-results"):
            shown = screen.query_one(part).region
            assert shown.height >= (1 if part in ("#inputs", "#seed") else 3), (part, shown)
            assert screen.region.contains_region(shown), (part, shown)


def test_a_grid_stands_side_by_side_where_it_fits_and_its_columns_are_aligned() -> None:
    grid = Grid((("1.", "-20."), ("3.", "4.")), (("1.", "20."), ("3.", "4.")), {(0, 1)}, ("A", "B"), ("[0]", "[1]"))
    assert str(draw_grid(grid, UNICODE, 60)).splitlines() == [
        "    A            B",
        "[0]   1. ≠-20.     1.  ≠20.",
        "[1]   3.    4.     3.    4.",
    ]
    assert str(draw_grid(grid, ASCII, 20)).splitlines() == [
        "A",
        "[0]   1. #-20.",
        "[1]   3.    4.",
        "B",
        "[0]   1.  #20.",
        "[1]   3.    4.",
    ]


def test_the_home_of_the_lab_is_not_written_to() -> None:
    source = Path(__file__).parents[2] / "mxtutor" / "ui" / "screens" / "lab.py"
    assert "progress" not in source.read_text(encoding="utf-8"), "nothing in the lab is stored"

"""The panes of an exercise: beside or above each other, one alone, scrolled from the editor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mxtutor.ui.screens.exercise import ExerciseScreen
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.report_view import ReportView
from mxtutor.ui.widgets.title_bar import TitleBar
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.test_exercise import shown

ARCCOS = "tensors/arccos"


async def test_in_a_broad_terminal_the_reference_stands_beside_the_answer(make_tutor: MakeTutor) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(200, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        beside, answer, task = (app.screen.query_one(f"#{name}").region for name in ("beside", "answer", "task"))
        assert task.x < beside.x < answer.x
        assert beside.y == answer.y
        assert "torch" in shown(app.screen, "#beside")
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: not app.screen.query_one("#beside").region)
        assert app.screen.query_one("#reference").region


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_the_layout_flips_and_stays_so(
    make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int]
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        side, answer = app.screen.query_one("#side"), app.screen.query_one("#answer")
        assert answer.region.x >= side.region.right
        await pilot.press("alt+x")
        await until(pilot, lambda: answer.region.y >= side.region.bottom)
        assert app.focused is app.screen.query_one(AnswerEditor)
        await until(pilot, lambda: progress.setting("flipped") == "on")
    again = make_tutor(ARCCOS)
    async with again.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        side, answer = again.screen.query_one("#side"), again.screen.query_one("#answer")
        assert answer.region.y >= side.region.bottom


@pytest.mark.parametrize("key", ["f11", "alt+m"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_one_pane_shows_alone_until_a_check(make_tutor: MakeTutor, size: tuple[int, int], key: str) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(key)
        answer = app.screen.query_one("#answer")
        await until(pilot, lambda: answer.region.width == size[0])
        assert not app.screen.query_one("#side").region
        assert "shows all" in str(answer.border_title)
        assert app.focused is app.screen.query_one(AnswerEditor)
        await pilot.press("x", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        await until(pilot, lambda: app.screen.query_one("#verdict").region)
        assert "shows all" not in str(answer.border_title)
        app.screen.query_one("#verdict").focus()
        await pilot.press(key)
        await until(pilot, lambda: not answer.region)
        assert app.screen.query_one("#verdict").region.width == size[0]


async def test_a_pane_that_was_alone_is_alone_in_the_next_exercise_and_has_the_focus(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.save_setting("maximised", "results")
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.focused is app.screen.query_one("#verdict"))
        assert not app.screen.query_one("#answer").region


async def test_an_answer_that_was_alone_says_how_to_see_the_rest(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.save_setting("maximised", "answer")
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "F11 shows all" in str(app.screen.query_one("#answer").border_title))
        await pilot.press("f11")
        await until(pilot, lambda: app.screen.query_one("#side").region)
        await until(pilot, lambda: progress.setting("maximised") == "")


async def test_the_verdict_scrolls_from_the_editor_and_shows_its_details(make_tutor: MakeTutor) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        view = app.screen.query_one(ReportView)
        await until(pilot, lambda: view.report is not None and view.max_scroll_y)
        editor = app.screen.query_one(AnswerEditor)
        before = (editor.cursor_location, editor.text)
        await pilot.press("alt+pagedown")
        await until(pilot, lambda: view.scroll_offset.y > 0)
        await pilot.press("alt+pageup")
        await until(pilot, lambda: view.scroll_offset.y == 0)
        more = view.query_one(".details")
        assert not more.region
        await pilot.press("alt+v")
        await until(pilot, lambda: more.region)
        assert "3.14159" in shown(more, "")
        await pilot.press("alt+v")
        await until(pilot, lambda: not more.region)
        assert (editor.cursor_location, editor.text) == before
        assert app.focused is editor


@pytest.mark.parametrize("width", [80, 120])
async def test_after_a_pass_the_footer_leads_on(make_tutor: MakeTutor, grader: FakeGrader, width: int) -> None:
    grader.reports = [RIGHT]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(width, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert isinstance(app.screen, ExerciseScreen)
        await pilot.press("x", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        offered = [a.binding.description for a in app.screen.active_bindings.values() if a.binding.show]
        assert offered[:3] == ["Next", "Compare", "Again"]
        assert "You learned: " in shown(app.screen, "#verdict")
        await pilot.press("alt+d")
        await opened(pilot, "SolutionModal")


async def test_long_lines_of_the_reference_do_not_wrap_in_wide_terminals(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"    return {'x + ' * 14}x"
    monkeypatch.setattr("mxtutor.ui.screens.arranging.folded", lambda text: f"def arccos(x):\n{line}")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(200, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query("#beside CodeView"))
        await pilot.pause()
        code = app.screen.query_one("#beside CodeView")
        assert code.size.height == 2
        assert code.content_size.width >= len(line)
        widths = [app.screen.query_one(name).size.width for name in ("#side", "#answer")]
        await pilot.press("alt+x")
        await pilot.pause()
        assert app.screen.query_one("#side").size.width == 200
        await pilot.press("alt+x")
        await pilot.pause()
        assert [app.screen.query_one(name).size.width for name in ("#side", "#answer")] == widths


async def test_a_reference_too_wide_to_stand_beside_the_answer_is_whole_below_the_task(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"    return {'x + ' * 24}x"
    for module in ("screens.arranging", "widgets.task_pane"):
        monkeypatch.setattr(f"mxtutor.ui.{module}.folded", lambda text: f"def arccos(x):\n{line}")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(200, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query("#reference CodeView"))
        await pilot.pause()
        code = app.screen.query_one("#reference CodeView")
        assert code.content_size.width >= len(line)
        assert app.screen.query_one("#answer").size.width >= 80
        await pilot.press("alt+x")
        await until(pilot, lambda: app.screen.query("#beside CodeView"), "room beside the answer")
        await pilot.pause()
        assert app.screen.query_one("#beside CodeView").content_size.width >= len(line)


async def test_after_a_check_the_reference_gets_the_rows_that_the_task_leaves(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch, progress: InjectedStore
) -> None:
    code = "\n".join(f"x{row} = {row}" for row in range(14))
    monkeypatch.setattr("mxtutor.ui.widgets.task_pane.folded", lambda text: code)
    progress.add_attempt("tensors/arccos", "x", WRONG)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        await until(pilot, lambda: app.screen.query_one("#reference").size.height >= 14, "all lines of the reference")


async def test_a_long_task_and_a_long_reference_share_the_rows_and_scroll_with_the_keyboard(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "\n".join(f"x{row} = {row}" for row in range(60))
    monkeypatch.setattr("mxtutor.ui.widgets.task_pane.folded", lambda text: code)
    monkeypatch.setattr("mxtutor.ui.widgets.task_pane.TaskPane._prompt", lambda pane: "word " * 600)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        task, reference = app.screen.query_one("#task"), app.screen.query_one("#reference")
        await until(pilot, lambda: reference.can_focus and abs(task.size.height - reference.size.height) <= 2, "halves")
        reference.focus()
        await pilot.press("end")
        await until(pilot, lambda: reference.scroll_offset.y > 0, "the end of the reference")


async def test_the_title_says_how_long_an_exercise_takes(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "about 4 min" in app.screen.query_one(TitleBar).note


@pytest.mark.parametrize("exercise", ["tensors/join-axis", "tensors/flip"])
async def test_in_a_narrow_terminal_a_question_gets_the_rows_that_its_task_leaves_free(
    make_tutor: MakeTutor, exercise: str
) -> None:
    app = make_tutor(exercise)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        side, task, answer = (app.screen.query_one(f"#{name}") for name in ("side", "task", "answer"))
        await until(pilot, lambda: answer.region.y == side.region.bottom > 1)
        assert task.virtual_size.height == task.size.height, "the task is shown whole, without blank rows"
        for size in ((60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: app.screen.size == size)  # noqa: B023
            await pilot.pause()
            assert task.virtual_size.height == task.size.height
            assert side.region.height <= size[1] // 2
        task.focus()
        await pilot.press("f11")
        await until(pilot, lambda: not answer.region)
        assert side.region.bottom == app.screen.query_one("#work").region.bottom


async def test_what_waits_for_a_refresh_does_nothing_after_the_screen_has_closed(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen, waiting = app.screen, list[Callable[[], object]]()
        monkeypatch.setattr(screen, "call_after_refresh", waiting.append)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: waiting)
        await app.pop_screen()
        assert not screen.query("#side")
        for call in waiting:
            call()

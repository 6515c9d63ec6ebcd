"""The lesson screen: code that runs live, traps, going on."""

from __future__ import annotations

import threading

import pytest
from textual.widgets import Static

from mxtutor.content.loader import load_course
from mxtutor.grading.protocol import ErrorDetail, SnippetRun
from mxtutor.paths import content_root
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.lesson import CodeBox, Runnable
from mxtutor.ui.widgets.code_view import CodePane
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import MXNET_RUN, TORCH_RUN, FakeGrader, InjectedStore, opener


async def test_enter_runs_the_code_in_view_before_a_block_is_chosen(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.query(Runnable).first().ran)


async def test_code_that_is_wider_than_its_box_is_cut_and_the_arrows_scroll_it(
    grader: FakeGrader, progress: InjectedStore
) -> None:
    app = TutorApp(lambda: load_course(content_root()), grader, opener(progress), start_at="io/weights")
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: [pane for pane in app.screen.query(CodePane) if pane.size.height])
        panes = list(app.screen.query(CodePane))
        assert [pane.size.height for pane in panes] == [len(pane.code.splitlines()) for pane in panes], "no line wraps"
        wide = max(panes, key=lambda pane: pane.virtual_size.width)
        next(block for block in app.screen.query(Runnable) if wide in block.query(CodePane)).focus()
        await pilot.press("right")
        assert 0 < wide.scroll_offset.x == min(8, wide.max_scroll_x)
        await pilot.press("left")
        assert wide.scroll_offset.x == 0


async def test_a_pair_stands_side_by_side_only_where_both_sides_fit(
    grader: FakeGrader, progress: InjectedStore
) -> None:
    app = TutorApp(lambda: load_course(content_root()), grader, opener(progress), start_at="io/weights")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: [pane for pane in app.screen.query(CodePane) if pane.size.height])
        await until(pilot, lambda: not any(pane.max_scroll_x for pane in list(app.screen.query(CodePane))[:5]))
        pairs = [block.query(CodeBox) for block in app.screen.query(Runnable) if len(block.query(CodeBox)) == 2]
        assert any(pair.first().region.y < pair.last().region.y for pair in pairs)


async def test_a_pair_runs_in_both_frameworks_and_says_whether_they_agree(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("r")
        pair = app.screen.query(Runnable).first()
        await until(pilot, lambda: pair.ran)
        texts = [str(pane.query_one(".output", Static).visual) for pane in pair.query(CodeBox)]
        assert texts == ["tensor([1.5708, 1.0472, 0.0000])", "[1.5707964 1.0471976 0.       ]\n<NDArray 3 @cpu(0)>"]
        assert "✓ Both give the same values." in str(pair.query_one(".outcome", Static).visual)
        torch, mxnet, _ = pair.sources
        shown = {"torch": torch, "mxnet": mxnet}
        assert dict(grader.ran) == shown, "what runs is what is shown, so that line numbers of errors fit"


async def test_a_click_on_the_lower_border_runs_a_block_and_another_one_does_not(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        pair = app.screen.query(Runnable).first()
        pane = pair.query(CodeBox).last()
        before = pane.border_subtitle
        pair.focus()
        await pilot.pause()
        assert (before, pane.border_subtitle) == (None, "enter or r runs it, e edits it")
        await pilot.click(pane, offset=(4, 1))
        await pilot.pause()
        assert not pair.ran
        assert not pair.query_one(".outcome").display
        await pilot.click(pane, offset=(4, pane.region.height - 1))
        await until(pilot, lambda: pair.ran)
        assert pair.query_one(".outcome").display


@pytest.mark.parametrize("width", [112, 140, 200, 400])
async def test_on_a_wide_screen_text_and_boxes_have_one_measure_in_the_middle(
    make_tutor: MakeTutor, width: int
) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(width, 60)) as pilot:
        await opened(pilot, "LessonScreen")
        await until(pilot, lambda: app.screen.query(Runnable))
        boxes = [child.region for child in app.screen.query_one("#text").children if child.display]
        assert max(box.width for box in boxes) <= 100
        assert len({box.x for box in boxes}) == 1
        left, right = boxes[0].x, width - max(box.right for box in boxes)
        assert abs(left - right) <= 6


async def test_panes_stand_side_by_side_where_there_is_room(make_tutor: MakeTutor) -> None:
    for width, beside in ((120, True), (100, True), (99, False), (80, False)):
        app = make_tutor("tensors/names")
        async with app.run_test(size=(width, 30)) as pilot:
            await opened(pilot, "LessonScreen")
            torch, mxnet = app.screen.query(Runnable).first().query(CodeBox)
            assert (torch.region.y == mxnet.region.y) is beside
            assert (torch.region.x == mxnet.region.x) is not beside


async def test_a_trap_shows_its_real_error(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("a")
        trap = app.screen.query_one(".-trap", Runnable)
        await until(pilot, lambda: trap.ran)
        assert "has no attribute 'acos'" in str(trap.query_one(".output", Static).visual)
        assert "✓ It raises this error, as the text says." in str(trap.query_one(".outcome", Static).visual)


async def test_escape_stops_code_that_runs(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("r")
        await until(pilot, lambda: len(grader.ran) == 1)
        await pilot.press("escape")
        await until(pilot, lambda: grader.cancelled == 1)
        grader.gate.set()
        pair = app.screen.query(Runnable).first()
        assert "Stopped" in str(pair.query_one(".outcome", Static).visual)
        assert not pair.ran


async def test_a_lesson_counts_as_read_at_its_end_only(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        assert not progress.lessons_read()
        await pilot.press("end")
        await until(pilot, lambda: progress.lessons_read() == {"tensors/names"})


async def test_next_goes_through_exercises_to_the_next_lesson(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+n")
        for exercise in ("tensors/arccos", "tensors/flip"):
            await opened(pilot, "ExerciseScreen")
            await until(pilot, lambda: app.screen.query_one(TitleBar).path == (exercise,))  # noqa: B023
            await pilot.press("ctrl+n")
        await opened(pilot, "LessonScreen")
        assert app.screen.query_one(TitleBar).path == ("Tensors", "Joining and splitting")
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")


async def test_back_from_an_exercise_leads_to_its_lesson_at_the_same_row(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("down", "down", "n")
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+b")
        await opened(pilot, "LessonScreen")
        await pilot.press("escape")
        await until(pilot, lambda: progress.place() == Place("home", "tensors/names", 2))
        app.open("lesson", "tensors/names")
        await opened(pilot, "LessonScreen")
        await until(pilot, lambda: app.screen.query_one("#text").scroll_offset.y == 2)
        await until(pilot, lambda: progress.place() == Place("lesson", "tensors/names", 2))


@pytest.mark.parametrize(
    ("mxnet", "same", "message"),
    [
        (MXNET_RUN, False, "They differ here"),
        (MXNET_RUN, None, "Compare the results yourself"),
        (SnippetRun(error=ErrorDetail("ValueError", "no")), None, "Compare the results yourself"),
        (SnippetRun(broken="MXNet is gone."), None, "not your fault"),
    ],
)
async def test_a_pair_tells_what_the_grader_made_of_its_values(
    make_tutor: MakeTutor,
    grader: FakeGrader,
    monkeypatch: pytest.MonkeyPatch,
    mxnet: SnippetRun,
    same: bool | None,
    message: str,
) -> None:
    grader.same = same
    monkeypatch.setattr(grader, "run", lambda framework, source: TORCH_RUN if framework == "torch" else mxnet)
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("r")
        pair = app.screen.query(Runnable).first()
        await until(pilot, lambda: pair.ran)
        assert message in str(pair.query_one(".outcome", Static).visual)

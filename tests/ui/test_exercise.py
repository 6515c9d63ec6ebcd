"""The exercise screen: checking, verdicts, drafts, hints, solution, history."""

from __future__ import annotations

import errno
import json
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.differences import Curves
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.protocol import Aspect, CaseResult, Diagnosis, Report, Verdict
from mxtutor.grading.results.values import parse
from mxtutor.progress.answers import answer_file, write_answer
from mxtutor.progress.model import Draft
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.exercise.work import FILE_POLL_SECONDS
from mxtutor.ui.marked_text import GLUE
from mxtutor.ui.messages import Failed, StandingChanged
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.confirm import ConfirmModal, ErrorDialog
from mxtutor.ui.screens.solution import HistoryModal, SolutionModal
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_view import CodePane
from mxtutor.ui.widgets.curve_plot import CurvePlot
from tests.ui.conftest import MakeTutor, footer_keys, opened, screen_text, told, until
from tests.ui.fakes import BROKEN, ERROR, REVIEW, RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.test_typing_ahead import burst


def shown(screen: object, selector: str) -> str:
    """Return the text of all statics below what a selector finds, and of all code."""
    parts = screen.query(f"{selector} Static, {selector} CodePane, CodePane{selector}")  # type: ignore[attr-defined]
    texts = (part.code if isinstance(part, CodePane) else str(part.visual) for part in parts)
    return "\n".join(texts).replace(GLUE, " ")


@pytest.mark.parametrize("key", ["f5", "ctrl+j"])
async def test_a_check_shows_the_first_failing_case_first(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, key: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", key)
        view = app.screen.query_one(ReportView)
        await until(pilot, lambda: view.report is not None)
        text = shown(app.screen, "#verdict")
        order = [
            "Not right yet",
            "inverse sine",
            "Case 2 of 3: x = [-1.0",
            "≠3.142   ≠2.094  1.571",
            "≠-1.571 ≠-0.5236",
            "shows more.",
            "✗ values",
            "[3.1415927",
            "[0]   3.14159",
            "case 1",
        ]
        places = [text.index(part) for part in order]
        assert places == sorted(places), text
        assert all(part not in text for part in ("Try:", "20811", "cpu(0)", " ms", "nd.array("))
        assert text.count("x = [-1.0") == 1
        assert "(hidden)" in text
        await until(pilot, lambda: progress.attempts("tensors/arccos"))
        assert grader.graded[0].source.decode().startswith("import mxnet as mx")
        await until(pilot, lambda: "tried" in app.screen.query_one(TitleBar).note)


NAMED = replace(
    WRONG,
    diagnosis=(Diagnosis("sine", "That is the inverse sine: write `nd.arccos(x)`.", "Another inverse function."),),
)


async def test_a_verdict_has_the_name_of_the_mistake_and_its_reason_and_the_rest_is_a_hint(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    grader.reports = [NAMED, NAMED]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        view = app.screen.query_one(ReportView)
        for _ in range(2):  # a second miss says no more
            view.report = None
            await pilot.press("f5")
            await until(pilot, lambda: view.report is not None)
            text = shown(app.screen, "#verdict")
            assert "The mistake: Another inverse function. That is the inverse sine.\n" in text
        for key in ("f2", "f2"):
            assert "nd.arccos(x)" not in shown(app.screen, "#hints")
            await pilot.press(key)
        await until(pilot, lambda: "write nd.arccos(x)" in shown(app.screen, "#hints"))
        assert "Hints 2/" in shown(app.screen, "#panes")
        assert "nd.arccos(x)" not in shown(app.screen, "#verdict")


async def test_the_verdict_of_an_earlier_visit_says_no_more_of_a_mistake(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.add_attempt("tensors/arccos", "x", NAMED)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "That is the inverse sine." in shown(app.screen, "#verdict"))
        assert "nd.arccos(x)" not in shown(app.screen, "#verdict")
        assert "what to do about your mistake" in shown(app.screen, "#hints")


async def test_what_an_answer_prints_is_shown_as_it_is_without_codes(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        printed = str(app.screen.query_one("#printed", Static).visual)
        assert printed.startswith("shape [bold](5,)[/bold] red\nsecond line")
        assert "\x1b" not in printed


async def test_an_error_shows_the_learners_own_lines(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports = [ERROR]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        text = shown(app.screen, "#verdict")
        assert "line 6, in arccos: return nd.acos(x)" in text
        assert text.index("MXNet spells") < text.index("line 6, in arccos")


async def test_our_fault_is_reported_as_ours(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.reports = [BROKEN]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: progress.attempts("tensors/arccos"))
        text = shown(app.screen, "#verdict")
        assert "Could not check" in text
        assert "mxtutor doctor" in text
        assert app.session is not None
        assert app.session.standing("tensors/arccos").status == "todo"


async def test_escape_stops_a_check_and_its_late_report_is_dropped(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.gate = threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: grader.graded)
        assert "Checking" in shown(app.screen, "#verdict")
        await pilot.press("f1", "escape")  # the footer is drawn again: now escape stops the check
        await until(pilot, lambda: "escape" in [key.key for key in footer_keys(app)])
        await pilot.press("escape")
        await until(pilot, lambda: grader.cancelled)
        await until(pilot, lambda: "escape" not in [key.key for key in footer_keys(app)])
        grader.gate.set()
        await until(pilot, lambda: "Stopped" in shown(app.screen, "#verdict"))
        await pilot.pause(0.1)
        assert app.screen.query_one(ReportView).report is None
        assert not progress.attempts("tensors/arccos")
        assert isinstance(app.screen, ExerciseScreen)


async def test_a_newer_check_wins_over_the_one_that_runs(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate, grader.reports = threading.Event(), [WRONG, RIGHT]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: len(grader.graded) == 1)
        await pilot.press("f5")
        await until(pilot, lambda: len(grader.graded) == 2)
        assert grader.cancelled == 1
        grader.gate.set()
        view = app.screen.query_one(ReportView)
        await until(pilot, lambda: view.report is not None)
        assert view.report is not None
        assert view.report.verdict == "right"


async def test_quitting_does_not_wait_for_a_grading(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: grader.graded)
        await pilot.press("ctrl+q")
    assert grader.finished == 0, "the answer still runs"
    grader.gate.set()
    assert grader.cancelled == 1


async def test_the_screen_lives_while_a_grading_runs(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.gate = threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: grader.graded)
        await pilot.press("h", "i")
        assert "hi" in app.screen.query_one(AnswerEditor).text
        grader.gate.set()


async def test_a_failing_grader_shows_a_dialog_and_the_app_lives_on(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.fault = RuntimeError("the [b]worker[/b] is gone")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await opened(pilot, "ErrorDialog")
        assert isinstance(app.screen, ErrorDialog)
        assert app.screen.message == "Checking your answer failed. RuntimeError: the [b]worker[/b] is gone"
        body = app.screen.query_one(".card-body")
        await pilot.press("pagedown")
        await until(pilot, lambda: body.scroll_offset.y)
        await pilot.press("pageup")
        await until(pilot, lambda: not body.scroll_offset.y)
        await pilot.press("escape")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "Not checked. F5 checks again." in shown(app.screen, "#verdict"))
        grader.fault = None
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)


async def test_a_draft_is_kept_as_it_is_typed_and_comes_back(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    def draft() -> str:
        kept = progress.draft("tensors/arccos")
        return kept.code.rstrip() if kept else ""

    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"pass")
        await until(pilot, lambda: draft().endswith("    pass"))
        assert progress.saves == 1  # four keys, one write
        await pilot.press("x", "ctrl+b")  # leaving does not wait for a pause in typing
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: draft().endswith("    passx"))
    again = make_tutor("tensors/arccos")
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = again.screen.query_one(AnswerEditor)
        assert editor.text.rstrip().endswith("    passx")
        assert editor.cursor_location == (5, 9)


async def test_a_full_disk_is_reported_until_it_has_room_and_typing_goes_on(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.fault = OSError(errno.ENOSPC, "No space left on device")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("a")
        await until(pilot, lambda: "NOT SAVED: disk full, retrying (your draft)" in title(app))
        await pilot.press(*"bcdef")
        assert app.screen.query_one(AnswerEditor).text.rstrip().endswith("abcdef")
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        assert "NOT SAVED" in title(app)
        progress.fault = None
        await until(pilot, lambda: "NOT SAVED" not in title(app))
        kept = progress.draft("tensors/arccos")
        assert kept is not None
        assert kept.code.rstrip().endswith("abcdef")


async def test_an_unsaved_text_is_there_when_its_exercise_opens_again(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.fault = OSError(errno.ENOSPC, "No space left on device")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"abc", "ctrl+b")
        await opened(pilot, "HomeScreen")
        app.open("exercise", "tensors/arccos")
        await opened(pilot, "ExerciseScreen")
        assert app.screen.query_one(AnswerEditor).text.rstrip().endswith("abc")
        progress.fault = None


def title(app: TutorApp) -> str:
    """Return the text of the title bar."""
    return str(app.screen.query_one(TitleBar).render())


async def test_typing_replaces_the_gap_of_the_starter(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(*"return x")
        assert app.screen.query_one(AnswerEditor).text.endswith("def arccos(x):\n    return x\n")


async def test_the_editor_indents_and_colours_python(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        await pilot.press(*"if x:", "enter", *"return 1", "enter", *"x")
        assert editor.text.endswith("    if x:\n        return 1\n    x\n")
        await pilot.press("backspace", "backspace")
        assert editor.text.endswith("return 1\n\n")
        keyword, name = (
            editor.get_component_rich_style(f"answer-editor--{kind}", partial=True)
            for kind in ("keyword", "definition")
        )
        spans = [(span.start, span.end, span.style) for span in editor.get_line(4).spans]
        assert (0, 3, keyword) in spans  # def
        assert (4, 10, name) in spans
        styles = {str(s.style.color) for s in editor.render_line(4) if s.style}
        assert len(styles) > 2


async def test_hints_open_one_by_one_and_are_counted(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f2")
        assert "spells the name out" in shown(app.screen, "#hints")
        assert "return nd.___(x)" not in shown(app.screen, "#hints")
        await pilot.press("f2", "f2")
        assert not told(app)
        await pilot.press("f2")
        await until(pilot, lambda: "All hints are open." in told(app))
        assert "return nd.___(x)" in shown(app.screen, "#hints")
        await until(pilot, lambda: progress.standing("tensors/arccos").hints == 3)
        assert app.screen.query_one("#hints").display


async def test_the_solution_asks_before_a_pass(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3")
        assert isinstance(app.screen, ConfirmModal)
        await pilot.press("n")
        assert not progress.standing("tensors/arccos").gave_up
        await pilot.press("f3", "y")
        await opened(pilot, "SolutionModal")
        await until(pilot, lambda: progress.standing("tensors/arccos").gave_up)
        assert "def arccos(x):" in shown(app.screen, "#solution")


async def test_a_line_that_would_be_cut_beside_the_other_answer_shows_whole(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    long = "    return nd.arccos(x)  # " + "long " * 12 + "end"
    progress.save_draft("tensors/arccos", Draft(f"def arccos(x):\n{long}\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3", "y")
        await opened(pilot, "SolutionModal")
        sides = app.screen.query(".side")
        assert sides[0].region.bottom <= sides[1].region.y
        assert all(side.region.width > len(long) for side in sides)


async def test_the_solution_opens_at_once_after_a_pass(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports = [RIGHT]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        await pilot.press("f3")
        assert isinstance(app.screen, SolutionModal)


async def test_a_right_answer_is_reviewed_with_its_seed(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports, grader.said = [RIGHT], REVIEW
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query(".review"))
        text = shown(app.screen, "#verdict")
        order = ["Line 6: In a loop", "Lesson: autograd/waiting", "One call costs more", "operators 14 instead of 3"]
        assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
        assert [one.seed for one in grader.reviewed] == [RIGHT.seed]
        app.screen.redraw()  # type: ignore[attr-defined]
        await pilot.pause()
        assert len(app.screen.query(".review")) == 3
        grader.reports = [WRONG]
        await pilot.press("f5")
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        assert not app.screen.query(".review")
    assert len(grader.reviewed) == 1


async def test_a_check_and_a_closed_screen_end_a_review_that_runs(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports, grader.review_gate = [RIGHT], threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: len(grader.reviewed) == 1)
        assert grader.cancelled == 0
        await pilot.press("f5")
        await until(pilot, lambda: len(grader.reviewed) == 2)
        assert (len(grader.graded), grader.cancelled) == (2, 1)
        app.pop_screen()
        await until(pilot, lambda: grader.cancelled == 2)
    grader.review_gate.set()


async def test_a_review_that_has_ended_is_not_cancelled(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports, grader.said = [RIGHT], REVIEW
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        for number in (1, 2):
            await pilot.press("f5")
            await until(pilot, lambda: len(grader.reviewed) == number and app.screen.query(".review"))  # noqa: B023
    assert grader.cancelled == 0


async def test_the_verdict_of_an_earlier_visit_is_reviewed_too(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    grader.said = REVIEW
    progress.add_attempt("tensors/arccos", "def arccos(x): pass", RIGHT)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query(".review"))
    assert [one.source for one in grader.reviewed] == [b"def arccos(x): pass"]


async def test_the_solution_screen_shows_other_right_answers_by_name(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.give_up("tensors/arccos")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f3")
        await opened(pilot, "SolutionModal")
        titles = []
        for _ in range(4):
            titles.append(str(app.screen.query(".side").last().border_title))
            await pilot.press("right")
            await pilot.pause()
        assert titles == [
            "Idiomatic  1 of 3",
            "The complement of the arc sine, also right  2 of 3",
            "Arrays of mx.np, also right  3 of 3",
            "Idiomatic  1 of 3",
        ]
        await pilot.press("left")
        await pilot.pause()
        assert "Idiomatic" in str(app.screen.query(".side").last().border_title)


async def test_a_reset_is_undone_by_one_key_and_kept(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        await pilot.press("f8")
        assert editor.text.startswith("import mxnet")
        await until(pilot, lambda: [a.code for a in progress.attempts("tensors/arccos")] == ["mine = 1\n"])
        await pilot.press("ctrl+z")
        assert editor.text == "mine = 1\n"


async def test_an_earlier_attempt_can_be_restored(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.add_attempt("tensors/arccos", "first = 1\n", WRONG)
    progress.add_attempt("tensors/arccos", "second = 2\n", ERROR)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f7")
        await opened(pilot, "HistoryModal")
        assert isinstance(app.screen, HistoryModal)
        await pilot.press("down", "enter")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(AnswerEditor).text == "first = 1\n")


async def test_a_long_check_tells_its_time_and_what_it_prints_while_it_runs(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    grader.gate, grader.prints = threading.Event(), b"epoch 1 loss 0.9\nepoch 2 loss 0.5\n\x1b[31mloss: 3e-1\n"
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: re.search(r"[1-9]\d* s of about 10 s  esc stops it", shown(app.screen, "#verdict")))
        assert app.screen.query_one("#verdict CurvePlot", CurvePlot).curves[0].values == (0.9, 0.5, 0.3)
        assert str(app.screen.query_one("#printed", Static).visual).startswith("epoch 1 loss 0.9\nepoch 2")
        grader.gate.set()
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        await until(pilot, lambda: not app.screen.query("#verdict CurvePlot"))


async def test_losses_of_a_training_are_drawn_with_the_verdict(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    curve = Aspect("losses", True, curves=Curves((0.9, 0.5, 0.3, 0.2), (0.9, 0.6, 0.4, 0.3)))
    grader.reports = [replace(RIGHT, cases=(*RIGHT.cases, CaseResult("500 digits", Verdict.RIGHT, (curve,))))]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        plot = app.screen.query_one("#verdict CurvePlot", CurvePlot)
        assert [(c.name, c.values[-1]) for c in plot.curves] == [("PyTorch", 0.2), ("yours", 0.3)]
        assert "500 digits" in shown(app.screen, "#verdict")


async def test_fifty_epochs_of_a_report_plot_fifty_points(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    losses = [2.0 / (1 + epoch) for epoch in range(50)]
    value = parse({"k": "list", "v": [{"k": "float", "v": loss} for loss in losses]})
    compare = Compare(observe={"losses": Observation("Another curve.")})
    case = CaseResult("50 epochs", Verdict.RIGHT, tuple(observations(compare, {"losses": value}, {"losses": value})))
    report = Report.from_json(json.loads(json.dumps(replace(RIGHT, cases=(case,)).to_json())))
    grader.reports = [report]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(160, 50)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query("#verdict CurvePlot"))
        plot = app.screen.query_one("#verdict CurvePlot", CurvePlot)
        assert [curve.values for curve in plot.curves] == [tuple(losses)] * 2


async def test_a_verdict_of_the_stand_in_says_so(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.reports = [replace(RIGHT, device="standin")]
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        assert "≈ CPU contexts stand in for GPUs." in shown(app.screen, "#verdict")


async def test_a_choice_is_checked_by_its_letter(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert isinstance(app.focused, OptionList)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source == b"b"


async def test_a_letter_marks_its_option_and_a_refused_one_stays_marked(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("b")
        assert grader.graded == []
        column = screen_text(app).index("b)") % 81
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        assert grader.graded[0].source == b"b"
        assert "✗ b)" in str(app.screen.query_one(OptionList).get_option("b").prompt)
        assert screen_text(app).index("b)") % 81 == column
        await pilot.press("a", "z", "enter")
        await until(pilot, lambda: len(grader.graded) == 2)
        assert grader.graded[1].source == b"a"


async def test_a_prediction_is_what_was_typed(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/join-axis")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert isinstance(app.focused, Input)
        assert "nd.concat" in shown(app.screen, "#snippet")
        await pilot.press(*"(4, 3)", "enter")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source == b"(4, 3)"


@pytest.mark.parametrize(("key", "leaves"), [("ctrl+b", True), ("ctrl+e", False)])
async def test_the_line_of_a_prediction_leaves_the_keys_of_an_exercise_to_it(
    make_tutor: MakeTutor, key: str, leaves: bool
) -> None:
    app = make_tutor("tensors/join-axis")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        screen = app.screen
        await pilot.press(*"(2, 3)", "home", key)
        if leaves:
            await until(pilot, lambda: app.screen is not screen)
        else:
            assert app.screen.query_one(Input).cursor_position == 0


async def test_what_to_fix_starts_with_the_bug(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/halve")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "x /= 2" in app.screen.query_one(AnswerArea).text


async def test_no_editor_is_one_line(make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor --wait")
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f4")
        await until(pilot, lambda: "'no-such-editor --wait' was not found" in told(app), "a message")


async def test_what_another_editor_saves_is_taken_over_and_undone_by_one_key(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, home: Path
) -> None:
    progress.save_draft("tensors/arccos", Draft("mine = 1\n"))
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        write_answer(home, "tensors/arccos", "theirs = 2\n")
        editor = app.screen.query_one(AnswerEditor)
        await until(pilot, lambda: editor.text == "theirs = 2\n")
        await until(pilot, lambda: [a.code for a in progress.attempts("tensors/arccos")] == ["mine = 1\n"])
        await until(pilot, lambda: "answers/tensors/arccos.py was changed" in told(app), "a message")
        await pilot.press("f5")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source == b"theirs = 2\n"
        await pilot.press("ctrl+z")
        assert editor.text == "mine = 1\n"


async def test_own_drafts_are_no_news_and_an_old_one_that_comes_back_is(make_tutor: MakeTutor, home: Path) -> None:
    path = answer_file(home, "tensors/arccos")
    assert path is not None
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        for text in ("first = 1\n", "second = 2\n"):
            editor.text = text
            await until(pilot, lambda: path.exists() and path.read_text() == editor.text, "the draft in the file")
        path.write_bytes(b"\xff\xfe not UTF-8")
        await pilot.pause(1.5 * FILE_POLL_SECONDS)
        assert editor.text == "second = 2\n"
        assert "was changed" not in told(app)
        write_answer(home, "tensors/arccos", "first = 1\n")
        await until(pilot, lambda: editor.text == "first = 1\n", "the text of the file")
        assert "was changed" in told(app)


async def test_what_is_told_to_an_app_that_ends_is_not_drawn(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test() as pilot:
        await opened(pilot, "ExerciseScreen")
    app.note_standing(StandingChanged("tensors/arccos", progress.standing("tensors/arccos")))
    app.show_failure(Failed(OSError("the disk is full"), "Saving your draft"))


def test_the_own_editor_gets_a_python_file_and_its_text_comes_back(tmp_path: Path) -> None:
    from mxtutor.errors import UsageError
    from mxtutor.external_editor import edit

    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\ncase "$1" in *arccos.py) ;; *) exit 3;; esac\nprintf "edited\\r\\n" >> "$1"\n')
    script.chmod(0o755)
    assert edit("before\n", "arccos", [str(script)]) == "before\nedited\n"
    with pytest.raises(UsageError, match="status 3"):
        edit("before\n", "other", [str(script)])


def test_a_draft_that_cannot_be_written_for_the_own_editor_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mxtutor.errors import UsageError
    from mxtutor.external_editor import edit

    with pytest.raises(UsageError, match="cannot be edited there"):
        edit("half of a pair: \ud800", "arccos", ["true"])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    with pytest.raises(UsageError, match="cannot be edited there"):
        edit("x", "arccos", ["true"])

"""The parts of an exercise: their rows and columns, one alone, the verdict scrolled from the editor, whole code."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from functools import partial

import pytest
from textual.pilot import Pilot

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course
from mxtutor.paths import content_root
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Draft
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import ExerciseScreen, folded
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.sources import load_sources
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_view import CodePane
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import RIGHT, FakeGrader, InjectedStore, opener
from tests.ui.test_exercise import shown

ARCCOS = "tensors/arccos"
SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)]
LONG = f"    return {'x + ' * 60}x"


@pytest.mark.parametrize("size", SIZES)
async def test_the_task_is_above_reference_and_answer_and_the_verdict_below(
    make_tutor: MakeTutor, size: tuple[int, int]
) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        await pilot.pause(0.1)
        parts = [app.screen.query_one(f"#{name}").region for name in ("task", "reference", "answer", "results")]
        task, reference, answer, results = parts
        assert task.height <= size[1] // 3
        assert task.bottom == reference.y
        assert (reference.right, reference.y) == (answer.x, answer.y) or reference.bottom == answer.y
        assert answer.bottom == results.y
        assert results.bottom == size[1] - 1
        assert all(part.right <= size[0] and part.height >= 3 for part in parts)


async def test_what_does_not_fit_beside_the_answer_stands_above_it(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "\n".join(("def arccos(x):", LONG[:70], *(f"    x{row} = {row}" for row in range(60))))
    monkeypatch.setattr("mxtutor.ui.exercise.screen.folded", lambda text: code)
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        reference, answer = app.screen.query_one("#reference"), app.screen.query_one("#answer")
        assert reference.region.bottom == answer.region.y
        rows = reference.region.height
        reference.focus()
        await until(pilot, lambda: reference.region.height > rows)  # the part with the focus gets more rows
        await pilot.press("end")
        await until(pilot, lambda: reference.scroll_offset.y > 0)
        await pilot.resize_terminal(200, 60)
        await until(pilot, lambda: reference.region.right == answer.region.x)


@pytest.mark.parametrize(("marks", "mark"), [("unicode", "›"), ("ascii", ">")])
async def test_a_long_line_is_cut_with_a_mark_and_both_sides_scroll_together(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch, progress: InjectedStore, marks: str, mark: str
) -> None:
    monkeypatch.setattr("mxtutor.ui.exercise.screen.folded", lambda text: f"def arccos(x):\n{LONG}")
    progress.save_draft(ARCCOS, Draft(f"def arccos(x):\n{LONG}\n"))
    progress.save_setting("glyphs", marks)
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        reference, editor = app.screen.query_one("#reference", CodePane), app.screen.query_one(AnswerEditor)
        assert reference.region.height == 4
        assert sum(line.rstrip("│| ").endswith(mark) for line in screen_text(app).splitlines()) == 2
        editor.move_cursor((1, len(LONG)))
        await until(pilot, lambda: reference.scroll_x > 0)
        assert sum(line.rstrip("│| ").endswith(mark) for line in screen_text(app).splitlines()) < 2
        reference.focus()
        await pilot.press("home")
        reference.scroll_to(x=0, animate=False)
        await until(pilot, lambda: editor.scroll_x == 0)


@pytest.mark.parametrize("key", ["f11"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_one_pane_shows_alone_until_a_check(make_tutor: MakeTutor, size: tuple[int, int], key: str) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press(key)
        answer = app.screen.query_one("#answer")
        await until(pilot, lambda: not app.screen.query_one("#task").region)
        assert answer.region.width == size[0]
        assert app.focused is app.screen.query_one(AnswerEditor)
        await pilot.press("x", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        await until(pilot, lambda: app.screen.query_one("#verdict").region)
        assert app.screen.query_one("#task").region
        app.screen.query_one("#verdict").focus()
        await pilot.press(key)
        await until(pilot, lambda: not answer.region)
        assert app.screen.query_one("#verdict").region.width == size[0]


async def test_the_verdict_scrolls_from_the_editor_and_shows_its_details(make_tutor: MakeTutor) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        view = app.screen.query_one(ReportView)
        await until(pilot, lambda: view.report is not None and view.query(".details"))
        editor, more = app.screen.query_one(AnswerEditor), view.query_one(".details")
        before = (editor.cursor_location, editor.text)
        assert not more.region
        await pilot.press("ctrl+e")
        await until(pilot, lambda: more.region and view.max_scroll_y)
        assert "3.14159" in shown(more, "")
        first = view.scroll_offset.y
        await pilot.press("ctrl+down")
        await until(pilot, lambda: view.scroll_offset.y > first)
        for _ in range(9):
            await pilot.press("ctrl+up")
        await until(pilot, lambda: view.scroll_offset.y == 0)
        await pilot.press("ctrl+e")
        await until(pilot, lambda: not more.region)
        assert (editor.cursor_location, editor.text) == before
        assert app.focused is editor


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_row_of_a_pane_can_be_seen(make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        results, view = app.screen.query_one("#results"), app.screen.query_one(ReportView)
        await pilot.press("x", "f5")
        await until(pilot, lambda: view.report is not None and view.query(".details"))
        assert app.screen.query_one("#answer").region.bottom == results.region.y, "no row of the answer is covered"
        await pilot.press("ctrl+e", *["ctrl+down"] * 9)
        last = view.query_one(".details").children[-1]
        await until(pilot, lambda: last.region.bottom <= results.region.bottom, "the end of the details shows")
        await pilot.press("f2", "f2", "f2", "f2")
        await until(pilot, lambda: "return nd.___(x)" in screen_text(app), "the last hint shows")
        assert app.screen.query_one("#hints").region.y == app.screen.query_one("#panes").region.bottom


def in_view(editor: AnswerEditor) -> bool:
    """Return whether the row of the cursor shows."""
    return editor.region.y <= editor.cursor_screen_offset.y < editor.region.bottom


@pytest.mark.parametrize("size", SIZES[:3])
async def test_the_line_of_the_cursor_stays_in_view_when_results_take_its_rows(
    make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int]
) -> None:
    lines_between = "".join(f"    a{row} = x\n" for row in range(9))
    progress.save_draft(ARCCOS, Draft(f"def arccos(x):\n{lines_between}    return x", (10, 8)))
    app = make_tutor(ARCCOS)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor, view = app.screen.query_one(AnswerEditor), app.screen.query_one(ReportView)
        await pilot.press("f5")
        await until(pilot, lambda: view.report is not None)
        await until(pilot, lambda: in_view(editor), "the cursor after a check")
        await pilot.press("f2", "f2", "f2", "f2")
        await until(pilot, lambda: "return nd.___(x)" in screen_text(app))
        await until(pilot, lambda: in_view(editor), "the cursor beside hints")


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
        assert "Right  Agrees with PyTorch in all 3 cases. nd.arccos is" in shown(app.screen, "#verdict")
        await pilot.press("f3")
        await opened(pilot, "SolutionModal")


async def test_the_title_says_how_long_an_exercise_takes(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "about 2 min" in app.screen.query_one(TitleBar).note


def _course() -> Course:
    return load_course(content_root())


EXERCISES = list(_course().exercises)
CODED = [one for one in EXERCISES if load_exercise(_course().folder(one), one).kind in ("code", "fix")]
QUESTIONS = [one for one in EXERCISES if one not in CODED]


def keeps_its_lines(pane: CodePane | AnswerEditor, code: str) -> None:
    """Check that a part paints each line of a code that is in view in a row of its own, with its indentation."""
    left = pane.gutter_width if isinstance(pane, AnswerEditor) else 0
    first, lines = pane.scroll_offset.y, code.split("\n")
    assert pane.scroll_offset.x == 0
    for row, line in enumerate(lines[first : first + pane.scrollable_content_region.height]):
        painted = pane.render_line(row).text[left:]
        shown = painted.rstrip()
        assert shown == line.rstrip() or (shown[-1] == "›" and line.startswith(shown[:-1])), (painted, line)


async def measured(pilot: Pilot[None], screen: ExerciseScreen) -> tuple[bool, bool]:
    """Return whether reference and solution show whole when they show alone, and whether they do together."""
    loaded = screen.opened.exercise
    sources = load_sources(loaded)
    reference, editor = screen.query_one("#reference", CodePane), screen.query_one(AnswerEditor)
    for answer in (sources.starter, sources.solution):
        editor.take(answer)
        editor.move_cursor((0, 0))
        await pilot.pause()
        keeps_its_lines(editor, answer)
    keeps_its_lines(reference, folded(sources.reference))

    def whole() -> list[bool]:
        return [
            part.virtual_size.width <= part.scrollable_content_region.width
            and len(text.rstrip().splitlines()) <= part.scrollable_content_region.height
            for part, text in ((reference, reference.code), (editor, editor.text))
        ]

    together = all(whole())
    alone = []
    for number, part in enumerate((reference, editor)):
        part.focus()
        await pilot.press("f11")
        await pilot.pause()
        alone.append(whole()[number])
        await pilot.press("f11")
        await pilot.pause()
    return all(alone), together


async def visited(names: Sequence[str], progress: InjectedStore) -> AsyncIterator[tuple[Pilot[None], ExerciseScreen]]:
    """Open exercises of the course one after the other at 120x40."""
    app = TutorApp(_course, FakeGrader(), opener(progress), start_at=names[0])
    async with app.run_test(size=(120, 40)) as pilot:
        for name in names:
            assert app.navigator is None or app.navigator.show(Entry("exercise", name))
            await until(pilot, partial(is_open, app, name), name)
            await pilot.pause()
            assert isinstance(app.screen, ExerciseScreen)
            yield pilot, app.screen


def is_open(app: TutorApp, name: str) -> bool:
    return isinstance(app.screen, ExerciseScreen) and app.screen.is_mounted and app.screen.opened.exercise.id == name


async def shares(every: int, progress: InjectedStore) -> tuple[float, float]:
    """Open every so many-th program of the course at 120x40; return the shares that show whole alone and together."""
    found = [await measured(*one) async for one in visited(CODED[::every], progress)]
    return tuple(sum(one[n] for one in found) / len(found) for n in (0, 1))  # type: ignore[return-value]


@pytest.mark.parametrize("every", [pytest.param(10), pytest.param(1, marks=pytest.mark.long)])
async def test_reference_and_answer_show_whole_in_120_columns(progress: InjectedStore, every: int) -> None:
    alone, together = await shares(every, progress)
    assert alone >= 0.95
    assert together >= 0.75


@pytest.mark.parametrize("every", [pytest.param(12), pytest.param(1, marks=pytest.mark.long)])
async def test_the_code_of_a_question_keeps_its_lines_in_120_columns(progress: InjectedStore, every: int) -> None:
    async for pilot, screen in visited(QUESTIONS[::every], progress):
        found = screen.opened.exercise
        blocks = re.findall(r"^```python\n(.*?)^```", found.prompt, re.DOTALL | re.MULTILINE)
        codes = [found.snippet] if found.kind == "predict" else blocks
        panes = [*screen.query(CodePane)]
        assert [pane.code.strip() for pane in panes] == [code.strip() for code in codes]
        for pane in panes:
            if pane.region.height:  # else it is below what shows of a long task
                keeps_its_lines(pane, pane.code)
            pane.scroll_visible(animate=False)
            await pilot.pause()
            keeps_its_lines(pane, pane.code)


async def test_escape_in_the_editor_never_leaves_and_ctrl_w_does(make_tutor: MakeTutor) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f11")
        assert not app.screen.query_one("#task").region
        await pilot.press(*["escape"] * 4)
        assert isinstance(app.screen, ExerciseScreen)
        assert app.focused is app.screen.query_one(AnswerEditor)
        assert app.screen.query_one("#task").region, "escape shows all parts again"
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        await pilot.press("c")
        await opened(pilot, "ExerciseScreen")
        app.screen.query_one("#task").focus()
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")


@pytest.mark.parametrize("exercise", ["tensors/quiz-second-argument", "autograd/quiz-three-times", "blocks/hooks"])
async def test_the_code_of_a_question_keeps_its_lines_in_a_narrow_terminal(
    progress: InjectedStore, exercise: str
) -> None:
    app = TutorApp(_course, FakeGrader(), opener(progress), start_at=exercise)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and app.screen.is_mounted)
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        found = screen.opened.exercise
        blocks = re.findall(r"^```python\n(.*?)^```", found.prompt, re.DOTALL | re.MULTILINE)
        wanted = {code.strip() for code in ([found.snippet] if found.kind == "predict" else blocks)}
        panes = [*screen.query(CodePane)]
        assert {pane.code.strip() for pane in panes} == wanted
        assert all(pane.virtual_size.height == len(pane.code.splitlines()) for pane in panes)

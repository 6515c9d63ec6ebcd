"""Reviews, drills, mistakes and statistics in the tutor."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, OptionList, Static

from mxtutor.grading.protocol import Diagnosis, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import Drill
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.record import StatisticsScreen
from mxtutor.ui.widgets.answer_area import AnswerArea
from tests.ui.conftest import MakeTutor, opened, screen_text, told, until
from tests.ui.fakes import RIGHT, WRONG, FakeGrader, InjectedStore

ARCCOS, HALVE = "tensors/arccos", "tensors/halve"
NAMED = replace(WRONG, diagnosis=(Diagnosis("sine", "It is `nd.arccos`.", "Another inverse function."),))
MINE = "import mxnet as mx\n\nmy own answer\n"


def title(app: TutorApp) -> str:
    bar = app.screen.query_one(TitleBar)
    return " ".join((*bar.path, bar.note))


def typed(app: TutorApp) -> str:
    return app.screen.query_one(AnswerArea).text


def shown(app: TutorApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).visual)


def solve(progress: InjectedStore, *exercises: str) -> None:
    """Store a mistake and a pass long ago, so that each exercise is due."""
    for exercise in exercises:
        progress.add_attempt(exercise, "x", NAMED)
        progress.add_attempt(exercise, MINE, RIGHT)
        progress.save_draft(exercise, Draft(MINE))


async def drilled(pilot: Pilot[None]) -> None:
    """Drill the exercise that is open."""
    await pilot.press("ctrl+d")
    await until(pilot, lambda: isinstance(s := pilot.app.screen, ExerciseScreen) and s.opened.drills and s.is_mounted)
    await pilot.pause()


async def start_reviews(pilot: Pilot[None]) -> None:
    await opened(pilot, "HomeScreen")
    await pilot.press("v")
    await opened(pilot, "ExerciseScreen")


async def test_reviews_run_one_after_the_other_and_end_with_a_card(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    solve(progress, ARCCOS, HALVE)
    grader.reports = [RIGHT, NAMED, RIGHT]
    app = make_tutor()
    async with app.run_test(size=(100, 30)) as pilot:
        await start_reviews(pilot)
        assert "Review" in title(app)
        assert "1 of 2" in title(app)
        assert "my own answer" not in typed(app)
        await pilot.press("x", "f5")
        await until(pilot, lambda: "passed" in title(app))
        await until(pilot, lambda: "comes back" in "".join(str(s.visual) for s in app.screen.query(Static)))
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "2 of 2" in title(app))
        app.screen.query_one(AnswerArea).take("def halve(x):\n    return 3\n")
        await until(pilot, lambda: "return 3" in typed(app))
        await pilot.press("f5")
        await until(pilot, lambda: "Rated again" in "".join(str(s.visual) for s in app.screen.query(Static)))
        await pilot.press("ctrl+n")
        await opened(pilot, "ReviewsCard")
        assert "1 drill passed" in shown(app, ".card-part")
        assert app.session is not None
        assert app.session.title(HALVE) in shown(app, ".card-part")
        await pilot.press("enter")
        await opened(pilot, "HomeScreen")
        assert app.session.above is None
    assert [one.verdict for one in progress.attempts(ARCCOS, drill=True)] == [Verdict.RIGHT]
    assert progress.draft(ARCCOS) == Draft(MINE)
    assert len(progress.attempts(ARCCOS)) == 2


@pytest.mark.parametrize("width", [60, 120, 200])
async def test_without_anything_due_the_key_says_so_in_full(make_tutor: MakeTutor, width: int) -> None:
    app = make_tutor()

    def said(app: TutorApp) -> str:
        line = app.screen.query_one("#said", Static)
        rows = ["".join(s.text for s in line.render_line(y)).strip() for y in range(line.size.height)]
        return " ".join(rows)

    async with app.run_test(size=(width, 30), notifications=True) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("v")
        await until(pilot, lambda: "No review is due. What you solve comes back on later days." in said(app))


async def test_a_drill_has_no_help_and_leaves_the_answer_alone(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    solve(progress, ARCCOS)
    grader.reports = [NAMED, RIGHT]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await drilled(pilot)
        before = app.screen
        for key in ("f2", "f3", "f6", "f7", "ctrl+k", "ctrl+d", "ctrl+p"):
            await pilot.press(key)
            await pilot.pause()
            if key == "ctrl+p":
                await until(pilot, lambda: app.screen is not before)
                await pilot.press("escape")
            await until(pilot, lambda: app.screen is before, key)
        assert grader.played == []
        assert not app.screen.query_one("#tab-hints").display
        await pilot.press("x", "f5")
        await until(pilot, lambda: "Rated again" in "".join(str(s.visual) for s in app.screen.query(Static)))
        assert "F6" not in "".join(str(s.visual) for s in app.screen.query("#verdict Static").results(Static))
        await pilot.press("f5")
        await until(pilot, lambda: "passed" in title(app))
        assert app.session is not None
        assert app.session.rules.screen("lookup")
        await pilot.press("ctrl+b")
        await until(pilot, lambda: not app.screen.opened.drills)  # type: ignore[attr-defined]
        await opened(pilot, "ExerciseScreen")
        assert typed(app) == MINE
    assert progress.draft(ARCCOS) == Draft(MINE)
    assert progress.standing(ARCCOS).attempts == 2
    assert progress.standing(ARCCOS).hints == 0


async def test_a_drill_that_was_left_goes_on(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    solve(progress, ARCCOS)
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await drilled(pilot)
        await pilot.press(*"abc")
        await pilot.press("ctrl+b")
        await until(pilot, lambda: not app.screen.opened.drills)  # type: ignore[attr-defined]
        await opened(pilot, "ExerciseScreen")
        assert app.session is not None
        assert app.session.above is None
        await until(pilot, lambda: (d := progress.drill(ARCCOS, datetime.now(timezone.utc))) and "abc" in d.code)
        await drilled(pilot)
        assert "abc" in typed(app)
        await pilot.press("f8")
        assert "abc" not in typed(app)
        await pilot.press("ctrl+z")
        assert "abc" in typed(app)


async def test_an_exercise_is_solved_before_it_is_drilled(make_tutor: MakeTutor) -> None:
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+d")
        await until(pilot, lambda: "Solve it first" in told(app))
        assert type(app.screen) is ExerciseScreen


async def test_only_the_first_pass_of_a_drill_is_rated(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    solve(progress, ARCCOS)
    grader.reports = [RIGHT]
    app = make_tutor(ARCCOS)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await drilled(pilot)
        await pilot.press("x", "f5")
        await until(pilot, lambda: "passed" in title(app))
        await pilot.press("f5")
        await until(pilot, lambda: grader.finished == 2)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and "no help" in title(app))
        assert typed(app).count("...") == 1
        assert [type(screen) for screen in app.screen_stack[1:]] == [ExerciseScreen, ExerciseScreen]
    assert len(progress.attempts(ARCCOS, drill=True)) == 1


async def test_mistakes_are_listed_and_drilled(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore
) -> None:
    solve(progress, ARCCOS)
    grader.reports = [RIGHT]
    progress.add_attempt("tensors/flip", "x", NAMED)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("m")
        await opened(pilot, "MistakesScreen")
        options = app.screen.query_one(OptionList)
        await until(pilot, lambda: options.option_count == 2)
        lines = [str(options.get_option_at_index(n).prompt) for n in range(2)]
        assert any("once" in line and "review today" in line for line in lines)
        assert any("not solved yet" in line for line in lines)
        while "not solved" in str(options.highlighted_option.prompt if options.highlighted_option else "not solved"):
            await pilot.press("down")
        await pilot.press("enter")
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: "passed" in title(app))
        await pilot.press("ctrl+n")
        await opened(pilot, "MistakesScreen")
        await until(
            pilot, lambda: any("review in" in str(o.prompt) or "tomorrow" in str(o.prompt) for o in options.options)
        )
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_without_mistakes_and_attempts_the_screens_say_what_to_do(
    make_tutor: MakeTutor, size: tuple[int, int]
) -> None:
    app = make_tutor()
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("m")
        await opened(pilot, "MistakesScreen")
        await until(pilot, lambda: "F5" in shown(app, "#no-mistake"))
        await pilot.press("escape", "s")
        await opened(pilot, "StatisticsScreen")
        await until(pilot, lambda: "Nothing to count yet" in shown(app, "#statistics-text"))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_statistics_fit_every_size_and_both_sets_of_marks(
    make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int]
) -> None:
    solve(progress, ARCCOS)
    for minutes in (4, 0):
        progress.note_work(ARCCOS, datetime.now(timezone.utc) - timedelta(minutes=minutes))
    app = make_tutor()
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("s")
        await opened(pilot, "StatisticsScreen")
        table = app.screen.query_one(DataTable)
        await until(pilot, lambda: table.row_count)
        for marks in ("unicode", "ascii"):
            app.choose_glyphs(marks)
            text = shown(app, "#statistics-text")
            assert max(map(len, text.split("\n")[:-1])) <= size[0] - 4
            cells = [str(cell) for cell in table.get_row_at(0)]
            assert cells[:4] == ["Tensors", "1 of 4", "0% of 1", "2"]
        if table.max_scroll_x:
            await pilot.press("right", "right")
            await until(pilot, lambda: table.scroll_x)
            assert "Tensors" in screen_text(app)
            assert "4 min" in cells
            assert table.size.width <= size[0], "what is wider scrolls"
            assert "1 review today" in text
            assert "1 open" in text
            days = [line for line in text.splitlines() if line.endswith((" 2 checks", " 0 checks, 4 min"))]
            assert len(days) == 2, "a line for each day with work, and none for the others"
        assert text.isascii()
        assert isinstance(app.screen, StatisticsScreen)


async def test_a_drill_of_a_prediction_draws_other_numbers(progress: InjectedStore) -> None:
    now = datetime.now(timezone.utc)
    progress.save_drill(ARCCOS, Drill("", variant=3), now)
    drill = progress.drill(ARCCOS, now)
    assert drill is not None
    assert drill.variant == 3

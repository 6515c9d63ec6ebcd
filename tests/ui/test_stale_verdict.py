"""A verdict on another text than the present one says so, and no longer when the text is the same again."""

from __future__ import annotations

import threading

import pytest
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.progress.model import Draft
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import MakeTutor, choose, opened, until
from tests.ui.fakes import RIGHT, FakeGrader, InjectedStore
from tests.ui.test_exercise import shown


def visible(screen: Screen[object], selector: str) -> list[str]:
    """Return the texts of the parts that a selector finds and that show."""
    return [str(part.visual) for part in screen.query(selector).results(Static) if part.display and part.region]


def stale(screen: Screen[object]) -> bool:
    """Return whether the verdict says that it is about another text; its tab must say the same."""
    says = bool(visible(screen, ".stale"))
    assert says == ("(" in shown(screen, "#panes").partition("Verdict")[2][:3])
    return says


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("look", ["mxtutor-dark", "ansi-light"])
async def test_a_verdict_says_that_it_is_about_the_text_before_a_change(
    make_tutor: MakeTutor, size: tuple[int, int], look: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "ExerciseScreen")
        app.theme = look
        await pilot.press("x", "f5")
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        assert not stale(app.screen)
        await pilot.press("y")
        await until(pilot, lambda: stale(app.screen))
        assert visible(app.screen, ".stale") == ["Of the text before your change:"]
        await pilot.press("backspace")
        await until(pilot, lambda: not stale(app.screen))
        await pilot.press("f8")
        await until(pilot, lambda: stale(app.screen))
        await choose(pilot, "copy the failing")
        assert stale(app.screen)
        await pilot.press("ctrl+z")
        await until(pilot, lambda: not stale(app.screen))
        app.screen.query_one(AnswerEditor).take("other = 1\n")  # as an editor outside does, or an earlier attempt
        await until(pilot, lambda: stale(app.screen))
        await pilot.press("f5")
        await until(pilot, lambda: not stale(app.screen))


async def test_a_text_that_changes_while_it_is_checked_gets_a_verdict_on_the_text_before(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    gate = grader.gate = threading.Event()
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: grader.graded)
        await pilot.press("y")
        assert not stale(app.screen)
        gate.set()
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        assert stale(app.screen)


async def test_the_verdict_of_an_earlier_visit_says_it_too(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_draft("tensors/arccos", Draft("other = 1\n"))
    progress.add_attempt("tensors/arccos", "mine = 1\n", RIGHT)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: stale(app.screen))
        app.choose_glyphs("ascii")
        await until(pilot, lambda: "Verdict (+)" in shown(app.screen, "#panes"))


async def test_the_verdict_on_a_choice_says_it_when_another_option_is_marked(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("b", "enter")
        await until(pilot, lambda: "Not right yet" in shown(app.screen, "#verdict"))
        await pilot.press("a")
        await until(pilot, lambda: stale(app.screen))
        assert visible(app.screen, ".stale") == ["Of your answer before this one:"]
        await pilot.press("b")
        await until(pilot, lambda: not stale(app.screen))

"""What the screens show: inline code, marks in ASCII, narrow rows, filters, error strips, the look-up's card."""

from __future__ import annotations

import time

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from mxtutor.grading.protocol import Aspect, CaseResult, Diagnosis, GraderState, Report, Verdict
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.exercise.screen import folded
from mxtutor.ui.marked_text import passage
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.home import home_of
from mxtutor.ui.widgets.course_tree import CourseTree, Entry
from mxtutor.ui.widgets.lookup_pane import LookupBox
from tests.ui.conftest import MakeTutor, footer_keys, offered_keys, opened, screen_text, until
from tests.ui.fakes import RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.pictures import opened_scene
from tests.ui.scenes import SCENES
from tests.ui.test_lookup import listed, looking


def test_a_passage_shows_neither_fences_nor_backticks() -> None:
    shown = passage("Look at `x.T`.\n\n```python\nx = 1\nresult = `no`\n```\n\nWhat is `result`?")
    assert shown.plain == "Look at x.T.\n\nx = 1\nresult = `no`\n\nWhat is result?"
    assert "accent" in str(shown.spans)


async def test_home_shows_the_code_of_a_prediction_without_its_fence(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        app.screen.query_one(CourseTree).point_at(Entry("exercise", "tensors/join-axis"))
        about = app.screen.query_one("#about-text", Static)
        await until(pilot, lambda: "nd.zeros((2, 3))" in str(about.visual))
        assert "python" not in str(about.visual)
        assert "`" not in str(about.visual)


async def test_a_verdict_shows_no_backticks(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    aspect = Aspect("choice", False, "That is `nd.full(2, 3)`.")
    case = CaseResult("your choice", Verdict.WRONG, (aspect,))
    known = Diagnosis("option-b", "`nd.flip` has no `dims`.")
    grader.reports = [Report("tensors/flip", Verdict.WRONG, "That is `nd.full(2, 3)`.", (case,), (known,))]
    app = make_tutor("tensors/flip")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("1", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report)
        await until(pilot, lambda: "That is nd.full(2, 3)." in screen_text(app))
        assert "`" not in screen_text(app)


@pytest.mark.parametrize("start_at", [None, "tensors/names", "tensors/arccos"])
async def test_ascii_marks_repaint_everything_at_once(
    make_tutor: MakeTutor, grader: FakeGrader, progress: InjectedStore, start_at: str | None
) -> None:
    progress.add_attempt("tensors/arccos", "x", WRONG)
    app = make_tutor(start_at)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session and len(app.session.exercises) == 4)
        await until(pilot, lambda: start_at is None or len(app.screen_stack) > 1)
        await until(pilot, lambda: not screen_text(app).isascii())
        app.choose_glyphs("ascii")
        await until(pilot, lambda: screen_text(app).isascii(), "ASCII alone")
        app.choose_glyphs("unicode")
        await until(pilot, lambda: not screen_text(app).isascii())


@pytest.mark.parametrize("name", ["lab", "look-up-beside"])
async def test_open_results_take_the_new_marks(name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    async with opened_scene(scene, "dark", (80, 48)) as pilot:
        app = pilot.app
        assert isinstance(app, TutorApp)
        await until(pilot, lambda: "1.047" in screen_text(app) or "Inverse cosine" in screen_text(app), "the results")
        app.choose_glyphs("ascii")
        await until(pilot, lambda: screen_text(app).isascii(), "ASCII alone")


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("phase", ["cold", "starting", "ready", "broken"])
async def test_the_title_keeps_position_and_state(make_tutor: MakeTutor, width: int, phase: str) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(width, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        bar = app.screen.query_one(TitleBar)
        app.warming_since = time.monotonic() - 7
        bar.path = ("tensors/a-name-that-is-rather-long",)
        app.grader_state = GraderState(phase)  # type: ignore[arg-type]
        row = bar.render().plain
        assert "1 of " in row
        assert "not tried" in row
        assert len(row) == width - 2
        if phase in ("cold", "starting"):
            assert "7 s" in row


@pytest.mark.parametrize("start_at", [None, "tensors/names", "tensors/arccos", "tensors/flip"])
async def test_every_key_of_a_narrow_footer_is_whole(make_tutor: MakeTutor, start_at: str | None) -> None:
    app = make_tutor(start_at)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: app.session and (start_at is None or len(app.screen_stack) > 1))
        await until(pilot, lambda: len(footer_keys(app)) > 3)
        assert all(key.end < 60 for key in footer_keys(app))
        last = screen_text(app).splitlines()[-1]
        assert all(key.text in last for key in footer_keys(app))
        assert offered_keys(app) == {key.description for key in footer_keys(app)}
        assert "Back" in last or "Quit" in last


async def pointed(pilot: Pilot[None], app: TutorApp, entry: Entry) -> None:
    await until(
        pilot, lambda: (node := home_of(app).query_one(CourseTree).cursor_node) and node.data == entry, str(entry)
    )


async def test_a_filter_keeps_the_cursor_and_follows_the_standings(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.add_attempt("tensors/flip", "a", RIGHT)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = home_of(app).query_one(CourseTree)
        here = Entry("exercise", "tensors/join-axis")
        tree.point_at(here)
        await pointed(pilot, app, here)
        await pilot.press("f")  # to do
        await pointed(pilot, app, here)
        assert "tensors/flip" not in tree.exercises
        await pilot.press("f", "f")  # done
        await pointed(pilot, app, Entry("exercise", "tensors/flip"))  # unfolded, and the only one
        await pilot.press("f", "f")  # all again
        await pointed(pilot, app, here)
        await pilot.press("f")  # to do
        assert "tensors/join-axis" in tree.exercises
        app.session.record("tensors/join-axis", lambda p: p.add_attempt("tensors/join-axis", "a", RIGHT), "x")  # type: ignore[union-attr]
        await until(pilot, lambda: "tensors/join-axis" not in tree.exercises)


async def test_with_a_filter_the_cursor_goes_to_the_nearest_line_after_a_right_answer(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = home_of(app).query_one(CourseTree)
        await pilot.press("f")  # to do
        app.open("exercise", "tensors/join-axis")
        await opened(pilot, "ExerciseScreen")
        near = tree.exercises
        app.session.record("tensors/join-axis", lambda p: p.add_attempt("tensors/join-axis", "a", RIGHT), "x")  # type: ignore[union-attr]
        await pilot.pause(0.2)
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        at = near.index("tensors/join-axis")
        beside = [Entry("exercise", one) for one in (*near[:at][-1:], *near[at + 1 :][:1])]
        await until(pilot, lambda: tree.cursor_node is not None and tree.cursor_node.data in beside)


async def test_the_map_never_scrolls_sideways(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "HomeScreen")
        tree = home_of(app).query_one(CourseTree)
        await pilot.press("slash")
        for entry in ("tensors/arccos", "tensors/join-axis", "tensors/halve"):
            tree.point_at(Entry("exercise", entry))  # it grows while it is covered
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert not tree.show_horizontal_scrollbar


async def test_the_card_follows_the_list_of_the_look_up(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "LessonScreen")
        await pilot.press("ctrl+k")
        modal = await looking(pilot)
        for name in ("torch.flip", "cat", "softmax"):
            modal.query_one(Input).value = name
            await until(pilot, lambda: listed(modal)[:1] and name.split(".")[-1] in listed(modal)[0])  # noqa: B023
            card = str(modal.query_one("#row-name", Static).visual)
            assert card.startswith(listed(modal)[0])
        options = modal.query_one(OptionList)
        modal.query_one(LookupBox).list_results("cat")  # the list changes; the mark of the old list arrives later
        late = OptionList.OptionHighlighted(options, options.get_option_at_index(0), options.option_count + 3)
        options.post_message(late)
        await pilot.pause()
        assert str(modal.query_one("#row-name", Static).visual).startswith(listed(modal)[0])


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("import torch\n\n\ndef f(x):\n    return x\n", "def f(x):\n    return x"),
        ("import torch\nfrom torch import nn\n\n\ndef f(x):\n    a = 1\n\n    return a\n",
         "from torch import nn\ndef f(x):\n    a = 1\n\n    return a"),
        ("def f(x):\n    return x\n\n\n\ndef g(x):\n    return x\n",
         "def f(x):\n    return x\n\ndef g(x):\n    return x"),
        ("from torch import (\n    nn,\n)\n\nx = 1\n", "from torch import (\n    nn,\n)\n\nx = 1"),
    ],
)  # fmt: skip
def test_a_reference_is_folded_to_what_says_something(source: str, shown: str) -> None:
    assert folded(source) == shown

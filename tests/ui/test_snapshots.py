"""Each screen and its main states as pictures, at 80x24 and 120x40; look at a changed one before accepting it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from mxtutor.grading.differences import Curves
from mxtutor.grading.protocol import Aspect, CaseResult, Verdict
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.screens.lesson import Runnable
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.array_grid import ArrayGrid
from mxtutor.ui.widgets.lookup_pane import LookupPane
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import ERROR, REVIEW, RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.pictures import settled
from tests.ui.scenes import SCENES, Scene, Stage
from tests.ui.test_race import COURSE, fake

SIZES = [(80, 24), (120, 40)]
Compare = Callable[..., bool]


@pytest.fixture(params=[SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)], ids=["80x24", "120x40"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """Both terminals that every screen is drawn for."""
    columns, rows = request.param
    return columns, rows


async def ready(pilot: Pilot[None], kind: str) -> None:
    """Wait for a screen with nothing left to load."""
    await opened(pilot, kind)
    app = pilot.app
    assert isinstance(app, TutorApp)
    await until(pilot, lambda: app.grader_state and app.grader_state.phase == "ready")
    await app.workers.wait_for_complete()
    await pilot.pause(0.2)
    await pilot.pause()


def test_home(snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int]) -> None:
    progress.save_place(Place("home"))
    progress.add_attempt("tensors/arccos", "", RIGHT)
    progress.add_attempt("tensors/flip", "", WRONG)

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "HomeScreen")

    assert snap_compare(make_tutor(), terminal_size=size, run_before=before)


def test_search(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "HomeScreen")
        await pilot.press("slash", *"conc")
        await ready(pilot, "SearchModal")

    assert snap_compare(make_tutor(), terminal_size=size, run_before=before)


@pytest.mark.parametrize("query", ["nd.arccos", "nn.Parameter", "none of it"], ids=["row", "long", "nothing"])
def test_lookup(
    snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int], query: str
) -> None:
    progress.save_place(Place("home"))

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "HomeScreen")
        await pilot.press("ctrl+k")
        await ready(pilot, "LookupModal")
        pilot.app.screen.query_one(Input).value = query
        await ready(pilot, "LookupModal")

    assert snap_compare(make_tutor(), terminal_size=size, run_before=before)


def test_lookup_beside_an_answer(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("ctrl+k")
        pane = pilot.app.screen.query_one(LookupPane)
        pane.query_one(Input).value = "nd.arccos"
        await until(pilot, lambda: "data, out=None" in str(pane.query_one("#row-own", Static).visual))
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("keys", [(), ("a", "home")], ids=["fresh", "ran"])
def test_lesson(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "LessonScreen")
        await pilot.press(*keys)
        if keys:
            await until(pilot, lambda: all(block.ran for block in pilot.app.screen.query(Runnable)))
            await ready(pilot, "LessonScreen")

    assert snap_compare(make_tutor("tensors/names"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("state", ["empty", "wrong", "right", "error", "hints"])
def test_exercise(
    snap_compare: Compare, make_tutor: MakeTutor, grader: FakeGrader, size: tuple[int, int], state: str
) -> None:
    grader.reports = [{"right": RIGHT, "error": ERROR}.get(state, WRONG)]

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        if state == "hints":
            await pilot.press("f2", "f2")
        elif state != "empty":
            await pilot.press("f5")
            await until(pilot, lambda: pilot.app.screen.query_one(ReportView).report)
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


def test_lab(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f6")
        await ready(pilot, "ExerciseLab")
        await until(pilot, lambda: pilot.app.screen.query(ArrayGrid))
        await ready(pilot, "ExerciseLab")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


def test_losses(snap_compare: Compare, make_tutor: MakeTutor, grader: FakeGrader, size: tuple[int, int]) -> None:
    curve = Aspect("losses", True, curves=Curves((2.3, 0.9, 0.5, 0.3, 0.2, 0.15), (2.3, 0.9, 0.6, 0.4, 0.3, 0.25)))
    grader.reports = [replace(RIGHT, cases=(*RIGHT.cases, CaseResult("500 digits", Verdict.RIGHT, (curve,))))]

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: pilot.app.screen.query_one(ReportView).report)
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("theme", ["textual-dark", "ansi-light"])
def test_race(
    snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int], theme: str
) -> None:
    progress.save_setting("theme", theme)
    progress.save_setting("glyphs", "ascii" if "ansi" in theme else "unicode")

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "HomeScreen")
        await pilot.app.push_screen(RaceScreen(fake(), COURSE))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen.has_class("-finished"))
        await ready(pilot, "RaceScreen")

    assert snap_compare(make_tutor(), terminal_size=size, run_before=before)


@pytest.mark.parametrize("exercise", ["flip", "join-axis", "halve"], ids=["choice", "predict", "fix"])
def test_quiz(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int], exercise: str) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor(f"tensors/{exercise}"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_review(
    snap_compare: Compare,
    make_tutor: MakeTutor,
    grader: FakeGrader,
    progress: InjectedStore,
    size: tuple[int, int],
    glyphs: str,
) -> None:
    grader.reports, grader.said = [RIGHT], REVIEW
    progress.save_setting("glyphs", glyphs)

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: pilot.app.screen.query(".review"))
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("key", ["right", "left"], ids=["docstring", "np"])
def test_other_right_answers(
    snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int], key: str
) -> None:
    progress.give_up("tensors/arccos")

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f3")
        await ready(pilot, "SolutionModal")
        await pilot.press(key)
        await ready(pilot, "SolutionModal")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("exercise", ["arccos", "flip", "join-axis"], ids=["code", "choice", "predict"])
def test_solution(
    snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, size: tuple[int, int], exercise: str
) -> None:
    progress.give_up(f"tensors/{exercise}")

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f3")
        await ready(pilot, "SolutionModal")

    assert snap_compare(make_tutor(f"tensors/{exercise}"), terminal_size=size, run_before=before)


@pytest.mark.parametrize(("key", "kind"), [("f1", "HelpModal"), ("f3", "ConfirmModal")], ids=["help", "confirm"])
def test_dialogs(snap_compare: Compare, make_tutor: MakeTutor, size: tuple[int, int], key: str, kind: str) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press(key)
        await ready(pilot, kind)

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=size, run_before=before)


@pytest.mark.parametrize("theme", ["textual-light", "ansi-dark"])
def test_themes(snap_compare: Compare, make_tutor: MakeTutor, progress: InjectedStore, theme: str) -> None:
    progress.save_setting("theme", theme)
    progress.save_setting("glyphs", "ascii" if "ansi" in theme else "unicode")

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: pilot.app.screen.query_one(ReportView).report)
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=(120, 40), run_before=before)


def test_no_colour(snap_compare: Compare, make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "ExerciseScreen")
        await pilot.press("f5")
        await until(pilot, lambda: pilot.app.screen.query_one(ReportView).report)
        await ready(pilot, "ExerciseScreen")

    assert snap_compare(make_tutor("tensors/arccos"), terminal_size=(120, 40), run_before=before)


def test_too_small(snap_compare: Compare, make_tutor: MakeTutor) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await ready(pilot, "HomeScreen")

    assert snap_compare(make_tutor(), terminal_size=(50, 15), run_before=before)


ELSEWHERE = {
    *("home", "search", "lesson", "lesson-ran", "exercise", "exercise-wrong", "exercise-error", "exercise-right"),
    *("exercise-curves", "exercise-hints", "exercise-choice", "exercise-predict", "lab", "give-up", "solution"),
    *("look-up", "look-up-nothing", "look-up-beside", "help", "race-end"),  # above
    *("test-start", "test", "test-pause", "test-end"),  # test_assess.py
    *("workshop", "sealed-report"),  # test_workshop.py; the report names a folder of this machine
    "unsaved",  # it names one, too
}
"""Scenes that other tests draw, with more states."""
MOMENT = datetime(2024, 5, 18, 12, tzinfo=timezone.utc)
"""The time of day in the scenes, a day after the attempts."""


@pytest.mark.parametrize("scene", [one for one in SCENES if one.name not in ELSEWHERE], ids=lambda one: one.name)
def test_scene(
    snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scene: Scene
) -> None:
    monkeypatch.setattr("mxtutor.progress.store.now", lambda: datetime(2024, 5, 17, 12, tzinfo=timezone.utc))
    monkeypatch.setattr(TutorSession, "now", lambda session: getattr(session.guide, "moment", MOMENT))

    async def before(pilot: Pilot[None]) -> None:
        if scene.steps is not None:
            await scene.steps(pilot)
        await until(pilot, lambda: type(pilot.app.screen).__name__ == scene.kind, scene.kind)
        if scene.kind != "OpeningScreen":  # it shows what still reads
            await pilot.app.workers.wait_for_complete()
        await settled(pilot)

    assert snap_compare(scene.app(Stage(tmp_path)), terminal_size=size, run_before=before)

"""Keys that arrive together: what acts on the answer acts on all that was typed before it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from mxtutor.content.loader import load_course
from mxtutor.content.model import Course, Exercise
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.ui import sources
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.opening import OpeningScreen
from mxtutor.ui.sources import Sources, load_sources
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import COURSE, FakeGrader, InjectedStore, opener

NAMES = {"/": "slash", "\n": "enter", ".": "full_stop", " ": "space", "_": "underscore", "?": "question_mark"}


def burst(pilot: Pilot[None], *keys: str) -> None:
    """Send keys as a terminal does when they are typed fast: all are in the app's queue before one is handled."""
    for key in keys:
        character = key if len(key) == 1 else None
        pilot.app.post_message(Key(NAMES.get(key, key), character))


async def test_the_tutor_can_be_left_before_the_course_is_read(grader: FakeGrader, progress: InjectedStore) -> None:
    read_on = threading.Event()

    def load() -> Course:
        read_on.wait(300)
        return load_course(COURSE)

    app = TutorApp(load, grader, opener(progress))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(pilot, "ctrl+q")
        await until(pilot, lambda: not app.is_running)
    read_on.set()


@pytest.mark.parametrize("key", ["f5", "ctrl+j"])
async def test_a_check_takes_all_letters_that_were_typed_before_its_key(
    make_tutor: MakeTutor, grader: FakeGrader, key: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"return nd.arcsin(x)", key)
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source.decode().endswith("    return nd.arcsin(x)\n")


async def test_a_check_takes_pasted_text_and_what_follows_it(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        app.post_message(Paste("return nd."))
        burst(pilot, *"arcsin(x)", *"  # more", "f5")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source.decode().endswith("    return nd.arcsin(x)  # more\n")


async def test_a_typed_value_is_whole_when_it_is_checked(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/join-axis")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"(12, 34)", "f5")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source == b"(12, 34)"


async def test_a_click_on_check_takes_the_letters_before_it(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"return nd.arcsin(x)")
        x, y = app.screen.query_one("#check").region.offset
        for kind in (MouseDown, MouseUp):
            app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source.decode().endswith("    return nd.arcsin(x)\n")


async def test_fast_typing_arrives_whole_and_in_order(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"y = x + 1", "enter", *"return y", "left", "left", "right", *"_")
        editor = app.screen.query_one(AnswerEditor)
        await until(pilot, lambda: "return _y" in editor.text)
        assert editor.text.endswith("    y = x + 1\n    return _y\n")


@pytest.mark.parametrize(
    ("place", "keys", "screen"),
    [
        ("tensors/join-axis", (), "ExerciseScreen"),
        (None, ("/",), "SearchModal"),
        (None, ("ctrl+k",), "LookupModal"),
        (None, ("ctrl+p",), "CommandPalette"),
    ],
)
async def test_what_is_typed_fast_and_corrected_stays_in_order(
    make_tutor: MakeTutor, place: str | None, keys: tuple[str, ...], screen: str
) -> None:
    app = make_tutor(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen" if place else "HomeScreen")
        await pilot.press(*keys)
        await opened(pilot, screen)
        line = app.screen.query_one(Input)
        burst(pilot, *"flip", *["backspace"] * 4, *"acos", "left", "left", "x")
        await until(pilot, lambda: line.value == "acxos")


async def test_escape_acts_before_the_key_after_it(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, "x", "escape", "f7")
        await opened(pilot, "HistoryModal")
        await pilot.pause(0.2)
        assert type(app.screen).__name__ == "HistoryModal"


@pytest.mark.parametrize(("key", "screen"), [("f6", "ExerciseLab"), ("f7", "HistoryModal"), ("ctrl+b", "HomeScreen")])
async def test_what_is_typed_before_a_key_that_opens_another_screen_is_kept(
    make_tutor: MakeTutor, progress: InjectedStore, key: str, screen: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, *"return nd.arcsin(x)", key)
        await opened(pilot, screen)
        await until(pilot, lambda: (d := progress.draft("tensors/arccos")) and "return nd.arcsin(x)" in d.code)


async def test_keys_after_a_closing_dialog_and_before_an_opening_screen_go_where_they_would_later(
    make_tutor: MakeTutor,
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "/", *"flip", "escape", "/", *"torch.acos", "\n", *"return nd.")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(AnswerEditor).text.endswith("    return nd.\n"))
        assert [type(screen).__name__ for screen in app.screen_stack] == ["HomeScreen", "ExerciseScreen"]


@pytest.mark.parametrize("left", [False, True])
async def test_enter_waits_for_the_names_in_the_search_and_can_be_taken_back(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch, left: bool
) -> None:
    read_on = threading.Event()

    def read(root: Path) -> list[Truth]:
        read_on.wait(300)
        return list(load_truth(root))

    monkeypatch.setattr("mxtutor.ui.screens.search.load_truth", read)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "/", *"torch.acos", "\n")
        await until(pilot, lambda: "reading the names" in screen_text(app))
        if left:
            burst(pilot, "escape")
            await opened(pilot, "HomeScreen")
            read_on.set()
            await app.workers.wait_for_complete()
            assert len(app.screen_stack) == 1
        else:
            burst(pilot, *"return nd.")
            await pilot.pause(0.05)
            read_on.set()
            await opened(pilot, "ExerciseScreen")
            await until(pilot, lambda: app.screen.query_one(AnswerEditor).text.endswith("    return nd.\n"))


async def test_keys_after_the_one_that_opens_an_exercise_are_its_answer(
    make_tutor: MakeTutor, grader: FakeGrader
) -> None:
    app = make_tutor("tensors/names")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "LessonScreen")
        burst(pilot, "n", *"return nd.arcsin(x)", "f5")
        await until(pilot, lambda: grader.graded)
        assert grader.graded[0].source.decode().endswith("    return nd.arcsin(x)\n")


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Return what lets the sources of exercises be read on."""
    read_on = threading.Event()

    def read(exercise: Exercise) -> Sources:
        read_on.wait(300)
        return load_sources(exercise)

    monkeypatch.setattr(sources, "load_sources", read)
    yield read_on
    read_on.set()


async def test_an_exercise_shows_at_once_and_takes_what_is_typed_while_it_is_read(
    make_tutor: MakeTutor, slow_reading: threading.Event
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        app.open("exercise", "tensors/arccos")
        assert isinstance(app.screen, OpeningScreen), "in the same turn"
        burst(pilot, *"return nd.")
        await until(
            pilot, lambda: app.screen.is_mounted and "Reading" in str(app.screen.query_one("#reading").render())
        )
        assert app.screen.query_one(TitleBar).path == ("tensors/arccos",)
        await pilot.pause(0.1)
        burst(pilot, *"arcsin(x)")
        slow_reading.set()
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(AnswerEditor).text.endswith("    return nd.arcsin(x)\n"))


@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
async def test_a_screen_that_is_still_read_can_be_left(
    make_tutor: MakeTutor, slow_reading: threading.Event, key: str
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        app.open("exercise", "tensors/arccos")
        burst(pilot, key)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) or not app.is_running)
        assert (key == "ctrl+q") == (not app.is_running)
        slow_reading.set()
        await app.workers.wait_for_complete()
        assert len(app.screen_stack) == 1 or not app.is_running

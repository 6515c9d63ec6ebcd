"""Keys that are typed after a key that opens a screen go to that screen."""

from __future__ import annotations

import threading

import pytest
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from mxtutor.content.loader import load_course
from mxtutor.content.model import Course
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_pair import Runnable
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import COURSE, WRONG, FakeGrader, InjectedStore, opener

NAMES = {"/": "slash", "\n": "enter", ".": "full_stop", " ": "space", "_": "underscore", "?": "question_mark"}


def burst(pilot: Pilot[None], *keys: str) -> None:
    """Send keys as a terminal does when they are typed fast: all are in the app's queue before one is handled."""
    for key in keys:
        character = key if len(key) == 1 else None
        pilot.app.post_message(Key(NAMES.get(key, key), character))


async def test_letters_after_a_slash_are_searched_for(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, *"/reshape")
        await until(pilot, lambda: app.screen.query(Input) and app.screen.query_one(Input).value == "reshape")
        assert [type(s).__name__ for s in app.screen_stack] == ["HomeScreen", "SearchModal"]
        burst(pilot, "escape", *"/flip\n")
        await until(
            pilot, lambda: app.navigator and app.navigator.stopped_at and app.navigator.stopped_at.id == "tensors/flip"
        )


@pytest.mark.parametrize("start_at", [None, "tensors/names", "tensors/arccos"])
async def test_letters_after_the_look_up_key_are_looked_up(
    make_tutor: MakeTutor, progress: InjectedStore, start_at: str | None
) -> None:
    app = make_tutor(start_at)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session and len(app.session.exercises) == 4)
        await pilot.pause()
        burst(pilot, "ctrl+k", *"gather")
        await until(pilot, lambda: app.screen.query(Input) and app.screen.query_one(Input).value == "gather")
        for screen in app.screen_stack:
            for editor in screen.query(AnswerEditor):
                assert "gather" not in editor.text
        assert not progress.exercises()


async def test_letters_after_the_palette_key_go_to_the_palette(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, "ctrl+p", *"hint")
        await until(pilot, lambda: app.screen.query(Input) and app.screen.query_one(Input).value == "hint")
        assert "hint" not in app.screen_stack[-2].query_one(AnswerEditor).text


async def test_letters_after_continue_go_to_the_editor_that_opens(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    progress.mark_read("tensors/names")
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "c", *"return x")
        await until(
            pilot, lambda: app.screen.query(AnswerEditor) and "return x" in app.screen.query_one(AnswerEditor).text
        )
        burst(pilot, "ctrl+n", *"(4, 3)")
        await until(
            pilot,
            lambda: app.navigator and app.navigator.stopped_at and app.navigator.stopped_at.id != "tensors/arccos",
        )


async def test_a_key_after_a_lesson_opens_goes_to_the_lesson(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "c", "r")
        await until(pilot, lambda: grader.ran)
        assert app.screen.query(Runnable)
        assert not any(isinstance(screen, RaceScreen) for screen in app.screen_stack)


async def test_enter_on_an_exercise_then_letters(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "down", "right", "down", "down")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        burst(pilot, "enter", *"xyz")
        await until(
            pilot,
            lambda: (
                any("xyz" in e.text for e in app.screen.query(AnswerEditor)) or app.screen.query("LessonScreen #text")
            ),
        )
        assert not any(isinstance(screen, RaceScreen) for screen in app.screen_stack)


async def test_keys_after_the_history_key_choose_an_attempt(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    for code in ("first = 1\n", "second = 2\n", "third = 3\n"):
        progress.add_attempt("tensors/arccos", code, WRONG)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        burst(pilot, "f7", "down", "enter", "end", *"#ok")
        await until(pilot, lambda: "#ok" in app.screen.query_one(AnswerEditor).text)
        assert "second = 2" in app.screen.query_one(AnswerEditor).text


@pytest.mark.parametrize(("keys", "gave_up"), [(("f3", "n"), False), (("f3", "y"), True)])
async def test_an_answer_typed_with_its_question_counts(
    make_tutor: MakeTutor, progress: InjectedStore, keys: tuple[str, ...], gave_up: bool
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        before = app.screen.query_one(AnswerEditor).text
        burst(pilot, *keys)
        await until(pilot, lambda: progress.standing("tensors/arccos").gave_up is gave_up)
        await pilot.pause()
        assert app.screen_stack[1].query_one(AnswerEditor).text == before
        assert type(app.screen).__name__ == ("SolutionModal" if gave_up else "ExerciseScreen")


async def test_a_key_after_help_closes_help(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        before = app.screen.query_one(AnswerEditor).text
        burst(pilot, "f1", "q", "escape")
        await until(pilot, lambda: type(app.screen).__name__ == "ExerciseScreen")
        await pilot.pause()
        assert app.screen.query_one(AnswerEditor).text == before


async def test_enter_after_the_race_key_starts_the_race(make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(RaceScreen, "action_start", lambda self: started.append(self))
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "r", "enter")
        await until(pilot, lambda: started)
        assert len(app.screen_stack) == 2


async def test_text_pasted_after_the_search_key_goes_to_the_search(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        burst(pilot, "/")
        app.post_message(Paste("arccos"))
        await until(pilot, lambda: app.screen.query(Input) and app.screen.query_one(Input).value == "arccos")


async def test_what_is_typed_while_the_start_opens_an_exercise_goes_to_it(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        burst(pilot, *"return r")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: "return r" in app.screen.query_one(AnswerEditor).text)


@pytest.mark.parametrize("start_at", [None, "tensors/arccos"])
async def test_what_is_typed_before_the_course_is_read_goes_to_the_first_screen(
    grader: FakeGrader, progress: InjectedStore, start_at: str | None
) -> None:
    read_on = threading.Event()

    def load() -> Course:
        read_on.wait(300)
        return load_course(COURSE)

    app = TutorApp(load, grader, opener(progress), start_at=start_at)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.session is None
        burst(pilot, *("/flip" if start_at is None else "return r"))
        for _ in range(5):
            await pilot.pause()
        read_on.set()
        if start_at is None:
            await until(pilot, lambda: app.screen.query(Input) and app.screen.query_one(Input).value == "flip")
        else:
            await opened(pilot, "ExerciseScreen")
            await until(pilot, lambda: "return r" in app.screen.query_one(AnswerEditor).text)


@pytest.mark.parametrize("key", ["c", "enter"])
async def test_a_key_before_the_course_is_read_opens_what_it_would_open_later(
    grader: FakeGrader, progress: InjectedStore, key: str
) -> None:
    read_on = threading.Event()

    def load() -> Course:
        read_on.wait(300)
        return load_course(COURSE)

    progress.save_place(Place("home", "tensors/arccos"))
    app = TutorApp(load, grader, opener(progress))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(pilot, key)
        for _ in range(5):
            await pilot.pause()
        read_on.set()
        await opened(pilot, "ExerciseScreen")


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
        burst(pilot, *"arcsin(x)", "f5", *"  # more", "f5")
        await until(pilot, lambda: len(grader.graded) == 2)
        first, second = (submission.source.decode() for submission in grader.graded)
        assert first.endswith("    return nd.arcsin(x)\n")
        assert second.endswith("    return nd.arcsin(x)  # more\n")


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

"""Start, home, search, moving between screens, and what goes wrong before anything is read."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from mxtutor.content.loader import load_course
from mxtutor.errors import StoreError
from mxtutor.grading.protocol import GraderState
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.commands import commands_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.screens.base import TitleBar, TooSmall
from mxtutor.ui.screens.confirm import ErrorDialog
from mxtutor.ui.screens.home import HomeScreen, home_of
from mxtutor.ui.screens.search import LookupModal, SearchModal
from mxtutor.ui.widgets.course_tree import CourseTree, Entry
from tests.ui.conftest import MakeTutor, footer_keys, offered_keys, opened, screen_text, told, until
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader, InjectedStore, opener


def drawn(app: TutorApp) -> str:
    """Return the map as text."""
    tree = app.screen.query_one(CourseTree)
    return "\n".join("".join(s.text for s in tree.render_line(y)) for y in range(tree.size.height))


async def test_the_first_frame_waits_for_nothing(grader: FakeGrader, progress: InjectedStore) -> None:
    gate = threading.Event()
    grader.start_gate = gate

    def slow_course() -> object:
        gate.wait(300)
        return load_course(COURSE)

    def slow_store() -> InjectedStore:
        gate.wait(300)
        return progress

    app = TutorApp(slow_course, grader, slow_store)  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Loading the course" in str(app.screen.query_one("#continue", Static).visual)
        assert "warming up" in str(app.screen.query_one(TitleBar).render())
        gate.set()
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: "MXNet ready" in str(app.screen.query_one(TitleBar).render()))


async def test_workers_that_run_already_are_shown_before_any_start(
    make_tutor: MakeTutor, grader: FakeGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[GraderState | None] = []
    grader.runs = True
    app = make_tutor()
    monkeypatch.setattr(grader, "start", lambda: shown.append(app.grader_state))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: shown)
    assert shown == [GraderState("ready")]


async def test_quitting_does_not_wait_for_a_start(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.start_gate = threading.Event()
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: grader.started)
        await pilot.press("ctrl+q")
    assert grader.state.phase == "starting", "the workers still start"
    grader.start_gate.set()


async def test_a_broken_mxnet_is_reported(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    grader.phase = "broken"
    app = make_tutor()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: app.grader_state and app.grader_state.phase == "broken")
        assert "MXNet unavailable" in str(app.screen.query_one(TitleBar).render())
        await until(pilot, lambda: "mxtutor doctor" in told(app))


async def test_the_map_shows_what_is_done(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.add_attempt("tensors/arccos", "", RIGHT)
    progress.add_attempt("tensors/flip", "", WRONG)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        text = drawn(app)
        lines = [line.strip(" │├└─") for line in text.splitlines()]
        assert "▾ Tensors  1 of 4 done" in lines
        assert "✓ Inverse cosine, element by element  done" in lines, "the status stands beside the title"
        assert "◐ Turning an array around  choice, tried" in lines, "the mark of search and title, and its word"
        await pilot.press("f")
        await until(pilot, lambda: "Inverse cosine" not in drawn(app))
        assert "Turning an array around" in drawn(app)


async def test_continue_leads_to_where_one_stopped(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_place(Place("home"))
    progress.add_attempt("tensors/arccos", "", RIGHT)
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert "Continue → Turning an array around" in str(app.screen.query_one("#continue", Static).visual)
        await pilot.press("c")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: progress.place() == Place("exercise", "tensors/flip"))


async def test_the_tutor_opens_where_one_stopped(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_place(Place("exercise", "tensors/halve"))
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        node = app.screen.query_one(CourseTree).cursor_node
        assert node is not None
        assert node.data == Entry("exercise", "tensors/halve")


async def test_own_code_is_no_place_in_the_course(
    tmp_path: Path, grader: FakeGrader, progress: InjectedStore, make_tutor: MakeTutor
) -> None:
    shutil.copytree(COURSE / "exercises" / "tensors" / "arccos", tmp_path / "exercises" / "own-code" / "mine")
    lesson = tmp_path / "lessons" / "own-code" / "mine.md"
    lesson.parent.mkdir(parents=True)
    shutil.copy(COURSE / "lessons" / "tensors" / "names.md", lesson)
    lessons = [{"id": "own-code/mine", "title": "mine", "exercises": ["own-code/mine"]}]
    topic = {"id": "own-code", "title": "Own code", "summary": "Own code.", "lessons": lessons}
    (tmp_path / "lessons" / "course.yaml").write_text(json.dumps({"format_version": 1, "topics": [topic]}))
    here = Place("home", "tensors/halve")
    progress.save_place(here)
    app = TutorApp(lambda: load_course(tmp_path), grader, opener(progress), start_at="own-code/mine")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen) and app.screen.is_mounted)
        await pilot.press("ctrl+b")
        await until(pilot, lambda: app.screen is home_of(app))
    assert progress.place() == here


async def test_home_shows_what_a_command_in_another_terminal_did(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        progress.add_attempt("tensors/arccos", "", RIGHT)
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: "✓ Inverse cosine, element by element  done" in drawn(app))


async def test_home_is_a_place_too_and_continue_leads_to_what_was_open(
    make_tutor: MakeTutor, progress: InjectedStore
) -> None:
    app = make_tutor("tensors/halve")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: progress.place() == Place("exercise", "tensors/halve"))
        await pilot.press("ctrl+b")
        await until(pilot, lambda: progress.place() == Place("home", "tensors/halve"))
    again = make_tutor()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert again.session is not None
        assert again.session.title("tensors/halve") in str(again.screen.query_one("#continue", Static).visual)


async def test_an_exercise_opens_at_the_row_where_its_task_was_left(
    grader: FakeGrader, progress: InjectedStore, tmp_path: Path
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    yaml_file = course / "exercises/tensors/arccos/exercise.yaml"
    yaml_file.write_text(yaml_file.read_text().replace("prompt: |\n", "prompt: |\n" + "  One more paragraph.\n\n" * 6))

    def tutor() -> TutorApp:
        return TutorApp(lambda: load_course(course), grader, opener(progress), start_at="tensors/arccos")

    app = tutor()
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "ExerciseScreen")
        task = app.screen.query_one("#task")
        await until(pilot, lambda: task.max_scroll_y > 0)
        await pilot.pause(0.2)
        rows = task.max_scroll_y
        task.scroll_end(animate=False)
        await until(pilot, lambda: progress.place() == Place("exercise", "tensors/arccos", rows))
    again = tutor()
    async with again.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: again.screen.query_one("#task").scroll_offset.y == rows)


async def test_a_place_that_is_gone_does_no_harm(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    progress.save_place(Place("exercise", "tensors/gone"))
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("torch.acos", "tensors/arccos"),
        ("arccos", "tensors/arccos"),
        ("join-axis", "tensors/join-axis"),
        ("hlve", "tensors/halve"),
    ],
)
async def test_search_knows_names_ids_and_titles(make_tutor: MakeTutor, query: str, found: str) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("slash")
        assert isinstance(app.screen, SearchModal)
        await app.workers.wait_for_complete()
        app.screen.query_one(Input).value = query
        await pilot.pause()
        first = app.screen.query_one(OptionList).get_option_at_index(0)
        assert found in str(first.prompt)
        await pilot.press("enter")
        await opened(pilot, "ExerciseScreen")
        await until(pilot, lambda: app.screen.query_one(TitleBar).path == (found,))


@pytest.mark.parametrize(("query", "name"), [("softmax", "torch.softmax"), ("concat", "torch.concat")])
async def test_search_finds_a_name_that_no_exercise_teaches_in_the_look_up(
    make_tutor: MakeTutor, query: str, name: str
) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("slash", *query)
        options = app.screen.query_one(OptionList)
        await until(pilot, lambda: options.option_count and name in str(options.get_option_at_index(0).prompt))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LookupModal))
        assert app.screen.query_one(Input).value == name


async def test_search_dims_the_page_and_does_not_blank_it(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, SearchModal))
        await pilot.pause()
        assert "Start here" in screen_text(app)


async def test_an_unknown_id_ends_with_one_line(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arcos")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_code == 2)
    assert "Did you mean tensors/arccos" in str(app.failure)


async def test_a_damaged_course_ends_with_one_line(grader: FakeGrader, progress: InjectedStore, tmp_path: Path) -> None:
    app = TutorApp(lambda: load_course(tmp_path), grader, opener(progress))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_code == 2)
    assert "course.yaml is missing" in str(app.failure)


async def test_a_damaged_exercise_says_so_and_opens_once_it_is_mended(
    grader: FakeGrader, progress: InjectedStore, tmp_path: Path
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    yaml_file = course / "exercises/tensors/arccos/exercise.yaml"
    whole = yaml_file.read_text()
    yaml_file.write_text("title: [\n")
    app = TutorApp(lambda: load_course(course), grader, opener(progress), start_at="tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ErrorDialog))
        await until(pilot, lambda: app.session and len(app.session.exercises) == 3)
        assert app.session is not None
        assert list(app.session.damaged) == ["tensors/arccos"]
        yaml_file.write_text(whole)
        await pilot.press("escape")
        app.open("exercise", "tensors/arccos")
        await opened(pilot, "ExerciseScreen")
        assert not app.session.damaged


async def test_a_store_that_cannot_open_ends_with_one_line(grader: FakeGrader) -> None:
    def refuse() -> InjectedStore:
        raise StoreError("/nowhere cannot be written.", fix="Set MXTUTOR_HOME to a folder of yours.")

    app = TutorApp(lambda: load_course(COURSE), grader, refuse)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_code == 3)
    assert "Set MXTUTOR_HOME" in str(app.failure)


async def test_a_notice_of_the_store_is_shown(grader: FakeGrader, home: Path) -> None:
    home.mkdir()
    (home / "progress.db").write_bytes(b"not a database" * 100)
    progress = InjectedStore(home)
    assert "damaged" in progress.notice
    app = TutorApp(lambda: load_course(COURSE), grader, opener(progress))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: progress.notice in told(app), "a message")
    progress.close()


@pytest.mark.parametrize("size", [(59, 30), (100, 19), (20, 5)])
async def test_a_small_terminal_shows_one_message_alone(make_tutor: MakeTutor, size: tuple[int, int]) -> None:
    app = make_tutor()
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "HomeScreen")
        shown = [w for w in app.screen.children if w.display]
        assert [type(w) for w in shown] == [TooSmall]
        assert f"{size[0]} x {size[1]}" in str(shown[0].render())
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not app.screen.query_one(TooSmall).display)


async def test_home_follows_a_resize_that_came_while_it_was_covered(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.resize_terminal(80, 24)
        await pilot.press("ctrl+b")
        await opened(pilot, "HomeScreen")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.has_class("-narrow")
        assert not app.screen.has_class("-wide")


async def test_the_theme_and_the_marks_are_kept(make_tutor: MakeTutor, progress: InjectedStore) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        app.theme = "ansi-light"
        for command in commands_of(app, app.screen):
            if command.title == "View: Marks in ascii":
                command.callback()
        await until(pilot, lambda: progress.settings() == {"theme": "ansi-light", "glyphs": "ascii", "welcomed": "yes"})
    again = make_tutor()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        assert again.theme == "ansi-light"
        text = drawn(again)
        assert ". Inverse cosine" in text
        assert not set("○✓━▾") & set(text)


async def test_no_screen_has_more_than_seven_keys_in_its_footer(make_tutor: MakeTutor) -> None:
    for start_at, kind in (
        (None, "HomeScreen"),
        ("tensors/names", "LessonScreen"),
        ("tensors/halve", "ExerciseScreen"),
    ):
        app = make_tutor(start_at)
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(pilot, kind)
            await until(pilot, lambda: len(footer_keys(app)) > 3)  # noqa: B023  # awaited in this round
            assert len(footer_keys(app)) <= 7
            assert offered_keys(app) <= {key.description for key in footer_keys(app)}


async def test_the_palette_offers_what_the_screen_can_do(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        titles = {command.title.rpartition(": ")[2] for command in commands_of(app, app.screen)}
        assert {"Check", "Hint", "Solution", "Attempts", "Start over", "Edit outside", "Quit"} <= titles
        await pilot.press("ctrl+p")
        await pilot.press(*"concatenation")
        await until(pilot, lambda: app.screen.query(OptionList) and app.screen.query_one(OptionList).option_count > 0)
        await pilot.press("down", "enter")
        await until(
            pilot,
            lambda: app.screen.query(TitleBar) and app.screen.query_one(TitleBar).path == ("tensors/join-axis",),
            "the exercise opens from the palette",
        )

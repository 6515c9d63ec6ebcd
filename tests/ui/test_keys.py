"""Each key is written once; what is bound, shown and offered comes from the tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.command import CommandList
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets.text_area import Selection

from mxtutor.ui.app import TutorApp
from mxtutor.ui.commands import commands_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.keys import (
    APP,
    ASSESS_END,
    ASSESS_START,
    CLOSE,
    DIALOGS,
    EDITOR,
    EXERCISE,
    LAB,
    LOOKUP_PANE,
    NO_KEY,
    PARTS,
    PAUSE,
    SCREENS,
    TERMINAL,
    KeyTable,
)
from mxtutor.ui.screens.cards import ClosingCard, PathsModal, ReviewsCard, WelcomeCard
from mxtutor.ui.screens.class_card import ClassCard, JoinCard
from mxtutor.ui.screens.confirm import ConfirmModal, ErrorDialog, UnsavedModal
from mxtutor.ui.screens.help import LETTERS, HelpModal, JumpModal
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.lab import ExerciseLab
from mxtutor.ui.screens.lesson import LessonScreen
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.screens.record import MistakesScreen, StatisticsScreen
from mxtutor.ui.screens.search import LookupModal, SearchModal
from mxtutor.ui.screens.solution import HistoryModal, SolutionModal
from mxtutor.ui.screens.workshop import ReportCard, WorkshopCard
from mxtutor.ui.visits import PlacedCard
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.lookup_pane import LookupPane
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from tests.ui.conftest import MakeTutor, opened, screen_text, until
from tests.ui.fakes import FakeGrader
from tests.ui.test_exercise import shown

TABLES = (APP, *SCREENS, *DIALOGS)
OWNERS = (
    *(TutorApp, HomeScreen, LessonScreen, ExerciseScreen, ExerciseLab, RaceScreen, MistakesScreen, StatisticsScreen),
    *(SearchModal, LookupModal, LookupPane, HistoryModal, SolutionModal, HelpModal, ConfirmModal, ErrorDialog),
    *(PathsModal, ReportCard, JoinCard, JumpModal, WelcomeCard, PlacedCard, ClosingCard, UnsavedModal),
    *(ReviewsCard, WorkshopCard, ClassCard),
)
UI = Path(__file__).resolve().parents[2] / "mxtutor" / "ui"


@pytest.mark.parametrize(("table", "owner"), zip((*TABLES, *[CLOSE] * 3), OWNERS, strict=True))
def test_every_action_of_a_table_exists_and_is_bound_with_an_id(table: KeyTable, owner: type) -> None:
    bound = {b.action: b for b in owner.BINDINGS if isinstance(b, Binding)}  # type: ignore[attr-defined]
    rows = [row for row in table.rows if row.action]
    assert list(bound) == [row.action for row in rows]
    for row in rows:
        assert bound[row.action].id == f"{table.id}.{row.action.removeprefix('app.')}"
        holder = TutorApp if row.action.startswith("app.") else owner
        name = row.action.removeprefix("app.").partition("(")[0]
        assert hasattr(holder, f"action_{name}"), row.action


def test_ids_of_bindings_are_all_different() -> None:
    ids = [b.id for table in TABLES for b in table.bindings() if isinstance(b, Binding)]
    assert len(ids) == len(set(ids))


def test_what_the_palette_offers_can_be_run() -> None:
    assert all(row.action for table in TABLES for row in table.commands())


def test_keys_are_named_as_people_know_them() -> None:
    assert EXERCISE.names("check") == "F5, ctrl+j"
    assert EXERCISE.key("back") == "esc"
    assert SCREENS[0].names("search") == "/"
    assert SCREENS[0].key("filter") == "f"


def test_no_other_module_writes_a_key_down_that_a_table_has() -> None:
    names = re.compile(r"\b[fF]([1-9]|10)\b|ctrl\+[b-z]\b|\besc\b|\bpgdn\b")
    found = [
        path.relative_to(UI).as_posix() for path in UI.rglob("*.py") if names.search(path.read_text(encoding="utf-8"))
    ]
    # key_file.py shows how keys are written
    tables = ["class_view/keys.py", "key_file.py", "keys.py"]
    assert sorted(found) == tables


async def help_of(pilot: Pilot[None]) -> list[str]:
    await pilot.press("f1")
    await until(pilot, lambda: isinstance(pilot.app.screen, HelpModal))
    await pilot.pause()
    return shown(pilot.app.screen, "#help").splitlines()


async def all_keys_of(pilot: Pilot[None]) -> list[str]:
    before = await help_of(pilot)
    await pilot.press("space")
    await until(pilot, lambda: shown(pilot.app.screen, "#help").splitlines() != before)
    return shown(pilot.app.screen, "#help").splitlines()


async def test_help_explains_the_focused_part_in_a_paragraph_and_five_keys(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        lines = await help_of(pilot)
        assert lines[0] == "Exercise: the editor"
        text = " ".join(" ".join(lines).split())
        assert EDITOR.about in text
        keys = [line for line in lines if line.startswith("  ") and line[2:3].strip()]
        assert len(keys) == 5
        assert "check your answer" in text


async def test_one_more_key_shows_all_keys_and_another_closes_the_help(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        lines = await all_keys_of(pilot)
        known = [*(table.title for table in TABLES), *(table.title for table in PARTS.values())]
        assert [line for line in lines if line in known] == [EDITOR.title, "Exercise", "Everywhere"]
        text = " ".join(" ".join(lines).split())
        needs_class = next(row for row in EXERCISE.rows if row.action == "need_help")
        assert needs_class.help not in text, "this learner is in no class"
        for row in (*EXERCISE.rows, *APP.rows):
            assert not row.shown or row is needs_class or f"{row.names} {row.help}" in text
            assert row.shown or row.help not in text, "what has no key is in the palette"
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        app.screen.query_one(PaneTabs).focus()
        assert (await help_of(pilot))[0] == "Exercise: tabs"


async def test_keys_scroll_the_list_of_all_keys(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await all_keys_of(pilot)
        await pilot.press("pagedown")
        await until(pilot, lambda: app.screen.query_one("#help").scroll_offset.y > 0)


async def test_help_of_a_dialog_has_the_keys_of_the_dialog(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, HistoryModal))
        assert (await help_of(pilot))[0].startswith("Attempts")


async def test_in_help_of_60_columns_nothing_begins_below_the_keys_but_keys(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await all_keys_of(pilot)
        await pilot.pause()
        box = app.screen.query_one("#help").content_region
        names = {row.names for table in (*TABLES, *PARTS.values()) for row in table.rows}
        lines = [line[box.x : box.right].rstrip() for line in screen_text(app).split("\n")[box.y : box.bottom]]
        assert lines[0] == EDITOR.title
        for line in lines[1:]:
            assert line.startswith("  ") or line in ("", "Exercise"), "wrapped below the keys"
            if line.startswith("  ") and line[2:3].strip():
                assert any(line[2:].startswith(name) for name in names), line


def test_an_action_has_one_key_and_a_second_one_only_where_something_keeps_the_first() -> None:
    for row in (*EXERCISE.defaults, *LAB.defaults):
        keys = [key for key in row.keys.split(",") if key not in TERMINAL]
        assert len(keys) <= 2, row.keys
        assert not row.action or all(key == "escape" or re.fullmatch(r"f\d+|ctrl\+\w+|no_key", key) for key in keys)
    for table in (*SCREENS, *DIALOGS, ASSESS_START, ASSESS_END, PAUSE):
        assert all(len({*row.keys.split(",")} - TERMINAL) <= 2 for row in table.defaults if row.action), table.id


def test_no_screen_gives_one_key_to_two_actions() -> None:
    for table in (*SCREENS, *DIALOGS):
        everywhere = [key for row in APP.rows if row.priority for key in row.keys.split(",")]
        keys = [key for row in table.rows if row.action for key in row.keys.split(",") if key != NO_KEY]
        assert len(keys) == len(set(keys)), table.id
        same = {key for row in table.rows if row.action.startswith("app.") for key in row.keys.split(",")}
        assert not (set(keys) - same) & set(everywhere), table.id
    exercise = {key for row in EXERCISE.rows if EXERCISE.has_priority(row) for key in row.keys.split(",")}
    for table in (LOOKUP_PANE,):  # parts of the exercise screen, whose keys come first
        assert not exercise & {key for row in table.rows if row.action for key in row.keys.split(",")}, table.id


async def test_the_palette_has_every_action_of_the_screen_in_groups(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "ExerciseScreen")
        titles = [command.title for command in commands_of(app, app.screen)]
        groups = list(dict.fromkeys(title.partition(": ")[0] for title in titles))
        assert groups == ["Exercise", "View", "Go to", "Theme", "App"]
        assert titles == sorted(titles, key=lambda title: groups.index(title.partition(": ")[0]))
        assert titles[0] == "Exercise: Check"
        assert "View: Jump to a part of the screen" in titles
        for row in EXERCISE.commands():
            if app.screen.check_action(row.action, ()):
                assert EXERCISE.entry(row) in titles
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen.query("CommandList") and app.screen.query_one(CommandList).option_count)
        first = app.screen.query_one(CommandList).get_option_at_index(0)
        assert "Exercise: Check" in str(first.prompt)


async def test_the_palette_finds_a_command_by_its_description(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+p", *"earlier attempts")

        def first() -> str:
            listed = app.screen.query(CommandList)
            return str(listed.first().get_option_at_index(0).prompt) if listed and listed.first().option_count else ""

        await until(pilot, lambda: "Exercise: Attempts" in first())


async def test_a_letter_jumps_to_its_part(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        chain = list(app.screen.focus_chain)
        await pilot.press("ctrl+backslash")
        await until(pilot, lambda: isinstance(app.screen, JumpModal))
        letters = list(app.screen.query(".jump-letter"))
        assert len(letters) == len(chain)
        assert len({label.region.offset for label in letters}) == len(chain), "no letter hides another one"
        for label, part in zip(letters, chain, strict=True):
            assert label.region.y == part.region.y
        target = next(n for n, part in enumerate(chain) if isinstance(part, PaneTabs))
        await pilot.press(LETTERS[target])
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        assert app.focused is chain[target]


async def test_a_part_that_a_resize_hides_has_no_letter(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(160, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+k")  # the look-up covers the task in a narrow terminal
        await until(pilot, lambda: app.screen.query("LookupPane"))
        await pilot.press("ctrl+backslash")
        await until(pilot, lambda: isinstance(app.screen, JumpModal))
        shown_first = [letter for letter in app.screen.query(".jump-letter") if letter.display]
        await pilot.resize_terminal(62, 20)
        letters = app.screen.query(".jump-letter")
        await until(pilot, lambda: sum(letter.display for letter in letters) < len(shown_first))
        hidden = next(str(letter.id) for letter in letters if not letter.display)
        await pilot.press(hidden.removeprefix("jump-"))
        assert isinstance(app.screen, JumpModal)


async def test_escape_and_a_click_elsewhere_leave_the_jump_and_a_click_on_a_letter_jumps(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.focused
        for leave in ("escape", "ctrl+backslash"):
            await pilot.press("ctrl+backslash")
            await until(pilot, lambda: isinstance(app.screen, JumpModal))
            await pilot.press(leave)
            await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
            assert app.focused is editor
        await pilot.press("ctrl+backslash")
        await until(pilot, lambda: isinstance(app.screen, JumpModal))
        await pilot.click("#jump-a")
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        assert app.focused is app.screen.focus_chain[0]


async def test_a_keymap_gives_an_action_another_key(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos", keymap={"exercise.check": "f11,ctrl+s"})
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "F11 checks your answer" in shown(app.screen, "#verdict")
        await pilot.press("f5")
        await pilot.press("f11")
        await until(pilot, lambda: grader.graded)
        assert len(grader.graded) == 1
        await pilot.press("f1", "f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        assert re.search(r"F11, ctrl\+s +check your answer", shown(app.screen, "#help"))


async def test_without_chosen_keys_the_tables_are_what_they_were(make_tutor: MakeTutor) -> None:
    make_tutor("tensors/arccos", keymap={"exercise.check": "f11"})
    assert EXERCISE.names("check") == "F11"
    make_tutor("tensors/arccos")
    assert EXERCISE.names("check") == "F5, ctrl+j"


async def test_alt_with_a_letter_types_nothing(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        before = editor.text
        app.post_message(Key("alt+z", "z"))  # as terminals send it; Pilot leaves the letter out
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        assert editor.text == before


async def test_a_command_of_the_palette_is_one_row_with_its_keys(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen.query("CommandList") and app.screen.query_one(CommandList).option_count)
        listed = app.screen.query_one(CommandList)
        rows = [str(option.prompt) for option in listed.options]
        assert not [row for row in rows if "\n" in row or len(row) > 70]
        assert re.search(r"Exercise: Check {2,}F5, ctrl\+j$", rows[0])


async def test_an_exercise_in_the_palette_is_one_row_and_is_found_by_its_id(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+p", *"tensors/arccos")

        def rows() -> list[str]:
            listed = app.screen.query(CommandList)
            return [str(option.prompt) for option in listed.first().options] if listed else []

        await until(pilot, lambda: "Go to: Inverse cosine, element by element" in rows(), "the exercise is found")


async def test_select_all_and_the_ends_of_the_text_have_keys_in_the_editor(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "ExerciseScreen")
        editor = app.screen.query_one(AnswerEditor)
        end = editor.document.end
        await pilot.press("ctrl+home")
        assert editor.selection == Selection.cursor((0, 0))
        await pilot.press("ctrl+shift+end")
        assert editor.selection == Selection((0, 0), end)
        await pilot.press("ctrl+end", "ctrl+shift+home")
        assert editor.selection == Selection(end, (0, 0))
        await pilot.press("end", "ctrl+a", "x")
        assert editor.text == "x"


@pytest.mark.parametrize(
    ("query", "command"),
    [
        ("compare", "Exercise: Solution"),
        ("editor", "Exercise: Edit outside"),
        ("vim", "Exercise: Edit outside"),
        ("reset", "Exercise: Start over"),
        ("ascii", "View: Marks in ascii"),
        ("names", "Go to: Names that changed"),
    ],
)
async def test_the_palette_finds_actions_by_the_words_that_people_use_before_exercises(
    make_tutor: MakeTutor, query: str, command: str
) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("ctrl+p", *query)

        def first() -> str:
            listed = app.screen.query(CommandList)
            return str(listed.first().get_option_at_index(0).prompt) if listed and listed.first().option_count else ""

        await until(pilot, lambda: command in first())

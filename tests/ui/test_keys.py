"""Each key is written once; what is bound, shown and offered comes from the tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.binding import Binding

from mxtutor.ui.app import TutorApp
from mxtutor.ui.key_table import KeyTable
from mxtutor.ui.keys import APP, DIALOGS, EXERCISE, SCREENS
from mxtutor.ui.screens.class_card import ClassCard, JoinCard
from mxtutor.ui.screens.confirm import ConfirmModal
from mxtutor.ui.screens.error_dialog import ErrorDialog
from mxtutor.ui.screens.exercise import ExerciseScreen
from mxtutor.ui.screens.help import HelpModal
from mxtutor.ui.screens.history import HistoryModal
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.lab import LabScreen
from mxtutor.ui.screens.lesson import LessonScreen
from mxtutor.ui.screens.lookup import LookupModal
from mxtutor.ui.screens.mistakes import MistakesScreen
from mxtutor.ui.screens.paths import PathsModal
from mxtutor.ui.screens.placement import PlacedCard
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.screens.reviews import ReviewsCard
from mxtutor.ui.screens.sealed_report import ReportCard
from mxtutor.ui.screens.search import SearchModal
from mxtutor.ui.screens.solution import SolutionModal
from mxtutor.ui.screens.statistics import StatisticsScreen
from mxtutor.ui.screens.welcome import WelcomeCard
from mxtutor.ui.screens.workshop import WorkshopCard
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import FakeGrader
from tests.ui.test_exercise import shown

TABLES = (APP, *SCREENS, *DIALOGS)
OWNERS = (
    *(TutorApp, HomeScreen, LessonScreen, ExerciseScreen, LabScreen, RaceScreen, MistakesScreen, StatisticsScreen),
    *(SearchModal, LookupModal, HistoryModal, SolutionModal, HelpModal, ConfirmModal, ErrorDialog),
    *(PathsModal, ReviewsCard, WorkshopCard, ReportCard, JoinCard, ClassCard, WelcomeCard, PlacedCard),
)
UI = Path(__file__).resolve().parents[2] / "mxtutor" / "ui"


@pytest.mark.parametrize(("table", "owner"), zip(TABLES, OWNERS, strict=True), ids=[t.id for t in TABLES])
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
    names = re.compile(r"\b[fF]([1-9]|10)\b|ctrl\+[a-z]\b|\besc\b|\bpgdn\b")
    found = [
        path.relative_to(UI).as_posix() for path in UI.rglob("*.py") if names.search(path.read_text(encoding="utf-8"))
    ]
    # key_file.py and key_table.py show how keys are written; keyboard.py has the keys of Textual that never wait.
    tables = ["assess_keys.py", "class_view/keys.py", "key_file.py", "key_table.py", "keyboard.py", "keys.py"]
    assert sorted(found) == tables


async def test_help_begins_with_the_keys_of_the_screen_beneath(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(100, 60)) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        text = shown(app.screen, "#help")
        titles = [line for line in text.splitlines() if line in [table.title for table in TABLES]]
        assert titles == [
            "Exercise",
            "Everywhere",
            "Course",
            "Lesson",
            "The lab",
            "The race",
            "Your mistakes",
            "Statistics",
        ]
        for row in EXERCISE.rows:
            assert f"{row.names:<18}{row.help}" in text


async def test_a_keymap_gives_an_action_another_key(make_tutor: MakeTutor, grader: FakeGrader) -> None:
    app = make_tutor("tensors/arccos", keymap={"exercise.check": "f11,ctrl+s"})
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "ExerciseScreen")
        assert "F11 checks your answer" in shown(app.screen, "#verdict")
        await pilot.press("f5")
        await pilot.press("f11")
        await until(pilot, lambda: grader.graded)
        assert len(grader.graded) == 1
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpModal))
        assert re.search(r"F11, ctrl\+s +check your answer", shown(app.screen, "#help"))


async def test_without_chosen_keys_the_tables_are_what_they_were(make_tutor: MakeTutor) -> None:
    make_tutor("tensors/arccos", keymap={"exercise.check": "f11"})
    assert EXERCISE.names("check") == "F11"
    make_tutor("tensors/arccos")
    assert EXERCISE.names("check") == "F5, ctrl+j"

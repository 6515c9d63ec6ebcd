"""Damaged rows of the progress file: they are left out and stay in the file, and every command goes on.

The constraints of the tables refuse such values; a failing disk or another program does not ask.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.grading.protocol import Diagnosis, Report, Verdict
from mxtutor.progress.database import Database
from mxtutor.progress.due import mistakes, reviews
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import Drill
from mxtutor.progress.statistics import statistics
from mxtutor.progress.store import open_store
from mxtutor.progress.transfer import export_json, export_to, import_from
from tests.unit.progress.test_review_cards import COURSE

ARCCOS, CLIP = "tensors/arccos", "tensors/clip"
TINY = Path(__file__).resolve().parents[2] / "ui" / "course"
NOW = datetime.now(timezone.utc).replace(hour=12) - timedelta(days=1)
"""A time in the past that is far from midnight, so that all attempts are of one day."""
SLIP = (Diagnosis("torch-name", "The name is `nd.clip`.", "A name of torch is used."),)
VALUES = ("X'FF00'", "'maybe'", "''", "-5", "9e999", "CAST(X'61FF62' AS TEXT)")
TABLES = ("events", "drafts", "settings")


@pytest.fixture(scope="module", autouse=True)
def _noon() -> Iterator[None]:
    """Let the store write this time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mxtutor.progress.store.now", lambda: NOW)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with two rows or more in most tables."""
    home = tmp_path_factory.mktemp("whole") / "home"
    with closing(open_store(home)) as store:
        for exercise in (ARCCOS, CLIP):
            wrong = Report(exercise, Verdict.WRONG, "it differs", diagnosis=SLIP, seed=7)
            store.add_attempt(exercise, "x", wrong, "hash")
            store.add_attempt(exercise, "y", Report(exercise, Verdict.RIGHT, "it is right", seed=7), "hash")
            store.save_draft(exercise, Draft("draft", (1, 2)))
            store.open_hint(exercise, 2)
            store.save_drill(exercise, Drill("drill"), NOW)
            store.keep_drill_check(exercise, "x", wrong, NOW)
        store.note_live("tensors/flip", Verdict.WRONG)
        store.mark_read("tensors/names")
        store.save_setting("theme", "dark")
        store.prove_known([CLIP, "tensors/flip"])
    return home


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite wait for no disk: a sweep has thousands of transactions."""
    connect = Database.connect

    def without_waits(database: Database) -> None:
        connect(database)
        database.run("PRAGMA synchronous = off")

    monkeypatch.setattr(Database, "connect", without_waits)


@pytest.fixture
def damaged(whole: Path, home: Path) -> Path:
    """Return a copy of that home, for damage."""
    shutil.copytree(whole, home)
    return home


def _run(home: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(home / "progress.db")) as database, database:
        database.execute("PRAGMA ignore_check_constraints = on")
        return database.execute(statement).fetchall()


def _use_all(home: Path) -> None:
    """Call what reads and what writes each table; the result must be plain data."""
    with closing(open_store(home)) as store:
        statistics(store, COURSE)
        reviews(store, COURSE, NOW)
        mistakes(store, COURSE)
        assert store.place() is None
        for exercise in (ARCCOS, CLIP):
            assert store.standing(exercise).hints in (0, 2)
            assert store.last_report(exercise) is None or store.attempts(exercise)
            store.replace_draft(exercise, Draft("new"), "draft")
            store.open_hint(exercise, 3)
            store.note_live(exercise, Verdict.WRONG)
            store.save_drill(exercise, Drill("new"), NOW)
            store.keep_drill_check(exercise, "y", Report(exercise, Verdict.RIGHT, "it is right"), NOW)
        json.dumps(export_json(store))
        store.start_over([ARCCOS])
        store.start_over()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("table", TABLES)
def test_no_value_of_any_column_stops_what_uses_it(table: str, whole: Path, tmp_path: Path) -> None:
    columns = [str(row[1]) for row in _run(whole, f"PRAGMA table_info({table})")]
    assert columns
    for number, (column, value) in enumerate((column, value) for column in columns for value in VALUES):
        home = tmp_path / str(number)
        shutil.copytree(whole, home)
        last = f"SELECT max(rowid) FROM {table}"
        try:
            _run(home, f"UPDATE {table} SET {column} = {value} WHERE rowid = ({last})")
        except sqlite3.IntegrityError:  # SQLite refuses it
            continue
        try:
            _use_all(home)
        except Exception as error:
            raise AssertionError(f"{table}.{column} = {value}") from error


CHECK = (
    "(SELECT max(number) FROM events WHERE kind = 'checked' AND exercise = 'tensors/arccos' AND data LIKE '%right%')"
)


@pytest.mark.parametrize(
    "damage",
    [
        f"UPDATE events SET data = 'maybe' WHERE number = {CHECK}",
        f"UPDATE events SET data = replace(data, 'right', 'great') WHERE number = {CHECK}",
        f"UPDATE events SET at = 'never' WHERE number = {CHECK}",
        f"UPDATE events SET exercise = X'FF00' WHERE number = {CHECK}",
        "UPDATE drafts SET code = X'FF00' WHERE exercise = 'tensors/arccos' AND drill = 0",
        "UPDATE settings SET value = X'FF00' WHERE name = 'theme'",
    ],
)
def test_a_damaged_row_is_told_and_commands_go_on(
    damaged: Path, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = damage.split()[1]
    _run(damaged, damage)
    before = _run(damaged, f"SELECT * FROM {table}")
    told = f"1 row of the progress file in {damaged} cannot be read. It is left out, and stays there."
    for command in (["progress"], ["list", "--json"], ["review"]):
        assert main(["--pack", str(TINY), *command]) == 0
        assert capsys.readouterr().err == f"mxtutor: {told}\n"
    for ending in ("json", "md", "ipynb"):
        assert main(["--pack", str(TINY), "export", str(tmp_path / f"work.{ending}")]) == 0
    assert _run(damaged, f"SELECT * FROM {table}") == before


def test_a_damaged_check_changes_no_standing(damaged: Path) -> None:
    _run(damaged, f"UPDATE events SET data = 'maybe' WHERE number = {CHECK}")
    with closing(open_store(damaged)) as store:
        assert (store.standing(ARCCOS).status, store.standing(ARCCOS).attempts) == ("tried", 1)
        assert [attempt.code for attempt in store.attempts(ARCCOS)] == ["x"]
        assert store.standing(CLIP).status == "done"


def test_an_earlier_export_brings_a_damaged_check_back(whole: Path, damaged: Path, tmp_path: Path) -> None:
    export_to(tmp_path / "work.json", whole)
    _run(damaged, f"UPDATE events SET data = 'maybe' WHERE number = {CHECK}")
    done, _ = import_from(tmp_path / "work.json", damaged)
    assert done.attempts == 1
    with closing(open_store(damaged)) as store:
        assert store.notice == ""
        assert [(one.code, one.seed) for one in store.attempts(ARCCOS)] == [("y", 7), ("x", 7)]


def test_the_tables_refuse_what_is_no_event(damaged: Path) -> None:
    for change in ("kind = 'great'", "at = 'never'", "seq = 0", "seq = 'x'", "code = X'FF'", "id = 'x'", "device = ''"):
        with closing(sqlite3.connect(damaged / "progress.db")) as database, pytest.raises(sqlite3.IntegrityError):
            database.execute(f"UPDATE events SET {change}")


def test_a_file_whose_version_is_damaged_is_set_aside(damaged: Path) -> None:
    _run(damaged, "UPDATE mxtutor_schema SET version = 'five'")
    with closing(open_store(damaged)) as store:
        assert "is damaged; it is kept as" in store.notice
        assert store.standings() == {}
    assert len(list(damaged.glob("progress.db.aside-*"))) == 1

"""Times at the ends of the calendar in a damaged file: every view of the progress still works."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.paths import HOME_VARIABLE
from tests.plain.conftest import Talk
from tests.ui.fakes import COURSE, ERROR, RIGHT, WRONG, FakeGrader

TIMES = {"events": ("at",), "drafts": ("at",)}
FAR = ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "2026-11-22T12:00:00", "yesterday", "", "9999-12-31"]


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def far_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A time zone in which the ends of the calendar are outside of it."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def _damage(home: Path, text: str) -> int:
    """Put a text in the place of every stored time; return how many were replaced."""
    with contextlib.closing(sqlite3.connect(home / "progress.db")) as file:
        file.execute("PRAGMA ignore_check_constraints = on")
        changed = 0
        for table, columns in TIMES.items():
            for column in columns:
                changed += file.execute(f"UPDATE OR REPLACE {table} SET {column} = ?", (text,)).rowcount
        file.commit()
    return changed


@pytest.mark.usefixtures("far_zone")
@pytest.mark.parametrize("text", FAR)
def test_every_view_of_the_progress_works_with_times_that_nobody_can_show(
    talk: Talk, grader: FakeGrader, home: Path, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    grader.reports = [WRONG, ERROR, RIGHT]
    work = ["code", "x = 1", ".", "check"]
    talk("next", "all", "open tensors/arccos", *work, *work, *work, "review tensors/arccos", "code", "x = 2", ".")
    assert _damage(home, text) > 6
    views = ["history", "history 1", "statistics", "mistakes", "due", "progress", "list", "where", "review", "back"]
    said = talk("open tensors/arccos", *views, *work, "statistics")
    assert said.rstrip().endswith("Everything is kept. Goodbye.")
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    files = [tmp_path / name for name in ("all.json", "all.zip", "all.md", "all.ipynb")]
    commands = [["list"], ["progress"], ["progress", "--json"], ["review"], ["review", "--json"]]
    for command in [*commands, *(["export", str(file)] for file in files)]:
        assert main(["--pack", str(COURSE), *command]) == 0, command

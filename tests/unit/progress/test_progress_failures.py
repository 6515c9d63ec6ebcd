"""A failure of the store is known by its code; words in a path lead to no other advice."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.database import Database
from mxtutor.progress.failures import explain
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store

ADVICE = {
    "full": "Free some space",
    "locked": "Close it, then try again",
    "damaged": "sets the file aside",
    "read-only": "is read-only. Set MXTUTOR_HOME",
    "other": "Fix the folder's permissions",
}
NAMES = ("fuller", "locked-lab", "quota", "malformed", "readonly", "database is locked")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (errno.EACCES, "other"),
        (errno.EPERM, "other"),
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EFBIG, "full"),
        (errno.EROFS, "read-only"),
    ],
)
def test_an_error_of_the_disk_is_known_by_its_number(tmp_path: Path, name: str, code: int, kind: str) -> None:
    home = tmp_path / name
    line = str(explain(OSError(code, os.strerror(code), str(home / "progress.db")), home))
    assert ADVICE[kind] in line
    assert "\n" not in line
    assert [advice for advice in ADVICE.values() if advice in line] == [ADVICE[kind]]


class ErrorOf310(sqlite3.OperationalError):
    """An error without a code, as Python 3.10 raises it."""

    @property
    def sqlite_errorcode(self) -> int:
        raise AttributeError


def _with_code(text: str, code: int) -> Any:
    error: Any = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        ("database is locked", 5, "locked"),
        ("database is locked", 5 | 1 << 8, "locked"),
        ("database table is locked", 6, "locked"),
        ("attempt to write a readonly database", 8, "read-only"),
        ("database disk image is malformed", 11, "damaged"),
        ("database or disk is full", 13, "full"),
        ("unable to open database file", 14, "other"),
        ("file is not a database", 26, "damaged"),
    ],
)
@pytest.mark.parametrize("old", [False, True])
def test_an_error_of_sqlite_is_known_by_its_code(tmp_path: Path, text: str, code: int, kind: str, old: bool) -> None:
    try:
        try:
            raise ErrorOf310(text) if old else _with_code("in another language", code)
        except sqlite3.Error as error:
            raise RuntimeError(text) from error
    except RuntimeError as error:
        line = str(explain(error, tmp_path / "fuller"))
    assert [advice for advice in ADVICE.values() if advice in line] == [ADVICE[kind]]


@pytest.mark.parametrize("old", [False, True])
def test_words_in_sqlite_s_own_message_count_as_a_whole_only(tmp_path: Path, old: bool) -> None:
    text = "no such table: full, locked and malformed"
    line = str(explain(ErrorOf310(text) if old else _with_code(text, 1), tmp_path))
    assert ADVICE["other"] in line


@pytest.mark.parametrize("name", NAMES)
def test_a_home_that_may_not_be_made_is_said_to_be_that(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("mxtutor.progress.opening.make_private_folder", refused)
    with pytest.raises(StoreError, match=r"no permission\. Fix the folder's permissions"):
        open_store(tmp_path / name)


def _keep_draft(home: Path) -> None:
    open_store(home).save_draft("tensors/arccos", Draft("x"))


def _add_attempt(home: Path) -> None:
    open_store(home).add_attempt("tensors/arccos", "x", Report("tensors/arccos", Verdict.WRONG, "no"))


@pytest.mark.parametrize("write", [_keep_draft, _add_attempt])
def test_a_real_read_only_database_is_said_to_be_that(
    tmp_path: Path, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "fuller"
    open_store(home).close()
    real = Database.connect

    def connect_read_only(database: Database) -> None:
        real(database)
        database.run("PRAGMA query_only = on")

    monkeypatch.setattr(Database, "connect", connect_read_only)
    with pytest.raises(StoreError, match="read-only"):
        write(home)


def test_a_real_full_disk_below_a_home_with_misleading_words(tmp_path: Path) -> None:
    store = open_store(tmp_path / "locked-lab")
    ((pages,),) = store.database.run("PRAGMA page_count")
    store.database.run(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"is full\. Free some space"):
        store.save_draft("tensors/arccos", Draft("x" * 100_000))
    store.database.run("PRAGMA max_page_count = 1000000")
    store.save_draft("tensors/arccos", Draft("y" * 100_000))
    assert store.draft("tensors/arccos") == Draft("y" * 100_000)

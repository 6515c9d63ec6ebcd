"""Kills, damage, full disks, other releases and other tutors: nothing is lost, and learners see a message."""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress import database as tables
from mxtutor.progress.database import Database
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store

RELEASES = Path(__file__).resolve().parents[2] / "releases"
ARCCOS = "tensors/arccos"
WRONG = Report(ARCCOS, Verdict.WRONG, "2 of 12 values differ")
WRITER = """
import sys
from pathlib import Path
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
store = open_store(Path(sys.argv[1]))
exercise, first, last = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
print("open", flush=True)
for step in range(first, last):
    text = f"step {step} " + "x" * 20_000 + f" end {step}"
    store.add_attempt(exercise, text, Report(exercise, Verdict.WRONG, "no", seed=step))
    store.save_draft(exercise, Draft(text))
    print(step, flush=True)
"""


def _writer(home: Path, exercise: str, first: int, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(home), exercise, str(first), str(last)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_temporary_tables_need_no_folder_that_a_session_may_not_write(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    database.connect()
    assert database.run("PRAGMA temp_store") == [(2,)]
    database.close()


def test_kill_9_at_any_moment_loses_nothing_that_was_kept(home: Path) -> None:
    draws = random.Random(11)
    kept, least = -1, 0
    for _ in range(12):
        process = _writer(home, ARCCOS, kept + 1, 100_000)
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        told = [process.stdout.readline() for _ in range(draws.randrange(6))]  # so many steps on a slow machine, too
        time.sleep(draws.uniform(0.0, 0.03))
        process.kill()
        said = [int(line) for line in (*told, *process.stdout.read().splitlines())]
        least += len(told)
        assert process.wait() == -signal.SIGKILL
        store = open_store(home)
        seeds = sorted(attempt.seed for attempt in store.attempts(ARCCOS))
        assert store.notice == ""
        # What it had no time to tell of may be there too, but nothing may be missing before it.
        assert seeds == list(range(len(seeds)))
        assert len(seeds) > (said[-1] if said else kept)
        draft = store.draft(ARCCOS)
        if said:
            assert draft is not None
            assert draft.code.split()[-1] in (str(said[-1]), str(said[-1] + 1))
            file = (home / "answers" / f"{ARCCOS}.py").read_text(encoding="utf-8")
            assert file.split()[:2] == ["step", file.split()[-1]], "half a file"
        kept = len(seeds) - 1
        store.close()
    assert kept + 1 >= least > 20, "the writers were killed before they wrote anything"


def test_two_tutors_write_at_once(home: Path) -> None:
    writers = [_writer(home, name, 0, 40) for name in ("tensors/a", "tensors/b")]
    for writer in writers:
        assert writer.communicate(timeout=300)[0].endswith("39\n")
        assert writer.returncode == 0
    store = open_store(home)
    assert {name: standing.attempts for name, standing in store.standings().items()} == {
        "tensors/a": 40,
        "tensors/b": 40,
    }


def test_a_tutor_sees_what_another_one_kept(home: Path) -> None:
    one, other = open_store(home), open_store(home)
    one.add_attempt(ARCCOS, "x", WRONG)
    assert other.standing(ARCCOS).attempts == 1
    other.add_attempt(ARCCOS, "y", WRONG)
    assert one.standing(ARCCOS).attempts == 2


def _damage_head(path: Path) -> None:
    path.write_bytes(b"this is not a database, but it may have been one" * 100)


def _damage_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()


@pytest.mark.parametrize("harm", [_damage_head, _damage_middle, _truncate, _foreign])
def test_a_file_that_is_damaged_or_not_ours_is_set_aside_and_said_so(home: Path, harm: object) -> None:
    store = open_store(home)
    for _ in range(20):
        store.add_attempt(ARCCOS, "x" * 2000, WRONG)
    store.close()
    path = home / "progress.db"
    assert callable(harm)
    harm(path)
    content = path.read_bytes()
    again = open_store(home)
    aside = next(home.glob("progress.db.aside-*"))
    assert aside.read_bytes() == content
    assert str(aside) in again.notice
    assert again.standings() == {}
    again.add_attempt(ARCCOS, "x", WRONG)
    again.close()
    assert open_store(home).notice == ""


def test_an_empty_file_is_a_new_store(home: Path) -> None:
    home.mkdir()
    (home / "progress.db").touch()
    store = open_store(home)
    store.add_attempt(ARCCOS, "x", WRONG)
    assert store.notice == ""


@pytest.fixture
def older(home: Path) -> Path:
    """A home as release 0.3.0 left it."""
    shutil.copytree(RELEASES / "0.3.0", home)
    return home


def _tables(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def test_an_older_file_is_migrated_once_with_a_backup_beside_it(older: Path) -> None:
    before = _tables(older / "progress.db")
    for _ in range(2):
        with closing(open_store(older)) as store:
            attempts = store.attempts(ARCCOS)
            assert attempts
    backup = older / "progress.db.format-5"
    assert _tables(backup) == before
    assert backup.stat().st_mode & 0o777 == 0o600
    assert "attempts" not in _tables(older / "progress.db")


def test_a_migration_that_fails_changes_nothing(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _tables(older / "progress.db")
    with monkeypatch.context() as patch:
        patch.setattr(tables, "SCHEMA", f"{tables.SCHEMA}DROP TABLE not_there")
        with pytest.raises(StoreError):
            open_store(older)
    assert _tables(older / "progress.db") == before
    with closing(open_store(older)) as store:
        assert store.attempts(ARCCOS)


def test_damaged_rows_of_an_older_file_cost_themselves_alone(older: Path) -> None:
    with closing(sqlite3.connect(older / "progress.db")) as database, database:
        for table, column in [
            (name, row[1])
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for row in database.execute(f"PRAGMA table_info({name})").fetchall()
        ]:
            if table in ("mxtutor_schema", "sqlite_sequence"):
                continue
            for value in ("X'FF00'", "'maybe'", "-5", "9e999"):
                with contextlib.suppress(sqlite3.Error):
                    last = f"SELECT max(rowid) FROM {table}"
                    database.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = ({last})")
    with closing(open_store(older)) as store:
        assert store.notice == ""
        assert store.standing("blocks/convnet").status == "done"


def test_two_tutors_may_migrate_at_once(older: Path) -> None:
    found: list[int] = []

    def opening() -> None:
        with closing(open_store(older)) as store:
            found.append(len(store.events()))

    threads = [threading.Thread(target=opening) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_what_is_saved_stays_when_the_file_was_opened_twice_and_another_program_ends(home: Path) -> None:
    """SQLite deletes the log when the last program closes the file, so that a program must keep its locks."""
    opening = "from pathlib import Path; from mxtutor.progress.store import open_store; import sys"
    another = f"{opening}; print(open_store(Path(sys.argv[1])).setting('theme'))"
    command = [sys.executable, "-c", another, str(home)]
    with closing(open_store(home)) as store:
        open_store(home).close()
        subprocess.run(command, check=True, capture_output=True)
        store.save_setting("theme", "light")
        assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "light\n"


def test_a_file_of_a_newer_release_is_refused_and_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        for module in ("database", "opening"):
            patch.setattr(f"mxtutor.progress.{module}.VERSION", tables.VERSION + 1)
        open_store(home).close()
    before = (home / "progress.db").read_bytes()
    with pytest.raises(StoreError, match="newer mxtutor") as caught:
        open_store(home)
    assert "Update mxtutor" in caught.value.fix
    assert (home / "progress.db").read_bytes() == before


def test_a_full_disk_is_one_line_and_what_was_kept_stays(home: Path) -> None:
    store = open_store(home)
    store.add_attempt(ARCCOS, "kept", WRONG)
    ((pages,),) = store.database.run("PRAGMA page_count")
    store.database.run(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full") as caught:
        store.add_attempt(ARCCOS, "x" * 100_000, WRONG)
    assert "\n" not in str(caught.value)
    assert [attempt.code for attempt in store.attempts(ARCCOS)] == ["kept"]
    store.database.run("PRAGMA max_page_count = 1000000")
    store.add_attempt(ARCCOS, "x" * 100_000, WRONG)
    assert len(store.attempts(ARCCOS)) == 2


def _in_child(work: str, home: Path, uid: int | None = None, file_bytes: int | None = None) -> list[str]:
    """Return what a piece of code in a forked child, with other rights or limits, puts into the list `said`."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said: list[str] = []
        try:
            if file_bytes is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
            if uid is not None:
                os.setuid(uid)
            exec(work, {**globals(), "home": home, "said": said})
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
        os.write(writing, json.dumps(said).encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    result: list[str] = json.loads(text)
    return result


def test_a_disk_that_takes_no_more_bytes_is_one_line(home: Path) -> None:
    open_store(home).close()
    work = "store = open_store(home)\nfor _ in range(100): store.add_attempt(ARCCOS, 'x' * 10_000, WRONG)"
    (line,) = _in_child(work, home, file_bytes=200_000)
    assert line.startswith("StoreError: ")
    assert str(home) in line
    assert "\n" not in line
    assert open_store(home).notice == ""
    assert 0 < open_store(home).standing(ARCCOS).attempts < 100


@pytest.mark.parametrize("existing", [False, True])
def test_a_home_that_cannot_be_written_is_one_line(tmp_path: Path, existing: bool) -> None:
    home = tmp_path / "read-only"
    home.mkdir()
    if existing:
        open_store(home).close()
    for path in (home, *home.iterdir()):
        path.chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IROTH | stat.S_IXOTH)
    for parent in tmp_path.parents[:2]:
        parent.chmod(0o755)
    uid = 65534 if os.geteuid() == 0 else None
    try:
        (line,) = _in_child("open_store(home).save_draft(ARCCOS, Draft('x'))", home, uid=uid)
    finally:
        for path in (home, *home.iterdir()):
            path.chmod(0o755)
    assert line.startswith("StoreError: Progress in")
    assert "MXTUTOR_HOME" in line


def test_a_home_below_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="MXTUTOR_HOME"):
        open_store(tmp_path / "file" / "home")


def test_a_locked_file_is_one_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxtutor.progress.database.BUSY_SECONDS", 0.1)
    store = open_store(home)
    other = sqlite3.connect(home / "progress.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked"):
        store.save_draft(ARCCOS, Draft("x"))
    other.execute("ROLLBACK")
    other.close()
    store.save_draft(ARCCOS, Draft("x"))
    assert store.draft(ARCCOS) == Draft("x")


def test_a_draft_file_that_cannot_be_written_is_one_line_and_the_draft_is_kept(home: Path) -> None:
    store = open_store(home)
    (home / "answers").touch()
    with pytest.raises(StoreError, match="answers"):
        store.save_draft(ARCCOS, Draft("x"))
    assert store.draft(ARCCOS) == Draft("x")

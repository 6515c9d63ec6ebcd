"""Commands that check answers report to the class of the learner, and being offline costs them next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mxtutor.cli.check import CommandSession
from mxtutor.content.class_links import ClassLink
from mxtutor.content.loader import load_exercise
from mxtutor.live.membership import join, read_membership
from mxtutor.live.reporter import AWAY, open_reporter, waiting
from mxtutor.progress.store import open_store
from tests.ui.fakes import COURSE, WRONG, FakeGrader
from tests.unit.live.live_class import CODE, Running, running

EXERCISE = load_exercise(COURSE / "exercises" / "tensors" / "arccos", "tensors/arccos")
ANSWER = "def arccos(x):\n    return 1\n"


@pytest.fixture(autouse=True)
def _patient() -> Iterator[None]:
    """Commands wait long enough for a class server on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:  # one of its own: a test undoes what the usual one has done
        patch.setattr("mxtutor.live.reporter.COMMAND_SECONDS", 60.0)
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A class server on loopback."""
    (tmp_path / "server").mkdir()
    with running(tmp_path / "server") as found:
        yield found


def check() -> None:
    """Check one answer, as `mxtutor check` does."""
    session = CommandSession(FakeGrader(WRONG))
    session.again = True
    session.check(session.open_now(EXERCISE), ANSWER)


def test_a_check_is_reported(server: Running, home: Path) -> None:
    join(home, ClassLink(server.url), code=CODE, name="Ana")
    check()
    (row,) = server.rows()
    assert (row.kind, row.exercise, row.verdict, row.code) == ("attempt", "tensors/arccos", "wrong", None)
    assert row.content == EXERCISE.task_hash[:16]


def test_a_check_without_class_writes_nothing_for_one(home: Path) -> None:
    check()
    assert not list(home.glob("class*"))


def test_offline_checks_try_once_a_minute_and_lose_nothing(
    server: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join(home, ClassLink(server.url), code=CODE, name="Ana")
    server.stop()
    check()
    server.start()
    tries = []
    monkeypatch.setattr("mxtutor.live.reporter.send_events", lambda *a, **k: tries.append(a))
    check()
    assert tries == []
    monkeypatch.undo()
    monkeypatch.setenv("MXTUTOR_HOME", str(home))
    membership = read_membership(home)
    assert membership is not None
    with closing(open_store(home)) as store:
        assert len(waiting(store, membership)) == 2
        store.save_setting(AWAY, "1")
    check()
    assert len(server.rows()) == 3


def test_a_damaged_membership_does_not_stop_a_check(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / "class.json").write_text("{")
    check()
    assert "your class did not get the report" in capsys.readouterr().err


def test_events_of_other_exercises_are_not_even_written(server: Running, home: Path) -> None:
    from dataclasses import replace

    from mxtutor.live.membership import read_membership, save_membership

    save_membership(home, replace(join(home, ClassLink(server.url), code=CODE, name="Ana"), exercises=("blocks/x",)))
    reporter = open_reporter(home)
    assert reporter is not None
    reporter.opened(EXERCISE)
    assert reporter.waiting() == []
    assert read_membership(home, {}) is not None

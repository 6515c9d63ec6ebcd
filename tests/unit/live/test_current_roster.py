"""A roster that changes while a program uses it: a fault is told once, and the earlier roster stays in use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.classroom.roster import issue_tokens
from mxtutor.errors import UsageError
from mxtutor.live.client import TokenRefusedError, UnreachableError, class_info, join_class
from mxtutor.live.people import People
from tests.unit.live.live_class import CODE, Running

TWICE = "name,id\nAna,1\nEve,1\n"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A class server."""
    one = Running(tmp_path).start()
    yield one
    one.stop()
    one.store.close()


def test_a_fault_is_told_once_and_so_is_its_end(tmp_path: Path) -> None:
    file, told = tmp_path / "roster.csv", list[str]()
    file.write_text("name\nAna\n")
    current = People(file, None, tell=told.append)
    file.write_text(TWICE)
    assert [one.name for _ in range(3) for one in current.roster.learners] == ["Ana"] * 3
    (line,) = told
    assert line.startswith("the changed roster cannot be read, so the server uses the earlier one: ")
    assert f"{file}:3" in line
    file.unlink()
    assert current.roster.of_id("Ana")
    assert current.problem.startswith(f"There is no file {file}.")
    file.write_text("name\nBo\n")
    assert [one.name for one in current.roster.learners] == ["Bo"]
    assert (len(told), told[-1], current.problem) == (3, "the roster can be read again.", "")


def test_a_roster_that_has_a_fault_at_the_start_is_refused(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(TWICE)
    with pytest.raises(UsageError, match="the id '1' is also in"):
        People(tmp_path / "roster.csv", None)


def test_the_class_server_tells_the_instructor_of_a_damaged_roster(running: Running) -> None:
    token = running.joined()
    assert class_info(running.url, token).title == "Gluon"
    running.people.path.write_text(TWICE)
    for _ in range(2):
        assert class_info(running.url, token).title == "Gluon"
    assert ["the id '1' is also in" in line for line in running.told] == [True]
    running.people.path.write_text("name,id\nAna,1\n")
    with pytest.raises(TokenRefusedError):
        class_info(running.url, token)
    assert running.told[1] == "the roster can be read again."


def test_who_joins_while_the_roster_is_damaged_sees_no_line_of_it(running: Running) -> None:
    running.people.path.write_text(TWICE)
    with pytest.raises(UnreachableError) as refused:
        join_class(running.url, CODE, "Bo")
    assert str(refused.value) == "The roster of the class cannot be read now. Tell your instructor."
    assert len(running.told) == 1
    running.people.path.write_text("name,id\nAna,1\n")
    assert join_class(running.url, CODE, "Bo").token


def test_new_tokens_count_at_once(running: Running) -> None:
    running.people.path.write_text("name,id\nAna,1\n")
    token = issue_tokens(running.people.path)["1"]
    assert class_info(running.url, token).title == "Gluon"
    assert running.told == []

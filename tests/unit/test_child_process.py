"""A process of the grader talks over its socket, keeps its log, and ends when it shall."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.workers.child_process import ChildProcess

PROGRAM = """
import json, os, socket, sys

def main(fd, *arguments):
    connection = socket.socket(fileno=fd)
    known = {
        "arguments": arguments, "isolated": sys.flags.isolated, "sandwich": os.environ.get("SANDWICH"),
        "leads": os.getsid(0) == os.getpid(),
    }
    print("The first line.", flush=True)
    connection.send(json.dumps(known).encode())
    connection.recv(1)
    sys.exit("The last line.")
"""

Start = Callable[..., ChildProcess]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start the program as a child process; it is killed after the test."""
    (tmp_path / "program_of_a_child.py").write_text(PROGRAM)
    monkeypatch.syspath_prepend(tmp_path)
    started: list[ChildProcess] = []

    def begin(*arguments: object, **options: object) -> ChildProcess:
        one = ChildProcess("helper", "program_of_a_child", arguments, **options)  # type: ignore[arg-type]
        one.socket.settimeout(30)
        started.append(one)
        return one

    yield begin
    for one in started:
        one.kill()
        one.end(30)
        one.close()


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_SEQPACKET])
def test_it_gets_its_arguments_in_an_isolated_interpreter(start: Start, kind: socket.SocketKind) -> None:
    process = start(True, {"role": "mxnet"}, kind=kind, environment={"SANDWICH": "cheese"})
    known = json.loads(process.socket.recv(1 << 12))
    expected = {"arguments": [True, {"role": "mxnet"}], "isolated": 1, "sandwich": "cheese", "leads": True}
    assert known == expected
    assert process.alive
    os.kill(process.pid, 0)


def test_it_joins_the_session_of_its_parent_if_asked(start: Start) -> None:
    assert json.loads(start(own_session=False).socket.recv(1 << 12))["leads"] is False


def test_it_leaves_when_its_socket_closes_and_its_last_line_is_kept(start: Start) -> None:
    process = start()
    process.socket.recv(1 << 12)
    assert process.last_line() == "The first line"
    process.socket.close()
    process.end(30)
    assert not process.alive
    assert process.last_line() == "The last line"
    process.kill()


def test_a_process_that_does_not_leave_is_killed(start: Start) -> None:
    process = start()
    process.socket.recv(1 << 12)
    process.end(0)
    assert not process.alive
    assert process.last_line() == "The first line"


def test_a_python_that_does_not_exist_is_broken(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(BrokenError, match=r"^The helper cannot be started: .*doctor"):
        start()

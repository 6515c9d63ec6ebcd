"""A process of the grader talks over its socket, keeps its log, and ends when it shall."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.procfs import ending, stopped
from mxtutor.grading.workers.child_process import ChildProcess, from_lasting_thread

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


PARENT = """
import sys, threading
sys.path[:] = {paths!r}
from mxtutor.grading.workers.child_process import ChildProcess
started = []
def start():
    started.append(ChildProcess("helper", "program_of_a_child", (), ends_with_parent={ends}))
thread = threading.Thread(target=start)
thread.start()
thread.join()
started[0].socket.recv(1 << 12)
print(started[0].pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends such a process")
@pytest.mark.parametrize("ends", [True, False])
def test_it_ends_with_the_process_that_started_it_and_not_with_the_thread(start: Start, ends: bool) -> None:
    code = PARENT.format(paths=sys.path, ends=ends)
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert not stopped(child)
    os.kill(child, signal.SIGSTOP)  # so that it cannot see that its socket closes
    parent.kill()
    parent.communicate()
    end = time.monotonic() + (60 if ends else 0.3)
    while not ending(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert ending(child) is ends
    if not ends:
        os.kill(child, signal.SIGKILL)


def test_it_ends_if_its_parent_has_ended_before_it_begins(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getpid", lambda: 1)  # as if another process had started it
    process = start()
    process.end(30)
    assert process.last_line() == ""
    assert not process.alive


def test_a_fork_starts_processes_from_a_thread_of_its_own(start: Start) -> None:
    start().socket.recv(1 << 12)
    reading, writing = os.pipe()
    fork = os.fork()
    if fork == 0:
        try:
            os.write(writing, str(from_lasting_thread(os.getpid)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == str(fork)
    os.waitpid(fork, 0)


def test_an_error_of_a_start_reaches_its_caller() -> None:
    with pytest.raises(FileNotFoundError):
        from_lasting_thread(lambda: os.stat("/nowhere"))

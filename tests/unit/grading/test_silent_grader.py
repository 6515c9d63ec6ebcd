"""When a caller ends a grader's process that is silent: soon if a signal stopped it, late if it may only be slow."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.protocol import Grader
from mxtutor.grading.service import connection
from mxtutor.grading.service.calls import MAX_REPLY, MAX_REQUEST, Channel, FromCaller, FromGrader, Hello, Ping, Welcome
from mxtutor.grading.service.connection import Connection, LeavingError

HELLO = Hello("here", "ana")


class Silent:
    """A grader's process that greets, perhaps, and then only counts questions."""

    def __init__(self, *, greets: bool, stopped: bool) -> None:
        self.ours, theirs = socket.socketpair()
        self.stopped = stopped
        self.questions = 0
        self.killed = threading.Event()
        self._channel = Channel[FromGrader, FromCaller](theirs, FromCaller, MAX_REQUEST, MAX_REPLY)
        self._greets = greets
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            while True:
                message = self._channel.receive()
                self.questions += isinstance(message, Ping)
                if self._greets and isinstance(message, Hello):
                    self._channel.send(Welcome(1))
        except EOFError:
            self._channel.close()

    def kill(self) -> None:
        self.killed.set()
        self._channel.cut()

    def asked(self) -> int:
        """Return how often it was asked, once it has heard the end of the connection."""
        self._thread.join(60)
        return self.questions

    def connect(self) -> Connection:
        return Connection(self.ours, HELLO, kill=self.kill, stopped=lambda: self.stopped)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what lets callers ask every 20 ms from then on; before that, they wait for a greeting for long."""
    monkeypatch.setattr(connection, "PING_SECONDS", 60.0)
    monkeypatch.setattr(connection, "MAX_UNANSWERED", 6)
    return lambda: monkeypatch.setattr(connection, "PING_SECONDS", 0.02)


@pytest.mark.parametrize(("stopped", "questions"), [(True, 1), (False, 6)])
def test_a_call_to_a_silent_process_ends_it(stopped: bool, questions: int, quick: Callable[[], None]) -> None:
    silent = Silent(greets=True, stopped=stopped)
    connected = silent.connect()
    quick()
    with pytest.raises(BrokenError, match="The process that grades has ended") as failed:
        connected.call(Grader.run, "mxnet", "1")
    assert failed.value.fix == "Check again."
    assert silent.killed.is_set()
    assert silent.asked() == questions


@pytest.mark.parametrize("stopped", [True, False])
def test_a_process_that_never_greets_is_ended_and_can_be_replaced(stopped: bool, quick: Callable[[], None]) -> None:
    quick()
    silent = Silent(greets=False, stopped=stopped)
    with pytest.raises(LeavingError):
        silent.connect()
    assert silent.killed.is_set()

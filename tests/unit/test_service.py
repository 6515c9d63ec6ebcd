"""The server of the grader's process performs every request on its grader and replies with its number."""

from __future__ import annotations

import pickle
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mxtutor.errors import UsageError
from mxtutor.grading.protocol import GraderState, PairRun, Submission
from mxtutor.grading.service.channel import Channel
from mxtutor.grading.service.messages import (
    Call,
    Cancel,
    Done,
    Failed,
    Grade,
    Output,
    Pair,
    PlayDraft,
    Prepare,
    ReferenceLosses,
    Reply,
    Request,
    Run,
    State,
)
from mxtutor.grading.service.server import Service
from tests.ui.fakes import MXNET_RUN, PLAY, TORCH_RUN, WRONG, FakeGrader
from tests.unit.specimens import exercise

SUBJECT = exercise({"x": {"values": [1, 2]}}, id=WRONG.exercise)
SUBMISSION = Submission(SUBJECT, b"answer")


@pytest.fixture
def grader() -> FakeGrader:
    """The grader behind the server."""
    return FakeGrader()


@pytest.fixture
def channel(grader: FakeGrader) -> Iterator[Channel[Call, Reply]]:
    """The screen's end; the server's first message has been received."""
    ours, theirs = socket.socketpair()
    ours.settimeout(30)
    server = threading.Thread(target=Service(theirs, grader).serve)
    server.start()
    channel: Channel[Call, Reply] = Channel(ours)
    assert channel.receive() == State(GraderState("ready"))
    yield channel
    channel.finish()
    server.join(30)
    assert not server.is_alive(), "the server leaves when it reads the end"
    channel.close()
    theirs.close()


@pytest.mark.parametrize(
    ("request_", "result"),
    [
        (Grade(SUBMISSION, wants_output=False), WRONG),
        (Run("torch", "1"), TORCH_RUN),
        (Run("mxnet", "1"), MXNET_RUN),
        (Pair("1", "1", 1e-6), PairRun(TORCH_RUN, MXNET_RUN, True)),
        (PlayDraft(SUBJECT, b"draft", 1, 7), PLAY),
        (Prepare(SUBJECT), None),
        (ReferenceLosses(SUBJECT), ()),
        (Cancel(), None),
    ],
)
def test_every_request_gets_its_result(request_: Request[Any], result: object, channel: Channel[Call, Reply]) -> None:
    channel.send(Call(5, request_))
    assert channel.receive() == Done(5, result)


def test_requests_reach_the_grader_whole(grader: FakeGrader, channel: Channel[Call, Reply]) -> None:
    requests: list[Request[Any]] = [Grade(SUBMISSION, False), PlayDraft(SUBJECT, b"draft", 1, 7), Cancel()]
    for number, request in enumerate(requests):
        channel.send(Call(number, request))
        channel.receive()
    assert grader.graded == [SUBMISSION]
    assert grader.played == [(b"draft", 1, 7)]
    assert grader.cancelled == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_output_comes_before_the_report_if_it_is_wanted(
    wanted: bool, grader: FakeGrader, channel: Channel[Call, Reply]
) -> None:
    grader.prints = b"line\n"
    channel.send(Call(3, Grade(SUBMISSION, wants_output=wanted)))
    if wanted:
        assert channel.receive() == Output(3, b"line\n")
    assert channel.receive() == Done(3, WRONG)


@pytest.mark.parametrize(
    ("fault", "failed"),
    [
        (UsageError("Not possible.", fix="Do this."), Failed(1, "Not possible.", "Do this.")),
        (ZeroDivisionError("zero"), Failed(1, "mxtutor failed: ZeroDivisionError: zero.", "Please report it.")),
    ],
)
def test_a_failure_costs_one_call(
    fault: Exception, failed: Failed, grader: FakeGrader, channel: Channel[Call, Reply]
) -> None:
    grader.fault = fault
    channel.send(Call(1, Grade(SUBMISSION, wants_output=False)))
    assert channel.receive() == failed
    channel.send(Call(2, Run("torch", "1")))
    assert channel.receive() == Done(2, TORCH_RUN)


def test_an_unknown_request_fails(channel: Channel[Call, Reply]) -> None:
    channel.send(Call(1, Request()))
    reply = channel.receive()
    assert isinstance(reply, Failed)
    assert "unknown request" in reply.message


def test_a_cancel_is_performed_while_an_answer_runs(grader: FakeGrader, channel: Channel[Call, Reply]) -> None:
    grader.gate = threading.Event()
    channel.send(Call(1, Grade(SUBMISSION, wants_output=False)))
    channel.send(Call(2, Cancel()))
    assert channel.receive() == Done(2, None)
    grader.gate.set()
    assert channel.receive() == Done(1, WRONG)


def _close(far: socket.socket) -> None:
    far.close()


def _send_text(far: socket.socket) -> None:
    far.sendall(b"text, which is not a message\n")


def _send_half(far: socket.socket) -> None:
    far.sendall(pickle.dumps(Call(1, Cancel()))[:-5])
    far.close()


@pytest.mark.parametrize("end", [_close, _send_text, _send_half])
def test_what_is_not_a_message_is_the_end(end: Callable[[socket.socket], None]) -> None:
    ours, theirs = socket.socketpair()
    channel: Channel[Call, Reply] = Channel(ours)
    with ours, theirs:
        end(theirs)
        with pytest.raises(EOFError):
            channel.receive()
        channel.close()
        channel.send(Call(1, Cancel()))
        channel.finish()

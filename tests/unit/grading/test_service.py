"""The grader's side of a connection performs every request on its grader and replies with its number."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor import served
from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError, ContentError, UsageError
from mxtutor.grading.differences import Curves
from mxtutor.grading.protocol import (
    FUNCTIONS,
    Aspect,
    CaseResult,
    Grader,
    GraderState,
    PairRun,
    Review,
    Submission,
    Verdict,
)
from mxtutor.grading.report_json import from_plain, to_plain
from mxtutor.grading.service import server as service_server
from mxtutor.grading.service.calls import (
    MAX_REQUEST,
    Call,
    Cancel,
    Channel,
    Condition,
    Done,
    ExerciseId,
    Failed,
    FromCaller,
    FromGrader,
    Hello,
    Inspect,
    Output,
    Ping,
    Pong,
    Refused,
    State,
    Stop,
    Welcome,
    bound,
    caller_channel,
    sent,
    types_of,
)
from mxtutor.grading.service.connection import Connection
from mxtutor.grading.service.server import MAX_CALLS, Service
from mxtutor.grading.service.turns import MAX_WAITING
from tests.ui.fakes import MXNET_RUN, PLAY, SAME_TABLE, TORCH_RUN, WRONG, FakeGrader
from tests.unit.specimens import exercise

SUBJECT = exercise({"x": {"values": [1, 2]}}, id=WRONG.exercise)
ID = ExerciseId(SUBJECT.id)
SESSION = served.Served(caller="ana").to_environment()[served.VARIABLE]
Caller = Channel[FromCaller, FromGrader]
LONG = 60.0
"""Longest wait for what happens at once on a machine that is not busy."""


def call(number: int, method: Callable[..., Any], *given: object, **named: object) -> Call:
    """Return the call of a method of `Grader`."""
    return Call(number, method.__name__, sent(method.__name__, bound(method, given, named)))


def grade(number: int, source: bytes = b"", **named: Any) -> Call:
    """Return the call that grades an answer."""
    return call(number, Grader.grade, Submission(SUBJECT, source, 5, "cpu"), **named)


def prepare(number: int, subject: Exercise = SUBJECT) -> Call:
    """Return the call that prepares an exercise."""
    return call(number, Grader.prepare, subject)


LIVE = Submission(SUBJECT, b"answer", 5, "cpu", live=True)
CALLS = (
    grade(1),
    grade(2, b"source", on_output=print),
    prepare(3),
    call(4, Grader.run, "mxnet", "1"),
    call(-1, Grader.grade, LIVE),
)


def json_of(value: object) -> bytes:
    """Return a value as JSON."""
    return json.dumps(value).encode()


def until(condition: Callable[[], object]) -> bool:
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + LONG
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.005)
    return bool(found)


def _frame(text: bytes) -> bytes:
    return struct.pack("<I", len(text)) + text


def _sent(message: FromCaller) -> bytes:
    return _frame(msgspec.json.encode(message))


MESSAGES = st.one_of(
    st.sampled_from([_sent(one) for one in CALLS]),
    st.sampled_from([_sent(m) for m in (Cancel(), Ping(), Inspect(), Stop())]),
    st.builds(_frame, st.recursive(st.none(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)).map(json_of)),
)


class CalledGrader(FakeGrader):
    """A fake grader that notes when calls take their places, and cancels."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def for_call(self) -> CalledGrader:
        self.events.append("call")
        return self

    def cancel(self) -> None:
        super().cancel()
        self.events.append("cancel")


class FakeService(Service):
    """A service whose only grader is a fake one, and whose only exercise is a specimen."""

    def __init__(self, grader: CalledGrader) -> None:
        super().__init__(Path(__file__).resolve().parents[3], confined=True)
        self._grader = grader

    def start(self) -> GraderState:
        return GraderState("ready")

    def make_grader(self, *, untrusted: bool) -> Any:
        return self._grader

    def exercise(self, named: ExerciseId) -> Exercise:
        if named != ID:
            raise ContentError("There is no such exercise.")
        return SUBJECT


@pytest.fixture
def grader() -> CalledGrader:
    """The grader of the service."""
    return CalledGrader()


@pytest.fixture
def service(grader: CalledGrader) -> FakeService:
    """What all connections of a test share."""
    return FakeService(grader)


def served_by(service: Service, theirs: socket.socket) -> threading.Thread:
    """Serve the grader's end of a connection in a thread."""
    server = threading.Thread(target=lambda: asyncio.run(service_server.serve(theirs, service)), daemon=True)
    server.start()
    return server


def connected(service: Service) -> tuple[Caller, threading.Thread]:
    """Return a caller's end of a connection, and the thread that serves it."""
    ours, theirs = socket.socketpair()
    server = served_by(service, theirs)
    return caller_channel(ours), server


def hello(service: Service) -> Hello:
    """Return the greeting of a caller of the same installation."""
    return Hello(service.installation, "ana")


@pytest.fixture
def channel(service: FakeService) -> Iterator[Caller]:
    """A caller's end; the greeting and the state of the workers have been received."""
    channel, server = connected(service)
    channel.send(hello(service))
    assert isinstance(channel.receive(), Welcome)
    assert channel.receive() == State(GraderState("ready"))
    yield channel
    channel.finish()
    server.join(LONG)
    assert not server.is_alive(), "the session ends when it reads the end"
    channel.close()


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        (grade(5), WRONG),
        (call(5, Grader.grade, LIVE), WRONG),
        (call(5, Grader.run, "torch", "1"), TORCH_RUN),
        (call(5, Grader.run, "mxnet", "1"), MXNET_RUN),
        (call(5, Grader.pair, "1", "1", 1e-6), PairRun(TORCH_RUN, MXNET_RUN, True, (SAME_TABLE,))),
        (call(5, Grader.play, SUBJECT, b"", case=1, seed=7), PLAY),
        (call(5, Grader.review, Submission(SUBJECT, b"source")), Review()),
        (prepare(5), None),
        (call(5, Grader.reference_losses, SUBJECT), ()),
    ],
    ids=lambda value: value.function if isinstance(value, Call) else "",
)
def test_every_call_gets_its_result(asked: Call, result: object, channel: Caller) -> None:
    channel.send(asked)
    reply = channel.receive()
    assert isinstance(reply, Done)
    assert reply.number == 5
    assert from_plain(reply.result, types_of(asked.function)[1]) == result


def test_the_calls_are_the_functions_of_the_interface_that_give_a_result() -> None:
    own = {name for name in vars(Grader) if not name.startswith("_")}
    assert own - set(FUNCTIONS) == {"state", "start", "join", "cancel", "close"}


def test_requests_reach_the_grader_whole(grader: CalledGrader, channel: Caller) -> None:
    channel.send(grade(1, b"\xff\0answer"))
    channel.receive()
    channel.send(call(2, Grader.play, SUBJECT, b"draft", case=1, seed=7))
    channel.receive()
    channel.send(Cancel())
    channel.send(Ping())
    assert channel.receive() == Pong()
    assert grader.graded == [Submission(SUBJECT, b"\xff\0answer", 5, "cpu")]
    assert grader.played == [(b"draft", 1, 7)]
    assert grader.cancelled == 1


def test_a_live_check_is_a_background_call_and_says_what_it_is(grader: CalledGrader, channel: Caller) -> None:
    grader.gate = threading.Event()
    channel.send(grade(1))
    assert until(lambda: grader.graded)
    channel.send(call(2, Grader.grade, LIVE))
    assert until(lambda: len(grader.graded) == 2), "a second call that the learner waits for would not begin"
    assert grader.graded[1] == LIVE
    grader.gate.set()
    assert {type(channel.receive()) for _ in range(2)} == {Done}


def test_numbers_that_json_lacks_come_back() -> None:
    aspect = Aspect("losses", False, curves=Curves((math.inf, 0.5), (-math.inf,)))
    report = replace(WRONG, cases=(CaseResult("a case", Verdict.WRONG, (aspect,)),))
    sent = json.loads(json.dumps(to_plain(report), allow_nan=False))
    assert from_plain(sent, type(report)) == report
    losses = from_plain(json.loads(json.dumps(to_plain((math.nan, 1.0)), allow_nan=False)), tuple[float, ...])
    assert math.isnan(losses[0])
    assert losses[1:] == (1.0,)


def test_output_comes_before_the_report_if_it_is_wanted(grader: CalledGrader, channel: Caller) -> None:
    grader.prints = b"line\n"
    channel.send(grade(3, on_output=print))
    assert channel.receive() == Output(3, b"line\n")
    assert isinstance(channel.receive(), Done)
    channel.send(grade(4))
    assert isinstance(channel.receive(), Done)


@pytest.mark.parametrize(
    ("fault", "failed"),
    [
        (UsageError("Not possible.", fix="Do this."), Failed(1, "Not possible.", "Do this.")),
        (ZeroDivisionError("zero"), Failed(1, "mxtutor failed: ZeroDivisionError: zero.", "Please report it.")),
    ],
)
def test_a_failure_costs_one_call(fault: Exception, failed: Failed, grader: CalledGrader, channel: Caller) -> None:
    grader.fault = fault
    channel.send(grade(1))
    assert channel.receive() == failed
    channel.send(call(2, Grader.run, "torch", "1"))
    assert isinstance(channel.receive(), Done)


def test_a_text_that_json_lacks_costs_one_call(grader: CalledGrader, channel: Caller) -> None:
    grader.reports = [replace(WRONG, headline="\udc80")]
    channel.send(grade(1))
    reply = channel.receive()
    assert isinstance(reply, Failed)
    assert "Please report it" in reply.fix


def test_an_exercise_that_the_content_lacks_fails(channel: Caller) -> None:
    channel.send(prepare(1, replace(SUBJECT, id="tensors/nothing")))
    assert channel.receive() == Failed(1, "There is no such exercise.", "")


@pytest.mark.parametrize("name", ["../../etc", "tensors", "/etc/passwd", "tensors/../tensors/arccos", ""])
def test_only_folders_of_the_content_are_exercises(name: str, grader: CalledGrader) -> None:
    with pytest.raises(ContentError):
        Service(Path(__file__).resolve().parents[3], confined=True).exercise(ExerciseId(name))


def test_one_call_of_a_learner_waits_and_a_cancel_ends_it(grader: CalledGrader, channel: Caller) -> None:
    grader.gate = threading.Event()
    channel.send(grade(1, b"1"))
    assert until(lambda: grader.graded)
    for number in (2, 3):
        channel.send(grade(number, b"%d" % number))
    assert channel.receive() == Failed(
        2, "A newer check took the place of this one.", "Check again when the newer one has ended."
    )
    channel.send(Cancel())
    assert channel.receive() == Failed(3, "The check was cancelled.", "Check again when you like.")
    grader.gate.set()
    assert isinstance(channel.receive(), Done), "the fake grader does not end what runs"
    assert len(grader.graded) == 1


def test_a_call_that_gets_no_thread_leaves_its_place_to_the_next(
    grader: CalledGrader, service: FakeService, channel: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    for runs in (False, True):
        grader.gate = threading.Event()
        if runs:
            channel.send(grade(1))
            assert until(lambda: service.turns.condition()[1] == 1)
        with monkeypatch.context() as patch:
            patch.setattr(service.threads, "submit", none_left)
            channel.send(call(2, Grader.grade, LIVE) if runs else grade(2))
            reply = channel.receive()
        assert isinstance(reply, Failed)
        assert "no room" in reply.message
        assert until(lambda: service.turns.condition()[1:3] == (int(runs), 0))  # noqa: B023 - it is called at once
        grader.gate.set()
        if runs:
            assert isinstance(channel.receive(), Done)
    channel.send(grade(3))
    assert isinstance(channel.receive(), Done)


def test_a_new_call_after_a_cancel_waits_for_what_the_cancel_ends(grader: CalledGrader, channel: Caller) -> None:
    """A tutor does this with each newer text: it cancels its check and sends the next one without a pause."""
    grader.gate = threading.Event()
    channel.send(grade(1))
    assert until(lambda: grader.graded)
    for number in range(2, 20):
        channel.send(Cancel())
        channel.send(grade(number))
    ended = {}
    for _ in range(17):
        reply = channel.receive()
        assert isinstance(reply, Failed)
        ended[reply.number] = reply.message
    assert sorted(ended) == list(range(2, 19))
    assert set(ended.values()) <= {"The check was cancelled.", "A newer check took the place of this one."}
    grader.gate.set()
    done = [channel.receive() for _ in range(2)]
    assert {reply.number for reply in done if isinstance(reply, Done)} == {1, 19}


def test_more_calls_of_a_class_than_can_wait_fail_at_once(grader: CalledGrader, service: FakeService) -> None:
    grader.gate = threading.Event()
    channel, server = connected(service)
    channel.send(Hello(service.installation, "school", many=True))
    assert isinstance(channel.receive(), Welcome)
    for number in range(MAX_CALLS):
        channel.send(grade(number))
    while not isinstance(reply := channel.receive(), Failed):
        pass
    assert reply.message == f"{MAX_WAITING} calls wait already."
    grader.gate.set()
    channel.cut()
    server.join(LONG)
    channel.close()


def test_a_flood_of_calls_takes_a_bounded_number_of_threads(
    grader: CalledGrader, service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.grading.service.calls.SEND_SECONDS", 0.5)
    grader.gate = threading.Event()
    channel, server = connected(service)
    channel.send(hello(service))
    before = threading.active_count()
    most = 0
    for number in range(2000):  # no reply is read: the session stops reading once the socket's buffer is full
        channel.send(grade(number))
        most = max(most, threading.active_count() - before)
    assert most <= MAX_CALLS
    grader.gate.set()
    channel.cut()
    server.join(LONG)
    assert not server.is_alive()
    channel.close()


def test_a_cancel_reaches_the_grader_once_and_no_later_call(grader: CalledGrader, channel: Caller) -> None:
    grader.gate = threading.Event()
    channel.send(grade(1))
    assert until(lambda: grader.graded)
    channel.send(Cancel())
    channel.send(prepare(2))
    reply = channel.receive()
    assert (type(reply), grader.prepared) == (Done, [SUBJECT.id]), "it waits for nothing that was cancelled"
    grader.gate.set()
    assert isinstance(channel.receive(), Done)
    assert grader.events == ["call", "cancel", "call"]


def test_what_is_prepared_after_a_check_ends_with_the_connection(
    grader: CalledGrader, service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_server, "AHEAD_PAUSE", LONG)
    for leaves in (True, False):
        channel, thread = connected(service)
        channel.send(msgspec.structs.replace(hello(service), ahead=True))
        channel.send(grade(1))
        while not isinstance(channel.receive(), Done):
            pass
        if not leaves:
            assert until(lambda: grader.prepared)
        channel.finish()
        thread.join(LONG)
        assert not thread.is_alive()
        assert grader.prepared == ([] if leaves else [SUBJECT.id])
        channel.close()
        monkeypatch.setattr(service_server, "AHEAD_PAUSE", 0.0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=200), MESSAGES), max_size=6))
def test_random_bytes_and_messages_end_their_connection_at_most(sent: list[bytes]) -> None:
    service = FakeService(CalledGrader())
    ours, theirs = socket.socketpair()
    server = served_by(service, theirs)
    ours.settimeout(LONG)
    with contextlib.suppress(OSError):
        ours.sendall(b"".join(sent))
    with contextlib.suppress(OSError):
        ours.shutdown(socket.SHUT_WR)
    with contextlib.suppress(OSError):
        while ours.recv(1 << 16):
            pass
    server.join(LONG)
    assert not server.is_alive()
    assert until(lambda: service.turns.condition()[:3] == (0, 0, 0))
    ours.close()


def test_the_end_of_a_connection_cancels_its_calls(grader: CalledGrader, service: FakeService) -> None:
    channel, server = connected(service)
    channel.send(hello(service))
    grader.gate = threading.Event()
    channel.send(grade(1))
    channel.receive()
    channel.finish()
    server.join(LONG)
    assert grader.cancelled
    grader.gate.set()
    channel.close()


@pytest.mark.parametrize(
    ("variable", "fix"),
    [("", "Start it again."), (SESSION, "Tell the person who runs `mxtutor serve` to start it again.")],
    ids=["terminal", "browser"],
)
def test_a_declined_caller_reads_who_can_start_it_again(
    variable: str, fix: str, service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(served.VARIABLE, variable)
    ours, theirs = socket.socketpair()
    server = served_by(service, theirs)
    with pytest.raises(BrokenError, match="files have changed") as raised:
        Connection(ours, Hello("", "ana"), kill=lambda: None, stopped=lambda: False)
    assert raised.value.fix == fix
    server.join(LONG)


def test_a_program_of_another_version_is_declined(service: FakeService) -> None:
    channel, server = connected(service)
    channel.send(Hello("0.0 /elsewhere 0", "ana"))
    reply = channel.receive()
    assert reply == Refused("mxtutor's files have changed since this program started.", "Start it again.")
    server.join(LONG)
    channel.close()


def test_a_call_needs_a_greeting(service: FakeService, grader: CalledGrader) -> None:
    channel, server = connected(service)
    channel.send(grade(1))
    with pytest.raises(EOFError):
        channel.receive()
    server.join(LONG)
    assert not grader.graded
    channel.close()


def test_anybody_of_this_user_may_ask_and_stop(service: FakeService) -> None:
    channel, server = connected(service)
    channel.send(Inspect())
    reply = channel.receive()
    assert isinstance(reply, Condition)
    assert (reply.callers, reply.running, reply.waiting) == (0, 0, 0)
    channel.send(Stop(when_unused=True))
    channel.send(Stop())
    channel.finish()
    server.join(LONG)
    assert service.retiring
    assert service.stopping.is_set()
    channel.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"text, which is not a message\n",
        _frame(b'{"type":"call","number":1}'),
        _frame(b'{"type":"unknown"}'),
        _frame(b'{"type":"call","number":"1","function":"run","arguments":{"framework":"torch","source":"1"}}'),
        _frame(b'{"type":"call","number":1,"function":"run","arguments":{"framework":"jax","source":"1"}}'),
        _frame(b'{"type":"call","number":1,"function":"run","arguments":{"framework":"torch"}}'),
        _frame(b'{"type":"call","number":1,"function":"run","arguments":[]}'),
        _frame(b'{"type":"call","number":1,"function":"cancel","arguments":{}}'),
        _frame(b'{"type":"call","number":1,"function":"__init__","arguments":{}}'),
        _frame(b"[" * 100_000),
        _frame(b"\xff\xfe"),
        _frame(b'{"type":"ping"}')[:-3],
        struct.pack("<I", MAX_REQUEST + 1),
    ],
)
def test_what_is_not_a_message_ends_the_connection_and_nothing_else(sent: bytes, service: FakeService) -> None:
    ours, theirs = socket.socketpair()
    server = served_by(service, theirs)
    channel = caller_channel(ours)
    channel.send(hello(service))
    channel.receive()
    ours.sendall(sent)
    channel.finish()
    server.join(LONG)
    assert not server.is_alive()
    channel.close()


def _end(channel: Caller) -> None:
    channel.close()


def _cut(channel: Caller) -> None:
    channel.cut()


@pytest.mark.parametrize("end", [_end, _cut])
def test_nothing_is_sent_into_a_closed_connection(end: Callable[[Caller], None]) -> None:
    ours, theirs = socket.socketpair()
    channel = caller_channel(ours)
    end(channel)
    assert channel.send(Ping()) is False
    theirs.close()

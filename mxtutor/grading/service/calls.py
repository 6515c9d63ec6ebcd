"""The messages between callers and the grader's process: JSON records over a Unix socket.

A frame is the length of the JSON (u32, little-endian) and the JSON. Every byte is untrusted: lengths are limited, and
data that does not fit the record types ends the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from mxtutor.content.model import Exercise
from mxtutor.conversion import convert
from mxtutor.grading.protocol import FUNCTIONS, MAX_SOURCE, Device, Grader, GraderState, Submission

Sent = TypeVar("Sent", bound=Struct)
Received = TypeVar("Received")

_LENGTH = struct.Struct("<I")
MAX_REQUEST = 4 << 20
"""Longest message of a caller, in bytes of JSON; an answer has at most 1 MiB."""
MAX_REPLY = 64 << 20
"""Longest message of the grader, in bytes of JSON; the largest reports of shipped exercises have 0.3 MB."""
SEND_SECONDS = 20.0
"""Timeout, in seconds, for sending a message, so that a stopped reader does not block a thread."""


class ExerciseId(Struct, frozen=True):
    """An exercise in a message: its id in the content that both sides have."""

    id: str
    variant: int = 0

    @classmethod
    def of(cls, exercise: Exercise) -> ExerciseId:
        return cls(exercise.id, exercise.variant)


class SentSubmission(Struct, frozen=True):
    exercise: ExerciseId
    source: bytes
    seed: int | None = None
    device: Device = "auto"
    live: bool = False


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of a caller."""

    installation: str
    """`address.installation` at the start of the caller's program."""
    caller: str
    """Name of the caller; connections with the same name share their turns."""
    many: bool = False
    """Whether the caller grades a class: several jobs at a time, only on free cores."""
    untrusted: bool = False
    """See `LocalGrader`."""
    ahead: bool = False
    """Whether each check prepares the next check of the exercise."""


class Call(Struct, frozen=True, tag="call"):
    """A call of a function in `FUNCTIONS`; the number is repeated in the replies."""

    number: int
    function: str
    arguments: Any
    """The record from `sent`; received as plain data, which `typed` converts back."""

    @property
    def submission(self) -> SentSubmission | None:
        """The answer to grade or to review; None for other calls."""
        found: SentSubmission | None = getattr(self.arguments, "submission", None)
        return found

    @property
    def live(self) -> bool:
        return self.submission is not None and self.submission.live


class Cancel(Struct, frozen=True, tag="cancel"):
    """`Grader.cancel`: cancels all calls of this connection."""


class Ping(Struct, frozen=True, tag="ping"):
    """Asks whether the process still runs, which replies `Pong` at once."""


class Inspect(Struct, frozen=True, tag="inspect"):
    """Asks for `Condition`; allowed without `Hello`."""


class Stop(Struct, frozen=True, tag="stop"):
    """Ends the process: at once, or when its last caller has left. Allowed without `Hello`."""

    when_unused: bool = False


FromCaller = Hello | Call | Cancel | Ping | Inspect | Stop


class Welcome(Struct, frozen=True, tag="welcome"):
    """Accepts `Hello`."""

    pid: int


class Refused(Struct, frozen=True, tag="refused"):
    """Declines `Hello`; the fields are those of `BrokenError`."""

    message: str
    fix: str


class State(Struct, frozen=True, tag="state"):
    """Sent when the workers are ready or cannot be."""

    state: GraderState


class Output(Struct, frozen=True, tag="output"):
    """A piece of the output of a call's answer."""

    number: int
    data: bytes


class Done(Struct, frozen=True, tag="done"):
    """The result of a call, as plain data."""

    number: int
    result: Any


class Failed(Struct, frozen=True, tag="failed"):
    """The failure of a call; the fields are those of `BrokenError`."""

    number: int
    message: str
    fix: str


class Pong(Struct, frozen=True, tag="pong"):
    """Replies to `Ping`."""


class Leaving(Struct, frozen=True, tag="leaving"):
    """The process ends, because it was idle for long or was asked to stop; the next call starts another one."""

    idle: bool = False
    """Whether no call was running when it decided to end; a call that comes too late is sent to the next process."""


class Condition(Struct, frozen=True, tag="condition"):
    """The state of the resident grader."""

    pid: int
    release: str
    content: str
    isolation: str
    phase: Literal["cold", "starting", "ready", "broken"]
    detail: str
    seconds: float
    """Seconds since it started."""
    idle: float
    """Seconds since the last call ended; 0 while one runs."""
    callers: int
    running: int
    waiting: int
    calls: int
    """Number of calls since it started."""
    processes: tuple[int, ...]
    """Process ids of its workers."""


FromGrader = Welcome | Refused | State | Output | Done | Failed | Pong | Leaving | Condition


@functools.cache
def types_of(function: str) -> tuple[type[Struct], Any]:
    """Return the record type for a function's arguments, and the type of its result.

    In the record an exercise is an `ExerciseId`, a submission is a `SentSubmission`, and `on_output` is true if the
    caller wants the output of the answer while it runs.
    """
    hints = get_type_hints(FUNCTIONS[function].method)
    sent = {Exercise: ExerciseId, Submission: SentSubmission}
    result = hints.pop("return")
    fields = [(name, bool if name == "on_output" else sent.get(kind, kind)) for name, kind in hints.items()]
    return msgspec.defstruct(function, fields, frozen=True), result


def bound(method: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call of a `Grader` method by name, including defaults."""
    found = inspect.signature(method).bind(None, *given, **named)
    found.apply_defaults()
    return dict(list(found.arguments.items())[1:])  # without `self`


def sent(function: str, arguments: Mapping[str, Any]) -> Struct:
    """Return a function's arguments as the record of `types_of`."""
    return types_of(function)[0](**{name: _sent(name, value) for name, value in arguments.items()})


def _sent(name: str, value: Any) -> Any:
    if name == "on_output":
        return value is not None
    if isinstance(value, Exercise):
        return ExerciseId.of(value)
    if isinstance(value, Submission):
        source = value.source[: MAX_SOURCE + 1]
        return SentSubmission(ExerciseId.of(value.exercise), source, value.seed, value.device, value.live)
    return value


def typed(call: Call) -> Call:
    """Return a received call with its arguments converted to the record of `types_of`.

    Raises:
        EOFError: the function or the arguments are invalid.
    """
    if call.function not in FUNCTIONS:
        raise EOFError(f"not a function: {call.function}")
    try:
        arguments = convert(call.arguments, types_of(call.function)[0])
    except msgspec.MsgspecError as error:
        raise EOFError(f"not the arguments of {call.function}: {error}") from error
    return msgspec.structs.replace(call, arguments=arguments)


def perform(
    call: Call, grader: Grader, exercise_of: Callable[[ExerciseId], Exercise], on_output: Callable[[bytes], object]
) -> Any:
    """Make a typed call and return its result; `on_output` gets the output of the answer, if the caller wants it.

    Raises:
        TutorError: the content lacks the exercise, or the call failed.
    """

    def received(value: Any) -> Any:
        if isinstance(value, ExerciseId):
            return exercise_of(value)
        if isinstance(value, SentSubmission):
            return Submission(exercise_of(value.exercise), value.source, value.seed, value.device, value.live)
        return value

    given = {name: received(getattr(call.arguments, name)) for name in call.arguments.__struct_fields__}
    if "on_output" in given:
        given["on_output"] = on_output if given["on_output"] else None
    return getattr(grader, call.function)(**given)


def framed(message: Struct, most: int) -> bytes:
    """Return the frame of a message.

    Raises:
        TypeError, ValueError, UnicodeEncodeError: the message cannot be written as JSON, or is too long.
    """
    text = msgspec.json.encode(message)
    if len(text) > most:
        raise ValueError(f"a message of {len(text)} bytes is too long")
    return _LENGTH.pack(len(text)) + text


def reply(message: FromGrader) -> bytes:
    """Return the frame of a message of the grader; raises as `framed`."""
    return framed(message, MAX_REPLY)


def _length(head: bytes, most: int) -> int:
    length: int = _LENGTH.unpack(head)[0]
    if length > most:
        raise EOFError(f"a message of {length} bytes is too long")
    return length


def _message(text: bytes, kind: Any) -> Any:
    try:
        return convert(msgspec.json.decode(text), kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise EOFError(f"not a message: {error}") from error


class GraderEnd:
    """The grader's end of a connection; used in the event loop only."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._sending = asyncio.Lock()
        writer.transport.set_write_buffer_limits(0)  # so that `drain` waits until everything is sent

    async def send(self, message: FromGrader | bytes) -> None:
        """Send a message or a frame; disconnect a caller that does not read it in time."""
        frame = message if isinstance(message, bytes) else reply(message)
        async with self._sending:
            if self._writer.is_closing():
                return
            try:
                self._writer.write(frame)
                await asyncio.wait_for(self._writer.drain(), SEND_SECONDS)
            except (OSError, asyncio.TimeoutError):
                self.cut()

    async def receive(self) -> FromCaller:
        """Return the next message.

        Raises:
            EOFError: the other end is closed, or sent invalid data.
        """
        try:
            length = _length(await self._reader.readexactly(_LENGTH.size), MAX_REQUEST)
            message: FromCaller = _message(await self._reader.readexactly(length), FromCaller)
        except OSError as error:
            raise EOFError from error
        return typed(message) if isinstance(message, Call) else message

    def cut(self) -> None:
        """Close the connection in both directions, so that `receive` raises EOFError. Idempotent."""
        self._writer.transport.abort()


class Channel(Generic[Sent, Received]):
    """A caller's end of a connection; any thread may send, one thread receives.

    `receives` is the union of the records that the other end sends, `most` the limit of their JSON in bytes, and
    `most_sent` the limit of this end's messages.
    """

    def __init__(self, connection: socket.socket, receives: Any, most: int, most_sent: int) -> None:
        self._socket, self._receives, self._most, self._most_sent = connection, receives, most, most_sent
        self._in = connection.makefile("rb")
        self._sending = threading.Lock()

    def send(self, message: Sent) -> bool:
        """Send a message; return False if the other end is closed or does not read in time.

        Raises:
            TypeError, ValueError, UnicodeEncodeError: the message cannot be written as JSON, or is longer than the
                other end accepts.
        """
        frame = framed(message, self._most_sent)
        with self._sending:
            try:
                self._send_all(frame)
            except OSError:  # part of the frame may be sent already, so nothing more can be sent
                self.cut()
                return False
        return True

    def _send_all(self, frame: bytes) -> None:
        """Send all bytes, as fast as the other end reads.

        Raises:
            OSError: the other end is closed, or has not read everything after `SEND_SECONDS`.
        """
        view, end = memoryview(frame), time.monotonic() + SEND_SECONDS
        while view:
            try:
                view = view[self._socket.send(view, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                poll = select.poll()
                poll.register(self._socket, select.POLLOUT)
                if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
                    raise TimeoutError from None

    def receive(self) -> Received:
        """Return the next message.

        Raises:
            EOFError: the other end is closed, or sent invalid data; the text tells which.
        """
        length = _length(self._read(_LENGTH.size), self._most)
        message: Received = _message(self._read(length), self._receives)
        return message

    def _read(self, length: int) -> bytes:
        try:
            data = self._in.read(length)
        except (OSError, ValueError) as error:
            raise EOFError from error
        if data is None or len(data) < length:
            raise EOFError  # it is closed
        return data

    def finish(self) -> None:
        """Close the sending direction; the other end may still send."""
        with contextlib.suppress(OSError):  # it is closed
            self._socket.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Close the connection in both directions, so that a receiving thread gets EOFError."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close this end; idempotent. Only for the receiving thread."""
        for file in (self._in, self._socket):
            with contextlib.suppress(OSError):
                file.close()


def caller_channel(connection: socket.socket) -> Channel[FromCaller, FromGrader]:
    return Channel(connection, FromGrader, MAX_REPLY, MAX_REQUEST)

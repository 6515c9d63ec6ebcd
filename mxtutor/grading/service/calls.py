"""What callers and the grader's process send each other: one record for each message, as JSON over a Unix socket.

A frame is the length of the JSON (u32, little-endian) and the JSON. Every byte may come from a program that is not
mxtutor: lengths are limited, and what does not fit the record types ends the connection.
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
"""Bytes of JSON that a caller may send; an answer has at most 1 MiB."""
MAX_REPLY = 64 << 20
"""Bytes of JSON that the grader may send; the largest reports of shipped exercises have 0.3 MB."""
SEND_SECONDS = 20.0
"""How long a message may take to be read, else the connection ends: a reader that is stopped must not hold a thread."""


class ExerciseId(Struct, frozen=True):
    """An exercise as it is sent: its name in the content that both sides have."""

    id: str
    variant: int = 0

    @classmethod
    def of(cls, exercise: Exercise) -> ExerciseId:
        """Return the name of an exercise."""
        return cls(exercise.id, exercise.variant)


class SentSubmission(Struct, frozen=True):
    """A submission as it is sent."""

    exercise: ExerciseId
    source: bytes
    seed: int | None = None
    device: Device = "auto"
    live: bool = False


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of a caller."""

    installation: str
    """`address.installation` when the caller's program started."""
    caller: str
    """Whose turn it is: connections with the same name share their turns."""
    many: bool = False
    """Whether it grades a class: it uses what others leave free, several jobs at once."""
    untrusted: bool = False
    """See `LocalGrader`."""
    ahead: bool = False
    """Whether the next check of an exercise is prepared after each check."""


class Call(Struct, frozen=True, tag="call"):
    """A call of a function of `FUNCTIONS`, with the number that its replies carry."""

    number: int
    function: str
    arguments: Any
    """What `sent` returns; received as plain data, which `typed` turns into that."""

    @property
    def submission(self) -> SentSubmission | None:
        """The answer to grade or to review, if there is one."""
        found: SentSubmission | None = getattr(self.arguments, "submission", None)
        return found

    @property
    def live(self) -> bool:
        """Whether it grades while the learner pauses."""
        return self.submission is not None and self.submission.live


class Cancel(Struct, frozen=True, tag="cancel"):
    """`Grader.cancel`: ends all calls of this connection."""


class Ping(Struct, frozen=True, tag="ping"):
    """Asks whether the process still runs; it replies `Pong` at once."""


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
    """A piece of what the answer of a call printed."""

    number: int
    data: bytes


class Done(Struct, frozen=True, tag="done"):
    """The result of a call, as plain data."""

    number: int
    result: Any


class Failed(Struct, frozen=True, tag="failed"):
    """Why a call has no result; the fields are those of `BrokenError`."""

    number: int
    message: str
    fix: str


class Pong(Struct, frozen=True, tag="pong"):
    """Replies to `Ping`."""


class Leaving(Struct, frozen=True, tag="leaving"):
    """The process ends, because it was idle for long or was stopped; the next call starts another one."""

    idle: bool = False
    """Whether no call ran when it decided to end: one that comes too late is sent to the next process."""


class Condition(Struct, frozen=True, tag="condition"):
    """What the resident grader does now."""

    pid: int
    release: str
    content: str
    isolation: str
    phase: Literal["cold", "starting", "ready", "broken"]
    detail: str
    seconds: float
    """Since it started."""
    idle: float
    """Seconds since the last call ended; 0 while one runs."""
    callers: int
    running: int
    waiting: int
    calls: int
    """Calls since it started."""
    processes: tuple[int, ...]
    """Ids of its workers."""


FromGrader = Welcome | Refused | State | Output | Done | Failed | Pong | Leaving | Condition


@functools.cache
def types_of(function: str) -> tuple[type[Struct], Any]:
    """Return the record of a function's arguments as they are sent, and the type of its result.

    In the record an exercise is an `ExerciseId`, a submission a `SentSubmission`, and `on_output` tells whether the
    caller wants what the answer prints, as it comes.
    """
    hints = get_type_hints(FUNCTIONS[function].method)
    sent = {Exercise: ExerciseId, Submission: SentSubmission}
    result = hints.pop("return")
    fields = [(name, bool if name == "on_output" else sent.get(kind, kind)) for name, kind in hints.items()]
    return msgspec.defstruct(function, fields, frozen=True), result


def bound(method: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call of a method of `Grader` by their names, defaults too."""
    found = inspect.signature(method).bind(None, *given, **named)
    found.apply_defaults()
    return dict(list(found.arguments.items())[1:])  # without `self`


def sent(function: str, arguments: Mapping[str, Any]) -> Struct:
    """Return the arguments of a function as they are sent: the record of `types_of`."""
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
    """Return a received call with its arguments as the record of its function.

    Raises:
        EOFError: there is no such function, or it has other arguments.
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
    """Return the result of a typed call; `on_output` is given what its answer prints, if the caller wants that.

    Raises:
        TutorError: the content lacks the exercise, or the call fails.
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
    """Return a message as it is sent.

    Raises:
        TypeError, ValueError, UnicodeEncodeError: the message holds something that JSON cannot, or is too long.
    """
    text = msgspec.json.encode(message)
    if len(text) > most:
        raise ValueError(f"a message of {len(text)} bytes is too long")
    return _LENGTH.pack(len(text)) + text


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
    """The grader's end of a connection; only its event loop uses it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._sending = asyncio.Lock()
        writer.transport.set_write_buffer_limits(0)  # then `drain` waits until all has been sent

    async def send(self, message: FromGrader | bytes) -> None:
        """Send a message, or one that is framed already; a caller that does not read it loses the connection."""
        frame = message if isinstance(message, bytes) else framed(message, MAX_REPLY)
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
            EOFError: the other end is closed, or sent what is not a message.
        """
        try:
            length = _length(await self._reader.readexactly(_LENGTH.size), MAX_REQUEST)
            message: FromCaller = _message(await self._reader.readexactly(length), FromCaller)
        except OSError as error:
            raise EOFError from error
        return typed(message) if isinstance(message, Call) else message

    def cut(self) -> None:
        """End the connection in both directions; `receive` then raises EOFError. Idempotent."""
        self._writer.transport.abort()


class Channel(Generic[Sent, Received]):
    """A caller's end of a connection; any thread may send, one thread receives.

    `receives` is the union of the records that the other end sends, `most` the length of their longest JSON, and
    `most_sent` that of this end.
    """

    def __init__(self, connection: socket.socket, receives: Any, most: int, most_sent: int) -> None:
        self._socket, self._receives, self._most, self._most_sent = connection, receives, most, most_sent
        self._in = connection.makefile("rb")
        self._sending = threading.Lock()

    def send(self, message: Sent) -> bool:
        """Send a message; return False where the other end is closed or does not read.

        Raises:
            TypeError, ValueError, UnicodeEncodeError: the message holds something that JSON cannot, or is longer than
                the other end accepts.
        """
        frame = framed(message, self._most_sent)
        with self._sending:
            try:
                self._send_all(frame)
            except OSError:  # half a frame may be out: nothing more can be sent
                self.cut()
                return False
        return True

    def _send_all(self, frame: bytes) -> None:
        """Send bytes, as fast as the other end reads.

        Raises:
            OSError: the other end is closed, or has not read them all after `SEND_SECONDS`.
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
            EOFError: the other end is closed, or sent what is not a message; its text says which.
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
        """Tell the other end that nothing more is sent; what it still sends is received."""
        with contextlib.suppress(OSError):  # it is closed
            self._socket.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """End the connection in both directions; a thread that receives gets EOFError."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close this end; idempotent. Only the thread that receives calls it."""
        for file in (self._in, self._socket):
            with contextlib.suppress(OSError):
                file.close()


def caller_channel(connection: socket.socket) -> Channel[FromCaller, FromGrader]:
    """Return the caller's end of a connection."""
    return Channel(connection, FromGrader, MAX_REPLY, MAX_REQUEST)

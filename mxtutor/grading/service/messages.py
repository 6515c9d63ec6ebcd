"""What callers and the grader's process send each other: one record for each message, as JSON."""

from __future__ import annotations

import socket
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Device, PairRun, Play, Report, Review, SnippetRun, Submission
from mxtutor.grading.service.channel import MAX_REPLY, MAX_REQUEST, Channel

PROTOCOL = 1
"""Changes when messages change in a way that another version cannot read."""

Result = TypeVar("Result")


class ExerciseId(Struct, frozen=True):
    """Names an exercise of the content that both sides have; the process reads it from there."""

    id: str
    variant: int = 0

    @classmethod
    def of(cls, exercise: Exercise) -> ExerciseId:
        """Return the name of an exercise."""
        return cls(exercise.id, exercise.variant)


class Request(Struct, Generic[Result], frozen=True):
    """One call of a `Grader`; `Result` is the type of what it returns."""

    result: ClassVar[Any]
    """That type, for the conversion from JSON."""
    background: ClassVar[bool] = False
    """Whether no learner waits for it, so that it waits for all other calls."""
    gives_way: ClassVar[bool] = False
    """Whether it is dropped if another call of the same learner waits."""


class Grade(Request[Report], frozen=True, tag="grade"):
    """`Grader.grade`; the answer's bytes come after the JSON."""

    result = Report
    exercise: ExerciseId
    seed: int | None
    device: Device
    wants_output: bool
    """Whether the caller wants what the answer prints, as it comes."""

    @classmethod
    def of(cls, submission: Submission, *, wants_output: bool) -> Grade:
        """Return the request for a submission."""
        return cls(ExerciseId.of(submission.exercise), submission.seed, submission.device, wants_output)


class GradeLive(Request[Report], frozen=True, tag="live"):
    """`Grader.grade` of a live submission; the answer's bytes come after the JSON."""

    result = Report
    background = True
    exercise: ExerciseId
    seed: int | None
    device: Device


class Run(Request[SnippetRun], frozen=True, tag="run"):
    """`Grader.run`."""

    result = SnippetRun
    framework: Literal["torch", "mxnet"]
    source: str


class Pair(Request[PairRun], frozen=True, tag="pair"):
    """`Grader.pair`."""

    result = PairRun
    torch: str
    mxnet: str
    rtol: float
    own: bool = False


class PlayDraft(Request[Play], frozen=True, tag="play"):
    """`Grader.play`; the draft's bytes come after the JSON."""

    result = Play
    exercise: ExerciseId
    case: int
    seed: int
    inputs: str = ""


class ReviewAnswer(Request[Review], frozen=True, tag="review"):
    """`Grader.review`; the answer's bytes come after the JSON."""

    result = Review
    gives_way = True
    exercise: ExerciseId
    seed: int | None
    device: Device


class Prepare(Request[None], frozen=True, tag="prepare"):
    """`Grader.prepare`."""

    result = type(None)
    background = True
    exercise: ExerciseId


class ReferenceLosses(Request["tuple[float, ...]"], frozen=True, tag="losses"):
    """`Grader.reference_losses`."""

    result = tuple[float, ...]
    exercise: ExerciseId


AnyRequest = Grade | GradeLive | Run | Pair | PlayDraft | ReviewAnswer | Prepare | ReferenceLosses


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of a caller."""

    protocol: int
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
    """A request with the number that its replies carry."""

    number: int
    request: AnyRequest


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
    """`GraderState`; sent when the workers are ready or cannot be."""

    phase: Literal["cold", "starting", "ready", "broken"]
    detail: str
    isolation: tuple[str, ...]
    missing: tuple[str, ...]
    safe_for_untrusted: bool
    gpus: int


class Output(Struct, frozen=True, tag="output"):
    """A piece of what the answer of a call printed; its bytes come after the JSON."""

    number: int


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
    phase: str
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


def caller_channel(connection: socket.socket) -> Channel[FromCaller, FromGrader]:
    """Return the caller's end of a connection."""
    return Channel(connection, FromGrader, MAX_REPLY, MAX_REQUEST)


def grader_channel(connection: socket.socket) -> Channel[FromGrader, FromCaller]:
    """Return the grader's end of a connection."""
    return Channel(connection, FromCaller, MAX_REQUEST, MAX_REPLY)

"""What the screen's process and the grader's process send each other: one class for each call and each reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import GraderState, PairRun, Play, Report, SnippetRun, Submission

Result = TypeVar("Result")


class Request(Generic[Result]):
    """One call of a `Grader`; `Result` is the type of what it returns."""

    __slots__ = ()

    def done(self, number: int, result: Result) -> Done[Result]:
        """Return the reply to the call of that number."""
        return Done(number, result)


@dataclass(frozen=True, slots=True)
class Grade(Request[Report]):
    """`Grader.grade`."""

    submission: Submission
    wants_output: bool
    """Whether the caller wants what the answer prints, as it comes."""


@dataclass(frozen=True, slots=True)
class Run(Request[SnippetRun]):
    """`Grader.run`."""

    framework: Literal["torch", "mxnet"]
    source: str


@dataclass(frozen=True, slots=True)
class Pair(Request[PairRun]):
    """`Grader.pair`."""

    torch: str
    mxnet: str
    rtol: float


@dataclass(frozen=True, slots=True)
class PlayDraft(Request[Play]):
    """`Grader.play`."""

    exercise: Exercise
    source: bytes
    case: int
    seed: int


@dataclass(frozen=True, slots=True)
class Prepare(Request[None]):
    """`Grader.prepare`."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ReferenceLosses(Request[tuple[float, ...]]):
    """`Grader.reference_losses`."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class Cancel(Request[None]):
    """`Grader.cancel`."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request with the number that its replies carry."""

    number: int
    request: Request[Any]


@dataclass(frozen=True, slots=True)
class State:
    """Where the workers stand; sent once, when they are ready or cannot be."""

    state: GraderState


@dataclass(frozen=True, slots=True)
class Output:
    """A piece of what the answer of a call printed."""

    number: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """The result of a call."""

    number: int
    result: Result


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a call has no result; the fields are those of `BrokenError`."""

    number: int
    message: str
    fix: str


Reply = State | Output | Done[Any] | Failed

"""What goes into the grader and what comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Protocol

from mxtutor.content.model import Exercise
from mxtutor.grading.differences import Curves, Difference
from mxtutor.grading.report_json import from_json, to_json

if TYPE_CHECKING:  # NumPy costs 70 ms, and the first paint needs this module
    from collections.abc import Callable


HEADLINE_TEXT = 200
"""Characters of an error's first line that a headline holds."""

Device = Literal["auto", "cpu", "gpu", "standin"]
"""Where answers run; `standin` gives distinct CPU contexts in place of GPUs."""


class Verdict(str, Enum):
    """How an attempt ended."""

    RIGHT = "right"
    WRONG = "wrong"
    """It ran, but its result differs from the reference."""
    ERROR = "error"
    """Does not parse, lacks its entry function, or raised."""
    TIMEOUT = "timeout"
    CRASH = "crash"
    """The answer's process died or hit a limit."""
    BROKEN = "broken"
    """Our fault; never counted against the learner."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One answer to one exercise."""

    exercise: Exercise
    source: bytes
    """Bytes of the Python module; for `predict` and `choice` the typed answer."""
    seed: int | None = None
    """Seed of the drawn inputs, for a replay; None draws a fresh one."""
    device: Device = "auto"


class AspectKind(str, Enum):
    """What can be judged about one case; decisions rest on it, the texts of an aspect are for people."""

    TYPE = "type"
    LENGTH = "length"
    SHAPE = "shape"
    DTYPE = "dtype"
    VALUES = "values"
    INPUTS = "inputs"
    """What the call did to its arguments."""
    ALIAS = "alias"
    """Whether the result shares memory with an argument."""
    STATISTICS = "statistics"
    REPRODUCIBILITY = "reproducibility"
    CONTEXT = "context"
    GRADER = "grader"
    """Whether the answer replaced functions of MXNet or of the grader."""
    CHOICE = "choice"
    KIND = "kind"
    """Of a typed prediction: a number, a text, a sequence."""
    FIRST_ENTRY = "first entry"
    ENTRIES = "entries"
    OBSERVATION = "observation"
    """What the exercise's own observer saw; the aspect has the observation's name."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that was judged about one case."""

    aspect: str
    """Its name: the kind's value, or the name of an observation."""
    ok: bool
    message: str = ""
    expected: str = ""
    got: str = ""
    difference: Difference | None = None
    kind: AspectKind | None = None
    """Left out where the name says it; reports of earlier releases have none."""
    curves: Curves | None = None

    def __post_init__(self) -> None:
        """Complete name and kind from each other."""
        name = self.aspect.value if isinstance(self.aspect, AspectKind) else self.aspect
        object.__setattr__(self, "aspect", name)
        if self.kind is None:
            object.__setattr__(self, "kind", _KINDS.get(name, AspectKind.OBSERVATION))


_KINDS = {kind.value: kind for kind in AspectKind}


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case of an exercise, judged."""

    name: str
    verdict: Verdict
    aspects: tuple[Aspect, ...] = ()
    hidden: bool = False
    inputs: str = ""
    """The arguments as a learner reads them; empty for a hidden case."""
    repro: str = ""
    """Lines that make the same arguments and call the entry; empty for a hidden case."""
    error: ErrorDetail | None = None


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """An exception of the answer."""

    type: str
    text: str
    """The telling line first, uncut up to the cap."""
    line: int | None = None
    """Line of the learner's own source."""
    frames: tuple[str, ...] = ()
    """The learner's own frames, outermost first, each "line N, in f: source"."""
    full: str = ""
    """The whole traceback, capped."""
    sandbox: str = ""
    """What the sandbox refused, why, and what to do instead; empty where the error is the answer's own."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The mistake of a refused answer."""

    code: str
    message: str
    """The mistake and what to do instead."""
    name: str = ""
    """The mistake in one sentence without the solution; empty in reports of earlier releases."""

    def text(self, *, full: bool) -> str:
        """Return the whole message, or the name alone, which is what a learner sees at the first miss."""
        return self.message if full or not self.name else self.name


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about an answer that a teacher should know; it changes no verdict."""

    code: str
    message: str
    line: int | None = None
    """Line of the learner's source; None where no line shows it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one submission."""

    exercise: str
    verdict: Verdict
    headline: str
    cases: tuple[CaseResult, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    output: str = ""
    """What the answer printed: first 32 KiB, last 8 KiB."""
    error: ErrorDetail | None = None
    seconds: float = 0.0
    """Time from handing the answer over to its result."""
    seed: int = 0
    device: str = "cpu(0)"
    isolation: str = "none"
    """Layers that held the answer, joined by "+"."""
    fix: str = ""
    """For `broken`: what to do."""
    flags: tuple[Flag, ...] = ()
    """What reaches into the grader, or what could not be verified; empty for nearly every answer."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as the contract's JSON object."""
        return to_json(self)

    @classmethod
    def from_json(cls, data: Any) -> Report:
        """Return the report that `to_json` wrote, in this release or an earlier one.

        Raises:
            ValueError: `data` is not a report of this version.
        """
        return from_json(data, cls)


@dataclass(frozen=True, slots=True)
class SnippetRun:
    """What a piece of lesson code or a draft did in one framework."""

    output: str = ""
    """What it printed."""
    value: str = ""
    """Its last expression's value as the framework prints it; empty for None."""
    error: ErrorDetail | None = None
    seconds: float = 0.0
    broken: str = ""
    """What to do when it could not be run through our fault."""


@dataclass(frozen=True, slots=True)
class PairRun:
    """A pair of a lesson, run in both frameworks."""

    torch: SnippetRun
    mxnet: SnippetRun
    same: bool | None
    """Whether their values agree; None where one side failed."""


@dataclass(frozen=True, slots=True)
class Play:
    """A draft called once, beside the reference on the same arguments."""

    inputs: str
    """The arguments as a learner reads them."""
    torch: SnippetRun
    mxnet: SnippetRun


@dataclass(frozen=True, slots=True)
class GraderState:
    """Where the workers stand."""

    phase: Literal["cold", "starting", "ready", "broken"] = "cold"
    detail: str = ""
    """For people: what is being waited for, or what is missing and what to do."""
    isolation: tuple[str, ...] = field(default=())
    """Layers that hold an answer on this machine."""


class Grader(Protocol):
    """The grader as screens and commands see it; all of it may be called from any thread."""

    @property
    def state(self) -> GraderState:
        """Where the workers stand."""
        ...

    def start(self) -> None:
        """Start the workers and wait until they are ready or broken (1 to 3 s); call it from a thread."""
        ...

    def prepare(self, exercise: Exercise) -> None:
        """Draw the next inputs and compute their reference ahead, so that a grading costs the answer only."""
        ...

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        """Run one answer and judge it; never raises for what an answer does.

        `on_output` is given what the answer prints, as it comes, in the calling thread.
        """
        ...

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """Return PyTorch's losses, one an epoch, on the first case of the next check; empty where none are observed."""
        ...

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0) -> Play:
        """Call a draft beside the reference, ungraded, on the case at that place of a report with that seed."""
        ...

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """Run a piece of code in one framework, ungraded."""
        ...

    def pair(self, torch: str, mxnet: str, rtol: float) -> PairRun:
        """Run a pair of a lesson, ungraded, and tell whether its values agree up to a relative error."""
        ...

    def cancel(self) -> None:
        """End what is running, at once; the calls that wait for it return."""
        ...

    def close(self) -> None:
        """End the workers; idempotent."""
        ...

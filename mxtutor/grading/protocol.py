"""The records that the grader gets and returns, and its interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from mxtutor.content.model import Exercise
from mxtutor.errors import TutorError
from mxtutor.grading.differences import Curves, Difference, Table
from mxtutor.grading.report_json import from_json, to_json

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

MAX_SOURCE = 1 << 20
"""Largest answer, in bytes."""
HEADLINE_TEXT = 200
"""Longest part of an error's first line in a headline, in characters."""

LIVE_SECONDS = 2.0
"""Longest run of an answer that is graded while the learner pauses."""

Device = Literal["auto", "cpu", "gpu", "standin"]
"""Where answers run; `standin` gives distinct CPU contexts in place of GPUs."""


Outcome = Literal["right", "not-right", "failed"]
"""Outcome of a check; `failed`: mxtutor could not grade the answer, which says nothing about it."""


class Verdict(str, Enum):
    """How an attempt ended."""

    RIGHT = "right"
    WRONG = "wrong"
    """It ran, but its result differs from the reference."""
    ERROR = "error"
    """It does not parse, lacks its entry function, or raised an error."""
    TIMEOUT = "timeout"
    CRASH = "crash"
    """The answer's process died or hit a limit."""
    BROKEN = "broken"
    """A failure of mxtutor; it never counts as the learner's mistake."""

    @property
    def outcome(self) -> Outcome:
        """What the verdict says about the answer."""
        return {Verdict.RIGHT: "right", Verdict.BROKEN: "failed"}.get(self, "not-right")  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Submission:
    """One answer to one exercise."""

    exercise: Exercise
    source: bytes
    """Bytes of the Python module; for `predict` and `choice` the typed answer."""
    seed: int | None = None
    """Seed of the drawn inputs, to repeat a check; None: a new seed."""
    device: Device = "auto"
    live: bool = False
    """Whether it is graded while the learner pauses: after all other calls, in a short run, without a diagnosis."""


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """An exception of the answer."""

    type: str
    text: str
    """The most informative line first; limited in length."""
    line: int | None = None
    """Line of the learner's own source."""
    frames: tuple[str, ...] = ()
    """The learner's own frames, outermost first, each "line N, in f: source"."""
    full: str = ""
    """The whole traceback, limited in length."""
    sandbox: str = ""
    """What the sandbox refused, why, and what to do instead; empty for other errors."""

    @property
    def summary(self) -> str:
        """The text after its type: "ValueError: no such axis"; a text that begins with the type is not changed."""
        return self.text if self.text.startswith(self.type) else f"{self.type}: {self.text}"


@dataclass(frozen=True, slots=True)
class SnippetRun:
    """The result of running lesson code or a draft in one framework."""

    output: str = ""
    """Its output."""
    value: str = ""
    """Value of its last expression as the framework prints it; empty for None."""
    error: ErrorDetail | None = None
    seconds: float = 0.0
    broken: str = ""
    """If mxtutor could not run it: what to do."""

    @property
    def fault(self) -> str:
        """What to do if mxtutor could not run it, or the error in one line; empty if it ran."""
        return self.broken or (self.error.summary if self.error else "")


@dataclass(frozen=True, slots=True)
class PairRun:
    """A pair of a lesson, run in both frameworks."""

    torch: SnippetRun
    mxnet: SnippetRun
    same: bool | None
    """Whether their values agree; None if one side failed."""
    tables: tuple[Table, ...] = ()
    """Both values side by side; empty if one side gave none."""


@dataclass(frozen=True, slots=True)
class Play:
    """The results of a draft and of the reference for the same arguments, without a verdict."""

    inputs: str
    """The arguments as text for the learner."""
    torch: SnippetRun
    mxnet: SnippetRun
    tables: tuple[Table, ...] = ()
    """Both results side by side; empty if one side gave none."""
    lines: str = ""
    """The arguments as lines that a learner can change: `inputs` of the next play."""
    problem: str = ""
    """Why the chosen inputs cannot be used, in one sentence; then nothing ran."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that could be better in a right answer; it changes no verdict."""

    code: str
    message: str
    """What happens, one or two sentences."""
    instead: str = ""
    """What to write instead, one sentence."""
    lesson: str = ""
    """Id of the lesson that explains it."""
    line: int | None = None
    """Line of the learner's source; None if no line shows it."""


@dataclass(frozen=True, slots=True)
class Cost:
    """How often MXNet does something in one call of a right answer, beside the solution on the same arguments."""

    what: str
    """"operators", "copies" (to NumPy and from it) or "waits" (for results)."""
    own: int
    """Count of the answer, as its process says."""
    solution: int


@dataclass(frozen=True, slots=True)
class Review:
    """What mxtutor says about a right answer."""

    notes: tuple[Note, ...] = ()
    cost: tuple[Cost, ...] = ()
    """Empty if nothing can be counted."""


class AspectKind(str, Enum):
    """The kinds of aspects of a case; code decides by the kind; the texts of an aspect are only shown."""

    TYPE = "type"
    LENGTH = "length"
    SHAPE = "shape"
    DTYPE = "dtype"
    VALUES = "values"
    INPUTS = "inputs"
    """Effects of the call on its arguments."""
    ALIAS = "alias"
    """Whether the result shares memory with an argument."""
    LATER = "later call"
    """A second call with the arguments of an earlier one, after the result of the earlier one was overwritten."""
    GRADIENT = "gradient"
    """The gradients of the arguments, when a caller trains through the result."""
    STATISTICS = "statistics"
    REPRODUCIBILITY = "reproducibility"
    CONTEXT = "context"
    GRADER = "grader"
    """Whether the answer replaced functions of MXNet or of the grader."""
    CHOICE = "choice"
    KIND = "kind"
    """The kind of a typed prediction: a number, a text, a sequence."""
    FIRST_ENTRY = "first entry"
    ENTRIES = "entries"
    OBSERVATION = "observation"
    """An observation of the exercise's observer; the aspect has the observation's name."""


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
    """Optional if the name determines it; reports of earlier releases have none."""
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
    """The result of judging one case of an exercise."""

    name: str
    verdict: Verdict
    aspects: tuple[Aspect, ...] = ()
    hidden: bool = False
    inputs: str = ""
    """The arguments as text for the learner; empty for a hidden case."""
    repro: str = ""
    """Lines that make the same arguments and call the entry; empty for a hidden case."""
    error: ErrorDetail | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The mistake of a refused answer."""

    code: str
    message: str
    """The mistake and what to do instead."""
    name: str = ""
    """The mistake in one sentence without the solution; empty in reports of earlier releases."""

    def text(self, *, full: bool) -> str:
        """Return the whole message; without `full` only the name, which a learner sees after the first wrong answer."""
        return self.message if full or not self.name else self.name


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about an answer that an instructor should know; it changes no verdict."""

    code: str
    message: str
    line: int | None = None
    """Line of the learner's source; None if no line shows it."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of grading one submission."""

    exercise: str
    verdict: Verdict
    headline: str
    cases: tuple[CaseResult, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    output: str = ""
    """Output of the answer: first 32 KiB, last 8 KiB."""
    error: ErrorDetail | None = None
    seconds: float = 0.0
    """Time from sending the answer to its process until its result."""
    seed: int = 0
    device: str = "cpu(0)"
    isolation: str = "none"
    """Layers of the sandbox around the answer, joined by "+"."""
    fix: str = ""
    """For `broken`: what to do."""
    flags: tuple[Flag, ...] = ()
    """Access to the grader, and results that could not be verified; empty for nearly every answer."""
    notes: tuple[Note, ...] = ()
    """Of a right answer: what could be better; without a review, what the source alone proves."""
    cost: tuple[Cost, ...] = ()
    """Of a right answer that was reviewed: its cost beside that of the solution."""

    def to_json(self) -> dict[str, Any]:
        return to_json(self)

    @classmethod
    def from_json(cls, data: Any) -> Report:
        """Return the report that `to_json` wrote, in this release or an earlier one.

        Raises:
            ValueError: `data` is not a report of this version.
        """
        return from_json(data, cls)


@dataclass(frozen=True, slots=True)
class GraderState:
    """State of the workers."""

    phase: Literal["cold", "starting", "ready", "broken"] = "cold"
    detail: str = ""
    """Text for the learner: the current step of the start, or what is missing and how to fix it."""
    isolation: tuple[str, ...] = field(default=())
    """Layers of the sandbox that work on this machine."""
    missing: tuple[str, ...] = field(default=())
    """Layers that this machine lacks."""
    safe_for_untrusted: bool = False
    """Whether untrusted answers may run here."""
    gpus: int = 0
    """Number of GPUs that both frameworks can use."""
    no_gpu: str = ""
    """Why no GPU can be used; empty if one can."""


class Grader(Protocol):
    """The grader's interface for screens and commands; any thread may call it."""

    @property
    def state(self) -> GraderState:
        """State of the workers."""

    def start(self) -> None:
        """Start the workers and wait until they are ready or broken (1 to 3 s); call it from a thread."""

    def join(self) -> bool:
        """Connect to workers that run already, without starting any; return whether there are some."""

    def prepare(self, exercise: Exercise) -> None:
        """Draw the next inputs and compute their reference results: a check then takes only the time of the answer."""

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        """Run one answer and judge it; it never raises for the behaviour of an answer.

        `on_output` is called in the calling thread with the answer's output while it runs.
        """

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """Return PyTorch's losses, one per epoch, on the first case of the next check; empty if none are observed."""

    def review(self, submission: Submission) -> Review:
        """Return the notes on a right answer and its cost; the seed is that of its report. Empty if it cannot run."""

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0, inputs: str = "") -> Play:
        """Run a draft and the reference without grading, on case `case` (counted from 0) of the draw of `seed`.

        `inputs` are lines that choose other arguments (`cases/chosen.py`); `Play.lines` has those of the draw.
        """

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """Run code in one framework without grading."""

    def pair(self, torch: str, mxnet: str, rtol: float, *, own: bool = False) -> PairRun:
        """Run both sides of a lesson's pair, and compare their values with the relative tolerance `rtol`.

        `own` means that a learner changed the code: the sandbox confines both sides.
        """

    def cancel(self) -> None:
        """Cancel all running jobs at once; the calls that wait for them return."""

    def close(self) -> None:
        """End the workers; idempotent."""


class CommandGrader(Grader, Protocol):
    """A grader that a command opens with `with` and closes at the end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def require_ready(self) -> None:
        """Start the workers and wait for them.

        Raises:
            BrokenError: one of them cannot be used.
        """


@dataclass(frozen=True, slots=True)
class Function:
    """How a function of `Grader` is called in another process; its arguments and its result are those of the method."""

    method: Callable[..., Any]
    background: bool
    """Whether it is work in the background, which waits for all other calls."""
    gives_way: bool
    """Whether it is dropped if another call of the same learner waits."""


FUNCTIONS: dict[str, Function] = {}
"""The functions that another process can be asked for, by their names; `RemoteFunctions` fills it."""


def _function(
    method: Callable[Concatenate[Any, Parameters], Result],
    otherwise: Callable[Concatenate[TutorError, Parameters], Result],
    *,
    background: bool = False,
    gives_way: bool = False,
) -> Callable[Concatenate[RemoteFunctions, Parameters], Result]:
    """Add a function to the table, and return the method that calls it in another process.

    `otherwise` returns what the method returns where the call cannot be made.
    """
    FUNCTIONS[method.__name__] = Function(method, background, gives_way)

    def call(self: RemoteFunctions, /, *given: Parameters.args, **named: Parameters.kwargs) -> Result:
        try:
            return self.call(method, *given, **named)
        except TutorError as error:
            return otherwise(error, *given, **named)

    return call


class RemoteFunctions:
    """The functions of a `Grader` in another process: messages, client and server follow from this table."""

    def call(self, method: Callable[..., Result], *given: Any, **named: Any) -> Result:
        """Return the result of a function of the table.

        Raises:
            TutorError: the call cannot be made, or failed.
        """
        raise NotImplementedError

    prepare = _function(Grader.prepare, lambda *_: None, background=True)
    grade = _function(
        Grader.grade,
        lambda error, submission, *_, **__: Report(
            submission.exercise.id, Verdict.BROKEN, error.message, fix=error.fix
        ),
    )
    reference_losses = _function(Grader.reference_losses, lambda *_: ())
    review = _function(Grader.review, lambda *_: Review(), gives_way=True)
    play = _function(
        Grader.play,
        lambda error, *_, inputs="", **__: Play(
            "", SnippetRun(broken=str(error)), SnippetRun(broken=str(error)), lines=inputs
        ),
    )
    run = _function(Grader.run, lambda error, *_: SnippetRun(broken=str(error)))
    pair = _function(
        Grader.pair, lambda error, *_, **__: PairRun(SnippetRun(broken=str(error)), SnippetRun(broken=str(error)), None)
    )

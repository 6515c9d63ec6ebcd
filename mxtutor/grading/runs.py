"""The records of runs without a verdict: lesson code, pairs, drafts, reviews; and of the error of an answer."""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.grading.tables import Table


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

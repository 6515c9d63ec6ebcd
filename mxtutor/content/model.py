"""The records of an exercise: cases, comparison, known mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from mxtutor.content.comparison import Compare as Compare
from mxtutor.content.comparison import Observation as Observation
from mxtutor.content.comparison import ResultType as ResultType
from mxtutor.content.comparison import Statistics as Statistics
from mxtutor.content.outline import Course as Course
from mxtutor.content.outline import LessonEntry as LessonEntry
from mxtutor.content.record import Record
from mxtutor.content.records import Text
from mxtutor.content.variants import render

PROGRAM = "program"
"""Key of `changes` for the state of the program."""

Kind = Literal["code", "fix", "predict", "choice"]
"""`code`: write a function. `fix`: repair one. `predict`: predict the result of code. `choice`: choose an option."""


@dataclass(frozen=True, slots=True)
class Case:
    """One description of arguments, from which every grading draws new ones."""

    inputs: Mapping[str, Any]
    """Maps each parameter to the description of its value; `docs/authoring.md` lists the forms."""
    name: str = ""
    """The case's name for the learner; if it is empty, the inputs name the case ("x: 3 x 4")."""
    hidden: bool = False
    """Whether the case is judged without showing its inputs and values."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake, which the tutor names when it recognises it in an answer."""

    code: str
    """Code in kebab case; if there is a file `wrong_<mistake>.py`, its name with dashes."""
    message: str
    """Explanation for a learner who made it, with what to do."""
    error: tuple[str, ...] = ()
    """Regular expressions; a match in the answer's error identifies this mistake."""
    calls: tuple[str, ...] = ()
    """Dotted names; a refused answer whose syntax tree uses one of them has this mistake."""
    source: Path | None = None
    """The wrong answer with this mistake; None if the exercise has no such file."""
    name: str = ""
    """The mistake in one sentence without the solution: the first line of the docstring, or `name:`."""
    typed: tuple[str, ...] = ()
    """Answers to a `predict` exercise that this mistake leads to; `...` is any item, at the end any items."""

    @property
    def short_name(self) -> str:
        """The name, or without a name the code in words; shown after the first miss."""
        return self.name or f"A known mistake: {self.code.replace('-', ' ')}."


class Option(Record, frozen=True):
    """One answer of a `choice` exercise."""

    text: Text
    why: Text
    right: bool = False


Claim = Literal["as_claimed", "works_with_fix", "wrong_in_seed", "now_available", "still_unavailable"]
"""Whether the claims of public documents that an exercise covers hold on mxnet 1.9.1."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A task for a learner, with all data for judging an answer."""

    id: str
    """`topic/slug`; never changes, because stored progress refers to it."""
    kind: Kind
    title: str
    prompt: str
    folder: Path
    entry: str = ""
    """Name of the function that an answer defines; empty for `predict` and `choice`."""
    entry_aliases: tuple[str, ...] = ()
    """Other names that an answer may give this function, from earlier releases."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Parameter to its description, in the order of the call."""
    hints: tuple[str, ...] = ()
    """Three to six hints: an idea, the name in the API, a skeleton of the code, more of the code."""
    cases: tuple[Case, ...] = ()
    domain: tuple[Mapping[str, Any], ...] = ()
    """Descriptions of inputs from which gradings draw further cases, see docs/authoring.md."""
    draws: int = 2
    """Number of draws of each random case."""
    steady: float = 0.0
    """Relative change of the inputs. If it changes the reference result by more than a quarter of the tolerance,
    the inputs are drawn again; 0 for no such test."""
    compare: Compare = field(default_factory=Compare)
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Allowed kinds of changes by a call besides the reference's, by parameter, and under `program` of the state."""
    tolerance: str = ""
    """Reason for the tolerance, in terms of the arithmetic."""
    mistakes: tuple[Mistake, ...] = ()
    options: tuple[Option, ...] = ()
    explain: str = ""
    """Explanation of the right answer; shown after a pass or after giving up."""
    claim: Claim = "as_claimed"
    """Whether the claims of public documents hold; `Truth.rows` and `Truth.exercise` say which rows it covers."""
    truth: str = ""
    """The facts on mxnet 1.9.1, in one or two sentences."""
    trivial: tuple[str, ...] = ()
    """Trivial answers that are right: zeros, ones, input, constant or nan (`tensors/zeros` asks for zeros)."""
    equivalent: Mapping[str, str] = field(default_factory=dict)
    """Mutants of right answers that are right as well, and why: `old line -> new line`, for all answers with this
    line, or with the name of one answer, `solution: old line -> new line`."""
    seconds: float = 10.0
    """Time limit of an answer, in seconds in which it works, or in which all its threads sleep."""
    processes: bool = False
    """Whether an answer may start worker processes (data loaders)."""
    loopback: bool = False
    """Whether an answer's processes may use 127.0.0.1, in a separate network (a parameter server)."""
    variants: int = 1
    """Number of variants of a `predict` exercise, each with other numbers."""
    variant: int = 0
    """Number of this variant, from 0."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The numbers and texts of this variant."""
    task_hash: str = ""
    """Hash of the question and how it is judged, see `loader.task_hash`; the same for all variants."""

    @property
    def topic(self) -> str:
        """The part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """The part of the id after the slash."""
        return self.id.partition("/")[2]

    @property
    def entries(self) -> tuple[str, ...]:
        """The names that an answer may give its function, `entry` first."""
        return (self.entry, *self.entry_aliases)

    @property
    def lettered(self) -> dict[str, Option]:
        """The options of a `choice` exercise by letter: at most ten, from a to j."""
        return dict(zip("abcdefghij", self.options, strict=False))

    def letter_of(self, typed: str) -> str:
        """Return the letter of the option that a learner typed, as `B`, `b)` or `2`; empty if there is none."""
        word = typed.strip().lower().rstrip(").")
        by_number = {str(number): letter for number, letter in enumerate(self.lettered, 1)}
        return by_number.get(word, word if word in self.lettered else "")

    @property
    def reference(self) -> str:
        """Source of the reference, in the reference's framework."""
        return (self.folder / "reference.py").read_text(encoding="utf-8")

    @property
    def runnable_reference(self) -> str:
        """Source that is run in place of `reference` and defines the same entry; by default `reference` itself."""
        return self._optional("run_reference.py") or self.reference

    @property
    def solution(self) -> str:
        """Source of the idiomatic answer, in the answers' framework."""
        return (self.folder / "solution.py").read_text(encoding="utf-8")

    def observer(self, framework: Literal["mxnet", "torch"]) -> str:
        """Source of `observe_<framework>.py`; empty if only the result is judged."""
        return self._optional(f"observe_{framework}.py")

    @property
    def observed(self) -> bool:
        """Whether observers call the function, so that more than its result is judged."""
        return any(self.folder.glob("observe_*.py"))

    def verifier(self, framework: Literal["mxnet", "torch"]) -> str:
        """Source of `verify_<framework>.py`; empty if that framework's observer returns no facts to verify."""
        return self._optional(f"verify_{framework}.py")

    @property
    def snippet(self) -> str:
        """Source of the code of a `predict` exercise, with this variant's numbers; it assigns `result`."""
        path = self.folder / "snippet.py"
        source = path.read_text(encoding="utf-8")
        return render(source, self.values, str(path)) if self.values else source

    @property
    def proof(self) -> str:
        """Source of the code that proves the options of a `choice` exercise; empty if there is none."""
        return self._optional("proof.py")

    def _optional(self, name: str) -> str:
        """Return the text of a file that the exercise may lack; empty if it does."""
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def starter(self) -> str:
        """Text that the editor shows at first."""
        if self.kind in ("choice", "predict"):
            return ""
        own = self.folder / "starter.py"
        if own.is_file():
            return own.read_text(encoding="utf-8")
        return f"import mxnet as mx\nfrom mxnet import nd\n\n\ndef {self.entry}({', '.join(self.params)}):\n    ...\n"

"""The records of an exercise: its cases, how it is judged, its known mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.outline import Course as Course
from mxtutor.content.outline import CoursePath as CoursePath
from mxtutor.content.outline import LessonEntry as LessonEntry
from mxtutor.content.outline import Topic as Topic
from mxtutor.content.records import Record, Share, Text, Texts
from mxtutor.content.variants import render

FORMAT_VERSION = 1
"""The only `format_version` of `course.yaml` that this release reads."""

LAWS = {"uniform": 2, "normal": 2, "exponential": 1, "cauchy": 2, "geometric": 1, "bernoulli": 1}
"""Distributions that draws can be judged by, and how many parameters each has."""

Kind = Literal["code", "fix", "predict", "choice"]
"""`code`: write a function. `fix`: repair one. `predict`: predict the result of code. `choice`: choose an option."""

ResultType = Literal[
    "mxnet",
    "mxnet_list",
    "mxnet_pair",
    "numpy",
    "python_tuple",
    "python_list",
    "python_int",
    "python_float",
    "python_bool",
    "dtype",
    "context",
    "context_list",
    "none",
]
"""What an answer must return; `none` if only its effect is judged."""


Allowance = Literal["exact"] | tuple[Share, Share]
"""Greatest error of a value: none, or [rtol, atol]; `rtol * |expected| + atol * (largest |expected| of the case)`."""


@dataclass(frozen=True, slots=True)
class Case:
    """One set of arguments; every grading draws new ones."""

    inputs: Mapping[str, Any]
    """Maps each parameter to the description of its value; `docs/authoring.md` lists the forms."""
    name: str = ""
    """The case's name for the learner; if it is empty, the inputs name the case ("x: 3 x 4")."""
    hidden: bool = False
    """Whether the case is judged without showing its inputs and values."""


class Statistics(Record, frozen=True):
    """How random draws are judged: the key `compare.statistical`."""

    ks: Annotated[float, Meta(gt=0, le=1, description="a number above 0, 1 at most")] = 0.02
    """Greatest two-sample Kolmogorov-Smirnov distance to the reference's draws, for each row."""
    support: tuple[float | None, float | None] | None = None
    """Smallest and greatest value that may be drawn; None is open."""
    within: tuple[str, str] | None = None
    """Names of the parameters that hold the limits."""
    integer: bool = False
    """Whether every draw must be a whole number."""
    reseed: bool | Literal["repeats"] = True
    """Whether the same draw must come again after `mx.random.seed`; `repeats` is a way to write true."""
    law: tuple[str | float, ...] = ()
    """Name of a distribution of `grading.judging.distributions` and its parameters: numbers, or names of the entry's
    parameters. With it, the draws of all calls are also tested for independence, tails and limits.
    """

    def __post_init__(self) -> None:
        if not self.law:
            return
        name, *parameters = self.law
        if name not in LAWS:
            raise ValueError(f"law begins with {name!r}; it must begin with one of {', '.join(LAWS)}.")
        if len(parameters) != LAWS[str(name)]:
            raise ValueError(f"law: {name} takes {LAWS[str(name)]} parameters, not {len(parameters)}.")


class Observation(Record, frozen=True):
    """Something besides the result that `observe_mxnet.py` returns; it must equal what `observe_torch.py` returns."""

    says: Text
    """The message for the learner when the two differ."""
    values: Allowance | None = None
    """Allowed error; None for that of the exercise."""
    dtype: Literal["exact", "kind", "any"] = "any"
    """`exact`: arrays must have the reference's dtype, too. `kind`: integers must be integers of any width."""
    share: Annotated[float, Meta(gt=0, le=1, description="a number above 0, 1 at most")] = 1.0
    """Share of an array's elements that must agree."""
    least: bool = False
    """Whether a number, or each number of a list, passes if it is at least the reference observer's."""
    most: bool = False
    """Whether it passes if it is at most the reference observer's."""
    partial: bool = False
    """Whether entries of a dict that the answer's observer leaves out are not compared."""
    test: Literal["", "shuffles", "repeats", "distinct", "normal"] = ""
    """Test of `grading.judging.randomness` that replaces the comparison with the reference; empty for none."""

    @property
    def rtol(self) -> float | None:
        """Allowed relative error; None for that of the exercise."""
        return None if self.values is None else _allowed(self.values)[0]

    @property
    def atol(self) -> float | None:
        """Allowed error relative to the largest expected magnitude; None for that of the exercise."""
        return None if self.values is None else _allowed(self.values)[1]


class Compare(Record, frozen=True):
    """How a result is judged against the reference's: the key `compare`."""

    type: ResultType = "mxnet"
    values: Allowance = "exact"
    """Allowed error; see `rtol` and `atol`."""
    shape: Literal["exact", "scalar"] = "exact"
    """`exact`: the reference's shape. `scalar`: () and (1,) are both right for one number."""
    dtype: Literal["exact", "any"] = "exact"
    inputs: Literal["unchanged", "dst_overwritten", "any"] = "any"
    """`unchanged`: arguments keep their contents. `dst_overwritten`: the first argument must contain the result."""
    alias: Literal["fresh", "dst", "any"] = "any"
    """`fresh`: a change of the result changes no argument. `dst`: the result is the first argument."""
    signs: Literal["fixed", "free"] = "fixed"
    """`free`: each column of the second array of a pair may be negated (eigenvectors)."""
    statistics: Statistics | None = msgspec.field(default=None, name="statistical")
    observe: Mapping[str, Observation] = msgspec.field(default_factory=dict)
    """What else is judged, by name, in the order in which it is reported; see `docs/authoring.md`."""

    @property
    def rtol(self) -> float:
        """Allowed error relative to each expected value; 0 for `exact`."""
        return _allowed(self.values)[0]

    @property
    def atol(self) -> float:
        """Allowed error relative to the largest expected magnitude of the case; 0 for `exact`."""
        return _allowed(self.values)[1]


def _allowed(values: Allowance) -> tuple[float, float]:
    return (0.0, 0.0) if values == "exact" else values


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake; the tutor names it when it recognises it in an answer."""

    code: str
    """Code in kebab case; the name of `wrong_<mistake>.py` with dashes where there is such a file."""
    message: str
    """What a learner who made it can do."""
    error: tuple[str, ...] = ()
    """Regular expressions; a match in the answer's error identifies this mistake."""
    calls: tuple[str, ...] = ()
    """Dotted names; a refused answer whose syntax tree uses one of them has this mistake."""
    source: Path | None = None
    """The wrong answer with this mistake; None if the exercise has no such file."""
    name: str = ""
    """The mistake in one sentence without the solution: the first line of the docstring, or `name:`."""
    typed: tuple[str, ...] = ()
    """Answers to a `predict` exercise that this mistake leads to; `mxtutor dev check` types them."""

    @property
    def short_name(self) -> str:
        """What a learner sees after the first miss: the name, or the code in words if there is no name."""
        return self.name or f"A known mistake: {self.code.replace('-', ' ')}."


class Option(Record, frozen=True):
    """One answer of a `choice` exercise."""

    text: Text
    why: Text
    right: bool = False


class Equivalent(Record, frozen=True):
    """A mutant of a right answer that no case can refuse, because it has the same behaviour."""

    mutant: Text
    """Its name, as `mxtutor dev check --mutants` prints it."""
    reason: Text


class Sources(Record, frozen=True):
    """The part of the public documents that the exercise covers, and what is true of it."""

    rows: Texts = ()
    """Rows or sections of the public documents that it covers."""
    claim: str = ""
    """What the documents claim about MXNet."""
    torch: str = ""
    """What the PyTorch code of the documents does on torch 2.13."""
    status: Literal["", "as_claimed", "works_with_fix", "wrong_in_seed", "now_available", "still_unavailable"] = ""
    truth: str = ""
    """What is true on mxnet 1.9.1, one or two sentences."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A task for a learner, with everything that is needed to judge an answer."""

    id: str
    """`topic/slug`; never changes, because stored progress refers to it."""
    kind: Kind
    title: str
    prompt: str
    folder: Path
    entry: str = ""
    """Name of the function that an answer defines; empty for `predict` and `choice`."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Parameter to its description, in the order of the call."""
    hints: tuple[str, ...] = ()
    """Three hints: an idea, the name in the API, a skeleton of the code."""
    cases: tuple[Case, ...] = ()
    draws: int = 2
    """Number of draws of each random case."""
    steady: float = 0.0
    """Relative change of the inputs. If it changes the reference result by more than a quarter of the allowed error,
    the inputs are drawn again; 0 for no such test."""
    compare: Compare = field(default_factory=Compare)
    tolerance: str = ""
    """Why this error is allowed, in terms of the arithmetic."""
    mistakes: tuple[Mistake, ...] = ()
    options: tuple[Option, ...] = ()
    explain: str = ""
    """Why the right answer is right; shown after a pass or after giving up."""
    sources: Sources = field(default_factory=Sources)
    trivial: tuple[str, ...] = ()
    """Trivial answers that are right here: zeros, ones, input, constant or nan (`tensors/zeros` asks for zeros)."""
    equivalent: tuple[Equivalent, ...] = ()
    """Mutants of the right answers that are right as well."""
    seconds: float = 10.0
    """Time limit of an answer, in seconds of wall clock."""
    processes: bool = False
    """Whether an answer may start worker processes (data loaders)."""
    loopback: bool = False
    """Whether processes are started that talk over 127.0.0.1, in a separate network (a parameter server)."""
    variants: int = 1
    """Number of versions of a `predict` exercise, each with other numbers."""
    variant: int = 0
    """Which of them this is, counted from 0."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The numbers and texts of this version."""

    @property
    def topic(self) -> str:
        """The part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """The part of the id after the slash."""
        return self.id.partition("/")[2]

    @property
    def reference(self) -> str:
        """Source of the function in PyTorch."""
        return (self.folder / "reference.py").read_text(encoding="utf-8")

    @property
    def runnable_reference(self) -> str:
        """Source that runs in place of `reference`, and defines the same entry; the same text if there is none."""
        path = self.folder / "run_reference.py"
        return path.read_text(encoding="utf-8") if path.is_file() else self.reference

    @property
    def solution(self) -> str:
        """Source of the idiomatic answer."""
        return (self.folder / "solution.py").read_text(encoding="utf-8")

    def observer(self, framework: Literal["mxnet", "torch"]) -> str:
        """Source of `observe_<framework>.py`; empty if only the result is judged."""
        path = self.folder / f"observe_{framework}.py"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def verifier(self) -> str:
        """Source of `verify_mxnet.py`; empty if there are no facts to verify."""
        path = self.folder / "verify_mxnet.py"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def snippet(self) -> str:
        """Source of the code of a `predict` exercise, with this version's numbers; it assigns `result`."""
        path = self.folder / "snippet.py"
        source = path.read_text(encoding="utf-8")
        return render(source, self.values, str(path)) if self.values else source

    @property
    def starter(self) -> str:
        """Text that the editor shows at first."""
        if self.kind in ("choice", "predict"):
            return ""
        own = self.folder / "starter.py"
        if own.is_file():
            return own.read_text(encoding="utf-8")
        return f"import mxnet as mx\nfrom mxnet import nd\n\n\ndef {self.entry}({', '.join(self.params)}):\n    ...\n"

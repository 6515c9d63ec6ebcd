"""Course, topics, lessons and exercises as they stand on disk, read into plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.outline import Course as Course
from mxtutor.content.outline import LessonEntry as LessonEntry
from mxtutor.content.outline import Topic as Topic
from mxtutor.content.records import Record, Share, Text, Texts
from mxtutor.content.variants import render

FORMAT_VERSION = 1
"""The only `format_version` of `course.yaml` that this release reads."""

LAWS = {"uniform": 2, "normal": 2, "exponential": 1, "cauchy": 2, "geometric": 1, "bernoulli": 1}
"""Distributions that draws can be judged by, and how many parameters each has."""

Kind = Literal["code", "fix", "predict", "choice"]
"""`code`: write a function. `fix`: repair one. `predict`: say what code gives. `choice`: pick an option."""

ResultType = Literal[
    "mxnet", "mxnet_list", "mxnet_pair", "numpy", "python_tuple", "python_list", "python_int", "python_float",
    "python_bool", "dtype", "context", "context_list", "none",
]  # fmt: skip
"""What an answer has to return; `none` where only the effect counts."""


Allowance = Literal["exact"] | tuple[Share, Share]
"""Greatest error of a value: none, or [rtol, atol]; `rtol * |expected| + atol * (largest |expected| of the case)`."""


@dataclass(frozen=True, slots=True)
class Case:
    """One set of arguments, drawn afresh at every grading."""

    inputs: Mapping[str, Any]
    """Parameter to how it is drawn; the grammar is in `docs/authoring.md`."""
    name: str = ""
    """What a learner reads; empty: told from the inputs ("x: 3 x 4")."""
    hidden: bool = False
    """Judged, but its inputs and values are not shown."""


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
    parameters. With it the draws of all calls are tested for independence, tails and limits are judged more closely.
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
    """Something beside the result that `observe_mxnet.py` sees and that must be what `observe_torch.py` sees."""

    says: Text
    """What a learner reads when it differs."""
    values: Allowance | None = None
    """Allowed error; None: that of the exercise."""
    dtype: Literal["exact", "kind", "any"] = "any"
    """`exact`: arrays must have the reference's dtype too; `kind`: integers must be integers, of any width."""
    share: Annotated[float, Meta(gt=0, le=1, description="a number above 0, 1 at most")] = 1.0
    """Share of an array's elements that must agree."""
    least: bool = False
    """Whether a number, or each of a list, passes from what the reference's observer says upwards."""
    most: bool = False
    """The same downwards."""
    test: Literal["", "shuffles", "repeats", "distinct", "normal"] = ""
    """Test of `grading.judging.randomness` that judges it in place of a comparison with the reference's."""

    @property
    def rtol(self) -> float | None:
        """Allowed relative error; None: that of the exercise."""
        return None if self.values is None else _allowed(self.values)[0]

    @property
    def atol(self) -> float | None:
        """Allowed error relative to the largest expected magnitude; None: that of the exercise."""
        return None if self.values is None else _allowed(self.values)[1]


class Compare(Record, frozen=True):
    """How a result is judged against the reference's: the key `compare`."""

    type: ResultType = "mxnet"
    values: Allowance = "exact"
    """Allowed error; see `rtol` and `atol`."""
    shape: Literal["exact", "scalar"] = "exact"
    """`scalar` takes () and (1,) for one number."""
    dtype: Literal["exact", "any"] = "exact"
    inputs: Literal["unchanged", "dst_overwritten", "any"] = "any"
    """`unchanged`: arguments keep their contents; `dst_overwritten`: the first one must hold the result."""
    alias: Literal["fresh", "dst", "any"] = "any"
    """`fresh`: writing to the result leaves the arguments alone; `dst`: the result is the first argument."""
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
    """A known mistake, which the tutor names when it recognises it."""

    code: str
    """Code in kebab case; the name of `wrong_<mistake>.py` with dashes where there is such a file."""
    message: str
    """What a learner who made it must see."""
    error: tuple[str, ...] = ()
    """Regular expressions; one that is found in the answer's error names this mistake."""
    calls: tuple[str, ...] = ()
    """Dotted names; using one in a refused answer names this mistake (syntax tree)."""
    source: Path | None = None
    """The wrong answer whose behaviour this mistake has, if one ships."""
    name: str = ""
    """The mistake in one sentence without the solution: the first line of the docstring, or `name:`."""
    typed: tuple[str, ...] = ()
    """Answers to a `predict` exercise that this mistake leads to; `mxtutor dev check` types them."""

    @property
    def short_name(self) -> str:
        """What a learner sees at the first miss: the name, or the code in words where there is no name."""
        return self.name or f"A known mistake: {self.code.replace('-', ' ')}."


class Option(Record, frozen=True):
    """One answer of a `choice` exercise."""

    text: Text
    why: Text
    right: bool = False


class Equivalent(Record, frozen=True):
    """A mutant of a right answer that no case can refuse, since it does what the answer does."""

    mutant: Text
    """Its name, as `mxtutor dev check --mutants` prints it."""
    reason: Text


class Sources(Record, frozen=True):
    """Where the exercise comes from and what is true of that place."""

    rows: Texts = ()
    """Rows or sections of the public documents that it covers."""
    claim: str = ""
    """What the documents say, in MXNet terms."""
    torch: str = ""
    """What the documents' PyTorch form does on torch 2.13."""
    status: Literal["", "as_claimed", "works_with_fix", "wrong_in_seed", "now_available", "still_unavailable"] = ""
    truth: str = ""
    """What is true on mxnet 1.9.1, one or two sentences."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One thing to do, with all that is needed to judge it."""

    id: str
    """`topic/slug`; never changes, since progress hangs on it."""
    kind: Kind
    title: str
    prompt: str
    folder: Path
    entry: str = ""
    """Name of the function that an answer defines; empty for `predict` and `choice`."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Parameter to its description, in the order of the call."""
    hints: tuple[str, ...] = ()
    """A nudge, the name in the API, a skeleton."""
    cases: tuple[Case, ...] = ()
    draws: int = 2
    """How often each random case is drawn."""
    steady: float = 0.0
    """Relative change of the inputs that must not change what the reference comes to by a quarter of what is allowed;
    draws for which it does are drawn again. 0 where no draw is that delicate."""
    compare: Compare = field(default_factory=Compare)
    tolerance: str = ""
    """Where the allowed error comes from, in terms of the arithmetic."""
    mistakes: tuple[Mistake, ...] = ()
    options: tuple[Option, ...] = ()
    explain: str = ""
    """Why the right answer is right; shown after a pass or after giving up."""
    sources: Sources = field(default_factory=Sources)
    trivial: tuple[str, ...] = ()
    """Trivial answers that are right here: zeros, ones, input, constant or nan (`tensors/zeros` asks for zeros)."""
    equivalent: tuple[Equivalent, ...] = ()
    """Mutants of the right answers that are right, too."""
    seconds: float = 10.0
    """Wall clock that an answer gets."""
    processes: bool = False
    """Whether an answer may start worker processes (data loaders)."""
    loopback: bool = False
    """Whether processes are started that talk over 127.0.0.1, in a network of their own (a parameter server)."""
    variants: int = 1
    """How many versions of a `predict` exercise there are, each with other numbers."""
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
    def solution(self) -> str:
        """Source of the idiomatic answer."""
        return (self.folder / "solution.py").read_text(encoding="utf-8")

    def observer(self, framework: Literal["mxnet", "torch"]) -> str:
        """Source of `observe_<framework>.py`; empty where the result alone is judged."""
        path = self.folder / f"observe_{framework}.py"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def verifier(self) -> str:
        """Source of `verify_mxnet.py`; empty where observers hand over nothing to verify."""
        path = self.folder / "verify_mxnet.py"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def snippet(self) -> str:
        """Source whose result a `predict` exercise asks for, with this version's numbers; it assigns `result`."""
        path = self.folder / "snippet.py"
        source = path.read_text(encoding="utf-8")
        return render(source, self.values, str(path)) if self.values else source

    @property
    def starter(self) -> str:
        """What the editor holds at first."""
        if self.kind in ("choice", "predict"):
            return ""
        own = self.folder / "starter.py"
        if own.is_file():
            return own.read_text(encoding="utf-8")
        return f"import mxnet as mx\nfrom mxnet import nd\n\n\ndef {self.entry}({', '.join(self.params)}):\n    ...\n"

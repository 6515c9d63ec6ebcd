"""The records of the key `compare`, which say how a result is compared with the reference's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from mxtutor.content.record import Record
from mxtutor.content.records import Share, Text

LAWS = {"uniform": 2, "normal": 2, "exponential": 1, "cauchy": 2, "geometric": 1, "bernoulli": 1}
"""Distributions that draws can be tested against, with their numbers of parameters."""

ResultType = Literal[
    "array",
    "array_list",
    "array_pair",
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
    "mxnet",
    "mxnet_list",
    "mxnet_pair",
]
"""Type of an answer's result; `none` if only its effect is judged. Arrays are of the answer's framework.

The last three are earlier names of the first three.
"""
_EARLIER: Mapping[str, ResultType] = {"mxnet": "array", "mxnet_list": "array_list", "mxnet_pair": "array_pair"}


Allowance = Literal["exact"] | tuple[Share, Share]
"""Tolerance of values: 0, or [rtol, atol] for `rtol * |expected| + atol * (largest |expected| of the case)`."""

Changed = Literal[
    "values",
    "gradient",
    "grad_req",
    "multipliers",
    "statistics",
    "setting",
    "hybridized",
    "children",
    "hooks",
    "items",
    "context",
    "dtype",
    "file",
    "recording",
    "training",
    "numpy_array",
    "numpy_shape",
    "numpy_dtype",
    "device",
    "scopes",
    "seeds",
    "bulk",
    "warnings",
    "environment",
    "folder",
    "path",
    "errors",
    "printing",
]
"""Kinds of changes by a call: of an argument (up to `file`), or of the program's state."""
STATES = frozenset(get_args(Changed)[get_args(Changed).index("file") + 1 :])
"""Kinds of changes of the program's state."""


class Statistics(Record, frozen=True):
    """The key `compare.statistical`: how random draws are judged."""

    ks: Annotated[float, Meta(gt=0, le=1, description="a number above 0, 1 at most")] = 0.02
    """Largest two-sample Kolmogorov-Smirnov distance of each row to the reference's draws."""
    support: tuple[float | None, float | None] | None = None
    """Smallest and greatest value that may be drawn; None is open."""
    within: tuple[str, str] | None = None
    """Names of the parameters with the limits of draws."""
    integer: bool = False
    """Whether every draw must be a whole number."""
    reseed: bool | Literal["repeats"] = True
    """Whether `mx.random.seed` must repeat the draws; `repeats` means true."""
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
    """An observation by `observe_mxnet.py` besides the result, which must equal that of `observe_torch.py`."""

    says: Text
    """The message for the learner when the two differ."""
    values: Allowance | None = None
    """Tolerance; None for that of the exercise."""
    dtype: Literal["exact", "kind", "any"] = "any"
    """`exact`: arrays must have the reference's dtype, too. `kind`: integers must be integers of any width."""
    share: Annotated[float, Meta(gt=0, le=1, description="a number above 0, 1 at most")] = 1.0
    """Share of an array's elements that must agree, from 0 to 1."""
    least: bool = False
    """Whether a number, or each number of a list, passes if it is at least the reference observer's."""
    most: bool = False
    """Whether a number, or each number of a list, passes if it is at most the reference observer's."""
    partial: bool = False
    """Whether entries of a dict that the answer's observer leaves out are not compared."""
    if_seen: bool = False
    """Whether it is judged only in cases in which the reference's observer returns it."""
    test: Literal["", "shuffles", "coins", "repeats", "distinct", "normal"] = ""
    """Test of `grading.judging.randomness` that replaces the comparison with the reference; empty for none."""

    @property
    def rtol(self) -> float | None:
        """Relative tolerance; None for that of the exercise."""
        return None if self.values is None else _allowed(self.values)[0]

    @property
    def atol(self) -> float | None:
        """Tolerance relative to the largest expected magnitude; None for that of the exercise."""
        return None if self.values is None else _allowed(self.values)[1]


class Compare(Record, frozen=True):
    """The key `compare`: how a result is compared with the reference's."""

    type: ResultType = "array"
    values: Allowance = "exact"
    """Tolerance; see `rtol` and `atol`."""
    shape: Literal["exact", "scalar"] = "exact"
    """`exact`: the reference's shape. `scalar`: () and (1,) are both right if the reference's is one of them."""
    dtype: Literal["exact", "any"] = "exact"
    inputs: Literal["unchanged", "dst_overwritten", "any"] = "any"
    """`unchanged`: arguments keep their contents. `dst_overwritten`: the first argument must contain the result."""
    alias: Literal["fresh", "dst", "any"] = "any"
    """`fresh`: a change of the result changes no argument. `dst`: the result is the first argument."""
    gradient: bool | None = None
    """Whether a backward pass through the result must give the reference's gradients; None: not stated."""
    signs: Literal["fixed", "free"] = "fixed"
    """`free`: each column of the second array of a pair may be negated (eigenvectors)."""
    statistics: Statistics | None = msgspec.field(default=None, name="statistical")
    observe: Mapping[str, Observation] = msgspec.field(default_factory=dict)
    """Further observations to judge, by name, in the order of the report; see `docs/authoring.md`."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "type", _EARLIER.get(self.type, self.type))

    @property
    def rtol(self) -> float:
        """Tolerance relative to each expected value; 0 for `exact`."""
        return _allowed(self.values)[0]

    @property
    def atol(self) -> float:
        """Tolerance relative to the largest expected magnitude of the case; 0 for `exact`."""
        return _allowed(self.values)[1]


def _allowed(values: Allowance) -> tuple[float, float]:
    return (0.0, 0.0) if values == "exact" else values

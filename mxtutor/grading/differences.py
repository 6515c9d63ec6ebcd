"""How far a result is from the reference result: in numbers, and both side by side."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One of the positions where an array differs most."""

    index: tuple[int, ...]
    expected: float
    got: float
    allowed: float
    """Largest error that would have passed here."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two arrays of one shape differ."""

    shape: tuple[int, ...]
    differing: int
    total: int
    max_abs: float
    max_rel: float
    worst: tuple[Mismatch, ...]
    strip: tuple[float, ...]
    """Error per stretch of the flattened array, as a share of the allowed error; at most 64 stretches."""

    @property
    def counted(self) -> str:
        """How many values differ, in words."""
        return "the value differs" if self.total == 1 else f"{self.differing} of {self.total} values differ"


LOSSES = "losses"
"""Name of the observation that holds a training's losses, one for each epoch."""


@dataclass(frozen=True, slots=True)
class Curves:
    """Losses of both sides, one for each epoch; the lengths differ where the answer ran another number of epochs."""

    reference: tuple[float, ...]
    answer: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Two results, or two parts of results, as rows of cells; both sides have the same rows and columns.

    A cell that one side lacks is empty.
    """

    name: str
    """Label of the part: "[0]" of a sequence, "'a'" of a dict, an observation; empty for the result itself."""
    torch: str
    """Type, dtype and shape of PyTorch's side, in a few words."""
    mxnet: str
    """The same of MXNet's side."""
    labels: tuple[str, ...] = ()
    """Index of each row, such as "[1, 0]"; empty texts for one row."""
    torch_cells: tuple[tuple[str, ...], ...] = ()
    mxnet_cells: tuple[tuple[str, ...], ...] = ()
    differing: tuple[tuple[int, int], ...] = ()
    """Row and column of each cell that differs, counted from 0 in the cells."""
    note: str = ""
    """What differs, in one sentence; empty if nothing does."""
    hidden: int = 0
    """Elements that the cells leave out, because the arrays are large."""

    @property
    def same(self) -> bool:
        """Whether both sides agree in everything that is compared."""
        return not self.note


LABELS = {"autograd": "gradient", "calls[0]": "first call", "calls[1]": "second call"}
"""Words for the observations whose names say little."""


def label_of(name: str) -> str:
    """Return the name of an observation, or of a part of it, as shown to the learner: "second call" for "calls[1]"."""
    for own, words in LABELS.items():
        if name == own or name.startswith(f"{own}["):
            return words + name[len(own) :]
    observation, bracket, part = name.partition("[")
    return observation.replace("_", " ") + bracket + part

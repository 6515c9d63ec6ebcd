"""Results of both frameworks as cells of text, which screens draw side by side."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Two results, or two parts of results, as rows of cells; both sides have the same rows and columns.

    A cell that one side lacks is empty.
    """

    name: str
    """Name of the part: "[0]" of a sequence, "'a'" of a dict, an observation; empty for the result itself."""
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

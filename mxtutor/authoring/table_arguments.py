"""The arguments that rows of the truth table list, and the callables of both frameworks that must have them."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.content.form_names import mxnet_names, shown
from mxtutor.content.truth_rows import Side, Truth

_METHODS = {"Tensor.": "torch.Tensor."}
"""First parts of names of the table, and what they are in code."""


def argument_uses(row: Truth) -> list[tuple[Side, str, str]]:
    """Return side, callable and argument for each argument that a row lists, on each side that has it."""
    return list(_uses(row))


def _uses(row: Truth) -> Iterator[tuple[Side, str, str]]:
    nd = row.takes or _first(row.mxnet_nd, "NDArray")
    np = row.takes or _first(row.mxnet_np, "np.ndarray")
    for argument in row.arguments:
        if not row.not_run:
            yield "torch", _torch(row.torch), argument.torch
        if argument.nd.isidentifier():
            yield "nd", nd, argument.nd
        if argument.np.isidentifier():
            yield "np", np, argument.np


def _torch(name: str) -> str:
    for start, full in _METHODS.items():
        if name.startswith(start):
            return full + name.removeprefix(start)
    return name


def _first(form: str, array: str) -> str:
    """Return the callable that a form calls first, as code; a method as a function of the module `nd` or `np`."""
    names = mxnet_names(form, array)
    if not names:
        return "None"
    name = shown(names[0])
    start, _, last = name.rpartition(".")
    return f"{ {'NDArray': 'nd', 'np.ndarray': 'np', 'mx.np.ndarray': 'np'}.get(start, start) }.{last}"

"""The arguments that rows of the truth table list, and the callables of both frameworks that must have them."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.content.truth_arguments import callables
from mxtutor.content.truth_rows import Side, Truth

ALTERNATIVES = " | "
"""What stands between callables of which one must have the argument."""


def argument_uses(row: Truth) -> list[tuple[Side, str, str]]:
    """Return side, callable and argument for each argument that a row lists, on each side that has it.

    For torch, one of the row's names must have the argument; the callables are joined by ` | `.
    """
    return list(_uses(row))


def _uses(row: Truth) -> Iterator[tuple[Side, str, str]]:
    known = callables(row)
    for argument in row.arguments:
        if not row.not_run:
            yield "torch", ALTERNATIVES.join(map(_torch, row.proven_names)), argument.torch
        sides: tuple[tuple[Side, str], ...] = (("nd", argument.nd), ("np", argument.np))
        for side, name in sides:
            if name:
                yield side, known.get(side, "None"), name.partition("=")[0]


def argument_check(callee: str, argument: str) -> str:
    """Return the code that tells whether a callable, or one of several, has an argument."""
    return " or ".join(f"accepts({name}, {argument!r})" for name in callee.split(ALTERNATIVES))


def _torch(name: str) -> str:
    return f"torch.{name}" if name.startswith("Tensor.") else name

"""The arguments that rows of the truth table list, and the callables of both frameworks that must have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mxtutor.content.truth_arguments import callables
from mxtutor.content.truth_rows import Code, Side, Truth

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


def argument_faults(row: Truth) -> Iterator[str]:
    """Yield the arguments of a row that no code passes to both frameworks with an equal result.

    Such code is the form with the torch code of the row, or a trap with `agrees`. Where both kinds of arrays have one
    callable, one of them is enough.
    """
    known = callables(row)
    one = known.get("nd") == known.get("np")
    for argument in row.arguments if not row.not_run else ():
        for side, written in (("nd", argument.nd), ("np", argument.np)):
            name, run = written.partition("=")[0], [(t, m) for s, t, m in _pairs(row) if one or s == side]
            if name and not any(_passes(torch, argument.torch) and _passes(mxnet, name) for torch, mxnet in run):
                yield f"no code of {side} that agrees with torch passes {argument.torch} as {name}"


def _pairs(row: Truth) -> Iterator[tuple[Side, str, str]]:
    """Yield side, torch code and MXNet code of what gives equal values."""
    torch = _text(row.proof.torch)
    forms: tuple[tuple[Side, Code | None], ...] = (("nd", row.proof.nd), ("np", row.proof.np))
    yield from ((side, torch, _text(form)) for side, form in forms if form is not None)
    yield from ((t.side, t.torch or torch, t.do) for t in row.proof.traps if t.expects == "agrees")


def _text(code: Code) -> str:
    return "\n".join((code.before, code.do, code.after))


def _passes(code: str, argument: str) -> bool:
    """Return whether code passes an argument by its name, also as a key of a dict of options."""
    return re.search(rf"(?<![\w.])(?:{argument}\s*=(?!=)|'{argument}'\s*:)", code) is not None


def _torch(name: str) -> str:
    return f"torch.{name}" if name.startswith("Tensor.") else name

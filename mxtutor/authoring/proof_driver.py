"""Runs proofs of the truth table inside a worker: this file's text is sent there, with a call of `perform` after it.

It imports nothing of mxtutor. What is under its names is the worker's prelude: torch, or mx, nd, np, npx and so on.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy

LONGEST = 600
"""Characters of an error that are told."""


def perform(jobs: list[dict[str, Any]], names: dict[str, Any], side: str) -> list[list[Any]]:
    """Return for each job ["value", its value] or ["error", type and text], in order."""
    if side == "np":
        names["npx"].set_np()
    if side == "torch":
        names = {**names, "nn": names["torch"].nn, "F": names["torch"].nn.functional}
    told: list[list[Any]] = []
    for job in jobs:
        try:
            told.append(["value", run(job, {**names, **arguments(job["given"], names, side)})])
        except Exception as error:  # the proof's own; some are there to raise
            told.append(["error", summary(error)])
    return told


def summary(error: Exception) -> str:
    """Return the type and the telling part of an error: MXNet puts frames of C++ before it."""
    text = str(error)
    _, found, last = text.rpartition("MXNetError: ")
    return " ".join(f"{type(error).__name__}: {last if found else text}".split())[:LONGEST]


def run(job: dict[str, Any], names: dict[str, Any]) -> Any:
    """Return the value of a job: of `after` where it has one, else of the last expression of `do`."""
    execute(job["before"], names)
    names["r"] = execute(job["do"], names)
    return plain(execute(job["after"], names) if job["after"] else names["r"])


def execute(source: str, names: dict[str, Any]) -> Any:
    """Run code like a notebook cell; its last expression is its value."""
    tree = ast.parse(source, "proof")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "proof", "exec"), names)  # noqa: S102 - running our own content's code is its work
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "proof", "eval"), names)  # noqa: S307 - as above


def plain(value: Any) -> Any:
    """Return sequences of any type as lists, and arrays as their contents, so that both frameworks tell the same."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "asnumpy"):
        return value.asnumpy()
    if hasattr(value, "detach"):
        return value.detach().cpu().numpy()
    return value


def arguments(given: dict[str, Any], names: dict[str, Any], side: str) -> dict[str, Any]:
    """Return the arguments of a proof as this side knows them."""
    return {name: argument(name, spec, names, side) for name, spec in given.items()}


def argument(name: str, spec: Any, names: dict[str, Any], side: str) -> Any:
    """Return an array for a list or a mapping, a tuple for {tuple: ..}, else the value itself."""
    if isinstance(spec, dict) and "tuple" in spec:
        return tuple(spec["tuple"])
    if isinstance(spec, dict) and "list" in spec:
        return [argument(name, item, names, side) for item in spec["list"]]
    if not isinstance(spec, (list, dict)):
        return spec
    spec = spec if isinstance(spec, dict) else {"values": spec}
    dtype = spec.get("dtype", "float32")
    if "shape" in spec:
        draw = numpy.random.RandomState(sum(map(ord, name)))
        low, high = spec.get("low", -1), spec.get("high", 1)
        whole = dtype.startswith(("int", "uint"))
        array = draw.randint(low, high + 1, spec["shape"]) if whole else draw.uniform(low, high, spec["shape"])
    else:
        array = numpy.array(spec["values"])
    array = array.astype(dtype)
    if side == "torch":
        return names["torch"].tensor(array)
    return names[side].array(array, dtype=dtype)

"""Runs proofs of the truth table in a worker.

`authoring.truth.source_of` sends the text of this file to the worker, followed by one call of `perform`.
The worker runs it as a snippet, so this file imports nothing of mxtutor.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any

import numpy

MAX_ERROR_LENGTH = 600
"""Maximum length of an error, in characters."""


def perform(jobs: str, names: dict[str, Any], side: str) -> list[list[Any]]:
    """Return for each job ["value", value] or ["error", type and text], in order.

    Args:
        jobs: a JSON list of objects with the keys `given` (name to description of an argument), `before`, `do` and
            `after` (Python code), `text` (whether the value is returned as readable text) and `gradient` (the
            names of the arrays whose gradients replace the value; null for the value).
        names: the variables that the code may use: torch, or mx, nd, np, npx and so on.
        side: `torch`, `nd` or `np`.
    """
    if side == "np":
        names["npx"].set_np()
    if side == "torch":
        names = {**names, "nn": names["torch"].nn, "F": names["torch"].nn.functional}
    results: list[list[Any]] = []
    for job in json.loads(jobs):
        try:
            given = {name: argument(name, spec, names, side) for name, spec in job["given"].items()}
            if job["gradient"] is not None:
                value = gradients(job, names, given)
            else:
                value = plain(result(job, {**names, **given}))
            results.append(["value", shown(value) if job["text"] else value])
        except Exception as error:  # some code of a proof is expected to raise
            results.append(["error", summary(error)])
    return results


def summary(error: Exception) -> str:
    """Return the type and the text of an error, without the C++ stack frames that MXNet puts before the text."""
    text = str(error)
    _, found, last = text.rpartition("MXNetError: ")
    return " ".join(f"{type(error).__name__}: {last if found else text}".split())[:MAX_ERROR_LENGTH]


def result(job: dict[str, Any], names: dict[str, Any]) -> Any:
    """Run a job; return the value of `after`, in which `r` is the value of `do`; if it is empty, the value of `do`."""
    execute(job["before"], names)
    names["r"] = execute(job["do"], names)
    return execute(job["after"], names) if job["after"] else names["r"]


def gradients(job: dict[str, Any], names: dict[str, Any], given: dict[str, Any]) -> list[Any]:
    """Return argument names, and the gradients of their arrays: of the value of `after`, then of that of `do`.

    In PyTorch these are the arguments with float arrays that have a gradient, in MXNet those that the job names. The
    gradient is that of the sum of all arrays of a value, times `weights`; a value without a graph has an empty list.
    The code runs inside of `record()`. In PyTorch it gets copies of the arrays, so that it may write into them.
    """
    if "torch" in names:
        leaves = [(name, array.requires_grad_()) for name in given for array in flat(given[name]) if is_float(array)]
        names = {**names, **{name: copied(value) for name, value in given.items()}}
        last = result(job, names)
        arrays = [leaf for _, leaf in leaves]
        found = [torch_gradients(flat(value), arrays, names["torch"]) for value in (last, names["r"])]
        used = {leaves[place][0] for grads in found for place, grad in enumerate(grads) if grad is not None}
        places = [place for place, (name, _) in enumerate(leaves) if name in used]
        zeros = [plain(leaf.detach() * 0) for leaf in arrays]
        own = [[zeros[k] if g[k] is None else plain(g[k]) for k in places] if g else [] for g in found]
        return [[name for name in given if name in used], *own]
    chosen = [array for name in job["gradient"] for array in flat(given[name]) if is_float(array)]
    for leaf in chosen:
        leaf.attach_grad()
    names = {**names, **given}
    parameter, setter = names["gluon"].Parameter, names["gluon"].Parameter.set_data
    parameter.set_data = unrecorded(setter, names["autograd"])
    try:
        with names["autograd"].record():
            last = result(job, names)
    finally:
        parameter.set_data = setter
    return [job["gradient"], *(mxnet_gradients(flat(value), chosen, names) for value in (last, names["r"]))]


def copied(value: Any) -> Any:
    """Return a copy, in the same graph, of a list or a PyTorch float array; any other value itself."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value.clone() if is_float(value) else value


def unrecorded(function: Any, autograd: Any) -> Any:
    """Return a function that runs without recording, because weights of nets are not set inside `record()`."""

    def call(*args: Any) -> Any:
        with autograd.pause():
            return function(*args)

    return call


def torch_gradients(values: list[Any], leaves: list[Any], torch: Any) -> list[Any]:
    """Return the gradients of arrays for each leaf, None for an unused one; [] without a graph."""
    heads = [value for value in values if getattr(value, "requires_grad", False)]
    if not heads or not leaves:
        return []
    factors = [torch.tensor(weights(head)).to(head.dtype) for head in heads]
    return list(torch.autograd.grad(heads, leaves, factors, retain_graph=True, allow_unused=True))


def mxnet_gradients(values: list[Any], leaves: list[Any], names: dict[str, Any]) -> list[Any]:
    """Return the same for MXNet, with zeros for an unused leaf."""
    autograd, module = names["autograd"], names["np" if names["npx"].is_np_array() else "nd"]
    heads = [value for value in values if is_float(value) and is_recorded(value, autograd)]
    for leaf in leaves:
        leaf.grad[...] = 0
    if heads:
        factors = [module.array(weights(head), dtype=head.dtype) for head in heads]
        autograd.backward(heads, factors, retain_graph=True)
    return [plain(leaf.grad) for leaf in leaves] if heads else []


def is_recorded(array: Any, autograd: Any) -> bool:
    """Return whether an array of MXNet is part of a graph."""
    if not hasattr(array, "attach_grad"):
        return False
    try:
        autograd.get_symbol(array)
    except Exception as error:
        return "not part of a computation graph" not in str(error)
    return True


def is_float(value: Any) -> bool:
    """Return whether a value is an array of floats."""
    return hasattr(value, "shape") and "float" in str(getattr(value, "dtype", ""))


def flat(value: Any) -> list[Any]:
    """Return the parts of nested sequences in one list."""
    return [part for item in value for part in flat(item)] if isinstance(value, (list, tuple)) else [value]


def weights(array: Any) -> Any:
    """Return different numbers in the shape of an array, so that weighted sums are not constant by chance."""
    return numpy.random.RandomState(0).uniform(0.5, 1.5, tuple(array.shape)).astype("float32")


def shown(value: Any) -> str:
    """Return a value as readable text: arrays as nested lists, numbers with four significant digits."""
    if isinstance(value, numpy.ndarray):
        return shown(value.tolist())
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, float):
        return f"{value:.4g}" if value % 1 or abs(value) >= 1e16 or value != value else f"{value:.1f}"
    return repr(value)


def documents(function: Any, argument: str) -> bool:
    """Return whether the signature or the documentation of a callable has an argument; code of proofs calls this."""
    try:
        signature = str(inspect.signature(function))
    except (TypeError, ValueError):  # some functions of torch have none
        signature = ""
    return re.search(rf"(?<![\w.]){argument}(?!\w)", f"{signature} {inspect.getdoc(function)}") is not None


def execute(source: str, names: dict[str, Any]) -> Any:
    """Run code like a notebook cell and return the value of its last expression; None if it ends otherwise."""
    tree = ast.parse(source, "proof")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "proof", "exec"), names)  # noqa: S102 - the code is part of the course
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "proof", "eval"), names)  # noqa: S307 - as above


def plain(value: Any) -> Any:
    """Return sequences of any type as lists, and arrays as NumPy arrays, so that both frameworks give equal types."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "asnumpy"):
        return value.asnumpy()
    if hasattr(value, "detach"):
        return value.detach().cpu().numpy()
    return value


def argument(name: str, spec: Any, names: dict[str, Any], side: str) -> Any:
    """Return an array for a list or a mapping, a tuple for {tuple: ..}, a list for {list: ..}, else the value itself.

    Random arrays depend on the argument's name only, so that all sides get equal ones.
    """
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

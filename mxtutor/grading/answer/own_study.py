"""Studies own code on one case: its result, randomness, changed inputs, gradients, parameters."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from mxtutor.grading.answer.own_torch import is_tensor, tensors
from mxtutor.grading.answer.own_values import Plan, leaves, rebuilt, structure
from mxtutor.grading.answer.study_torch import steady_dropout

Tree = dict[str, Any]
TRIALS, FEWEST_TRIALS = 200, 20
"""Draws in each of two sets whose means are compared; fewer if they took more than `TRIAL_SECONDS` together."""
TRIAL_SECONDS = 5.0
_KNOWN = {"array", "int", "float", "bool", "str", "NoneType"}


_NOTHING = {
    "shapes": [], "dtypes": [], "random": False, "changed": False, "finite": True, "seconds": 0.0, "gradients": False,
    "state": {}, "buffers": [], "training": False, "mode": False,
}  # fmt: skip
"""The other facts of a result that cannot be compared."""


def called(callee: Any, order: Sequence[Mapping[str, str]], values: Mapping[str, Any]) -> Any:
    """Call own code with live values by parameter; `order` has name and kind of its parameters."""
    args: list[Any] = []
    named: dict[str, Any] = {}
    gap = False
    for one in order:
        if one["name"] not in values:
            gap = gap or one["kind"] == "positional_or_keyword"
            continue
        value = values[one["name"]]
        if one["kind"] == "var_positional":
            args += value
        elif one["kind"] == "keyword_only" or gap:
            named[one["name"]] = value
        else:
            args.append(value)
    return callee(*args, **named)


class Study:
    """Own code with the live arguments of one case."""

    def __init__(self, plan: Plan, subject: Any, values: Mapping[str, Any]) -> None:
        self._plan, self._subject, self._values = plan, subject, values
        self._callee = getattr(subject, plan["method"]) if plan["method"] else subject

    def _run(self, seed: int, *, leaf: bool = False) -> tuple[Any, list[Any]]:
        """Call with copies of the arguments; return the result and the tensors that were passed."""
        passed: list[Any] = []

        def fresh(value: Any) -> Any:
            if not is_tensor(value):
                return value
            value = value.clone()
            if leaf and value.is_floating_point():
                value.requires_grad_()
            passed.append(value)
            return value

        values = {name: rebuilt(value, fresh) for name, value in self._values.items()}
        torch.manual_seed(seed)
        return called(self._callee, self._plan["order"], values), passed

    def facts(self, other: Any, *, steady: bool = False) -> Tree:
        """Return the facts; `other` is a second instance of a Module, made after another seed.

        `steady`: also whether the draws of a random function have a steady spread.
        """
        module = self._plan["kind"] == "module"
        if module:
            self._subject.eval()
        before = [x.clone() for value in self._values.values() for x in tensors([value])]
        with steady_dropout(), torch.no_grad():
            first, passed = self._run(0)
            names = structure(first, is_tensor)
            if odd := sorted({*_words(names)} - _KNOWN | {reason for x in tensors(first) if (reason := _unheld(x))}):
                return {"ok": True, "odd": odd, "structure": names, **_NOTHING}
            kept = [x.clone() if is_tensor(x) else x for x in leaves(first, is_tensor)]
            began = time.process_time()
            second, _ = self._run(1)
            seconds = time.process_time() - began
        seen: Tree = {
            "ok": True,
            "structure": names,
            "odd": [],
            "shapes": [list(x.shape) for x in tensors(first)],
            "dtypes": [str(x.dtype).removeprefix("torch.") for x in tensors(first)],
            "seconds": seconds,
            "random": not _alike(kept, leaves(second, is_tensor)),
            "changed": any(not _same(a, b) for a, b in zip(before, passed, strict=True)),
            "finite": all(bool(torch.isfinite(x).all()) for x in tensors(first) if x.is_floating_point()),
        }
        if seen["random"] and names == "array" and steady:
            trials = TRIALS if not seconds else min(TRIALS, int(TRIAL_SECONDS / (2 * seconds)))
            seen["steady"] = self._steady(max(FEWEST_TRIALS, trials))
        if module:
            seen |= self._of_module(other)
        else:
            seen["gradients"] = not seen["random"] and not seen["changed"] and self._differentiable()
        return seen

    def _steady(self, trials: int) -> bool:
        """Return whether two sets of draws have nearly the same mean and spread, which heavy tails do not have."""
        with torch.no_grad():
            halves = [[self._run(seed)[0].double() for seed in range(a, a + trials)] for a in (10, 10 + trials)]
        sets = [torch.stack(half) for half in halves]
        scale = max(float(s.square().mean().sqrt()) for s in sets) or 1.0
        means, spreads = ([float(f(s)) for s in sets] for f in (torch.mean, torch.std))
        return max(abs(means[0] - means[1]), abs(spreads[0] - spreads[1])) < 0.3 * scale < float("inf")

    def _differentiable(self) -> bool:
        try:
            with steady_dropout():
                value, passed = self._run(0, leaf=True)
            return _reached(value, [x for x in passed if x.requires_grad])
        except Exception:  # in-place changes of leaves, operators without a gradient
            return False

    def _of_module(self, other: Any) -> Tree:
        net = self._subject
        mine, theirs = dict(net.named_buffers()), dict(other.named_buffers())
        drawn = [n for n, b in mine.items() if b.is_floating_point() and _is_drawn(n, b, theirs.get(n))]
        held = {**dict(net.named_parameters()), **{n: mine[n] for n in drawn}}
        state = {n: _range(t) for n, t in held.items() if t.is_floating_point()}
        return {"state": state, "buffers": drawn, "training": self._trains(), "mode": self._differs_by_mode()}

    def _trains(self) -> bool:
        """Return whether a pass in training mode repeats after another seed and goes backwards."""
        self._subject.train()
        try:
            with steady_dropout():
                first, passed = self._run(0, leaf=True)
                second, _ = self._run(1)
            alike = _alike(leaves(first, is_tensor), leaves(second, is_tensor))
            return alike and _reached(first, [x for x in passed if x.requires_grad], list(self._subject.parameters()))
        except Exception:
            return False
        finally:
            self._subject.eval()

    def _differs_by_mode(self) -> bool:
        return any(isinstance(m, (torch.nn.modules.batchnorm._BatchNorm, torch.nn.modules.dropout._DropoutNd))
                   for m in self._subject.modules())  # fmt: skip


def _unheld(x: Any) -> str:
    """Return what an array of NumPy cannot hold of a tensor; empty if it holds all."""
    if x.layout is not torch.strided or x.is_quantized:
        return "a quantized tensor" if x.is_quantized else f"a tensor of the layout {x.layout}"
    try:
        torch.empty(0, dtype=x.dtype).numpy()
        return ""
    except TypeError:
        return f"a tensor of {x.dtype}"


def _words(names: str) -> list[str]:
    return [part.rpartition(": ")[2].strip("(){} ") for part in names.split(",") if part.strip("(){} ")]


def _is_drawn(name: str, buffer: Any, other: Any) -> bool:
    """Return whether a buffer cannot be computed by the port: running statistics, and what the constructor draws."""
    running = name.rpartition(".")[2] in ("running_mean", "running_var")
    return running or (other is not None and not _same(buffer, other))


def _range(array: Any) -> Tree:
    """Return shape and limits for drawing values like those that the constructor gave."""
    array = array.detach()
    low, high = (float(array.min()), float(array.max())) if array.numel() else (0.0, 0.0)
    most = max(abs(low), abs(high))
    if array.dim() >= 2:
        fan = max(1, array[0].numel())
        by = 0.1 * most if most else fan**-0.5
        return {"shape": list(array.shape), "low": -min(most + by, 1.0), "high": min(most + by, 1.0)}
    by = max(0.3 * most, 0.2) if low == high else 0.1 * most
    return {"shape": list(array.shape), "low": low - by, "high": high + by}


def _reached(value: Any, roots: list[Any], others: Sequence[Any] = ()) -> bool:
    found = [x for x in tensors(value) if x.is_floating_point() and x.requires_grad]
    if not found or not (roots or others):
        return False
    torch.autograd.backward(found, [torch.ones_like(x) for x in found])
    return any(x.grad is not None for x in (*roots, *others))


def _same(a: Any, b: Any) -> bool:
    return a.shape == b.shape and a.dtype == b.dtype and bool(torch.allclose(a, b, rtol=0, atol=0, equal_nan=True))


def _alike(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Return whether two results are equal; bits of a reduction may differ."""
    if len(first) != len(second):
        return False
    for a, b in zip(first, second, strict=True):
        if is_tensor(a) and is_tensor(b):
            if a.shape != b.shape or not bool(torch.allclose(a.double(), b.double(), rtol=1e-6, equal_nan=True)):
                return False
        elif a is not b and a != b:
            return False
    return True

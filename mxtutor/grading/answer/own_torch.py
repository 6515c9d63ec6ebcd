"""Runs a learner's own torch function or Module on a case, and returns what `own_mxnet` returns for its port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from mxtutor.grading.answer.own_values import (
    PlainObject,
    Plan,
    arguments,
    dtype_of,
    head,
    leaves,
    looked_at,
    moments,
    namespace_of,
    state_of,
    structure,
)
from mxtutor.grading.answer.study_torch import counted_rows, gradient, statistics, steady_dropout

Tree = dict[str, Any]


class Calls:
    """The learner's code that is ready for calls with the arguments of a case; a Module is in eval mode.

    Args:
        entry: the function or the class.
        case: the arguments by their keys, as attributes.
        plan: how the learner's code is called.
        seed: from which its constructor draws.
    """

    def __init__(self, entry: Any, case: Any, plan: Plan, seed: int = 0) -> None:
        self._entry, self._case, self._plan = entry, case, plan
        self.subject = entry
        """What is called: a function, or an instance of a class."""
        if plan["kind"] in ("object", "module"):
            torch.manual_seed(seed)
            args, named = arguments(case, plan["init"], self._fresh)
            self.subject = entry(*args, **named)
        if plan["kind"] == "module":
            self.subject.eval()
            if is_lazy(self.subject):
                with torch.no_grad():
                    self.run(seed)

    def _fresh(self, value: Any) -> Any:
        """Return a value for one call: a copy of a tensor, the object of a record."""
        if isinstance(value, PlainObject):
            return value.made(namespace_of(self._entry))
        return value.clone() if is_tensor(value) else value

    def run(self, seed: int = 0, *, leaf: bool = False, double: bool = False) -> tuple[Any, list[Any], list[Any]]:
        """Call with copies of the arguments; return the result, the tensors that were passed, and their leaves.

        With `leaf`, a tensor of fractions is a copy of a leaf that takes gradients, so that the code may write into it;
        with `double`, it is float64.
        """
        passed: list[Any] = []
        roots: list[Any] = []

        def fresh(value: Any) -> Any:
            value = self._fresh(value)
            if is_tensor(value):
                value = value.double() if double and value.is_floating_point() else value
                if leaf and value.is_floating_point():
                    roots.append(value.requires_grad_())
                    value = value.clone()
                passed.append(value)
            return value

        args, named = arguments(self._case, self._plan["call"], fresh)
        method = self._plan["method"]
        torch.manual_seed(seed)
        return (getattr(self.subject, method) if method else self.subject)(*args, **named), passed, roots

    def slopes(self, *, double: bool = False) -> tuple[Any, list[Any]]:
        """Run forwards and backwards; return the result and the gradients of the arguments that hold fractions."""
        value, _, roots = self.run(leaf=True, double=double)
        found = [x for x in tensors(value) if x.is_floating_point()]
        pairs = [(x, torch.as_tensor(head(tuple(x.shape), i)).to(x.dtype)) for i, x in enumerate(found)]
        pairs = [pair for pair in pairs if pair[0].requires_grad]
        torch.autograd.backward([x for x, _ in pairs], [h for _, h in pairs])
        return value, [torch.zeros_like(x) if x.grad is None else x.grad for x in roots]


def is_lazy(net: Any) -> bool:
    """Return whether a Module has parameters or buffers that wait for the first call."""
    return any(torch.nn.parameter.is_lazy(x) for x in (*net.parameters(), *net.buffers()))


def observations(entry: Any, case: Any, plan: Plan) -> Tree:
    """Return the results, the arguments after the call, and the gradients of the learner's code on a case."""
    return looked_at(_seen(entry, case, plan), plan)


def _seen(entry: Any, case: Any, plan: Plan) -> Tree:
    how: Sequence[str] = vars(case)["how"]
    calls = Calls(entry, case, plan)
    seen: Tree = {}
    if plan["kind"] == "module":
        seen["carried"] = []
        _load(calls.subject, state_of(case))
    if "random" in how:
        return {**seen, **_draws(calls, plan)}
    with steady_dropout(), torch.no_grad():
        value, passed, _ = calls.run()
    seen |= {**described(value, plan), "inputs": [x.detach() for x in passed]}
    if "gradients" in how:
        with steady_dropout():
            seen["gradients"] = calls.slopes()[1]
    if "random training" in how:
        calls.subject.train()
        with steady_dropout():
            seen |= _draws(calls, plan)
    return {**seen, **_training(calls, case)} if "training" in how else seen


def _training(calls: Calls, case: Any) -> Tree:
    net = calls.subject
    net.train()
    net.zero_grad(set_to_none=True)
    with steady_dropout(), counted_rows(net) as rows:
        before = {norm: norm.running_var.clone() for norm in rows}
        value, slopes = calls.slopes()
    held = dict(net.named_parameters())
    return {
        "training": [x.detach() for x in tensors(value)],
        "gradients": slopes,
        "parameter_gradients": {name: gradient(held[name]) for name in state_of(case) if name in held},
        "statistics": statistics(net, rows, before),
    }


def is_tensor(value: Any) -> bool:
    return isinstance(value, torch.Tensor)


def tensors(value: Any) -> list[Any]:
    """Return the tensors in nested values, in order."""
    return [leaf for leaf in leaves(value, is_tensor) if is_tensor(leaf)]


def described(value: Any, plan: Plan) -> Tree:
    """Return a result: as it is if it is one tensor or one plain value, else its leaves."""
    whole = plan["whole"]
    found = [leaf.detach() if is_tensor(leaf) else leaf for leaf in leaves(value, is_tensor)]
    names = [dtype_of(x.numpy().dtype, plan["dtypes"]) for x in found if is_tensor(x)]
    seen: Tree = {"result": found[0] if whole and found else None, "dtypes": names}
    return seen if whole else {**seen, "structure": structure(value, is_tensor), "outputs": found}


def _load(net: Any, state: Mapping[str, Any]) -> None:
    """Put drawn arrays into the parameters and buffers of a module."""
    held = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    with torch.no_grad():
        for name, array in state.items():
            held[name].copy_(array.reshape(held[name].shape))


def _draws(calls: Calls, plan: Plan) -> Tree:
    """Return statistics of many random calls."""
    with torch.no_grad():
        draws = [calls.run(1000 + number)[0].numpy().copy() for number in range(plan["draws"])]
    return {"dtypes": [dtype_of(draws[0].dtype, plan["dtypes"])], **moments(draws)}

"""Runs a learner's own torch function or Module on a case, and returns what `own_mxnet` returns for its port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from mxtutor.grading.answer.own_values import (
    Plan,
    Record,
    arguments,
    dtype_of,
    head,
    leaves,
    moments,
    namespace_of,
    state_of,
    structure,
)
from mxtutor.grading.answer.study_torch import counted_rows, gradient, statistics, steady_dropout

Tree = dict[str, Any]


def observations(entry: Any, case: Any, plan: Plan) -> Tree:
    """Return the results, the arguments after the call, and the gradients of own code on a case."""
    torch.manual_seed(0)
    subject = made(entry, case, plan)
    call = bound(subject, plan)
    if plan["kind"] == "module":
        load(subject, state_of(case))
        if plan["draws"]:
            subject.eval()
            return {"carried": [], **_of_random(call, case, plan)}
        return _of_module(subject, call, case, plan)
    if plan["draws"]:
        return _of_random(call, case, plan)
    args, named = arguments(case, plan["call"], lambda v: fresh(v, entry))
    with steady_dropout():
        value = call(*args, **named)
    seen = described(value, plan)
    seen["inputs"] = [x.detach() for x in tensors([args, named])]
    if plan["gradients"]:
        seen["gradients"] = _slopes(call, case, plan, entry)[1]
    return seen


def made(entry: Any, case: Any, plan: Plan) -> Any:
    """Return the object that own code is called on: a function, or an instance of a class."""
    if plan["kind"] == "function":
        return entry
    args, named = arguments(case, plan["init"], lambda v: fresh(v, entry))
    return entry(*args, **named)


def bound(subject: Any, plan: Plan) -> Any:
    """Return what is called."""
    return getattr(subject, plan["method"]) if plan["method"] else subject


def fresh(value: Any, entry: Any) -> Any:
    """Return a value for one call: a copy of a tensor, the object of a record."""
    if isinstance(value, Record):
        return value.made(namespace_of(entry))
    return value.clone() if isinstance(value, torch.Tensor) else value


def is_tensor(value: Any) -> bool:
    """Return whether a value is a tensor."""
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


def load(net: Any, state: Mapping[str, Any]) -> None:
    """Put drawn arrays into the parameters and buffers of a module."""
    held = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    with torch.no_grad():
        for name, array in state.items():
            held[name].copy_(array.reshape(held[name].shape))


def _of_module(net: Any, call: Any, case: Any, plan: Plan) -> Tree:
    net.eval()
    args, named = arguments(case, plan["call"], lambda v: fresh(v, net))
    with torch.no_grad():
        value = call(*args, **named)
    seen = {"carried": [], **described(value, plan)}
    seen["inputs"] = [x.detach() for x in tensors([args, named])]
    if not plan["training"]:
        return seen
    net.train()
    net.zero_grad(set_to_none=True)
    with steady_dropout(), counted_rows(net) as rows:
        before = {norm: norm.running_var.clone() for norm in rows}
        value, slopes = _slopes(call, case, plan, net)
    seen["training"] = [x.detach() for x in tensors(value)]
    held = dict(net.named_parameters())
    seen["parameter_gradients"] = {name: gradient(held[name]) for name in state_of(case) if name in held}
    seen["gradients"] = slopes
    seen["statistics"] = statistics(net, rows, before)
    return seen


def _slopes(call: Any, case: Any, plan: Plan, entry: Any) -> tuple[Any, list[Any]]:
    """Run own code forwards and backwards; return its result and the gradients of its inputs that hold fractions."""
    roots: list[Any] = []

    def leaf(value: Any) -> Any:
        value = fresh(value, entry)
        if is_tensor(value) and value.is_floating_point():
            roots.append(value.requires_grad_())
        return value

    args, named = arguments(case, plan["call"], leaf)
    with steady_dropout():
        value = call(*args, **named)
    found = [x for x in tensors(value) if x.is_floating_point()]
    pairs = [(x, torch.as_tensor(head(tuple(x.shape), i)).to(x.dtype)) for i, x in enumerate(found)]
    pairs = [pair for pair in pairs if pair[0].requires_grad]
    torch.autograd.backward([x for x, _ in pairs], [h for _, h in pairs])
    return value, [torch.zeros_like(x) if x.grad is None else x.grad for x in roots]


def _of_random(call: Any, case: Any, plan: Plan) -> Tree:
    """Return mean and deviation of many calls."""
    draws = []
    torch.manual_seed(1000)
    for _ in range(plan["draws"]):
        args, named = arguments(case, plan["call"], lambda v: fresh(v, call))
        draws.append(call(*args, **named).detach().numpy().copy())
    return {
        "shape": list(draws[0].shape),
        "dtypes": [dtype_of(draws[0].dtype, plan["dtypes"])],
        **moments(draws),
    }

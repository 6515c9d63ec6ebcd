"""Runs a module in eval mode, in training mode and backwards; returns the same observations as `study_mxnet`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch.nn.modules.batchnorm import _BatchNorm

Observations = dict[str, Any]
DECAY = 0.5
"""Weight decay of the step that a studied net takes; `study_mxnet` has the same."""
_DROPOUTS = ("dropout", "dropout1d", "dropout2d", "dropout3d")


def study(net: Any, inputs: Sequence[Any], head: Any) -> Observations:
    """Return the results of the passes of a module; `head` is the gradient of the output, or a list of such."""
    was = net.training
    net.eval()
    with torch.no_grad():
        seen: Observations = {"output": net(*(x.clone() for x in inputs))}
    inputs = [x.clone().requires_grad_(x.is_floating_point()) for x in inputs]
    net.train()
    net.zero_grad(set_to_none=True)
    with steady_dropout() as rates, counted_rows(net) as rows:
        before = {norm: norm.running_var.clone() for norm in rows}
        trained = net(*inputs)
    outputs, heads = (list(v) if isinstance(v, (list, tuple)) else [v] for v in (trained, head))
    torch.autograd.backward(outputs, heads)
    gradients = [gradient(p) for p in net.parameters()]
    step = [change(p) for p in net.parameters()]
    slopes = [x.grad for x in inputs]
    net.zero_grad(set_to_none=True)
    net.train(was)
    return {
        **seen,
        "training": trained,
        "dropout": rates,
        "gradients": gradients,
        "input_gradient": slopes[0] if len(slopes) == 1 else slopes,
        "statistics": statistics(net, rows, before),
        "hybrid_output": seen["output"],
        "trainer_step": step,
        "unrecorded_output": trained,
        "unsaved": [],
        "moved_output": seen["output"],
    }


def gradient(parameter: Any) -> Any:
    """Return a gradient: zeros if the backward pass did not reach the parameter, None if it takes no gradient."""
    if not parameter.requires_grad:
        return None
    return torch.zeros_like(parameter) if parameter.grad is None else parameter.grad.clone()


def change(parameter: Any) -> Any:
    """Return by how much a step of plain SGD with learning rate 1 and a weight decay of `DECAY` changes a parameter.

    None for a frozen one; zeros if the backward pass did not reach it. Before the step 1 is added to all values.
    """
    if not parameter.requires_grad:
        return None
    if parameter.grad is None:
        return torch.zeros_like(parameter)
    return -(parameter.grad + DECAY * (parameter.detach() + 1))


def statistics(net: Any, rows: dict[Any, int], before: dict[Any, Any]) -> list[Any]:
    """Return the running statistics as MXNet counts them: it divides a variance by n, torch by n - 1."""
    found = []
    for name, buffer in net.named_buffers():
        if name.endswith("running_mean"):
            found.append(buffer.detach().clone())
        elif name.endswith("running_var"):
            norm = next((m for m in rows if m.running_var is buffer), None)
            n = rows.get(norm, 0)
            if norm is None or n < 2:
                found.append(buffer.detach().clone())
                continue
            kept = (1 - norm.momentum) * before[norm]
            found.append(kept + (buffer - kept) * (n - 1) / n)
    return found


@contextlib.contextmanager
def counted_rows(net: Any) -> Iterator[dict[Any, int]]:
    """Count, for each batch normalisation, the number of values per channel in its input."""
    norms = [m for m in net.modules() if isinstance(m, _BatchNorm) and m.running_var is not None]
    rows = dict.fromkeys(norms, 0)

    def look(norm: Any, arguments: Any) -> None:
        rows[norm] = arguments[0].numel() // arguments[0].shape[1]

    hooks = [norm.register_forward_pre_hook(look) for norm in norms]
    try:
        yield rows
    finally:
        for hook in hooks:
            hook.remove()


@contextlib.contextmanager
def steady_dropout() -> Iterator[list[float]]:
    """Let every dropout multiply by 1 - p instead of drawing a mask; the list receives the rates in order."""
    functional, rates = torch.nn.functional, list[float]()

    def steady(x: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:  # noqa: ARG001
        if not training or p == 0:
            return x
        rates.append(p)
        return x * (1 - p)

    originals = {name: getattr(functional, name) for name in _DROPOUTS}
    for name in _DROPOUTS:
        setattr(functional, name, steady)
    try:
        yield rates
    finally:
        for name, original in originals.items():
            setattr(functional, name, original)

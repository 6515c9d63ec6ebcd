"""The kit that an `observe_torch.py` receives; its names match `kit_mxnet`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from mxtutor.grading.answer import own_probe, own_torch
from mxtutor.grading.answer.study_torch import study


class Kit:
    """Inspects modules."""

    def __init__(self) -> None:
        self.studies: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def parameters(self, net: Any) -> list[Any]:
        """Return the parameters in the order of the layers."""
        return [p.detach().clone() for p in net.parameters()]

    def statistics(self, net: Any) -> list[Any]:
        """Return the running statistics in the order of the layers."""
        return [b.detach().clone() for n, b in net.named_buffers() if "running_" in n]

    def gradients(self, net: Any) -> list[Any]:
        """Return the gradients of the parameters that take any, in the order of the layers."""
        return [p.grad.clone() for p in net.parameters() if p.requires_grad]

    def shapes(self, net: Any) -> list[list[int]]:
        """Return the shapes of the parameters in the order of the layers, which must be known."""
        return [list(p.shape) for p in net.parameters()]

    def load(self, net: Any, arrays: Sequence[Any]) -> None:
        """Put tensors into the parameters, in order."""
        with torch.no_grad():
            for parameter, array in zip(net.parameters(), arrays, strict=True):
                if isinstance(parameter, torch.nn.UninitializedParameter):
                    parameter.materialize(array.shape)
                parameter.copy_(array)

    def load_statistics(self, net: Any, arrays: Sequence[Any]) -> None:
        """Put tensors into the running statistics, in the order of the layers: mean, variance, mean, ..."""
        running = [b for n, b in net.named_buffers() if "running_" in n]
        for buffer, array in zip(running, arrays, strict=True):
            buffer.copy_(array)

    def own_code(self, entry: Any, case: Any, plan: dict[str, Any]) -> dict[str, Any]:
        """Return what a learner's own function or Module does on a case; see `own_torch`."""
        return own_torch.observations(getattr(entry, "__wrapped__", entry), case, plan)

    def probe(self, entry: Any, plan: dict[str, Any]) -> dict[str, Any]:
        """Return facts about a learner's own function or Module; see `own_probe`."""
        return own_probe.facts(getattr(entry, "__wrapped__", entry), plan)

    def study(self, net: Any, *inputs: Any, head: Any) -> dict[str, Any]:
        """Return the results of a module in eval mode, in training mode and backwards; see `kit_mxnet.Kit.study`."""
        seen = study(net, inputs, head)
        self.studies.append((seen, {"reason": "it is PyTorch's"}))
        return seen

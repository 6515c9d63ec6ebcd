"""Reads torch objects for snapshots, with the kinds of changes that `snapshot_mxnet.py` has."""

from __future__ import annotations

from typing import Any

import torch

from mxtutor.grading.answer.snapshot import Parts, Property, Same, array_parts, settings


def read(value: Any) -> Parts | None:
    """Return the parts of an object of torch, None for any other object."""
    if isinstance(value, torch.nn.Parameter):
        return Parts([*_tensor(value), Property("grad_req", "", value.requires_grad)])
    if isinstance(value, torch.Tensor):
        return Parts(_tensor(value))
    if isinstance(value, torch.nn.Module):
        return _module(value)
    if isinstance(value, torch.optim.Optimizer):
        groups = [{k: v for k, v in g.items() if k != "params"} for g in value.param_groups]
        inner = [(f"[{i}]", p) for i, p in enumerate(p for g in value.param_groups for p in g["params"])]
        return Parts([each for group in groups for each in settings("setting", group)], inner)
    data = torch.utils.data
    if isinstance(value, (data.Dataset, data.Sampler, data.DataLoader)) and type(value).__module__.startswith("torch"):
        return Parts(settings("setting", vars(value)), [(f".{k}", v) for k, v in vars(value).items()])
    return None


def state() -> dict[str, Any]:
    """Return torch's global state: the seed that was set last."""
    return {"seeds": torch.initial_seed()}


def _tensor(tensor: torch.Tensor) -> list[Property]:
    if tensor.is_sparse or tensor.is_meta:
        return []
    gradient = tensor.grad if tensor.is_leaf else None
    token = None if gradient is None or gradient.is_sparse else gradient.detach().cpu().numpy().tobytes()
    return [*array_parts(tensor.detach().cpu().numpy()), Property("gradient", "", token)]


def _module(module: torch.nn.Module) -> Parts:
    children = module._modules
    found = [Property("children", "", Same(list(children.values()), list(children)))]
    if type(module).__module__.startswith("torch"):
        found += settings("setting", vars(module), ("training",))
    buffers = {k: v for k, v in module._buffers.items() if v is not None}
    found += [Property("statistics", k, v.detach().cpu().numpy().tobytes()) for k, v in buffers.items()]
    inner = [(f".{k}", v) for k, v in (*module._parameters.items(), *children.items()) if v is not None]
    return Parts(found, inner)

"""The adapter for torch. Only the reference worker imports it, since importing torch takes 2 s."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as onp
import torch

from mxtutor.grading.answer.framework import Tree, group
from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.kit_torch import Kit
from mxtutor.grading.answer.own_values import Record
from mxtutor.grading.answer.snapshot import Parts, Property, Same, Watcher, array_parts, settings
from mxtutor.grading.recipes import (
    ArraysRecipe,
    BatchesRecipe,
    DatasetRecipe,
    DigitsRecipe,
    LabelsRecipe,
    Layer,
    MlpRecipe,
    ValueRecipe,
)


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


Made = Mapping[str, Any]
"""Arguments that are built already, by name."""


class Builders:
    """Builds arguments that consist of several tensors, on the CPU."""

    def labels(self, recipe: LabelsRecipe, made: Made) -> Any:
        """Return class ids as int64."""
        return torch.from_numpy(recipe["array"].copy())

    def arrays(self, recipe: ArraysRecipe, made: Made) -> Any:
        """Return a list of tensors."""
        return [torch.from_numpy(a.copy()) for a in recipe["items"]]

    def batches(self, recipe: BatchesRecipe, made: Made) -> Any:
        """Return a list of (data, int64 labels)."""
        return [(torch.from_numpy(i["data"].copy()), torch.from_numpy(i["labels"].copy())) for i in recipe["items"]]

    def dataset(self, recipe: DatasetRecipe, made: Made) -> Any:
        """Return a TensorDataset of data and int32 labels."""
        return torch.utils.data.TensorDataset(
            torch.from_numpy(recipe["data"].copy()), torch.from_numpy(recipe["labels"].copy())
        )

    def digits(self, recipe: DigitsRecipe, made: Made) -> Any:
        """Return (images, int64 labels), and the same of the held-out ones if there are any."""
        arrays = [recipe["images"], recipe["images_labels"]]
        if len(recipe["held_out"]):
            arrays += [recipe["held_out"], recipe["held_out_labels"]]
        return tuple(torch.from_numpy(array.copy()) for array in arrays)

    def path(self, recipe: ValueRecipe, made: Made) -> str:
        """Return a path in the scratch folder."""
        return os.path.abspath(str(recipe["value"]))

    def op(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the function of torch with this name."""
        return getattr(torch, recipe["value"])

    def loss(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the loss with this name."""
        return {"cross_entropy": torch.nn.CrossEntropyLoss, "l2": torch.nn.MSELoss}[recipe["value"]]()

    def sgd(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return an optimizer over the case's net."""
        return torch.optim.SGD(made["net"].parameters(), lr=recipe["value"])

    def context(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the device of a context; the CPU stands for every CPU context."""
        return device(recipe["value"])

    def contexts(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the devices of contexts."""
        return [device(c) for c in recipe["value"]]

    def mlp(self, recipe: MlpRecipe, made: Made) -> Any:
        """Return a Sequential of Linear, [BatchNorm1d], ReLU, [Dropout], .., Linear with the drawn weights."""
        modules: list[torch.nn.Module] = []
        last = len(recipe["layers"]) - 1
        for i, layer in enumerate(recipe["layers"]):
            linear = torch.nn.Linear(layer["weight"].shape[1], layer["weight"].shape[0])
            _set(linear.weight, layer["weight"])
            _set(linear.bias, layer["bias"])
            if i in recipe["frozen"]:
                linear.requires_grad_(False)
            modules.append(linear)
            if i == last:
                break
            if recipe["bn"]:
                modules.append(_norm(layer))
            modules.append(torch.nn.ReLU())
            if recipe["dropout"]:
                modules.append(torch.nn.Dropout(recipe["dropout"]))
        hidden = [torch.nn.Sequential(*modules[:-1])] if recipe["nested"] else modules[:-1]
        return torch.nn.Sequential(*hidden, modules[-1])


def _norm(layer: Layer) -> torch.nn.BatchNorm1d:
    norm = torch.nn.BatchNorm1d(layer["gamma"].shape[0])
    _set(norm.weight, layer["gamma"])
    _set(norm.bias, layer["beta"])
    _set(norm.running_mean, layer["mean"])
    _set(norm.running_var, layer["var"])
    return norm


def _set(tensor: Any, data: Any) -> None:
    with torch.no_grad():
        tensor.copy_(torch.from_numpy(data.copy()))


def device(context: str) -> torch.device:
    """Return torch's device for a context: GPUs for GPUs, the CPU for every CPU context."""
    kind, _, index = context.partition("(")
    return torch.device("cuda", int(index.rstrip(")"))) if kind == "gpu" else torch.device("cpu")


class Torch:
    """`Framework` over torch 2.13; on the CPU, or on the GPUs of the recipes."""

    prelude = "import torch\nimport numpy as onp\n"

    def __init__(self) -> None:
        self._nets = Builders()
        # torch.compile runs the code as it is: a job has no compiler and starts no process
        torch.compiler.set_stance("force_eager")

    def make(self, recipe: Mapping[str, Any], made: Mapping[str, Any]) -> Any:
        """Return the live argument of a recipe.

        Raises:
            AttributeError: the kind of the recipe is unknown.
        """
        kind = recipe["is"]
        if kind == "array":
            return torch.from_numpy(recipe["array"].copy()).to(device(recipe["ctx"]))
        if kind == "view":
            array, how = made[recipe["of"]], recipe["how"]
            views = {"same": array, "reshape": array.reshape(-1), "head": array[: max(1, array.shape[0] // 2)]}
            return views[how] if how in views else array.clone()
        if kind == "function":
            return eval(recipe["source"], {})  # written by the author of the exercise
        if kind == "group":
            return group(self, recipe, made)
        if kind == "record":
            return Record(recipe["source"], recipe["fields"])
        if kind in ("plain", "tuple"):
            return tuple(recipe["value"]) if kind == "tuple" else recipe["value"]
        return getattr(self._nets, kind)(recipe, made)

    def is_array(self, value: Any) -> bool:
        """Return whether a value is a tensor."""
        return isinstance(value, torch.Tensor)

    def describe_array(self, value: Any) -> Tree | None:
        """Return the description of a tensor, a device or a dtype."""
        if isinstance(value, torch.Tensor):
            return {"k": "torch", "a": self.numpy(value), "ctx": place(value.device)}
        if isinstance(value, torch.dtype):
            return {"k": "dtype", "v": str(value).removeprefix("torch.")}
        if isinstance(value, torch.device):
            return {"k": "context", "v": place(value)}
        return None

    def numpy(self, value: Any) -> onp.ndarray[Any, Any]:
        """Return a copy of a tensor's contents."""
        copy: onp.ndarray[Any, Any] = value.detach().cpu().numpy().copy()
        return copy

    def bump(self, value: Any) -> None:
        """Add one to every element in place."""
        with torch.no_grad():
            value.logical_not_() if value.dtype == torch.bool else value.add_(1)

    def seed(self, seed: int) -> None:
        """Seed torch's generator."""
        torch.manual_seed(seed)

    def kit(self) -> Kit:
        """Return the kit for observers."""
        return Kit()

    def watcher(self) -> Watcher:
        """Return what lists the changes that a call makes."""
        return Watcher(read, state)

    def counter(self) -> None:
        """Return None: the calls of references are not counted."""

    def replay(self, study: Tree) -> Tree:
        """Raise an error: references are trusted, so that their studies are not replayed.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError

    def places(self) -> list[Place]:
        """Return nothing: references are trusted."""
        return []

    def built_for_gpus(self) -> bool:
        """Return whether this build has code for GPUs."""
        return torch.version.cuda is not None

    def prime(self) -> None:
        """Let torch find out what the processor can: operators of half precision ask, and a job has no such files.

        One element is no work for a parallel operator; a fork hangs if its parent ran one.
        """
        torch.zeros(1).half().add_(1)

    def warm(self) -> None:
        """Run one operator: the first one copies pages of memory in a new process."""
        torch.zeros(1).add_(1)

    def wait(self) -> None:
        """Return at once: torch on the CPU is synchronous."""


def place(where: torch.device) -> str:
    """Return the name of the MXNet context that matches a device."""
    return f"{'gpu' if where.type == 'cuda' else where.type}({where.index or 0})"

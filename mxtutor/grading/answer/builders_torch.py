"""Builds nets, batches, data sets and similar arguments as torch objects, from the recipes of `cases.draw_nets`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import torch

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

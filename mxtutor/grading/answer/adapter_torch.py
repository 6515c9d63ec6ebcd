"""torch's side of the recipes. Imported by the reference worker only; torch costs 2 s to import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as onp
import torch

from mxtutor.grading.answer.builders_torch import Makers, device
from mxtutor.grading.answer.framework import Tree
from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.kit_torch import Kit


class Torch:
    """`Framework` over torch 2.13; on the CPU, or on the GPUs of the recipes."""

    prelude = "import torch\nimport numpy as onp\n"

    def __init__(self) -> None:
        self._nets = Makers()

    def make(self, recipe: Mapping[str, Any], made: Mapping[str, Any]) -> Any:
        """Return the live argument of a recipe.

        Raises:
            AttributeError: the recipe is of a kind that torch's side does not know.
        """
        kind = recipe["is"]
        if kind == "array":
            return torch.from_numpy(recipe["array"].copy()).to(device(recipe["ctx"]))
        if kind == "view":
            array, how = made[recipe["of"]], recipe["how"]
            views = {"same": array, "reshape": array.reshape(-1), "head": array[: max(1, array.shape[0] // 2)]}
            return views[how] if how in views else array.clone()
        if kind == "function":
            return eval(recipe["source"], {})  # the exercise's author wrote it
        if kind in ("plain", "tuple"):
            return tuple(recipe["value"]) if kind == "tuple" else recipe["value"]
        return getattr(self._nets, kind)(recipe, made)

    def is_array(self, value: Any) -> bool:
        """Tell whether a value is a tensor."""
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
        """Return what observers work with."""
        return Kit()

    def replay(self, study: Tree) -> Tree:
        """Raise: references are trusted, and nothing of theirs is replayed.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError

    def places(self) -> list[Place]:
        """Return nothing: references are trusted."""
        return []

    def built_for_gpus(self) -> bool:
        """Tell whether this build has code for GPUs."""
        return torch.version.cuda is not None

    def prime(self) -> None:
        """Do nothing: after a parallel operator every fork hangs."""

    def warm(self) -> None:
        """Run one operator: the first costs some copied pages in a fresh process."""
        torch.zeros(1).add_(1)

    def wait(self) -> None:
        """Return at once: torch on the CPU is synchronous."""


def place(where: torch.device) -> str:
    """Return the context that a device is called in MXNet."""
    return f"{'gpu' if where.type == 'cuda' else where.type}({where.index or 0})"

"""The adapter for torch. Only the reference worker imports it, since importing torch takes 2 s."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as onp
import torch

from mxtutor.grading.answer.builders_torch import Builders, device
from mxtutor.grading.answer.framework import Tree, group
from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.kit_torch import Kit
from mxtutor.grading.answer.own_values import Record
from mxtutor.grading.answer.snapshot import Watcher
from mxtutor.grading.answer.snapshot_torch import read, state


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

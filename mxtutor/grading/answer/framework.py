"""The interface of a framework in the child: it makes arguments, describes results, seeds and waits."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as onp

from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.snapshot import Watcher

Tree = dict[str, Any]


class Framework(Protocol):
    """MXNet or torch, with all functions that read results looked up before an answer can replace them."""

    prelude: str
    """Imports that a snippet may use without writing them."""

    def make(self, recipe: Mapping[str, Any], made: Mapping[str, Any]) -> Any:
        """Return the live argument of a recipe; `made` holds the earlier ones."""
        ...

    def describe_array(self, value: Any) -> Tree | None:
        """Return the description of an array, a context or a dtype of this framework; None for anything else."""
        ...

    def is_array(self, value: Any) -> bool:
        """Tell by exact type whether a value is an array of this framework."""
        ...

    def numpy(self, value: Any) -> onp.ndarray[Any, Any]:
        """Return a copy of an array's contents; waits for the computation and raises its errors."""
        ...

    def bump(self, value: Any) -> None:
        """Change every element of an array in place."""
        ...

    def seed(self, seed: int) -> None:
        """Seed the framework's generators."""
        ...

    def kit(self) -> Any:
        """Return what observers of exercises work with: `kit_mxnet.Kit` or `kit_torch.Kit`."""
        ...

    def watcher(self) -> Watcher:
        """Return what lists the changes that a call makes in its arguments and in the program's state."""
        ...

    def counter(self) -> Any:
        """Return what counts the framework's calls, `counting.Counter`; None if nothing does."""
        ...

    def replay(self, study: Tree) -> Tree:
        """Return what a traced study of another process gives here, by the names of its parts."""
        ...

    def places(self) -> list[Place]:
        """Return the namespaces of the framework that judging relies on."""
        ...

    def built_for_gpus(self) -> bool:
        """Return whether this build has code for GPUs; no GPU is touched, since forks could not use it any more."""
        ...

    def prime(self) -> None:
        """Make in the worker what every child would make anew, where that leaves one thread and no lock behind."""
        ...

    def warm(self) -> None:
        """Run one operator, in a child that waits for its job."""
        ...

    def wait(self) -> None:
        """Wait for all pending computation; raises its errors."""
        ...


def group(framework: Framework, recipe: Mapping[str, Any], made: Mapping[str, Any]) -> Any:
    """Return the live list, tuple or dict of a group's recipe."""
    items = [framework.make(item, made) for item in recipe["items"]]
    if recipe["kind"] == "dict":
        return dict(zip(recipe["keys"], items, strict=True))
    return items if recipe["kind"] == "list" else tuple(items)


def describe(framework: Framework, value: Any, depth: int = 0) -> Tree:
    """Return the description of a result, in a way that runs no code of the answer."""
    kind = type(value)
    if (known := framework.describe_array(value)) is not None:
        return known
    if kind is onp.ndarray:
        return (
            {"k": "numpy", "a": value}
            if value.dtype.kind in "fiub"
            else {"k": "other", "t": f"numpy.ndarray of {value.dtype}"}
        )
    base = next((b for b in (list, tuple) if issubclass(kind, b)), None)  # a named tuple is a tuple
    if base is not None and depth < 8:
        items = itertools.islice(base.__iter__(value), 10_000)
        return {"k": base.__name__, "v": [describe(framework, v, depth + 1) for v in items]}
    if kind is dict and depth < 8:
        keys = [k if type(k) is str else type(k).__name__ for k in value]
        return {"k": "dict", "keys": keys, "v": [describe(framework, v, depth + 1) for v in value.values()]}
    return _plain(value)


def _plain(value: Any) -> Tree:
    kind = type(value)
    if value is None:
        return {"k": "none"}
    if kind is bool:
        return {"k": "bool", "v": value}
    if kind is int:
        return {"k": "int", "v": str(value)} if abs(value) < 1 << 1024 else {"k": "other", "t": "int of over 1024 bits"}
    if kind is float:
        return {"k": "float", "v": value}
    if kind is str:
        return {"k": "str", "v": value[:10_000]}
    if isinstance(value, onp.dtype) and kind.__module__.partition(".")[0] == "numpy":
        return {"k": "dtype", "v": value.name}
    if kind is type and issubclass(value, onp.generic):
        return {"k": "dtype", "v": onp.dtype(value).name}
    if isinstance(value, onp.generic) and kind.__module__ == "numpy" and value.dtype.kind in "fiub":
        return {"k": "numpy_scalar", "v": float(value.item()), "t": f"numpy.{value.dtype.name}"}
    return {"k": "other", "t": f"{kind.__module__}.{kind.__qualname__}"}

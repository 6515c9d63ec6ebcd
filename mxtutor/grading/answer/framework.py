"""The interface of a framework in the child: it makes arguments, describes results, seeds and waits."""

from __future__ import annotations

import copy
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Protocol

import numpy as onp

from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.own_values import PlainObject
from mxtutor.grading.answer.snapshot import Watcher
from mxtutor.grading.recipes import Recipe

Tree = dict[str, Any]


class Framework(Protocol):
    """MXNet or torch, with all functions that read results looked up before an answer can replace them."""

    prelude: str
    """Imports that a snippet may use without writing them."""

    make: Callable[[Recipe, Mapping[str, Any]], Any]
    """Returns the live argument of a recipe; also takes the earlier arguments."""

    def describe_array(self, value: Any) -> Tree | None:
        """Return the description of an array, a context or a dtype of this framework; None for anything else."""

    def is_array(self, value: Any) -> bool:
        """Tell by exact type whether a value is an array of this framework."""

    def numpy(self, value: Any) -> onp.ndarray[Any, Any]:
        """Return a copy of an array's contents; waits for the computation and raises its errors."""

    def bump(self, value: Any, *, nan: bool = False) -> None:
        """Change every element of an array in place; with `nan`, the elements of an array of floats become NaN."""

    def gradients(self, entry: Callable[..., Any], arguments: Mapping[str, Any], names: Sequence[str]) -> Tree:
        """Call the entry inside of a recording; return the gradients of the named arguments.

        They are those of the sum of all arrays of floats in the result, each times its weights of `heads`; zeros where
        nothing depends on the argument.
        """

    def seed(self, seed: int) -> None:
        """Seed the framework's generators."""

    def kit(self) -> Any:
        """Return what observers of exercises work with: `kit_mxnet.Kit` or `adapter_torch.Kit`."""

    def watcher(self) -> Watcher:
        """Return what lists the changes that a call makes in its arguments and in the program's state."""

    def counter(self) -> Any:
        """Return what counts the framework's calls, `counting.Counter`; None where only references run."""
        return None

    def replay(self, study: Tree) -> Tree:
        """Return the results of a traced study of another process, recomputed here, by the names of its parts.

        Raises:
            NotImplementedError: only references, which are trusted, run in this framework.
        """
        raise NotImplementedError

    def places(self) -> list[Place]:
        """Return the namespaces of the framework that judging relies on; none where only references run."""
        return []

    def built_for_gpus(self) -> bool:
        """Return whether this build has code for GPUs; no GPU is touched, since forks could not use it any more."""

    def prime(self) -> None:
        """Create in the worker what every child would create again, if that adds no thread and holds no lock."""

    def wait(self) -> None:
        """Wait for all pending computation, if there can be any; raises its errors."""


@dataclass(frozen=True, slots=True)
class Installed:
    """What a worker needs to know about a framework."""

    adapter: tuple[str, str]
    """Module and class of its `Framework`."""
    requirement: str
    packages: tuple[str, ...]
    """Packages that jobs may read, together with their dependencies."""
    warm: tuple[str, ...]
    """Modules that most answers import; the worker imports them once."""


INSTALLED = {
    "mxnet": Installed(
        ("mxtutor.grading.answer.adapter_mxnet", "MXNet"),
        "mxnet==1.9.1",
        ("mxnet", "mxboard", "numpy", "setuptools"),
        ("encodings.utf_8_sig", "multiprocessing.pool", "tempfile", "traceback", "uuid"),
    ),
    "torch": Installed(
        ("mxtutor.grading.answer.adapter_torch", "Torch"),
        "torch==2.13.0",
        ("torch", "numpy", "setuptools"),
        # the first optimizer step imports 800 modules through it, which costs 0.9 s in every child
        ("encodings.utf_8_sig", "torch._dynamo"),
    ),
}


def packages_of(framework: str, *, libraries: bool) -> tuple[str, ...]:
    """Return the packages that jobs may read: those of the framework, and with `libraries` all but other frameworks."""
    own = INSTALLED[framework].packages
    if not libraries:
        return own
    others = {name for one in INSTALLED.values() for name in one.packages} - {*own}
    names = {str(one.metadata["Name"] or "").lower() for one in metadata.distributions()}
    return (*own, *sorted(names - others - {"", "mxtutor"}))


Made = Mapping[str, Any]
"""Arguments that are built already, by name."""


class Builders:
    """Builds live arguments: one method for each kind of recipe, and what a framework makes in its own way."""

    def tensor(self, data: Any, ctx: str = "cpu(0)", dtype: str | None = None) -> Any:
        """Return an array of the framework with the contents of a NumPy array, and its dtype or another one."""
        raise NotImplementedError

    def ids(self, data: Any) -> Any:
        """Return class ids in the dtype that the framework's losses take."""
        raise NotImplementedError

    def copied(self, array: Any) -> Any:
        """Return a copy of an array."""
        raise NotImplementedError

    def place(self, text: str) -> Any:
        """Return the device that a text such as "cpu(1)" names."""
        raise NotImplementedError

    def make(self, recipe: Recipe, made: Made) -> Any:
        """Return the live argument of a recipe.

        Raises:
            AttributeError: the kind of the recipe is unknown.
        """
        return getattr(self, recipe["is"])(recipe, made)

    def plain(self, recipe: Recipe, made: Made) -> Any:
        return copy.deepcopy(recipe["value"])  # an answer may change a list, and a case may run again

    def tuple(self, recipe: Recipe, made: Made) -> Any:
        return (*recipe["value"],)

    def function(self, recipe: Recipe, made: Made) -> Any:
        return eval(recipe["source"], {})  # written by the author of the exercise

    def record(self, recipe: Recipe, made: Made) -> Any:
        return PlainObject(recipe["source"], copy.deepcopy(recipe["fields"]))

    def group(self, recipe: Recipe, made: Made) -> Any:
        items = [self.make(item, made) for item in recipe["items"]]
        if recipe["kind"] == "dict":
            return dict(zip(recipe["keys"], items, strict=True))
        return items if recipe["kind"] == "list" else (*items,)

    def array(self, recipe: Recipe, made: Made) -> Any:
        """Return an array; with a form, a view of a larger one."""
        array, form = recipe["array"], recipe.get("form", "")
        if not form:
            return self.tensor(array, recipe["ctx"])
        if form == "reshaped":
            return self.tensor(array.reshape(-1), recipe["ctx"]).reshape(array.shape)
        around = onp.ones_like(array[:1])
        return self.tensor(onp.concatenate([around, array, around]), recipe["ctx"])[1:-1]

    def view(self, recipe: Recipe, made: Made) -> Any:
        """Return an array that shares memory with an earlier argument, or a copy of it."""
        array, how = made[recipe["of"]], recipe["how"]
        if how == "same":
            return array
        if how == "reshape":
            return array.reshape((-1,))
        return array[: max(1, array.shape[0] // 2)] if how == "head" else self.copied(array)

    def arrays(self, recipe: Recipe, made: Made) -> Any:
        return [self.tensor(array) for array in recipe["items"]]

    def batches(self, recipe: Recipe, made: Made) -> Any:
        """Return a list of (data, class ids)."""
        return [(self.tensor(one["data"]), self.ids(one["labels"])) for one in recipe["items"]]

    def digits(self, recipe: Recipe, made: Made) -> Any:
        """Return (images, class ids), and the same of the held-out ones if there are any."""
        parts = ("images", "held_out") if len(recipe["held_out"]) else ("images",)
        pairs = ((self.tensor(recipe[part]), self.ids(recipe[f"{part}_labels"])) for part in parts)
        return (*(array for pair in pairs for array in pair),)

    def path(self, recipe: Recipe, made: Made) -> str:
        return os.path.abspath(str(recipe["value"]))

    def context(self, recipe: Recipe, made: Made) -> Any:
        return self.place(recipe["value"])

    def contexts(self, recipe: Recipe, made: Made) -> Any:
        return [self.place(one) for one in recipe["value"]]


def heads(framework: Framework, value: Any) -> Iterator[tuple[Any, onp.ndarray[Any, Any]]]:
    """Yield the arrays of floats in a result, each with weights of its shape and dtype that all differ."""
    for one in value if type(value) in (list, tuple) else (value,):
        if framework.is_array(one) and (data := framework.numpy(one)).dtype.kind == "f":
            yield one, onp.asarray(1.5 + onp.cos(onp.arange(data.size)).reshape(data.shape), data.dtype)


def describe(framework: Framework, value: Any, depth: int = 0) -> Tree:
    """Return the description of a result, in a way that runs no code of the answer."""
    kind = type(value)
    if (known := framework.describe_array(value)) is not None:
        return known
    if kind is onp.ndarray:
        return (
            {"k": "numpy", "a": value.copy()}  # a later call may overwrite it
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

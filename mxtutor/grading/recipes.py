"""Recipes: descriptions of arguments, made of plain values and arrays, from which either framework builds its objects.

The trusted side draws them (`cases/`), the wire format carries them, and the workers build the objects
(`answer/adapter_*.py`). The key "is" names the kind of a recipe.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
How = Literal["same", "reshape", "head", "copy"]
"""The relation of a view to its argument: the same array, one axis, the first half of the rows, or a copy."""

ArrayRecipe = TypedDict("ArrayRecipe", {"is": Literal["array"], "array": Array, "ctx": str})
"""An array of any dtype and shape on a context such as "cpu(0)"."""
LabelsRecipe = TypedDict("LabelsRecipe", {"is": Literal["labels"], "array": Array, "dtype": str, "ctx": str})
"""Class ids, int64 of shape (n,); `dtype` is that of the MXNet array."""
ViewRecipe = TypedDict("ViewRecipe", {"is": Literal["view"], "of": str, "how": How})
"""An array that shares memory with the earlier argument `of`, or copies it."""
TupleRecipe = TypedDict("TupleRecipe", {"is": Literal["tuple"], "value": list[Any]})
"""A tuple of plain values."""
FunctionRecipe = TypedDict("FunctionRecipe", {"is": Literal["function"], "source": str})
"""A Python function, as the source of an expression."""
PlainRecipe = TypedDict("PlainRecipe", {"is": Literal["plain"], "value": Any})
"""A number, a text, a list of them, True, False or None."""
ValueKind = Literal["sgd", "loss", "op", "path", "context", "contexts"]
ValueRecipe = TypedDict("ValueRecipe", {"is": ValueKind, "value": Any})
"""An object that one value describes: a learning rate, a name, a path, or contexts."""


class Batch(TypedDict):
    """One batch: float32 data of shape (n, features), int64 class ids of shape (n,)."""

    data: Array
    labels: Array


BatchesRecipe = TypedDict("BatchesRecipe", {"is": Literal["batches"], "items": list[Batch]})
"""A list of batches."""
ArraysRecipe = TypedDict("ArraysRecipe", {"is": Literal["arrays"], "items": list[Array]})
"""A list of float32 arrays."""
DatasetRecipe = TypedDict("DatasetRecipe", {"is": Literal["dataset"], "data": Array, "labels": Array})
"""A data set: float32 features or uint8 images, int32 class ids."""
DigitsRecipe = TypedDict(
    "DigitsRecipe",
    {
        "is": Literal["digits"],
        "images": Array,
        "images_labels": Array,
        "held_out": Array,
        "held_out_labels": Array,
    },
)
"""Images of shape (n, 1, 8, 8), float32 in [0, 1], with int64 class ids, and others that are held out."""


class DenseLayer(TypedDict):
    """Weights of a dense layer in torch's layout: float32 of shape (out, in), and (out,)."""

    weight: Array
    bias: Array


class Layer(DenseLayer, total=False):
    """A dense layer, with the parameters and statistics of a batch norm after it, float32 of shape (out,)."""

    gamma: Array
    beta: Array
    mean: Array
    var: Array


MlpRecipe = TypedDict(
    "MlpRecipe",
    {
        "is": Literal["mlp"],
        "sizes": list[int],
        "layers": list[Layer],
        "bn": bool,
        "dropout": float,
        "frozen": list[int],
        "raw": bool,
        "nested": bool,
        "contexts": list[str],
    },
)
"""A multilayer perceptron.

`raw`: it is not initialised; `frozen`: indices of layers without gradients; `nested`: all layers but the last one are
in a container inside the net.
"""

GroupRecipe = TypedDict(
    "GroupRecipe",
    {"is": Literal["group"], "kind": Literal["list", "tuple", "dict"], "keys": list[str], "items": list[Any]},
)
"""A list, a tuple or a dict of other recipes; `keys` are those of the dict."""
RecordRecipe = TypedDict("RecordRecipe", {"is": Literal["record"], "source": str, "fields": dict[str, Any]})
"""An object with plain attributes: the expression that makes it in the reference's module, and its attributes."""

Recipe = (
    GroupRecipe
    | RecordRecipe
    | ArrayRecipe
    | LabelsRecipe
    | ViewRecipe
    | TupleRecipe
    | FunctionRecipe
    | PlainRecipe
    | ValueRecipe
    | BatchesRecipe
    | ArraysRecipe
    | DatasetRecipe
    | DigitsRecipe
    | MlpRecipe
)


def array_of(recipe: Recipe | None) -> Array | None:
    """Return the array of an array's recipe; None for every other kind."""
    return recipe["array"] if recipe is not None and recipe["is"] == "array" else None


def value_of(recipe: Recipe | None) -> Any:
    """Return the value of a plain argument's recipe; None for every other kind."""
    return recipe["value"] if recipe is not None and recipe["is"] == "plain" else None

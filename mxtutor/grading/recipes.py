"""Recipes: descriptions of arguments, made of plain values and arrays, from which either framework builds its objects.

The trusted side draws them (`cases/`), the wire format carries them, and the workers build the objects
(`answer/framework.py`, `answer/adapter_*.py`). The key "is" names the kind of a recipe; it has these other keys:

    plain        value: a number, a text, a list of them, True, False or None
    tuple        value: a list of plain values
    function     source: the expression of a Python function
    array        array, of any dtype and shape; ctx: a context such as "cpu(0)"; form, if it is a view: slice
                 (rows of a larger array) or reshaped (a vector's elements in another shape)
    view         of: the earlier argument with which it shares memory, or that it copies; how: same (the same array),
                 reshape (one axis), head (the first half of the rows) or copy
    labels       array: class ids, int64 of shape (n,); dtype: that of the MXNet array; ctx
    arrays       items: float32 arrays
    batches      items: mappings with data, float32 of shape (n, features), and labels, int64 class ids of shape (n,)
    dataset      data: float32 features or uint8 images; labels: int32 class ids
    digits       images and held_out: float32 in [0, 1], shape (n, 1, 8, 8); images_labels and held_out_labels: int64
    mlp          a multilayer perceptron. sizes; layers: mappings in torch's layout, float32, with weight (out, in) and
                 bias (out,), and gamma, beta, mean and var (out,) of a batch norm after it; bn; dropout: its rate;
                 frozen: indices of layers without gradients; raw: it is not initialised; nested: in how many
                 containers, one inside the other, all layers but the last one are; contexts
    group        kind: list, tuple or dict; items: recipes; keys: those of the dict
    record       an object with plain attributes. source: the expression that makes it in the reference's module; fields
    sgd, loss, op, path, context, contexts
                 value: a learning rate, a name, a path, or contexts
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
ValueKind = Literal["sgd", "loss", "op", "path", "context", "contexts"]
"""The kinds of objects that one value describes."""
Recipe = dict[str, Any]


def array_of(recipe: Recipe | None) -> Array | None:
    """Return the array of an array's recipe; None for every other kind."""
    return recipe["array"] if recipe is not None and recipe["is"] == "array" else None


def value_of(recipe: Recipe | None) -> Any:
    """Return the value of a plain argument's recipe; None for every other kind."""
    return recipe["value"] if recipe is not None and recipe["is"] == "plain" else None

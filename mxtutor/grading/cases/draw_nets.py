"""Draws nets, batches, data sets and other arguments that consist of several arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, get_args

import numpy as np

from mxtutor.content.digits import load_digits
from mxtutor.grading.recipes import (
    ArraysRecipe,
    Batch,
    BatchesRecipe,
    DatasetRecipe,
    DigitsRecipe,
    LabelsRecipe,
    Layer,
    MlpRecipe,
    Recipe,
    ValueKind,
    ValueRecipe,
)

Spec = Mapping[str, Any]
Rng = np.random.Generator


def labels(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> LabelsRecipe:
    """Class ids, shape (n,): int64 in torch; float32, or `dtype`, in MXNet."""
    ids = rng.integers(0, int(spec["classes"]), size=int(spec["labels"]))
    return {
        "is": "labels",
        "array": ids.astype("int64"),
        "dtype": spec.get("dtype", "float32"),
        "ctx": spec.get("ctx", "cpu(0)"),
    }


def batches(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> BatchesRecipe:
    """A list of (data, labels): normal float32 data of shape (n, features), times `scale`; class ids of shape (n,)."""
    scale = float(spec.get("scale", 1))
    items: list[Batch] = [
        {
            "data": (scale * rng.normal(size=(n, spec["features"]))).astype("float32"),
            "labels": rng.integers(0, int(spec["classes"]), size=n).astype("int64"),
        }
        for n in spec["batches"]
    ]
    return {"is": "batches", "items": items}


def mlp(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> MlpRecipe:
    """A multilayer perceptron with drawn weights; Linear layers keep torch's layout (out, in)."""
    sizes = [int(n) for n in spec["mlp"]]
    layers: list[Layer] = []
    for i, (d_in, d_out) in enumerate(pairwise(sizes)):
        bound = 1 / np.sqrt(d_in)
        layer: Layer = {
            "weight": rng.uniform(-bound, bound, size=(d_out, d_in)).astype("float32"),
            "bias": rng.uniform(-bound, bound, size=d_out).astype("float32"),
        }
        if spec.get("bn") and i < len(sizes) - 2:
            layer |= {
                "gamma": rng.uniform(0.5, 1.5, size=d_out).astype("float32"),
                "beta": rng.uniform(-0.5, 0.5, size=d_out).astype("float32"),
                "mean": rng.uniform(-0.5, 0.5, size=d_out).astype("float32"),
                "var": rng.uniform(0.5, 1.5, size=d_out).astype("float32"),
            }
        layers.append(layer)
    return {
        "is": "mlp",
        "sizes": sizes,
        "layers": layers,
        "bn": bool(spec.get("bn")),
        "dropout": float(spec.get("dropout", 0)),
        "frozen": list(spec.get("frozen", ())),
        "raw": bool(spec.get("raw")),
        "nested": bool(spec.get("nested")),
        "contexts": list(spec.get("contexts", [spec.get("ctx", "cpu(0)")])),
    }


def arrays(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> ArraysRecipe:
    """A list of float32 arrays of the given shapes, uniform in [low, high]."""
    low, high = spec.get("low", -1), spec.get("high", 1)
    items = [rng.uniform(low, high, size=tuple(shape)).astype("float32") for shape in spec["arrays"]]
    return {"is": "arrays", "items": items}


def dataset(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> DatasetRecipe:
    """A data set of n = `dataset` samples with int32 class ids of shape (n,).

    Its data are normal float32 features of shape (n, features), times `scale`, or uint8 images of shape (n, h, w, c).
    """
    count = int(spec["dataset"])
    if "image" in spec:
        data = rng.integers(0, 256, size=(count, *spec["image"])).astype("uint8")
    else:
        data = (float(spec.get("scale", 1)) * rng.normal(size=(count, spec["features"]))).astype("float32")
    ids = rng.integers(0, int(spec["classes"]), size=count).astype("int32")
    return {"is": "dataset", "data": data, "labels": ids}


def digits(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> DigitsRecipe:
    """Images of shape (n, 1, 8, 8), float32 in [0, 1], in random order, and `held_out` more that are not among them.

    With `real` they are handwritten digits, otherwise ten random prototypes with noise.
    """
    prototypes = rng.uniform(0, 1, size=(10, 1, 8, 8))

    def part(name: str, count: int) -> tuple[Any, Any]:
        if spec.get("real"):
            return _real_digits(rng, name, count)
        ids = rng.integers(0, 10, size=count)
        return np.clip(prototypes[ids] + rng.normal(0, 0.25, size=(count, 1, 8, 8)), 0, 1), ids

    images, ids = part("train", int(spec["digits"]))
    held_out, held_out_ids = part("held_out", int(spec.get("held_out", 0)))
    return {
        "is": "digits",
        "images": images.astype("float32"),
        "images_labels": ids.astype("int64"),
        "held_out": held_out.astype("float32"),
        "held_out_labels": held_out_ids.astype("int64"),
    }


def _real_digits(rng: Rng, part: str, count: int) -> tuple[Any, Any]:
    """Return `count` different digits of a part of the shipped set: images (n, 1, 8, 8) in [0, 1], class ids (n,)."""
    images, ids = load_digits(part)
    chosen = rng.permutation(len(ids))[:count]
    if len(chosen) < count:
        raise ValueError(f"the set has {len(ids)} digits in {part}")
    return images[chosen][:, None] / 16, ids[chosen]


def plain(kind: ValueKind) -> Callable[[Rng, Spec, Mapping[str, Recipe]], ValueRecipe]:
    """Return a function that makes recipes with the value of the spec under `kind`."""

    def make(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> ValueRecipe:
        return {"is": kind, "value": spec[kind]}

    return make


MAKERS: dict[str, Callable[[Rng, Spec, Mapping[str, Recipe]], Recipe]] = {
    "labels": labels,
    "batches": batches,
    "mlp": mlp,
    "arrays": arrays,
    "dataset": dataset,
    "digits": digits,
    **{kind: plain(kind) for kind in get_args(ValueKind)},
}
"""The function that makes the recipe, by the key that names the kind of a spec."""

"""Builds nets, batches, data sets and similar arguments as MXNet objects, from the recipes of `cases.draw_nets`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

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
    """Builds arguments that consist of several arrays; `mx` is the imported module."""

    def __init__(self, mx: Any, context: Callable[[str], Any]) -> None:
        self._mx = mx
        self._context = context

    def array(self, data: Any, ctx: str = "cpu(0)", dtype: str | None = None) -> Any:
        """Return an NDArray of the dtype of the data, or of `dtype`."""
        return self._mx.nd.array(data, ctx=self._context(ctx), dtype=dtype or data.dtype)

    def labels(self, recipe: LabelsRecipe, made: Made) -> Any:
        """Return class ids, of the dtype of the recipe."""
        return self.array(recipe["array"], recipe["ctx"], recipe["dtype"])

    def arrays(self, recipe: ArraysRecipe, made: Made) -> Any:
        """Return a list of NDArrays."""
        return [self.array(a) for a in recipe["items"]]

    def batches(self, recipe: BatchesRecipe, made: Made) -> Any:
        """Return a list of (data, float32 labels)."""
        return [(self.array(i["data"]), self.array(i["labels"], dtype="float32")) for i in recipe["items"]]

    def dataset(self, recipe: DatasetRecipe, made: Made) -> Any:
        """Return an ArrayDataset of data and int32 labels."""
        return self._mx.gluon.data.ArrayDataset(self.array(recipe["data"]), recipe["labels"])

    def digits(self, recipe: DigitsRecipe, made: Made) -> Any:
        """Return (images, float32 labels), and the same of the held-out ones if there are any."""
        pairs = [(recipe["images"], recipe["images_labels"])]
        if len(recipe["held_out"]):
            pairs.append((recipe["held_out"], recipe["held_out_labels"]))
        return tuple(array for data, ids in pairs for array in (self.array(data), self.array(ids, dtype="float32")))

    def path(self, recipe: ValueRecipe, made: Made) -> str:
        """Return a path in the scratch folder."""
        return os.path.abspath(str(recipe["value"]))

    def op(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the operator of `mx.nd` with this name."""
        return getattr(self._mx.nd, recipe["value"])

    def loss(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return the loss with this name."""
        return {"cross_entropy": self._mx.gluon.loss.SoftmaxCrossEntropyLoss, "l2": self._mx.gluon.loss.L2Loss}[
            recipe["value"]
        ]()

    def sgd(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return a Trainer over the case's net."""
        return self._mx.gluon.Trainer(made["net"].collect_params(), "sgd", {"learning_rate": recipe["value"]})

    def context(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return a Context."""
        return self._context(recipe["value"])

    def contexts(self, recipe: ValueRecipe, made: Made) -> Any:
        """Return a list of Contexts."""
        return [self._context(c) for c in recipe["value"]]

    def mlp(self, recipe: MlpRecipe, made: Made) -> Any:
        """Return a HybridSequential of Dense layers that holds the drawn weights on every context of the recipe."""
        nn = self._mx.gluon.nn
        net = nn.HybridSequential()
        with net.name_scope():
            hidden = net
            if recipe["nested"]:
                hidden = nn.HybridSequential()
                net.add(hidden)
            for layer in recipe["layers"][:-1]:
                self._add_hidden(hidden, layer, recipe)
            d_out, d_in = recipe["layers"][-1]["weight"].shape
            net.add(nn.Dense(d_out, in_units=d_in))
        if not recipe["raw"]:
            net.initialize(ctx=[self._context(c) for c in recipe["contexts"]])
            self._fill([*hidden, net[-1]] if recipe["nested"] else list(net), recipe)
        return net

    def _add_hidden(self, net: Any, layer: Layer, recipe: MlpRecipe) -> None:
        """Add a Dense layer with a relu, and what comes after it, to a container."""
        nn = self._mx.gluon.nn
        d_out, d_in = layer["weight"].shape
        if recipe["bn"]:
            net.add(nn.Dense(d_out, in_units=d_in), nn.BatchNorm(in_channels=d_out), nn.Activation("relu"))
        else:
            net.add(nn.Dense(d_out, in_units=d_in, activation="relu"))
        if recipe["dropout"]:
            net.add(nn.Dropout(recipe["dropout"]))

    def _fill(self, blocks: list[Any], recipe: MlpRecipe) -> None:
        """Give the layers of a net, in their order, the drawn values."""
        nn = self._mx.gluon.nn
        dense = [b for b in blocks if isinstance(b, nn.Dense)]
        norms = [b for b in blocks if isinstance(b, nn.BatchNorm)]
        for i, (block, layer) in enumerate(zip(dense, recipe["layers"], strict=True)):
            self._put(block.weight, layer["weight"])
            self._put(block.bias, layer["bias"])
            if i in recipe["frozen"]:
                block.collect_params().setattr("grad_req", "null")
        for norm, layer in zip(norms, recipe["layers"], strict=False):
            self._put(norm.gamma, layer["gamma"])
            self._put(norm.beta, layer["beta"])
            self._put(norm.running_mean, layer["mean"])
            self._put(norm.running_var, layer["var"])

    def _put(self, parameter: Any, data: Any) -> None:
        array = self.array(data)
        parameter.set_data(array.as_np_ndarray() if self._mx.util.is_np_array() else array)

"""The adapter for MXNet; it imports MXNet when `MXNet()` is called, after the worker is confined."""

from __future__ import annotations

import builtins
import contextlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as onp

from mxtutor.compat import import_mxnet
from mxtutor.grading.answer.counting import Counter
from mxtutor.grading.answer.framework import Builders, Framework, Made, Tree, heads
from mxtutor.grading.answer.guard import Place
from mxtutor.grading.answer.kit_mxnet import Kit
from mxtutor.grading.answer.snapshot import Watcher
from mxtutor.grading.answer.snapshot_mxnet import Reader, State
from mxtutor.grading.answer.study_mxnet import make_gates
from mxtutor.grading.answer.trace_mxnet import replay
from mxtutor.grading.recipes import Recipe

_PUBLIC = re.compile(
    r"mxnet(\.(ndarray|numpy|numpy_extension|autograd|context|random|optimizer|initializer|lr_scheduler|metric|io|image"
    r"|kvstore|gluon(\.[a-z]\w*)?))?"
)
"""The modules whose functions an answer might replace."""


def _functions(module: ModuleType) -> tuple[str, ...]:
    """Return the names of a module's functions; its types may be replaced, as by `np.bool = bool`."""
    return tuple(name for name, one in vars(module).items() if callable(one) and not isinstance(one, type))


class MXNetBuilders(Builders):
    """Builds arguments of MXNet; it looks up its functions when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._mx, self._array, self._context = mx, mx.nd.array, mx.context.Context

    def tensor(self, data: Any, ctx: str = "cpu(0)", dtype: str | None = None) -> Any:
        return self._array(data, ctx=self.place(ctx), dtype=dtype or data.dtype)

    def ids(self, data: Any) -> Any:
        return self.tensor(data, dtype="float32")

    def copied(self, array: Any) -> Any:
        return array.copy()

    def place(self, text: str) -> Any:
        kind, _, index = text.partition("(")
        return self._context(kind, int(index.rstrip(")") or 0))

    def labels(self, recipe: Recipe, made: Made) -> Any:
        return self.tensor(recipe["array"], recipe["ctx"], recipe["dtype"])

    def dataset(self, recipe: Recipe, made: Made) -> Any:
        return self._mx.gluon.data.ArrayDataset(self.tensor(recipe["data"]), recipe["labels"].copy())

    def op(self, recipe: Recipe, made: Made) -> Any:
        return getattr(self._mx.nd, recipe["value"])

    def loss(self, recipe: Recipe, made: Made) -> Any:
        losses = self._mx.gluon.loss
        return {"cross_entropy": losses.SoftmaxCrossEntropyLoss, "l2": losses.L2Loss}[recipe["value"]]()

    def sgd(self, recipe: Recipe, made: Made) -> Any:
        return self._mx.gluon.Trainer(made["net"].collect_params(), "sgd", {"learning_rate": recipe["value"]})

    def mlp(self, recipe: Recipe, made: Made) -> Any:
        """Return a HybridSequential of Dense layers that holds the drawn weights on every context of the recipe."""
        nn = self._mx.gluon.nn
        net = nn.HybridSequential()
        with net.name_scope():
            hidden = net
            for _ in range(recipe["nested"]):
                outer, hidden = hidden, nn.HybridSequential()
                outer.add(hidden)
            for layer in recipe["layers"][:-1]:
                self._add_hidden(hidden, layer, recipe)
            d_out, d_in = recipe["layers"][-1]["weight"].shape
            net.add(nn.Dense(d_out, in_units=d_in))
        if not recipe["raw"]:
            net.initialize(ctx=[self.place(c) for c in recipe["contexts"]])
            self._fill([*hidden, net[-1]] if recipe["nested"] else list(net), recipe)
        return net

    def _add_hidden(self, net: Any, layer: Any, recipe: Recipe) -> None:
        """Add a Dense layer with a relu, and what comes after it, to a container."""
        nn = self._mx.gluon.nn
        d_out, d_in = layer["weight"].shape
        if recipe["bn"]:
            net.add(nn.Dense(d_out, in_units=d_in), nn.BatchNorm(in_channels=d_out), nn.Activation("relu"))
        else:
            net.add(nn.Dense(d_out, in_units=d_in, activation="relu"))
        if recipe["dropout"]:
            net.add(nn.Dropout(recipe["dropout"]))

    def _fill(self, blocks: list[Any], recipe: Recipe) -> None:
        """Set the parameters of the layers of a net, in order, to the drawn values."""
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
        array = self.tensor(data)
        parameter.set_data(array.as_np_ndarray() if self._mx.util.is_np_array() else array)


class MXNet(Framework):
    """mxnet 1.9.1."""

    prelude = (
        "import mxnet as mx\nfrom mxnet import autograd, gluon, nd, np, npx\n"
        "from mxnet.gluon import nn\nimport numpy as onp\n"
    )

    def __init__(self) -> None:
        mx = import_mxnet()
        make_gates(mx)
        self._mx, builders = mx, MXNetBuilders(mx)
        self.make, self.context = builders.make, builders.place
        self._nd, self._np = mx.nd.NDArray, mx.np.ndarray
        self._asnumpy, self._context = mx.nd.NDArray.asnumpy, mx.context.Context
        self._place = mx.nd.NDArray.context.fget
        self._seed, self._waitall, self._set = mx.random.seed, mx.nd.waitall, mx.nd.NDArray.__setitem__
        self._reader, self._state = Reader(mx), State(mx)
        self._set_np = mx.np.ndarray.__setitem__
        self._attach, self._array = mx.nd.NDArray.attach_grad, mx.nd.array
        self._record, self._backward = mx.autograd.record, mx.autograd.backward
        self._symbol_of = mx.autograd.get_symbol

    def is_array(self, value: Any) -> bool:
        return type(value) is self._nd or type(value) is self._np

    def describe_array(self, value: Any) -> Tree | None:
        if self.is_array(value):
            kind = "nd" if type(value) is self._nd else "np"
            return {"k": kind, "a": self._asnumpy(value), "ctx": str(self._place(value))}
        if type(value) is self._context:
            return {"k": "context", "v": str(value)}
        return None

    def numpy(self, value: Any) -> onp.ndarray[Any, Any]:
        copy: onp.ndarray[Any, Any] = self._asnumpy(value)
        return copy

    def bump(self, value: Any, *, nan: bool = False) -> None:
        """Change every element in place, in every array that shares the memory; adding 1 would not change 1e20."""
        new = self._asnumpy(value)
        new = onp.asarray(~new if new.dtype == bool else (new == 1) + 1, new.dtype)  # without axes it is a number
        if nan and new.dtype.kind == "f":
            new[...] = onp.nan
        setter = self._set if type(value) is self._nd else self._set_np
        try:
            setter(value, slice(None) if new.ndim else (), new)
        except self._mx.base.MXNetError as error:  # results of nd.concat, for example, lie in a layout of their own
            if "MKLDNN" not in str(error):
                raise

    def gradients(self, entry: Callable[..., Any], arguments: Mapping[str, Any], names: Sequence[str]) -> Tree:
        leaves = [arguments[name] for name in names]
        for leaf in leaves:
            self._attach(leaf)
        with self._record():
            value = entry(*arguments.values())
        for leaf in leaves:  # what the answer wrote there is no gradient
            (self._set if type(leaf) is self._nd else self._set_np)(leaf.grad, slice(None), 0)
        pairs = [pair for pair in heads(self, value) if self._is_recorded(pair[0])]
        weights = [self._array(weight, ctx=self._place(head), dtype=weight.dtype) for head, weight in pairs]
        if pairs:
            self._backward([head for head, _ in pairs], weights)
        return {name: leaf.grad for name, leaf in zip(names, leaves, strict=True)}

    def _is_recorded(self, array: Any) -> bool:
        """Return whether an array is part of a graph."""
        with contextlib.suppress(self._mx.base.MXNetError):
            self._symbol_of(array)
            return True
        return False

    def seed(self, seed: int) -> None:
        self._seed(seed)

    def kit(self) -> Kit:
        return Kit(self._mx, self.context)

    def watcher(self) -> Watcher:
        return Watcher(self._reader, self._state, self._mx.nd.NDArray)

    def counter(self) -> Counter:
        return Counter(self._mx)

    def replay(self, study: Tree) -> Tree:
        return replay(self._mx, study)

    def places(self) -> list[Place]:
        """Return the classes of arrays, Blocks and Parameters, autograd, and the functions that call all operators.

        Of the other public modules and classes of MXNet, NumPy and `builtins`, it watches which functions they hold.
        """
        mx = self._mx
        gluon = mx.gluon
        classes = [
            mx.nd.NDArray,
            *mx.nd.NDArray.__bases__,
            mx.np.ndarray,
            mx.context.Context,
            gluon.Block,
            gluon.HybridBlock,
            gluon.SymbolBlock,
            gluon.Parameter,
            gluon.ParameterDict,
            gluon.Trainer,
            mx.autograd.Function,
        ]
        modules = [m for n, m in sys.modules.items() if _PUBLIC.fullmatch(n)]
        defined = {c for m in modules for c in vars(m).values() if isinstance(c, type) and c.__module__[:5] == "mxnet"}
        gates = [m for n, m in sys.modules.items() if n.startswith("mxnet") and hasattr(m, "_imperative_invoke")]
        return [
            *(Place(c.__name__, vars(c)) for c in classes),
            Place("autograd", vars(mx.autograd)),
            Place("nd", vars(mx.nd), ("waitall", "array")),
            *(
                Place(f"Context.{name}", table, tuple(table))
                for name, table in vars(mx.Context).items()
                if type(table) is dict
            ),
            *(Place(m.__name__, vars(m), ("_imperative_invoke",)) for m in gates),
            *(Place(m.__name__, vars(m), parts=False) for m in modules),
            *(Place(m.__name__, vars(m), _functions(m), parts=False) for m in (onp, builtins)),
            *(Place(c.__name__, vars(c), parts=False) for c in defined),
        ]

    def built_for_gpus(self) -> bool:
        return bool(self._mx.runtime.Features().is_enabled("CUDA"))

    def prime(self) -> None:
        """Run a layer forwards and backwards.

        It creates the random states, the memory pool and the tables of the backward pass, which would cost each child
        40 ms of CPU time. NaiveEngine starts no thread, so forks stay safe. It makes no Block, since that would change
        the numbers in the names of later Blocks.
        """
        nd, autograd = self._mx.nd, self._mx.autograd
        weight, bias = nd.ones((2, 3)), nd.ones((2,))
        for parameter in (weight, bias):
            parameter.attach_grad()
        with autograd.record():
            loss = nd.FullyConnected(nd.ones((4, 3)), weight, bias, num_hidden=2).sum()
        loss.backward()
        self._asnumpy(weight.grad)

    def wait(self) -> None:
        self._waitall()

"""The kit that an `observe_mxnet.py` receives, and how it watches calls; it is made before the answer runs."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as onp

from mxtutor.grading.answer import parameter_server
from mxtutor.grading.answer.own_mxnet import Ports
from mxtutor.grading.answer.study_mxnet import Arranged, BlockStudy, Studied, borrower, called_by, hooked, replaced

TRAINING = "training"
"""The mode of a recorded call inside `autograd.record()`."""


_OF_CALLS = ("_cached_op", "_in_format", "_out_format")
"""Attributes that a Block sets when it is called."""
_WAITS = ("MXNDArraySyncCopyToCPU", "MXNDArrayWaitToRead", "MXNDArrayWaitAll")
"""Functions of the C interface that every wait for a result calls."""


class Passes:
    """The recorded forward passes of a net and the backward passes, in order."""

    def __init__(self) -> None:
        self.order: list[str] = []
        """One entry per pass: "forward of 8" for a batch of 8, and "backward"."""
        self._modes: list[str] = []
        self._settings = set[tuple[str, float]]()

    def add(self, samples: int, training: bool) -> None:
        self.order.append(f"forward of {samples}")
        self._modes.append(TRAINING if training else "predicting")

    @property
    def modes(self) -> list[str]:
        """The different modes of the recorded forward passes; training if no call of the net was seen."""
        return sorted(set(self._modes)) or [TRAINING]

    def note(self, optimizer: Any) -> None:
        """Record the settings of an optimizer whose effect may be below every tolerance."""
        values = {name: getattr(optimizer, name, None) for name in ("wd", "clip_gradient", "momentum")}
        self._settings |= {
            (name, float(value)) for name, value in values.items() if value and (value > 0 or name != "clip_gradient")
        }

    def settings(self, *wanted: str) -> list[str]:
        """Weight decay, limit of gradients and momentum of the steps, without those that the task wants."""
        return [f"{name} {value:g}" for name, value in sorted(self._settings) if name not in wanted]


class Watch:
    """Watches MXNet; it looks up all functions when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._lib, self._handles, self._pause = mx.base._LIB, mx.base.c_handle_array, mx.autograd.pause
        self._block, self._trainer = mx.gluon.Block, mx.gluon.Trainer
        self._is_recording, self._is_training = mx.autograd.is_recording, mx.autograd.is_training
        self._zero_dim = mx.util.np_shape
        self._numpy = mx.nd.NDArray.asnumpy
        self._multiply, self._ones = mx.nd.NDArray.__mul__, mx.nd.ones_like
        self._borrow = borrower(mx)

    @contextlib.contextmanager
    def scaled(self, factor: float) -> Iterator[None]:
        """In the block, each backward pass starts from `factor` times its head gradients.

        A gradient that autograd computes is then multiplied by `factor`; a gradient from a formula stays the same.
        """
        original = self._lib.MXAutogradBackwardEx

        def call(count: int, outputs: Any, heads: Any, *rest: Any) -> Any:
            with self._pause(), self._zero_dim(True):  # an array of mx.np may have no axis
                given = [None] * count if not hasattr(heads, "__len__") else list(heads)
                arrays = [
                    self._multiply(self._borrow(h) if h else self._ones(self._borrow(o)), factor)
                    for o, h in zip(outputs, given, strict=True)
                ]
            return original(count, outputs, self._handles(arrays), *rest)

        with replaced(self._lib, {"MXAutogradBackwardEx": call}):
            yield

    @contextlib.contextmanager
    def passes(self, net: Any = None) -> Iterator[Passes]:
        """Watch a net: `modes` has the modes of its recorded calls, `order` its forward and backward passes.

        `settings` has those of all Trainers that made a step meanwhile; it needs no `net`.

        Where layers are called one by one, the calls of the first layer count.
        """
        passes, depth = Passes(), [0]
        backward, call, update = self._lib.MXAutogradBackwardEx, self._block.__call__, self._trainer._update
        watched = (net, next(iter(net._children.values()), net)) if net is not None else ()

        def called(block: Any, *inputs: Any) -> Any:
            if not depth[0] and block in watched and self._is_recording():
                passes.add(int(inputs[0].shape[0]), self._is_training())
            depth[0] += 1
            try:
                return call(block, *inputs)
            finally:
                depth[0] -= 1

        def sent_back(*arguments: Any) -> Any:
            if passes.order[-1:] != ["backward"]:
                passes.order.append("backward")
            return backward(*arguments)

        def updated(trainer: Any, *arguments: Any, **named: Any) -> Any:
            passes.note(trainer._optimizer)
            return update(trainer, *arguments, **named)

        with (
            replaced(self._lib, {"MXAutogradBackwardEx": sent_back}),
            replaced(self._block, {"__call__": called}),
            replaced(self._trainer, {"_update": updated}),
        ):
            yield passes

    @contextlib.contextmanager
    def waits(self) -> Iterator[list[bytes | None]]:
        """List what the answer waits for: the contents of an array as bytes, or None if it waits for everything."""
        waits: list[bytes | None] = []
        looking = [False]

        def noting(original: Callable[..., Any]) -> Callable[..., Any]:
            def call(*handles: Any) -> Any:
                result = original(*handles)
                if not looking[0]:
                    looking[0] = True  # to read the contents is a wait too
                    waits.append(self._numpy(self._borrow(handles[0])).tobytes() if handles else None)
                    looking[0] = False
                return result

            return call

        with replaced(self._lib, {name: noting(getattr(self._lib, name)) for name in _WAITS}):
            yield waits


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


MAX_FILE = 16 * 1024 * 1024
"""Largest file in bytes that is sent."""
_RUNNING = ("running_mean", "running_var")


class Kit(Watch):
    """Inspects nets, arrays and calls; `mx` is MXNet, `context` turns a text such as "cpu(1)" into a Context."""

    def __init__(self, mx: Any, context: Callable[[str], Any]) -> None:
        super().__init__(mx)
        self.mx = mx
        self.context = context
        self._array, self._place = mx.nd.NDArray, mx.nd.NDArray.context.fget
        self._get_symbol = mx.autograd.get_symbol
        self._updater = mx.kvstore.kvstore._updater_wrapper(None).__code__
        self._study = BlockStudy(mx)
        self.studies: list[Studied] = []
        self.again: Callable[[], Any] | None = None
        """Calls the entry again, for this case and another one; returns a list of the results."""
        self._own = Ports(mx, self._study, self.initialize, self.fitting)

    def where(self, array: Any) -> str:
        """Return where an array lives, "cpu(1)"; "no device" for a value that is not an array of MXNet."""
        return str(self._place(array)) if issubclass(type(array), self._array) else "no device"

    def trained(self, net: Any) -> list[Any]:
        """Return the Parameters that take gradients, or would (gamma and beta included), in the order of the layers."""
        return [p for p in net.collect_params().values() if not p.name.endswith(_RUNNING)]

    def parameters(self, net: Any) -> list[Any]:
        """Return the contents of the parameters in the order of the layers, running statistics left out."""
        return [p.list_data()[0] for p in self.trained(net)]

    def statistics(self, net: Any) -> list[Any]:
        """Return the running statistics in the order of the layers."""
        return [p.list_data()[0] for p in net.collect_params().values() if p.name.endswith(_RUNNING)]

    def gradients(self, net: Any) -> list[Any]:
        """Return the gradients of the parameters that take any, in the order of the layers."""
        return [p.list_grad()[0] for p in self.trained(net) if p.grad_req != "null"]

    def load(self, net: Any, arrays: Sequence[Any]) -> None:
        """Put arrays into the parameters, in order; unknown sizes are inferred from them.

        Raises:
            ValueError: another number of parameters.
        """
        parameters = self.trained(net)
        if len(parameters) != len(arrays):
            raise ValueError(f"the block has {len(parameters)} parameters, {len(arrays)} expected")
        for parameter, array in zip(parameters, arrays, strict=True):
            parameter.set_data(self.fitting(array))

    def load_statistics(self, net: Any, arrays: Sequence[Any]) -> None:
        """Put arrays into the running statistics, in the order of the layers: mean, variance, mean, ...

        Raises:
            ValueError: another number of statistics.
        """
        running = [p for p in net.collect_params().values() if p.name.endswith(_RUNNING)]
        if len(running) != len(arrays):
            raise ValueError(f"the block has {len(running)} running statistics, {len(arrays)} expected")
        for parameter, array in zip(running, arrays, strict=True):
            parameter.set_data(self.fitting(array))

    def study(self, net: Any, *inputs: Any, head: Any) -> dict[str, Any]:
        """Return the results of a Block with loaded parameters in predict mode, in training mode and backwards.

        `head` is the gradient of the output: an array of its shape, or a list of arrays for several outputs. Names:
        `output` (predict mode), `training` (output in training mode), `dropout` (the rates of all Dropouts),
        `gradients` (of `trained`, None for a frozen one), `input_gradient` (a list for several inputs) and `statistics`
        (running ones after the training pass). In training mode a Dropout multiplies by 1 - p, on both sides, so that
        its place and rate show in the values. Where the output has another shape than `head`, only the first three
        are there. A hybridized net is studied, and left, not hybridized.
        """
        fitting = [self.fitting(x) for x in inputs]
        heads = [self.fitting(h) for h in head] if isinstance(head, (list, tuple)) else self.fitting(head)
        seen, trace = self._study.run(net, fitting, heads, self.trained(net), lambda: self.statistics(net), self.again)
        self.studies.append((seen, trace))
        return seen

    def own_code(self, entry: Any, case: Any, plan: dict[str, Any]) -> dict[str, Any]:
        """Return what the port of a learner's own function or Module does on a case; see `own_mxnet`."""
        return self._own.observations(getattr(entry, "__wrapped__", entry), case, plan)

    def arranged(self, net: Any, *parts: Any) -> Any:
        """Return a stand-in for a net, for `study`, with the parameters of its parts first, in the order of the parts.

        A part is a Block or a Parameter. The net itself keeps the order in which its author made them.
        """
        return Arranged(net, parts)

    def kind(self, value: Any, wanted: str) -> str | None:
        """Return `wanted`, a class of `gluon` or `gluon.nn`, for its instances, else the class name; None for None."""
        if value is None:
            return None
        classes = [getattr(place, wanted, None) for place in (self.mx.gluon, self.mx.gluon.nn)]
        if issubclass(type(value), next(c for c in classes if c is not None)):  # `__class__` can be overridden
            return wanted
        if isinstance(value, type):
            return "a class, not an instance of it"
        library = (
            c for c in type(value).__mro__ if not issubclass(c, self.mx.gluon.Block) or c.__module__.startswith("mxnet")
        )
        return next(library).__name__

    def initialize(self, net: Any, init: Any = None, again: bool = False) -> None:
        """Initialise the Parameters that are not initialised, or all of them (`again`), without MXNet's warnings."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            net.initialize(init or self.mx.init.Uniform(), force_reinit=again)

    def initialised(self, net: Any) -> int:
        """Return how many Parameters of a net hold values, or will hold them once their sizes are known."""
        return sum(bool(p._data or p._deferred_init) for p in net.collect_params().values())

    def fitting(self, array: Any) -> Any:
        """Return an array as blocks take it: an `mx.np.ndarray` after the answer's `npx.set_np()`, else as it is."""
        return array.as_np_ndarray() if self.mx.util.is_np_array() else array

    def shapes(self, net: Any) -> list[list[int]]:
        """Return the shapes of the parameters in the order of the layers, with 0 for unknown sizes."""
        return [[max(size, 0) for size in p.shape or ()] for p in self.trained(net)]

    def recorded(self, net: Any, data: Any) -> list[str]:
        """Return the operators that a call of a net records."""
        data = data.copy()
        data.attach_grad()
        with self.mx.autograd.record():
            output = net(data)
        nodes = json.loads(self._get_symbol(output).tojson())["nodes"]
        return [node["op"] for node in nodes if node["op"] != "null"]

    def file(self, path: str) -> Any:
        """Return the bytes of a file as an array, which `facts` may hold; an empty array if there is none.

        Only a regular file of at most MAX_FILE is read.
        """
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return onp.zeros(0, onp.uint8)
        with open(fd, "rb") as file:
            content = file.read(MAX_FILE + 1) if stat.S_ISREG(os.fstat(fd).st_mode) else b""
        return onp.frombuffer(content if len(content) <= MAX_FILE else b"", onp.uint8)

    def write(self, path: str, content: Any) -> None:
        """Write the bytes that `file` returned; missing folders are created.

        Raises:
            TypeError: the content is not an array of bytes.
        """
        if not isinstance(content, onp.ndarray) or content.dtype != onp.uint8:
            raise TypeError("the content of a file must be an array of bytes")
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.tobytes())

    def parameter_server(self, work: parameter_server.Work, workers: int = 2) -> parameter_server.Ended:
        """Run `work(index)` in `workers` processes with a scheduler and a server; needs `loopback: true`."""
        return parameter_server.run(self.mx, work, workers=workers)

    def settings(self, net: Any) -> dict[str, Any]:
        """Return by place the options and hybridization of the Blocks, `grad_req` and contexts of the Parameters."""
        found: dict[str, Any] = {}
        waiting = [("net", net)]
        while waiting:
            place, block = waiting.pop(0)
            options = {**vars(block), **vars(block).get("_kwargs", {})}
            found |= {f"{place}.{k.lstrip('_')}": v for k, v in options.items() if _plain(v) and k not in _OF_CALLS}
            waiting += [(f"{place}[{name}]", child) for name, child in block._children.items()]
        for name, parameter in net.collect_params().items():
            found |= {f"{name}.{k}": getattr(parameter, k) for k in ("grad_req", "lr_mult", "wd_mult")}
            with contextlib.suppress(RuntimeError):  # it is not initialised
                found[f"{name}.contexts"] = str(parameter.list_ctx())
        return found

    @contextlib.contextmanager
    def counted(self, holder: Any, *names: str) -> Iterator[list[str]]:
        """Count calls: in the block, each call of `holder.name` appends the name to the list."""
        calls: list[str] = []

        def counting(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any, **kwargs: Any) -> Any:
                calls.append(name)
                return original(*args, **kwargs)

            return call

        with replaced(holder, {name: counting(name, getattr(holder, name)) for name in names}):
            yield calls

    @contextlib.contextmanager
    def unmixed(self) -> Iterator[list[list[str]]]:
        """Watch for operators whose inputs live on two contexts: an error on GPUs, and none on CPU contexts.

        The list receives the names of the contexts per operator. The update of a kvstore is ignored: it sums over
        contexts by design.
        """
        mixed: list[list[str]] = []

        def watched(original: Callable[..., Any], *, direct: bool = False) -> Callable[..., Any]:
            def call(*args: Any, **named: Any) -> Any:
                inputs = args if direct else args[1]
                places = sorted({str(self._place(a)) for a in inputs if isinstance(a, self._array)})
                if len(places) > 1 and not called_by(self._updater, [id(globals())]):
                    mixed.append(places)
                return original(*args, **named)

            return call

        module = sys.modules["mxnet.ndarray.numpy._api_internal"]  # its operator does not pass the gates
        with hooked(watched), replaced(module, {"tensordot": watched(module.tensordot, direct=True)}):
            yield mixed

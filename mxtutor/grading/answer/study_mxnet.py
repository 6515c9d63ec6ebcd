"""Runs a Block in predict and training mode, backwards, hybridized, with a Trainer and on another device."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

from mxtutor.grading.answer.trace_mxnet import Tracer, text_array

Observations = dict[str, Any]
Studied = tuple[Observations, dict[str, Any]]
"""The observations, and the trace for `trace_mxnet.replay` or the reason why there is none."""
DECAY = 0.5
"""Weight decay of the step that a studied net takes, so that `wd_mult` shows; `study_torch` has the same."""

ELSEWHERE = 8
"""Number of the CPU context to which a studied net is moved; no case has anything there."""
_PLACED = ("_data", "_grad", "_ctx_list", "_ctx_map")
"""Attributes of a Parameter that `reset_ctx` replaces."""


Call = Callable[..., Any]
_hooks: list[Callable[[Call], Call]] = []
"""The active hooks: each wraps the function that calls an operator."""
_own: set[int] = {id(globals())}
"""Ids of the namespaces of MXNet's modules, and of this one."""
_GATE = "_imperative_invoke"
"""MXNet's function through which nearly all operators are called."""


def make_gates(mx: Any) -> None:
    """Make all operators call the hooks. Call this before an answer can keep the original functions. Idempotent."""
    if mx.ndarray.register.__dict__[_GATE].__module__ == __name__:
        return
    for name, module in list(sys.modules.items()):
        if name.startswith("mxnet"):
            _own.add(id(vars(module)))
            if hasattr(module, _GATE):
                setattr(module, _GATE, _gate(getattr(module, _GATE)))


def _gate(original: Call) -> Call:
    def call(*arguments: Any, **named: Any) -> Any:
        run = original
        for hook in _hooks:
            run = hook(run)
        return run(*arguments, **named)

    return call


@contextlib.contextmanager
def hooked(hook: Callable[[Call], Call]) -> Iterator[None]:
    """Let a hook watch each operator that runs in the block."""
    _hooks.append(hook)
    try:
        yield
    finally:
        _hooks.remove(hook)


@contextlib.contextmanager
def replaced(holder: Any, calls: Mapping[str, Call]) -> Iterator[None]:
    """Replace functions of a holder, by name, in the block."""
    originals = {name: getattr(holder, name) for name in calls}
    for name, call in calls.items():
        setattr(holder, name, call)
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(holder, name, original)


def borrower(mx: Any) -> Call:
    """Return a function that turns a handle into an array that does not own its memory and does not free it."""

    class Borrowed(mx.nd.NDArray):  # type: ignore[misc]
        __slots__: list[str] = []

        def __del__(self) -> None:
            pass

    return lambda handle: Borrowed(mx.base.NDArrayHandle(getattr(handle, "value", handle)))


def called_by(code: Any, namespaces: Sequence[int]) -> bool:
    """Return whether MXNet called this function, directly or through functions of MXNet or these namespaces."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code is not code:
        if id(frame.f_globals) not in _own and id(frame.f_globals) not in namespaces:
            return False
        frame = frame.f_back
    return frame is not None


class BlockStudy:
    """Studies Blocks; it looks up all functions of MXNet when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._record, self._backward = mx.autograd.record, mx.autograd.backward
        self._train_mode = mx.autograd.train_mode
        self._is_training, self._array = mx.autograd.is_training, mx.nd.NDArray
        self._trainer, self._elsewhere = mx.gluon.Trainer, mx.cpu(ELSEWHERE)
        self._tracer, self._block, self._symbol_block = Tracer(mx), mx.gluon.Block, mx.gluon.SymbolBlock
        self._dropout = _handle(mx, b"Dropout")
        make_gates(mx)

    def run(
        self,
        net: Any,
        inputs: Sequence[Any],
        head: Any,
        parameters: Sequence[Any],
        running: Any,
        again: Callable[[], Any] | None,
    ) -> Studied:
        """Return the results of the passes of a Block, and the trace from which another process recomputes them.

        `head` is the gradient of the output, or a list of such. `running()` returns the running statistics; it is
        called after the backward pass: BatchNorm moves them then. `again()` makes other nets as this one was made.
        """
        with warnings.catch_warnings():  # Sequential advises HybridSequential
            warnings.simplefilter("ignore")
            net.hybridize(False)  # a compiled graph hides its operators
            net.apply(self._opened)
        inputs = [self.leaf(x) for x in inputs]
        buffers = [self._poisoned(p) for p in parameters]
        known = [*inputs, *(p.list_data()[0] for p in parameters if p._data), *running()]
        started = [array.copy() for array in running()]
        trace = _Trace(self._tracer, known, self._compiled(net))
        with self.watched() as (_, used), self._record(train_mode=False):
            output = net(*inputs)
        trace.take("predict", output, used)
        seen: Observations = {"output": output}
        with self.watched() as (rates, used):
            with self._record():
                trained = net(*inputs)
            seen |= {"training": trained, "dropout": rates}
            heads, outputs = (list(v) if isinstance(v, (list, tuple)) else [v] for v in (head, trained))
            if [getattr(o, "shape", None) for o in outputs] != [h.shape for h in heads]:
                return seen, {"reason": "its output has another shape"}
            trace.take("train", trained, used)
            names = trace.names(inputs, parameters, running())
            self._backward(outputs, heads)
        seen["gradients"] = [self._gradient(p, b) for p, b in zip(parameters, buffers, strict=True)]
        slopes = [x.grad for x in inputs]
        seen["input_gradient"] = slopes[0] if len(slopes) == 1 else slopes
        seen["statistics"] = [array.copy() for array in running()]
        payload = trace.payload(names, heads)  # it reads the parameters, which a step changes for a moment
        _refill(running(), started)
        seen["hybrid_output"] = _tried(self._hybridized, net, inputs)
        seen["unrecorded_output"] = _tried(self._unrecorded, net, inputs)
        _refill(running(), started)
        written = {id(p) for p in net._collect_params_with_prefix().values()}  # a file that is right may not load
        seen["unsaved"] = [name for name, p in net.collect_params().items() if id(p) not in written]
        seen["moved_output"] = _tried(self._moved, net, inputs)
        seen["trainer_step"] = _tried(self._step, net, inputs, heads, parameters)
        if again is not None:  # last: it may have changed this net
            _refill(running(), started)
            seen["constant_weights"] = _tried(self._constant, inputs, again)
            seen["later_output"] = _tried(self._later, net, inputs, again)
        _refill(running(), seen["statistics"])
        return seen, payload

    def _hybridized(self, net: Any, inputs: Sequence[Any]) -> Any:
        """Return the output in predict mode after `hybridize()`."""
        try:
            net.hybridize(True)
            return _awaited(net(*inputs))
        finally:
            net.hybridize(False)
            net.apply(self._opened)

    def _unrecorded(self, net: Any, inputs: Sequence[Any]) -> Any:
        """Return the output in training mode where nothing is recorded."""
        with self.watched(), self._train_mode():
            return _awaited(net(*inputs))

    def _later(self, net: Any, inputs: Sequence[Any], again: Callable[[], Any]) -> Any:
        """Return the output in predict mode after other nets were made and initialised."""
        for other in again():
            if issubclass(type(other), self._block):
                with contextlib.suppress(Exception):  # its own case shows the error
                    other.initialize(force_reinit=True)
        return _awaited(net(*inputs))

    def _constant(self, inputs: Sequence[Any], again: Callable[[], Any]) -> list[str]:
        """Return the names of matrices in another net that hold one number only once the net is initialised."""
        net: Any = next(iter(again()), None)
        if not issubclass(type(net), self._block):
            return []
        with contextlib.suppress(Exception):  # an initialised net needs data for sizes that are unknown
            net(*inputs)
        with contextlib.suppress(Exception):
            net.initialize()
            net(*inputs)
        trained = {name: p for name, p in net.collect_params().items() if p._data and p.grad_req != "null"}
        values = {name: p.list_data()[0].asnumpy() for name, p in trained.items()}
        return [name for name, v in values.items() if v.ndim > 1 and v.size > 1 and v.min() == v.max()]

    def _step(self, net: Any, inputs: Sequence[Any], heads: Sequence[Any], parameters: Sequence[Any]) -> list[Any]:
        """Return by how much a step of plain SGD changes each Parameter, None for a frozen one; all values stay.

        Before the step 1 is added to all values: the decay of a Parameter that is 0 would not show.
        """
        held = [p for p in parameters if p._data and p.grad_req != "null"]
        before = {id(p): [array.copy() for array in p.list_data()] for p in held}
        trainer = self._trainer(held, "sgd", {"learning_rate": 1.0, "wd": DECAY, "lazy_update": False})
        with self.watched(), self._record():
            output = net(*inputs)
        self._backward(list(output) if isinstance(output, (list, tuple)) else [output], heads)
        shifted = {id(p): [array + 1 for array in before[id(p)]] for p in held}
        for p in held:
            _refill(p.list_data(), shifted[id(p)])
        trainer.step(1, ignore_stale_grad=True)
        moved = [p.list_data()[0] - shifted[id(p)][0] if id(p) in shifted else None for p in parameters]
        for p in held:
            _refill(p.list_data(), before[id(p)])
            for gradient in p.list_grad():
                gradient[:] = 0
        return moved

    def _moved(self, net: Any, inputs: Sequence[Any]) -> Any:
        """Return the output in predict mode on another device; afterwards the Parameters have their arrays again."""
        held = [p for p in dict(net.collect_params()).values() if p._data]
        before = [{name: getattr(p, name) for name in _PLACED} for p in held]
        try:
            for p in held:
                p.reset_ctx(self._elsewhere)
            return _awaited(net(*(x.copyto(self._elsewhere) for x in inputs)))
        finally:
            for p, values in zip(held, before, strict=True):
                for name, value in values.items():
                    setattr(p, name, value)

    def _opened(self, block: Any) -> None:
        """Let a SymbolBlock, which is always compiled, record the operators of its graph one by one."""
        if isinstance(block, self._symbol_block):
            block.hybridize(False, inline_limit=1 << 20)

    def _compiled(self, net: Any) -> list[str]:
        """Return the graphs of the SymbolBlocks in a net, which always run compiled."""
        found, todo = [], [net]
        while todo:
            block = todo.pop(0)
            if issubclass(type(block), self._symbol_block):
                found.append(block._cached_graph[1].tojson())
            todo[:0] = block._children.values()
        return found

    def leaf(self, x: Any) -> Any:
        """Return a copy of an input, which takes a gradient if it holds fractions."""
        x = x.copy()
        if "float" in str(x.dtype):
            x.attach_grad()
        return x

    def _poisoned(self, parameter: Any) -> Any:
        """Return a Parameter's gradient filled with ones, to which `grad_req='add'` adds; None without a gradient."""
        if parameter.grad_req == "null" or parameter._grad is None:
            return None
        buffer = parameter.list_grad()[0]
        if buffer.stype == "default":
            buffer[:] = 1
        parameter.list_data()[0]._fresh_grad = False
        return buffer

    def _gradient(self, parameter: Any, buffer: Any) -> Any:
        """Return a copy of a gradient; zeros if the backward pass did not reach the Parameter."""
        if buffer is None:
            return None
        gradient = buffer.tostype("default") if buffer.stype != "default" else buffer.copy()
        if not parameter.list_data()[0]._fresh_grad:
            gradient = gradient * 0
        buffer[:] = 0
        return gradient

    @contextlib.contextmanager
    def watched(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """Let every Dropout multiply by 1 - p instead of drawing a mask.

        The first list receives the rates in order, the second the inputs of all operators.
        """
        rates: list[Any] = []
        used: list[Any] = []

        def gated(original: Callable[..., Any]) -> Callable[..., Any]:
            def call(handle: Any, arrays: Any, keys: Any, values: Any, out: Any, *rest: Any) -> Any:
                used.extend(arrays)
                if handle != self._dropout or out is not None:
                    return original(handle, arrays, keys, values, out, *rest)
                given = {str(k): str(v) for k, v in zip(keys, values, strict=True)}
                rate, always = float(given.get("p", 0.5)), given.get("mode") == "always"
                if rate == 0 or not (always or self._is_training()):
                    return arrays[0] * 1
                odd = [
                    f"{k}={given[k]}"
                    for k, usual in (("axes", "()"), ("mode", "training"))
                    if given.get(k, usual) != usual
                ]
                rates.append(" ".join([f"p={rate}", *odd]) if odd else rate)
                return arrays[0] * (1 - rate)

            return call

        with hooked(gated):
            yield rates, used


class _Trace:
    """Collects the data for the replay of one study."""

    def __init__(self, tracer: Tracer, known: list[Any], compiled: list[str]) -> None:
        self._tracer, self._known, self._compiled = tracer, known, compiled
        self._graphs: dict[str, Any] = {}
        self._leaves: dict[str, Any] = {}
        self._reason = ""

    def take(self, name: str, output: Any, used: Sequence[Any]) -> None:
        """Store the graph of an output under a name; store the reason if the graph cannot be read."""
        outputs = output if isinstance(output, (list, tuple)) else [output]
        try:
            graph, leaves = self._tracer.graph(outputs, self._known, used, self._compiled)
        except Exception as error:  # MXNetError where nothing was recorded
            self._reason = str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
            return
        self._graphs[name] = text_array(graph)
        self._leaves |= leaves

    def names(self, inputs: Sequence[Any], parameters: Sequence[Any], running: Sequence[Any]) -> dict[str, Any]:
        """Return the names of inputs, parameters (None: takes no gradient) and running statistics in the graphs."""
        named = [None if p.grad_req == "null" else self._name(p.list_data()[0]) for p in parameters]
        slots = [self._name(x) if x.grad is not None else None for x in inputs]
        return {"inputs": slots, "parameters": named, "running": [self._name(r) for r in running]}

    def _name(self, array: Any) -> str:
        name = self._tracer.leaf(array) or f"unused{len(self._leaves)}"
        self._leaves.setdefault(name, array.asnumpy())
        return name

    def payload(self, names: dict[str, Any], heads: Sequence[Any]) -> dict[str, Any]:
        if self._reason:
            return {"reason": self._reason}
        arrays = [h.asnumpy() for h in heads]
        np = any(type(h).__module__.startswith("mxnet.numpy") for h in heads)
        return {**self._graphs, "leaves": self._leaves, **names, "heads": arrays, "np": np}


class Arranged:
    """A net with its parameters in another order; a part that the net does not collect has no parameters here."""

    def __init__(self, net: Any, parts: Sequence[Any]) -> None:
        self._net = net
        self._found: dict[str, Any] = {}
        collected = dict(net.collect_params())
        for part in parts:
            own = {part.name: part} if not hasattr(part, "collect_params") else dict(part.collect_params())
            self._found |= {name: p for name, p in own.items() if collected.get(name) is p}
        self._found |= {name: p for name, p in collected.items() if name not in self._found}

    def __call__(self, *inputs: Any) -> Any:
        return self._net(*inputs)

    def collect_params(self) -> dict[str, Any]:
        return self._found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._net, name)

    def hybridize(self, active: bool) -> None:
        if hasattr(self._net, "hybridize"):
            self._net.hybridize(active)


def _tried(use: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a further use of a net gives, or the text of the error that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return use(*arguments)
        except Exception as error:  # the answer's own code runs
            lines = str(error).strip().splitlines() or [""]
            return f"{type(error).__name__}: {lines[-1] if 'Traceback' in lines[0] else lines[0]}"[:200]


def _awaited(output: Any) -> Any:
    """Return an output once it is computed."""
    for array in output if isinstance(output, (list, tuple)) else [output]:
        array.wait_to_read()
    return output


def _refill(arrays: Sequence[Any], contents: Sequence[Any]) -> None:
    """Put contents back into arrays, one by one."""
    for array, content in zip(arrays, contents, strict=True):
        content.copyto(array)


def _handle(mx: Any, name: bytes) -> int | None:
    handle = ctypes.c_void_p()
    mx.base.check_call(mx.base._LIB.NNGetOpHandle(name, ctypes.byref(handle)))
    return handle.value

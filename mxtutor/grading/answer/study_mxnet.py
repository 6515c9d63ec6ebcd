"""Runs a Block in predict mode, in training mode and backwards, and returns what each pass gives."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Observations = dict[str, Any]


class Study:
    """Studies Blocks; every function of MXNet is taken when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._record, self._backward = mx.autograd.record, mx.autograd.backward
        self._is_training, self._array = mx.autograd.is_training, mx.nd.NDArray
        self._dropout = _handle(mx, b"Dropout")
        self._gates: list[Any] = [
            m for n, m in sys.modules.items() if n.startswith("mxnet") and hasattr(m, "_imperative_invoke")
        ]

    def run(self, net: Any, inputs: Sequence[Any], head: Any, parameters: Sequence[Any], running: Any) -> Observations:
        """Return what the passes of a Block give; `head` is the gradient of the output, or a list of such.

        `running()` returns the running statistics; it is called after the backward pass: BatchNorm moves them then.
        """
        if hasattr(net, "hybridize"):
            net.hybridize(False)  # a compiled graph hides its Dropout
        with self._steady_dropout():  # mode='always' drops in predict mode too
            output = net(*(x.copy() for x in inputs))
        seen: Observations = {"output": output}
        inputs = [self._leaf(x) for x in inputs]
        buffers = [self._poisoned(p) for p in parameters]
        with self._steady_dropout() as rates:
            with self._record():
                trained = net(*inputs)
            seen |= {"training": trained, "dropout": rates}
            heads, outputs = (list(v) if isinstance(v, (list, tuple)) else [v] for v in (head, trained))
            if [getattr(o, "shape", None) for o in outputs] != [h.shape for h in heads]:
                return seen  # the output's shape is at fault, and tells it
            self._backward(outputs, heads)
        seen["gradients"] = [self._gradient(p, b) for p, b in zip(parameters, buffers, strict=True)]
        slopes = [x.grad for x in inputs]
        seen["input_gradient"] = slopes[0] if len(slopes) == 1 else slopes
        seen["statistics"] = [array.copy() for array in running()]
        return seen

    def _leaf(self, x: Any) -> Any:
        x = x.copy()
        if "float" in str(x.dtype):
            x.attach_grad()
        return x

    def _poisoned(self, parameter: Any) -> Any:
        """Return a Parameter's gradient filled with ones, to which `grad_req='add'` adds; None where it has none."""
        if parameter.grad_req == "null" or parameter._grad is None:
            return None
        buffer = parameter.list_grad()[0]
        if buffer.stype == "default":
            buffer[:] = 1
        parameter.list_data()[0]._fresh_grad = False
        return buffer

    def _gradient(self, parameter: Any, buffer: Any) -> Any:
        """Return a copy of a gradient: zeros where none arrived, as for a branch that is cut off."""
        if buffer is None:
            return None
        gradient = buffer.tostype("default") if buffer.stype != "default" else buffer.copy()
        if not parameter.list_data()[0]._fresh_grad:
            gradient = gradient * 0
        buffer[:] = 0
        return gradient

    @contextlib.contextmanager
    def _steady_dropout(self) -> Iterator[list[Any]]:
        """Let every Dropout multiply by 1 - p instead of drawing a mask; the list gets the rates in order."""
        rates: list[Any] = []

        def gated(original: Callable[..., Any]) -> Callable[..., Any]:
            def call(handle: Any, arrays: Any, keys: Any, values: Any, out: Any, *rest: Any) -> Any:
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

        originals = [(module, module._imperative_invoke) for module in self._gates]
        for module, original in originals:
            module._imperative_invoke = gated(original)
        try:
            yield rates
        finally:
            for module, original in originals:
                module._imperative_invoke = original


def _handle(mx: Any, name: bytes) -> int | None:
    handle = ctypes.c_void_p()
    mx.base.check_call(mx.base._LIB.NNGetOpHandle(name, ctypes.byref(handle)))
    return handle.value

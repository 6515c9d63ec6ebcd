"""Watches how an answer works: where gradients come from, in which mode a net runs, and which settings it is left with."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

TRAINING = "training"
"""The mode of a recorded call inside `autograd.record()`."""


class Passes:
    """The recorded forward passes of a net and the backward passes, in order."""

    def __init__(self) -> None:
        self.order: list[str] = []
        """One entry a pass: "forward of 8" for a batch of 8, and "backward"."""
        self._modes: list[str] = []

    def add(self, samples: int, training: bool) -> None:
        """Note a recorded forward pass."""
        self.order.append(f"forward of {samples}")
        self._modes.append(TRAINING if training else "predicting")

    @property
    def modes(self) -> list[str]:
        """The different modes of the recorded forward passes; training where no call of the net was seen."""
        return sorted(set(self._modes)) or [TRAINING]


class Watch:
    """Takes what it needs from MXNet when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._lib, self._handles, self._pause = mx.base._LIB, mx.base.c_handle_array, mx.autograd.pause
        self._is_recording, self._is_training = mx.autograd.is_recording, mx.autograd.is_training
        self._multiply, self._ones = mx.nd.NDArray.__mul__, mx.nd.ones_like

        class Borrowed(mx.nd.NDArray):  # type: ignore[misc]
            """An array that belongs to somebody else, who frees it."""

            __slots__: list[str] = []

            def __del__(self) -> None:
                pass

        self._borrow: Callable[[Any], Any] = lambda handle: Borrowed(mx.base.NDArrayHandle(handle))

    @contextlib.contextmanager
    def scaled(self, factor: float) -> Iterator[None]:
        """While it lasts, each backward pass starts from `factor` times its head gradients."""
        original = self._lib.MXAutogradBackwardEx

        def call(count: int, outputs: Any, heads: Any, *rest: Any) -> Any:
            with self._pause():
                given = [None] * count if not hasattr(heads, "__len__") else list(heads)
                arrays = [
                    self._multiply(self._borrow(h) if h else self._ones(self._borrow(o)), factor)
                    for o, h in zip(outputs, given, strict=True)
                ]
            return original(count, outputs, self._handles(arrays), *rest)

        with self._replaced("MXAutogradBackwardEx", call):
            yield

    @contextlib.contextmanager
    def passes(self, net: Any) -> Iterator[Passes]:
        """Note each recorded call of a net, or of its first layer where layers are called one by one, and backward."""
        passes, depth = Passes(), [0]
        original = self._lib.MXAutogradBackwardEx
        first = next(iter(net._children.values()), net)
        hooks = []

        def enter(block: Any, inputs: Any) -> None:
            if not depth[0] and block in (net, first) and self._is_recording():
                passes.add(int(inputs[0].shape[0]), self._is_training())
            depth[0] += 1

        def leave(block: Any, inputs: Any, output: Any) -> None:
            depth[0] -= 1

        def backward(*arguments: Any) -> Any:
            if passes.order[-1:] != ["backward"]:
                passes.order.append("backward")
            return original(*arguments)

        for block in dict.fromkeys((net, first)):
            hooks += [block.register_forward_pre_hook(enter), block.register_forward_hook(leave)]
        with self._replaced("MXAutogradBackwardEx", backward):
            try:
                yield passes
            finally:
                for hook in hooks:
                    hook.detach()

    @contextlib.contextmanager
    def _replaced(self, name: str, call: Callable[..., Any]) -> Iterator[None]:
        original = getattr(self._lib, name)
        setattr(self._lib, name, call)
        try:
            yield
        finally:
            setattr(self._lib, name, original)


def settings(net: Any) -> dict[str, Any]:
    """Return the plain settings of a Block, of all Blocks in it and of its Parameters, by their places."""
    found: dict[str, Any] = {}
    waiting = [("net", net)]
    while waiting:
        place, block = waiting.pop(0)
        options = {**vars(block), **vars(block).get("_kwargs", {})}
        found |= {f"{place}.{k.lstrip('_')}": v for k, v in options.items() if _plain(v)}
        waiting += [(f"{place}[{name}]", child) for name, child in block._children.items()]
    for name, parameter in net.collect_params().items():
        found |= {f"{name}.{k}": getattr(parameter, k) for k in ("grad_req", "lr_mult", "wd_mult")}
        found[f"{name}.contexts"] = str(parameter.list_ctx())
    return found


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))

"""Watches how an answer works: the source of its gradients, the mode of its net, the settings of its net."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

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

    def add(self, samples: int, training: bool) -> None:
        """Add a recorded forward pass."""
        self.order.append(f"forward of {samples}")
        self._modes.append(TRAINING if training else "predicting")

    @property
    def modes(self) -> list[str]:
        """The different modes of the recorded forward passes; training if no call of the net was seen."""
        return sorted(set(self._modes)) or [TRAINING]


class Watch:
    """Watches MXNet; it looks up all functions when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        self._lib, self._handles, self._pause = mx.base._LIB, mx.base.c_handle_array, mx.autograd.pause
        self._block = mx.gluon.Block
        self._is_recording, self._is_training = mx.autograd.is_recording, mx.autograd.is_training
        self._zero_dim = mx.util.np_shape
        self._numpy = mx.nd.NDArray.asnumpy
        self._multiply, self._ones = mx.nd.NDArray.__mul__, mx.nd.ones_like

        class Borrowed(mx.nd.NDArray):  # type: ignore[misc]
            """An array that does not own its memory and does not free it."""

            __slots__: list[str] = []

            def __del__(self) -> None:
                pass

        self._borrow: Callable[[Any], Any] = lambda handle: Borrowed(
            mx.base.NDArrayHandle(getattr(handle, "value", handle))
        )

    @contextlib.contextmanager
    def scaled(self, factor: float) -> Iterator[None]:
        """While it lasts, each backward pass starts from `factor` times its head gradients."""
        original = self._lib.MXAutogradBackwardEx

        def call(count: int, outputs: Any, heads: Any, *rest: Any) -> Any:
            with self._pause(), self._zero_dim(True):  # an array of mx.np may have no axis
                given = [None] * count if not hasattr(heads, "__len__") else list(heads)
                arrays = [
                    self._multiply(self._borrow(h) if h else self._ones(self._borrow(o)), factor)
                    for o, h in zip(outputs, given, strict=True)
                ]
            return original(count, outputs, self._handles(arrays), *rest)

        with _replaced(self._lib, "MXAutogradBackwardEx", call):
            yield

    @contextlib.contextmanager
    def passes(self, net: Any) -> Iterator[Passes]:
        """Note each recorded call of a net, or of its first layer where layers are called one by one, and backward."""
        passes, depth = Passes(), [0]
        backward, call = self._lib.MXAutogradBackwardEx, self._block.__call__
        watched = (net, next(iter(net._children.values()), net))

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

        with _replaced(self._lib, "MXAutogradBackwardEx", sent_back), _replaced(self._block, "__call__", called):
            yield passes

    @contextlib.contextmanager
    def waits(self) -> Iterator[list[bytes | None]]:
        """Note each wait: the contents of the array that is waited for, or None for `waitall`."""
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

        with contextlib.ExitStack() as stack:
            for name in _WAITS:
                stack.enter_context(_replaced(self._lib, name, noting(getattr(self._lib, name))))
            yield waits


@contextlib.contextmanager
def _replaced(holder: Any, name: str, call: Callable[..., Any]) -> Iterator[None]:
    original = getattr(holder, name)
    setattr(holder, name, call)
    try:
        yield
    finally:
        setattr(holder, name, original)


def settings(net: Any) -> dict[str, Any]:
    """Return the plain settings of a Block, of all Blocks in it and of its Parameters, by their places."""
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


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))

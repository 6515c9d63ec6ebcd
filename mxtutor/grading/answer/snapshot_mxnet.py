"""Reads MXNet objects for snapshots: arrays, Blocks, Parameters, Trainers, data sets; and MXNet's global state."""

from __future__ import annotations

import ctypes
import types
from collections.abc import Callable
from typing import Any

import numpy as onp

from mxtutor.grading.answer.snapshot import Parts, Property, Same, array_parts, settings

_OF_CALLS = ("_cached_op", "_in_format", "_out_format", "_prefix", "_name", "_empty_prefix")
"""Attributes of a Block that its first call sets, and names."""
_OF_STEPS = ("rescale_grad", "num_update", "begin_num_update", "aggregate_num", "allow_np_array")
"""Attributes of an optimizer that each step sets."""
_RUNNING = ("running_mean", "running_var")
_FUNCTIONS = (types.FunctionType, types.MethodType)


class Reader:
    """Reads objects of MXNet; it looks up all functions when it is made, before an answer runs."""

    def __init__(self, mx: Any) -> None:
        lib = mx.base._LIB
        self._check, self._nd = mx.base.check_call, mx.nd.NDArray
        self._copy, self._grad = lib.MXNDArraySyncCopyToCPU, lib.MXNDArrayGetGrad
        array = mx.nd.NDArray
        self._shape, self._dtype = array.shape.fget, array.dtype.fget
        self._stype, self._place = array.stype.fget, array.context.fget
        self._handle, self._error = mx.base.NDArrayHandle, mx.base.MXNetError
        self._block, self._parameter = mx.gluon.Block, mx.gluon.Parameter
        self._dict, self._trainer = mx.gluon.ParameterDict, mx.gluon.Trainer
        self._optimizer = mx.optimizer.Optimizer
        data = mx.gluon.data
        self._data = (data.Dataset, data.Sampler, data.DataLoader)
        self._free = lib.MXNDArrayFree

    def __call__(self, value: Any) -> Parts | None:
        kind = type(value)
        if issubclass(kind, self._nd):
            return Parts(self._array(value))
        if issubclass(kind, self._block):
            return self._of_block(value)
        if issubclass(kind, self._parameter):
            return self._of_parameter(value)
        if issubclass(kind, self._dict):
            parameters = dict(value._params)
            return Parts(
                [Property("items", "", Same(list(parameters.values()), list(parameters)))],
                [(f"[{name!r}]", p) for name, p in parameters.items()],
            )
        if issubclass(kind, self._trainer):
            inner = [("._optimizer", value._optimizer), *((f"._params[{i}]", p) for i, p in enumerate(value._params))]
            found = [Property("items", "", Same(value._params)), *settings("setting", {"scale": value._scale})]
            return Parts(found, inner)
        if issubclass(kind, self._optimizer):
            held = vars(value)
            tables = {name: dict(held.get(name, {})) for name in ("lr_mult", "wd_mult")}
            found = [Property("setting", name, table, f"its {name} was changed") for name, table in tables.items()]
            other = [held.get("lr_scheduler"), *held.get("param_dict", {}).values()]
            found.append(Property("setting", "objects", other, "its lr_scheduler or param_dict was replaced"))
            return Parts([*found, *settings("setting", held, _OF_STEPS)])
        if issubclass(kind, self._data) and kind.__module__.startswith("mxnet"):
            return Parts(settings("setting", vars(value)), [(f".{k}", v) for k, v in vars(value).items()])
        return None

    def content(self, array: Any) -> onp.ndarray[Any, Any] | None:
        """Return a copy of an array's contents; None for a sparse or unreadable one."""
        try:
            if self._stype(array) != "default":
                return None
            content = onp.empty(self._shape(array) or (), self._dtype(array))
            where = ctypes.c_void_p(content.__array_interface__["data"][0])
            self._check(self._copy(array.handle, where, ctypes.c_size_t(content.size)))
        except (self._error, TypeError, ValueError, AttributeError):
            return None
        return content

    def _array(self, array: Any) -> list[Property]:
        content = self.content(array)
        if content is None:
            return []
        handle = self._handle()
        attached = not self._grad(array.handle, ctypes.byref(handle)) and bool(handle)
        found = [*array_parts(content, str(self._place(array)))]
        if attached:
            gradient = onp.empty(content.shape, content.dtype)
            where = gradient.ctypes.data_as(ctypes.c_void_p)
            if not self._copy(handle, where, ctypes.c_size_t(gradient.size)):
                found.append(Property("gradient", "", gradient.tobytes(), "its gradient was written"))
            self._free(handle)
        return found

    def _of_block(self, block: Any) -> Parts:
        held = vars(block)
        children = dict(held.get("_children", {}))
        found = [Property("children", "", Same(list(children.values()), list(children)))]
        hooks = [h for name in ("_forward_hooks", "_forward_pre_hooks") for h in held.get(name, {}).values()]
        hooks += [value for value in held.values() if isinstance(value, _FUNCTIONS)]  # a `forward` of its own
        found += [Property("hooks", "", Same(hooks)), Property("setting", "class", type(block), "it has another class")]
        if "_active" in held:
            found.append(
                Property(
                    "hybridized",
                    "_active",
                    held["_active"],
                    "it is hybridized now" if not held["_active"] else "it is not hybridized now",
                )
            )
        if type(block).__module__.startswith("mxnet"):
            options = {**held, **held.get("_kwargs", {})}
            found += settings("setting", options, (*_OF_CALLS, "_active"))
        parameters = [(f".{name}", p) for name, p in held.get("_reg_params", {}).items()]
        inner = [(f"[{name}]" if name.isdigit() else f".{name}", child) for name, child in children.items()]
        return Parts(found, [*parameters, *inner])

    def _of_parameter(self, parameter: Any) -> Parts:
        held = vars(parameter)
        found = settings("grad_req", {"grad_req": held.get("_grad_req")})
        found += settings("multipliers", {k: held.get(k) for k in ("lr_mult", "wd_mult")})
        data = held.get("_data")
        if data is None:
            return Parts(found)
        running = str(held.get("name", "")).endswith(_RUNNING)
        token = self._distinct(data)
        kind, says = (
            ("statistics", "its running statistics were changed") if running else ("values", "it has other values")
        )
        found.append(Property(kind, "", token, says))
        found.append(Property("dtype", "dtype", str(onp.dtype(held.get("_dtype")))))
        found.append(Property("context", "", tuple(str(self._place(a)) for a in data)))
        grad = held.get("_grad")
        if grad is not None:
            found.append(Property("gradient", "", self._distinct(grad), "its gradient was written"))
        return Parts(found, (), list(data))

    def _distinct(self, copies: Any) -> list[bytes | None]:
        """Return the different contents of some copies: copies on several contexts with equal contents count once."""
        contents = (self.content(copy) for copy in copies)
        return list(dict.fromkeys(None if c is None else c.tobytes() for c in contents))


class State:
    """MXNet's global state; it looks up all functions when it is made, and notes each seed from then on."""

    def __init__(self, mx: Any) -> None:
        lib = mx.base._LIB
        self._flags = {
            "recording": lib.MXAutogradIsRecording,
            "training": lib.MXAutogradIsTraining,
            "numpy_shape": lib.MXIsNumpyShape,
        }
        if hasattr(lib, "MXIsNumpyDefaultDtype"):
            self._flags["numpy_dtype"] = lib.MXIsNumpyDefaultDtype
        self._numpy = mx.util._NumpyArrayScope._current
        self._context = mx.context.Context._default_ctx
        self._scopes = (
            mx.name.NameManager._current,
            mx.attribute.AttrScope._current,
            mx.gluon.block._BlockScope._current,
        )
        self._noted = {"seeds": 0, "bulk": 0}
        for name in ("MXRandomSeed", "MXRandomSeedContext"):
            setattr(lib, name, self._noting(getattr(lib, name)))
        lib.MXEngineSetBulkSize = self._bulk(lib.MXEngineSetBulkSize)

    def _noting(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            self._noted["seeds"] += 1
            return original(*arguments)

        return call

    def _bulk(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(size: Any, before: Any) -> Any:
            self._noted["bulk"] = int(getattr(size, "value", size))
            return original(size, before)

        return call

    def __call__(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, read in self._flags.items():
            value = ctypes.c_int()
            read(ctypes.byref(value))
            found[name] = bool(value.value)
        found["numpy_array"] = bool(getattr(getattr(self._numpy, "value", None), "_is_np_array", False))
        found["device"] = str(getattr(self._context, "value", ""))
        found["scopes"] = Same([getattr(scope, "value", None) for scope in self._scopes])
        return {**found, **self._noted}

"""Makes values of specs in torch, describes values as specs, and records the calls of examples."""

from __future__ import annotations

import contextlib
import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any

import torch

from mxtutor.grading.answer.own_values import Record, namespace_of

Spec = Any
MOST_FIELDS = 64


def built(spec: Spec, entry: Any) -> Any:
    """Return a value of a spec, as exercises write it, with random contents."""
    if not isinstance(spec, Mapping):
        return list(spec) if isinstance(spec, list) else spec
    if "shape" in spec:
        return _array(spec)
    if "values" in spec:
        return torch.tensor(spec["values"], dtype=getattr(torch, spec.get("dtype", "float32")))
    if "items" in spec:
        items = [built(item, entry) for item in spec["items"]]
        return tuple(items) if spec.get("as") == "tuple" else items
    if "entries" in spec:
        return {key: built(item, entry) for key, item in spec["entries"].items()}
    if "record" in spec:
        return Record(spec["record"], spec.get("fields", {})).made(namespace_of(entry))
    return tuple(spec["tuple"])


def _array(spec: Mapping[str, Any]) -> Any:
    dtype, shape = getattr(torch, spec.get("dtype", "float32")), tuple(spec["shape"])
    low, high = spec.get("low", -1), spec.get("high", 1)
    if dtype == torch.bool:
        return torch.rand(shape) < 0.5
    if not dtype.is_floating_point:
        return torch.randint(int(low), int(high) + 1, shape, dtype=dtype)
    return (torch.rand(shape, dtype=torch.float64) * (high - low) + low).to(dtype)


def spec_of(value: Any) -> Spec:
    """Return the spec of a value that an example passed.

    Raises:
        TypeError: it is of a kind that cases do not have.
    """
    if isinstance(value, torch.Tensor):
        return _array_spec(value.detach())
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, (list, tuple)):
        return {"items": [spec_of(item) for item in value], "as": "list" if isinstance(value, list) else "tuple"}
    if type(value) is dict:
        return {"entries": {str(key): spec_of(item) for key, item in value.items()}}
    fields = {} if callable(value) or isinstance(value, (torch.device, torch.dtype)) else getattr(value, "__dict__", {})
    plain = {k: v for k, v in fields.items() if type(v) in (bool, int, float, str) or v is None}
    if fields and len(plain) == len(fields) <= MOST_FIELDS:
        text = ", ".join(f"{name}={v!r}" for name, v in plain.items())
        return {"record": f"{type(value).__name__}({text})", "fields": plain}
    raise TypeError(f"an object of type {type(value).__name__}")


def _array_spec(array: Any) -> Spec:
    if array.is_complex() or array.is_sparse:
        raise TypeError(f"a tensor of {array.dtype}")
    spec: dict[str, Any] = {"shape": list(array.shape), "dtype": str(array.dtype).removeprefix("torch.")}
    if array.dtype == torch.bool or not array.numel():
        return spec
    low, high = _rounded(float(array.min())), _rounded(float(array.max()))
    if not array.is_floating_point():
        if array.numel() == 1 or (array.numel() <= 64 and array.dim() == 1 and bool((array.sort()[0] == array).all())):
            return {"values": array.tolist(), "dtype": spec["dtype"]}  # a size, or lengths and offsets in order
        return {**spec, "low": int(low), "high": int(high)}
    if not (math.isfinite(low) and math.isfinite(high)):
        return spec
    if low >= 0:
        return {**spec, "low": 0.0 if low < 0.3 * high else low, "high": high or 1.0}
    return (
        {**spec, "low": -max(-low, high), "high": max(-low, high)} if high > 0 else {**spec, "low": low, "high": high}
    )


def _rounded(value: float) -> float:
    """Return a limit with two digits."""
    return float(f"{value:.2g}") if math.isfinite(value) else value


class _SeenError(BaseException):
    """Ends an example after its call; a BaseException, so that no example catches it."""


def recorded(entry: Any, name: str, blocks: list[str], method: str) -> list[dict[str, Any]]:
    """Run examples in the module of own code; return the arguments of their calls as specs, by parameter.

    Args:
        entry: the function or the class.
        name: how the examples call it.
        blocks: the sources of the examples.
        method: the method that is called on an instance; empty for a function.
    """
    calls: list[dict[str, Any]] = []
    for block in blocks:
        seen: dict[str, Any] = {}
        names = {**namespace_of(entry), "__name__": "example", name: _recorder(entry, method, seen)}
        with contextlib.suppress(BaseException):  # an example that fails shows nothing
            exec(compile(block, "example.py", "exec"), names)
        if "call" in seen and seen not in calls:
            calls.append(seen)
    return calls


def _recorder(entry: Any, method: str, seen: dict[str, Any]) -> Any:
    if not inspect.isclass(entry):

        def record(*args: Any, **named: Any) -> Any:
            seen["init"], seen["call"] = {}, _specs(entry, args, named)
            raise _SeenError

        return record

    class Recorder(entry):  # type: ignore[misc]
        """The class, which tells how it is made and called."""

        def __init__(self, *args: Any, **named: Any) -> None:
            made = entry.__init__ if _has_init(entry) else _anything
            seen["init"] = _specs(made, (None, *args), named, skip=1)
            super().__init__(*args, **named)

    def record_method(self: Any, *args: Any, **named: Any) -> Any:  # noqa: ARG001
        seen["call"] = _specs(getattr(entry, method), (None, *args), named, skip=1)
        raise _SeenError

    setattr(Recorder, method, record_method)
    Recorder.__name__ = entry.__name__
    return Recorder


def _anything(self: Any, *args: Any, **named: Any) -> None:
    """Take any arguments, as a class without a constructor of its own does."""


def _has_init(entry: type) -> bool:
    return entry.__init__ is not object.__init__  # type: ignore[misc]


def _specs(called: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any], skip: int = 0) -> dict[str, Any]:
    """Return the specs of the arguments of a call by parameter.

    Raises:
        TypeError: the arguments do not fit, or one is of another kind.
    """
    bound = inspect.signature(called).bind(*args, **named)
    given = list(bound.arguments.items())[skip:]
    return {name: spec_of(value) for name, value in given}

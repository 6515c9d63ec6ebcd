"""Facts about a learner's own torch code: how it is called, which inputs run without an error, what it does on them.

All of it runs in the confined process of the reference, because that code is unchecked.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import heapq
import inspect
import math
import sys
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

import numpy as onp
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from mxtutor.grading.answer.failures import describe_failure
from mxtutor.grading.answer.own_torch import Calls, is_lazy, is_tensor, tensors
from mxtutor.grading.answer.own_values import PlainObject, Plan, leaves, namespace_of, structure
from mxtutor.grading.answer.study_torch import steady_dropout

Tree = dict[str, Any]
TRIALS, FEWEST_TRIALS = 200, 20
"""Draws in each of two sets whose means are compared; fewer if they took more than `TRIAL_SECONDS` together."""
TRIAL_SECONDS = 2.0
OTHER_DRAWS, OTHER_SECONDS = 40, 0.2
"""Draws whose results must all be equal before a result counts as constant; fewer if they took more time."""
_KNOWN = {"array", "int", "float", "bool", "str", "NoneType"}


class _Partial(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Detects what ports cannot reproduce: a slice without elements, and a gather with fewer rows than its source."""

    seen = False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        value = func(*args, **(kwargs or {}))
        if func is torch.ops.aten.slice.Tensor:
            self.seen = self.seen or not value.numel()
        elif func is torch.ops.aten.gather.default:
            source, axis, index = args[:3]
            rest = [n for n in range(source.dim()) if n != axis % source.dim()]
            self.seen = self.seen or any(index.shape[n] != source.shape[n] for n in rest)
        return value


def _study_case(entry: Any, plan: Plan, case: Mapping[str, Any], known: list[Tree]) -> Tree:
    """Return what the learner's code does on a case.

    The result counts as constant if other numbers in the arguments of the call give the same. That the draws of the
    first random case have a steady spread stands for the others, which are after it in `known`.
    """
    lines, module = Lines(entry), plan["kind"] == "module"
    partial = _Partial()  # type: ignore[no-untyped-call]
    values = _live({**_keyed(case["init"]), **case["call"]}, entry)
    with lines.traced():
        calls = Calls(entry, values, plan)
    before = [x.clone() for one in plan["call"] for x in tensors(vars(values).get(one["key"]))]
    with steady_dropout(), torch.no_grad():
        with lines.traced():
            first, passed, _ = calls.run()
        names = structure(first, is_tensor)
        if odd := sorted({*_words(names)} - _KNOWN | {reason for x in tensors(first) if (reason := _unheld(x))}):
            return {"ok": False, "error": "its result cannot be compared", "odd": odd}
        kept = [x.clone() if is_tensor(x) else x for x in leaves(first, is_tensor)]
        began = time.process_time()
        second = calls.run(1)[0]
        seconds = time.process_time() - began
        mark = fingerprint(first)
        with contextlib.suppress(Exception), partial:  # torch.jit.trace does not run in it
            calls.run()
    random = not _alike(kept, leaves(second, is_tensor))
    draws = OTHER_DRAWS if not seconds else max(1, min(OTHER_DRAWS, int(OTHER_SECONDS / seconds)))
    seen: Tree = {
        "ok": True,
        "structure": names,
        "shapes": [list(x.shape) for x in tensors(first)],
        "dtypes": [str(x.dtype).removeprefix("torch.") for x in tensors(first)],
        "seconds": seconds,
        "random": random,
        "steady": not random or names != "array" or bool(known) or _is_steady(calls, seconds),
        "changed": any(not _same(a, b) for a, b in zip(before, passed, strict=True)),
        "constant": mark if all(mark == _mark_of(entry, values, case, plan, n) for n in range(draws)) else "",
        "finite": all(bool(torch.isfinite(x).all()) for x in tensors(first) if x.is_floating_point()),
        "gradients": not module and not random and _differentiable(calls),
        "usual": not partial.seen
        and all(x.numel() for x in tensors(first))
        and (random or not _is_rough(entry, values, plan, calls)),
    }
    if module:
        seen |= _of_module(calls, Calls(entry, values, plan, seed=1).subject, lines, names, known)
    return {**seen, "lines": sorted(lines.ran)}


def _mark_of(entry: Any, values: Any, case: Mapping[str, Any], plan: Plan, number: int) -> str:
    """Return the fingerprint of the result for another draw of the call's numbers; "" where they do not run."""
    torch.manual_seed(number + 1)  # a call resets the generator
    other = types.SimpleNamespace(**{**vars(values), **vars(_live(case["call"], entry))})
    try:
        with steady_dropout(), torch.no_grad():
            return fingerprint(Calls(entry, other, plan).run()[0])
    except Exception:
        return ""


def _is_rough(entry: Any, values: Any, plan: Plan, calls: Calls) -> bool:
    """Return whether rounding of float32 changes the result or a gradient by more than half of what is allowed."""
    pairs: list[tuple[Any, Any, float, float]] = []
    with contextlib.suppress(Exception):  # float64 does not fit, or there is no gradient
        exact = Calls(entry, values, plan)
        if plan["kind"] == "module":
            exact.subject.double()
        with steady_dropout():
            with torch.no_grad():
                pairs.append((calls.run()[0], exact.run(double=True)[0], 5e-5, 5e-6))
            pairs.append((calls.slopes()[1], exact.slopes(double=True)[1], 5e-4, 5e-5))
    return any(
        bool(((x.double() - y).abs() > rtol * y.abs() + atol * y.abs().max()).any())
        for first, second, rtol, atol in pairs
        for x, y in zip(tensors(first), tensors(second), strict=False)
        if x.shape == y.shape and x.numel() and x.dtype is torch.float32
    )


def _is_steady(calls: Calls, seconds: float) -> bool:
    """Return whether two sets of draws have nearly the same mean and spread, which heavy tails do not have."""
    trials = TRIALS if not seconds else max(FEWEST_TRIALS, min(TRIALS, int(TRIAL_SECONDS / (2 * seconds))))
    with torch.no_grad():
        halves = [[calls.run(seed)[0].double() for seed in range(a, a + trials)] for a in (10, 10 + trials)]
    sets = [torch.stack(half) for half in halves]
    scale = max(float(s.square().mean().sqrt()) for s in sets) or 1.0
    means, spreads = ([float(f(s)) for s in sets] for f in (torch.mean, torch.std))
    return max(abs(means[0] - means[1]), abs(spreads[0] - spreads[1])) < 0.3 * scale < float("inf")


def _differentiable(calls: Calls) -> bool:
    try:
        with steady_dropout():
            value, _, roots = calls.run(leaf=True)
        return _reached(value, roots)
    except Exception:  # operators without a gradient
        return False


def _of_module(calls: Calls, other: Any, lines: Lines, names: str, known: list[Tree]) -> Tree:
    net = calls.subject
    mine, theirs = dict(net.named_buffers()), dict(other.named_buffers())
    drawn = [n for n, b in mine.items() if b.is_floating_point() and _is_drawn(n, b, theirs.get(n))]
    held = {**dict(net.named_parameters()), **{n: mine[n] for n in drawn}}
    state = {n: _range(t) for n, t in held.items() if t.is_floating_point()}
    modes = (torch.nn.modules.batchnorm._BatchNorm, torch.nn.modules.dropout._DropoutNd)
    mode = any(isinstance(one, modes) for one in net.modules())
    return {"state": state, "buffers": drawn, "training": _trains(calls, lines, names, known), "mode": mode}


def _trains(calls: Calls, lines: Lines, names: str, known: list[Tree]) -> str:
    """Return `slopes` if a pass in training mode repeats and goes backwards, `random` if it draws, else ""."""
    net = calls.subject
    net.train()
    try:
        with steady_dropout():
            with lines.traced():
                first, _, roots = calls.run(leaf=True)
            second = calls.run(1)[0]
        if not _alike(leaves(first, is_tensor), leaves(second, is_tensor)):
            with steady_dropout():
                return "random" if names == "array" and (known or _is_steady(calls, 0.0)) else ""
        return "slopes" if _reached(first, roots, list(net.parameters())) else ""
    except Exception:
        return ""
    finally:
        net.eval()


def _unheld(x: Any) -> str:
    """Return which property of a tensor a NumPy array does not have; empty if it has all."""
    if x.layout is not torch.strided or x.is_quantized:
        return "a quantized tensor" if x.is_quantized else f"a tensor of the layout {x.layout}"
    try:
        torch.empty(0, dtype=x.dtype).numpy()
        return ""
    except TypeError:
        return f"a tensor of {x.dtype}"


def _words(names: str) -> list[str]:
    return [part.rpartition(": ")[2].strip("(){} ") for part in names.split(",") if part.strip("(){} ")]


def _is_drawn(name: str, buffer: Any, other: Any) -> bool:
    """Return whether a buffer cannot be computed by the port: running statistics, and what the constructor draws."""
    running = name.rpartition(".")[2] in ("running_mean", "running_var")
    return running or (other is not None and not _same(buffer, other))


def _range(array: Any) -> Tree:
    """Return shape and limits for drawing values like those that the constructor gave."""
    array = array.detach()
    low, high = (float(array.min()), float(array.max())) if array.numel() else (0.0, 0.0)
    most = max(abs(low), abs(high))
    if array.dim() >= 2:
        fan = max(1, array[0].numel())
        by = 0.1 * most if most else fan**-0.5
        return {"shape": list(array.shape), "low": -min(most + by, 1.0), "high": min(most + by, 1.0)}
    by = max(0.3 * most, 0.2) if low == high else 0.1 * most
    return {"shape": list(array.shape), "low": low - by, "high": high + by}


def _reached(value: Any, roots: list[Any], others: Sequence[Any] = ()) -> bool:
    found = [x for x in tensors(value) if x.is_floating_point() and x.requires_grad]
    if not found or not (roots or others):
        return False
    torch.autograd.backward(found, [torch.ones_like(x) for x in found])
    return any(x.grad is not None for x in (*roots, *others))


def _same(a: Any, b: Any) -> bool:
    return a.shape == b.shape and a.dtype == b.dtype and bool(torch.allclose(a, b, rtol=0, atol=0, equal_nan=True))


def _alike(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Return whether two results are equal; bits of a reduction may differ."""
    if len(first) != len(second):
        return False
    for a, b in zip(first, second, strict=True):
        if is_tensor(a) and is_tensor(b):
            if a.shape != b.shape or not bool(torch.allclose(a.double(), b.double(), rtol=1e-6, equal_nan=True)):
                return False
        elif a is not b and a != b:
            return False
    return True


Spec = Any
MOST_FIELDS = 64


ANY = 1 << 20
"""Placeholder for a column that is not known."""


class Lines:
    """The places of a function or a class that ran: line, counted from 0 at its first line, and column."""

    def __init__(self, entry: Any) -> None:
        self.ran: set[tuple[int, int]] = set()
        self._places: dict[CodeType, list[tuple[int, int]]] = {}
        try:
            source, self._first = inspect.getsourcelines(inspect.unwrap(entry))
            self._file, self._count = inspect.getsourcefile(inspect.unwrap(entry)), len(source)
        except (OSError, TypeError):
            self._file, self._first, self._count = None, 0, 0

    @contextlib.contextmanager
    def traced(self) -> Iterator[None]:
        """Trace what runs inside."""
        before = sys.gettrace()
        sys.settrace(self._enter if self._file else before)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename != self._file or not 0 <= code.co_firstlineno - self._first < self._count:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if code not in self._places:
            self._places[code] = [(line - self._first, column) for line, column in _positions(code)]
        return self._step

    def _step(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode":
            place = self._places[frame.f_code][frame.f_lasti // 2]
            if 0 <= place[0] < self._count:
                self.ran.add(place)
        return self._step


def _positions(code: CodeType) -> Iterator[tuple[int, int]]:
    """Yield line and column of each instruction; Python 3.10 knows no columns."""
    if (positions := getattr(code, "co_positions", None)) is not None:
        yield from ((line or 0, column or 0) for line, _, column, _ in positions())
    else:
        yield from ((line or 0, ANY) for start, end, line in code.co_lines() for _ in range(start, end, 2))


def fingerprint(value: Any) -> str:
    """Return a text that equal results share; results of one number alone have it whatever their shape is.

    It is "nothing" for a result without a number or a text.
    """
    found: list[Any] = []
    for leaf in leaves(value, is_tensor):
        if is_tensor(leaf):
            found += [[list(leaf.shape), leaf.detach().double().round(decimals=6).tolist()]] if leaf.numel() else []
        elif leaf is not None:
            found.append(leaf)
    if not found:
        return "nothing"
    single = {str(number) for leaf in found for number in _numbers(leaf)}
    return single.pop() if len(single) == 1 else hashlib.sha256(repr(found).encode()).hexdigest()


def _numbers(leaf: Any) -> list[Any]:
    return list(onp.unique(onp.asarray(leaf[1]))) if isinstance(leaf, list) else [leaf]


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
        return PlainObject(spec["record"], spec.get("fields", {})).made(namespace_of(entry))
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
    if low == high:  # an example's ones or zeros
        return {**spec, "low": min(low, 0.0), "high": max(high, 0.0) or 1.0}
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


def _examples(entry: Any, plan: Plan) -> Tree:
    """Run examples in the module of the learner's code; return the arguments of calls that run, as specs by parameter.

    `plan` has the `defaults` of parameters, and the `given` specs, which replace those of an example.
    """
    method = plan["method"] or ("forward" if hasattr(entry, "forward") else "__call__")
    calls: list[dict[str, Any]] = []
    for block in plan["blocks"]:
        seen: dict[str, Any] = {}
        recorder = {plan["name"]: _recorder(entry, method, seen)}
        names = {"torch": torch, **namespace_of(entry), "__name__": "example", **recorder}
        with contextlib.suppress(BaseException):  # an example that fails shows nothing
            exec(compile(block, "example.py", "exec"), names)
        if "call" in seen and seen not in calls:
            calls.append(seen)
    found, until = list[Tree](), time.process_time() + SEARCH_SECONDS
    for call in calls[:6]:
        case = {part: {**plan["defaults"][part], **call.get(part, {}), **plan["given"][part]} for part in plan["given"]}
        specs = {part: {name: [spec] for name, spec in case[part].items()} for part in case}
        in_time = len(found) < 3 and time.process_time() < until
        if in_time and "call" in _search(entry, {**plan, "specs": specs, "unknown": []}):
            found.append(case)
    return {"calls": found}


def _recorder(entry: Any, method: str, seen: dict[str, Any]) -> Any:
    if not inspect.isclass(entry):

        def record(*args: Any, **named: Any) -> Any:
            seen["init"], seen["call"] = {}, _specs(entry, args, named)
            raise _SeenError

        return record

    class Recorder(entry):  # type: ignore[misc]
        """A subclass that records how it is constructed and called."""

        def __init__(self, *args: Any, **named: Any) -> None:
            made = _anything if entry.__init__ is object.__init__ else entry.__init__
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


def _specs(called: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any], skip: int = 0) -> dict[str, Any]:
    """Return the specs of the arguments of a call by parameter.

    Raises:
        TypeError: the arguments do not fit, or one is of another kind.
    """
    bound = inspect.signature(called).bind(*args, **named)
    given = list(bound.arguments.items())[skip:]
    return {name: spec_of(value) for name, value in given}


MAX_TEXT = 20_000


def _describe(entry: Any, plan: Plan) -> Tree:
    """Return the facts about the learner's code by name; `refused` says why it cannot be called.

    `kind` is function, object or module. `init` and `call` list the parameters of the constructor and of what is
    called, each with `name`, `kind`, `annotation`, and `default` if it has a literal one.
    """
    if inspect.isclass(entry):
        return _of_class(entry, plan["method"])
    return {"kind": "function", "method": "", "init": [], **_of_call(entry), "doc": _doc(entry)}


def _of_class(entry: type, method: str) -> Tree:
    module = issubclass(entry, torch.nn.Module)
    if issubclass(entry, torch.autograd.Function):
        if method not in ("", "apply"):
            return {"refused": "it is a method of an autograd.Function: name the class alone, its `apply` is called"}
        found = _of_call(entry.forward)
        static = [p for p in found.get("call", []) if p["name"] not in ("ctx", "context")]
        return {**found, "kind": "function", "method": "apply", "init": [], "call": static, "doc": _doc(entry)}
    chosen = method or ("forward" if module else "__call__")
    held: Any = inspect.getattr_static(entry, chosen, None)
    if held is None or (chosen == "__call__" and not any("__call__" in vars(c) for c in entry.__mro__[:-1])):
        own = [n for n, v in vars(entry).items() if inspect.isfunction(v) and not n.startswith("_")]
        return {"refused": f"the class has no {chosen}", "names": own}
    if isinstance(held, (staticmethod, classmethod)):
        found = _of_call(getattr(entry, chosen))
        return {**found, "kind": "static", "method": chosen, "init": [], "doc": _doc(entry)}
    if isinstance(held, property):
        return {"refused": f"{chosen} is a property"}
    if held is torch.nn.modules.module._forward_unimplemented:
        return {"refused": "the Module defines no forward"}
    called: Tree = _of_call(held)
    if "refused" in called:
        return called
    maker: Any = vars(entry).get("__init__", getattr(entry, "__init__", None))
    init = _parameters(maker)[1:] if maker is not object.__init__ else []
    return {
        "kind": "module" if module else "object",
        "method": "" if chosen in ("forward", "__call__") else chosen,
        "init": init,
        "call": called["call"][1:],
        "doc": _doc(entry, held),
    }


def _of_call(called: Any) -> Tree:
    inner = inspect.unwrap(called) if callable(called) else called
    while isinstance(inner, functools.partial):
        inner = inner.func
    if not callable(called):
        return {"refused": f"it is not a function or a class, but an object of type {type(called).__name__}"}
    if isinstance(called, torch.jit.ScriptFunction):
        return {
            "refused": "it is compiled by torch.jit: take the decorator away, or name the function that it compiles"
        }
    if inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner):
        return {"refused": "it is asynchronous, and MXNet's functions are called directly"}
    if inspect.isgeneratorfunction(inner):
        return {"refused": "it is a generator: put the computation of one item into a function of its own"}
    try:
        return {"call": _parameters(called)}
    except (TypeError, ValueError) as error:
        return {"refused": f"its parameters cannot be read: {error}"}


def _parameters(called: Callable[..., Any]) -> list[Tree]:
    return [_parameter(one) for one in inspect.signature(called).parameters.values()]


def _parameter(one: inspect.Parameter) -> Tree:
    note = one.annotation
    text = "" if note is one.empty else note if isinstance(note, str) else inspect.formatannotation(note)
    found: Tree = {"name": one.name, "kind": one.kind.name.lower(), "annotation": str(text)[:400]}
    if one.default is not one.empty:
        found["optional"] = True
        if _literal(one.default):
            found["default"] = {"tuple": list(one.default)} if isinstance(one.default, tuple) else one.default
    return found


def _literal(value: Any) -> bool:
    if type(value) in (list, tuple):
        return len(value) < 100 and all(map(_literal, value))
    return value is None or type(value) in (bool, int, float, str)


def _doc(*parts: Any) -> str:
    """Return the documentation of the learner's code."""
    return "\n".join(filter(None, map(inspect.getdoc, parts)))[:MAX_TEXT]


_IMAGES = (8, 16, 28, 32, 64, 224)
"""Sizes of images that networks are made for."""
MOST_LAYERS = 6


def _wanted(net: Any) -> list[Spec]:
    """Return arrays that the first layers of a Module ask for."""
    layers = [m for m in net.modules() if not list(m.children()) or hasattr(m, "embed_dim")][:MOST_LAYERS]
    found = [spec for layer in layers for spec in _of_layer(layer)]
    return [spec for place, spec in enumerate(found) if spec not in found[:place]]


def _of_layer(layer: Any) -> Iterator[Spec]:
    held = {name: getattr(layer, name, None) for name in _SHAPES}
    if isinstance(n := getattr(layer, "num_embeddings", None), int):
        yield from ({"shape": shape, "dtype": "int64", "low": 0, "high": n - 1} for shape in ([2, 5], [5], [2, 5, 3]))
    if n := getattr(layer, "in_features", None):
        yield from (_floats(2, c, s, s) for s in _IMAGES for c in (1, 3) if c * s * s == n)
    for name, n in held.items():
        if isinstance(n, (int, tuple)):  # a lazy layer has no size yet
            sizes = n if isinstance(n, tuple) else (n or 3,)
            yield from (_floats(*lead, *sizes, *rest) for lead, rest in _SHAPES[name])
    if n := getattr(layer, "kernel_size", None) and getattr(layer, "in_channels", None) is not None:
        axes = len(layer.kernel_size) if isinstance(layer.kernel_size, tuple) else 2
        for size in {1: (9, 16, 32), 3: (6, 8, 16)}.get(axes, _IMAGES):
            yield _floats(2, layer.in_channels or 3, *[size] * axes)


_SHAPES: Mapping[str, Sequence[tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "in_features": [((3,), ()), ((2, 5), ()), ((2, 3, 5), ()), ((), ())],
    "input_size": [((2, 5), ()), ((2,), ())],
    "embed_dim": [((2, 5), ())],
    "normalized_shape": [((2, 5), ()), ((2, 3, 5), ())],
    "num_features": [((2,), (8, 8)), ((2,), (16, 16)), ((4,), ()), ((2,), (5,))],
    "num_channels": [((2,), (8, 8)), ((2,), (5,))],
}
"""For a parameter with the size of a layer: the axes before and after this size in the shape of its input."""


def _floats(*shape: int) -> Spec:
    return {"shape": list(shape), "dtype": "float32"}


MOST_TRIALS = 4000
SEARCH_SECONDS = 12.0
"""Processor time after which the search ends."""
STUDY_SECONDS = 12.0
"""Seconds of processor time after which no further case is studied; the first one always is."""


def facts(entry: Any, plan: Plan) -> Tree:
    """Return what `plan["task"]` asks for: a description, recorded examples, inputs that run, or a study of cases."""
    keyed = [{**one, "key": f"init {one['name']}"} for one in plan.get("init", ())]
    call = [{**one, "key": one["name"]} for one in plan.get("call", ())]
    return _TASKS[plan["task"]](entry, {**plan, "init": keyed, "call": call})


def _search(entry: Any, plan: Plan) -> Tree:
    """Return the first inputs that run: `init` and `call` by parameter; else the errors of the first trials."""
    until, errors, fallback = time.process_time() + SEARCH_SECONDS, list[str](), None
    for init in _choices(plan["specs"]["init"], until):
        kind = "object" if plan["kind"] == "module" else plan["kind"]  # the call is still to come
        make = functools.partial(Calls, entry, _live(_keyed(init), entry), {**plan, "kind": kind})
        try:
            subject = make().subject
        except BaseException as error:
            _note(errors, error)
            continue
        candidates, made, lazy = plan["specs"]["call"], {**plan, "kind": "function"}, False
        if plan["kind"] == "module":
            subject.eval()
            lazy = is_lazy(subject)
            wanted = _wanted(subject)
            candidates = {n: [*wanted, *s] if n in plan["unknown"] else s for n, s in candidates.items()}
        for call in _choices(candidates, until):
            try:
                with torch.no_grad():
                    value = Calls(subject, _live(call, entry), made).run()[0]
            except BaseException as error:
                _note(errors, error)
                subject = make().subject.eval() if lazy else subject  # the call may have given its layers sizes
                continue
            found = {"init": init, "call": call}
            if _sound(value):
                return found
            fallback = fallback or found
        if fallback:
            return fallback
    return {"errors": errors[:5]}


def _note(errors: list[str], error: BaseException) -> None:
    seen = describe_failure(error)
    text = f"{seen['type']}: {seen['text'].splitlines()[0] if seen['text'] else ''}"[:300]
    if text not in errors and len(errors) < 50:
        errors.append(text)


def _keyed(init: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of a constructor by their keys in a case."""
    return {f"init {name}": spec for name, spec in init.items()}


def _live(specs: Mapping[str, Any], entry: Any) -> Any:
    """Return a case with live values by their keys."""
    return types.SimpleNamespace(**{key: built(spec, entry) for key, spec in specs.items()})


def _sound(value: Any) -> bool:
    """Return whether a result has finite numbers and is not empty."""
    if inspect.isgenerator(value) or isinstance(value, types.CoroutineType):
        return False
    found = tensors(value)
    return all(
        x.numel() and bool(torch.isfinite(x).any()) for x in found if x.layout is torch.strided and not x.is_complex()
    )


def _choices(candidates: Mapping[str, Sequence[Any]], until: float) -> Iterator[dict[str, Any]]:
    """Yield one spec for each parameter: likely combinations first."""
    names = list(candidates)
    start = tuple(0 for _ in names)
    queue, seen, count = [(0, start)], {start}, 0
    while queue and count < MOST_TRIALS and time.process_time() < until:
        _, at = heapq.heappop(queue)
        count += 1
        yield {name: candidates[name][i] for name, i in zip(names, at, strict=True)}
        for place, name in enumerate(names):
            nearby = (*at[:place], at[place] + 1, *at[place + 1 :])
            if nearby[place] < len(candidates[name]) and nearby not in seen:
                seen.add(nearby)
                heapq.heappush(queue, (sum(nearby), nearby))


def _study(entry: Any, plan: Plan) -> Tree:
    """Return, for each case, whether it runs and what the learner's code does on it."""
    cases: list[Tree] = []
    until = time.process_time() + STUDY_SECONDS
    for case in plan["cases"]:
        if cases and time.process_time() > until:
            cases.append({"ok": False, "error": "there was no time for this case"})
            continue
        try:
            torch.manual_seed(0)
            known = [one for one in cases if one.get("random") or one.get("training") == "random"]
            cases.append(_study_case(entry, plan, case, known))
        except BaseException as error:  # the learner's code can raise anything
            seen = describe_failure(error)
            cases.append({"ok": False, "error": f"{seen['type']}: {seen['text']}"[:600]})
    return {"cases": cases}


_TASKS = {"describe": _describe, "examples": _examples, "search": _search, "study": _study}

"""Facts about a learner's own torch code: how it is called, which inputs run without an error, what it does on them.

All of it runs in the confined process of the reference, because nobody has checked that code.
"""

from __future__ import annotations

import contextlib
import functools
import heapq
import inspect
import math
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import nn

from mxtutor.grading.answer.failures import describe_failure
from mxtutor.grading.answer.own_lines import Lines, fingerprint
from mxtutor.grading.answer.own_torch import is_tensor, tensors
from mxtutor.grading.answer.own_values import Plan, Record, leaves, namespace_of, passed, rebuilt, structure
from mxtutor.grading.answer.study_torch import steady_dropout

Tree = dict[str, Any]
TRIALS, FEWEST_TRIALS = 200, 20
"""Draws in each of two sets whose means are compared; fewer if they took more than `TRIAL_SECONDS` together."""
TRIAL_SECONDS = 5.0
_KNOWN = {"array", "int", "float", "bool", "str", "NoneType"}


_NOTHING = {
    "shapes": [], "dtypes": [], "random": False, "changed": False, "finite": True, "seconds": 0.0, "gradients": False,
    "state": {}, "buffers": [], "training": False, "mode": False, "constant": "", "lines": [],
}  # fmt: skip
"""The other facts of a result that cannot be compared."""


def called(callee: Any, order: Sequence[Mapping[str, str]], values: Mapping[str, Any]) -> Any:
    """Call own code with live values by parameter; `order` has name and kind of its parameters."""
    args, named = passed(order, lambda one: one["name"], values)
    return callee(*args, **named)


class Study:
    """Own code with the live arguments of one case."""

    def __init__(self, plan: Plan, subject: Any, values: Mapping[str, Any], lines: Lines) -> None:
        self._plan, self._subject, self._values, self._lines = plan, subject, values, lines
        self._callee = getattr(subject, plan["method"]) if plan["method"] else subject

    def _run(self, seed: int, *, leaf: bool = False) -> tuple[Any, list[Any]]:
        """Call with copies of the arguments; return the result and the tensors that were passed."""
        passed: list[Any] = []

        def fresh(value: Any) -> Any:
            if not is_tensor(value):
                return value
            value = value.clone()
            if leaf and value.is_floating_point():
                value.requires_grad_()
            passed.append(value)
            return value

        values = {name: rebuilt(value, fresh) for name, value in self._values.items()}
        torch.manual_seed(seed)
        return called(self._callee, self._plan["order"], values), passed

    def facts(self, other: Any, others: Mapping[str, Any], *, steady: bool = False) -> Tree:
        """Return the facts.

        `other` is a second instance of a Module, made after another seed; `others` are other numbers for the arguments.
        `steady`: also whether the draws of a random function have a steady spread.
        """
        module = self._plan["kind"] == "module"
        if module:
            self._subject.eval()
        before = [x.clone() for value in self._values.values() for x in tensors([value])]
        with steady_dropout(), torch.no_grad():
            with self._lines.traced():
                first, passed = self._run(0)
            names = structure(first, is_tensor)
            if odd := sorted({*_words(names)} - _KNOWN | {reason for x in tensors(first) if (reason := _unheld(x))}):
                return {"ok": True, "odd": odd, "structure": names, **_NOTHING}
            kept = [x.clone() if is_tensor(x) else x for x in leaves(first, is_tensor)]
            began = time.process_time()
            second, _ = self._run(1)
            seconds = time.process_time() - began
            mark = fingerprint(first)
            fixed = mark == self._mark_of(others)
        seen: Tree = {
            "ok": True,
            "structure": names,
            "odd": [],
            "shapes": [list(x.shape) for x in tensors(first)],
            "dtypes": [str(x.dtype).removeprefix("torch.") for x in tensors(first)],
            "seconds": seconds,
            "random": not _alike(kept, leaves(second, is_tensor)),
            "changed": any(not _same(a, b) for a, b in zip(before, passed, strict=True)),
            "constant": mark if fixed else "",
            "finite": all(bool(torch.isfinite(x).all()) for x in tensors(first) if x.is_floating_point()),
        }
        if seen["random"] and names == "array" and steady:
            trials = TRIALS if not seconds else min(TRIALS, int(TRIAL_SECONDS / (2 * seconds)))
            seen["steady"] = self._steady(max(FEWEST_TRIALS, trials))
        if module:
            seen |= self._of_module(other)
        else:
            seen["gradients"] = not seen["random"] and not seen["changed"] and self._differentiable()
        return {**seen, "lines": sorted(self._lines.ran)}

    def _mark_of(self, values: Mapping[str, Any]) -> str:
        """Return the fingerprint of the result for other arguments; "" where they do not run."""
        own, self._values = self._values, values
        try:
            return fingerprint(self._run(0)[0])
        except Exception:
            return ""
        finally:
            self._values = own

    def _steady(self, trials: int) -> bool:
        """Return whether two sets of draws have nearly the same mean and spread, which heavy tails do not have."""
        with torch.no_grad():
            halves = [[self._run(seed)[0].double() for seed in range(a, a + trials)] for a in (10, 10 + trials)]
        sets = [torch.stack(half) for half in halves]
        scale = max(float(s.square().mean().sqrt()) for s in sets) or 1.0
        means, spreads = ([float(f(s)) for s in sets] for f in (torch.mean, torch.std))
        return max(abs(means[0] - means[1]), abs(spreads[0] - spreads[1])) < 0.3 * scale < float("inf")

    def _differentiable(self) -> bool:
        try:
            with steady_dropout():
                value, passed = self._run(0, leaf=True)
            return _reached(value, [x for x in passed if x.requires_grad])
        except Exception:  # in-place changes of leaves, operators without a gradient
            return False

    def _of_module(self, other: Any) -> Tree:
        net = self._subject
        mine, theirs = dict(net.named_buffers()), dict(other.named_buffers())
        drawn = [n for n, b in mine.items() if b.is_floating_point() and _is_drawn(n, b, theirs.get(n))]
        held = {**dict(net.named_parameters()), **{n: mine[n] for n in drawn}}
        state = {n: _range(t) for n, t in held.items() if t.is_floating_point()}
        return {"state": state, "buffers": drawn, "training": self._trains(), "mode": self._differs_by_mode()}

    def _trains(self) -> bool:
        """Return whether a pass in training mode repeats after another seed and goes backwards."""
        self._subject.train()
        try:
            with steady_dropout():
                with self._lines.traced():
                    first, passed = self._run(0, leaf=True)
                second, _ = self._run(1)
            alike = _alike(leaves(first, is_tensor), leaves(second, is_tensor))
            return alike and _reached(first, [x for x in passed if x.requires_grad], list(self._subject.parameters()))
        except Exception:
            return False
        finally:
            self._subject.eval()

    def _differs_by_mode(self) -> bool:
        return any(isinstance(m, (torch.nn.modules.batchnorm._BatchNorm, torch.nn.modules.dropout._DropoutNd))
                   for m in self._subject.modules())  # fmt: skip


def _unheld(x: Any) -> str:
    """Return what an array of NumPy cannot hold of a tensor; empty if it holds all."""
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


MAX_TEXT = 20_000


def description(entry: Any, method: str) -> Tree:
    """Return the facts about own code by name; `refused` says why it cannot be called.

    `kind` is function, object or module. `init` and `call` list the parameters of the constructor and of what is
    called, each with `name`, `kind`, `annotation`, and `default` if it has a literal one.
    """
    if inspect.isclass(entry):
        return _of_class(entry, method)
    return {"kind": "function", "method": "", "init": [], **_of_call(entry), **_texts(entry)}


def _of_class(entry: type, method: str) -> Tree:
    module = issubclass(entry, torch.nn.Module)
    if issubclass(entry, torch.autograd.Function):
        if method not in ("", "apply"):
            return {"refused": "it is a method of an autograd.Function: name the class alone, its `apply` is called"}
        found = _of_call(entry.forward)
        static = [p for p in found.get("call", []) if p["name"] not in ("ctx", "context")]
        return {**_texts(entry), **found, "kind": "function", "method": "apply", "init": [], "call": static}
    chosen = method or ("forward" if module else "__call__")
    held: Any = inspect.getattr_static(entry, chosen, None)
    if held is None or (chosen == "__call__" and not any("__call__" in vars(c) for c in entry.__mro__[:-1])):
        own = [n for n, v in vars(entry).items() if inspect.isfunction(v) and not n.startswith("_")]
        return {"refused": f"the class has no {chosen}", "names": own}
    if isinstance(held, (staticmethod, classmethod)):
        return {**_texts(entry), **_of_call(getattr(entry, chosen)), "kind": "static", "method": chosen, "init": []}
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
        **_texts(entry),
        "kind": "module" if module else "object",
        "method": "" if chosen in ("forward", "__call__") else chosen,
        "init": init,
        "call": called["call"][1:],
        "doc": "\n".join(text for text in (inspect.getdoc(entry), inspect.getdoc(held)) if text)[:MAX_TEXT],
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


def _texts(entry: Any) -> Tree:
    doc = inspect.getdoc(entry) or ""
    try:
        source, line = inspect.getsource(entry), inspect.getsourcelines(entry)[1]
    except (OSError, TypeError, SyntaxError):
        source, line = "", 0
    return {"doc": doc[:MAX_TEXT], "source": source[:MAX_TEXT], "line": line}


_IMAGES = (8, 16, 28, 32, 64, 224)
"""Sizes of images that networks are made for."""
MOST_LAYERS = 6


def layer_specs(net: Any, candidates: Mapping[str, Sequence[Spec]], unknown: Sequence[str]) -> dict[str, list[Spec]]:
    """Return the candidates of each parameter; those of unknown tensors begin with what the layers ask for.

    Args:
        net: a Module.
        candidates: specs by parameter.
        unknown: the parameters about whose shape nothing is known.
    """
    wanted = [spec for spec in _wanted(net) if spec]
    return {
        name: [*wanted, *(s for s in specs if s not in wanted)] if name in unknown else list(specs)
        for name, specs in candidates.items()
    }


def _wanted(net: Any) -> list[Spec]:
    found: list[Spec] = []
    layers = [m for m in net.modules() if not list(m.children()) or isinstance(m, nn.MultiheadAttention)]
    for layer in layers[:MOST_LAYERS]:
        for spec in _of_layer(layer):
            if spec not in found:
                found.append(spec)
    return found


def _of_layer(layer: Any) -> list[Spec]:
    if isinstance(layer, nn.Embedding):
        ids = {"dtype": "int64", "low": 0, "high": layer.num_embeddings - 1}
        return [{"shape": shape, **ids} for shape in ([2, 5], [5], [2, 5, 3])]
    if isinstance(layer, nn.Linear):
        n = layer.in_features
        flat = [_floats(2, c, s, s) for s in _IMAGES for c in (1, 3) if c * s * s == n]
        return [*flat, _floats(3, n), _floats(2, 5, n), _floats(2, 3, 5, n), _floats(n)]
    if isinstance(layer, (nn.LSTM, nn.GRU, nn.RNN)):
        return [_floats(2, 5, layer.input_size)]
    if isinstance(layer, (nn.LSTMCell, nn.GRUCell, nn.RNNCell)):
        return [_floats(2, layer.input_size)]
    if isinstance(layer, nn.MultiheadAttention):
        return [_floats(2, 5, layer.embed_dim)]
    if isinstance(layer, nn.LayerNorm):
        return [_floats(2, 5, *layer.normalized_shape), _floats(2, 3, 5, *layer.normalized_shape)]
    if isinstance(layer, (nn.Conv2d, nn.ConvTranspose2d)):
        return [_floats(2, layer.in_channels, s, s) for s in _IMAGES]
    if isinstance(layer, (nn.Conv1d, nn.ConvTranspose1d)):
        return [_floats(2, layer.in_channels, s) for s in (9, 16, 32)]
    if isinstance(layer, (nn.Conv3d, nn.ConvTranspose3d)):
        return [_floats(2, layer.in_channels, s, s, s) for s in (6, 8, 16)]
    if isinstance(layer, nn.BatchNorm2d):
        return [_floats(2, layer.num_features, s, s) for s in _IMAGES[:2]]
    if isinstance(layer, nn.BatchNorm1d):
        return [_floats(4, layer.num_features), _floats(2, layer.num_features, 5)]
    if isinstance(layer, nn.GroupNorm):
        return [_floats(2, layer.num_channels, 8, 8), _floats(2, layer.num_channels, 5)]
    return []


def _floats(*shape: int) -> Spec:
    return {"shape": list(shape), "dtype": "float32"}


MOST_TRIALS = 4000
SEARCH_SECONDS = 12.0
"""Processor time after which the search ends."""
STUDY_SECONDS = 12.0
"""Seconds of processor time after which no further case is studied; the first one always is."""


def facts(entry: Any, plan: Plan) -> Tree:
    """Return what `plan["task"]` asks for: a description, recorded examples, inputs that run, or a study of cases."""
    return _TASKS[plan["task"]](entry, plan)


def _describe(entry: Any, plan: Plan) -> Tree:
    return description(entry, plan["method"])


def _examples(entry: Any, plan: Plan) -> Tree:
    method = plan["method"] or ("forward" if hasattr(entry, "forward") else "__call__")
    return {"calls": recorded(entry, plan["name"], plan["blocks"], method)}


def _search(entry: Any, plan: Plan) -> Tree:
    """Return the first inputs that run: `init` and `call` by parameter; else the errors of the first trials."""
    until, errors, fallback = time.process_time() + SEARCH_SECONDS, list[str](), None
    for init in _choices(plan["init"], until):
        try:
            subject = _subject(entry, plan, init)
        except BaseException as error:
            _note(errors, error)
            continue
        callee = getattr(subject, plan["method"]) if plan["method"] else subject
        candidates = plan["call"]
        if plan["kind"] == "module":
            subject.eval()
            candidates = layer_specs(subject, candidates, plan["unknown"])
        for call in _choices(candidates, until):
            try:
                with torch.no_grad():
                    value = called(callee, plan["order"], _live(call, entry))
            except BaseException as error:
                _note(errors, error)
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


def _subject(entry: Any, plan: Plan, init: Mapping[str, Any], seed: int = 0) -> Any:
    if plan["kind"] in ("function", "static"):
        return entry
    torch.manual_seed(seed)
    return called(entry, plan["made"], _live(init, entry))


def _live(specs: Mapping[str, Any], entry: Any) -> dict[str, Any]:
    return {name: built(spec, entry) for name, spec in specs.items()}


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
    """Return, for each case, whether it runs and what own code does on it."""
    cases: list[Tree] = []
    until = time.process_time() + STUDY_SECONDS
    for case in plan["cases"]:
        if cases and time.process_time() > until:
            cases.append({"ok": False, "error": "there was no time for this case"})
            continue
        try:
            lines = Lines(entry)
            with lines.traced():
                subject = _subject(entry, plan, case["init"])
            other = _subject(entry, plan, case["init"], seed=1) if plan["kind"] == "module" else None
            torch.manual_seed(0)
            values, others = _live(case["call"], entry), _live(case["call"], entry)
            cases.append(Study(plan, subject, values, lines).facts(other, others, steady=not cases))
        except BaseException as error:  # own code can raise anything
            seen = describe_failure(error)
            cases.append({"ok": False, "error": f"{seen['type']}: {seen['text']}"[:600]})
    return {"cases": cases}


_TASKS = {"describe": _describe, "examples": _examples, "search": _search, "study": _study}

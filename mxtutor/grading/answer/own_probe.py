"""Facts about a learner's own torch code: how it is called, which inputs run without an error, what it does on them.

All of it runs in the confined process of the reference, because nobody has checked that code.
"""

from __future__ import annotations

import functools
import heapq
import inspect
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import nn

from mxtutor.grading.answer.failures import describe_failure
from mxtutor.grading.answer.own_study import Study, called
from mxtutor.grading.answer.own_torch import tensors
from mxtutor.grading.answer.own_trials import built, recorded
from mxtutor.grading.answer.own_values import Plan

Tree = dict[str, Any]
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


Spec = Any
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
            subject = _subject(entry, plan, case["init"])
            other = _subject(entry, plan, case["init"], seed=1) if plan["kind"] == "module" else None
            torch.manual_seed(0)
            values = _live(case["call"], entry)
            cases.append(Study(plan, subject, values).facts(other, steady=not cases))
        except BaseException as error:  # own code can raise anything
            seen = describe_failure(error)
            cases.append({"ok": False, "error": f"{seen['type']}: {seen['text']}"[:600]})
    return {"cases": cases}


_TASKS = {"describe": _describe, "examples": _examples, "search": _search, "study": _study}

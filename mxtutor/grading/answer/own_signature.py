"""Describes a learner's own function or class in the process that imported it: parameters, documentation, source."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import torch

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

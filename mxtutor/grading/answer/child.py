"""The process of one answer: reads its job, runs it, describes what came back, leaves by `os._exit`."""

from __future__ import annotations

import ast
import contextlib
import os
import sys
import time
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as onp

from mxtutor.grading import wire
from mxtutor.grading.answer.failures import FILE, describe_failure, register
from mxtutor.grading.answer.framework import Framework, describe
from mxtutor.grading.answer.guard import Guard
from mxtutor.grading.answer.observing import arguments_of, function_of, names_of, observed_case, verified

Tree = dict[str, Any]

SMALL = 1000
"""Draws of one call below which many calls are made."""
MOST_CALLS, ENOUGH_DRAWS = 400, 5000
"""Calls that are made at most, and draws after which they end."""
MANY_SECONDS = 0.5
"""Time after which they end, so that slow answers keep within their own."""


def run_job(framework: Framework, guard: Guard, job: bytes, result_fd: int) -> None:
    """Run one job and write one frame; never returns."""
    write, leave, pack, changed = (
        os.write,
        os._exit,
        wire.pack,
        guard.changed,
    )  # taken before the answer can replace them
    write(result_fd, wire.BEGUN)
    status = 1
    try:
        order = wire.unpack(job)
        nonce = order["nonce"]
        result = _perform(framework, order)
        if replaced := changed():
            result["tampered"] = replaced[:20]
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):  # the answer may have closed or replaced it
                stream.flush()
        try:
            frame = pack({"nonce": nonce, **result})
        except wire.WireError as error:
            frame = pack({"nonce": nonce, "error": {"type": "ResultTooLarge", "text": str(error)}})
        view = memoryview(len(frame).to_bytes(8, "little") + frame)
        while view:
            view = view[write(result_fd, view) :]
        status = 0
    finally:
        leave(status)


def _perform(framework: Framework, order: Tree) -> Tree:
    started = time.perf_counter()
    if order["kind"] == "verify":
        return {"cases": verified(framework, order), "seconds": time.perf_counter() - started}
    source = order["source"].tobytes()
    try:
        if order["kind"] == "snippet":
            return _snippet(framework, source, started)
        observer = function_of(
            order.get("observer", ""), "observe"
        )  # before the answer, so that it sees what it came with
        module = _load(source)
        if order["kind"] == "values":
            return {"values": describe(framework, module.__dict__.get("result"))}
        entry = module.__dict__.get(order["entry"])
        if not callable(entry):
            return {"error": _no_entry(order["entry"], module.__dict__)}
    except BaseException as error:  # whatever an answer raises while it is imported, SystemExit too
        return {"error": describe_failure(error)}
    cases = []
    for case in order["cases"]:
        told = (
            _case(framework, entry, case, order["probe"])
            if observer is None
            else _observed_case(framework, entry, case, observer)
        )
        cases.append(told)
        if "error" in cases[-1]:
            break
    return {"cases": cases, "seconds": time.perf_counter() - started}


def _observed_case(framework: Framework, entry: Callable[..., Any], case: Tree, observer: Callable[..., Any]) -> Tree:
    """Let the observer call the entry; `result` is what was returned, everything else is judged by name."""
    try:
        seen_case, kit = observed_case(framework, case), framework.kit()
        seen = observer(entry, seen_case, kit)
        told: Tree = {"value": describe(framework, seen.pop("result", None))}
        if (facts := seen.pop("facts", None)) is not None:
            told["facts"] = describe(framework, facts)
        told["observed"] = {name: describe(framework, value) for name, value in seen.items()}
        told["studies"] = [{**trace, "names": names_of(part, seen)} for part, trace in kit.studies]
        framework.wait()
        return told
    except BaseException as error:  # the answer's own, whatever it is
        return {"error": describe_failure(error)}


def _load(source: bytes) -> types.ModuleType:
    """Execute the answer as a real module, so that classes, pickles and tracebacks work as usual."""
    module = types.ModuleType("answer")
    module.__file__ = FILE
    register(source.decode("utf-8-sig", errors="replace"))
    code = compile(source, FILE, "exec", dont_inherit=True)
    sys.modules["answer"] = module
    exec(code, module.__dict__)
    return module


def _no_entry(entry: str, names: Mapping[str, Any]) -> Tree:
    others = [n for n, v in names.items() if isinstance(v, types.FunctionType) and not n.startswith("_")]
    found = f" It defines {', '.join(others[:5])}." if others else ""
    text = f"the answer defines no function {entry}.{found}"
    return {"type": "MissingEntry", "text": text, "line": None, "frames": [], "full": text}


def _case(framework: Framework, entry: Callable[..., Any], case: Tree, probe: Tree) -> Tree:
    """Call the entry on one case and describe result, arguments afterwards and what the probes showed."""
    try:
        arguments = arguments_of(framework, case)
        if probe.get("seeds"):
            framework.seed(probe["seeds"][0])
        value = entry(*arguments.values())
        told: Tree = {"value": describe(framework, value)}
        if probe.get("inputs"):
            told["inputs"] = _contents(framework, arguments)
        framework.wait()
        if probe.get("alias"):
            told["alias"] = _alias(framework, value, arguments)
        if probe.get("repeat"):
            told |= _repeats(framework, entry, case, probe)
        return told
    except BaseException as error:  # the answer's own, whatever it is
        return {"error": describe_failure(error)}


def _repeats(framework: Framework, entry: Callable[..., Any], case: Tree, probe: Tree) -> Tree:
    """Call a function that draws again: as it is, after its seed, with refilled arrays, after another seed, often."""

    def call(seed: int | None = None, *, refill: bool = False) -> Any:
        arguments = arguments_of(framework, case)
        for argument in arguments.values() if refill else ():
            if framework.is_array(argument):
                framework.bump(argument)
        if seed is not None:
            framework.seed(seed)
        return entry(*arguments.values())

    first, other = probe["seeds"]
    again = call()
    told = {"again": describe(framework, again), "reseeded": describe(framework, call(first))}
    if probe.get("refill"):
        told["refilled"] = describe(framework, call(first, refill=True))
    told["other"] = describe(framework, call(other))
    size = framework.numpy(again).size if framework.is_array(again) else 0
    if 0 < size < SMALL:
        calls, end = [framework.numpy(again)], time.perf_counter() + MANY_SECONDS
        while len(calls) < min(MOST_CALLS, ENOUGH_DRAWS // size + 1) and time.perf_counter() < end:
            calls.append(framework.numpy(call()))
        told["many"] = {"k": "numpy", "a": onp.stack(calls)}
    return told


def _contents(framework: Framework, arguments: Mapping[str, Any]) -> Tree:
    return {name: framework.numpy(v) for name, v in arguments.items() if framework.is_array(v)}


def _alias(framework: Framework, value: Any, arguments: Mapping[str, Any]) -> list[str]:
    """Return the names of the arguments that change when the result is written to."""
    if not framework.is_array(value):
        return []
    before = _contents(framework, arguments)
    framework.bump(value)
    after = _contents(framework, arguments)
    return [name for name in before if before[name].tobytes() != after[name].tobytes()]


def _snippet(framework: Framework, source: bytes, started: float) -> Tree:
    """Run lesson code like a notebook cell: its last expression is its value."""
    text = source.decode("utf-8-sig")
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(framework.prelude, "prelude", "exec"), names)
    register(text)
    tree = ast.parse(text, FILE)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, FILE, "exec"), names)
    value = eval(compile(ast.Expression(last.value), FILE, "eval"), names) if isinstance(last, ast.Expr) else None
    framework.wait()
    shown = "" if value is None else repr(value)[:8000]
    return {"values": describe(framework, value), "shown": shown, "seconds": time.perf_counter() - started}

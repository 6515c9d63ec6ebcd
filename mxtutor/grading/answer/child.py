"""The process of one answer: it reads its job, runs it, describes the results, and ends by `os._exit`."""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import sys
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as onp

from mxtutor.grading import wire
from mxtutor.grading.answer.counting import code_of
from mxtutor.grading.answer.failures import FILE, describe_failure, register
from mxtutor.grading.answer.framework import Framework, describe
from mxtutor.grading.answer.guard import Guard
from mxtutor.grading.answer.later import SHARED, Later
from mxtutor.grading.messages import (
    AnswerJob,
    Backward,
    CaseInputs,
    CodeJob,
    CountJob,
    Evidence,
    Job,
    Probe,
    VerifyJob,
    decode_job,
)

Tree = dict[str, Any]
VALUES = ("plain", "tuple", "group", "array", "arrays")
"""The kinds of recipes that hold values only."""


class Case:
    """A case as an observer sees it: `arguments` of the entry in order, and everything drawn as attributes."""

    def __init__(self, arguments: Mapping[str, Any], extra: Mapping[str, Any]) -> None:
        self.arguments = tuple(arguments.values())
        self.__dict__.update({**arguments, **extra})


def function_of(source: str, name: str) -> Callable[..., Any] | None:
    """Return the function of an exercise's observer or verifier, or None if there is no source."""
    if not source:
        return None
    names: dict[str, Any] = {"__name__": "observer"}
    exec(compile(source, f"{name}.py", "exec"), names)
    found: Callable[..., Any] = names[name]
    return found


def arguments_of(framework: Framework, case: CaseInputs) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, recipe in case.inputs.items():
        made[name] = framework.make(recipe, made)
    return made


def observed_case(framework: Framework, case: CaseInputs) -> Case:
    arguments = arguments_of(framework, case)
    extra: dict[str, Any] = {}
    for name, recipe in case.extra.items():
        extra[name] = framework.make(recipe, {**arguments, **extra})
    return Case(arguments, extra)


def names_of(part: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, str]:
    """Map the parts of a study to the names under which the observer reports them."""
    return {key: name for name, value in seen.items() for key, piece in part.items() if piece is value}


def verified(framework: Framework, job: VerifyJob) -> list[Tree]:
    """Return, per case, the observations recomputed here from the traces and facts of another process."""
    verifier = function_of(job.verifier, "verify")
    return [_verified_case(framework, case, verifier) for case in job.cases]


def _verified_case(framework: Framework, evidence: Evidence, verifier: Callable[..., Any] | None) -> Tree:
    seen: Tree = {}
    try:
        for study in evidence.studies:
            played = framework.replay(dict(study))
            seen |= {name: played[key] for key, name in study["names"].items() if key in played}
        if verifier is not None:
            seen |= verifier(_live(evidence.facts), observed_case(framework, evidence.case), framework.kit())
        observed = {name: describe(framework, value) for name, value in seen.items()}
        framework.wait()
        return {"value": describe(framework, None), "observed": observed}
    except Exception as error:  # the input comes from the answer's process and can be anything
        text = f"{type(error).__name__}: {error}"[:2000]
        return {"value": describe(framework, text), "observed": {}}


def _live(fact: Any) -> Any:
    """Return a fact with writable copies of its arrays."""
    if isinstance(fact, onp.ndarray):
        return fact.copy()
    if isinstance(fact, dict):
        return {name: _live(value) for name, value in fact.items()}
    return [_live(value) for value in fact] if isinstance(fact, list) else fact


SMALL = 1000
"""A random function whose result has fewer elements than this is called many times."""
MOST_CALLS, ENOUGH_DRAWS = 400, 5000
"""Maximum number of calls of such a function, and the number of elements after which the calls stop."""
FEWEST_CALLS = 100
"""Minimum number of such calls, however slow they are: with fewer results some statistical tests are left out."""
MANY_SECONDS = 0.5
"""Seconds of processor time after which the calls stop: slow answers stay within their time limit."""


_REHEARSAL = AnswerJob(
    source=b"def answer(x):\n    return x + 1\n",
    entries=("answer",),
    observer="",
    cases=(CaseInputs({"x": {"is": "array", "array": onp.ones((2, 3), "float32"), "ctx": "cpu(0)"}}, {}),) * 2,
    probe=Probe(inputs=True, alias=True),
)


def rehearse(framework: Framework) -> None:
    """Run an answer in a child that waits for its job: this copies pages of memory that each job writes to (5 ms)."""
    wire.pack(_perform(framework, _REHEARSAL))
    sys.modules.pop("answer", None)  # a later `import answer` must not find it


def run_job(framework: Framework, guard: Guard, frame: bytes, result_fd: int) -> None:
    """Run the job in a frame and write one frame with its result; never return."""
    # looked up before the answer can replace them
    write, leave, pack, changed = os.write, os._exit, wire.pack, guard.changed
    write(result_fd, wire.BEGUN)
    status = 1
    try:
        job, nonce = decode_job(frame)
        result = _perform(framework, job)
        if replaced := changed():
            result["tampered"] = replaced[:20]
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):  # the answer may have closed or replaced it
                stream.flush()
        try:
            reply = pack({"nonce": nonce, **result})
        except wire.WireError as error:
            reply = pack({"nonce": nonce, "error": {"type": "ResultTooLarge", "text": str(error)}})
        view = memoryview(len(reply).to_bytes(8, "little") + reply)
        while view:
            view = view[write(result_fd, view) :]
        status = 0
    finally:
        leave(status)


def _perform(framework: Framework, job: Job) -> Tree:
    started = time.perf_counter()
    if isinstance(job, VerifyJob):
        return {"cases": verified(framework, job), "seconds": time.perf_counter() - started}
    try:
        if isinstance(job, CodeJob):
            return _code(framework, job, started)
        # before the answer runs, so that the observer's imports are the original ones
        observer = function_of(job.observer, "observe")
        counter = framework.counter() if isinstance(job, CountJob) else None
        watcher = framework.watcher()
        module = _load(job.source)
        entry = entry_of(module, job.entries, len(job.cases[0].inputs) if job.cases else 0)
        if entry is None:
            return {"error": _no_entry(job.entries[0], module.__dict__)}
        if isinstance(job, CountJob):
            return _counted(framework, entry, job.cases[0], observer, counter)
    except BaseException as error:  # an answer can raise anything while it is imported, SystemExit too
        return {"error": describe_failure(error)}
    cases: list[Tree] = []
    watched = watcher.watched(entry)
    later, order = Later(framework), [*range(len(job.cases))]
    for at in (*order, *([] if job.later is None else [job.later])):
        case, last = job.cases[at], len(cases) == len(order)
        try:
            if last:
                later.begin()
            watcher.begin()
            if observer is None:
                result = _case(framework, watched, case, job.probe._replace(repeat=job.probe.repeat and not last))
            else:
                again = _again(framework, entry, (case, job.cases[(at + 1) % len(job.cases)]))
                result = _observed_case(framework, watched, case, observer, again)
            if at == job.later:
                later.keep(watcher.returned())
            if last and later.shares():
                watcher.changes.append(SHARED)
        except BaseException as error:  # the answer can raise anything, SystemExit too
            result = {"error": describe_failure(error)}
        cases.append({**result, "changes": watcher.changes})
        if "error" in result:
            break
    for call in job.backward:
        if any("error" in case for case in cases[-1:]):
            break
        cases.append(_gradients(framework, entry, call))
    return {"cases": cases, "seconds": time.perf_counter() - started}


def _gradients(framework: Framework, entry: Callable[..., Any], call: Backward) -> Tree:
    """Return the gradients of some arguments of the entry by name, in the form of a case's result."""
    try:
        found = framework.gradients(entry, arguments_of(framework, call.case), call.names)
        return {"value": describe(framework, found)}
    except BaseException as error:  # as in a case
        return {"error": describe_failure(error)}


def _counted(
    framework: Framework, entry: Callable[..., Any], case: CaseInputs, observer: Callable[..., Any] | None, counter: Any
) -> Tree:
    """Run one case; return the counts of the answer's lines, and the arguments that it changed.

    Return nothing for an entry whose code is not the answer's own, such as `f = nd.exp`: no line shows what it runs.
    """
    code = code_of(entry)
    if code is None:
        return {}
    if observer is not None:
        seen_case, kit = observed_case(framework, case), framework.kit()
        with counter.counting(code) as counts:
            observer(entry, seen_case, kit)
        return {"counts": {**counts.tree(), "written": []}}
    framework.seed(0)  # so that the counts of an answer that draws are the same each time
    arguments = arguments_of(framework, case)
    before = _contents(framework, arguments)
    with counter.counting(code) as counts:
        entry(*arguments.values())
    after = _contents(framework, arguments)
    written = [name for name in before if before[name].tobytes() != after[name].tobytes()]
    return {"counts": {**counts.tree(), "written": written}}


def _again(
    framework: Framework, entry: Callable[..., Any], cases: Sequence[CaseInputs]
) -> Callable[[], Iterator[Any]] | None:
    """Return a function that calls the entry with the arguments of these cases and yields the results.

    Return None for an entry that gets a net, a file or the like, because what it returns may depend on them, and for
    one whose arguments its observer makes.
    """
    values = all(recipe["is"] in VALUES for case in cases for recipe in case.inputs.values())
    if not values or not _takes(entry, len(cases[0].inputs)):
        return None

    def results() -> Iterator[Any]:
        for case in cases:
            with contextlib.suppress(Exception):  # the case itself shows the error
                yield entry(*arguments_of(framework, case).values())

    return results


def _observed_case(
    framework: Framework,
    entry: Callable[..., Any],
    case: CaseInputs,
    observer: Callable[..., Any],
    again: Callable[[], Any] | None,
) -> Tree:
    """Let the observer call the entry. Its `result` is the returned value; each other entry is judged by its name."""
    seen_case, kit = observed_case(framework, case), framework.kit()
    kit.again = again
    seen = observer(entry, seen_case, kit)
    result: Tree = {"value": describe(framework, seen.pop("result", None))}
    if (facts := seen.pop("facts", None)) is not None:
        result["facts"] = describe(framework, facts)
    result["observed"] = {name: describe(framework, value) for name, value in seen.items()}
    result["studies"] = [{**trace, "names": names_of(part, seen)} for part, trace in kit.studies]
    framework.wait()
    return result


def _load(source: bytes) -> types.ModuleType:
    """Execute the answer as a real module, so that classes, pickles and tracebacks work as usual."""
    module = types.ModuleType("answer")
    module.__file__ = FILE
    register(source.decode("utf-8-sig", errors="replace"))
    code = compile(source, FILE, "exec", dont_inherit=True)
    sys.modules["answer"] = module
    exec(code, module.__dict__)
    return module


def entry_of(module: types.ModuleType, names: Sequence[str], arguments: int) -> Callable[..., Any] | None:
    """Return what an answer defines under the first of some names; None if it has no such callable.

    A function that accepts this many arguments comes before others: an old answer may have a function of its own
    under a name that became the entry's later. What it only imports comes last: an answer may import a function of
    MXNet that has the usual name of the entry, and define the entry under another one.
    """
    found = [value for name in names if callable(value := module.__dict__.get(name))]
    own = [value for value in found if getattr(value, "__module__", None) == module.__name__]
    fitting = [value for value in own if _takes(value, arguments)] if len(own) > 1 else []
    return next(iter([*fitting, *own, *found]), None)


def _takes(function: Callable[..., Any], arguments: int) -> bool:
    try:
        inspect.signature(function).bind(*range(arguments))
    except (TypeError, ValueError):  # another number of parameters, or no signature
        return False
    return True


def _no_entry(entry: str, names: Mapping[str, Any]) -> Tree:
    others = [n for n, v in names.items() if isinstance(v, types.FunctionType) and not n.startswith("_")]
    found = f" It defines {', '.join(others[:5])}." if others else ""
    text = f"the answer defines no function {entry}.{found}"
    return {"type": "MissingEntry", "text": text, "line": None, "frames": [], "full": text}


def _case(framework: Framework, entry: Callable[..., Any], case: CaseInputs, probe: Probe) -> Tree:
    """Call the entry on one case; return its result, the arguments after the call and the results of the probes."""
    arguments = arguments_of(framework, case)
    if probe.seeds:
        framework.seed(probe.seeds[0])
    value = entry(*arguments.values())
    result: Tree = {"value": describe(framework, value)}
    if probe.inputs:
        result["inputs"] = _contents(framework, arguments)
    framework.wait()
    if probe.alias:
        result["alias"] = _alias(framework, value, arguments)
    if probe.repeat:
        result |= repeats(framework, entry, case, probe)
    return result


def repeats(framework: Framework, entry: Callable[..., Any], case: CaseInputs, probe: Probe) -> Tree:
    """Call a random function again: unseeded, with the first seed, refilled arrays, another seed, many times."""

    def call(seed: int | None = None, *, refill: bool = False, entry: Callable[..., Any] = entry) -> Any:
        arguments = arguments_of(framework, case)
        for argument in arguments.values() if refill else ():
            if framework.is_array(argument):
                framework.bump(argument, nan=True)  # NaN shows also in `x * 0 + draws`
        if seed is not None:
            framework.seed(seed)
        return entry(*arguments.values())

    unwatched = getattr(entry, "__wrapped__", entry)
    first, other = probe.seeds
    again = call()
    result = {"again": describe(framework, again), "reseeded": describe(framework, call(first))}
    if probe.refill:
        result["refilled"] = describe(framework, call(first, refill=True))
    result["other"] = describe(framework, call(other))
    size = framework.numpy(again).size if framework.is_array(again) else 0
    if 0 < size < SMALL:
        calls, most = [framework.numpy(again)], min(MOST_CALLS, ENOUGH_DRAWS // size + 1)
        worked = time.process_time() + MANY_SECONDS
        while len(calls) < most and (len(calls) < FEWEST_CALLS or time.process_time() < worked):
            calls.append(framework.numpy(call(entry=unwatched)))
        result["many"] = {"k": "numpy", "a": onp.stack(calls)}
    return result


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


def _code(framework: Framework, job: CodeJob, started: float) -> Tree:
    if job.value == "result":
        return {"values": describe(framework, _load(job.source).__dict__.get("result"))}
    return _snippet(framework, job.source, started)


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

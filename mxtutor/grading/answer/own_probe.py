"""Facts about a learner's own torch code: how it is called, which inputs run without an error, what it does on them.

All of it runs in the confined process of the reference, because nobody has checked that code.
"""

from __future__ import annotations

import heapq
import inspect
import time
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch

from mxtutor.grading.answer.failures import describe_failure
from mxtutor.grading.answer.own_layers import layer_specs
from mxtutor.grading.answer.own_signature import description
from mxtutor.grading.answer.own_study import Study, called
from mxtutor.grading.answer.own_torch import tensors
from mxtutor.grading.answer.own_trials import built, recorded
from mxtutor.grading.answer.own_values import Plan

Tree = dict[str, Any]
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

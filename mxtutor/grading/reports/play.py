"""Describes a run of a draft and the reference on one case, without a verdict."""

from __future__ import annotations

from dataclasses import replace

from mxtutor.grading.cases.draw import show_inputs
from mxtutor.grading.diagnosis.diagnose import Behaviour
from mxtutor.grading.protocol import ErrorDetail, Play, SnippetRun
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.results.decode import ProcessFailure
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.results.values import Value, ValueKind, show, type_name

SEED = 0
"""Seed of a play without an earlier check, so that each such play has the same inputs."""
SHOWN = 2000
"""Longest shown text of a result, in characters."""


def one_case(prepared: Prepared, wanted: int) -> Prepared:
    """Return the data of one case; if the wanted one is hidden, of the first one that is not."""
    shown = [n for n, case in enumerate(prepared.cases) if not case.hidden] or [0]
    index = wanted if wanted in shown else shown[0]
    return replace(prepared, cases=(prepared.cases[index],), expected=(prepared.expected[index],))


def played(one: Prepared, behaviour: Behaviour, seconds: float, output: str) -> Play:
    """Return the reference result and the draft's result on the case."""
    torch = _given(one.expected[0], "", 0.0)
    inputs = show_inputs(one.cases[0])
    if isinstance(behaviour, ProcessFailure):
        return Play(inputs, torch, SnippetRun(output, broken=f"{behaviour.headline} {behaviour.fix}".strip()))
    outcome = behaviour.error or behaviour.cases[0]
    if isinstance(outcome, ErrorDetail):
        return Play(inputs, torch, SnippetRun(output, error=outcome, seconds=seconds))
    return Play(inputs, torch, _given(outcome, output, seconds))


def _given(outcome: Outcome, output: str, seconds: float) -> SnippetRun:
    """Return a result as text, with the observations."""
    lines = (
        []
        if outcome.observed and outcome.value.kind in (ValueKind.NONE, ValueKind.OTHER)
        else [_describe(outcome.value)]
    )
    lines += [f"{name}: {_describe(value)}" for name, value in outcome.observed.items()]
    return SnippetRun(output, "\n".join(lines), seconds=seconds)


def _describe(value: Value) -> str:
    """Return type, dtype, shape and numbers of an array; the value itself of anything else."""
    if value.array is None:
        return show(value, SHOWN)
    place = "" if value.context in ("", "cpu", "cpu(0)") else f" on {value.context}"
    name = type_name(value).removeprefix("an ").removeprefix("a ")
    return f"{name}, {value.array.dtype.name} {value.array.shape}{place}\n{show(value, SHOWN)}"

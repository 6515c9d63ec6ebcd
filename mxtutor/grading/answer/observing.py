"""Runs the observers of an exercise, and its verifiers in a process that never ran the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as onp

from mxtutor.grading.answer.framework import Framework, describe
from mxtutor.grading.messages import CaseInputs, Evidence, VerifyJob

Tree = dict[str, Any]


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
    """Return the live arguments of a case by name."""
    made: dict[str, Any] = {}
    for name, recipe in case.inputs.items():
        made[name] = framework.make(recipe, made)
    return made


def observed_case(framework: Framework, case: CaseInputs) -> Case:
    """Return a case with everything that was drawn for it."""
    arguments = arguments_of(framework, case)
    extra: dict[str, Any] = {}
    for name, recipe in case.extra.items():
        extra[name] = framework.make(recipe, {**arguments, **extra})
    return Case(arguments, extra)


def names_of(part: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, str]:
    """Return under which names the observer reports the parts of a study: part to observation."""
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

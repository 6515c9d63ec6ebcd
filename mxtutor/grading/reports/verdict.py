"""Makes one verdict and one headline from judged cases."""

from __future__ import annotations

import re
from dataclasses import replace

from mxtutor.content.model import Exercise
from mxtutor.grading.cases.draw import DrawnCase, repro_lines, show_inputs
from mxtutor.grading.judging.observations import joint
from mxtutor.grading.judging.result import gradients, judge, later
from mxtutor.grading.protocol import HEADLINE_TEXT, Aspect, AspectKind, CaseResult, ErrorDetail, Verdict
from mxtutor.grading.references.prepare import Prepared, later_case
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import COURSE, Family, Outcome, Sides


def judge_cases(prepared: Prepared, result: Result, sides: Sides = COURSE) -> tuple[CaseResult, ...]:
    """Return the judged cases of an answer, in the exercise's order; empty if it was never called."""
    if result.failure is not None or result.error is not None:
        return ()
    judged, exercise = [], prepared.exercise
    outcomes = [outcome for outcome in result.cases if not isinstance(outcome, ErrorDetail)]
    repeated = later_case(prepared.cases)
    wanted = [*prepared.expected]
    if isinstance(result.later, Outcome):
        outcomes, wanted = [*outcomes, result.later], [*wanted, wanted[repeated]]
    together = joint(exercise.compare, [e.observed for e in wanted], [o.observed for o in outcomes])
    for case, expected, outcome in zip(prepared.cases, prepared.expected, result.cases, strict=False):
        if isinstance(outcome, ErrorDetail):
            judged.append(_result(exercise, case, Verdict.ERROR, (), outcome, sides.answer))
            continue
        rules = (exercise.changes, tuple(exercise.params), sides.answer)
        aspects = (
            *judge(exercise.compare, case, expected, outcome, *rules),
            *_replaced(result, sides.answer),
            *(together if case is prepared.cases[-1] else ()),
        )
        if case is prepared.cases[repeated] and result.later is not None and all(a.ok for a in aspects):
            aspects += later(exercise.compare, case, expected, result.later, *rules)
        trained: tuple[str, ...] = ()
        for one, got in zip(prepared.gradients, result.gradients, strict=False):
            if case is prepared.cases[one.place] and all(a.ok for a in aspects):
                failed = gradients(exercise.compare, one.expected, one.scales, got)
                if failed:
                    aspects, trained = (*aspects, *failed), one.call.names
                    case = replace(case, name="a backward pass", inputs=one.call.case.inputs)
        verdict = Verdict.RIGHT if all(a.ok for a in aspects) else Verdict.WRONG
        judged.append(_result(exercise, case, verdict, aspects, None, sides.answer, trained))
    return tuple(judged)


def _replaced(result: Result, family: Family) -> tuple[Aspect, ...]:
    """Return the failed aspect of an answer that replaced functions on which its observations depend."""
    if not result.tampered:
        return ()
    replaced = ", ".join(result.tampered[:3])
    message = f"The answer replaced {replaced}. Leave {family.name}, NumPy, Python and the grader as they are."
    return (Aspect(AspectKind.GRADER, False, message),)


def _result(
    exercise: Exercise,
    case: DrawnCase,
    verdict: Verdict,
    aspects: tuple[Aspect, ...],
    error: ErrorDetail | None,
    family: Family,
    trained: tuple[str, ...] = (),
) -> CaseResult:
    if case.hidden:
        bare = tuple(
            Aspect(a.aspect, a.ok, "" if a.ok else "It differs in a hidden case.", kind=a.kind) for a in aspects
        )
        return CaseResult(case.name if case.name else "a hidden case", verdict, bare, hidden=True, error=error)
    if verdict is Verdict.RIGHT:  # its arguments are not shown, and printing arrays costs a millisecond per check
        return CaseResult(case.name, verdict, aspects)
    return CaseResult(
        case.name,
        verdict,
        aspects,
        inputs=show_inputs(case),
        repro=repro_lines(exercise, case, family, trained),
        error=error,
    )


def headline_of(result: Result, cases: tuple[CaseResult, ...], sides: Sides = COURSE) -> tuple[Verdict, str]:
    """Return the verdict and the headline, which is one line."""
    if result.failure is not None:
        return result.failure.verdict, result.failure.headline
    if result.error is not None:
        return Verdict.ERROR, _error_line(result.error)
    first = next((c for c in cases if c.verdict is not Verdict.RIGHT), None)
    if not cases:
        return Verdict.CRASH, "The answer's process left no case to judge."
    if first is None:
        count = f" in all {len(cases)} cases" if len(cases) > 1 else ""
        return Verdict.RIGHT, f"Agrees with {sides.reference.name}{count}."
    if first.error is not None:
        return Verdict.ERROR, _error_line(first.error)
    failing = next(a for a in first.aspects if not a.ok)
    return Verdict.WRONG, _short(failing)


def _error_line(error: ErrorDetail) -> str:
    place = f" (line {error.line})" if error.line else ""
    if error.sandbox:
        return f"{error.sandbox}{place}"
    parts = [p for p in ("" if error.type == "MissingEntry" else error.type, _beginning(error.text)) if p]
    return f"{': '.join(parts)}{place}"


def _beginning(text: str) -> str:
    """Return the first line of an error's text; its first sentence if the line is long, or goes on in the next one."""
    first, _, more = text.partition("\n")
    shown = first[:HEADLINE_TEXT]
    if shown == first and not (more and shown[-1:].isalnum()):
        return shown
    sentence = re.match(r".+?[.!?](?= +[A-Z])", shown)
    return sentence[0] if sentence else shown if shown == first else f"{shown}..."


def _short(aspect: Aspect) -> str:
    found = aspect.difference
    if aspect.kind is AspectKind.VALUES and found is not None and found.total > 1:
        return found.counted
    first = aspect.message.partition(" ")[0]
    return aspect.message[:1].upper() + aspect.message[1:] if first.isalpha() else aspect.message

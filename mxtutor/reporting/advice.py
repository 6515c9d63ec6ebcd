"""Chooses advice for the next step after a report that is not right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from mxtutor.grading.protocol import AspectKind, CaseResult, Report, Verdict


class Offer(str, Enum):
    """An action that advice refers to; a front end that has the action says how to start it."""

    RUN_DRAFT = "run-draft"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Advice:
    """One or two sentences, and an action to offer after them."""

    text: str = ""
    offer: Offer | None = None


BY_ASPECT = {
    AspectKind.TYPE: Advice(
        "Return what the result of the reference is in MXNet; print(type(...)) shows what you return now."
    ),
    AspectKind.SHAPE: Advice("Print the shape after each step; check axes, keepdims and broadcasting."),
    AspectKind.DTYPE: Advice(
        "MXNet keeps or chooses dtypes differently from PyTorch: set it with astype(...) or dtype=..."
    ),
    AspectKind.VALUES: Advice("Compare step by step with the inputs above.", Offer.RUN_DRAFT),
    AspectKind.INPUTS: Advice(
        "Your function changes its argument; work on a new array instead of writing into the old one."
    ),
    AspectKind.ALIAS: Advice("Check whether the result shares memory with the argument; copy() makes a new array."),
    AspectKind.STATISTICS: Advice(
        "The draws follow another distribution: check what its parameters mean, and their order."
    ),
    AspectKind.REPRODUCIBILITY: Advice(
        "Draw from MXNet's own generator, so that mx.random.seed gives the same numbers again."
    ),
    AspectKind.CONTEXT: Advice("Place the result with ctx=... or as_in_context(...)."),
}
"""The advice for each aspect that can differ first."""

BY_VERDICT = {
    Verdict.ERROR: Advice("Fix the line named above.", Offer.RUN_DRAFT),
    Verdict.TIMEOUT: Advice("Look for a loop that never ends, or work that grows with every step."),
    Verdict.CRASH: Advice(
        "Look for indices outside an array, for a very large array, or for code that ends the process."
    ),
    Verdict.BROKEN: Advice("Nothing is counted against you. Check again; `mxtutor doctor` finds what is missing."),
}


def first_failing(report: Report) -> CaseResult | None:
    """Return the first case that is not right; None if there is none."""
    return next((case for case in report.cases if case.verdict is not Verdict.RIGHT), None)


def what_to_try(report: Report) -> Advice:
    """Return the advice for a report; it is empty after a right answer."""
    if report.verdict is Verdict.RIGHT:
        return Advice()
    if report.fix:
        return Advice(report.fix)
    case = first_failing(report)
    if report.verdict is Verdict.ERROR:
        error = report.error or (case.error if case is not None else None)
        named = error is not None and (error.line is not None or error.frames)
        return BY_VERDICT[Verdict.ERROR] if named else Advice()
    if report.verdict is not Verdict.WRONG:
        return BY_VERDICT[report.verdict]
    failing = next((a.kind for a in case.aspects if not a.ok), None) if case else None
    return BY_ASPECT.get(failing, Advice(offer=Offer.HINT)) if failing else Advice(offer=Offer.HINT)

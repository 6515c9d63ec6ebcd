"""The first failed case of a report, and advice for answers without a named mistake."""

from __future__ import annotations

from mxtutor.grading.protocol import AspectKind, CaseResult, Report, Verdict

ADVICE: dict[AspectKind | Verdict, str] = {
    AspectKind.TYPE: "Return what the result of the reference is in MXNet; print(type(...)) shows what you return now.",
    AspectKind.SHAPE: "Print the shape after each step; check axes, keepdims and broadcasting.",
    AspectKind.DTYPE: "MXNet keeps or chooses dtypes differently from PyTorch: set it with astype(...) or dtype=...",
    AspectKind.VALUES: "Compare step by step with the inputs.",
    AspectKind.INPUTS: "Your function changes its argument; work on a new array instead of writing into the old one.",
    AspectKind.ALIAS: "Check whether the result shares memory with the argument; copy() makes a new array.",
    AspectKind.STATISTICS: "The draws follow another distribution: check what its parameters mean, and their order.",
    AspectKind.REPRODUCIBILITY: "Draw from MXNet's own generator, so that mx.random.seed gives the same numbers again.",
    AspectKind.CONTEXT: "Place the result with ctx=... or as_in_context(...).",
    Verdict.TIMEOUT: "Look for a loop that never ends, or work that grows with every step.",
    Verdict.CRASH: "Look for indices outside an array, for a very large array, or for code that ends the process.",
    Verdict.BROKEN: "Nothing is counted against you. Check again; `mxtutor doctor` finds what is missing.",
}
"""Advice by verdict, or by the kind of the first differing aspect."""


def first_failing(report: Report) -> CaseResult | None:
    """Return the first case that is not right; None if there is none."""
    return next((case for case in report.cases if case.verdict is not Verdict.RIGHT), None)


def what_to_try(report: Report) -> str:
    """Return advice; empty after a right answer, and if the report names a mistake or contains advice itself."""
    if report.diagnosis or report.fix:
        return ""
    case = first_failing(report)
    failing = next((a.kind for a in case.aspects if not a.ok), None) if case else None
    return ADVICE.get(failing if failing and report.verdict is Verdict.WRONG else report.verdict, "")

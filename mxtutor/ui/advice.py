"""What to try next, told from what failed."""

from __future__ import annotations

from mxtutor.grading.protocol import AspectKind, CaseResult, Report, Verdict

BY_ASPECT = {
    AspectKind.TYPE: "Return what the result of the reference is in MXNet; print(type(...)) shows what you return now.",
    AspectKind.SHAPE: "Print the shapes along the way; look at axes, keepdims and broadcasting.",
    AspectKind.DTYPE: "MXNet keeps or chooses dtypes differently from PyTorch: set it with astype(...) or dtype=...",
    AspectKind.VALUES: "Compare step by step with the inputs above; F6 runs your draft.",
    AspectKind.INPUTS: "Your function changes its argument; work on a new array instead of writing into the old one.",
    AspectKind.ALIAS: "Look at whether the result shares memory with the argument; copy() breaks the link.",
    AspectKind.STATISTICS: "The draws follow another distribution: check what its parameters mean, and their order.",
    AspectKind.REPRODUCIBILITY: "Draw from MXNet's own generator, so that mx.random.seed brings the same numbers back.",
    AspectKind.CONTEXT: "Place the result with ctx=... or as_in_context(...).",
}
"""Aspect of a comparison to what helps most often."""

DEFAULT = "F2 opens a hint."

BY_VERDICT = {
    Verdict.ERROR: "Fix the line named above; F6 runs your draft with your own prints.",
    Verdict.TIMEOUT: "Look for a loop that never ends, or work that grows with every step.",
    Verdict.CRASH: "Look for indices outside an array, for a very large array, or for code that ends the process.",
    Verdict.BROKEN: "Nothing is counted against you. Check again; `mxtutor doctor` finds what is missing.",
}


def first_failing(report: Report) -> CaseResult | None:
    """Return the first case that is not right; None when there is none."""
    return next((case for case in report.cases if case.verdict is not Verdict.RIGHT), None)


def what_to_try(report: Report) -> str:
    """Return one or two sentences; empty after a right answer."""
    if report.verdict is Verdict.RIGHT:
        return ""
    if report.fix:
        return report.fix
    if report.verdict is not Verdict.WRONG:
        return BY_VERDICT[report.verdict]
    case = first_failing(report)
    failing = next((a.kind for a in case.aspects if not a.ok), None) if case else None
    return BY_ASPECT.get(failing, DEFAULT) if failing else DEFAULT

"""Reports as a sealed workshop shows them: the verdict and what the answer itself did, without what would help.

Left out are named mistakes and advice, what PyTorch gives, explanations of options, and the lines that repeat a case.
"""

from __future__ import annotations

from dataclasses import replace

from mxtutor.grading.protocol import Aspect, CaseResult, Play, Report, SnippetRun, Verdict

DIFFERS = "It differs from what PyTorch gives."
NOT_SHOWN = "A sealed workshop does not show it."


def report_without_help(report: Report, *, coded: bool) -> Report:
    """Return a report without help; `coded` means that the answer is a program. The seed stays, for the record."""
    if report.verdict is Verdict.BROKEN:  # a failure of mxtutor tells nothing about the exercise
        return report
    cases = tuple(_case(case) for case in report.cases) if coded else ()
    return replace(
        report, cases=cases, diagnosis=(), fix="", notes=(), cost=(), headline=_headline(report, coded=coded)
    )


def play_without_help(play: Play) -> Play:
    """Return a run of a draft without the result of the reference."""
    return replace(play, torch=SnippetRun(broken=NOT_SHOWN), tables=(), lines="")


def _headline(report: Report, *, coded: bool) -> str:
    """Return the headline; that of a wrong program may name an expected value."""
    if report.verdict is not Verdict.WRONG or not coded:
        return report.headline
    failing = next((aspect for case in report.cases for aspect in case.aspects if not aspect.ok), None)
    found = failing.difference if failing else None
    if found is not None and found.total > 1:
        return f"{found.differing} of {found.total} values differ"
    return f"The {failing.aspect} of the result differs." if failing else "The result differs."


def _case(case: CaseResult) -> CaseResult:
    return replace(case, aspects=tuple(map(_aspect, case.aspects)), repro="")


def _aspect(aspect: Aspect) -> Aspect:
    message = "" if aspect.ok else DIFFERS
    return Aspect(aspect.aspect, aspect.ok, message, got="" if aspect.ok else aspect.got, kind=aspect.kind)

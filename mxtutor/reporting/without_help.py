"""Reports for a sealed workshop: the verdict and the answer's own results, without anything that would help.

Left out are named mistakes, advice, PyTorch's results, explanations of options, and the code that repeats a case.
"""

from __future__ import annotations

from dataclasses import replace

from mxtutor.grading.differences import label_of
from mxtutor.grading.protocol import Aspect, CaseResult, Play, Report, SnippetRun, Verdict

DIFFERS = "It differs from what PyTorch gives."
NOT_SHOWN = "A sealed workshop does not show it."


def report_without_help(report: Report, *, coded: bool) -> Report:
    """Return a report without help, but with the seed, for the record; `coded` means that the answer is a program."""
    if report.verdict is Verdict.BROKEN:  # a failure of mxtutor reveals nothing about the exercise
        return report
    cases = tuple(_case(case) for case in report.cases) if coded else ()
    return replace(
        report, cases=cases, diagnosis=(), fix="", notes=(), cost=(), headline=_headline(report, coded=coded)
    )


def play_without_help(play: Play) -> Play:
    """Return a draft's run without the reference's result."""
    return replace(play, torch=SnippetRun(broken=NOT_SHOWN), tables=(), lines="")


def _headline(report: Report, *, coded: bool) -> str:
    """Return the headline, or a general one if the report's may contain an expected value."""
    if report.verdict is not Verdict.WRONG or not coded:
        return report.headline
    failing = next((aspect for case in report.cases for aspect in case.aspects if not aspect.ok), None)
    found = failing.difference if failing else None
    if found is not None and found.total > 1:
        return found.counted
    return f"The result differs in {label_of(failing.aspect)}." if failing else "The result differs."


def _case(case: CaseResult) -> CaseResult:
    return replace(case, aspects=tuple(map(_aspect, case.aspects)), repro="")


def _aspect(aspect: Aspect) -> Aspect:
    message = "" if aspect.ok else DIFFERS
    return Aspect(aspect.aspect, aspect.ok, message, got="" if aspect.ok else aspect.got, kind=aspect.kind)

"""What the line of the live verdict says, in several lengths."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from mxtutor.grading.protocol import Aspect, AspectKind, Report, Verdict
from mxtutor.reporting.advice import first_failing
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE

TOLD = frozenset({AspectKind.SHAPE, AspectKind.DTYPE, AspectKind.VALUES})
"""Aspects that are named also where they agree."""
LEAST_TEXT = 12
"""Shortest part of a message that is shown, in cells."""


def said(text: str) -> list[Content]:
    """Return a remark that is no verdict."""
    return [Content(text)]


def faulty(text: str, glyphs: Glyphs) -> list[Content]:
    """Return a remark about an answer that cannot run."""
    return [Content.assemble((f"{glyphs.alert} ", "bold $text-warning"), (_one_line(text), "$text-warning"))]


def verdict_line(report: Report, glyphs: Glyphs) -> list[Content]:
    """Return a live verdict, longest form first; it names what agrees and what differs, without values."""
    counts = Content(f"{EXERCISE.key('check')} records it")
    if report.verdict is Verdict.RIGHT:
        cases = f" in {len(report.cases)} cases" if len(report.cases) > 1 else ""
        right, short = (Content.styled(f"{glyphs.right} right{place}", "bold $text-success") for place in (cases, ""))
        return _joined([[right, counts], [short, counts], [short]])
    case = first_failing(report)
    if report.verdict is not Verdict.WRONG or case is None or not case.aspects:
        return [line + Content("  ") + counts for line in faulty(report.headline, glyphs)] + faulty(
            report.headline, glyphs
        )
    place = Content(f"case {report.cases.index(case) + 1} of {len(report.cases)}")
    told = [aspect for aspect in case.aspects if aspect.kind in TOLD or not aspect.ok]
    marks, brief = ([_mark(aspect, glyphs, long=long) for aspect in told] for long in (True, False))
    failed = [_mark(aspect, glyphs, long=True) for aspect in told if not aspect.ok]
    return _joined([[*marks, place, counts], [*marks, counts], [*brief, counts], [*failed, counts], failed])


def fitting(forms: Sequence[Content], width: int) -> Content:
    """Return the first form that fits into a number of cells, or the shortest one, cut."""
    for form in forms:
        if form.cell_length <= width:
            return form
    return forms[-1].truncate(max(width, LEAST_TEXT), ellipsis=True) if forms else Content("")


def _mark(aspect: Aspect, glyphs: Glyphs, *, long: bool) -> Content:
    if aspect.ok:
        return Content.styled(f"{glyphs.right} {aspect.aspect}", "$text-success")
    found = aspect.difference
    count = f" {found.differing} of {found.total}" if found is not None and long else ""
    return Content.styled(f"{glyphs.wrong} {aspect.aspect}{count}", "bold $text-error")


def _joined(forms: list[list[Content]]) -> list[Content]:
    return [Content("  ").join(parts) for parts in forms]


def _one_line(text: str) -> str:
    return " ".join(plain(text).replace("`", "").split())

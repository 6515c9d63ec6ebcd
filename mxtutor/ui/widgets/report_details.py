"""The details of a report: messages and texts of the aspects, tables of the greatest errors, traceback, all cases."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.differences import Difference
from mxtutor.grading.protocol import Aspect, Verdict
from mxtutor.reporting.error_profile import worth_showing
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import Sections, index_text
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.marked_text import prose
from mxtutor.ui.widgets.heat_strip import HeatStrip

DETAILS = {True: "all cases", False: "tables, traceback and all cases"}
"""What the details are, for a right answer and for others."""


def details(parts: Sections, glyphs: Glyphs) -> Iterator[Widget]:
    """Yield the details of a report, if it has any."""
    for aspect in parts.failing.failed if parts.failing else ():
        yield from _raw(aspect)
    for error in (parts.error, parts.failing.error if parts.failing else None):
        if error is not None and error.full:
            yield _text(Content.assemble(("Full traceback\n", "bold"), plain(error.full)), "code")
    if parts.others and len(parts.cases) > 1:
        lines = [Content(f"{glyphs.verdict(case.verdict)} case {case.number}: {case.title}") for case in parts.others]
        title = "Other cases" if parts.verdict is not Verdict.RIGHT else "Cases"
        yield _text(Content("\n").join([Content.styled(title, "bold"), *lines]))


def _raw(aspect: Aspect) -> Iterator[Widget]:
    """Yield message and texts of an aspect that differs, then the table and the profile of its errors."""
    if aspect.difference is None:
        return
    yield _text(prose(f"{aspect.aspect}: {aspect.message}"))
    texts = [(label, text) for label, text in (("expected", aspect.expected), ("got", aspect.got)) if text]
    for label, text in texts:
        yield _text(Content.assemble((f"{label}\n", "$text-muted"), plain(text).strip("\n")), "code")
    yield _text(_worst(aspect.difference), "table")
    if worth_showing(aspect.difference.strip):
        yield HeatStrip(aspect.difference.strip)


def _worst(found: Difference) -> Content:
    """Return the table of the positions with the greatest errors."""
    rows: list[tuple[str, ...]] = [("at", "expected", "got", "error", "allowed")]
    for worst in found.worst:
        error = abs(worst.got - worst.expected)
        values = (f"{value:.6g}" for value in (worst.expected, worst.got))
        rows.append((index_text(worst), *values, f"{error:.3g}", f"{worst.allowed:.3g}"))
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    greatest = f"greatest error {found.max_abs:.3g} absolute, {found.max_rel:.3g} relative"
    summary = f"{found.differing} of {found.total} differ; {greatest}"
    return Content("\n").join([Content(summary), Content.styled(lines[0], "dim"), *map(Content, lines[1:])])


def _text(content: Content, classes: str = "") -> Static:
    return Static(content, classes=f"section {classes}", markup=False)

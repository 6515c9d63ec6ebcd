"""Shows a report: the verdict, what differs and why, and the values of both sides; the rest is folded below."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.differences import Difference
from mxtutor.grading.protocol import Aspect, ErrorDetail, Report, Review, Verdict
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import (
    MOST_NOTES,
    Sections,
    both_texts,
    index_text,
    learned,
    note_text,
    sections_of,
    worse_text,
)
from mxtutor.session.session import Task
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.array_grid import ArrayGrid, grid_of
from mxtutor.ui.widgets.curve_plot import MXNET, TORCH, Curve, CurvePlot
from mxtutor.ui.widgets.markdown import CodeMarkdown

FIRST_ROWS = 1
"""Rows of the details that must be visible after they are unfolded."""


class ReportView(VerticalScroll):
    """Shows a report from its beginning; dimmed with the class `-stale`, if it is about another answer."""

    report: reactive[Report | None] = reactive(None, init=False)
    """The report on the screen; None before the first check."""

    def __init__(self, task: Task, idle: str) -> None:
        super().__init__(id="verdict")
        self._idle, self._coded, self._help = idle, task.coded, task.rules().help
        self.explain = task.exercise.explain
        self.full = False
        """Whether a known mistake is explained in full; otherwise only its name and reason are shown."""
        self.note = ""
        """A line above the report, such as the time of the check."""
        self.asked = ""
        """The code of the question that was answered, if the screen shows another variant now."""
        self.review = Review()
        """Notes and cost of the right answer in the report; empty until they are known."""

    def compose(self) -> Iterator[Widget]:
        yield Static(self._idle, classes="muted", markup=False)

    async def watch_report(self, report: Report | None) -> None:
        async with self.batch():
            await self.remove_children()
            if report is None:
                await self.mount(Static(self._idle, classes="muted", markup=False))
            else:
                glyphs = tutor_of(self).glyphs
                explain, review = (self.explain, self.review) if self._help else ("", Review())
                said = sections_of(report, full=self.full, advised=self._help and self._coded)
                shown = page(said, glyphs, explain, review, coded=self._coded)
                parts = [*shown]
                if self.note:
                    parts.insert(1, _text(Content.styled(self.note, "dim")))
                if self.asked:
                    parts.append(_text(Content.assemble(("Your answer was about\n", "bold"), self.asked), "code"))
                await self.mount(*parts)
        self.scroll_home(animate=False)

    async def show_review(self, review: Review) -> None:
        """Insert notes and cost into the report of a right answer, above the explanation."""
        self.review = review
        if self.report is None or not self._help:
            return
        async with self.batch():
            await self.query(".review").remove()
            below = self.query("#verdict > Markdown, .folded")
            await self.mount(*review_parts(review), before=below.first() if below else None)

    async def show_line(self, text: str) -> None:
        """Show a line instead of a report, while a check runs or after it was stopped."""
        self.set_reactive(ReportView.report, None)
        async with self.batch():
            await self.remove_children()
            await self.mount(Static(text, classes="muted", id="said", markup=False))

    def toggle_details(self) -> None:
        """Unfold or fold the details, also of later reports; the headline stays visible if possible."""
        self.toggle_class("-detailed")
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        """Scroll only as far as needed to show the first rows of the details."""
        for more in self.query(".details"):
            last = more.virtual_region.y + min(more.virtual_region.height, FIRST_ROWS)
            if self.has_class("-detailed") and last > self.scroll_offset.y + self.size.height:
                self.scroll_to(y=last - self.size.height, animate=False)

    def show_progress(self, text: str, curve: tuple[float, ...] = (), target: tuple[float, ...] = ()) -> None:
        """Update the line of `show_line`, and draw the losses so far beside PyTorch's (`target`)."""
        for said in self.query("#said").results(Static):
            said.update(text)
            if len(curve) > 1 or target:
                theirs = (Curve("PyTorch", *TORCH, target),) if target else ()
                curves = (*theirs, Curve("loss, as your code prints it", *MXNET, curve))
                for plot in self.query(CurvePlot):
                    plot.curves = curves
                    return
                self.mount(CurvePlot(curves, step="line"))


def page(parts: Sections, glyphs: Glyphs, explain: str, review: Review, *, coded: bool) -> Iterator[Widget]:
    """Yield the widgets of a report, most useful first; after a right answer also `explain` (folded for a program)."""
    right, failing = parts.verdict is Verdict.RIGHT, parts.failing
    first = Content.assemble((f"{glyphs.verdict(parts.verdict)} {parts.word}  ", "bold"), prose(parts.said, "bold"))
    yield _text(first.rstrip(), f"headline -{parts.verdict.value}")
    lesson, rest = learned(explain) if right else ("", "")
    if lesson:
        yield _text(Content.assemble(("You learned: ", "bold"), prose(lesson)), "learned")
    if parts.why:
        yield _text(Content("\n").join(map(prose, parts.why)), "why")
    for flag in parts.flags:
        yield _text(prose(flag).stylize("$text-warning"), "flag")
    for error in parts.failures:
        yield from _error(error, fits=parts.tells(error))
    if parts.remark:
        yield _text(Content.styled(f"{glyphs.stand_in} {parts.remark}", "dim"))
    folded: list[Widget] = []
    if failing is not None and not parts.chosen:
        if failing.place:
            yield _text(Content.styled(plain(failing.place), "dim"), "case")
        marks = [Content.styled(f"{glyphs.right} {name}", "$text-success") for name in failing.passed]
        marks += [Content.styled(f"{glyphs.wrong} {one.aspect}", "bold $text-error") for one in failing.failed]
        folded.append(_text(Content("  ").join(marks), "marks"))
        if failing.rest:
            folded.insert(0, _text(Content.assemble(("Inputs\n", "bold"), plain(failing.rest)), "code"))
        for number, aspect in enumerate(failing.failed):
            shown = _both(aspect, told=parts.says(aspect.message))
            if number == 0:  # the headline is about the first aspect
                yield from shown
            folded += [*shown, *_figures(aspect)]
    for curves in parts.curves:
        own = Curve("yours", *MXNET, curves.answer)
        yield CurvePlot((Curve("PyTorch", *TORCH, curves.reference), own))
    if right:
        yield from review_parts(review)
    if rest:
        explained = CodeMarkdown(rest)
        if coded:
            folded.insert(0, explained)
        else:
            yield explained
    for error in parts.failures:
        if error.full:
            folded.append(_text(Content.assemble(("Full traceback\n", "bold"), plain(error.full)), "code"))
    if parts.others and len(parts.cases) > 1:
        lines = [Content(f"{glyphs.verdict(case.verdict)} case {case.number}: {case.title}") for case in parts.others]
        folded.append(_text(Content("\n").join([Content.styled("Cases" if right else "Other cases", "bold"), *lines])))
    if folded:
        yield _text(Content.styled(f"{EXERCISE.key('details')} shows more.", "dim"), "folded")
        yield Vertical(*folded, classes="details")


def review_parts(review: Review) -> Iterator[Widget]:
    """Yield the notes on a right answer, then the costs in which it exceeds the solution."""
    for note in review.notes[:MOST_NOTES]:
        lesson = f" Lesson: {note.lesson}." if note.lesson else ""
        yield _text(Content.assemble(prose(note_text(note)), (lesson, "dim")), "review")
    if worse := worse_text(review.cost):
        yield _text(Content(worse), "review")


def _text(content: Content, classes: str = "") -> Static:
    return Static(content, classes=f"section {classes}", markup=False)


def _both(aspect: Aspect, *, told: bool) -> Iterator[Widget]:
    """Yield the expected and the actual value of an aspect: as a grid, or as the message with both values."""
    grid = grid_of(aspect)
    if grid is not None:
        yield ArrayGrid(grid, classes="section")
        return
    if not told:
        yield _text(prose(aspect.message))
    rows = both_texts(aspect)
    for number, (label, text) in enumerate(rows, 1):
        value = Static(plain(text), classes="value", markup=False)
        last = "-last" if number == len(rows) else ""
        yield Horizontal(Static(label, classes="label"), value, classes=f"row {last}".rstrip())


def _error(error: ErrorDetail, *, fits: bool) -> Iterator[Widget]:
    """Yield the part of an error's text that the headline lacks, and the frames in the learner's code."""
    if not fits:
        yield _text(Content.styled(plain(error.summary), "$text-error"), "telling")
    if error.frames:
        frames = ["  " + plain(frame).replace("\n", "\n  ") for frame in reversed(error.frames)]
        order = ", innermost first" if len(frames) > 1 else ""
        yield _text(Content.assemble((f"In your code{order}:\n", "dim"), "\n".join(frames)))


def _figures(aspect: Aspect) -> Iterator[Widget]:
    """Yield message, full texts and table of errors of an aspect with a measured difference."""
    found = aspect.difference
    if found is None:
        return
    yield _text(prose(f"{aspect.aspect}: {aspect.message}"))
    for label, text in (("expected", aspect.expected), ("got", aspect.got)):
        if text:
            yield _text(Content.assemble((f"{label}\n", "$text-muted"), plain(text).strip("\n")), "code")
    yield _text(_worst(found), "table")


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

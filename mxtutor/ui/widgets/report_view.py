"""Shows a report: the verdict, what happened, the first failing case, what to try."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.differences import Curves
from mxtutor.grading.protocol import Aspect, ErrorDetail, Report, Review, Verdict
from mxtutor.reporting.advice import Advice, Offer
from mxtutor.reporting.learned import learned
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import FailingCase, sections_of
from mxtutor.reporting.words import VERDICT_WORDS, fits_headline, opening
from mxtutor.ui.curve_drawing import Curve
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.array_grid import ArrayGrid
from mxtutor.ui.widgets.curve_plot import MXNET, TORCH, CurvePlot
from mxtutor.ui.widgets.markdown import CodeMarkdown
from mxtutor.ui.widgets.report_details import DETAILS, details
from mxtutor.ui.widgets.review_view import review_parts
from mxtutor.ui.widgets.verdict_grid import grid_of

OFFERS = {
    Offer.RUN_DRAFT: f"{EXERCISE.key('run_draft')} runs it in the lab.",
    Offer.HINT: f"{EXERCISE.key('hint')} shows hints.",
}
"""How the tutor performs the offer of an advice."""

MORE = "The next wrong answer{} explains it."
OR_HINT = f", or a hint ({EXERCISE.key('hint')}),"
"""How to get the explanation of a mistake that is only named."""


STALE = "Of the text before your change:"
STALE_ANSWER = "Of your answer before this one:"
"""What stands above a verdict on another answer than the present one; it shows while the view has `-stale`."""


class ReportView(VerticalScroll):
    """Shows a report from its beginning; with the class `-stale`, that it is about another answer."""

    report: reactive[Report | None] = reactive(None, init=False)
    """The report on the screen; None before the first check."""
    full: reactive[bool] = reactive(True, init=False)
    """Whether a known mistake is explained; otherwise only its name is shown."""

    def __init__(
        self, *, idle: str, explain: str = "", coded: bool = True, help: bool = True, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._help = help
        self._idle, self.explain, self._coded = idle, explain, coded
        self.note = ""
        """A line above the report, such as the time of the check."""
        self.asked = ""
        """The code of the answered question, if the screen shows other code now."""
        self.hinted = True
        """Whether there are hints to open."""
        self.offers = True
        """Whether advice names keys that help, such as that of the next hint."""
        self.review = Review()
        """Notes and cost of the right answer in the report; empty until they are known."""

    def compose(self) -> Iterator[Widget]:
        """Show what to do before the first check."""
        yield Static(self._idle, classes="muted", markup=False)

    async def watch_report(self, report: Report | None) -> None:
        """Show another report."""
        async with self.batch():
            await self.remove_children()
            if report is None:
                await self.mount(Static(self._idle, classes="muted", markup=False))
            else:
                glyphs = tutor_of(self).glyphs
                explain = self.explain if self._help else ""
                review = self.review if self._help else Review()
                shown = sections(
                    report,
                    glyphs,
                    explain,
                    review,
                    coded=self._coded,
                    full=self.full,
                    help=self._help,
                    offers=self.offers,
                    hinted=self.hinted,
                )
                parts = [_text(Content(STALE if self._coded else STALE_ANSWER), "stale"), *shown]
                if self.note:
                    parts.insert(2, _text(Content.styled(self.note, "dim")))
                if self.asked:
                    parts.append(_text(Content.assemble(("Your answer was about\n", "bold"), self.asked), "code"))
                await self.mount(*parts)
        self.scroll_home(animate=False)

    async def watch_full(self) -> None:
        """Show the report again, with the explanation of the mistake or only its name."""
        if self.report is not None:
            await self.watch_report(self.report)

    async def show_review(self, review: Review) -> None:
        """Add notes and cost to the report of a right answer, above its explanation."""
        self.review = review
        if self.report is None or not self._help:
            return
        async with self.batch():
            await self.query(".review").remove()
            below = self.query("Markdown, .facts")
            await self.mount(*review_parts(review, tutor_of(self).glyphs), before=below.first() if below else None)

    async def show_line(self, text: str) -> None:
        """Show a line instead of a report, while a check runs or after it was stopped."""
        self.set_reactive(ReportView.report, None)
        async with self.batch():
            await self.remove_children()
            await self.mount(Static(text, classes="muted", id="said", markup=False))

    def toggle_details(self) -> None:
        """Show the tables, the messages and the traceback below the report, or hide them; it stays so."""
        self.toggle_class("-detailed")
        for more in self.query(".details"):
            if self.has_class("-detailed"):
                self.call_after_refresh(self.scroll_to_widget, more, animate=False, top=True)

    def show_progress(self, text: str, curve: tuple[float, ...] = (), target: tuple[float, ...] = ()) -> None:
        """Replace the line of `show_line`; draw the losses so far, with PyTorch's losses."""
        for said in self.query("#said").results(Static):
            said.update(text)
            if len(curve) > 1 or target:
                theirs = (Curve("PyTorch", *TORCH, target),) if target else ()
                curves = (*theirs, Curve("loss, as your code prints it", *MXNET, curve))
                plots = self.query(CurvePlot)
                if plots:
                    plots.first().curves = curves
                else:
                    self.mount(CurvePlot(curves, step="line"))


def sections(
    report: Report,
    glyphs: Glyphs,
    explain: str,
    review: Review | None = None,
    *,
    coded: bool = True,
    full: bool = True,
    help: bool = True,
    offers: bool = True,
    hinted: bool = True,
) -> Iterator[Widget]:
    """Yield the parts of a report, the most useful first; `coded` means that the answer is a program.

    Without `full` a known mistake is named and not explained. Without `help` there is no advice and no seed.
    Without `offers` advice names no keys; without `hinted` there are no hints to open.
    """
    parts = sections_of(report, full=full)
    mark, word = glyphs.verdict(parts.verdict), VERDICT_WORDS[parts.verdict]
    yield _text(
        Content.assemble((f"{mark} {opening(word, parts.headline)}", "bold"), prose(parts.headline, code="bold")),
        f"headline -{parts.verdict.value}",
    )
    lesson, rest = learned(explain) if parts.verdict is Verdict.RIGHT else ("", "")
    if lesson:
        yield _text(Content.assemble(("You learned: ", "bold"), prose(lesson)), "learned")
    if parts.cause:
        lines = [prose(sentence) for sentence in parts.cause.sentences]
        if parts.cause.named_only:
            lines.append(Content.styled(MORE.format(OR_HINT if hinted else ""), "dim"))
        box = _text(Content("\n").join(lines), "happened")
        box.border_title = "What happened"
        yield box
    for flag in parts.flags:
        yield _text((prose(flag.message) + flag.place).stylize("$text-warning"), "flag")
    if parts.error is not None:
        yield from _error(parts.error)
    if parts.failing is not None and not parts.chosen:
        yield from _case(parts.failing, len(parts.cases), parts.headline, glyphs)
    elif parts.drawn is not None:
        yield _text(Content.styled(f"Your curve and PyTorch's: {parts.drawn.title}", "bold"), "case")
        yield from map(_plot, parts.drawn.curves)
    if (coded or parts.fix) and (help or parts.fix) and (advice := _advice(parts.advice, offers=offers)):
        yield _text(Content.assemble(("Try: ", "bold"), prose(advice)))
    if parts.failing is not None and parts.failing.repro:
        yield _repro(parts.failing)
    if parts.verdict is Verdict.RIGHT and review is not None:
        yield from review_parts(review, glyphs)
    if rest:
        yield CodeMarkdown(rest, open_links=False)
    more = [*details(parts, glyphs)]
    if more:
        yield _text(
            Content.styled(f"{EXERCISE.key('details')} shows {DETAILS[parts.verdict is Verdict.RIGHT]} here.", "dim"),
            "folded",
        )
        yield Vertical(*more, classes="details")
    if report.seconds and not parts.chosen:  # a choice runs no code
        yield _text(Content.styled(_facts(report, glyphs, seed=help), "dim"), "facts")


def _advice(advice: Advice, *, offers: bool) -> str:
    return f"{advice.text} {OFFERS[advice.offer] if advice.offer and offers else ''}".strip()


def _text(content: Content, classes: str = "") -> Static:
    return Static(content, classes=f"section {classes}", markup=False)


def _case(case: FailingCase, total: int, headline: str, glyphs: Glyphs) -> Iterator[Widget]:
    """Yield the first failing case: its inputs, its aspects, and one grid of what was expected and what came."""
    place = f"Case {case.number} of {total}: " if total > 1 else ""
    if total > 1 or case.inputs:
        yield _text(Content.styled(f"{place}{case.title}", "bold"), "case")
    yield from map(_plot, case.curves)
    if case.inputs:
        yield _text(Content(plain(case.inputs)), "code")
    if case.error is not None:
        yield from _error(case.error)
    marks = [Content.styled(f"{glyphs.right} {name}", "$text-success") for name in case.passed]
    marks += [Content.styled(f"{glyphs.wrong} {aspect.aspect}", "bold $text-error") for aspect in case.failed]
    if marks:
        yield _text(Content("  ").join(marks), "marks")
    for aspect in case.failed:
        yield from _failed(aspect, headline)


def _failed(aspect: Aspect, headline: str) -> Iterator[Widget]:
    """Yield what an aspect expected and what came: as a grid, or as a message with both where it does not say them."""
    grid = grid_of(aspect)
    if grid is not None:
        yield ArrayGrid(grid, classes="section")
        return
    if not _same_words(aspect.message, headline):
        yield _text(prose(aspect.message))
    rows = [
        (label, plain(text).strip("\n"))
        for label, text in (("expected", aspect.expected), ("got", aspect.got))
        if text and text not in aspect.message
    ]
    for number, (label, text) in enumerate(rows, 1):
        value = Static(text, classes="value", markup=False)
        last = "-last" if number == len(rows) else ""
        yield Horizontal(Static(label, classes="label"), value, classes=f"row {last}".rstrip())


def _repro(case: FailingCase) -> Static:
    said = f"To see it again ({EXERCISE.key('copy_repro')} copies it):\n"
    return _text(Content.assemble((said, "bold"), plain(case.repro)), "code")


def _same_words(message: str, headline: str) -> bool:
    """Return whether the headline says all of a message; it may begin with a capital."""
    first, second = (" ".join(text.replace("`", "").lower().rstrip(".").split()) for text in (message, headline))
    return first in second


def _plot(curves: Curves) -> CurvePlot:
    """Return a plot of the losses of a training, with PyTorch's losses."""
    return CurvePlot((Curve("PyTorch", *TORCH, curves.reference), Curve("yours", *MXNET, curves.answer)))


def _error(error: ErrorDetail) -> Iterator[Widget]:
    """Yield the parts of an error that the headline lacks, the learner's own frames, and the folded traceback."""
    if not fits_headline(error):
        yield _text(Content.styled(plain(error.summary), "$text-error"), "telling")
    if error.frames:
        frames = ["  " + plain(frame).replace("\n", "\n  ") for frame in reversed(error.frames)]
        order = ", innermost first" if len(frames) > 1 else ""
        yield _text(Content.assemble((f"In your code{order}:\n", "dim"), "\n".join(frames)))
    elif error.line is not None:
        yield _text(Content.styled(f"In your code, line {error.line}.", "dim"))


def _facts(report: Report, glyphs: Glyphs, *, seed: bool) -> str:
    """Return time, device, and with `seed` the seed that draws the same inputs again."""
    seconds = f"{report.seconds * 1000:.0f} ms" if report.seconds < 1 else f"{report.seconds:.1f} s"
    drawn = f", seed {report.seed}" if report.seed and seed else ""
    standin = f"{glyphs.stand_in} stand-in: CPU contexts in place of GPUs"
    return f"{seconds} on {standin if report.device == 'standin' else report.device}{drawn}"

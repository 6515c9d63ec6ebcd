"""The results of an answer: the live and the recorded verdict in one place, with tabs for output and hints."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, Static

from mxtutor.grading.differences import Difference
from mxtutor.grading.protocol import Aspect, ErrorDetail, Play, Report, Review, Verdict
from mxtutor.progress.model import Attempt
from mxtutor.reporting.durations import date_and_time
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
from mxtutor.session.session import CheckedAnswer, Session, Task
from mxtutor.ui.exercise.work import AnswerSession, losses
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.array_grid import ArrayGrid, grid_of
from mxtutor.ui.widgets.code_view import shown_result
from mxtutor.ui.widgets.curve_plot import MXNET, TORCH, Curve, CurvePlot
from mxtutor.ui.widgets.markdown import CodeMarkdown
from mxtutor.ui.widgets.pane_tabs import PaneTabs

FIRST_ROWS = 1
"""Rows of the details that must be visible after they are unfolded."""


class ReportView(VerticalScroll):
    """Shows a report from its beginning; dimmed with the class `-stale`, if it is about another answer."""

    report: reactive[Report | None] = reactive(None, init=False)
    """The report on the screen; None before the first check."""

    def __init__(self, task: Task) -> None:
        super().__init__(id="verdict")
        self._opened = task
        self.full = False
        """Whether a known mistake is explained in full; otherwise only its name and reason are shown."""
        self.note = ""
        """A line above the report, such as the time of the check."""
        self.asked = ""
        """The code of the question that was answered, if the screen shows another variant now."""
        self.review = Review()
        """Notes and cost of the right answer in the report; empty until they are known."""

    def compose(self) -> Iterator[Widget]:
        """Yield the parts of the report; before the first check, a line that says what to do."""
        task, helped = self._opened, self._opened.rules().help
        if self.report is None:
            idle = f"Not checked yet. {EXERCISE.key('check')} checks your answer."
            yield Static(idle, classes="muted", markup=False)
            return
        said = sections_of(self.report, full=self.full, advised=helped and task.coded)
        explain, review = (task.exercise.explain, self.review) if helped else ("", Review())
        first, *rest = page(said, tutor_of(self).glyphs, explain, review, coded=task.coded)
        yield first
        if self.note:
            yield _text(Content.styled(self.note, "dim"))
        yield from rest
        if self.asked:
            yield _text(Content.assemble(("Your answer was about\n", "bold"), self.asked), "code")

    async def watch_report(self) -> None:
        async with self.batch():
            await self.remove_children()
            await self.mount(*self.compose())
        self.scroll_home(animate=False)

    async def show_review(self, review: Review) -> None:
        """Insert notes and cost into the report of a right answer, above the explanation."""
        self.review = review
        if self.report is None or not self._opened.rules().help:
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
        """Unfold or fold the details, including those of later reports; the headline stays visible if possible."""
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
    lesson, rest = learned(explain) if right else ("", "")
    mark = f"{glyphs.verdict(parts.verdict)} {parts.word}  "
    first = Content.assemble((mark, "bold"), prose(parts.said, "bold"), " " if parts.said else "", prose(lesson))
    yield _text(first.rstrip(), f"headline -{parts.verdict.value}")
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


PANES = {"verdict": "Verdict", "output": "Output", "hints": "Hints"}
STALE = {True: "Of the text before your change:", False: "Of your answer before this one:"}
"""Heading of a verdict on an earlier answer, for a program (True) and for an answer to a question (False)."""
NEW_NUMBERS = "Other numbers now: the code has changed, your next answer is about it."


class Results(Vertical):
    """The tabs with the pane of the chosen one, and the button that checks."""

    ALLOW_MAXIMIZE = True

    def __init__(self, session: Session, task: Task) -> None:
        super().__init__(id="results", classes="-show-verdict")
        self._session, self._opened = session, task
        self._live = Content("")
        self._stale = False
        self._hides = False
        """Whether a live verdict hides the recorded one."""

    def compose(self) -> ComposeResult:
        with Vertical(id="above-pane"):
            with Horizontal(id="pane-row"):
                yield PaneTabs(PANES, chosen="verdict", id="panes")
                yield Button("Check", id="check", variant="primary", compact=True, tooltip=EXERCISE.names("check"))
            yield Static(id="live", markup=False)
        yield ReportView(self._opened)
        with VerticalScroll(id="output"):
            opens = f"What your code prints appears here. {EXERCISE.key('run_draft')} runs it in the lab."
            yield Static(opens, id="printed", markup=False)
        with VerticalScroll(id="hints"):
            yield Static(id="rungs", markup=False)

    def on_mount(self) -> None:
        """Offer the panes that the rules and the kind of the exercise allow."""
        tabs = self.query_one(PaneTabs)
        tabs.offer("output", self._opened.coded)
        tabs.offer("hints", self._opened.rules().action("exercise", "hint"))
        self.draw_hints()

    @property
    def view(self) -> ReportView:
        """The recorded verdict."""
        return self.query_one(ReportView)

    @property
    def pane(self) -> Widget:
        return self.query_one(f"#{self.query_one(PaneTabs).chosen}")

    def choose(self, pane: str) -> None:
        self.query_one(PaneTabs).choose(pane)

    def on_pane_tabs_chosen(self, event: PaneTabs.Chosen) -> None:
        self.update_classes({f"-show-{name}": name == event.name for name in PANES})
        self.draw_live()

    # The recorded verdict

    def show(self, checked: CheckedAnswer, asked: str = "", note: str = "") -> None:
        """Show a verdict; if other numbers follow, `asked` is the code of the question that was answered."""
        view, report = self.view, checked.report
        view.note, view.asked = f"{note} {checked.late}".strip(), asked
        if checked.draws:
            view.note = f"{NEW_NUMBERS} {checked.late}".strip()
        view.review, view.full = Review(), checked.full
        view.report = report
        self.draw_hints()
        self.draw_live()
        self.choose("verdict")
        printed = plain(report.output) if report.output.strip() else "Your code printed nothing."
        self.query_one("#printed", Static).update(printed)
        self._label_output()

    def show_earlier(self, attempt: Attempt, report: Report) -> None:
        """Show the verdict of an attempt from an earlier visit."""
        self.view.note = f"Checked {date_and_time(attempt.when)}. {EXERCISE.key('check')} checks again."
        self.view.report = report
        self.draw_live()

    def compare(self, text: str) -> None:
        """Mark the verdict and its tab as stale if it is about another text than the current one."""
        report = self._opened.report
        if report is None:
            return
        self._stale = text != self._opened.judged
        mark = tutor_of(self).glyphs.verdict(report.verdict)
        self.view.set_class(self._stale, "-stale")
        self.draw_live()
        self.query_one(PaneTabs).label("verdict", f"Verdict ({mark})" if self._stale else f"Verdict {mark}")

    async def show_review(self, report: Report, review: Review) -> None:
        """Add notes and cost to the report of a right answer, if it still shows."""
        if self._opened.report is report:
            await self.view.show_review(review)

    async def say(self, text: str, pane: str = "verdict") -> None:
        """Show a line in place of a report, or of the output."""
        self.choose(pane)
        if pane == "verdict":
            self.query_one(PaneTabs).label("verdict", "Verdict")
            self.view.remove_class("-stale")
            await self.view.show_line(text)
        else:
            self.query_one("#printed", Static).update(text)

    def show_progress(self, work: AnswerSession, target: tuple[float, ...]) -> None:
        """Show how long a check or run has worked, its output, and the losses in the output beside PyTorch's."""
        seconds, limit = work.seconds, self._opened.exercise.seconds
        bar = tutor_of(self).glyphs.bar(min(round(10 * seconds), round(10 * limit)), round(10 * limit), 10)
        # The limit, and a sixth for a second call, hold for the answer's own time: less than `seconds` when it waits.
        most = f"of about {limit:.0f} s" if seconds < 1.2 * limit else "on a busy machine"
        line = f"{bar}  {seconds:.0f} s {most}  {EXERCISE.key('back')} stops it"
        if work.busy == "run":
            self.query_one("#printed", Static).update(f"Running {line}")
            return
        printed = work.output.text()
        if printed.strip():
            self.query_one("#printed", Static).update(printed)
        elif "losses" in self._opened.exercise.compare.observe:
            line = f"{line}\nPrint lines such as loss 0.53 to see them drawn here while it trains."
        self.query_one("#live", Static).display = False  # the report with this review is not on the screen
        self.view.show_progress(f"Checking {line}", losses(printed), target)

    def show_run(self, play: Play) -> None:
        """Show the result of a draft, its arguments and its output."""
        line = f" (line {play.mxnet.error.line})" if play.mxnet.error and play.mxnet.error.line else ""
        printed = plain(play.mxnet.output).rstrip()
        parts = [
            Content.styled("Your draft gives", "bold"),
            shown_result(play.mxnet, prints=False) + line,
            Content.styled("\nCalled with", "bold"),
            Content(plain(play.inputs).rstrip()),
            Content(f"\nIt printed\n{printed}" if printed else "\nIt printed nothing."),
        ]
        self.query_one("#printed", Static).update(Content("\n").join(parts))

    # The live verdict

    def show_live(self, line: Content, verdict: bool = False) -> None:
        """Show a line about the current answer; a live verdict hides the recorded one on an earlier text."""
        if line or self._live:
            self._live = line
            self._hides = verdict and self._stale
            self.draw_live()

    def draw_live(self) -> None:
        """Show the line above a report: the live verdict, else the heading that marks the report as stale.

        The line has its own row, so that nothing moves while the learner types.
        """
        line, reported = self.query_one("#live", Static), self.view.report is not None
        stale = reported and self._stale and not self._live
        has_row = bool(self._live) or stale or (reported and self._session.looks(self._opened))
        line.display = has_row and self.pane is self.view
        line.set_class(stale, "stale")
        # Inline styles, because a class would style all parts of a long report again for each key.
        self.view.styles.display = "none" if self._live and not reported else None
        self.view.styles.visibility = "hidden" if self._hides else None
        live = Content(f"{tutor_of(self).glyphs.live} ") + self._live if self._live else Content("")
        if line.content != (shown := STALE[self._opened.coded] if stale else live):  # else each key lays out the screen
            line.update(shown)

    # Hints

    def draw_hints(self) -> None:
        """Show open hints in full and the others by name; the tab says how many are open."""
        task = self._opened
        held, rungs = task.rules().held("hints", self._session.now()), task.ladder if task.rules().help else []
        opens = "held" if held else f"{EXERCISE.key('hint')} opens it"
        parts = [Content(held)] if held and rungs else []
        for number, (name, text) in enumerate(rungs, 1):
            if number <= task.opened:
                parts.append(Content.styled(f"Hint {number}: {name}\n", "bold") + prose(text))
            else:
                does = opens if number == task.opened + 1 else "closed"
                parts.append(Content.styled(f"Hint {number}: {name}  ({does})", "dim"))
        self.query_one("#rungs", Static).update(Content("\n\n").join(parts or [Content("There are no hints here.")]))
        self.query_one(PaneTabs).label(
            "hints", f"Hints {task.opened}/{len(rungs)}" if rungs and not task.right else "Hints"
        )
        if task.opened:
            self.call_after_refresh(self.query_one("#hints").scroll_end, animate=False)

    def _label_output(self) -> None:
        report = self.view.report
        mark = f" {tutor_of(self).glyphs.ready}" if report is not None and report.output.strip() else ""
        self.query_one(PaneTabs).label("output", f"Output{mark}")

    def redraw(self) -> None:
        self.draw_live()
        self._label_output()
        self.view.mutate_reactive(ReportView.report)

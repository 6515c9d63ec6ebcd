"""The results of an answer: the live and the recorded verdict in one place, with tabs for output and hints."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from mxtutor.grading.protocol import Play, Report, Review
from mxtutor.progress.model import Attempt
from mxtutor.reporting.durations import date_and_time
from mxtutor.reporting.sanitize import plain
from mxtutor.session.session import CheckedAnswer, Session, Task
from mxtutor.ui.exercise.work import AnswerSession, losses
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.code_pair import shown_result
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.report_view import ReportView

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
        with Horizontal(id="pane-row"):
            yield PaneTabs(PANES, chosen="verdict", id="panes")
            yield Button("Check", id="check", variant="primary", compact=True, tooltip=EXERCISE.names("check"))
        yield Static(id="live", markup=False)
        yield ReportView(self._opened, f"Not checked yet. {EXERCISE.key('check')} checks your answer.")
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
        """Mark the verdict and its tab as stale if it is about another text than the present one."""
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
        # The limit is of the answer's own time, which is less than `seconds` on a busy machine.
        most = f"of at most {limit:.0f} s" if seconds < limit else "on a busy machine"
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
        """Show a line about the present answer; a live verdict hides the recorded one on an earlier text."""
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
        line.display = bool(self._live) or stale or (reported and self._session.looks(self._opened))
        line.set_class(stale, "stale")
        # Inline styles, because a class would style all parts of a long report again for each key.
        self.view.styles.display = "none" if self._live and not reported else None
        self.view.styles.visibility = "hidden" if self._hides else None
        live = Content(f"{tutor_of(self).glyphs.live} ") + self._live if self._live else Content("")
        line.update(STALE[self._opened.coded] if stale else live)

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

    def take_variant(self) -> None:
        """Show the hints and the explanation of another variant."""
        self.draw_hints()
        self.view.explain = self._opened.exercise.explain

    def _label_output(self) -> None:
        report = self.view.report
        mark = f" {tutor_of(self).glyphs.ready}" if report is not None and report.output.strip() else ""
        self.query_one(PaneTabs).label("output", f"Output{mark}")

    def redraw(self) -> None:
        self.draw_live()
        self._label_output()
        self.view.mutate_reactive(ReportView.report)

"""Checks the answer of an exercise screen, runs its draft, and stops both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on, work
from textual.message import Message
from textual.widgets import Button, Input, Static

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Play, Report, Review, Submission, Verdict
from mxtutor.progress.cards import DrillResult
from mxtutor.progress.model import Draft
from mxtutor.reporting.advice import first_failing
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.unready import NO_ATTEMPT
from mxtutor.session.session import Checked
from mxtutor.ui.answer_session import AnswerSession, Work
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.printed import losses
from mxtutor.ui.screens.drafting import DraftScreen
from mxtutor.ui.screens.lab import ExerciseLab
from mxtutor.ui.screens.quiz_lab import QuizLab, quiz_lab
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources, load_sources
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.hint_ladder import HintLadder
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.play_view import PlayView
from mxtutor.ui.widgets.report_view import ReportView
from mxtutor.ui.widgets.task_pane import TaskPane

if TYPE_CHECKING:
    pass

NEW_NUMBERS = "Other numbers now: the code has changed, your next answer is about it."
NOTHING = {"choice": "Choose an option first.", "predict": "Type a value first."}
SENT = {
    "choice": "You sent this option already. Choose another one.",
    "predict": "You sent this value already. Change it, or type it again.",
}
"""What a learner reads who sends nothing, or the same answer once more."""

TICK_SECONDS = 0.25
"""Seconds between two updates of a running check's view."""


class AnswerScreen(DraftScreen):
    """A draft screen that checks and runs; a subclass composes `ReportView`, `PaneTabs`, `PlayView` and `#printed`."""

    class Graded(Message):
        """A check has ended."""

        def __init__(self, checked: Checked) -> None:
            super().__init__()
            self.checked = checked

    class DraftRan(Message):
        """A run of the draft has ended."""

        def __init__(self, play: Play) -> None:
            super().__init__()
            self.play = play

    def __init__(
        self,
        session: TutorSession,
        exercise: Exercise,
        sources: Sources,
        draft: Draft | None,
        drawn: int,
        *,
        scroll: int = 0,
    ) -> None:
        super().__init__(session, exercise, sources, draft, drawn)
        self._scroll = scroll
        """First row of the task on screen."""
        self._work = AnswerSession(session)
        """The check or the draft run of this screen."""
        self._target: tuple[float, ...] = ()
        self._checked: str | None = None
        """The answer that was checked last in this visit."""
        self._sent = False
        """Whether the present answer to a question was sent."""

    @property
    def checking(self) -> bool:
        """Whether a check runs, whose report is not stored yet."""
        return self._work.busy == "check"

    def on_unmount(self) -> None:
        """Cancel the check, the run or the review."""
        self._work.abandon()

    @on(Button.Pressed, "#check")
    @on(AnswerArea.Submitted)
    def action_check(self) -> None:
        """Check the answer; a running check is cancelled first. An answer that cannot run is refused at once.

        The answer to a question is sent once: a second enter sends nothing until the answer changes.
        """
        self.keep_draft()
        if self._exercise.kind in ("choice", "predict") and not self._may_send(self._answer.text):
            return
        self._checked = self._answer.text
        found = self._session.unready(self._opened, self._answer.text)
        if found is None:
            self._check(self._answer.text)
        else:
            self._refuse(found)

    def _may_send(self, text: str) -> bool:
        """Return whether the answer to a question may be sent now, and note that it is; else say why not."""
        if not text.strip():
            self.notify(NOTHING[self._exercise.kind], markup=False)
        elif self._sent and self._work.busy is None:
            right = self._opened.report is not None and self._opened.report.verdict is Verdict.RIGHT
            self.notify("That was right already." if right else SENT[self._exercise.kind], markup=False)
        elif not self._sent:
            self._sent = True
            return True
        return False

    @on(AnswerArea.Edited)
    def allow_sending(self) -> None:
        """Let a changed answer be sent."""
        self._sent = False

    @work(exclusive=True, exit_on_error=False, group="grading", description="Reading your answer")
    async def _refuse(self, found: Checked) -> None:
        """Show why an answer cannot run; this is no attempt."""
        await self._begin("check", "verdict", "")
        await self._work.end_others()
        self._session.keep(self._opened, found)
        self.query_one(ReportView).note = NO_ATTEMPT
        self._show(found.report)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Checking your answer")
    async def _check(self, code: str) -> None:
        await self._begin("check", "verdict", f"Checking ...  {EXERCISE.key('back')} stops it")
        asked = self._session.now()
        if "losses" in self._exercise.compare.observe and self.rules.help:
            self._target = await in_thread(lambda: self._session.grader.reference_losses(self._exercise))
        try:
            checked = await self._work.check(self._opened, code, asked)
        except Exception:
            self._sent = False
            raise
        if checked is not None:
            self.post_message(self.Graded(checked))
        elif self._work.busy == "check":
            self._stop()

    def action_run_draft(self) -> None:
        """Open the lab with the draft, on the case that failed last or the first one; a sealed pack only runs it.

        That of a question opens after it is answered.
        """
        if self._answer.editor is None:
            self._open_quiz_lab()
            return
        self.keep_draft()
        if self.rules.screen("lab"):
            self._open_lab()
        else:
            self._play(self._answer.text)

    def _played_case(self) -> tuple[int, int]:
        """Return case and seed of the lab: those that failed last, or the first case of the usual draw."""
        report = self._opened.report
        case = first_failing(report) if report else None
        return (report.cases.index(case), report.seed) if case and report else (0, 0)

    @work(exclusive=True, exit_on_error=False, group=OPENING, description="Opening the lab")
    async def _open_lab(self) -> None:
        if self._work.busy is not None:  # the lab's runs would end a check
            await self._stop().wait()
        case, seed = self._played_case()
        code = self._answer.text
        self.app.push_screen(
            ExerciseLab(self._session.grader, self._exercise, code, case=case, seed=seed, take=self.take_from_lab)
        )

    @work(exclusive=True, exit_on_error=False, group=OPENING, description="Opening the lab")
    async def _open_quiz_lab(self) -> None:
        """Open the code of a question in the lab, or say why not."""
        found = await quiz_lab(self._session, self._exercise)
        if isinstance(found, QuizLab):
            self.app.push_screen(found)
        else:
            self.notify(found, markup=False)

    def take_from_lab(self, code: str) -> None:
        """Make the lab's code the answer; undo and the earlier attempts have the text from before."""
        self._replace(code)
        self._answer.focus_answer()
        self.notify(f"Your answer is the lab's code now. {EXERCISE.key('undo')} takes it back.", markup=False)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Running your draft")
    async def _play(self, code: str) -> None:
        await self._begin("run", "output", f"Running ...  {EXERCISE.key('back')} stops it")
        self.post_message(self.DraftRan(await self._work.run(self._opened, code)))

    async def _begin(self, work: Work, pane: str, line: str) -> None:
        """Show that a check or a run has started."""
        self._work.begin(work)
        self._ticks.reset()
        self.query_one(PaneTabs).choose(pane)
        self.query_one(PlayView).hide()
        self._arrange()
        state = self.tutor.grader_state
        if line and (state is None or state.phase in ("cold", "starting")):
            line = f"Waiting for MXNet, then: {line[0].lower()}{line[1:]}"
        if pane == "verdict":
            self.query_one(ReportView).remove_class("-stale")
            await self.query_one(ReportView).show_line(line)
        else:
            self.query_one("#printed", Static).update(line)

    def on_mount(self) -> None:
        """Prepare to update time and output of a running check regularly; the timer stands still otherwise."""
        self._ticks = self.set_interval(TICK_SECONDS, self._tick, pause=True)

    def _tick(self) -> None:
        if self._work.busy is None:
            self._ticks.pause()
        seconds, state = self._work.seconds, self.tutor.grader_state
        if self._work.busy is None or seconds < 1 or state is None or state.phase in ("cold", "starting"):
            return
        limit = self._exercise.seconds
        bar = self.glyphs.bar(min(round(10 * seconds), round(10 * limit)), round(10 * limit), 10)
        # The limit counts what the answer works and waits itself.
        most = f"of at most {limit:.0f} s" if seconds < limit else "on a busy machine"
        line = f"{bar}  {seconds:.0f} s {most}  {EXERCISE.key('back')} stops it"
        if self._work.busy == "run":
            self.query_one("#printed", Static).update(f"Running {line}")
            return
        printed = self._work.output.text()
        if printed.strip():
            self.query_one("#printed", Static).update(printed)
        elif "losses" in self._exercise.compare.observe:
            line = f"{line}\nPrint lines such as loss 0.53 to see them drawn here while it trains."
        self.query_one(ReportView).show_progress(f"Checking {line}", losses(printed), self._target)

    @on(Graded)
    def show_report(self, event: Graded) -> None:
        """Show the report, and store the attempt."""
        event.stop()
        checked, report, exercise = event.checked, event.checked.report, self._exercise
        self._work.end()
        self._sent = self._sent and report.verdict is not Verdict.BROKEN
        self._session.keep(self._opened, checked, lambda result: self.note_rating(report, result))
        view = self.query_one(ReportView)
        view.note, view.asked = checked.late, ""
        if checked.draws:
            view.note, view.asked = f"{NEW_NUMBERS} {checked.late}".strip(), self._sources.snippet.strip()
            self._draw_variant()
        self._show(report, full=checked.full)
        self._answer.mark(checked.code, report.verdict)
        if self._session.class_link is not None and report.verdict is Verdict.RIGHT:
            self._session.class_link.solved(exercise.id)
        if self._session.reviews(self._opened):
            self.look_closer(checked.code, report)

    def note_rating(self, report: Report, result: DrillResult) -> None:
        """Note what a check changed in a drill; the thread of the store calls it."""

    def _show(self, report: Report, *, full: bool = True) -> None:
        """Show a report, with `full` the explanation of a known mistake, and what the answer printed."""
        view = self.query_one(ReportView)
        view.review = Review()
        view.set_reactive(ReportView.full, full)
        view.report = report
        self.compare_with_judged()
        tabs = self.query_one(PaneTabs)
        tabs.choose("verdict")
        self._arrange()
        if report.output.strip():
            tabs.label("output", f"Output {self.glyphs.ready}")
            self.query_one("#printed", Static).update(plain(report.output))
        else:
            tabs.label("output", "Output")
            self.query_one("#printed", Static).update("Your code printed nothing.")

    @on(AnswerArea.Edited)
    def compare_with_judged(self) -> None:
        """Mark a verdict that is about another answer than the present one, and its tab."""
        if self._opened.report is None or self._work.busy == "check":
            return
        stale, mark = self._answer.text != self._opened.judged, self.glyphs.verdict(self._opened.report.verdict)
        self.query_one(ReportView).set_class(stale, "-stale")
        self.query_one(PaneTabs).label("verdict", f"Verdict ({mark})" if stale else f"Verdict {mark}")

    @work(exclusive=True, exit_on_error=False, group="review", description="Counting what your answer costs")
    async def look_closer(self, code: str, report: Report) -> None:
        """Add notes and cost to the report of a right answer."""
        submission = Submission(self._exercise, code.encode("utf-8", "replace"), report.seed)
        review = await self._work.review(submission)
        if self._opened.report is report and self._work.busy is None:
            await self.query_one(ReportView).show_review(review)

    def _arrange(self) -> None:
        """Arrange the panes for their present content."""

    @work(exclusive=True, exit_on_error=False, group="variant", description="Drawing other numbers")
    async def _draw_variant(self) -> None:
        exercise = await in_thread(lambda: self._session.variant(self._opened))
        sources = await in_thread(lambda: load_sources(exercise))
        self._opened.take(exercise)
        self._sources = sources
        await self.query_one(TaskPane).show(exercise, sources)
        self._answer.show(sources)
        self.query_one(HintLadder).show(exercise.hints if self.rules.help else ())
        self.query_one(ReportView).explain = exercise.explain
        self.query_one("#typed", Input).action_select_all()

    @on(DraftRan)
    def show_run(self, event: DraftRan) -> None:
        """Show the results of the reference and the draft, then the output of the draft."""
        event.stop()
        self._work.end()
        printed = plain(event.play.mxnet.output)
        self.query_one(PlayView).show(event.play)
        text = f"It printed\n{printed}" if printed.strip() else "It printed nothing."
        self.query_one("#printed", Static).update(text)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Stopping")
    async def _stop(self) -> None:
        self._sent = False
        stopped = self._work.busy
        self._work.end()
        self._arrange()
        if stopped == "check":
            await self.query_one(ReportView).show_line(f"Stopped. {EXERCISE.key('check')} checks again.")
        else:
            self.query_one("#printed", Static).update(f"Stopped. {EXERCISE.key('run_draft')} runs it again.")
        await self._work.cancel()

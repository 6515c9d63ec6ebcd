"""What every answer screen does: keep drafts, check the answer, run it, and stop either."""

from __future__ import annotations

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Button, Static

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, SnippetRun, Submission
from mxtutor.progress.model import Draft
from mxtutor.ui.advice import first_failing
from mxtutor.ui.captured import plain
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.study import Study
from mxtutor.ui.texts import Texts
from mxtutor.ui.threads import in_thread, start_in_thread
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.code_pair import told
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.report_view import ReportView

SAVE_SECONDS = 0.3
"""Quiet time after which a draft is kept."""


class AnswerScreen(TutorScreen):
    """Drafts, checks and runs; who derives from it lays out `#verdict`, `#printed`, the pane tabs and the answer."""

    class Graded(Message):
        """A check came to its end."""

        def __init__(self, code: str, report: Report) -> None:
            super().__init__()
            self.code, self.report = code, report

    class DraftRan(Message):
        """A run of the draft came to its end."""

        def __init__(self, result: SnippetRun, called: bool) -> None:
            super().__init__()
            self.result, self.called = result, called

    def __init__(self, study: Study, exercise: Exercise, texts: Texts, draft: Draft | None) -> None:
        super().__init__()
        self._study, self._exercise, self._texts = study, exercise, texts
        self._first = draft or Draft(texts.starter)
        self._answer = AnswerArea(exercise, texts, self._first.code, id="answer")
        self._kept = self._first
        """The draft as the store has it."""
        self._saving: Timer | None = None
        self._busy = ""
        """What runs now: "check", "run" or nothing."""
        self._report: Report | None = None
        """The last check of this visit."""

    def on_unmount(self) -> None:
        """End what runs and keep the draft."""
        self._keep_draft()
        if self._busy:
            start_in_thread(self._study.grader.cancel)

    @on(AnswerArea.Edited)
    def keep_later(self) -> None:
        """Keep the draft once typing pauses."""
        if self._saving is not None:
            self._saving.stop()
        self._saving = self.set_timer(SAVE_SECONDS, self._keep_draft)

    def _keep_draft(self) -> None:
        draft = Draft(self._answer.text, self._answer.cursor)
        if draft == self._kept:
            return
        self._kept = draft
        exercise = self._exercise.id
        self._study.keep(lambda progress: progress.save_draft(exercise, draft), "Keeping your draft")

    def _replace(self, code: str) -> None:
        """Put another text in the editor; what stood there is among the attempts and one undo away."""
        before, exercise = self._answer.text, self._exercise.id
        if before == code:
            return
        if before.strip() and before != self._texts.starter:
            self._study.keep(lambda progress: progress.set_aside(exercise, before), "Keeping what stood in the editor")
        self._answer.take(code)

    @on(Button.Pressed, "#check")
    @on(AnswerArea.Submitted)
    def action_check(self) -> None:
        """Check the answer; a check that runs is ended for it."""
        self._keep_draft()
        self._check(self._answer.text)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Checking your answer")
    async def _check(self, code: str) -> None:
        await self._begin("check", "verdict", "Checking ...  esc stops it")
        submission = Submission(self._exercise, code.encode("utf-8", "replace"))
        report = await in_thread(lambda: self._study.grader.grade(submission))
        self.post_message(self.Graded(code, report))

    def action_run_draft(self) -> None:
        """Run the draft ungraded, called with the first case of the last check if there is one."""
        if self._answer.editor is None:
            self.notify("There is nothing to run here: answer, then F5 checks it.", markup=False)
            return
        case = first_failing(self._report) if self._report else None
        if case is None and self._report and self._report.cases:
            case = self._report.cases[0]
        repro = case.repro if case else ""
        call = f"\n\nimport mxnet as mx\nfrom mxnet import nd\n{repro}\n" if repro else ""
        self._keep_draft()
        self._run(self._answer.text + call, bool(repro))

    @work(exclusive=True, exit_on_error=False, group="grading", description="Running your draft")
    async def _run(self, source: str, called: bool) -> None:
        await self._begin("run", "output", "Running ...  esc stops it")
        result = await in_thread(lambda: self._study.grader.run("mxnet", source))
        self.post_message(self.DraftRan(result, called))

    async def _begin(self, what: str, pane: str, line: str) -> None:
        """End what still runs, then show that something else does."""
        running, self._busy = self._busy, what
        self.query_one(PaneTabs).choose(pane)
        state = self.tutor.grader_state
        if state is None or state.phase in ("cold", "starting"):
            line = f"Waiting for MXNet, then: {line[0].lower()}{line[1:]}"
        if pane == "verdict":
            await self.query_one(ReportView).say(line)
        else:
            self.query_one("#printed", Static).update(line)
        if running:
            await in_thread(self._study.grader.cancel)

    @on(Graded)
    def show_report(self, event: Graded) -> None:
        """Show the report, and keep the attempt."""
        event.stop()
        report, exercise = event.report, self._exercise.id
        self._busy, self._report = "", report
        self.query_one(ReportView).report = report
        tabs = self.query_one(PaneTabs)
        tabs.label("verdict", f"Verdict {self.glyphs.verdict(report.verdict)}")
        tabs.choose("verdict")
        if report.output.strip():
            tabs.label("output", f"Output {self.glyphs.ready}")
            self.query_one("#printed", Static).update(plain(report.output))
        else:
            tabs.label("output", "Output")
            self.query_one("#printed", Static).update("Your code printed nothing.")
        self._study.record(
            exercise, lambda progress: progress.add_attempt(exercise, event.code, report), "Keeping your attempt"
        )
        start_in_thread(lambda: self._study.grader.prepare(self._exercise))

    @on(DraftRan)
    def show_run(self, event: DraftRan) -> None:
        """Show what the draft printed and came to."""
        event.stop()
        self._busy = ""
        lead = "Your function, called with the case of the last check:\n" if event.called else ""
        self.query_one("#printed", Static).update(lead + told(event.result))

    @work(exclusive=True, exit_on_error=False, group="grading", description="Stopping")
    async def _stop(self) -> None:
        what, self._busy = self._busy, ""
        if what == "check":
            await self.query_one(ReportView).say("Stopped. F5 checks again.")
        else:
            self.query_one("#printed", Static).update("Stopped. F6 runs it again.")
        await in_thread(self._study.grader.cancel)

"""An exercise: the task beside the editor, the verdict, own prints and hints in panes."""

from __future__ import annotations

from collections.abc import Callable

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Button, Markdown, Static

from mxtutor.content.model import Exercise
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, SnippetRun, Submission, Verdict
from mxtutor.progress.model import Draft
from mxtutor.ui.advice import first_failing
from mxtutor.ui.captured import plain
from mxtutor.ui.glyphs import STATUS_WORDS
from mxtutor.ui.messages import OpenNext
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.study import Study
from mxtutor.ui.texts import Texts
from mxtutor.ui.threads import in_thread, start_in_thread
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.code_pair import told
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.hint_ladder import HintLadder
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.report_view import ReportView

SAVE_SECONDS = 0.3
"""Quiet time after which a draft is kept."""

GIVING_UP = (
    "The solution shows after a right answer or after giving up.\nGiving up is recorded; you can still solve it."
)

PANES = {"task": "Task", "verdict": "Verdict", "output": "Output", "hints": "Hints"}


class ExerciseScreen(TutorScreen):
    """One exercise of any kind."""

    CSS_PATH = "exercise.tcss"
    AUTO_FOCUS = "#editor, #typed, #options"
    BINDINGS = [
        Binding("f5,ctrl+j", "check", "Check", priority=True),
        Binding("f6,ctrl+r", "run_draft", "Run", priority=True),
        Binding("f2,ctrl+g", "hint", "Hint", priority=True),
        Binding("f3,ctrl+l", "solution", "Solution", priority=True),
        Binding("f1", "app.help", "Help"),
        Binding("escape", "back", "Back"),
        Binding("f4,ctrl+o", "edit_outside", "Editor", show=False, priority=True),
        Binding("f7", "history", "Attempts", show=False, priority=True),
        Binding("f8", "reset", "Start over", show=False, priority=True),
        Binding("f9", "copy_repro", "Copy", show=False, priority=True),
        Binding("ctrl+n", "next", "Next", show=False, priority=True),
        Binding("ctrl+t", "next_pane", "Next pane", show=False, priority=True),
    ]

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
        self._kept = self._first
        """The draft as the store has it."""
        self._saving: Timer | None = None
        self._busy = ""
        """What runs now: "check", "run" or nothing."""
        self._report: Report | None = None
        """The last check of this visit."""

    def compose_body(self) -> ComposeResult:
        """Lay out the panes beside the answer, or above it where the screen is narrow."""
        exercise = self._exercise
        self._answer = AnswerArea(exercise, self._texts, self._first.code, id="answer")
        with Container(id="work"):
            with Vertical(id="side"):
                with VerticalScroll(id="task"):
                    yield Static(exercise.title, id="task-title", markup=False)
                    yield Markdown(self._prompt(), open_links=False)
                    if exercise.params:
                        yield Static(self._params(), id="params", markup=False)
                    if self._texts.reference:
                        reference = CodeView(self._texts.reference.strip(), id="reference")
                        reference.border_title = "PyTorch reference"
                        yield reference
                with Horizontal(id="pane-row"):
                    yield PaneTabs(PANES, id="panes")
                    yield Button("Check", id="check", variant="primary", compact=True)
                coded = exercise.kind in ("code", "fix")
                idle = "Not checked yet. F5 checks your answer."
                yield ReportView(idle=idle, explain=exercise.explain, coded=coded, id="verdict")
                with VerticalScroll(id="output"):
                    yield Static("What your code prints appears here. F6 runs your draft.", id="printed", markup=False)
                yield HintLadder(exercise.hints, opened=self._study.standing(exercise.id).hints, id="hints")
            yield self._answer

    def _prompt(self) -> str:
        """Return the task without the snippet, which has a place of its own."""
        block = f"```python\n{self._texts.snippet.strip()}\n```"
        return self._exercise.prompt.replace(block, "") if self._texts.snippet else self._exercise.prompt

    def _params(self) -> str:
        return "\n".join(f"{name}: {about}" for name, about in self._exercise.params.items())

    def on_mount(self) -> None:
        """Show the task, put the cursor where it stood, and have the reference computed ahead."""
        self.query_one(PaneTabs).choose("task")
        self._draw_title()
        if editor := self._answer.editor:
            editor.point_at(self._first.cursor, gap=self._first.code == self._texts.starter)
        self.query_one("#check", Button).tooltip = "F5 or ctrl+j"
        if self._exercise.kind not in ("code", "fix"):
            self.query_one("#tab-output").display = False
        start_in_thread(lambda: self._study.grader.prepare(self._exercise))

    def _draw_title(self) -> None:
        lesson = self._study.course.lesson_of(self._exercise.id)
        standing = self._study.standing(self._exercise.id)
        place = f"{lesson.exercises.index(self._exercise.id) + 1} of {len(lesson.exercises)}"
        mark = self.glyphs.status(standing.status)
        self.set_title(self._exercise.id, note=f"{place}  {mark} {STATUS_WORDS[standing.status]}")
        hints = len(self._exercise.hints)
        self.query_one(PaneTabs).label("hints", f"Hints {standing.hints}/{hints}" if hints else "Hints")

    def on_resize(self, event: Resize) -> None:
        """The task stands by itself where there is room, else it is one of the panes."""
        wide = event.size.width >= 100
        tabs = self.query_one(PaneTabs)
        self.query_one("#tab-task").display = not wide
        if wide and tabs.chosen == "task":
            tabs.choose("verdict")

    def on_unmount(self) -> None:
        """End what runs and keep the draft."""
        self._keep_draft()
        if self._busy:
            start_in_thread(self._study.grader.cancel)

    @on(PaneTabs.Chosen)
    def show_pane(self, event: PaneTabs.Chosen) -> None:
        """Show the pane that was chosen."""
        side = self.query_one("#side")
        for name in PANES:
            side.set_class(name == event.name, f"-show-{name}")

    def action_next_pane(self) -> None:
        """Show the next pane."""
        self.query_one(PaneTabs).action_step(1)

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
        if self.tutor.grader_state.phase in ("cold", "starting"):
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

    def action_hint(self) -> None:
        """Show the hints and open the next one."""
        ladder, tabs = self.query_one(HintLadder), self.query_one(PaneTabs)
        exercise = self._exercise.id
        if ladder.opened < len(self._exercise.hints):
            ladder.opened += 1
            step = ladder.opened
            tabs.label("hints", f"Hints {step}/{len(self._exercise.hints)}")
            self._study.record(exercise, lambda progress: progress.open_hint(exercise, step), "Counting the hint")
        tabs.choose("hints")

    def action_solution(self) -> None:
        """Compare with the solution; before a right answer, ask whether to give up."""
        standing = self._study.standing(self._exercise.id)
        passed = self._report is not None and self._report.verdict is Verdict.RIGHT
        if passed or standing.status == "done" or standing.gave_up:
            self._show_solution()
            return
        from mxtutor.ui.screens.confirm import ConfirmModal

        question = ConfirmModal(
            "Give up on this one?",
            GIVING_UP,
            yes="Show the solution", no="Keep trying",
        )  # fmt: skip
        self.app.push_screen(question, self._give_up)

    def _give_up(self, agreed: bool | None) -> None:
        if agreed:
            exercise = self._exercise.id
            self._study.record(exercise, lambda progress: progress.give_up(exercise), "Recording that you gave up")
            self._show_solution()

    def _show_solution(self) -> None:
        from mxtutor.ui.screens.solution import SolutionModal

        self.app.push_screen(SolutionModal(self._study.grader, self._exercise, self._texts, self._answer.text))

    @work(exclusive=True, exit_on_error=False, group="history", description="Reading your attempts")
    async def action_history(self) -> None:
        """Show all attempts; the one that is chosen goes into the editor."""
        from mxtutor.ui.screens.history import HistoryModal

        exercise = self._exercise.id
        attempts = await self._study.ask(lambda progress: progress.attempts(exercise))
        code = await self.app.push_screen_wait(HistoryModal(attempts, self._exercise.kind))
        if code is not None:
            self._replace(code)
            self._answer.focus_answer()

    def action_reset(self) -> None:
        """Put the starter back; undo brings the draft back, and it stays among the attempts."""
        if self._answer.editor is None or self._answer.text == self._texts.starter:
            self.notify("There is nothing to reset.", markup=False)
            return
        self._replace(self._texts.starter)
        self.notify("Started over. ctrl+z takes it back; F7 has the draft too.", markup=False)

    def action_edit_outside(self) -> None:
        """Edit the draft in the learner's own editor."""
        from textual.app import SuspendNotSupported

        from mxtutor.ui.external_editor import edit, editor_command

        if self._answer.editor is None:
            self.notify("This answer needs no editor.", markup=False)
            return
        try:
            command = editor_command()
            with self.app.suspend():
                edited = edit(self._answer.text, self._exercise.slug, command)
        except UsageError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        except SuspendNotSupported:
            self.notify("This terminal cannot be lent to an editor.", severity="warning", markup=False)
            return
        self._answer.editor.take(edited)
        self.refresh(layout=True)

    @work(exclusive=True, exit_on_error=False, group="copy", description="Copying")
    async def action_copy_repro(self) -> None:
        """Copy the lines that reproduce the first failure."""
        from mxtutor.ui.clipboard import copy

        case = first_failing(self._report) if self._report else None
        if case is None or not case.repro:
            self.notify("There is no failing case to copy.", markup=False)
            return
        tool = await in_thread(lambda: copy(case.repro))
        if not tool:
            self.app.copy_to_clipboard(case.repro)
        self.notify(f"Copied through {tool or 'the terminal (OSC 52)'}.", markup=False)

    def action_next(self) -> None:
        """Go on to the next exercise or lesson."""
        self.post_message(OpenNext("exercise", self._exercise.id))

    def action_back(self) -> None:
        """Stop what runs, else leave the editor, else leave the exercise."""
        if self._busy:
            self._stop()
        elif self._answer.editor is not None and self._answer.editor.has_focus:
            self.query_one(f"#{self.query_one(PaneTabs).chosen}").focus()
        else:
            self.dismiss()

    def note_standing(self) -> None:
        """Show the standing as it is now."""
        self._draw_title()

    def commands(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return what the palette offers here."""
        return [
            ("Check", "Check your answer (F5, ctrl+j)", self.action_check),
            ("Run draft", "Run your draft, ungraded (F6, ctrl+r)", self.action_run_draft),
            ("Hint", "Open the next hint (F2, ctrl+g)", self.action_hint),
            ("Solution", "Compare with the solution, or give up (F3, ctrl+l)", self.action_solution),
            ("Edit outside", "Edit in $VISUAL or $EDITOR (F4, ctrl+o)", self.action_edit_outside),
            ("Attempts", "Look at earlier attempts and restore one (F7)", self.action_history),
            ("Start over", "Put the starter back (F8)", self.action_reset),
            ("Copy the failing case", "Copy the lines that reproduce it (F9)", self.action_copy_repro),
            ("Next", "Next exercise or lesson (ctrl+n)", self.action_next),
        ]

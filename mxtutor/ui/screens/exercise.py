"""An exercise: the task beside the editor, the verdict, own prints and hints in panes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Button, Markdown, Static

from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.progress.model import Attempt, Place
from mxtutor.ui.advice import first_failing
from mxtutor.ui.glyphs import STATUS_WORDS
from mxtutor.ui.messages import OpenNext
from mxtutor.ui.screens.answering import AnswerScreen
from mxtutor.ui.threads import in_thread, start_in_thread
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.hint_ladder import HintLadder
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.play_view import PlayView
from mxtutor.ui.widgets.report_view import ReportView

GIVING_UP = (
    "The solution shows after a right answer or after giving up.\nGiving up is recorded; you can still solve it."
)

PREPARE_SECONDS = 0.4
"""Seconds after which the reference is computed ahead; it would slow the painting of the screen."""

PANES = {"task": "Task", "verdict": "Verdict", "output": "Output", "hints": "Hints"}


class ExerciseScreen(AnswerScreen):
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
        Binding("ctrl+z", "undo", "Undo", show=False),
        Binding("ctrl+y", "redo", "Redo", show=False),
    ]

    def compose_body(self) -> ComposeResult:
        """Lay out the panes beside the answer, or above it where the screen is narrow."""
        exercise = self._exercise
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
                    yield PlayView(id="play")
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
        place = Place("exercise", self._exercise.id, self._scroll)
        self.call_after_refresh(lambda: self.follow_scroll(self.query_one("#task"), place))
        self._draw_title()
        if editor := self._answer.editor:
            editor.point_at(self._first.cursor, gap=self._first.code == self._texts.starter)
        self.query_one("#check", Button).tooltip = "F5 or ctrl+j"
        if self._exercise.kind not in ("code", "fix"):
            self.query_one("#tab-output").display = False
        self.set_timer(PREPARE_SECONDS, self._prepare)

    def _prepare(self) -> None:
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

    @on(PaneTabs.Chosen)
    def show_pane(self, event: PaneTabs.Chosen) -> None:
        """Show the pane that was chosen."""
        side = self.query_one("#side")
        for name in PANES:
            side.set_class(name == event.name, f"-show-{name}")

    def action_next_pane(self) -> None:
        """Show the next pane."""
        self.query_one(PaneTabs).action_step(1)

    def action_hint(self) -> None:
        """Show the hints and open the next one."""
        ladder, tabs = self.query_one(HintLadder), self.query_one(PaneTabs)
        exercise = self._exercise.id
        if ladder.opened < len(self._exercise.hints):
            ladder.opened += 1
            step = ladder.opened
            tabs.label("hints", f"Hints {step}/{len(self._exercise.hints)}")
            self._study.record(exercise, lambda progress: progress.open_hint(exercise, step), "Counting the hint")
            self.query_one(ReportView).full = True
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

    def action_history(self) -> None:
        """Show all attempts; the one that is chosen goes into the editor."""
        from mxtutor.ui.screens.history import HistoryModal

        exercise = self._exercise.id

        async def read() -> Sequence[Attempt]:
            self._keep_draft()
            return await self._study.ask(lambda progress: progress.attempts(exercise))

        def restore(code: str | None) -> None:
            if code is not None:
                self._replace(code)
                self._answer.focus_answer()

        self.app.push_screen(HistoryModal(read), restore)

    def action_reset(self) -> None:
        """Put the starter back; undo brings the draft back, and it stays among the attempts."""
        if self._answer.editor is None or self._answer.text == self._texts.starter:
            self.notify("There is nothing to reset.", markup=False)
            return
        self._replace(self._texts.starter)
        self._answer.editor.point_at((0, 0), gap=True)
        self._answer.focus_answer()
        self.notify("Started over. ctrl+z takes it back; F7 has the draft too.", markup=False)

    def action_undo(self) -> None:
        """Take the last change of the answer back, also while another part of the screen has the focus."""
        if editor := self._answer.editor:
            editor.undo()

    def action_redo(self) -> None:
        """Make the change again that was taken back last."""
        if editor := self._answer.editor:
            editor.redo()

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
        self._replace(edited)
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
            ("Run draft", "Your draft beside PyTorch, ungraded (F6, ctrl+r)", self.action_run_draft),
            ("Hint", "Open the next hint (F2, ctrl+g)", self.action_hint),
            ("Solution", "Compare with the solution, or give up (F3, ctrl+l)", self.action_solution),
            ("Edit outside", "Edit in $VISUAL or $EDITOR (F4, ctrl+o)", self.action_edit_outside),
            ("Attempts", "Look at earlier attempts and restore one (F7)", self.action_history),
            ("Start over", "Put the starter back (F8)", self.action_reset),
            ("Copy the failing case", "Copy the lines that reproduce it (F9)", self.action_copy_repro),
            ("Next", "Next exercise or lesson (ctrl+n)", self.action_next),
        ]

"""Actions on the text of an answer: earlier attempts, starting over, undo, other editors, copying."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module

from textual import on, work
from textual.app import SuspendNotSupported

from mxtutor.errors import UsageError
from mxtutor.external_editor import EditFailed, edit, editor_command
from mxtutor.progress.model import Attempt
from mxtutor.reporting.advice import first_failing
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.messages import InsertName, LeaveLookup
from mxtutor.ui.platform.clipboard import copy_text
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.checking import AnswerScreen
from mxtutor.ui.screens.history import HistoryModal
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.lookup_pane import LookupPane
from mxtutor.ui.widgets.pane_tabs import PaneTabs


class EditScreen(AnswerScreen):
    """An answer screen with actions that replace or copy text."""

    def action_history(self) -> None:
        """Show all attempts; the editor gets the chosen one."""
        exercise = self._exercise.id

        async def read() -> Sequence[Attempt]:
            self.keep_draft()
            return await self._session.ask(lambda progress: progress.attempts(exercise))

        def restore(code: str | None) -> None:
            if code is not None:
                self._replace(code)
                self._answer.focus_answer()

        self.app.push_screen(HistoryModal(read), restore)

    def action_reset(self) -> None:
        """Restore the starter; undo restores the draft, which is also saved as an attempt."""
        if self._answer.editor is None or self._answer.text == self._sources.starter:
            self.notify("There is nothing to reset.", markup=False)
            return
        self._replace(self._sources.starter)
        self._answer.editor.point_at((0, 0), gap=True)
        self._answer.focus_answer()
        if not self.DRILLS:
            has = f"{EXERCISE.key('history')} has the draft, too."
            self.notify(f"Started over. {EXERCISE.key('undo')} undoes it; {has}", markup=False)

    def action_undo(self) -> None:
        """Undo the last change of the answer; the focus may be on another part of the screen."""
        if editor := self._answer.editor:
            editor.undo()

    def action_redo(self) -> None:
        """Redo the change that was undone last."""
        if editor := self._answer.editor:
            editor.redo()

    async def action_find(self) -> None:
        """Open the line that finds a text in the answer."""
        await self._answer.find()

    def action_comment(self) -> None:
        """Make comments of the selected lines, or code of comments."""
        if editor := self._answer.editor:
            editor.action_comment()

    def action_complete(self) -> None:
        """Show the names of MXNet that may follow the cursor."""
        if (editor := self._answer.editor) and editor.has_focus:
            editor.action_complete()

    def action_replace_name(self) -> None:
        """Replace the marked name at the cursor by MXNet's."""
        editor = self._answer.editor
        if held := self.rules.held("hints", self._session.now()):  # the replacement counts as a hint
            self.notify(held, markup=False)
        elif editor is None or not editor.replace_name():
            self.notify("Put the cursor on a marked name that has one name in MXNet.", markup=False)

    @on(AnswerEditor.Replaced)
    def count_hint(self, event: AnswerEditor.Replaced) -> None:
        """Count a replaced name of torch like the first hint."""
        event.stop()
        exercise = self._exercise.id
        if not self._session.standing(exercise).hints:
            self._session.record(exercise, lambda progress: progress.open_hint(exercise, 1), "Counting the hint")
            self.open_hints(1)

    def open_hints(self, count: int) -> None:
        """Show that so many hints are open; a screen with hints implements it."""

    async def toggle_lookup(self) -> None:
        """Show the look-up beside the task, with the name at the cursor, or close it."""
        for part in ("lookup_pane", "editor.assistant"):  # they need memory, and time at first
            await in_thread(partial(import_module, f"mxtutor.ui.widgets.{part}"))

        side = self.query_one("#side")
        if side.query(LookupPane):
            await self._remove_lookup()
            return
        editor = self._answer.editor
        side.add_class("-lookup")
        pane = LookupPane(self._session, editor.name_at_cursor() if editor else "", editor)
        await side.mount(pane)
        pane.focus_line()

    @work(exclusive=True, exit_on_error=False, group="lookup", description="Closing the look-up")
    async def close_lookup(self) -> None:
        """Close the look-up."""
        await self._remove_lookup()

    async def _remove_lookup(self) -> None:
        side = self.query_one("#side")
        within = self.focused is not None and self.focused in side.query("#lookup-pane *")
        await side.query("#lookup-pane").remove()
        side.remove_class("-lookup")
        if within:
            self._answer.focus_answer()

    @on(AnswerScreen.Graded)
    @on(PaneTabs.Chosen)
    def uncover(self) -> None:
        """Close a look-up that covers the verdict or the pane that was chosen."""
        if self.query("#lookup-pane") and not self.has_class("-lookup-below"):
            self.close_lookup()

    @on(LeaveLookup)
    def leave_lookup(self, event: LeaveLookup) -> None:
        """Go back to the answer."""
        event.stop()
        self._answer.focus_answer()

    @on(InsertName)
    def insert_name(self, event: InsertName) -> None:
        """Put a name that was looked up into the answer."""
        event.stop()
        if editor := self._answer.editor:
            editor.insert_name(event.name, event.query)
        self._answer.focus_answer()

    def action_edit_outside(self) -> None:
        """Edit the draft in the learner's own editor."""
        if self._answer.editor is None:
            self.notify("This answer needs no editor.", markup=False)
            return
        try:
            command = editor_command()
            with self.app.suspend():
                edited = edit(self._answer.text, self._exercise.slug, command)
        except UsageError as error:
            kept = ""
            if isinstance(error, EditFailed) and error.text:
                self._session.set_aside(self._opened, error.text)
                kept = f" What you wrote there is in your attempts ({EXERCISE.key('history')})."
            self.notify(f"{error}{kept}", severity="warning", markup=False)
            return
        except SuspendNotSupported:
            self.notify("No editor can run in this terminal.", severity="warning", markup=False)
            return
        self._replace(edited)
        self.refresh(layout=True)

    @work(exclusive=True, exit_on_error=False, group="copy", description="Copying")
    async def action_copy_repro(self) -> None:
        """Copy the lines that reproduce the first failure."""
        case = first_failing(self._opened.report) if self._opened.report else None
        if case is None or not case.repro:
            self.notify("There is no failing case to copy.", markup=False)
            return
        self.notify(await copy_text(self.app, case.repro), markup=False)

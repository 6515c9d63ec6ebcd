"""The question at the end of a tutor that cannot save the learner's text."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.progress.saving import Saver, writable_folder, written_to
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import UNSAVED
from mxtutor.ui.platform.clipboard import copy_text
from mxtutor.ui.platform.threads import in_thread, within
from mxtutor.ui.screens.base import TutorModal

WAIT_SECONDS = 15.0
"""Longest wait for a try to save: that of the database for another program's transaction, and some more."""
LOOK_SECONDS = 0.5
"""Seconds between two looks whether all is saved now."""
BUTTONS = (("retry", "Retry"), ("copy", "Copy"), ("write", "Write"), ("leave", "Quit anyway"))


class UnsavedModal(TutorModal[str]):
    """Asks what to do with unsaved text; its result says what to print after the end, None: the learner goes on."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = UNSAVED.bindings()
    AUTO_FOCUS = "#retry"

    def __init__(self, saver: Saver) -> None:
        super().__init__()
        self._saver = saver

    def compose(self) -> ComposeResult:
        texts = self._saver.texts()
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Your text is not saved"
            yield Static(self._why(), id="why", markup=False)
            for exercise, text in texts[:5]:
                yield Static(f"  {exercise}, {count(len(text.splitlines()), 'line')}", markup=False)
            if len(texts) > 5:
                yield Static(f"  and {len(texts) - 5} more", markup=False)
            if not in_browser():  # the machine of a learner in a browser is another one
                yield Static(f"{UNSAVED.key('write')} writes it to this folder:", classes="muted")
                yield Input(str(writable_folder()), id="folder")
            with Horizontal(classes="buttons"):
                for name, label in BUTTONS:
                    if name != "write" or not in_browser():
                        yield Button(f"{label} ({UNSAVED.key(name)})", id=name, compact=True)

    def on_mount(self) -> None:
        """Leave as soon as all is saved: the learner wants to."""
        self._looking = self.set_interval(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        if not self._saver.waits:
            self._leave("")

    def _leave(self, parting: str | None) -> None:
        self._looking.stop()
        self.dismiss(parting)

    def _why(self) -> str:
        return f"{self._saver.reason or 'The store does not answer'}. Nothing is lost until you quit.".capitalize()

    def _say(self, text: str) -> None:
        self.query_one("#why", Static).update(plain(text))

    @on(Button.Pressed)
    async def press(self, event: Button.Pressed) -> None:
        await self.run_action(str(event.button.id))

    @work(exclusive=True, exit_on_error=False, group="retry", description="Saving")
    async def action_retry(self) -> None:
        """Try to save, and leave if that succeeds."""
        self._say("Saving ...")
        await within(self._saver.retry(), WAIT_SECONDS)
        if self._saver.waits:
            self._say(f"Still not saved: {self._saver.reason or 'the store does not answer'}.")

    @work(exclusive=True, exit_on_error=False, group="copy", description="Copying")
    async def action_copy(self) -> None:
        parts = [text if n == 0 else f"# {exercise}\n{text}" for n, (exercise, text) in enumerate(self._saver.texts())]
        self._say(f"{await copy_text(self.app, chr(10).join(parts))} Paste it somewhere before you quit.")

    @on(Input.Submitted)
    @work(exclusive=True, exit_on_error=False, group="write", description="Writing your text")
    async def action_write(self) -> None:
        """Write all texts to the folder, and leave if that succeeds."""
        if in_browser():
            return
        folder = self.query_one("#folder", Input).value.strip()
        texts = self._saver.texts()
        try:
            parting = await in_thread(lambda: written_to(texts, folder))
        except UsageError as error:
            self._say(str(error))
            return
        self._saver.drop()
        self._leave(parting)

    def action_leave(self) -> None:
        self._saver.drop()
        self._leave("Your text was not saved.")

    def action_stay(self) -> None:
        self._leave(None)

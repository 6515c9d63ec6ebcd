"""A question with two answers."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from mxtutor.ui.keys import CONFIRM
from mxtutor.ui.screens.base import TutorModal


class ConfirmModal(TutorModal[bool]):
    """Asks before an action with consequences; its result is True if the learner agrees."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = CONFIRM.bindings()

    def __init__(self, title: str, text: str, *, yes: str, no: str) -> None:
        super().__init__()
        self._title, self._text, self._yes, self._no = title, text, yes, no

    def compose(self) -> ComposeResult:
        """Lay out the question and its answers; the answer that changes nothing has the focus."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._title
            yield Static(self._text, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._no} ({CONFIRM.key('answer(False)')})", id="no", compact=True)
                yield Button(f"{self._yes} ({CONFIRM.key('answer(True)')})", id="yes", variant="warning", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, agreed: bool) -> None:
        """Answer by key."""
        self.dismiss(agreed)

"""A question with two answers."""

from __future__ import annotations

import traceback

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from mxtutor.errors import TutorError
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import CONFIRM, ERROR
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.tutor import tutor_of


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
        self.dismiss(event.button.id == "yes")

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)


class ErrorDialog(TutorModal[None]):
    """The failure in one line; a traceback only if the error is not a `TutorError`."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = ERROR.bindings()

    def __init__(self, error: BaseException, doing: str = "") -> None:
        super().__init__()
        known = isinstance(error, TutorError)
        what = str(error) if known else f"{type(error).__name__}: {error}"
        self.message = plain(f"{doing} failed. {what}" if doing else what)
        """The failure in one sentence."""
        self._trace = "" if known else plain("".join(traceback.format_exception(error))).rstrip()

    def compose(self) -> ComposeResult:
        """Lay out the sentence, the traceback if needed, and a button."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Something went wrong in mxtutor"
            yield Static(self.message, markup=False)
            kept = "Nothing is counted against you; your work is kept."
            yield Static(tutor_of(self).not_saved or kept, classes="muted", markup=False)
            if self._trace:
                with VerticalScroll(classes="trace"):
                    yield Static(self._trace, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"Close ({ERROR.key('dismiss')})", variant="primary", compact=True)

    def on_button_pressed(self) -> None:
        self.dismiss(None)

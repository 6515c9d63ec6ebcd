"""The part of an app that shows failures in a dialog, and messages in the title bar."""

from __future__ import annotations

import io

from rich.console import Console
from textual import on
from textual.app import App
from textual.content import Content
from textual.notifications import SeverityLevel
from textual.worker import Worker, WorkerState

from mxtutor.ui.key_table import RESERVED, in_browser, key_name
from mxtutor.ui.messages import Failed
from mxtutor.ui.platform.alt_keys import tell_alt_from_signs

TRACE_WIDTH = 160
"""Characters of a line of a traceback."""


class FailureDialogs(App[None]):
    """An app that shows failures; it continues after those of workers and of messages that report one.

    An error that no code handles ends it. Textual then prints 200 lines; here they are `fault`, and the one who runs
    the app prints one line.
    """

    def __init__(self) -> None:
        super().__init__()
        tell_alt_from_signs()
        self._printed = io.StringIO()
        self.error_console = Console(file=self._printed, color_system=None, force_terminal=False, width=TRACE_WIDTH)

    @property
    def fault(self) -> str:
        """The traceback of the error that ended the app; empty if it ended as it should."""
        return self._printed.getvalue()

    @on(Failed)
    def show_failure(self, message: Failed) -> None:
        """Show a failure; the app continues."""
        if not self.is_running:  # it ends, and has no screen for a dialog
            return
        from mxtutor.ui.screens.error_dialog import ErrorDialog

        dialog = ErrorDialog(message.error, message.doing)
        if not (isinstance(self.screen, ErrorDialog) and self.screen.message == dialog.message):
            self.push_screen(dialog)

    @on(Worker.StateChanged)
    def post_failure(self, event: Worker.StateChanged) -> None:
        """Show a dialog about a failed worker."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message: in the title bar if it is short information, else as a toast; without marks of code."""
        message = message.replace("`", "")
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)
        show = getattr(self.screen, "show_status", None)  # a dialog has no title bar
        if severity == "information" and show is not None:
            show(Content.from_markup(message).plain if markup else message)

    def action_help_quit(self) -> None:
        """Say which key quits, for those who press the key that ends other programs."""
        bound = [key for key, one in self.screen.active_bindings.items() if one.binding.action in ("quit", "app.quit")]
        here = [key for key in bound if not (in_browser() and key in RESERVED)] or bound
        if here:
            self.notify(f"{key_name(here[0])} quits.", markup=False)

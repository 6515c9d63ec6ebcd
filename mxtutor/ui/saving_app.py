"""The part of an app that never calls a text saved before it is, and that asks before it ends with unsaved text."""

from __future__ import annotations

from textual import on
from textual.reactive import reactive
from textual.timer import Timer

from mxtutor.progress.saving import Saver
from mxtutor.ui.failure_dialogs import FailureDialogs
from mxtutor.ui.messages import NotSaved
from mxtutor.ui.platform.threads import within

RETRY_SECONDS = 2.0
"""Time between two tries of a write that failed."""

LEAVE_SECONDS = 2.0
"""Longest wait for writes before an app that shall end asks what to do."""


class SavingApp(FailureDialogs):
    """An app whose learner sees what is not saved, in the title bar of each screen, until it is."""

    not_saved: reactive[str] = reactive("")
    """What is not saved and why, in one line; empty where all is saved."""
    parting = ""
    """What to print when the app has ended."""
    _retrying: Timer | None = None

    @property
    def saver(self) -> Saver | None:
        """The writes to the store; None before there is one."""
        return None

    @on(NotSaved)
    def show_not_saved(self, message: NotSaved) -> None:
        """Show the line, and try again after a moment."""
        self.not_saved = message.line
        if self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
        if message.line and self.saver is not None:
            self._retrying = self.set_timer(RETRY_SECONDS, self.saver.retry)

    def keep_drafts(self) -> None:
        """Give the texts on all screens to the store."""
        for screen in self.screen_stack:
            for name in ("keep_draft", "keep"):
                getattr(screen, name, lambda: None)()

    async def action_quit(self) -> None:
        """End the app; if the learner's texts cannot be saved, ask what to do with them."""
        self.keep_drafts()
        saver = self.saver
        if saver is not None:
            await within(saver.retry(), LEAVE_SECONDS)
        if saver is None or not saver.waits or not saver.texts():
            self.exit()
            return
        from mxtutor.ui.screens.unsaved import UnsavedModal  # it is hardly ever needed

        if not isinstance(self.screen, UnsavedModal):
            self.push_screen(UnsavedModal(saver), self._end)

    def _end(self, parting: str | None) -> None:
        """End the app, unless the learner goes on."""
        if parting is not None:
            self.parting = parting
            self.exit()

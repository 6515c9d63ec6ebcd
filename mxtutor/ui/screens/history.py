"""Earlier attempts; any one can be put back into the editor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.model import Kind
from mxtutor.progress.model import Attempt
from mxtutor.ui.captured import plain
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.widgets.code_view import CodeView


class HistoryModal(TutorModal[str]):
    """Attempts, newest first, with the code of the marked one; gives the code to restore."""

    CSS_PATH = "history.tcss"
    BINDINGS = [Binding("escape,f7", "dismiss", "Close")]

    def __init__(self, attempts: Sequence[Attempt], kind: Kind) -> None:
        super().__init__()
        self._attempts, self._kind = attempts, kind

    def compose(self) -> ComposeResult:
        """Lay out the list and the code."""
        with Vertical(id="history") as box:
            box.border_title = "Attempts, newest first"
            box.border_subtitle = "enter restores, esc closes"
            if not self._attempts:
                yield Static("No attempt yet. F5 checks your answer.", classes="muted")
                return
            yield OptionList(
                *(Option(self._line(a)) for a in self._attempts), id="attempts", compact=True, markup=False
            )
            with VerticalScroll(id="code"):
                yield CodeView(plain(self._attempts[0].code).rstrip())

    def _line(self, attempt: Attempt) -> Content:
        when = _told(attempt.when)
        word = attempt.verdict.value if attempt.verdict else "draft"
        mark = self.tutor.glyphs.verdict(attempt.verdict)
        return Content.assemble(f"{mark} {word:<8}", (f"{when}  ", "dim"), plain(attempt.headline))

    @on(OptionList.OptionHighlighted)
    def show_code(self, event: OptionList.OptionHighlighted) -> None:
        """Show the code of the marked attempt."""
        self.query_one(CodeView).code = plain(self._attempts[event.option_index].code).rstrip()

    @on(OptionList.OptionSelected)
    def restore(self, event: OptionList.OptionSelected) -> None:
        """Give the code of the chosen attempt."""
        self.dismiss(self._attempts[event.option_index].code)


def _told(when: datetime) -> str:
    """Return a time in the learner's zone, to the minute."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")

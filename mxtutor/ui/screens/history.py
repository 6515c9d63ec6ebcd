"""The list of earlier attempts; the learner can restore any of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.progress.model import Attempt
from mxtutor.reporting.durations import date_and_time
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import EXERCISE, HISTORY
from mxtutor.ui.platform.threads import OPENING
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.options import Options

CLOSES = f"{HISTORY.key('dismiss')} closes"


class HistoryModal(TutorModal[str]):
    """Lists attempts, newest first, with the code of the marked one; its result is the code to restore."""

    CSS_PATH = "history.tcss"
    BINDINGS = HISTORY.bindings()

    def __init__(self, read: Callable[[], Awaitable[Sequence[Attempt]]]) -> None:
        super().__init__()
        self._read = read
        self._attempts: Sequence[Attempt] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="history", classes="box") as box:
            box.border_title = "Attempts, newest first"
            box.border_subtitle = CLOSES
            yield Static("Reading your attempts ...", id="no-attempt", classes="muted")
            yield Options(id="attempts", compact=True, markup=False)
            with VerticalScroll(id="code"):
                yield CodeView()

    def on_mount(self) -> None:
        self._fill()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your attempts")
    async def _fill(self) -> None:
        self._attempts = await self._read()
        options = self.query_one(OptionList)
        options.add_options(Option(self._line(attempt)) for attempt in self._attempts)
        self.query_one("#no-attempt", Static).update(f"No attempt yet. {EXERCISE.key('check')} checks your answer.")
        self.set_class(bool(self._attempts), "-filled")
        if self._attempts:
            self.query_one("#history").border_subtitle = f"enter restores, {CLOSES}"
            options.highlighted = 0
            options.focus()

    def _line(self, attempt: Attempt) -> Content:
        word = attempt.verdict.value if attempt.verdict else "draft"
        mark = self.tutor.glyphs.verdict(attempt.verdict)
        return Content.assemble(
            f"{mark} {word:<8}", (f"{date_and_time(attempt.when)}  ", "dim"), plain(attempt.headline)
        )

    @on(OptionList.OptionHighlighted)
    def show_code(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one(CodeView).code = plain(self._attempts[event.option_index].code).rstrip()

    @on(OptionList.OptionSelected)
    def restore(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._attempts[event.option_index].code)

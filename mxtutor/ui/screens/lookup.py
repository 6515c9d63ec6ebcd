"""Look-up: a name of torch or MXNet and the facts about it, above any screen but an exercise."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, OptionList

from mxtutor.content.lookup import Lookup
from mxtutor.ui.keys import LOOKUP
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.lookup_pane import LookupBox


class _Box(LookupBox):
    def begin(self, table: Lookup) -> None:
        """List the results of the word under the cursor, unless it is the learner's own name."""
        line = self.query_one(Input)
        if line.value == self._word and not table.browse(self._word):
            line.value = ""
        super().begin(table)


class LookupModal(TutorModal[str]):
    """Finds rows of the truth table and shows the marked one; the dialog's result is the id of an exercise."""

    CSS_PATH = "lookup.tcss"
    BINDINGS = LOOKUP.bindings()

    def __init__(self, session: TutorSession, word: str = "") -> None:
        super().__init__()
        self._box = _Box(session, word, id="lookup")
        self._box.border_title = "Look up a name"
        keys = f"{LOOKUP.key('scroll(1)')} scrolls, {LOOKUP.key('dismiss')} closes"
        self._box.border_subtitle = f"enter opens the exercise, {keys}"

    def compose(self) -> ComposeResult:
        yield self._box

    def action_move(self, by: int) -> None:
        self._box.action_move(by)

    def action_scroll(self, by: int) -> None:
        """Scroll the facts of the marked row."""
        self._box.action_scroll(by)

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        """Close with the exercise that teaches the marked result."""
        if (found := self._box.marked) is not None and (exercise := self._box.exercise_of(found)):
            self.dismiss(exercise)

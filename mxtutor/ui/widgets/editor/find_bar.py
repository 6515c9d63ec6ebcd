"""The line below the editor that finds a text in the answer, and marks every place where it is."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from mxtutor.ui.keys import FIND

Place = tuple[int, int, int]
"""Row, first column, end column."""


def places(lines: Sequence[str], query: str) -> list[Place]:
    """Return where a text is; capital letters matter if the query has any."""
    if not query:
        return []
    folded = query == query.casefold()
    found = []
    for row, line in enumerate(lines):
        text = line.casefold() if folded and len(line.casefold()) == len(line) else line
        column = text.find(query)
        while column >= 0:
            found.append((row, column, column + len(query)))
            column = text.find(query, column + len(query))
    return found


class FindBar(Horizontal):
    """A line for the query and the number of places; the editor shows them."""

    BINDINGS = FIND.bindings()
    DEFAULT_CSS = """
    FindBar {
        height: 1;
        dock: bottom;
        background: $panel;
        & #find-label { width: auto; padding: 0 1; }
        & Input { width: 1fr; }
        & #find-count { width: auto; padding: 0 1; color: $text-muted; }
    }
    """

    class Asked(Message):
        """The query has changed, or another place is wanted."""

        def __init__(self, query: str, step: int) -> None:
            super().__init__()
            self.query, self.step = query, step

    class Closed(Message):
        """The learner is done with finding."""

    def __init__(self, query: str) -> None:
        super().__init__(id="find")
        self._first = query

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static("Find", id="find-label", markup=False)
        keys = f"{FIND.key('step(1)')} next, {FIND.key('step(-1)')} previous, {FIND.key('close')} closes"
        yield Input(self._first, placeholder=keys, compact=True, id="find-query", select_on_focus=True)
        yield Static("", id="find-count", markup=False)

    def show_count(self, place: int, total: int) -> None:
        """Show which of how many places is selected, counted from 1."""
        text = f"{place} of {total}" if total else "not found" * bool(self.query_one(Input).value)
        self.query_one("#find-count", Static).update(text)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Ask for the places of a changed query."""
        event.stop()
        self.post_message(self.Asked(event.value, 0))

    @on(Input.Submitted)
    def keep_enter(self, event: Input.Submitted) -> None:
        """Keep enter from the answer."""
        event.stop()

    def action_step(self, by: int) -> None:
        """Ask for the next or the previous place."""
        self.post_message(self.Asked(self.query_one(Input).value, by))

    def action_close(self) -> None:
        """Close the line."""
        self.post_message(self.Closed())

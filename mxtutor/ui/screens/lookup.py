"""Look-up: a name of torch or MXNet and the facts about it; it also opens above an exercise."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import LOOKUP
from mxtutor.ui.lookup_search import found_by, unknown_note
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.query import QueryModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options
from mxtutor.ui.widgets.truth_card import Found, TruthCard, line_of

NO_ROW = "This name is not in the table."


class LookupModal(QueryModal[str, Found]):
    """Finds rows of the truth table and shows the marked one; the dialog's result is the id of an exercise."""

    CSS_PATH = "lookup.tcss"
    BINDINGS = LOOKUP.bindings()

    def __init__(self, session: TutorSession, word: str = "") -> None:
        super().__init__()
        self._session = session
        self._word = word
        self._table: Lookup | None = None

    def compose(self) -> ComposeResult:
        """Lay out the line, the rows and the facts of the marked one."""
        with Vertical(id="lookup") as box:
            box.border_title = "Look up a name"
            keys = f"{LOOKUP.key('scroll(1)')} scrolls, {LOOKUP.key('dismiss')} closes"
            box.border_subtitle = f"enter opens the exercise, {keys}"
            yield Input(self._word, placeholder="torch.acos, x.view, nn.Linear, nd.clip ...", compact=True)
            yield Static(NO_ROW, id="no-row", markup=False)
            with Container(id="lookup-body"):
                yield Options(id="rows", compact=True, markup=False)
                yield TruthCard(id="row")

    def on_mount(self) -> None:
        """Read the table in the background."""
        self.query_one("#no-row").display = False
        self._read()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading the truth table")
    async def _read(self) -> None:
        root = self._session.course.root
        self._table = await in_thread(lambda: Lookup.over(load_truth(root)))
        line = self.query_one(Input)
        if line.value == self._word and not self._table.browse(self._word):
            line.value = ""  # the word under the cursor is the learner's own name
        self.list_results(line.value)

    def search(self, query: str) -> Sequence[Found]:
        """Return the rows that a query may mean; none before the table is read."""
        return found_by(self._table, query) if self._table else ()

    def show_results(self) -> None:
        """Show the rows, and which names have none."""
        missing = self._table is not None and not self.items
        note = unknown_note(self._table, self.query_one(Input).value) if self._table and self.items else ""
        no_row = self.query_one("#no-row", Static)
        no_row.update(note or NO_ROW)
        no_row.display = missing or bool(note)
        self.query_one("#lookup-body").display = not missing
        if self.items:
            self._show(self.items[0])

    def line(self, item: Found) -> Content:
        """Return the line of a result."""
        return line_of(item)

    @on(OptionList.OptionHighlighted)
    def show(self, event: OptionList.OptionHighlighted) -> None:
        """Show the facts of the marked row."""
        event.stop()
        row = self.marked  # not the event's row: the learner may have typed more in the meantime
        if row is not None:
            self._show(row)

    def _show(self, row: Found) -> None:
        self.query_one(TruthCard).show(row, self._session)

    def action_scroll(self, by: int) -> None:
        """Scroll the facts of the marked row; the line keeps the focus."""
        pane = self.query_one(TruthCard)
        if by > 0:
            pane.scroll_page_down(animate=False)
        else:
            pane.scroll_page_up(animate=False)

    def open_item(self, item: Found) -> None:
        """Close with the exercise that teaches a row."""
        if isinstance(item, Truth) and item.exercise in self._session.course.exercises:
            self.dismiss(item.exercise)
        else:
            name = item.torch if isinstance(item, Truth) else item.path
            self.notify(f"No exercise here teaches {name}.", markup=False)

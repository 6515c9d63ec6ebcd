"""Search: an exercise or a lesson by id, title, torch name or MXNet name."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.ui.keys import SEARCH
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.search import Found, SearchIndex
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.course_tree import Entry

MOST = 50
"""Greatest number of results in the list."""


class SearchModal(TutorModal[Entry]):
    """A line for the query, and its results; the dialog's result is the chosen entry."""

    CSS_PATH = "search.tcss"
    BINDINGS = SEARCH.bindings()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._index = SearchIndex.quick(session)
        self._found: list[Found] = []

    def compose(self) -> ComposeResult:
        """Lay out the line, the results and the keys."""
        with Vertical(id="search") as box:
            box.border_title = "Search"
            box.border_subtitle = f"enter opens, {SEARCH.key('dismiss')} closes"
            yield Input(placeholder="a title, an id, torch.acos, nd.arccos ...", compact=True)
            yield OptionList(id="found", compact=True, markup=False)
            yield Static("Nothing found.", id="none")

    def on_mount(self) -> None:
        """List everything; then read the names in the sources, in the background."""
        self._list("")
        self._read_names()

    @work(exit_on_error=False, exclusive=True, description="Reading the names")
    async def _read_names(self) -> None:
        self._index = await in_thread(lambda: SearchIndex.full(self._session))
        self._list(self.query_one(Input).value)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """List the results of the query."""
        self._list(event.value)

    def _list(self, query: str) -> None:
        self._found = self._index.find(query)[:MOST]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(self._line(found)) for found in self._found)
        options.highlighted = 0 if self._found else None
        self.query_one("#none").display = not self._found
        options.display = bool(self._found)

    def _line(self, found: Found) -> Content:
        glyphs = self.tutor.glyphs
        lesson = found.entry.kind == "lesson"
        mark = glyphs.closed if lesson else glyphs.status(self._session.standing(found.entry.id).status)
        names = f"  {found.names}" if found.names else ""
        return Content.assemble(f"{mark} {found.title}", (f"  {found.entry.id}{names}", "dim"))

    def action_move(self, by: int) -> None:
        """Move the mark; the line keeps the focus."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    @on(Input.Submitted)
    def choose(self) -> None:
        """Open the marked result."""
        marked = self.query_one(OptionList).highlighted
        if marked is not None and self._found:
            self.dismiss(self._found[marked].entry)

    @on(OptionList.OptionSelected)
    def choose_clicked(self, event: OptionList.OptionSelected) -> None:
        """Open the clicked result."""
        self.dismiss(self._found[event.option_index].entry)

"""Search: an exercise or a lesson by id, title, torch name or MXNet name."""

from __future__ import annotations

from collections.abc import Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from mxtutor.ui.keys import SEARCH
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.query import QueryModal
from mxtutor.ui.search import Found, SearchIndex
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.course_tree import Entry
from mxtutor.ui.widgets.options import Options

MOST = 50
"""Greatest number of results in the list."""


class SearchModal(QueryModal[Entry, Found]):
    """Finds lessons and exercises; the dialog's result is the chosen one."""

    CSS_PATH = "search.tcss"
    BINDINGS = SEARCH.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._index = SearchIndex.quick(session)

    def compose(self) -> ComposeResult:
        """Lay out the line, the results and the keys."""
        with Vertical(id="search") as box:
            box.border_title = "Search"
            box.border_subtitle = f"enter opens, {SEARCH.key('dismiss')} closes"
            yield Input(placeholder="a title, an id, torch.acos, nd.arccos ...", compact=True)
            yield Options(id="found", compact=True, markup=False)
            yield Static("Nothing found.", id="none")

    def on_mount(self) -> None:
        """List everything; then read the names in the sources, in the background."""
        self.list_results("")
        self._read_names()

    @work(exit_on_error=False, exclusive=True, description="Reading the names")
    async def _read_names(self) -> None:
        await self._session.read(self._session.course.exercises)  # the course may still be read when search opens
        self._index = await in_thread(lambda: SearchIndex.full(self._session))
        self.list_results(self.query_one(Input).value)

    def search(self, query: str) -> Sequence[Found]:
        """Return the lessons and exercises that match a query, at most `MOST`."""
        return self._index.find(query)[:MOST]

    def show_results(self) -> None:
        """Show the list, or that it is empty."""
        self.query_one("#none").display = not self.items
        self.query_one(OptionList).display = bool(self.items)

    def line(self, item: Found) -> Content:
        """Return mark, title, id and names of a lesson or an exercise."""
        glyphs = self.tutor.glyphs
        lesson = item.entry.kind == "lesson"
        mark = glyphs.closed if lesson else glyphs.status(self._session.state(item.entry.id))
        names = f"  {item.names}" if item.names else ""
        return Content.assemble(f"{mark} {item.title}", (f"  {item.entry.id}{names}", "dim"))

    def open_item(self, item: Found) -> None:
        """Close with a lesson or an exercise."""
        self.dismiss(item.entry)

"""Search: an exercise or a lesson by id, title, torch name or MXNet name, and the look-up of such a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.fuzzy import FuzzySearch
from textual.widgets import Input, OptionList, Static

from mxtutor.content.lookup import Lookup
from mxtutor.content.model import Exercise
from mxtutor.content.truth import load_truth
from mxtutor.ui.keys import SEARCH
from mxtutor.ui.messages import Open
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options, Query

_NAMES = re.compile(r"\b(?:torch|mx|nd|np|npx|gluon|autograd)(?:\.[A-Za-z_]\w*)+|\.[a-z_]\w*(?=\()")
NAMED_SO, TEACHES, LOOKED_UP, USES, CONTAINS, CLOSE = 300.0, 250.0, 225.0, 200.0, 100.0, 50.0
"""Scores, best first: its title or id is the query; the name that it teaches is; a row of the look-up is; a name in its
code is; a text of it contains the query; its title or id has the letters of the query in their order."""


@dataclass(frozen=True, slots=True)
class Found:
    """A lesson, an exercise or a name to look up, with its search words."""

    opens: Open
    title: str
    taught: str = ""
    """The names that it teaches."""
    names: str = ""
    """Its names of torch and MXNet, for people."""
    words: str = ""
    """Its other search words."""

    def score(self, fuzzy: FuzzySearch, wanted: str) -> float:
        """Return how well it fits a query in lower case; 0 if it does not."""
        if wanted in (self.title.casefold(), self.opens.id, self.opens.id.rpartition("/")[2]):
            return NAMED_SO
        if _holds(self.taught, wanted):
            return TEACHES
        if _holds(self.names, wanted):
            return USES
        texts = (self.title, self.opens.id, self.names, self.words)
        place = next((place for place, text in enumerate(texts) if wanted in text.casefold()), None)
        if place is not None:
            return CONTAINS - 10 * place
        return min(CLOSE, max(fuzzy.match(wanted, text.casefold())[0] for text in texts[:2]))


def _holds(names: str, wanted: str) -> bool:
    """Return whether a query is one of some names, or the last part of one."""
    return any(wanted in (name, name.rpartition(".")[2]) for name in names.casefold().split())


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """The index of all lessons and exercises, and of the names of the look-up."""

    items: tuple[Found, ...]
    table: Lookup | None = None

    @classmethod
    def quick(cls, session: TutorSession) -> SearchIndex:
        """Return an index of ids and titles; it reads no files."""
        return cls(tuple(_items(session, names=False)))

    @classmethod
    def full(cls, session: TutorSession) -> SearchIndex:
        """Return an index with the names in references and solutions, and the look-up, too; it reads their files."""
        table = Lookup.built(load_truth(session.course.root)) if session.rules.screen("lookup") else None
        return cls(tuple(_items(session, names=True)), table)

    def find(self, query: str) -> list[tuple[float, Found]]:
        """Return the results of a query with their scores, best first; for an empty query everything in order."""
        wanted = query.strip().casefold()
        if not wanted:
            return [(0.0, item) for item in self.items]
        fuzzy = FuzzySearch()
        scored = [(item.score(fuzzy, wanted), item) for item in self.items]
        rows = self.table.matches(wanted) if self.table is not None else []
        named = [row.name for row in rows if _holds(row.name, wanted)]
        scored += [(LOOKED_UP, Found(Open("lookup", name), f"Look up {name}")) for name in named[:1]]
        return sorted((one for one in scored if one[0] > 0), key=lambda one: -one[0])


def _items(session: TutorSession, *, names: bool) -> list[Found]:
    found = []
    for lesson in session.course.lessons:
        if not lesson.continued:
            found.append(Found(Open("lesson", lesson.id), lesson.title))
        for exercise_id in lesson.exercises:
            exercise = session.exercises.get(exercise_id)
            opens, title = Open("exercise", exercise_id), session.title(exercise_id)
            if exercise is None:
                found.append(Found(opens, title))
                continue
            words = f"{exercise.entry} {' '.join(exercise.sources.rows)} {exercise.sources.claim}"
            taught = " ".join(_NAMES.findall(exercise.sources.torch))
            found.append(Found(opens, title, taught, _names(exercise) if names else "", words))
    return found


def _names(exercise: Exercise) -> str:
    """Return the torch and MXNet names that an exercise's sources use, each once."""
    sources = [exercise.sources.torch, exercise.sources.claim]
    for part in ("reference", "solution", "snippet"):
        try:
            sources.append(getattr(exercise, part))
        except OSError:
            continue  # this kind has no such file
    names = [name.lstrip(".") for text in sources for name in _NAMES.findall(text)]
    return " ".join(dict.fromkeys(names))


MOST = 50
"""Greatest number of results in the list."""


class SearchModal(TutorModal[Open], Query[Found]):
    """Finds lessons, exercises and names to look up; the dialog's result is what opens."""

    CSS_PATH = "search.tcss"
    BINDINGS = SEARCH.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._index = SearchIndex.quick(session)

    def compose(self) -> ComposeResult:
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
        """Return what matches a query, at most `MOST` results."""
        return [found for _, found in self._index.find(query)[:MOST]]

    def show_results(self) -> None:
        """Show the list, or that it is empty."""
        self.query_one("#none").display = not self.items
        self.query_one(OptionList).display = bool(self.items)

    def line(self, item: Found) -> Content:
        """Return mark, title, id and names of a result."""
        glyphs, opens = self.tutor.glyphs, item.opens
        mark = glyphs.status(self._session.state(opens.id)) if opens.what == "exercise" else glyphs.closed
        more = "" if opens.what == "lookup" else f"  {opens.id}  {item.names}".rstrip()
        return Content.assemble(f"{mark} {item.title}", (more, "dim"))

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        if (found := self.marked) is not None:
            self.dismiss(found.opens)

"""Search: an exercise or a lesson by id, title, torch name or MXNet name."""

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

from mxtutor.content.model import Exercise
from mxtutor.ui.keys import SEARCH
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.course_tree import Entry
from mxtutor.ui.widgets.options import Options, Query

_NAMES = re.compile(r"\b(?:torch|mx|nd|np|npx|gluon|autograd)(?:\.[A-Za-z_]\w*)+|\.[a-z_]\w*(?=\()")


@dataclass(frozen=True, slots=True)
class Found:
    """A lesson or an exercise, with its search words."""

    entry: Entry
    title: str
    names: str = ""
    """Its names of torch and MXNet, for people."""
    words: str = ""
    """Its other search words."""


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """The index of all lessons and exercises."""

    items: tuple[Found, ...]

    @classmethod
    def quick(cls, session: TutorSession) -> SearchIndex:
        """Return an index of ids and titles; it reads no files."""
        return cls(tuple(_items(session, names=False)))

    @classmethod
    def full(cls, session: TutorSession) -> SearchIndex:
        """Return an index with the names in references and solutions, too; it reads their files."""
        return cls(tuple(_items(session, names=True)))

    def find(self, query: str) -> list[Found]:
        """Return the results of a query, best first; for an empty query everything in order."""
        wanted = query.strip().casefold()
        if not wanted:
            return list(self.items)
        fuzzy = FuzzySearch()
        scored = [(max(_score(fuzzy, wanted, item)), -number) for number, item in enumerate(self.items)]
        return [self.items[-place] for score, place in sorted(scored, reverse=True) if score > 0]


def _score(fuzzy: FuzzySearch, wanted: str, item: Found) -> list[float]:
    """Return scores: a name or title that contains the query ranks above one that only has its letters in order."""
    whole = [item.title, item.entry.id, item.names, item.words]
    exact = [100.0 - 10 * place for place, text in enumerate(whole) if wanted in text.casefold()]
    if any(wanted == name.casefold() or wanted == name.casefold().rpartition(".")[2] for name in item.names.split()):
        exact.append(200.0)
    close = [fuzzy.match(wanted, text.casefold())[0] for text in (item.title, item.entry.id)]
    return [*exact, *(min(score, 50.0) for score in close)]


def _items(session: TutorSession, *, names: bool) -> list[Found]:
    found = []
    for lesson in session.course.lessons:
        if not lesson.continued:
            found.append(Found(Entry("lesson", lesson.id), lesson.title))
        for exercise_id in lesson.exercises:
            exercise = session.exercises.get(exercise_id)
            title = session.title(exercise_id)
            known = _names(exercise) if names and exercise else ""
            words = f"{exercise.entry} {' '.join(exercise.sources.rows)} {exercise.sources.claim}" if exercise else ""
            found.append(Found(Entry("exercise", exercise_id), title, known, words))
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


class SearchModal(TutorModal[Entry], Query[Found]):
    """Finds lessons and exercises; the dialog's result is the chosen one."""

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

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        if (found := self.marked) is not None:
            self.dismiss(found.entry)

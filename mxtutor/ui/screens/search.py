"""Search for exercises and lessons by id, title or API name, and the look-up of a name of torch or MXNet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.fuzzy import FuzzySearch
from textual.widgets import Input, OptionList, Static

from mxtutor.content.lookup import Lookup
from mxtutor.content.model import Exercise
from mxtutor.content.truth import load_truth
from mxtutor.ui.keys import LOOKUP, SEARCH
from mxtutor.ui.messages import Opens
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.lookup_pane import LookupBox
from mxtutor.ui.widgets.options import Options, Query

_NAMES = re.compile(r"\b(?:torch|mx|nd|np|npx|gluon|autograd)(?:\.[A-Za-z_]\w*)+|\.[a-z_]\w*(?=\()")
NAMED_SO, TEACHES, LOOKED_UP, USES, CONTAINS, CLOSE = 300.0, 250.0, 225.0, 200.0, 100.0, 50.0
"""Scores of results, best first. The query equals: the title or id; a name that the exercise teaches; a name of the
look-up; a name in the code. Then: a text contains the query; the title or id has its letters in order."""


@dataclass(frozen=True)
class SearchResult:
    """A search result: a lesson, an exercise or a name to look up."""

    what: Opens
    id: str
    """Id of the lesson or exercise, or the name to look up."""
    title: str
    taught: str = ""
    """The API names that the exercise teaches."""
    names: str = ""
    """All torch and MXNet names in its code, as shown in the list."""
    words: str = ""
    """Further words to search."""

    @cached_property
    def texts(self) -> tuple[str, str, str, str]:
        """The searched texts in lower case, the most important one first."""
        return self.title.casefold(), self.id.casefold(), self.names.casefold(), self.words.casefold()

    @cached_property
    def parts(self) -> tuple[frozenset[str], frozenset[str]]:
        """The taught and the used names in lower case, each in full and as its last part."""
        return _ends(self.taught), _ends(self.names)

    def score(self, wanted: str) -> float:
        """Return the score for a query in lower case; 0 if no text contains the query."""
        if wanted in (self.texts[0], self.id, self.id.rpartition("/")[2]):
            return NAMED_SO
        if wanted in self.parts[0]:
            return TEACHES
        if wanted in self.parts[1]:
            return USES
        place = next((place for place, text in enumerate(self.texts) if wanted in text), None)
        return 0.0 if place is None else CONTAINS - 10 * place


def _ends(names: str) -> frozenset[str]:
    return frozenset(part for name in names.casefold().split() for part in (name, name.rpartition(".")[2]))


@dataclass(frozen=True)
class SearchIndex:
    """The index of all lessons and exercises, and of the look-up's names."""

    items: tuple[SearchResult, ...]
    table: Lookup | None = None

    @classmethod
    def quick(cls, session: TutorSession) -> SearchIndex:
        """Return an index of ids and titles; it reads no files."""
        return cls(tuple(_items(session, names=False)))

    @classmethod
    def full(cls, session: TutorSession) -> SearchIndex:
        """Return an index that also has the look-up and the names in references and solutions; it reads files."""
        table = Lookup.over(load_truth(session.course.root)) if session.rules.screen("lookup") else None
        made = cls(tuple(_items(session, names=True, table=table)), table)
        for query in ("x", *sorted(made._known)[:1]):  # the first query of each kind builds the caches for later ones
            made.find(query)
        return made

    @cached_property
    def _known(self) -> frozenset[str]:
        """The look-up's names; the slower search of the look-up runs only for these."""
        known = self.table.known if self.table is not None else ()
        return frozenset().union(*(_ends(" ".join((*one.row.names, *one.main, *one.other))) for one in known))

    def find(self, query: str) -> list[tuple[float, SearchResult]]:
        """Return the results of a query with their scores, best first; for an empty query all entries in course order.

        If no text contains the query, titles and ids that have its letters in order are results.
        """
        wanted = query.strip().casefold()
        if not wanted:
            return [(0.0, item) for item in self.items]
        scored = [(score, item) for item in self.items if (score := item.score(wanted))]
        if self.table is not None and wanted in self._known:
            rows = self.table.matches(wanted)
            named = next((row.name for row in rows if wanted in _ends(row.name)), None)
            scored += [(LOOKED_UP, SearchResult("lookup", named, f"Look up {named}"))] if named is not None else []
        if not scored:
            fuzzy = FuzzySearch()
            close = ((max(fuzzy.match(wanted, text)[0] for text in item.texts[:2]), item) for item in self.items)
            scored = [(min(CLOSE, score), item) for score, item in close if score]
        return sorted(scored, key=lambda one: -one[0])


def _items(session: TutorSession, *, names: bool, table: Lookup | None = None) -> list[SearchResult]:
    found = []
    taught, documents = dict[str, list[str]](), dict[str, list[str]]()
    for one in (known for known in (table.known if table is not None else ()) if known.row.rows):
        taught.setdefault(one.row.exercise, []).extend(one.row.names)
        documents.setdefault(one.row.exercise, []).extend(one.row.rows)
    for lesson in session.course.lessons:
        if not lesson.continued:
            found.append(SearchResult("lesson", lesson.id, lesson.title))
        for exercise_id in lesson.exercises:
            exercise = session.exercises.get(exercise_id)
            title = session.title(exercise_id)
            if exercise is None:
                found.append(SearchResult("exercise", exercise_id, title))
                continue
            teaches = " ".join(taught.get(exercise_id, ()))
            words = " ".join((exercise.entry, *documents.get(exercise_id, ())))
            used = _names(exercise) if names else ""
            found.append(SearchResult("exercise", exercise_id, title, teaches, used, words))
    return found


def _names(exercise: Exercise) -> str:
    """Return the torch and MXNet names in an exercise's code and explanation, each once."""
    sources = [exercise.explain]
    for part in ("reference", "solution", "snippet"):
        try:
            sources.append(getattr(exercise, part))
        except OSError:
            continue  # this kind has no such file
    names = [name.lstrip(".") for text in sources for name in _NAMES.findall(text)]
    return " ".join(dict.fromkeys(names))


MOST = 50
"""Maximum number of results in the list."""


class SearchModal(TutorModal[None], Query[SearchResult]):
    """Searches lessons, exercises and names to look up, and opens the chosen result."""

    CSS_PATH = "search.tcss"
    KEYS = SEARCH

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._index = SearchIndex.quick(session)
        self._is_read = False
        """Whether the index has the names in the sources."""

    def compose(self) -> ComposeResult:
        with Vertical(id="search", classes="box") as box:
            box.border_title = "Search"
            box.border_subtitle = self._keys()
            yield Input(placeholder="a title, an id, torch.acos, nd.arccos ...", compact=True)
            yield Options(id="found", compact=True, markup=False)
            yield Static("Nothing found.", id="none")

    def _keys(self, said: str = "enter opens,") -> str:
        return f"{said} {SEARCH.key('dismiss')} closes"

    def on_mount(self) -> None:
        """Once the empty dialog shows, list everything, and read the names in the sources in the background."""
        self.query_one("#none").display = False
        self.call_after_refresh(self._read_names)

    @work(exit_on_error=False, exclusive=True, description="Reading the names")
    async def _read_names(self) -> None:
        try:
            self.list_results(self.query_one(Input).value)
            await self._session.read(self._session.course.exercises)  # the course may still be read when search opens
            self._index = await in_thread(lambda: SearchIndex.full(self._session))
            self.list_results(self.query_one(Input).value)
        finally:
            self._is_read = True
            if self.leaves is not None and self.is_current:  # enter came before
                self.takes_keys, self.leaves = True, None
                self.query_one("#search").border_subtitle = self._keys()
                self.action_choose()

    def action_choose(self) -> None:
        """Choose a row that the learner has moved to immediately, the first result once all names are read."""
        if self._is_read or self.query_one(OptionList).highlighted:
            super().action_choose()
        else:
            self.takes_keys, self.leaves = False, SEARCH
            self.query_one("#search").border_subtitle = self._keys("reading the names ...")

    def search(self, query: str) -> Sequence[SearchResult]:
        return [found for _, found in self._index.find(query)[:MOST]]

    def show_results(self) -> None:
        self.query_one("#none").display = not self.items
        self.query_one(OptionList).display = bool(self.items)

    def line(self, item: SearchResult) -> Content:
        glyphs = self.tutor.glyphs
        mark = glyphs.status(self._session.state(item.id)) if item.what == "exercise" else glyphs.closed
        more = "" if item.what == "lookup" else f"  {item.id}  {item.names}".rstrip()
        return Content.assemble(f"{mark} {item.title}", (more, "dim"))

    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        """Close the dialog and open the marked result."""
        if (found := self.marked) is not None:
            self.dismiss()
            self.tutor.open(found.what, found.id)


class _Box(LookupBox):
    def begin(self, table: Lookup) -> None:
        """List the results of the word under the cursor, unless it is the learner's own name."""
        line = self.query_one(Input)
        if line.value == self._word and not table.browse(self._word):
            line.value = ""
        super().begin(table)

    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        """Close the dialog and open the exercise that teaches the marked result."""
        if (found := self.marked) is not None and (exercise := self.exercise_of(found)):
            self.screen.dismiss()
            tutor_of(self).open("exercise", exercise)


class LookupModal(TutorModal[None]):
    """Searches the truth table and shows the marked row; enter opens the exercise that teaches it."""

    CSS_PATH = "search.tcss"
    KEYS = LOOKUP

    def __init__(self, session: TutorSession, word: str = "") -> None:
        super().__init__()
        self._box = _Box(session, word, id="lookup")
        self._box.add_class("box")
        self._box.border_title = "Look up a name"
        keys = f"{LOOKUP.key('scroll(1)')} scrolls, {LOOKUP.key('dismiss')} closes"
        self._box.border_subtitle = f"enter opens the exercise, {keys}"

    def compose(self) -> ComposeResult:
        yield self._box

    def action_move(self, by: int) -> None:
        self._box.action_move(by)

    def action_choose(self) -> None:
        self._box.action_choose()

    def action_scroll(self, by: int) -> None:
        self._box.action_scroll(by)

"""Finds lessons and exercises by id, title, torch name and MXNet name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textual.fuzzy import FuzzySearch

from mxtutor.content.model import Exercise
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.course_tree import Entry

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

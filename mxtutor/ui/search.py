"""Finds lessons and exercises by id, title, torch name and MXNet name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textual.fuzzy import FuzzySearch

from mxtutor.content.model import Exercise
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.course_tree import Entry

_NAMES = re.compile(r"\b(?:torch|mx|nd|np|npx|gluon|autograd)(?:\.[A-Za-z_]\w*)+|\.[a-z_]\w*(?=\()")


@dataclass(frozen=True, slots=True)
class Found:
    """A lesson or an exercise, with the words that it is found by."""

    entry: Entry
    title: str
    names: str = ""
    """Names of torch and MXNet that it is about, for people."""
    words: str = ""
    """All else that it is found by."""


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """All that can be found."""

    items: tuple[Found, ...]

    @classmethod
    def quick(cls, session: Session) -> SearchIndex:
        """Return an index of ids and titles, from memory."""
        return cls(tuple(_items(session, names=False)))

    @classmethod
    def full(cls, session: Session) -> SearchIndex:
        """Return an index that also knows the names in references and solutions; reads their files."""
        return cls(tuple(_items(session, names=True)))

    def find(self, query: str) -> list[Found]:
        """Return what a query finds, best first; everything in order for an empty one."""
        wanted = query.strip().casefold()
        if not wanted:
            return list(self.items)
        fuzzy = FuzzySearch()
        scored = [(max(_score(fuzzy, wanted, item)), -number) for number, item in enumerate(self.items)]
        return [self.items[-place] for score, place in sorted(scored, reverse=True) if score > 0]


def _score(fuzzy: FuzzySearch, wanted: str, item: Found) -> list[float]:
    """Return scores: a name or title that holds the query whole beats one that has its letters in order."""
    whole = [item.title, item.entry.id, item.names, item.words]
    exact = [100.0 - 10 * place for place, text in enumerate(whole) if wanted in text.casefold()]
    if any(wanted == name.casefold() or wanted == name.casefold().rpartition(".")[2] for name in item.names.split()):
        exact.append(200.0)
    close = [fuzzy.match(wanted, text.casefold())[0] for text in (item.title, item.entry.id)]
    return [*exact, *(min(score, 50.0) for score in close)]


def _items(session: Session, *, names: bool) -> list[Found]:
    found = []
    for lesson in session.course.lessons:
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
            continue  # a kind without that file
    names = [name.lstrip(".") for text in sources for name in _NAMES.findall(text)]
    return " ".join(dict.fromkeys(names))

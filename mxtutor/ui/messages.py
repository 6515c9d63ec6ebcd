"""Messages that have more than one sender; the app handles them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from mxtutor.progress.model import Place, Standing


@dataclass
class OpenLesson(Message):
    """Show a lesson."""

    lesson: str
    """Its id."""


@dataclass
class OpenExercise(Message):
    """Show an exercise."""

    exercise: str
    """Its id."""


class OpenSearch(Message):
    """Show the search over ids, titles and names."""


@dataclass
class OpenLookup(Message):
    """Show what the truth table knows of a name."""

    word: str = ""
    """What to look up first; empty for nothing yet."""


class OpenRace(Message):
    """Show the race of both frameworks."""


@dataclass
class OpenNext(Message):
    """Show what comes after a lesson or an exercise."""

    kind: Literal["lesson", "exercise"]
    after: str
    """Its id; a lesson and an exercise may have the same id."""


class HomeResumed(Message):
    """Home shows again."""


@dataclass
class PositionChanged(Message):
    """The learner is at another place, or has scrolled there."""

    place: Place


@dataclass
class StandingChanged(Message):
    """The learner's standing with an exercise is another one, and is kept."""

    exercise: str
    standing: Standing


@dataclass
class Failed(Message):
    """A worker or the store failed; the app goes on."""

    error: BaseException
    doing: str = ""
    """What was being done, for people: "Saving your draft"."""

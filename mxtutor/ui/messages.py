"""Messages that several senders use; the app handles them."""

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
    """Show the rows of the truth table about a name."""

    word: str = ""
    """The first query; may be empty."""


class OpenRace(Message):
    """Show the race of both frameworks."""


class OpenPaths(Message):
    """Show the learning paths of the course."""


class OpenReviews(Message):
    """Begin the drills of what is due for review."""


@dataclass
class OpenDrill(Message):
    """Show an exercise once more, with other inputs and without help."""

    exercise: str
    """Its id."""


class OpenMistakes(Message):
    """Show the learner's mistakes."""


class OpenStatistics(Message):
    """Show what the learner has done, by topic and by day."""


class OpenWorkshop(Message):
    """Show the parts, times and rules of the workshop."""


class OpenPlacement(Message):
    """Begin the placement, or go on with it."""


class EndWorkshop(Message):
    """Ask whether to end the sealed workshop that runs."""


@dataclass
class OpenNext(Message):
    """Show the next lesson or exercise."""

    kind: Literal["lesson", "exercise"]
    after: str
    """Its id; a lesson and an exercise may have the same id."""


class HomeResumed(Message):
    """Home is the top screen again."""


@dataclass
class PositionChanged(Message):
    """The learner opened or scrolled to another place."""

    place: Place


@dataclass
class StandingChanged(Message):
    """The learner's standing in an exercise changed and is stored."""

    exercise: str
    standing: Standing


@dataclass
class Failed(Message):
    """A worker or the store failed; the app continues."""

    error: BaseException
    doing: str = ""
    """The task that failed, for people: "Saving your draft"."""


@dataclass
class NotSaved(Message):
    """Writes to the store fail and are retried, or succeed again."""

    line: str
    """What is not saved and why, in one line; empty where all is saved."""


class InsertName(Message):
    """Put a name of MXNet that was looked up into the answer."""

    def __init__(self, name: str, query: str) -> None:
        super().__init__()
        self.name, self.query = name, query


class LeaveLookup(Message):
    """Go back from the look-up to the answer; the look-up stays open."""

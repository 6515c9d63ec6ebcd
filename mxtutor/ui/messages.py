"""Messages that several senders use; the app handles them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Place, Standing

Opens = Literal[
    "lesson", "exercise", "after lesson", "after exercise", "drill", "search", "lookup", "race", "paths", "placement",
    "reviews", "mistakes", "statistics", "workshop",
]  # fmt: skip
"""What opens; "after exercise" is what follows one."""


@dataclass
class Open(Message):
    """Show a screen or a dialog."""

    what: Opens
    id: str = ""
    """The id of a lesson or an exercise, or the word to look up; empty for the others."""

    @classmethod
    def at(cls, entry: Entry) -> Open:
        """Return the request for a lesson or an exercise."""
        return cls("exercise" if entry.kind == "exercise" else "lesson", entry.id)


class EndWorkshop(Message):
    """Ask whether to end the sealed workshop that runs."""


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

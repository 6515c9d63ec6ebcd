"""Messages that several senders use; the app handles them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from mxtutor.progress.model import Standing

Opens = Literal[
    "topic", "lesson", "exercise", "after lesson", "after exercise", "drill", "search", "lookup", "race", "paths",
    "placement", "reviews", "mistakes", "statistics", "workshop",
]  # fmt: skip
"""What is opened; "after exercise" opens the entry that follows the exercise."""


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
    """The task that failed, for the message: "Saving your draft"."""


@dataclass
class NotSaved(Message):
    """Writes to the store fail and are retried, or succeed again."""

    line: str
    """What is not saved and why, in one line; empty if everything is saved."""

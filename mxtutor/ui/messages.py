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
"""What opens; "after exercise" is what follows one."""


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

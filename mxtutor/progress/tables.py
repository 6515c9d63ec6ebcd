"""The rows of the tables, with typed columns. `schema.py` makes the tables."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar


@dataclass(frozen=True)
class Row:
    """A row; its fields are all columns of its table, the key first."""

    table: ClassVar[str]

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(field.name for field in fields(cls))


@dataclass(frozen=True)
class AttemptRow(Row):
    """A checked answer, or a draft that was set aside."""

    table = "attempts"
    number: int | None
    """None: not stored yet."""
    exercise: str
    code: str
    verdict: str | None
    headline: str
    seconds: float
    seed: str
    """A decimal number, as text because it may exceed 64 bits."""
    report: str | None
    """JSON."""
    at: str
    """ISO 8601 in UTC, as in all tables."""
    task_hash: str = ""
    """Of the task that was answered; empty for a draft, and for attempts of earlier releases."""


@dataclass(frozen=True)
class DraftRow(Row):
    """The last text of the editor."""

    table = "drafts"
    exercise: str
    code: str
    cursor_row: int
    cursor_column: int
    at: str


@dataclass(frozen=True)
class HelpRow(Row):
    """The help that a learner used in an exercise."""

    table = "help"
    exercise: str
    hints: int = 0
    gave_up: bool = False
    """From the file: 0 or 1."""
    begun_after: int = 0
    """Number of the newest attempt when the exercise was last started over; attempts up to it do not count."""


@dataclass(frozen=True)
class LessonRow(Row):
    """A lesson that was read to its end."""

    table = "lessons"
    lesson: str
    at: str


@dataclass(frozen=True)
class SettingRow(Row):
    """A setting."""

    table = "settings"
    name: str
    value: str

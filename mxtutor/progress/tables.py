"""The rows of the tables, with typed columns, and which of them count. `schema.py` makes the tables.

SQLite takes any value for any column, and a failing disk or another program may change one. A row with a value that
cannot be used is damaged: everything reads the file as if it were not there, and it stays in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from mxtutor.grading.protocol import Verdict


def texts(*columns: str) -> str:
    """Return the condition that these columns hold text."""
    return " AND ".join(f"typeof({column}) = 'text'" for column in columns)


def _one_of(*verdicts: Verdict) -> str:
    return f"verdict IN ({', '.join(repr(verdict.value) for verdict in verdicts)})"


_SECONDS = "typeof(seconds) IN ('real', 'integer') AND seconds BETWEEN 0 AND 1e9"
COUNTED = _one_of(*(verdict for verdict in Verdict if verdict is not Verdict.BROKEN))
"""The condition that a column `verdict` holds a verdict that counts: `broken` is mxtutor's own failure."""


@dataclass(frozen=True)
class Row:
    """A row; its fields are all columns of its table, the key first."""

    table: ClassVar[str]
    keys: ClassVar[int] = 1
    """Number of columns of the key."""
    sound: ClassVar[str]
    """The condition that a row is not damaged. Columns that it does not name may hold anything."""

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(field.name for field in fields(cls))


@dataclass(frozen=True)
class AttemptRow(Row):
    """A checked answer, or a draft that was set aside."""

    table = "attempts"
    sound = (
        f"{texts('exercise', 'code', 'headline', 'seed', 'task_hash')} AND (verdict IS NULL OR {_one_of(*Verdict)})"
        f" AND {_SECONDS} AND length(seed) <= 1000"
        " AND (seed GLOB '[0-9]*' OR seed GLOB '-[0-9]*') AND substr(seed, 2) NOT GLOB '*[^0-9]*'"
    )
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
    sound = texts("exercise", "code")
    exercise: str
    code: str
    cursor_row: int
    cursor_column: int
    at: str


@dataclass(frozen=True)
class HelpRow(Row):
    """The help that a learner used in an exercise."""

    table = "help"
    sound = (
        f"{texts('exercise')} AND typeof(hints) = 'integer' AND hints BETWEEN 0 AND 1000"
        " AND typeof(gave_up) = 'integer' AND typeof(begun_after) = 'integer'"
    )
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
    sound = texts("lesson")
    lesson: str
    at: str


@dataclass(frozen=True)
class SettingRow(Row):
    """A setting."""

    table = "settings"
    sound = texts("name", "value")
    name: str
    value: str


@dataclass(frozen=True)
class CardRow(Row):
    """When an exercise or a named mistake is due for review."""

    table = "cards"
    keys = 2
    sound = texts("exercise", "mistake", "name")
    exercise: str
    mistake: str
    """Code of the mistake; empty for the exercise itself."""
    name: str
    """The mistake in one sentence; empty for the exercise itself."""
    times: int
    """How often the mistake was made."""
    made: str
    """When the mistake was made last, or the exercise was passed first."""
    passes: int
    """Drills in a row that passed without the mistake."""
    stability: float
    """Of FSRS, in days."""
    difficulty: float
    """Of FSRS, 1 to 10."""
    reviewed: str
    """Day of the last review, YYYY-MM-DD in the learner's time zone."""
    due: str
    """Day of the next review."""
    begun: int = 0
    """Number of the last rating before the card was made; earlier ratings are of an earlier card."""


@dataclass(frozen=True)
class RatingRow(Row):
    """One rating of a card."""

    table = "ratings"
    sound = texts("exercise", "mistake")
    number: int | None
    """None: not stored yet."""
    exercise: str
    mistake: str
    rating: int
    """1 to 4: again, hard, good, easy."""
    drill: bool
    """Whether a drill was rated. From the file: 0 or 1."""
    day: str
    at: str


@dataclass(frozen=True)
class DrillRow(Row):
    """A drill that was begun and has not passed."""

    table = "drills"
    sound = texts("exercise", "code")
    exercise: str
    code: str
    cursor_row: int
    cursor_column: int
    variant: int
    """Number of the variant of a prediction."""
    misses: int
    """Checks that were not right."""
    made: str
    """Codes of the mistakes made in it, separated by spaces."""
    seconds: float
    """Time of work on it so far."""
    at: str
    """Time of the last edit or check."""


@dataclass(frozen=True)
class DrillAttemptRow(AttemptRow):
    """A checked answer of a drill; it does not change the standing of the exercise."""

    table = "drill_attempts"


@dataclass(frozen=True)
class WorkRow(Row):
    """Time of work on an exercise on one day."""

    table = "work"
    keys = 2
    sound = f"{texts('exercise', 'day')} AND {_SECONDS}"
    exercise: str
    day: str
    """YYYY-MM-DD in the learner's time zone."""
    seconds: float
    at: str
    """Time of the last edit or check."""


TABLES: tuple[type[Row], ...] = (
    AttemptRow,
    DraftRow,
    HelpRow,
    LessonRow,
    SettingRow,
    CardRow,
    RatingRow,
    DrillRow,
    DrillAttemptRow,
    WorkRow,
)

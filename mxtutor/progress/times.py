"""Converts times and numbers of the store; a stored time is ISO 8601 in UTC, with its zone."""

from __future__ import annotations

from datetime import datetime, timezone

FIRST_YEAR, END_YEAR = 1970, 9000
"""Years of stored times; Python cannot convert times at the ends of its calendar to other time zones."""
UNKNOWN_TIME = datetime(FIRST_YEAR, 1, 1, 12, tzinfo=timezone.utc)
"""Earlier than all stored times."""
PAUSE_SECONDS = 300.0
"""Longest time between two edits or checks that counts as work; a longer one is a pause."""


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(timezone.utc)


def time_in(text: object) -> datetime | None:
    """Return the UTC time in a stored text; None if it has no zone, or is outside of `FIRST_YEAR` to `END_YEAR`."""
    try:
        when = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if when is None or when.tzinfo is None or not FIRST_YEAR <= when.year < END_YEAR:
        return None
    return when.astimezone(timezone.utc)


def whole_in(value: object) -> int:
    """Return a stored integer of at least 0; 0 for a damaged one."""
    return value if isinstance(value, int) and value >= 0 else 0


def seconds_in(value: object) -> float:
    """Return a stored time of work in seconds; 0 for a damaged one."""
    return float(value) if isinstance(value, float | int) and 0 <= value <= 1e9 else 0.0


def work_between(before: datetime, when: datetime) -> float:
    """Return the seconds of work between two times; 0 after a pause, or if the clock went back."""
    gap = (when - before).total_seconds()
    return gap if 0 < gap <= PAUSE_SECONDS else 0.0

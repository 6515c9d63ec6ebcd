"""Times of the store: ISO 8601 in UTC, each with a time zone."""

from __future__ import annotations

from datetime import datetime, timezone

FIRST_YEAR, END_YEAR = 1970, 9000
"""Years of stored times. Python cannot convert times at the ends of its calendar to other time zones."""
UNKNOWN_TIME = datetime(FIRST_YEAR, 1, 1, 12, tzinfo=timezone.utc)
"""Earlier than all stored times."""


PAUSE_SECONDS = 300.0
"""A longer time between two edits or checks is a pause, which is no work."""


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(timezone.utc)


def time_in(text: object) -> datetime | None:
    """Return the aware time in a stored text; None if there is none, or none that each time zone can show."""
    try:
        when = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return when if when is not None and when.tzinfo is not None and FIRST_YEAR <= when.year < END_YEAR else None


def work_between(before: datetime, when: datetime) -> float:
    """Return the seconds of work between two times; 0 after a pause, or if the clock went back."""
    gap = (when - before).total_seconds()
    return gap if 0 < gap <= PAUSE_SECONDS else 0.0

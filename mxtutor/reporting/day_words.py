"""Days in words, relative to today."""

from __future__ import annotations

from datetime import date

LONGEST = 60
"""Most days for the form "in 3 days"; later days are shown as dates."""


def day_words(day: date | str, today: date) -> str:
    """Return a day as "today", "tomorrow", "in 3 days" or "on 2026-11-22"; an earlier day is "today".

    A text that is no date is returned unchanged.
    """
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            return str(day)
    days = (day - today).days
    if days <= 0:
        return "today"
    if days == 1:
        return "tomorrow"
    return f"in {days} days" if days <= LONGEST else f"on {day.isoformat()}"


def past_day_words(day: date, today: date) -> str:
    """Return a day as "today", "yesterday", "3 days ago" or "2026-11-22"; a later day is "today"."""
    days = (today - day).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days <= LONGEST else day.isoformat()

"""Lengths of time in words."""

from __future__ import annotations


def duration(minutes: int) -> str:
    """Return minutes in words: "1 minute", "40 minutes", "2 hours", "1.5 hours"."""
    if minutes < 55:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
    hours = round(minutes / 30) / 2
    return "1 hour" if hours == 1 else f"{hours:g} hours"


def rough_duration(minutes: int) -> str:
    """Return an estimate in words: "about 40 minutes", "about 1 hour", "about 27 hours"."""
    if minutes < 55:
        return f"about {duration(max(minutes, 1))}"
    hours = round(minutes / 60)
    return f"about {hours} {'hour' if hours == 1 else 'hours'}"


def short_time(seconds: float) -> str:
    """Return a measured time for a table: "-" for none, "<1 min", "12 min", "1 h 05"."""
    minutes = round(seconds / 60)
    if seconds <= 0:
        return "-"
    if minutes < 1:
        return "<1 min"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"

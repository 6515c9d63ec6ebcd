"""Lengths of time in words."""

from __future__ import annotations


def duration(minutes: int) -> str:
    """Return minutes in words: "1 minute", "40 minutes", "2 hours", "1.5 hours"."""
    if minutes < 55:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
    hours = round(minutes / 30) / 2
    return "1 hour" if hours == 1 else f"{hours:g} hours"

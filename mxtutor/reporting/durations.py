"""Lengths of time in words."""

from __future__ import annotations

from datetime import timedelta

from mxtutor.counts import count


def duration(minutes: float) -> str:
    """Return minutes in words: "1 minute", "40 minutes", "2 hours", "1.5 hours"."""
    minutes = round(minutes)
    if minutes < 55:
        return count(minutes, "minute")
    hours = round(minutes / 30) / 2
    return "1 hour" if hours == 1 else f"{hours:g} hours"


def rough_duration(minutes: int) -> str:
    """Return an estimate in words: "about 40 minutes", "about 1 hour", "about 27 hours"."""
    if minutes < 55:
        return f"about {duration(max(minutes, 1))}"
    return f"about {count(round(minutes / 60), 'hour')}"


def short_time(seconds: float) -> str:
    """Return a measured time for a table: "-" for none, "<1 min", "12 min", "1 h 05"."""
    minutes = round(seconds / 60)
    if seconds <= 0:
        return "-"
    if minutes < 1:
        return "<1 min"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def elapsed(seconds: float) -> str:
    """Return a length of time in its two largest units: "40 s", "12 min", "2 h 5 min", "3 days 2 h"."""
    return span(timedelta(minutes=seconds // 60)) if seconds >= 60 else f"{int(seconds)} s"


def minutes_and_seconds(seconds: float) -> str:
    """Return a time for a table: "12:05"."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def span(time: timedelta) -> str:
    """Return a length of time in its two largest units: "3 days 2 h", "2 h 10 min", "12 min"; less is "1 min"."""
    minutes = max(round(abs(time).total_seconds() / 60), 1)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return count(days, "day") + (f" {hours} h" if hours and days < 10 else "")
    return f"{hours} h" + (f" {minutes} min" if minutes else "") if hours else f"{minutes} min"

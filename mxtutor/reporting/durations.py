"""Lengths of time, days relative to today, and how long lessons and exercises take, in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from mxtutor.content.minutes import exercise_minutes, lesson_minutes
from mxtutor.content.outline import Course, LessonEntry
from mxtutor.counts import count

LONGEST = 60
"""Maximum number of days for the form "in 3 days"; later days are shown as dates."""


def duration(minutes: float) -> str:
    """Return minutes in words: "1 minute", "40 minutes", "2 hours", "1.5 hours"."""
    minutes = round(minutes)
    if minutes < 55:
        return count(minutes, "minute")
    hours = round(minutes / 30) / 2
    return "1 hour" if hours == 1 else f"{hours:g} hours"


def lesson_words(course: Course, lesson: LessonEntry) -> str:
    """Return how long a lesson and its exercises take, and the titles of its prerequisites."""
    minutes = lesson_minutes(lesson.path) + sum(exercise_minutes(course.folder(e)) for e in lesson.exercises)
    titles = {known.id: known.title for known in course.lessons}
    needs = ", ".join(titles.get(needed, needed) for needed in lesson.needs)
    return f"About {duration(minutes)}" + (f", after: {needs}" if needs else "")


def exercise_words(course: Course, exercise: str) -> str:
    """Return how long an exercise takes: "about 4 minutes"."""
    return f"about {duration(exercise_minutes(course.folder(exercise)))}"


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


def date_and_time(when: datetime) -> str:
    """Return a time to the minute in the local time zone: "2026-11-22 09:30"."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def day_words(day: date | str, today: date) -> str:
    """Return a day as "today", "tomorrow", "in 3 days" or "on 2026-11-22"; an earlier day is "today".

    A text that is not a date is returned unchanged.
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

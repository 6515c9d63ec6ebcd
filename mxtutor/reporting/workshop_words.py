"""The times, points and rules of a workshop in words, for the terminal, the tutor and pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from mxtutor.content.workshop import Hold, Late, LateRule, Workshop, is_held
from mxtutor.reporting.durations import span

What = Literal["hints", "solutions"]
"""The kinds of help that a workshop can close."""

ENDS = "It ends when everything is right, when the time is over, or with {}. Then you get a report."
SEALED_RULES = (
    "This workshop is sealed: there are no lessons, no look-up, no search and no advice.",
    "The time of a part runs from the first exercise of it that you open, even while the tutor is closed; after that, "
    "answers to the part no longer count.",
    "Each check draws new inputs. You may check as often as you like; the report counts the checks.",
)
HAND_IN = "To hand in, run `mxtutor export FILE.zip`: it writes all your answers."
TITLE_CELLS = 22
"""Maximum length of a part's title in a table, in characters; the lines are then at most 70 characters long."""


def moment(when: datetime, now: datetime) -> str:
    """Return a time in this machine's zone: "today 13:00", "Wed 2 Dec 09:00", with the year if it differs."""
    local, today = when.astimezone(), now.astimezone()
    if local.date() == today.date():
        return f"today {local:%H:%M}"
    year = "" if local.year == today.year else f" {local.year}"
    return f"{local:%a} {local.day} {local:%b}{year} {local:%H:%M}"


def distance(when: datetime, now: datetime) -> str:
    """Return a time relative to now: "in 2 h 10 min", "3 days ago"."""
    return f"in {span(when - now)}" if when > now else f"{span(now - when)} ago"


def points_text(points: float) -> str:
    """Return a number of points: "1 point", "2.5 points"."""
    return f"{points:.10g} {'point' if points == 1 else 'points'}"


def minutes_text(minutes: float) -> str:
    """Return a number of minutes, whole ones without a fraction: "25 min", "7.5 min"."""
    return f"{minutes:.10g} min"


def late_text(rule: Late) -> str:
    """Return the rule for late answers as a sentence."""
    if not isinstance(rule, LateRule):
        return "Late answers get no points." if rule == "refused" else "Late answers are marked; they lose no points."
    most = f", at most {rule.at_most:.10g} %" if rule.at_most < 100 else ""
    grace = f" after {minutes_text(rule.grace_minutes)}" if rule.grace_minutes else ""
    return f"Each started {rule.per}{grace} costs {rule.percent:.10g} % of the points{most}."


def held_text(hold: Hold, what: What, now: datetime) -> str:
    """Return a sentence that says until when hints or solutions are closed; empty if they are open."""
    if not is_held(hold, now):
        return ""
    if not isinstance(hold, datetime):
        return f"This workshop shows no {what}."
    return f"This workshop shows {what} from {moment(hold, now)} on ({distance(hold, now)})."


def part_lines(workshop: Workshop) -> Iterator[str]:
    """Yield a line for each part: number, title, exercises, points, minutes, and planned start."""
    parts, begins = workshop.path.parts, workshop.start
    wide = min(max(len(part.title) for part in parts), TITLE_CELLS)
    for number, part in enumerate(parts, 1):
        count = len(part.exercises)
        cells = [f"{number}  {part.title[:wide]:<{wide}}  {count:>2} {'exercise ' if count == 1 else 'exercises'}"]
        if workshop.points:
            worth = sum(workshop.points[exercise] for exercise in part.exercises)
            cells.append(f"{points_text(worth):>11}")
        cells.append(f"{minutes_text(part.minutes):>8}" if part.minutes else " " * 8)
        if begins and part.minutes:
            cells.append(f"{begins.astimezone():%H:%M}")
            begins += timedelta(minutes=part.minutes)
        else:
            begins = None  # after a part of unknown length no start is planned
        yield "  ".join(cells).rstrip()


def rule_lines(
    workshop: Workshop, now: datetime, *, end: str = "`e` in the course", hand_in: str = HAND_IN
) -> Iterator[str]:
    """Yield sentences on which answers count, when they are due, and which help is closed.

    `end` is the key or command that ends a sealed workshop, `hand_in` a sentence on how answers are handed in.
    """
    if workshop.points:
        total = sum(workshop.points.values())
        yield f"What counts: right answers, {points_text(total)} in all."
    if workshop.start and workshop.start > now:
        yield f"Start: {moment(workshop.start, now)} ({distance(workshop.start, now)})."
    if workshop.due:
        yield f"Due: {moment(workshop.due, now)} ({distance(workshop.due, now)}). {late_text(workshop.late)}"
    yield from filter(None, (held_text(workshop.hints, "hints", now), held_text(workshop.solutions, "solutions", now)))
    if workshop.sealed:
        yield from (*SEALED_RULES, ENDS.format(end))
        return
    if any(part.minutes for part in workshop.path.parts):
        yield "The timer of a part only informs: nothing closes when its time is over."
    if workshop.points:
        yield hand_in

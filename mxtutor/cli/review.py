"""`mxtutor review`: what is due for review, and the learner's mistakes."""

from __future__ import annotations

from datetime import datetime, timezone

import click

from mxtutor import paths
from mxtutor.content.model import Course
from mxtutor.progress.due import Mistake, Reviews, mistakes, reviews
from mxtutor.progress.reading import reading
from mxtutor.progress.schedule import day_of
from mxtutor.reporting.sanitize import clean_line, json_text


def show_reviews(course: Course, as_json: bool) -> int:
    """Print what is due and the mistakes that are not resolved; return 0."""
    now = datetime.now(timezone.utc)
    with reading(paths.home()) as store:
        if store.notice:
            click.echo(f"mxtutor: {store.notice}", err=True)
        found, made = reviews(store, course, now), mistakes(store, course)
    if as_json:
        click.echo(json_text(_json(found, made)))
        return 0
    click.echo(found.text(day_of(now)))
    for item in found.due:
        click.echo(f"  {item.exercise}")
        for name in item.mistakes:
            click.echo(f"      {clean_line(name)}")
    still = [item for item in made if not item.resolved]
    if still:
        click.echo("Mistakes that are not resolved:")
    for one in still:
        click.echo(f"  {one.exercise}  {clean_line(one.name)} ({one.text(now)})")
    if found.due:
        click.echo("Start `mxtutor` and press v to drill what is due.")
    return 0


def summary(found: Reviews) -> dict[str, object]:
    """Return the counts for JSON."""
    following = found.following.isoformat() if found.following else None
    counts = {"due": len(found.due), "minutes": found.minutes, "waiting": found.waiting}
    return {**counts, "following": following, "mistakes": found.mistakes}


def _json(found: Reviews, made: tuple[Mistake, ...]) -> dict[str, object]:
    return {
        "version": 1,
        "due": [
            {"exercise": item.exercise, "since": item.since.isoformat(), "mistakes": list(item.mistakes)}
            for item in found.due
        ],
        "minutes": found.minutes,
        "waiting": found.waiting,
        "following": found.following.isoformat() if found.following else None,
        "mistakes": [
            {
                "exercise": one.exercise,
                "code": one.code,
                "name": one.name,
                "times": one.times,
                "last": one.last.isoformat() if one.last else None,
                "resolved": one.resolved,
                "due": one.due.isoformat(),
            }
            for one in made
        ],
    }

"""`mxtutor list`, `progress`, `export` and `reset`: what a learner has done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import click

from mxtutor import paths
from mxtutor.cli.painting import paint
from mxtutor.content.loader import find_exercise, load_course, load_exercise
from mxtutor.content.model import Course
from mxtutor.progress.model import NEW, Standing, Status
from mxtutor.progress.store import open_store
from mxtutor.progress.transfer import export_to, reset

STATUS_MARKS: dict[Status, str] = {"todo": "[ ]", "tried": "[~]", "done": "[x]", "gave-up": "[-]"}
BAR = 24
"""Characters of a topic's bar."""


def list_exercises(course: Course, as_json: bool) -> int:
    """Print the exercises of a course with their status; return 0."""
    standings = _standings()
    rows, lines = [], []
    for identity in course.exercises:
        exercise = load_exercise(course.folder(identity), identity)
        status = standings.get(identity, NEW).status
        kind = "" if exercise.kind == "code" else f" ({exercise.kind})"
        lines.append(f"{STATUS_MARKS[status]} {identity:32} {exercise.title}{kind}")
        rows.append(
            {
                "id": identity,
                "topic": exercise.topic,
                "title": exercise.title,
                "kind": exercise.kind,
                "entry": exercise.entry,
                "params": dict(exercise.params),
                "seed_rows": list(exercise.sources.rows),
                "status": status,
            },
        )
    click.echo(json.dumps(rows, ensure_ascii=False) if as_json else "\n".join(lines))
    return 0


def show_progress(root: Path, as_json: bool) -> int:
    """Print what was done, one bar per topic; return 0."""
    course = load_course(root)
    standings = _standings()
    topics = []
    for topic in course.topics:
        known = [standings.get(i, NEW) for i in topic.exercises]
        done, tried, total = sum(s.status == "done" for s in known), sum(s.attempts > 0 for s in known), len(known)
        topics.append({"topic": topic.id, "done": done, "tried": tried, "total": total})
        if not as_json:
            full = round(BAR * done / total) if total else 0
            click.echo(f"{topic.id:9} {paint('#' * full, fg='green')}{'.' * (BAR - full)} {done:3} of {total}")
    if as_json:
        listed = {
            i: {"status": s.status, "attempts": s.attempts, "hints": s.hints} for i, s in sorted(standings.items())
        }
        click.echo(json.dumps({"version": 1, "topics": topics, "exercises": listed}))
    return 0


def export_progress(file: Path) -> int:
    """Write everything that is kept to a .json or .zip file; return 0."""
    count = export_to(file, paths.home())
    click.echo(f"mxtutor: {count} attempts written to {file}", err=True)
    return 0


def reset_progress(root: Path, what: str, *, yes: bool) -> int:
    """Start an exercise, a topic or everything over; return 0, or 1 where the learner says no."""
    course = load_course(root)
    if what == "all":
        ids = None
    elif what in [t.id for t in course.topics]:
        ids = [i for i in course.exercises if i.startswith(f"{what}/")]
    else:
        ids = [find_exercise(course, what).id]
    named = "everything" if ids is None else what
    if not yes and not click.confirm(f"Start {named} over? Attempts are kept, status and drafts are not", err=True):
        return 1
    reset(ids, paths.home())
    return 0


def _standings() -> Mapping[str, Standing]:
    with closing(open_store(paths.home())) as store:
        if store.notice:
            click.echo(f"mxtutor: {store.notice}", err=True)
        return store.standings()

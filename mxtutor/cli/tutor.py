"""The tutor itself, and what a learner asks about it: list, progress, export, reset."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mxtutor import paths
from mxtutor.errors import UsageError

if TYPE_CHECKING:  # the tutor paints before it needs them
    from mxtutor.progress.model import Progress, Standing

STATUS_MARKS = {"todo": "[ ]", "tried": "[~]", "done": "[x]", "gave-up": "[-]"}


def start_tutor(root: Path, start_at: str | None) -> int:
    """Run the terminal app; return its exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The tutor needs a terminal.", fix="`mxtutor check ID FILE` grades without one.")
    from mxtutor.grading.service.client import RemoteGrader
    from mxtutor.ui.run import run_tutor

    code = run_tutor(root, start_at=start_at, grader=RemoteGrader(), progress_opener=_open_progress)
    if threading.active_count() > 1:  # a usual exit waits for what still starts; the workers end with this process
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _open_progress() -> Progress:
    from mxtutor.progress.store import open_store

    return open_store(paths.home())


def list_exercises(root: Path, as_json: bool) -> int:
    """Print the exercises with their status."""
    from mxtutor.content.loader import load_course, load_exercise
    from mxtutor.progress.model import NEW

    course = load_course(root)
    standings = _standings()
    rows = []
    for identity in course.exercises:
        exercise = load_exercise(course.folder(identity), identity)
        status = standings.get(identity, NEW).status
        rows.append(
            {"id": identity, "topic": exercise.topic, "title": exercise.title, "kind": exercise.kind,
             "entry": exercise.entry, "params": dict(exercise.params), "seed_rows": list(exercise.sources.rows),
             "status": status},
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        mark = STATUS_MARKS[str(row["status"])]
        kind = "" if row["kind"] == "code" else f" ({row['kind']})"
        click.echo(f"{mark} {row['id']!s:32} {row['title']}{kind}")
    return 0


def _standings() -> dict[str, Standing]:
    from mxtutor.progress.store import open_store

    store = open_store(paths.home())
    try:
        if store.notice:
            click.echo(f"mxtutor: {store.notice}", err=True)
        return dict(store.standings())
    finally:
        store.close()


def show_progress(root: Path, as_json: bool) -> int:
    """Print what was done, a bar a topic."""
    from mxtutor.cli.text import paint
    from mxtutor.content.loader import load_course
    from mxtutor.progress.model import NEW

    course = load_course(root)
    standings = _standings()
    topics = []
    for topic in course.topics:
        known = [standings.get(i, NEW) for i in topic.exercises]
        done = sum(s.status == "done" for s in known)
        topics.append(
            {"topic": topic.id, "done": done, "tried": sum(s.attempts > 0 for s in known), "total": len(known)}
        )
    if as_json:
        listed = {
            i: {"status": s.status, "attempts": s.attempts, "hints": s.hints} for i, s in sorted(standings.items())
        }
        click.echo(json.dumps({"version": 1, "topics": topics, "exercises": listed}))
        return 0
    for row in topics:
        done, total = int(str(row["done"])), int(str(row["total"]))
        full = round(24 * done / total) if total else 0
        bar = paint("#" * full, fg="green") + "." * (24 - full)
        click.echo(f"{row['topic']!s:9} {bar} {done:3} of {total}")
    return 0


def export_progress(file: Path) -> int:
    """Write everything that is kept to a .json or .zip file."""
    from mxtutor.progress.transfer import export_to

    count = export_to(file, paths.home())
    click.echo(f"mxtutor: {count} attempts written to {file}", err=True)
    return 0


def reset_progress(root: Path, what: str, *, yes: bool) -> int:
    """Start an exercise, a topic or everything anew."""
    from mxtutor.content.loader import find_exercise, load_course
    from mxtutor.progress.transfer import reset

    course = load_course(root)
    if what == "all":
        ids = None
    elif what in [t.id for t in course.topics]:
        ids = [i for i in course.exercises if i.startswith(f"{what}/")]
    else:
        ids = [find_exercise(course, what).id]
    named = "everything" if ids is None else what
    if not yes and not click.confirm(f"Start {named} anew? Attempts are kept, status and drafts are not", err=True):
        return 1
    reset(ids, paths.home())
    return 0

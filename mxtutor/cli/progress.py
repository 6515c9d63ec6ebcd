"""`mxtutor list`, `progress`, `export` and `reset`: what a learner has done."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import click

from mxtutor import paths
from mxtutor.cli.asking import refuse_foreign, require_yes
from mxtutor.cli.painting import paint
from mxtutor.cli.review import summary
from mxtutor.content.loader import find_exercise, load_course, load_exercise
from mxtutor.content.model import Course, LessonEntry
from mxtutor.content.outline import Topic
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.progress.due import Reviews, reviews
from mxtutor.progress.model import CHANGED, NEW, Standing, State
from mxtutor.progress.reading import reading
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import Statistics, TopicStatistics, statistics
from mxtutor.progress.transfer import export_to, import_from, reset
from mxtutor.reporting.sanitize import clean_line, json_text
from mxtutor.suggest import did_you_mean, nearest
from mxtutor.typed_paths import expanded

STATUS_MARKS: dict[State, str] = {
    "todo": "[ ]",
    "tried": "[~]",
    "done": "[x]",
    "gave-up": "[-]",
    "known": "[=]",
    "changed": "[^]",
}
EXPORTS = (b"# My answers from mxtutor", b"progress.json", b'{\n "version": ')
"""What stands at the start of an export, of each form."""
BAR = 24
"""Characters of a topic's bar."""
WIDEST = 40
"""Characters of a part's title that stand before its bar."""


def list_exercises(course: Course, as_json: bool, among: str = "") -> int:
    """Print the exercises of a course with their status; those of one topic or lesson under their lessons; return 0.

    Without a topic or lesson, those of the bank that were not begun are counted only; JSON has all.

    Raises:
        UsageError: `among` names neither a topic nor a lesson.
    """
    lessons = _lessons_of(course, among)
    standings, shown = _standings(), frozenset(course.shown)
    rows, lines, more = [], [], 0
    headed = ""
    for identity in [one for lesson in lessons for one in lesson.exercises] if among else course.exercises:
        exercise = load_exercise(course.folder(identity), identity)
        standing = standings.get(identity, NEW)
        state = standing.state(exercise.task_hash)
        kind = "" if exercise.kind == "code" else f" ({exercise.kind})"
        changed = f", {CHANGED}" if state == "changed" else ""
        lesson = course.lesson_of(identity)
        if among and lesson.id != headed:
            headed = lesson.id
            lines.append(f"{lesson.id}: {lesson.title}")
        if among or identity in shown or state != "todo":
            lines.append(f"{STATUS_MARKS[state]} {identity:32} {exercise.title}{kind}{changed}")
        else:
            more += 1
        rows.append(
            {
                "id": identity,
                "topic": exercise.topic,
                "lesson": lesson.id,
                "title": exercise.title,
                "kind": exercise.kind,
                "entry": exercise.entry,
                "params": dict(exercise.params),
                "seed_rows": list(exercise.sources.rows),
                "status": standing.status,
                "changed": state == "changed",
                "bank": identity not in shown,
            },
        )
    click.echo(json_text(rows) if as_json else "\n".join(lines))
    if more and not as_json:
        click.echo(f"{count(more, 'more exercise')} for practice: `mxtutor list TOPIC` lists all of a topic.", err=True)
    return 0


def _lessons_of(course: Course, among: str) -> list[LessonEntry]:
    """Return the lessons of a topic, or the lesson of this id.

    Raises:
        UsageError: there is neither.
    """
    lessons = [lesson for topic in course.topics if topic.id == among for lesson in topic.lessons]
    lessons += [lesson for lesson in course.lessons if lesson.id == among]
    if not lessons and among:
        known = [*(topic.id for topic in course.topics), *(lesson.id for lesson in course.lessons)]
        topics = f"The topics are {', '.join(topic.id for topic in course.topics)}."
        raise UsageError(f"There is no topic or lesson {among!r}.", fix=did_you_mean(nearest(among, known), topics))
    return lessons


def show_progress(course: Course, workshop: Workshop | None, as_json: bool) -> int:
    """Print what was done, one bar per topic; on a path its parts, and the call sites of its project; return 0."""
    standings, counted, found = _counted(course)
    topics = []
    wide = max((len(_name(topic, workshop)) for topic in course.topics), default=0)
    for topic in course.topics:
        known = [standings.get(i, NEW) for i in topic.exercises]
        row = next(row for row in counted.topics if row.topic == topic.id)
        done, tried, total = row.done, sum(s.attempts > 0 for s in known), row.exercises
        topics.append({"topic": topic.id, "done": done, "tried": tried, "total": total, **_measured(row)})
        if not as_json:
            full = round(BAR * done / total) if total else 0
            bar = f"{paint('#' * full, fg='green')}{'.' * (BAR - full)}"
            click.echo(f"{_name(topic, workshop):{max(wide, 9)}} {bar} {done:3} of {total}")
    path = None if workshop is None else _on_path(workshop, standings)
    if as_json:
        listed = {
            i: {"status": s.status, "attempts": s.attempts, "hints": s.hints} for i, s in sorted(standings.items())
        }
        told = {"version": 1, "topics": topics, "exercises": listed, "reviews": summary(found)}
        click.echo(json_text(told if path is None else {**told, "path": path}))
        return 0
    if found.due or found.following or found.mistakes:
        still = f" {found.mistakes} of your mistakes {'is' if found.mistakes == 1 else 'are'} not resolved."
        click.echo(f"{found.text(day_of(datetime.now(timezone.utc)))}{still if found.mistakes else ''}")
    if workshop is not None and workshop.path.sites is not None:
        sites = workshop.path.sites
        click.echo(f"{sites.words(lambda exercise: _is_done(exercise, standings))}.")
        if sites.all > sites.needed:
            click.echo(f"{sites.all - sites.needed} more of {sites.all} need none: they are the same in MXNet.")
    return 0


def _counted(course: Course) -> tuple[Mapping[str, Standing], Statistics, Reviews]:
    now = datetime.now(timezone.utc)
    with reading(paths.home()) as store:
        if store.notice:
            click.echo(f"mxtutor: {store.notice}", err=True)
        return store.standings(), statistics(store, course), reviews(store, course, now)


def _measured(row: TopicStatistics) -> dict[str, object]:
    """Return what the statistics say about a topic, for JSON; `seconds` is measured time of work."""
    return {
        "attempts": row.attempts,
        "begun": row.begun,
        "first_try": row.first_try,
        "hints": row.hints,
        "gave_up": row.gave_up,
        "seconds": round(row.seconds),
        "drills": row.drills,
        "drills_right": row.drills_right,
    }


def _name(topic: Topic, workshop: Workshop | None) -> str:
    """Return what stands before a bar: the id of a topic, the title of a path's part."""
    return topic.id if workshop is None else clean_line(topic.title)[:WIDEST]


def _is_done(exercise: str, standings: Mapping[str, Standing]) -> bool:
    return standings.get(exercise, NEW).status == "done"


def _on_path(workshop: Workshop, standings: Mapping[str, Standing]) -> dict[str, Any]:
    """Return the state of a path for JSON; `sites` is None for a path that no scan wrote."""
    path = workshop.path
    sites = None
    if path.sites is not None:
        practised = path.sites.practised(lambda exercise: _is_done(exercise, standings))
        needed = path.sites.needed
        share = round(practised / needed, 4) if needed else 1.0
        sites = {"all": path.sites.all, "needed": needed, "practised": practised, "share": share}
    done = sum(_is_done(exercise, standings) for exercise in path.exercises)
    return {"title": path.title, "done": done, "total": len(path.exercises), "sites": sites}


def export_progress(file: Path, root: Path) -> int:
    """Write everything that is kept to a file, by its ending; return 0."""
    course = load_course(root) if file.suffix in (".md", ".ipynb") else None
    refuse_foreign(expanded(file), EXPORTS)
    made = export_to(file, paths.home(), course)
    click.echo(f"mxtutor: {count(made, 'attempt')} written to {file}", err=True)
    return 0


def import_progress(file: Path) -> int:
    """Merge an export into the learner's progress, and say what that did; return 0."""
    done, refused = import_from(file, paths.home())
    click.echo(
        f"{count(done.attempts, 'attempt')} added, {done.known_already} were here already; "
        f"{count(done.drafts, 'answer')}, {count(done.lessons, 'lesson')}, {count(done.cards, 'review card')} and "
        f"{count(done.settings, 'setting')} taken."
    )
    if done.to_history:
        click.echo("You have another text in these exercises; the imported one is in their history:")
        click.echo("\n".join(f"  {exercise}" for exercise in done.to_history))
    for reason in refused:
        click.echo(f"mxtutor: left out: {clean_line(reason)}", err=True)
    return 0


def reset_progress(root: Path, what: str, *, yes: bool) -> int:
    """Start an exercise, a topic or everything over; return 0.

    Raises:
        UsageError: there is no such exercise, or the learner does not agree.
    """
    course = load_course(root)
    if what == "all":
        ids = None
    elif what in [t.id for t in course.topics]:
        ids = [i for i in course.exercises if i.startswith(f"{what}/")]
    else:
        ids = [find_exercise(course, what).id]
    named = "everything" if ids is None else what
    if not yes:
        require_yes(f"Start {named} over? Attempts are kept, status and drafts are not")
    reset(ids, paths.home())
    return 0


def _standings() -> Mapping[str, Standing]:
    with reading(paths.home()) as store:
        if store.notice:
            click.echo(f"mxtutor: {store.notice}", err=True)
        return store.standings()

"""`mxtutor list`, `progress`, `review`, `export`, `import` and `reset`: commands on a learner's progress."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import click

from mxtutor import paths
from mxtutor.cli.files import learners_store, refuse_foreign, require_yes
from mxtutor.cli.options import PATH
from mxtutor.cli.painting import paint, tell
from mxtutor.cli.setup import Setup
from mxtutor.content.loader import find_exercise, load_course, load_exercise
from mxtutor.content.model import Course, LessonEntry
from mxtutor.content.outline import Topic
from mxtutor.content.truth import load_truth
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.progress.due import LearnersMistake, Reviews, mistakes, reviews
from mxtutor.progress.model import CHANGED, NEW, Standing, State
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import TopicStatistics, statistics
from mxtutor.progress.store import open_store
from mxtutor.progress.transfer import export_to, import_from
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
EXPORTS = (b"# My answers from mxtutor", b"\r\0\0\0progress.json", b'\n "exported": "')
"""Bytes near the start of each format of an export; in a .zip the lengths of the first name, and the name."""
BAR = 24
"""Width of a topic's bar, in characters."""
WIDEST = 40
"""Maximum length of a part's title before its bar, in characters."""


@click.command("list")
@click.argument("among", metavar="[TOPIC|LESSON]", default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def list_(setup: Setup, among: str, as_json: bool) -> None:
    """Show the exercises with your status; those of a topic or a lesson by lesson."""
    course = setup.load_course()
    lessons = _lessons_of(course, among)
    with learners_store() as store:
        standings, shown = store.standings(), frozenset(course.shown)
    rows, lines, more = [], [], 0
    documents: dict[str, list[str]] = {}
    for truth in load_truth(course.root) if as_json else ():
        documents.setdefault(truth.exercise, []).extend(truth.rows)
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
                "seed_rows": list(dict.fromkeys(documents.get(identity, ()))),
                "status": standing.status,
                "changed": state == "changed",
                "bank": identity not in shown,
            },
        )
    click.echo(json_text(rows) if as_json else "\n".join(lines))
    if more and not as_json:
        click.echo(f"{count(more, 'more exercise')} for practice: `mxtutor list TOPIC` lists all of a topic.", err=True)


def _lessons_of(course: Course, among: str) -> list[LessonEntry]:
    """Return the lessons of a topic, or the lesson of this id.

    Raises:
        UsageError: there is no such topic or lesson.
    """
    places = {topic.id: list(topic.lessons) for topic in course.topics} | {one.id: [one] for one in course.lessons}
    if among and among not in places:
        topics = f"The topics are {', '.join(topic.id for topic in course.topics)}."
        raise UsageError(f"There is no topic or lesson {among!r}.", fix=did_you_mean(nearest(among, places), topics))
    return places.get(among, [])


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def progress(setup: Setup, as_json: bool) -> None:
    """Show what you have done. With the path of a scan, also show the share of its call sites that you practised."""
    course, workshop = setup.load_course(), setup.workshop
    with learners_store() as store:
        standings, counted = store.standings(), statistics(store, course)
        found = reviews(store, course, datetime.now(timezone.utc))
    topics = []
    wide = max((len(_name(topic, workshop)) for topic in course.topics), default=0)
    for topic in course.topics:
        row = next(row for row in counted.topics if row.topic == topic.id)
        done, total = row.done, row.exercises
        topics.append({"topic": topic.id, "done": done, "tried": row.tried, "total": total, **_measured(row)})
        if not as_json:
            full = round(BAR * done / total) if total else 0
            bar = f"{paint('#' * full, fg='green')}{'.' * (BAR - full)}"
            click.echo(f"{_name(topic, workshop):{max(wide, 9)}} {bar} {done:3} of {total}")
    path = None if workshop is None else _on_path(workshop, standings)
    if as_json:
        listed = {
            i: {"status": s.status, "attempts": s.attempts, "hints": s.hints} for i, s in sorted(standings.items())
        }
        data = {"version": 1, "topics": topics, "exercises": listed, "reviews": _summary(found)}
        click.echo(json_text(data if path is None else {**data, "path": path}))
        return
    if found.due or found.following or found.mistakes:
        still = f" {found.mistakes} of your mistakes {'is' if found.mistakes == 1 else 'are'} not resolved."
        click.echo(f"{found.text(day_of(datetime.now(timezone.utc)))}{still if found.mistakes else ''}")
    if workshop is not None and workshop.path.sites is not None:
        sites = workshop.path.sites
        click.echo(f"{sites.words(lambda exercise: _is_done(exercise, standings))}.")
        if sites.all > sites.needed:
            click.echo(f"{sites.all - sites.needed} more of {sites.all} without need for practice: the same in MXNet.")


def _measured(row: TopicStatistics) -> dict[str, object]:
    """Return the statistics of a topic as JSON; `seconds` is the measured time of work."""
    counted = ("attempts", "begun", "first_try", "hints", "gave_up", "drills", "drills_right")
    return {name: getattr(row, name) for name in counted} | {"seconds": round(row.seconds)}


def _name(topic: Topic, workshop: Workshop | None) -> str:
    """Return the label of a bar: the id of a topic, or the title of a path's part."""
    return topic.id if workshop is None else clean_line(topic.title)[:WIDEST]


def _is_done(exercise: str, standings: Mapping[str, Standing]) -> bool:
    return standings.get(exercise, NEW).status == "done"


def _on_path(workshop: Workshop, standings: Mapping[str, Standing]) -> dict[str, Any]:
    """Return the state of a path as JSON; `sites` is None for a path that was not made by a scan."""
    path = workshop.path
    sites = None
    if path.sites is not None:
        practised = path.sites.practised(lambda exercise: _is_done(exercise, standings))
        needed = path.sites.needed
        share = round(practised / needed, 4) if needed else 1.0
        sites = {"all": path.sites.all, "needed": needed, "practised": practised, "share": share}
    done = sum(_is_done(exercise, standings) for exercise in path.exercises)
    return {"title": path.title, "done": done, "total": len(path.exercises), "sites": sites}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def review(setup: Setup, as_json: bool) -> None:
    """Show what is due for review, and your mistakes. The tutor drills them: press v at home."""
    course = setup.load_course()
    now = datetime.now(timezone.utc)
    with learners_store() as store:
        found, made = reviews(store, course, now), mistakes(store, course)
    if as_json:
        click.echo(json_text(_reviews(found, made)))
        return
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


def _summary(found: Reviews) -> dict[str, object]:
    """Return the numbers of reviews as JSON."""
    counts = {"due": len(found.due), "minutes": found.minutes, "waiting": found.waiting}
    return {**counts, "following": _plain(found.following), "mistakes": found.mistakes}


def _reviews(found: Reviews, made: tuple[LearnersMistake, ...]) -> dict[str, object]:
    fields = ("exercise", "code", "name", "times", "last", "resolved", "due")
    return {
        **_summary(found),
        "version": 1,
        "due": [{"exercise": one.exercise, "since": _plain(one.since), "mistakes": one.mistakes} for one in found.due],
        "mistakes": [{name: _plain(getattr(one, name)) for name in fields} for one in made],
    }


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


@click.command()
@click.argument("file", type=PATH)
@click.pass_obj
def export(setup: Setup, file: Path) -> None:
    """Write all attempts and answers to FILE.

    It ends in .json, in .zip for answers as modules, in .md for Markdown or in .ipynb for a notebook.
    """
    course = load_course(setup.root) if file.suffix in (".md", ".ipynb") else None
    refuse_foreign(expanded(file), EXPORTS)
    made = export_to(file, paths.home(), course)
    tell(f"{count(made, 'attempt')} written to {file}")


@click.command("import")
@click.argument("file", type=PATH)
def import_(file: Path) -> None:
    """Add an export to your progress: a .json or .zip file, or the answers of a notebook. Nothing of yours changes."""
    done, refused = import_from(expanded(file), paths.home())
    click.echo(
        f"{count(done.attempts, 'attempt')} added, {done.known_already} known already; "
        f"{count(done.drafts, 'answer')}, {count(done.lessons, 'lesson')}, {count(done.cards, 'review card')} and "
        f"{count(done.settings, 'setting')} taken."
    )
    if done.to_history:
        click.echo("You have another text in these exercises; the imported one is in their history:")
        click.echo("\n".join(f"  {exercise}" for exercise in done.to_history))
    for reason in refused:
        tell(f"left out: {clean_line(reason)}")


@click.command()
@click.argument("what", metavar="ID|TOPIC|all")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--erase", is_flag=True, help="Also delete the attempts, except those in examinations.")
@click.pass_obj
def reset(setup: Setup, what: str, yes: bool, erase: bool) -> None:
    """Start an exercise, a topic or everything over. Attempts are kept without --erase."""
    course = load_course(setup.root)
    if what == "all":
        ids = None
    elif what in [t.id for t in course.topics]:
        ids = [i for i in course.exercises if i.startswith(f"{what}/")]
    else:
        ids = [find_exercise(course, what).id]
    named = "everything" if ids is None else what
    if not yes:
        kept = "Attempts, status and drafts are deleted" if erase else "Attempts are kept, status and drafts are not"
        require_yes(f"Start {named} over? {kept}")
    with contextlib.closing(open_store(paths.home())) as store:
        (store.erase if erase else store.start_over)(ids)
    click.echo(f"{'Erased' if erase else 'Started over'}: {named}.")

"""`mxtutor show ID`: the task of an exercise or the text of a lesson, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mxtutor.cli.setup import Setup
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError, UsageError, reason_of
from mxtutor.reporting.durations import exercise_words
from mxtutor.reporting.sanitize import clean, json_text
from mxtutor.session.rules import rules_of
from mxtutor.suggest import did_you_mean, nearest


@click.command()
@click.argument("identity", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def show(setup: Setup, identity: str, as_json: bool) -> None:
    """Print the task of an exercise, or the text of a lesson."""
    course = setup.load_course()
    lessons = {entry.id: entry for entry in course.lessons}
    if identity in course.exercises:
        exercise = load_exercise(course.folder(identity), identity)
        duration = exercise_words(course, identity)
        text = "\n\n".join(_parts(exercise, duration))
        data = _data(exercise, duration)
    elif identity in lessons:
        if not rules_of(setup.workshop).screen("lesson"):
            raise UsageError("A sealed workshop has no lessons.", fix="Leave --workshop out when it is over.")
        text = _body(lessons[identity].path)
        data = {"version": 1, "id": identity, "title": lessons[identity].title, "lesson": text}
    else:
        near = nearest(identity, [*course.exercises, *lessons])
        raise UsageError(
            f"There is no exercise or lesson {identity!r}.",
            fix=did_you_mean(near, "`mxtutor list` shows all exercises."),
        )
    click.echo(json_text(data) if as_json else clean(text))


def _body(path: Path) -> str:
    """Return the text of a lesson without its front matter, which is between lines of three dashes."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} cannot be read: {reason_of(error)}.") from error
    _, _, rest = text.partition("---\n")
    return rest.partition("---\n")[2].strip()


def _parts(exercise: Exercise, duration: str) -> Iterator[str]:
    yield f"# {exercise.title}\n{exercise.id}, {exercise.kind}, {duration}"
    yield exercise.prompt.strip()
    if exercise.params:
        yield "\n".join(f"- `{name}`: {about}" for name, about in exercise.params.items())
    if exercise.kind == "predict" and exercise.snippet.strip() not in exercise.prompt:
        yield _code("The code", exercise.snippet)
    elif exercise.kind == "choice":
        yield "\n".join(f"{letter}) {option.text}" for letter, option in exercise.lettered.items())
    elif exercise.kind in ("code", "fix"):
        yield _code("PyTorch", exercise.reference)
        yield _code("The code to repair" if exercise.kind == "fix" else "To begin with", exercise.starter)
        yield f"Check your answer: `mxtutor check {exercise.id} FILE`"


def _code(title: str, source: str) -> str:
    return f"## {title}\n```python\n{source.strip()}\n```"


def _data(exercise: Exercise, duration: str) -> dict[str, Any]:
    coded = exercise.kind in ("code", "fix")
    return {
        "version": 1,
        "id": exercise.id,
        "kind": exercise.kind,
        "title": exercise.title,
        "duration": duration,
        "prompt": exercise.prompt.strip(),
        "entry": exercise.entry,
        "params": dict(exercise.params),
        "reference": exercise.reference if coded else "",
        "starter": exercise.starter,
        "snippet": exercise.snippet if exercise.kind == "predict" else "",
        "options": [option.text for option in exercise.options],
        "hints": len(exercise.hints),
    }

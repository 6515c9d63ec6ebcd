"""A learning path: exercises in an order of their own, in named parts with minutes.

A workshop has one, a scan of a project writes one, and `mxtutor --path FILE` opens the tutor on one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from mxtutor.content.documents import Document, read_document
from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.content.path_records import LearningPath as LearningPath
from mxtutor.content.path_records import Minutes as Minutes
from mxtutor.content.path_records import PathPart as PathPart
from mxtutor.content.path_records import PathSites as PathSites
from mxtutor.errors import ContentError
from mxtutor.suggest import did_you_mean, nearest

MOST_TITLE = 120
"""Greatest number of characters of a title."""
MOST_SUGGESTIONS = 50
"""Greatest number of unknown ids that get suggestions; each takes a millisecond."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a path or a workshop that cannot be right."""

    key: str
    """Where it is in the file: `parts[1].exercises[0]`."""
    message: str
    """One sentence."""
    fix: str = ""


def load_path(file: Path) -> LearningPath:
    """Return the path that a JSON or YAML file holds; ids of exercises are checked by `course_of`.

    Raises:
        ContentError: the file cannot be read, or is damaged; one line with the place.
    """
    document = read_document(file)
    path = document.decode(LearningPath)
    refuse_first(document, path_faults(path))
    return path


def refuse_first(document: Document, faults: Sequence[Fault]) -> None:
    """Raise the first fault, if there is one.

    Raises:
        ContentError: there is a fault.
    """
    if faults:
        raise ContentError(fault_line(document, faults[0]), fix=faults[0].fix)


def fault_line(document: Document, fault: Fault) -> str:
    """Return a fault as one line: file, line, key and message."""
    return f"{document.place(fault.key)}: {fault.key}: {fault.message}"


def path_faults(path: LearningPath, key: str = "parts") -> list[Fault]:
    """Return the faults that a path shows without the course: no parts, parts without exercises, repeated ids.

    `key` is where the parts are in the file.
    """
    faults = _title_faults(path.title, "title")
    if not path.parts:
        faults.append(Fault(key, "there is no part.", "List at least one part with its exercises."))
    first: dict[str, str] = {}
    titles: dict[str, str] = {}
    for number, part in enumerate(path.parts):
        here = f"{key}[{number}]"
        faults += _title_faults(part.title, f"{here}.title")
        if not part.exercises:
            faults.append(Fault(here, f"the part {part.title!r} has no exercises.", "List them, or remove the part."))
        if part.title in titles:
            faults.append(Fault(here, f"{titles[part.title]} is called {part.title!r}, too.", "Give each its own."))
        titles.setdefault(part.title, here)
        for place, exercise in enumerate(part.exercises):
            at = f"{here}.exercises[{place}]"
            if exercise in first:
                faults.append(Fault(at, f"{exercise} is in {first[exercise]} already.", "List each exercise once."))
            first.setdefault(exercise, at)
    return faults


def _title_faults(title: str, key: str) -> list[Fault]:
    """Return a fault for a title that does not fit on a line; control characters could change the terminal."""
    if not title.isprintable():
        return [Fault(key, "it has a line break or a control character.", "Write it on one line.")]
    if len(title) > MOST_TITLE:
        return [Fault(key, f"it has {len(title):,} characters.", f"Write at most {MOST_TITLE}.")]
    return []


def unknown_ids(path: LearningPath, course: Course, key: str = "parts") -> list[Fault]:
    """Return a fault for each id that the course does not have, with the most similar ids."""
    known = set(course.exercises)
    unknown = [
        (f"{key}[{number}].exercises[{place}]", exercise)
        for number, part in enumerate(path.parts)
        for place, exercise in enumerate(part.exercises)
        if exercise not in known
    ]
    return [
        Fault(at, f"there is no exercise {exercise!r}.", _meant(exercise, course) if number < MOST_SUGGESTIONS else "")
        for number, (at, exercise) in enumerate(unknown)
    ]


def _meant(exercise: str, course: Course) -> str:
    return did_you_mean(nearest(exercise, course.exercises), "`mxtutor list` shows them all.")


def course_of(path: LearningPath, course: Course, file: Path) -> Course:
    """Return the course that a path makes of another one: its parts as topics, its exercises in its order.

    `file` is where the path was read from, for messages.

    A lesson comes before the first of its exercises. If others come between its exercises, the later ones belong to an
    entry of the same id that is marked as `continued`.

    Raises:
        ContentError: the course lacks an exercise of the path.
    """
    lessons = {exercise: lesson for lesson in course.lessons for exercise in lesson.exercises}
    missing = [exercise for exercise in path.exercises if exercise not in lessons]
    if missing:
        more = f" (and {len(missing) - 1} more of the path)" if len(missing) > 1 else ""
        raise ContentError(f"{file}: there is no exercise {missing[0]!r}{more}.", fix=_meant(missing[0], course))
    seen: set[str] = set()

    def entries(part: PathPart) -> Iterator[LessonEntry]:
        for lesson, group in groupby(part.exercises, key=lessons.__getitem__):
            yield replace(lesson, exercises=tuple(group), continued=lesson.id in seen)
            seen.add(lesson.id)

    return replace(
        course,
        topics=tuple(
            Topic(f"part-{number}", part.title, "", tuple(entries(part))) for number, part in enumerate(path.parts, 1)
        ),
    )


def without_lessons(course: Course) -> Course:
    """Return a course that shows its exercises and no lessons: each lesson counts as one that was shown before."""
    return replace(
        course,
        topics=tuple(
            replace(topic, lessons=tuple(replace(lesson, continued=True) for lesson in topic.lessons))
            for topic in course.topics
        ),
    )

"""Reads the course from `course.yaml`; each error is one line with file and key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.content.plan import CoursePath, PlanPart
from mxtutor.content.record import Record
from mxtutor.content.records import Id, Text, decode
from mxtutor.content.yaml_files import read_yaml
from mxtutor.errors import ContentError

FORMAT_VERSION = 1
"""The only `format_version` of `course.yaml` that this release reads."""


class _LessonLine(Record, frozen=True):
    """A lesson in `course.yaml`."""

    id: Id
    title: Text
    exercises: tuple[Id, ...] = ()
    bank: tuple[Id, ...] = ()
    """Exercises that are not in the course's map, but in drills, placements, workshops and search."""
    needs: tuple[Id, ...] = ()
    teaches: tuple[Text, ...] = ()


class _TopicLine(Record, frozen=True):
    """A topic in `course.yaml`."""

    id: Text
    title: str = ""
    summary: str = ""
    lessons: tuple[_LessonLine, ...] = ()


class _PartLine(Record, frozen=True):
    """A part of a path in `course.yaml`."""

    title: Text
    items: tuple[Id, ...]
    """Ids of exercises, and of lessons, which mean all their exercises that the course shows."""
    source: str = ""
    """The document and its step that the part covers; empty if it covers several."""


class _PathLine(Record, frozen=True):
    """A learning path in `course.yaml`."""

    id: Text
    title: Text
    summary: Text
    parts: tuple[_PartLine, ...]
    why: str = ""
    """The learner's reason for this path, which the first start offers as a choice."""
    begins: str = ""
    """Id of another path, whose exercises are the first part of this one."""


class _CourseFile(Record, frozen=True):
    """`course.yaml`."""

    format_version: int
    topics: tuple[_TopicLine, ...]
    paths: tuple[_PathLine, ...] = ()


def load_course(root: Path) -> Course:
    """Return the course of the pack at `root` (the folder with `lessons/` and `exercises/`).

    Raises:
        ContentError: `lessons/course.yaml` is missing, damaged or of another format version.
    """
    path = root / "lessons" / "course.yaml"
    if not path.is_file():
        raise ContentError(f"{path} is missing.", fix="A pack is a folder that holds lessons/ and exercises/.")
    data = read_yaml(path)
    check_version(data, path)
    file = decode(data, _CourseFile, str(path))
    topics = tuple(_topic(root, topic) for topic in file.topics)
    shown = {one.id: one.exercises[: -len(one.bank) or None] for topic in topics for one in topic.lessons}
    lines = {line.id: line for line in file.paths}
    if unknown := [line for line in file.paths if line.begins and line.begins not in lines]:
        raise ContentError(f"{path}: the path {unknown[0].id} begins with {unknown[0].begins!r}, which is not a path.")
    return Course(root, topics, tuple(_path(line, shown, lines.get(line.begins)) for line in file.paths))


def check_version(data: Mapping[str, Any], path: Path) -> None:
    """Check the `format_version` of a file, before its other keys, which depend on it.

    Raises:
        ContentError: this release does not read that version.
    """
    found = data.get("format_version")
    if type(found) is not int or found != FORMAT_VERSION:
        given = "missing" if found is None else repr(found)
        raise ContentError(f"{path}: format_version is {given}, this release reads {FORMAT_VERSION}.")


def _topic(root: Path, topic: _TopicLine) -> Topic:
    lessons = [
        LessonEntry(
            e.id,
            e.title,
            root / "lessons" / f"{e.id}.md",
            e.exercises + e.bank,
            e.bank,
            needs=e.needs,
            teaches=e.teaches,
        )
        for e in topic.lessons
    ]
    return Topic(topic.id, topic.title or topic.id, topic.summary, tuple(lessons))


def _path(line: _PathLine, shown: Mapping[str, tuple[str, ...]], begins: _PathLine | None) -> CoursePath:
    """Return a path of `course.yaml`; a lesson is replaced by its exercises that the course shows."""

    def exercises(part: _PartLine) -> list[str]:
        return [one for item in part.items for one in shown.get(item, (item,))]

    first = [one for part in begins.parts for one in exercises(part)] if begins is not None else []
    found = [(part.title, [one for one in exercises(part) if one not in first]) for part in line.parts]
    if begins is not None:
        found.insert(0, (begins.title, first))
    parts = tuple(PlanPart(title, tuple(listed)) for title, listed in found)
    sources = {part.title: part.source for part in line.parts if part.source}
    return CoursePath(
        1, line.title, parts, id=line.id, summary=line.summary, sources=sources, why=line.why, begins=line.begins
    )

"""The course from `course.yaml`; each error is one line with file and key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mxtutor.content.model import FORMAT_VERSION
from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.content.plan import CoursePath, PlanPart
from mxtutor.content.record import Record
from mxtutor.content.records import Id, Text, decode
from mxtutor.content.yaml_files import read_yaml
from mxtutor.errors import ContentError


class _LessonLine(Record, frozen=True):
    """A lesson in `course.yaml`."""

    id: Id
    title: Text
    exercises: tuple[Id, ...] = ()
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
    """Exercises, and lessons for all their exercises."""
    source: str = ""
    """The document that the part comes from, and its step; empty if it comes from several."""


class _PathLine(Record, frozen=True):
    """A learning path in `course.yaml`."""

    id: Text
    title: Text
    summary: Text
    parts: tuple[_PartLine, ...]


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
    lessons = {lesson.id: lesson.exercises for topic in topics for lesson in topic.lessons}
    return Course(root, topics, tuple(_path(line, lessons) for line in file.paths))


def check_version(data: Mapping[str, Any], path: Path) -> None:
    """Check the `format_version` of a file, before its other keys: another format may have others.

    Raises:
        ContentError: this release does not read that version.
    """
    found = data.get("format_version")
    if type(found) is not int or found != FORMAT_VERSION:
        raise ContentError(f"{path}: format_version is {found!r}, this release reads {FORMAT_VERSION}.")


def _topic(root: Path, topic: _TopicLine) -> Topic:
    lessons = [
        LessonEntry(e.id, e.title, root / "lessons" / f"{e.id}.md", e.exercises, needs=e.needs, teaches=e.teaches)
        for e in topic.lessons
    ]
    return Topic(topic.id, topic.title or topic.id, topic.summary, tuple(lessons))


def _path(line: _PathLine, lessons: Mapping[str, tuple[str, ...]]) -> CoursePath:
    """Return a path of `course.yaml`; an item that is a lesson stands for its exercises."""
    parts = tuple(
        PlanPart(part.title, tuple(i for item in part.items for i in lessons.get(item, (item,)))) for part in line.parts
    )
    sources = {part.title: part.source for part in line.parts if part.source}
    return CoursePath(1, line.title, parts, id=line.id, summary=line.summary, sources=sources)

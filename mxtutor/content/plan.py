"""A plan: exercises in a chosen order, in named parts with minutes.

Paths of the course and workshops are plans, a scan of a project and an assessment write plans, and `mxtutor --path
FILE` runs the tutor on a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from mxtutor.content.documents import Document, read_document
from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.content.record import Record
from mxtutor.content.records import Fault, Id, Text
from mxtutor.counts import count
from mxtutor.errors import ContentError
from mxtutor.suggest import did_you_mean, nearest

MOST_TITLE = 120
"""Longest title, in characters."""
MOST_SUGGESTIONS = 50
"""Maximum number of unknown ids for which similar ones are suggested; each takes a millisecond."""
Minutes = Annotated[float, Meta(gt=0, le=100_000, description="a number of minutes above 0")]


class PlanPart(Record, frozen=True):
    """One part of a plan: exercises that belong together."""

    title: Text
    exercises: tuple[Id, ...]
    minutes: Minutes | None = None
    """Planned minutes of the part; None for no timer."""


Count = Annotated[int, Meta(ge=0, le=1 << 50, description="a whole number from 0")]


class PlanSites(Record, frozen=True):
    """The call sites of the scanned project for which a plan was made."""

    all: Count
    needed: Count
    """Number of sites that need practice: all but those that are the same in MXNet."""
    exercises: Mapping[Id, Count]
    """Number of sites that each exercise practises, including exercises outside the plan."""

    def practised(self, is_done: Callable[[str], bool]) -> int:
        """Return the number of sites whose exercises are done."""
        return min(sum(sites for exercise, sites in self.exercises.items() if is_done(exercise)), self.needed)

    def words(self, is_done: Callable[[str], bool]) -> str:
        """Return the practised sites in words: "41 of 120 call sites practised (34 %)"."""
        if not self.needed:
            return "no call site needs practice"
        practised, needed = self.practised(is_done), count(self.needed, "call site")
        return f"{practised:,} of {needed} practised ({100 * practised // self.needed} %)"


class Plan(Record, frozen=True, omit_defaults=True):
    """The file of `mxtutor --path`, in JSON or YAML."""

    version: int
    title: Text
    parts: tuple[PlanPart, ...]
    sites: PlanSites | None = None
    """The call sites of a scanned project; None for other paths."""

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of all exercises in order."""
        return tuple(exercise for part in self.parts for exercise in part.exercises)


class CoursePath(Plan, frozen=True, kw_only=True):
    """A plan that comes with the course."""

    id: Text
    summary: Text
    """Who the path is for, and what a learner can do at its end."""
    why: str = ""
    """The learner's reason for it: "I must read or fix MXNet code now"; empty if the first start does not offer it."""
    begins: str = ""
    """Id of the path whose exercises are the first part of this one; empty if there is none."""
    sources: Mapping[str, str] = {}
    """Maps titles of parts to the document and step that they cover; parts that cover several have no entry."""


def load_plan(file: Path) -> Plan:
    """Return the plan in a JSON or YAML file; `course_of` checks the ids of exercises.

    Raises:
        ContentError: the file cannot be read, or is damaged; one line with the place.
    """
    document = read_document(file)
    path = document.decode(Plan)
    refuse_first(document, plan_faults(path))
    return path


def refuse_first(document: Document, faults: Sequence[Fault]) -> None:
    """Raise the first fault, if there is one.

    Raises:
        ContentError: there is a fault.
    """
    if faults:
        raise ContentError(f"{document.place(faults[0].key)}: {faults[0].line}", fix=faults[0].fix)


def plan_faults(path: Plan) -> list[Fault]:
    """Return faults that can be found without the course: no parts, parts without exercises, repeated ids."""
    faults = _title_faults(path.title, "title")
    if not path.parts:
        faults.append(Fault("parts", "there is no part.", "List at least one part with its exercises."))
    first: dict[str, str] = {}
    titles: dict[str, str] = {}
    for number, part in enumerate(path.parts):
        here = f"parts[{number}]"
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
    """Return faults of a title: too long, or with control characters, which could change the terminal."""
    if not title.isprintable():
        return [Fault(key, "it has a line break or a control character.", "Write it on one line.")]
    if len(title) > MOST_TITLE:
        return [Fault(key, f"it has {len(title):,} characters.", f"Write at most {MOST_TITLE}.")]
    return []


def unknown_ids(path: Plan, course: Course) -> list[Fault]:
    """Return a fault for each id that the course does not have, with the most similar ids."""
    known = set(course.exercises)
    unknown = [
        (f"parts[{number}].exercises[{place}]", exercise)
        for number, part in enumerate(path.parts)
        for place, exercise in enumerate(part.exercises)
        if exercise not in known
    ]
    return [
        Fault(
            at,
            f"there is no exercise {exercise!r}.",
            similar_ids(exercise, course) if number < MOST_SUGGESTIONS else "",
        )
        for number, (at, exercise) in enumerate(unknown)
    ]


def similar_ids(exercise: str, course: Course) -> str:
    """Return advice about an id that the course lacks: the most similar ones."""
    return did_you_mean(nearest(exercise, course.exercises), "`mxtutor list` shows them all.")


def course_of(path: Plan, course: Course, file: Path) -> Course:
    """Return a course in the order of a plan: its parts as topics, with only its exercises.

    `file` is the plan's file, for messages.

    A lesson comes before the first of its exercises. If others come between its exercises, the later ones belong to an
    entry of the same id that is marked as `continued`.

    Raises:
        ContentError: the course lacks an exercise of the path.
    """
    lessons = {exercise: lesson for lesson in course.lessons for exercise in lesson.exercises}
    missing = [exercise for exercise in path.exercises if exercise not in lessons]
    if missing:
        more = f" (and {len(missing) - 1} more of the path)" if len(missing) > 1 else ""
        raise ContentError(f"{file}: there is no exercise {missing[0]!r}{more}.", fix=similar_ids(missing[0], course))
    seen: set[str] = set()

    def entries(part: PlanPart) -> Iterator[LessonEntry]:
        for lesson, group in groupby(part.exercises, key=lessons.__getitem__):
            yield replace(lesson, exercises=tuple(group), bank=(), continued=lesson.id in seen)
            seen.add(lesson.id)

    return replace(
        course,
        topics=tuple(
            Topic(f"part-{number}", part.title, "", tuple(entries(part))) for number, part in enumerate(path.parts, 1)
        ),
    )


def arranged(course: Course, path: CoursePath) -> Course:
    """Return the course in the order of one of its paths: the parts of the path, then the rest by topic.

    Raises:
        ContentError: the course lacks an exercise of the path.
    """
    first = course_of(path, course, course.root)
    taken, begun = set(path.exercises), {lesson.id for lesson in first.lessons}

    def left(topic: Topic) -> tuple[LessonEntry, ...]:
        rest = ((one, tuple(e for e in one.exercises if e not in taken)) for one in topic.lessons)
        return tuple(
            replace(one, exercises=exercises, continued=one.id in begun)
            for one, exercises in rest
            if exercises or one.id not in begun
        )

    def part(topic: Topic) -> Topic:
        source = path.sources.get(topic.title, "")
        return replace(topic, summary=f"From {source}." if source else "")

    more = (replace(topic, title=f"More: {topic.title}", lessons=left(topic)) for topic in course.topics)
    return replace(first, topics=(*map(part, first.topics), *(topic for topic in more if topic.lessons)))


def reasons(paths: Sequence[CoursePath]) -> dict[str, list[CoursePath]]:
    """Return the learners' reasons, each with its paths."""
    found: dict[str, list[CoursePath]] = {}
    for path in paths:
        if path.why:
            found.setdefault(path.why, []).append(path)
    return found


I_KNOW_IT = "I know MXNet already: at most 8 questions"
"""The reason that leads to the placement."""


def without_lessons(course: Course) -> Course:
    """Return a course with all lessons marked as `continued`, so that only exercises are shown."""
    return replace(
        course,
        topics=tuple(
            replace(topic, lessons=tuple(replace(lesson, continued=True) for lesson in topic.lessons))
            for topic in course.topics
        ),
    )

"""The course: topics, lessons, exercises, what was done, the learning paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timezone

from mxtutor.content.minutes import course_minutes
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.plain.page import Handler, Page
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import ended
from mxtutor.progress.due import reviews
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Place
from mxtutor.progress.schedule import day_of
from mxtutor.suggest import did_you_mean, nearest

FILTERS = {"todo": ("todo", "tried"), "tried": ("tried",), "done": ("done",), "known": ("known",)}
"""Words after `list`, and the statuses that they list."""


class CoursePage(Page):
    """The start of plain mode."""

    @property
    def prompt(self) -> str:
        """What can be typed."""
        return "Type next, list, open, help or quit"

    def arrive(self) -> None:
        """Say what comes next."""
        self.session.say(*self.where())
        place = self.session.progress.place()
        if place is not None and place.screen != "home":
            self.session.arrive(type(place)("home", place.id, place.scroll))

    def where(self) -> Iterator[str]:
        """Yield what is done and what comes next."""
        session = self.session
        exercises = session.course.shown
        done = sum(session.standing(one).status == "done" for one in exercises)
        words = session.journey.path_words(course_minutes(session.course))
        words = words or f"{done} of {count(len(exercises), 'exercise')} done"
        yield f"You are at the course. {words}."
        goal = session.goal()
        if goal is None:
            yield "All exercises are done."
        else:
            yield f"Next: the {goal.kind} {session.title(goal)}, {goal.id}. Type next to open it."
        if not session.standings and session.workshop is None:
            yield "If you know a part of it: placement asks at most eight questions and marks what you know."
        if not session.offers("review"):
            return
        now = datetime.now(timezone.utc)
        if (found := reviews(session.progress, session.course, now)).due:
            yield f"{found.text(day_of(now))} Type review to begin."

    def commands(self) -> Mapping[str, Handler]:
        """Return no commands: all of its commands work everywhere."""
        return {}

    def next(self) -> Entry | None:
        """Return what to go on with."""
        goal = self.session.goal()
        if goal is None:
            self.session.say("All exercises are done. Well done.")
        return goal

    def back(self) -> Entry | None:
        """Say that there is nothing above."""
        self.session.say("This is the course. Type quit to end mxtutor.")
        return None


def list_lines(session: PlainSession, what: str) -> Iterator[str]:
    """Yield topics, or the lessons and exercises of one, or the exercises with a status; numbers are for `open`.

    Raises:
        UsageError: there is no such topic.
    """
    course = session.course
    if what in FILTERS:
        shown = frozenset(course.shown)
        status = {one: session.standing(one).status for one in course.exercises}
        chosen = [one for one in status if status[one] in FILTERS[what] and (one in shown or status[one] != "todo")]
        session.numbered = [Entry("exercise", one) for one in chosen]
        yield f"{count(len(chosen), 'exercise')}:" if chosen else "There is none."
        yield from _numbered(session)
        return
    if not what:
        session.numbered = [Entry("topic", topic.id) for topic in course.topics]
        yield f"{count(len(course.topics), 'topic')}:"
        for number, topic in enumerate(course.topics, 1):
            done = sum(session.standing(one).status == "done" for one in topic.exercises)
            yield f"{number}. {topic.title}, {topic.id}: {done} of {count(len(topic.exercises), 'exercise')} done."
        yield "Type list and the name of a topic to hear its lessons and exercises."
        return
    topics = [*session.journey.whole.topics, *course.topics]  # a topic has all its exercises, a part those of the path
    found = next((topic for topic in topics if topic.id == what), None)
    if found is None:
        near = nearest(what, [*(topic.id for topic in topics), *FILTERS])
        raise UsageError(f"There is no topic {what!r}.", fix=did_you_mean(near, "Type list to hear the topics."))
    session.numbered = []
    for lesson in found.lessons:
        session.numbered += [] if lesson.continued else [Entry("lesson", lesson.id)]
        session.numbered += [Entry("exercise", one) for one in lesson.exercises]
    yield f"{ended(found.title)} {found.summary}".strip()
    yield from _numbered(session)


def _numbered(session: PlainSession) -> Iterator[str]:
    for number, entry in enumerate(session.numbered, 1):
        if entry.kind == "lesson":
            read = "read" if entry.id in session.lessons_read else "not read"
            yield f"{number}. Lesson: {session.title(entry)}, {entry.id}: {read}."
        else:
            yield f"{number}. {session.title(entry)}, {entry.id}: {session.state(entry.id)}."


def progress_lines(session: PlainSession) -> Iterator[str]:
    """Yield what was done in each topic."""
    for topic in session.course.topics:
        standings = [session.standing(one) for one in topic.exercises]
        done = sum(standing.status == "done" for standing in standings)
        known = sum(standing.status == "known" for standing in standings)
        tried = sum(standing.status in ("tried", "gave-up") for standing in standings)
        also = "".join(f", {number} {word}" for number, word in ((tried, "tried"), (known, "known")) if number)
        yield f"{topic.title}: {done} of {len(standings)} done{also}."
    yield f"{count(len(session.lessons_read & {one.id for one in session.course.lessons}), 'lesson')} read."


def path_lines(session: PlainSession) -> Iterator[str]:
    """Yield the learning paths of the course."""
    chosen = session.journey.path
    if not session.course.paths or session.workshop is not None:
        yield "There are no paths to choose from here."
    for number, known in enumerate(session.course.paths if session.workshop is None else (), 1):
        mark = " You follow it now." if chosen is not None and chosen.id == known.id else ""
        yield f"{number}. {known.title}, {known.id}: {' '.join(known.summary.split())}{mark}"


def follow(session: PlainSession, name: str) -> None:
    """Follow a learning path, by its id or its number.

    Raises:
        UsageError: there is no such path.
    """
    paths = session.course.paths if session.workshop is None else ()
    names = {known.id: known for known in paths} | {str(place): known for place, known in enumerate(paths, 1)}
    if name not in names:
        raise UsageError(f"There is no path {name!r}.", fix="Type paths to hear them.")
    session.journey.follow(names[name].id)
    session.arrive(Place("home"))  # what was open before is on another path
    followed = names[name].id
    session.write(lambda progress: progress.save_setting("path", followed), "Keeping your path")
    session.say(f"You follow the path {ended(names[name].title)}")

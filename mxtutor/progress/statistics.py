"""A learner's statistics by topic and by day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from mxtutor.content.outline import Course
from mxtutor.progress.model import NEW, Day, Standing
from mxtutor.reporting.durations import short_time

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

MEASURED = (
    "Time is the time between two edits or checks of an exercise, if it is at most five minutes. "
    "Reading lessons does not count."
)
"""Explains to learners how times are measured."""


@dataclass(frozen=True, slots=True)
class TopicStatistics:
    """The statistics of one topic, or of the whole course."""

    topic: str
    """Id of the topic; empty for the whole course."""
    title: str
    exercises: int
    """Number of exercises: those that the course shows, and those of the bank that were begun."""
    done: int
    tried: int
    """Number of exercises with an attempt."""
    known: int
    attempts: int
    """Number of checked answers, without those of drills."""
    begun: int
    """Number of exercises with a verdict, live or of a check."""
    first_try: int
    """Number of exercises whose first shown verdict was right."""
    hints: int
    """Number of opened hints."""
    gave_up: int
    seconds: float
    """Seconds of work; also 0 if it was not measured."""
    drills: int
    """Number of checked answers of drills."""
    drills_right: int

    @property
    def first_try_rate(self) -> float | None:
        """Share of the begun exercises whose first verdict was right, from 0 to 1; None if none was begun."""
        return self.first_try / self.begun if self.begun else None


@dataclass(frozen=True, slots=True)
class Statistics:
    topics: tuple[TopicStatistics, ...]
    all: TopicStatistics
    days: Mapping[date, Day]
    """Days with checks or work, in order; counts all exercises, including those of other courses."""

    def rows(self) -> list[tuple[str, dict[str, str]]]:
        """Return the rows of the table: the title of each topic, then "All", each with its cells by column title.

        A column without any entry is left out.
        """
        used = {head: cell for head, cell in COLUMNS.items() if cell(self.all) != "-"}
        return [(row.title, {head: cell(row) for head, cell in used.items()}) for row in (*self.topics, self.all)]


COLUMNS: dict[str, Callable[[TopicStatistics], str]] = {
    "done": lambda s: f"{s.done} of {s.exercises}",
    "first try": lambda s: "-" if s.first_try_rate is None else f"{s.first_try_rate:.0%} of {s.begun}",
    "checks": lambda s: str(s.attempts),
    "time": lambda s: short_time(s.seconds),
    "hints": lambda s: str(s.hints),
    "gave up": lambda s: str(s.gave_up),
    "drills": lambda s: f"{s.drills_right} of {s.drills}" if s.drills else "-",
}
"""Titles of the columns after the topic's, with functions for their cells; "-" is an empty cell."""


def statistics(progress: ProgressStore, course: Course) -> Statistics:
    """Return a learner's statistics in a course.

    Raises:
        StoreError: the store cannot be read.
    """
    standings, seconds = progress.standings(), progress.work_seconds()
    firsts = progress.first_tries()
    drills, shown = progress.drill_counts(), frozenset(course.shown)

    def count(topic: str, title: str, exercises: tuple[str, ...]) -> TopicStatistics:
        exercises = tuple(one for one in dict.fromkeys(exercises) if one in shown or one in standings)
        known: list[Standing] = [standings.get(exercise, NEW) for exercise in exercises]
        seen = [firsts[exercise] for exercise in exercises if exercise in firsts]
        drilled = [drills[exercise] for exercise in exercises if exercise in drills]
        return TopicStatistics(
            topic=topic,
            title=title,
            exercises=len(exercises),
            done=sum(standing.status == "done" for standing in known),
            tried=sum(standing.attempts > 0 for standing in known),
            known=sum(standing.status == "known" for standing in known),
            attempts=sum(standing.attempts for standing in known),
            begun=len(seen),
            first_try=sum(seen),
            hints=sum(standing.hints for standing in known),
            gave_up=sum(standing.gave_up for standing in known),
            seconds=sum(seconds.get(exercise, 0.0) for exercise in exercises),
            drills=sum(checks for checks, _ in drilled),
            drills_right=sum(right for _, right in drilled),
        )

    topics = tuple(count(topic.id, topic.title, topic.exercises) for topic in course.topics)
    return Statistics(topics, count("", "All", course.exercises), progress.days())

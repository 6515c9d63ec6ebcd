"""Reads a class store again and again, and keeps the state of a class up to date, with names and sample answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from mxtutor.classroom.anonymity import NameScrubber, sample_of, usual
from mxtutor.classroom.naming import reading_order
from mxtutor.content.loader import load_exercise
from mxtutor.content.outline import Course
from mxtutor.errors import ContentError, UsageError
from mxtutor.grading.diagnosis import mistake_names
from mxtutor.live.people import People, files_of
from mxtutor.live.picture import ClassPicture, CommonMistake, ExerciseView, LearnerView, Sample, Stuck
from mxtutor.live.store import ClassStore, Row, time_text
from mxtutor.reporting.durations import elapsed

UNNAMED = {
    "wrong": "No known mistake: the result is wrong.",
    "error": "No known mistake: the answer ended with an error.",
    "timeout": "No known mistake: the answer took too long.",
    "crash": "No known mistake: the process of the answer ended.",
}
"""Text for answers without a named mistake, by verdict."""
_VERDICTS = ("right", *UNNAMED, "broken")


class MistakeNames:
    """The texts of a course's mistakes; an exercise is read when the first event with a mistake in it is shown."""

    def __init__(self, course: Course | None) -> None:
        self._course = course
        self._known = frozenset(course.exercises if course is not None else ())
        self._of: dict[str, Mapping[str, str]] = {}

    def of(self, exercise: str) -> Mapping[str, str]:
        """Return the texts of the mistakes that an exercise may have, by code."""
        if exercise not in self._of:
            self._of[exercise] = {**mistake_names(), **self._own(exercise)}
        return self._of[exercise]

    def _own(self, identity: str) -> dict[str, str]:
        if self._course is None or identity not in self._known:
            return {}
        try:
            exercise = load_exercise(self._course.folder(identity), identity)
        except ContentError:  # `dev check` reports the error; here the mistake gets no name
            return {}
        options = {f"option-{letter}": one.why for letter, one in exercise.lettered.items()}
        return options | {one.code: one.short_name for one in exercise.mistakes}

    def shown(self, row: Row) -> Row:
        """Return an event with known verdicts and mistakes only, and their texts; a device could send anything."""
        if not (row.verdict or row.headline or row.named):
            return row
        names = self.of(row.exercise)
        mistakes = [(code, names[code]) for code, _ in row.named if code in names]
        verdict = row.verdict if row.verdict in _VERDICTS else "wrong"
        return row._replace(verdict=verdict, headline=UNNAMED.get(verdict, ""), mistakes=json.dumps(mistakes))


LATE_SECONDS = 30.0
"""Seconds without a heartbeat in the store after which the class view says that the server is away."""


class ClassWatch:
    """One class of a store. Its methods use the database: call them from one thread, not the screen's.

    Raises (every method):
        StoreError: the store cannot be read or written now.
    """

    def __init__(self, store: Path, title: str = "", roster: Path | None = None, course: Course | None = None) -> None:
        """Open a store.

        Args:
            store: the file of the store.
            title: the class; empty for the newest one.
            roster: the file with names and ids; None for the one beside the store, if it exists.
            course: gives the order of exercises and the texts of mistakes. In a class for all exercises, events of
                exercises outside the course are not shown, because learners can send any name.

        Raises:
            TutorError: the store cannot be opened, or has no such class.
        """
        self._store = ClassStore(store)
        self.entry = self._store.entry(title)
        self._order = {exercise: place for place, exercise in enumerate(course.exercises if course is not None else ())}
        self._known = frozenset(self.entry.exercises or self._order)
        self._mistakes = MistakeNames(course)
        self._people = _people(store, roster)
        self.picture = self._empty()

    @property
    def has_names(self) -> bool:
        """Whether the roster and its key exist."""
        return self._people is not None

    def names(self) -> dict[str, str]:
        """Return the learners' names by keyed id; empty without a roster."""
        return self._people.names() if self._people is not None else {}

    @property
    def unknown(self) -> int:
        """Number of exercises of the class that are not in the course, so that their mistakes have no names here."""
        return sum(one not in self._order for one in self.entry.exercises) if self._order else 0

    @property
    def problem(self) -> str:
        """Why the changed roster cannot be read, so that earlier names are used; empty if it can be read."""
        return self._people.problem if self._people is not None else ""

    def server_seen(self) -> float | None:
        """Return the time of the server's last heartbeat, 0 if it has stopped, None if there is none."""
        return self._store.server_seen(self.entry.title)

    def server_away(self, now: float) -> str:
        """Return a text about a server that sends no heartbeats; empty if it does. `now` in seconds since 1970."""
        seen = self.server_seen()
        if not seen:
            return "no class server was seen" if seen is None else "the class server has stopped"
        silent = now - seen
        if silent < LATE_SECONDS:
            return ""
        return f"class server not seen for {elapsed(silent)}"

    def refresh(self) -> bool:
        """Read new rows of the store; return whether there were any."""
        picture = self.picture
        rows = self._store.rows(self.entry.title, picture.newest, with_code=False)
        if picture.count + len(rows) != self._store.count(self.entry.title):  # a learner's rows were deleted
            picture = self._empty()
            rows = self._store.rows(self.entry.title, with_code=False)
        elif not rows:
            return False
        known = [self._mistakes.shown(row) for row in rows if not self._known or row.exercise in self._known]
        picture.add(known)
        picture.count += len(rows)
        picture.newest = rows[-1].number if rows else 0
        self.picture = picture
        return True

    def sample(self, mistake: CommonMistake) -> Sample:
        """Return the most common answer with a mistake."""
        found = self.picture.answers_with(mistake.exercise, mistake.code)
        learners = self._people.roster.learners if self._people is not None else ()
        scrubber = NameScrubber(name for one in learners for name in {one.name, one.id})
        text, same = usual(sample_of(self._store.code_of(row.number), scrubber) for row in found)
        return Sample(text, same, len(found))

    def snapshot(self, now: float, *, names: bool, by_need: bool = False) -> Snapshot:
        """Return the class as it was at the last `refresh`; `now` in seconds since 1970.

        With `names`, learners have names in place of ids. They are sorted by name, or with `by_need` those with the
        fewest right answers come first.
        """
        picture, known = self.picture, self.names() if names else {}

        def place(view: LearnerView) -> tuple[int, tuple[str, str]]:
            return (view.right if by_need else 0), reading_order(known.get(view.learner) or view.learner)

        return Snapshot(
            self.entry.title, now, tuple(sorted(picture.learners.values(), key=place)),
            tuple(picture.by_exercise(now)), tuple(picture.attention(now)), tuple(picture.mistakes()), known,
            picture.count,
        )  # fmt: skip

    def mark_helped(self, learner: str, exercise: str, now: float) -> None:
        """Store that a learner was helped."""
        self._store.add_helped(self.entry.title, learner, exercise, now)

    def close(self) -> None:
        """Close the store; idempotent."""
        self._store.close()

    def _empty(self) -> ClassPicture:
        return ClassPicture(self.entry.exercises, self.names(), self._order)


def _people(store: Path, roster: Path | None) -> People | None:
    """Return the people of a store if their files exist; a roster given by the user must exist.

    Raises:
        UsageError: a file is damaged, or the given roster is missing.
    """
    _, path, key = files_of(store, roster)
    if roster is None and not (path.exists() and key.exists()):
        return None
    if not key.exists():
        raise UsageError(
            f"The key file {key} for the ids of learners is missing.", fix="Copy it from beside the class store."
        )
    return People(path, key)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a class at one time, for the screen and for JSON."""

    title: str = ""
    now: float = 0.0
    """Time of the snapshot, in seconds since 1970."""
    learners: tuple[LearnerView, ...] = ()
    exercises: tuple[ExerciseView, ...] = ()
    attention: tuple[Stuck, ...] = ()
    mistakes: tuple[CommonMistake, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Names by keyed id; empty if ids are shown."""
    events: int = 0

    def label(self, learner: str) -> str:
        """Return a learner's name, or a short id if there is none."""
        return self.names.get(learner) or learner.removeprefix("learner-")

    def counts(self) -> tuple[int, int, int, int]:
        """Return the numbers of learners: all, with any event, asking for help, stuck."""
        active = sum(view.last > 0 for view in self.learners)
        asking = sum(one.help for one in self.attention)
        return len(self.learners), active, asking, len(self.attention) - asking


def class_json(watch: ClassWatch, now: float, *, names: bool) -> dict[str, Any]:
    """Return the class as plain data, with names if `names`; `now` in seconds since 1970."""
    shown, seen = watch.snapshot(now, names=names), watch.server_seen()
    return {
        "version": 1,
        "class": shown.title,
        "at": time_text(now),
        "server_seen": time_text(seen) if seen else None,
        "events": shown.events,
        "exercises": msgspec.to_builtins(shown.exercises),
        "attention": [
            {"learner": s.view.learner, "exercise": s.exercise, "seconds": round(s.seconds), "help": s.help}
            for s in shown.attention
        ],
        "mistakes": [msgspec.to_builtins(one) | {"share": round(one.share, 4)} for one in shown.mistakes],
        "learners": [
            {"learner": view.learner}
            | ({"name": shown.names.get(view.learner, "")} if names else {})
            | _learner_json(view, watch.picture.size, now)
            for view in shown.learners
        ],
    }


def _learner_json(view: LearnerView, size: int, now: float) -> dict[str, Any]:
    """Return a learner's state as plain data, without name and id; `size` is the number of exercises."""
    stuck = view.stuck_for(now)
    return {
        "standing": view.standing(now, size),
        "right": view.right,
        "tried": view.tried,
        "exercise": view.exercise,
        "last": time_text(view.last) if view.last else None,
        "stuck_seconds": round(stuck) if stuck else None,
        "help": {"exercise": view.help_in, "seconds": round(now - view.help_since)} if view.help_in else None,
        "exercises": {
            exercise: {
                "status": cell.status,
                "attempts": cell.attempts,
                "hints": cell.hints,
                "solution": cell.solution,
                "verdict": cell.verdict or None,
                "mistakes": sorted(cell.mistakes),
            }
            for exercise, cell in view.cells.items()
        },
    }

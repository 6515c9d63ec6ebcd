"""A learner's progress in SQLite, through the models in `tables.py`.

peewee takes 28 ms to import: import this module in a thread, after the first paint.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.answers import answer_file, remove_answer, write_answer
from mxtutor.progress.failures import explain
from mxtutor.progress.light_peewee import peewee
from mxtutor.progress.model import NEW, Attempt, Draft, Place, Standing
from mxtutor.progress.opening import Opened, open_database
from mxtutor.progress.presence import Presence
from mxtutor.progress.rows import Tried, attempt_of, now, standing_of, storable
from mxtutor.progress.tables import AttemptRow, DraftRow, HelpRow, LessonRow, SettingRow

_PLACE = "@place"
"""Reserved name in the settings table; no setting has it."""
_Row = TypeVar("_Row", bound=peewee.Model)
_Made = TypeVar("_Made")


def open_store(home: Path) -> ProgressStore:
    """Return the store of a home folder; create both if they are missing.

    Raises:
        StoreError: the folder cannot be written, or a newer release wrote the file.
    """
    return ProgressStore(home, open_database(home))


class ProgressStore:
    """Implements `Progress`; one connection, one call at a time, each call one transaction."""

    def __init__(self, home: Path, opened: Opened) -> None:
        self.home = home
        self._presence = Presence(home)
        self._notice = opened.notice
        self._database = opened.database
        self._path = opened.path
        self._lock = threading.RLock()

    @property
    def notice(self) -> str:
        """Message for the learner about a damaged file that was set aside; empty if there was none."""
        return self._notice

    def standings(self) -> Mapping[str, Standing]:
        """Return the standings of all exercises with stored data."""
        return self._standings(None)

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` without stored data."""
        return self._standings(exercise).get(exercise, NEW)

    def draft(self, exercise: str) -> Draft | None:
        """Return the last text of the editor; None if nothing was typed."""
        row = self._row(DraftRow.select().where(DraftRow.exercise == exercise))
        return Draft(row.code, (row.cursor_row, row.cursor_column)) if row else None

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Store the text of the editor, in the database and as the answer file."""
        line, column = draft.cursor
        code = storable(draft.code)
        with self._transaction():
            self._put(DraftRow(exercise=exercise, code=code, cursor_row=line, cursor_column=column, at=now()))
        with self._explained():
            write_answer(self.home, exercise, draft.code)

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Store a draft; a stored text that another tutor wrote in place of `known` becomes an attempt first."""
        with self._transaction():
            there = self.draft(exercise)
            replaced = there is not None and there.code not in (known and storable(known), storable(draft.code))
            if there is not None and replaced and there.code.strip():
                self.set_aside(exercise, there.code)
        self.save_draft(exercise, draft)
        return replaced

    def answer_file(self, exercise: str) -> Path | None:
        """Return the answer file; None for an id that must not name a file."""
        return answer_file(self.home, exercise)

    def claim(self, exercise: str) -> bool:
        """Note that this tutor has opened an exercise; return False if another tutor has it open."""
        return self._presence.claim(exercise)

    def release(self, exercise: str) -> None:
        """Note that this tutor has closed an exercise."""
        self._presence.release(exercise)

    def last_report(self, exercise: str) -> tuple[Attempt, Report] | None:
        """Return the newest counted attempt and its report; None if no report is stored."""
        for attempt in self.attempts(exercise):
            if attempt.verdict not in (None, Verdict.BROKEN):
                report = self.report(attempt.number)
                return (attempt, report) if report else None
        return None

    def set_aside(self, exercise: str, code: str) -> Attempt:
        """Store a draft that will be replaced as an attempt without a verdict."""
        return self._add(exercise, code, None)

    def attempts(self, exercise: str) -> tuple[Attempt, ...]:
        """Return all attempts of an exercise, newest first."""
        query = AttemptRow.select().where(AttemptRow.exercise == exercise).order_by(AttemptRow.number.desc())
        return tuple(attempt_of(row) for row in self._rows(query))

    def add_attempt(self, exercise: str, code: str, report: Report) -> Attempt:
        """Store a checked answer with its whole report."""
        return self._add(exercise, code, report)

    def report(self, number: int) -> Report | None:
        """Return the report of an attempt; None without one, or if another release wrote it in another form."""
        row = self._row(AttemptRow.select(AttemptRow.report).where(AttemptRow.number == number))
        if row is None or row.report is None:
            return None
        try:
            return Report.from_json(json.loads(row.report))
        except ValueError:
            return None

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (counted from 1) was opened; a smaller step than before changes nothing."""
        with self._transaction():
            row = self._row(HelpRow.select().where(HelpRow.exercise == exercise))
            self._put(HelpRow(exercise=exercise, hints=max(row.hints if row else 0, step)), HelpRow.hints)

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        with self._transaction():
            self._put(HelpRow(exercise=exercise, gave_up=True), HelpRow.gave_up)

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to their end."""
        return frozenset(row.lesson for row in self._rows(LessonRow.select()))

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to its end."""
        with self._transaction():
            self._put(LessonRow(lesson=lesson, at=now()))

    def place(self) -> Place | None:
        """Return the place where the learner stopped; None at the first start."""
        try:
            return Place(**json.loads(self.setting(_PLACE, "null")))
        except (TypeError, ValueError):
            return None

    def save_place(self, place: Place) -> None:
        """Store the learner's place."""
        self.save_setting(_PLACE, json.dumps({"screen": place.screen, "id": place.id, "scroll": place.scroll}))

    def setting(self, key: str, default: str = "") -> str:
        """Return a setting; `default` if it was never set."""
        row = self._row(SettingRow.select().where(SettingRow.name == key))
        return row.value if row else default

    def settings(self) -> dict[str, str]:
        """Return all settings."""
        return {row.name: row.value for row in self._rows(SettingRow.select().where(SettingRow.name != _PLACE))}

    def save_setting(self, key: str, value: str) -> None:
        """Store a setting."""
        with self._transaction():
            self._put(SettingRow(name=key, value=storable(value)))

    def exercises(self) -> tuple[str, ...]:
        """Return the ids of all exercises with stored data, also those that no course has, sorted."""
        found = {row.exercise for row in self._rows(AttemptRow.select(AttemptRow.exercise).distinct())}
        found |= {row.exercise for row in self._rows(DraftRow.select(DraftRow.exercise))}
        found |= {row.exercise for row in self._rows(HelpRow.select(HelpRow.exercise))}
        return tuple(sorted(found))

    def start_over(self, exercises: Collection[str] | None = None) -> None:
        """Reset some exercises to `todo`, or all of them with lessons read and place; settings stay.

        Attempts stay; a draft that differs from all of them becomes one, without a verdict.
        """
        chosen = self.exercises() if exercises is None else tuple(exercises)
        with self._transaction():
            for exercise in chosen:
                self._start_over(exercise)
            if exercises is None:
                self._delete(LessonRow.delete())
                self._delete(SettingRow.delete().where(SettingRow.name == _PLACE))
        with self._explained():
            for exercise in chosen:
                remove_answer(self.home, exercise)

    def packed(self) -> bytes:
        """Return a zip of all attempts, and of the newest text of each exercise."""
        from mxtutor.progress.transfer import export_json, packed  # it knows this class

        return packed(export_json(self))

    def close(self) -> None:
        """Close the store; idempotent."""
        self._presence.release_all()
        with self._lock, self._explained():
            self._database.close()

    def _standings(self, exercise: str | None) -> dict[str, Standing]:
        tried = AttemptRow.select(AttemptRow.exercise, AttemptRow.verdict, AttemptRow.number)
        tried = tried.where(AttemptRow.verdict != Verdict.BROKEN.value)  # this also excludes NULL
        helps = HelpRow.select()
        if exercise is not None:
            tried, helps = tried.where(AttemptRow.exercise == exercise), helps.where(HelpRow.exercise == exercise)
        with self._lock:
            help_of = {row.exercise: row for row in self._rows(helps)}
            verdicts: dict[str, list[Verdict]] = {name: [] for name in help_of}
            for row in self._made(Tried, tried.order_by(AttemptRow.number)):
                helped = help_of.get(row.exercise)
                if helped is None or row.number > helped.begun_after:
                    verdicts.setdefault(row.exercise, []).append(Verdict(row.verdict))
        found = {name: standing_of(past, help_of.get(name)) for name, past in verdicts.items()}
        return {name: standing for name, standing in found.items() if standing != NEW}

    def _start_over(self, exercise: str) -> None:
        draft, past = self.draft(exercise), self.attempts(exercise)
        if draft and draft.code and draft.code not in [attempt.code for attempt in past]:
            past = (self.set_aside(exercise, draft.code), *past)
        newest = past[0].number if past else 0
        self._put(HelpRow(exercise=exercise, begun_after=newest))
        self._delete(DraftRow.delete().where(DraftRow.exercise == exercise))

    def _add(self, exercise: str, code: str, report: Report | None) -> Attempt:
        row = AttemptRow(exercise=exercise, code=storable(code), at=now())
        if report is not None:
            row.verdict, row.headline = report.verdict.value, storable(report.headline)
            row.seconds, row.seed = report.seconds, str(report.seed)
            row.report = json.dumps(report.to_json())
        with self._transaction():
            row.number = AttemptRow.insert(row.__data__).bind(self._database).execute()
        return attempt_of(row)

    def _put(self, row: peewee.Model, *changed: peewee.Field[Any]) -> None:
        """Insert a row; if its key exists, change the given columns, or all of them."""
        key = row._meta.primary_key
        query = (
            type(row)
            .insert(row.__data__)
            .on_conflict(
                conflict_target=[key],
                preserve=changed or [field for field in row._meta.sorted_fields if field is not key],
            )
        )
        query.bind(self._database).execute()

    def _delete(self, query: peewee.ModelDelete) -> None:
        query.bind(self._database).execute()

    def _row(self, query: peewee.ModelSelect[_Row]) -> _Row | None:
        return next(iter(self._rows(query)), None)

    def _rows(self, query: peewee.ModelSelect[_Row]) -> list[_Row]:
        with self._lock, self._explained():
            return list(query.bind(self._database))

    def _made(self, make: Callable[..., _Made], query: peewee.ModelSelect[_Row]) -> list[_Made]:
        """Return the result of `make` for the columns of each row; for many rows this is faster than `_rows`."""
        return cast("list[_Made]", self._rows(query.objects(make)))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._explained(), self._database.atomic():
            yield

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (peewee.PeeweeException, OSError) as error:
            if self._database.is_closed():
                raise StoreError("Progress is closed already.") from error
            raise explain(error, self.home) from error

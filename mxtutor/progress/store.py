"""A learner's progress in SQLite; `tables.py` has the rows. Import it in a thread, after the first paint."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from dataclasses import astuple, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress import first_tries
from mxtutor.progress.answers import answer_file, remove_answer, write_answer
from mxtutor.progress.known import KnownStore
from mxtutor.progress.model import NEW, Attempt, Draft, Place, Standing
from mxtutor.progress.opening import Opened, open_database
from mxtutor.progress.presence import Presence
from mxtutor.progress.row_store import insertion
from mxtutor.progress.rows import attempt_of, now, standing_of, storable, whole
from mxtutor.progress.tables import COUNTED, AttemptRow, DraftRow, HelpRow, LessonRow, SettingRow, texts

if TYPE_CHECKING:
    from mxtutor.progress.activity import ActivityStore
    from mxtutor.progress.card_store import CardStore
    from mxtutor.progress.import_store import ImportStore

_PLACE = "@place"
"""Reserved name in the settings table; no setting's name begins with `@`."""


def open_store(home: Path) -> ProgressStore:
    """Return the store of a home folder; create both if they are missing.

    Raises:
        StoreError: the folder cannot be written, or a newer release wrote the file.
    """
    return ProgressStore(home, open_database(home))


class ProgressStore(KnownStore):
    """Implements `Progress`."""

    def __init__(self, home: Path, opened: Opened) -> None:
        super().__init__(home, opened.database)
        self._presence = Presence(home)
        self._notice = opened.notice

    @property
    def notice(self) -> str:
        """Message for the learner about a damaged file that was set aside, or damaged rows; empty without any."""
        return self._notice or self._damage()

    @cached_property
    def cards(self) -> CardStore:
        """The review cards of exercises and mistakes, and the drills."""
        from mxtutor.progress.card_store import CardStore

        return CardStore(self.home, self._database, self._lock)

    @cached_property
    def activity(self) -> ActivityStore:
        """How long the learner worked on which exercise and day."""
        from mxtutor.progress.activity import ActivityStore

        return ActivityStore(self.home, self._database, self._lock)

    @cached_property
    def imports(self) -> ImportStore:
        """What takes exports."""
        from mxtutor.progress.import_store import ImportStore

        return ImportStore(self.home, self._database, self._lock)

    def standings(self) -> Mapping[str, Standing]:
        """Return the standings of all exercises with stored data."""
        return self._standings(None)

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` without stored data."""
        return self._standings(exercise).get(exercise, NEW)

    def draft(self, exercise: str) -> Draft | None:
        """Return the last text of the editor; None if nothing was typed."""
        row = self._row(DraftRow, "exercise = ?", exercise)
        return Draft(row.code, (whole(row.cursor_row), whole(row.cursor_column))) if row else None

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Store the text of the editor, in the database and as the answer file."""
        self._save_row(exercise, draft)
        with self._explained():
            write_answer(self.home, exercise, draft.code)

    def _save_row(self, exercise: str, draft: Draft) -> None:
        line, column = draft.cursor
        with self._transaction():
            self._keep_damaged(DraftRow, exercise, AttemptRow)
            self._put(DraftRow(exercise, storable(draft.code), line, column, now()))
            self.activity.note(exercise)

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Store a draft; a stored text that another tutor wrote in place of `known` becomes an attempt first."""
        with self._transaction():
            there = self.draft(exercise)
            replaced = there is not None and there.code not in (known and storable(known), storable(draft.code))
            if there is not None and replaced and there.code.strip():
                self.set_aside(exercise, there.code)
            self._save_row(exercise, draft)  # in the same transaction: another tutor may write at any time
        with self._explained():
            write_answer(self.home, exercise, draft.code)
        return replaced

    def answer_file(self, exercise: str) -> Path | None:
        """Return the answer file; None for an id that must not name a file."""
        return answer_file(self.home, exercise)

    def claim(self, exercise: str) -> bool:
        """Note that this tutor has opened an exercise; return False if another tutor has it open."""
        with contextlib.suppress(StoreError):  # the time of work is not worth a failure
            self.activity.note(exercise)
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
        found = self._rows(AttemptRow, "exercise = ? ORDER BY number DESC", exercise)
        return tuple(attempt_of(row) for row in found)

    def add_attempt(self, exercise: str, code: str, report: Report, task_hash: str = "") -> Attempt:
        """Store a checked answer with its whole report and the hash of the task that it answers."""
        return self._add(exercise, code, report, task_hash)

    def report(self, number: int) -> Report | None:
        """Return the report of an attempt; None without one, or if another release wrote it in another form."""
        found = self._run("SELECT report FROM attempts WHERE number = ?", number)
        if not found or found[0][0] is None:
            return None
        try:
            return Report.from_json(json.loads(found[0][0]))
        except (ValueError, RecursionError):
            return None

    def note_live(self, exercise: str, verdict: Verdict) -> None:
        """Record that the learner saw a live verdict; only the first one since the exercise was started over counts."""
        with self._transaction():
            first_tries.note_live(self._run, exercise, verdict, now())

    def live_verdicts(self) -> Mapping[str, tuple[str, str]]:
        """Return verdict and time of the first live verdict of each exercise that the learner saw before an attempt."""
        return first_tries.live_verdicts(self._run)

    def first_tries(self) -> Mapping[str, bool]:
        """Return for each exercise whether the first verdict that the learner saw, live or not, was right."""
        with self._lock:
            return first_tries.first_tries(self._run)

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (counted from 1) was opened; a smaller step than before changes nothing."""
        with self._transaction():
            row = self._row(HelpRow, "exercise = ?", exercise)
            self._put(HelpRow(exercise, hints=max(row.hints if row else 0, step)), "hints")

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        with self._transaction():
            self._put(HelpRow(exercise, gave_up=True), "gave_up")

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to their end."""
        return frozenset(row.lesson for row in self._rows(LessonRow))

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to its end."""
        with self._transaction():
            self._put(LessonRow(lesson, now()))

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
        row = self._row(SettingRow, "name = ?", key)
        return row.value if row else default

    def settings(self) -> dict[str, str]:
        """Return all settings."""
        return {row.name: row.value for row in self._rows(SettingRow, "name NOT LIKE '@%'")}

    def save_setting(self, key: str, value: str) -> None:
        """Store a setting."""
        with self._transaction():
            self._put(SettingRow(key, storable(value)))

    def exercises(self) -> tuple[str, ...]:
        """Return the ids of all exercises with stored data, also those that no course has, sorted."""
        tables = (AttemptRow.table, DraftRow.table, HelpRow.table, "known")
        parts = (f"SELECT exercise FROM {table} WHERE {texts('exercise')}" for table in tables)  # noqa: S608 - constants
        return tuple(sorted(exercise for (exercise,) in self._run(" UNION ".join(parts))))

    def begun_after(self, exercise: str) -> int:
        """Return the number of the newest attempt when an exercise was started over; 0 if it never was."""
        row = self._row(HelpRow, "exercise = ?", exercise)
        return row.begun_after if row else 0

    def start_over(self, exercises: Collection[str] | None = None) -> None:
        """Reset some exercises to `todo`, or all of them with lessons read and place; settings stay.

        Attempts stay; a draft that differs from all of them becomes one, without a verdict.
        """
        chosen = self.exercises() if exercises is None else tuple(exercises)
        with self._transaction():
            for exercise in chosen:
                self._start_over(exercise)
            if exercises is None:
                self._run("DELETE FROM lessons")
                self._run("DELETE FROM settings WHERE name = ?", _PLACE)
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
        of_one, given = ("", ()) if exercise is None else (" AND exercise = ?", (exercise,))
        counts = f"{AttemptRow.sound} AND {COUNTED}{of_one}"
        tried = f"SELECT exercise, verdict, number, task_hash FROM attempts WHERE {counts} ORDER BY number"  # noqa: S608 - constants
        with self._lock:
            known = {name for name, counts in self.known().items() if counts and exercise in (None, name)}
            help_of = {row.exercise: row for row in self._rows(HelpRow, f"TRUE{of_one}", *given)}
            counted: dict[str, list[tuple[Verdict, str]]] = {name: [] for name in (*help_of, *known)}
            for name, verdict, number, task in self._run(tried, *given):
                helped = help_of.get(name)
                if helped is None or number > helped.begun_after:
                    counted.setdefault(name, []).append((Verdict(verdict), task))
        found = {name: standing_of(past, help_of.get(name), known=name in known) for name, past in counted.items()}
        return {name: standing for name, standing in found.items() if standing != NEW}

    def _start_over(self, exercise: str) -> None:
        draft, past = self.draft(exercise), self.attempts(exercise)
        if draft and draft.code and draft.code not in [attempt.code for attempt in past]:
            self.set_aside(exercise, draft.code)
        self._keep_damaged(DraftRow, exercise, AttemptRow)
        ((newest,),) = self._run("SELECT coalesce(max(number), 0) FROM attempts WHERE exercise = ?", exercise)
        self._put(HelpRow(exercise, begun_after=newest))
        for table in ("drafts", "cards", "drills", "known"):
            self._run(f"DELETE FROM {table} WHERE exercise = ?", exercise)  # noqa: S608 - constants
        first_tries.forget_live(self._run, exercise)

    def _add(self, exercise: str, code: str, report: Report | None, task_hash: str = "") -> Attempt:
        row = AttemptRow(None, exercise, storable(code), None, "", 0.0, "0", None, now(), task_hash)
        if report is not None:
            row = replace(
                row,
                verdict=report.verdict.value,
                headline=storable(report.headline),
                seconds=report.seconds,
                seed=str(report.seed),
                report=json.dumps(report.to_json()),
            )
        with self._transaction():
            number = self._database.insert(insertion(row), *astuple(row))
            self.activity.note(exercise)
        return attempt_of(replace(row, number=number))

"""A learner's progress in SQLite, through peewee.

peewee also speaks to PostgreSQL and carries its types; it takes 28 ms to import where SQLAlchemy takes 120. Import this
module in a thread, after the first paint.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import peewee

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.answers import answer_file, remove_answer, write_answer
from mxtutor.progress.failures import explain
from mxtutor.progress.model import NEW, Attempt, Draft, Place, Standing
from mxtutor.progress.opening import Opened, open_database
from mxtutor.progress.presence import Presence
from mxtutor.progress.rows import attempt_of, columns_of, now, standing_of, storable
from mxtutor.progress.schema import Tables

_PLACE = "@place"
"""Name in the settings table that no setting has."""
_NO_HELP = {"hints": 0, "gave_up": 0, "begun_after": 0}


def open_store(home: Path) -> ProgressStore:
    """Return the store of a home folder, which is made if need be.

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
        self._tables = Tables(opened.database)

    @property
    def notice(self) -> str:
        """What the learner must know about the opening; empty when all is well."""
        return self._notice

    def standings(self) -> Mapping[str, Standing]:
        """Return the standing of every exercise that was touched."""
        return self._standings(None)

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` when it was never touched."""
        return self._standings(exercise).get(exercise, NEW)

    def draft(self, exercise: str) -> Draft | None:
        """Return what the editor last held; None when nothing was typed."""
        drafts = self._tables.drafts
        row = self._row(drafts.select().where(drafts.c.exercise == exercise))
        return Draft(row["code"], (row["cursor_row"], row["cursor_column"])) if row else None

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Keep what the editor holds, in the database and as the answer file."""
        row, column = draft.cursor
        values = {"code": storable(draft.code), "cursor_row": row, "cursor_column": column, "at": now()}
        with self._transaction():
            self._put(self._tables.drafts, {"exercise": exercise}, values)
        with self._explained():
            write_answer(self.home, exercise, draft.code)

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Keep a draft; the text of another tutor that stands there in place of `known` becomes an attempt first."""
        with self._transaction():
            there = self.draft(exercise)
            replaced = there is not None and there.code not in (known and storable(known), storable(draft.code))
            if there is not None and replaced and there.code.strip():
                self.set_aside(exercise, there.code)
        self.save_draft(exercise, draft)
        return replaced

    def answer_file(self, exercise: str) -> Path | None:
        """Return the file that holds the draft; None for an id that must not name a file."""
        return answer_file(self.home, exercise)

    def claim(self, exercise: str) -> bool:
        """Note that an exercise is open here; return False when another tutor has it open."""
        return self._presence.claim(exercise)

    def release(self, exercise: str) -> None:
        """Note that an exercise is no longer open here."""
        self._presence.release(exercise)

    def last_report(self, exercise: str) -> tuple[Attempt, Report] | None:
        """Return the newest attempt that counts, with its report; None where no report is kept."""
        for attempt in self.attempts(exercise):
            if attempt.verdict not in (None, Verdict.BROKEN):
                report = self.report(attempt.number)
                return (attempt, report) if report else None
        return None

    def set_aside(self, exercise: str, code: str) -> Attempt:
        """Keep a draft that is about to be replaced as an attempt without a verdict."""
        return self._add(exercise, code, None)

    def attempts(self, exercise: str) -> tuple[Attempt, ...]:
        """Return all attempts of an exercise, newest first."""
        attempts = self._tables.attempts
        query = attempts.select().where(attempts.c.exercise == exercise).order_by(attempts.c.number.desc())
        return tuple(attempt_of(row) for row in self._rows(query))

    def add_attempt(self, exercise: str, code: str, report: Report) -> Attempt:
        """Keep a checked answer with its whole report."""
        return self._add(exercise, code, report)

    def report(self, number: int) -> Report | None:
        """Return the report of an attempt; None without one, or when another release wrote it in another form."""
        attempts = self._tables.attempts
        row = self._row(attempts.select(attempts.c.report).where(attempts.c.number == number))
        if row is None or row["report"] is None:
            return None
        try:
            return Report.from_json(json.loads(row["report"]))
        except (KeyError, TypeError, ValueError):
            return None

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (1 to 3) was opened; a smaller step than before changes nothing."""
        helped = self._tables.help
        with self._transaction():
            row = self._row(helped.select().where(helped.c.exercise == exercise)) or _NO_HELP
            self._put(helped, {"exercise": exercise}, {"hints": max(row["hints"], step)})

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        with self._transaction():
            self._put(self._tables.help, {"exercise": exercise}, {"gave_up": 1})

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to their end."""
        return frozenset(row["lesson"] for row in self._rows(self._tables.lessons.select()))

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to its end."""
        with self._transaction():
            self._put(self._tables.lessons, {"lesson": lesson}, {"at": now()})

    def place(self) -> Place | None:
        """Return where the learner stopped; None at the first start."""
        try:
            return Place(**json.loads(self.setting(_PLACE, "null")))
        except (TypeError, ValueError):
            return None

    def save_place(self, place: Place) -> None:
        """Record where the learner is."""
        self.save_setting(_PLACE, json.dumps({"screen": place.screen, "id": place.id, "scroll": place.scroll}))

    def setting(self, key: str, default: str = "") -> str:
        """Return a setting; `default` when it was never set."""
        settings = self._tables.settings
        row = self._row(settings.select(settings.c.value).where(settings.c.name == key))
        return cast(str, row["value"]) if row else default

    def settings(self) -> dict[str, str]:
        """Return all settings."""
        return {
            row["name"]: row["value"] for row in self._rows(self._tables.settings.select()) if row["name"] != _PLACE
        }

    def save_setting(self, key: str, value: str) -> None:
        """Keep a setting."""
        with self._transaction():
            self._put(self._tables.settings, {"name": key}, {"value": storable(value)})

    def exercises(self) -> tuple[str, ...]:
        """Return the ids of all exercises that the store knows, those of no course included, sorted."""
        tables = (self._tables.attempts, self._tables.drafts, self._tables.help)
        found = (row["exercise"] for table in tables for row in self._rows(table.select(table.c.exercise).distinct()))
        return tuple(sorted(set(found)))

    def start_over(self, exercises: Collection[str] | None = None) -> None:
        """Put some exercises, or all with lessons read and place, back to `todo`; settings stay.

        Attempts stay, and a draft that is none of them becomes one, without a verdict.
        """
        chosen = self.exercises() if exercises is None else tuple(exercises)
        with self._transaction():
            for exercise in chosen:
                self._start_over(exercise)
            if exercises is None:
                settings = self._tables.settings
                self._tables.lessons.delete().execute()
                settings.delete().where(settings.c.name == _PLACE).execute()
        with self._explained():
            for exercise in chosen:
                remove_answer(self.home, exercise)

    def close(self) -> None:
        """Close the store; idempotent."""
        self._presence.release_all()
        with self._lock, self._explained():
            self._database.close()

    def _standings(self, exercise: str | None) -> dict[str, Standing]:
        attempts, helped = self._tables.attempts, self._tables.help
        tried = attempts.select(attempts.c.exercise, attempts.c.verdict, attempts.c.number)
        tried = tried.where(attempts.c.verdict.is_null(False), attempts.c.verdict != "broken")
        helps = helped.select()
        if exercise is not None:
            tried, helps = tried.where(attempts.c.exercise == exercise), helps.where(helped.c.exercise == exercise)
        with self._lock:
            help_of = {row["exercise"]: row for row in self._rows(helps)}
            verdicts: dict[str, list[Verdict]] = {name: [] for name in help_of}
            for row in self._rows(tried.order_by(attempts.c.number)):
                name = row["exercise"]
                if row["number"] > help_of.get(name, _NO_HELP)["begun_after"]:
                    verdicts.setdefault(name, []).append(Verdict(row["verdict"]))
        found = {name: standing_of(past, help_of.get(name, _NO_HELP)) for name, past in verdicts.items()}
        return {name: standing for name, standing in found.items() if standing != NEW}

    def _start_over(self, exercise: str) -> None:
        draft, past = self.draft(exercise), self.attempts(exercise)
        if draft and draft.code and draft.code not in [attempt.code for attempt in past]:
            past = (self.set_aside(exercise, draft.code), *past)
        newest = past[0].number if past else 0
        self._put(self._tables.help, {"exercise": exercise}, {"hints": 0, "gave_up": 0, "begun_after": newest})
        self._tables.drafts.delete().where(self._tables.drafts.c.exercise == exercise).execute()

    def _add(self, exercise: str, code: str, report: Report | None) -> Attempt:
        row: dict[str, Any] = {
            "exercise": exercise,
            "code": storable(code),
            "verdict": None,
            "headline": "",
            "at": now(),
        }
        row |= {"seconds": 0.0, "seed": "0", "report": None}
        if report is not None:
            row |= {"verdict": report.verdict.value, "headline": storable(report.headline), "seconds": report.seconds}
            row |= {"seed": str(report.seed), "report": json.dumps(report.to_json())}
        with self._transaction():
            number = self._tables.attempts.insert(columns_of(self._tables.attempts, row)).execute()
        return attempt_of(row | {"number": number})

    def _put(self, table: peewee.Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        """Insert a row, or change the one that has the key."""
        row = columns_of(table, key | values)
        query = table.insert(row).on_conflict(
            conflict_target=list(columns_of(table, key)), preserve=list(columns_of(table, values))
        )
        query.execute()

    def _row(self, query: peewee.Select) -> dict[str, Any] | None:
        return next(iter(self._rows(query)), None)

    def _rows(self, query: peewee.Select) -> list[dict[str, Any]]:
        with self._lock, self._explained():
            return list(query.dicts())

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

"""Converts the data of releases before 0.4.0 (exports, and tables of database files) to events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from mxtutor.conversion import convert
from mxtutor.grading.protocol import MAX_SOURCE, Report, Verdict
from mxtutor.progress.database import Database, create, insert
from mxtutor.progress.events import (
    Checked,
    Count,
    Event,
    GaveUp,
    Hint,
    Known,
    Live,
    ReadLesson,
    Reviewed,
    Seconds,
    SetAside,
    StartedOver,
    Text,
    What,
    Word,
    Worked,
    id_of,
    last_seen,
    mistakes_in,
    new_id,
    storable,
)
from mxtutor.progress.schedule import OPTION, memory_of
from mxtutor.progress.times import UNKNOWN_TIME, seconds_in, time_in, whole_in

Code = Annotated[str, Meta(max_length=MAX_SOURCE)]
_T = TypeVar("_T")


class PastAttempt(msgspec.Struct, frozen=True):
    """An attempt in an export; unknown keys are ignored."""

    code: Code
    when: Word
    verdict: Verdict | None = None
    headline: Text = ""
    seconds: Seconds = 0.0
    seed: int = 0
    number: Count = 0
    report: Any = None
    task_hash: Word = ""


class PastExercise(msgspec.Struct, frozen=True):
    """The work on one exercise in an export."""

    id: Word
    status: Word = "todo"
    hints: Annotated[int, Meta(ge=0, le=1000)] = 0
    gave_up: bool = False
    answer: Code | None = None
    begun_after: Count | None = None
    """Attempts with numbers up to this one do not count any more; None in exports of earlier releases."""
    attempts: tuple[PastAttempt, ...] = ()
    first_live: tuple[Word, Word] | None = None
    """Verdict and time of the live verdict shown before the first attempt."""


class PastCard(msgspec.Struct, frozen=True):
    """A review card in an export."""

    exercise: Word
    mistake: Word
    reviewed: Word
    due: Word
    stability: Annotated[float, Meta(gt=0, le=1e9)]
    difficulty: Annotated[float, Meta(ge=0, le=100)]
    name: Text = ""
    times: Count = 0
    made: Word | None = None
    passes: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class PastDrill(PastAttempt, frozen=True, kw_only=True):
    """A checked answer of a drill."""

    exercise: Word


class Export(msgspec.Struct, frozen=True):
    """The contents of an export."""

    version: int
    exercises: tuple[PastExercise, ...]
    lessons_read: tuple[Word, ...] = ()
    settings: Mapping[Word, Text] = {}
    known: Mapping[Word, bool] = {}
    cards: tuple[PastCard, ...] | None = None
    """None in exports of releases without reviews."""
    drills: tuple[PastDrill, ...] = ()


def _report(report: object) -> Report | None:
    """Return a report; None if it is not one of this release or an earlier one."""
    try:
        return Report.from_json(report)
    except (ValueError, TypeError, RecursionError):
        return None


def events_of(export: Export, device: str) -> list[Event]:
    """Return the events for an export, numbered from 1, in order for each exercise.

    Copies of the same attempt, in an export or in a database, give events with the same id.
    """
    made = _Events(device)
    for one in export.exercises:
        made.add_exercise(one)
    for drill in sorted(export.drills, key=lambda one: (one.number, one.when)):
        made.add_attempt(drill.exercise, drill, drill=True)
    for card in export.cards or ():
        made.add_card(card)
    for exercise, counts in export.known.items():
        for value in (True,) if counts else (True, False):
            made.add(exercise, Known(value), UNKNOWN_TIME, ("known", exercise, value))
    for lesson in dict.fromkeys(export.lessons_read):
        made.add("", ReadLesson(lesson), UNKNOWN_TIME, ("read", lesson))
    return made.events


class _Events:
    """Builds the events of one device."""

    def __init__(self, device: str) -> None:
        self.events: list[Event] = []
        self._device = device
        self._of: dict[str, list[Event]] = {}
        self._by_id: dict[str, Event] = {}

    def add(
        self,
        exercise: str,
        what: What,
        at: datetime,
        identity: tuple[object, ...],
        code: str | None = None,
        report: str | None = None,
    ) -> Event:
        """Add an event; its time becomes at least that of the exercise's previous event."""
        name = id_of(*identity)
        if name not in self._by_id:  # two copies of the same attempt are one event
            past = self._of.setdefault(exercise, [])
            at = max([at, *(event.at for event in past[-1:])])
            event = Event(name, self._device, len(self.events) + 1, at, exercise, what, code, report)
            past.append(event)
            self.events.append(event)
            self._by_id[name] = event
        return self._by_id[name]

    def add_exercise(self, one: PastExercise) -> None:
        """Add the work on an exercise: attempts before it was started over, help and the live verdict, the rest."""
        past = sorted(one.attempts, key=lambda attempt: (attempt.number, attempt.when))
        begun_after = one.begun_after
        if begun_after is None and one.status == "todo":  # release 0.1.0: it was started over after all attempts
            begun_after = max((attempt.number for attempt in past), default=0)
        closed = [attempt for attempt in past if begun_after is not None and attempt.number <= begun_after]
        for attempt in closed:
            self.add_attempt(one.id, attempt)
        begun = ""
        if closed:
            last = self._of[one.id][-1]
            over = StartedOver(last_seen(self._of[one.id]))
            begun = self.add(one.id, over, last.at, ("over", one.id, last.id)).id
        rest = past[len(closed) :]
        start = _when(rest[0].when) if rest else UNKNOWN_TIME
        if one.first_live is not None:
            verdict, at = one.first_live
            if verdict in _LIVE and (when := time_in(at)) is not None:
                self.add(
                    one.id, Live(Verdict(verdict)), min(when, start) if rest else when, ("live", one.id, verdict, at)
                )
        if one.hints:
            self.add(one.id, Hint(one.hints), start, ("hint", one.id, one.hints, begun))
        if one.gave_up:
            self.add(one.id, GaveUp(), start, ("gave-up", one.id, begun))
        for attempt in rest:
            self.add_attempt(one.id, attempt)

    def add_attempt(self, exercise: str, one: PastAttempt, *, drill: bool = False) -> Event:
        """Add a checked answer, or a draft that was set aside."""
        identity = ("attempt", exercise, one.code, one.verdict, _when(one.when).isoformat(), drill)
        if one.verdict is None:
            return self.add(exercise, SetAside(), _when(one.when), identity, one.code)
        report, guessed = _report(one.report), OPTION.fullmatch(one.code.strip()) is not None
        made = mistakes_in(report) if report is not None else {}
        what = Checked(one.verdict, one.headline, one.seconds, str(one.seed), one.task_hash, drill, made, guessed)
        text = json.dumps(report.to_json()) if report is not None else None
        return self.add(exercise, what, _when(one.when), identity, one.code, text)

    def add_card(self, card: PastCard) -> None:
        """Add a review card with its state after all attempts."""
        if memory_of(card.stability, card.difficulty, card.reviewed, card.due) is None:
            return
        what = Reviewed(
            card.mistake, card.name, card.times, card.made or "", card.passes, card.stability, card.difficulty,
            card.reviewed, card.due,
        )  # fmt: skip
        identity = ("reviewed", card.exercise, card.mistake, card.reviewed, card.due, card.times, card.passes)
        self.add(card.exercise, what, UNKNOWN_TIME, identity)


_LIVE = {verdict.value for verdict in Verdict if verdict is not Verdict.BROKEN}


def _when(text: str) -> datetime:
    """Return the time of an attempt.

    Raises:
        ValueError: it is damaged.
    """
    if (when := time_in(text)) is None:
        raise ValueError(f"an attempt has the time {text!r}")
    return when


_TABLES = (
    "attempts", "drafts", "help", "lessons", "settings", "live_verdicts", "known", "cards", "ratings", "drills",
    "drill_attempts", "work",
)  # fmt: skip
_Row = dict[str, Any]


def migrate(database: Database, version: int) -> None:
    """Replace the tables of an earlier release by the current ones, within a transaction.

    `version` 0 means an empty database. Damaged rows are left out; the caller has made a copy of the file.
    """
    tables = {table: _rows(database, table) for table in {*_TABLES} & database.tables()}
    for table in tables:
        database.run(f"DROP TABLE {table}")
    create(database)
    if version:
        _write(database, tables)


def _rows(database: Database, table: str) -> list[_Row]:
    columns = [str(row[1]) for row in database.run(f"PRAGMA table_info({table})")]
    rows = database.run(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608 - constants
    return [dict(zip(columns, values, strict=True)) for values in rows]


def _sound(tables: Mapping[str, list[_Row]], table: str, **types: type) -> Iterator[_Row]:
    """Yield the rows of a table with columns of these types; nothing for a table that the release did not have."""
    for row in tables.get(table, ()):
        if all(isinstance(row.get(column), kind) for column, kind in types.items()):
            yield row


def _write(database: Database, tables: Mapping[str, list[_Row]]) -> None:
    device = new_id()
    events = events_of(_export(tables), device)
    for row in _sound(tables, "work", exercise=str, at=str):
        seconds, at = seconds_in(row.get("seconds")), time_in(row["at"])
        if at is not None and seconds:
            identity = id_of("worked", row["exercise"], at.isoformat(), seconds)
            events.append(Event(identity, device, len(events) + 1, at, row["exercise"], Worked(seconds)))
    for event in events:
        insert(database, event)
    for table, drill in (("drafts", 0), ("drills", 1)):
        for row in _sound(tables, table, exercise=str, code=str):
            numbers = [whole_in(row.get(column)) for column in ("cursor_row", "cursor_column", "variant")]
            database.run(
                "INSERT OR IGNORE INTO drafts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row["exercise"], drill, storable(row["code"]), *numbers, seconds_in(row.get("seconds")),
                str(row.get("at")),
            )  # fmt: skip
    old = {row["name"]: row["value"] for row in _sound(tables, "settings", name=str, value=str)}
    settings = {name: value for name, value in old.items() if not name.startswith(("@", "sealed "))}
    for name, value in {**settings, "@place": _place(old.get("@place", "")), "@device": device}.items():
        database.run("INSERT INTO settings VALUES (?, ?)", name, value)


def _place(text: str) -> str:
    try:
        place = json.loads(text)
        return f"{place['screen']} {int(place['scroll'])} {place['id']}"
    except (ValueError, TypeError, KeyError):
        return ""


def _export(tables: Mapping[str, list[_Row]]) -> Export:
    """Return the export that the earlier release would have made, without drafts and settings."""
    help_of = {row["exercise"]: row for row in _sound(tables, "help", exercise=str, hints=int)}
    live = {
        one["exercise"]: (one["verdict"], one["at"]) for one in _sound(tables, "live_verdicts", verdict=str, at=str)
    }
    attempts: dict[str, list[PastAttempt]] = {}
    for one in _attempts(tables, "attempts"):
        attempts.setdefault(one.exercise, []).append(one)
    exercises = []
    for name in dict.fromkeys([*attempts, *help_of, *live]):
        helped = help_of.get(name, {})
        exercises.append(
            PastExercise(
                name,
                hints=min(whole_in(helped.get("hints")), 1000),
                gave_up=bool(helped.get("gave_up", 0)),
                begun_after=whole_in(helped.get("begun_after", 0)),
                attempts=tuple(attempts.get(name, ())),
                first_live=live.get(name),
            )
        )
    return Export(
        1,
        tuple(exercises),
        tuple(row["lesson"] for row in _sound(tables, "lessons", lesson=str)),
        known={row["exercise"]: not row["undone"] for row in _sound(tables, "known", exercise=str, undone=int)},
        cards=tuple(filter(None, (_converted(row, PastCard) for row in tables.get("cards", ())))),
        drills=tuple(_attempts(tables, "drill_attempts")),
    )


def _attempts(tables: Mapping[str, list[_Row]], table: str) -> Iterator[PastDrill]:
    """Yield the attempts in a table, oldest first."""
    for row in _sound(tables, table, exercise=str, code=str, seed=str, headline=str):
        try:
            report = json.loads(row["report"]) if isinstance(row["report"], str) else None
            texts = {"code": storable(row["code"]), "headline": storable(row["headline"])}
            when = (time_in(row["at"]) or UNKNOWN_TIME).isoformat()
            plain = {**row, **texts, "when": when, "seed": int(row["seed"]), "report": report}
        except (ValueError, RecursionError):
            continue
        attempt = _converted(plain, PastDrill)
        if attempt is not None:
            yield attempt


def _converted(row: _Row, kind: type[_T]) -> _T | None:
    try:
        found: _T = convert(row, kind)
    except (msgspec.ValidationError, RecursionError, ValueError):
        return None
    return found

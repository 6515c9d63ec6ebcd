"""Stores review cards and drills.

Cards follow from the stored attempts: `catch_up` reads the attempts that are newer than the last one that it read.
So an attempt counts whatever stored it, also one of an earlier release. Attempts before an exercise was started over
do not count.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from datetime import date, datetime, timezone

from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.activity import work_between
from mxtutor.progress.cards import RESOLVED, Card, Drill, DrillResult
from mxtutor.progress.model import Attempt
from mxtutor.progress.row_store import RowStore, insertion
from mxtutor.progress.rows import attempt_of, storable, time_in, whole
from mxtutor.progress.schedule import QUICK_SECONDS, Memory, Rating, day_in, day_of, memory_of, rate, reviewed
from mxtutor.progress.tables import (
    COUNTED,
    AttemptRow,
    CardRow,
    DrillAttemptRow,
    DrillRow,
    HelpRow,
    RatingRow,
    SettingRow,
    WorkRow,
)

_CAUGHT_UP = "@cards"
"""Reserved name in the settings table: the number of the last attempt whose cards are made."""
BATCH = 200
"""Most attempts that one transaction reads; other tutors can write between two."""
_COUNTED = f"{AttemptRow.sound} AND {COUNTED}"
_REPORT = "CASE WHEN verdict = 'right' THEN NULL ELSE report END"
_NEW = f"SELECT number, exercise, verdict, {_REPORT}, at, code FROM attempts WHERE number > ? AND {_COUNTED}"  # noqa: S608

_OPTION = re.compile(r"([a-j]|[1-9]|10)[).]*", re.IGNORECASE)
"""How a learner answers a choice of options; it may be chance."""


class CardStore(RowStore):
    """Cards, ratings and drills. Times are aware."""

    def catch_up(self, now: datetime) -> None:
        """Make or change the cards that follow from new attempts."""
        while self._catch_up(now):
            pass

    @contextlib.contextmanager
    def caught_up(self, now: datetime) -> Iterator[None]:
        """Make the cards that follow from new attempts, and let no other program change anything in the block."""
        with self._transaction():
            self.catch_up(now)
            yield

    def skip_new(self) -> None:
        """Make no cards of the attempts that are there now: their cards were stored with them."""
        ((newest,),) = self._run("SELECT coalesce(max(number), 0) FROM attempts")
        self._put(SettingRow(_CAUGHT_UP, str(newest)))

    def cards(self, exercise: str | None = None) -> tuple[Card, ...]:
        """Return the cards of one exercise, or all of them."""
        where, given = ("TRUE", ()) if exercise is None else ("exercise = ?", (exercise,))
        rows = self._rows(CardRow, f"{where} ORDER BY exercise, mistake", *given)
        return tuple(
            Card(
                row.exercise, row.mistake, row.name, whole(row.times), time_in(row.made), whole(row.passes),
                self._memory(row),
            )
            for row in rows
        )  # fmt: skip

    def drill(self, exercise: str, now: datetime) -> Drill | None:
        """Return the drill that was begun; None if there is none.

        The misses of an earlier day do not count any more: the learner has to remember again.
        """
        row = self._row(DrillRow, "exercise = ?", exercise)
        if row is None:
            return None
        drill = Drill(row.code, (whole(row.cursor_row), whole(row.cursor_column)), whole(row.variant))
        before = time_in(row.at)
        if before is None or day_of(before) != day_of(now):
            return drill
        seconds = float(row.seconds) if isinstance(row.seconds, float | int) else 0.0
        return replace(drill, misses=whole(row.misses), made=frozenset(str(row.made).split()), seconds=seconds)

    def save_drill(self, exercise: str, drill: Drill, now: datetime) -> None:
        """Store the text of a drill, and count the time since the last edit or check; begin the drill if it is new."""
        with self._transaction():
            row = self._row(DrillRow, "exercise = ?", exercise)
            known = self.drill(exercise, now) or Drill("")
            seconds = known.seconds + (work_between(row.at, now) if row is not None else 0.0)
            self._put_drill(exercise, replace(known, code=drill.code, cursor=drill.cursor, variant=drill.variant,
                            seconds=seconds), now)  # fmt: skip

    def drop_drill(self, exercise: str) -> None:
        """Forget the drill of an exercise."""
        with self._transaction():
            self._run("DELETE FROM drills WHERE exercise = ?", exercise)

    def keep_drill_check(
        self, exercise: str, code: str, report: Report, now: datetime, *, guessed: bool = False
    ) -> DrillResult:
        """Store a checked answer of a drill, and rate the cards of its exercise.

        `guessed`: a right answer may be chance, as with options; it is never easy. A failure of mxtutor changes
        nothing. A first wrong answer counts as `again`, a right one ends the drill.
        """
        with self._transaction():
            self.catch_up(now)
            self._add_check(exercise, code, report, now)
            row = self._row(DrillRow, "exercise = ?", exercise)
            drill = self.drill(exercise, now) or Drill(code)
            if row is not None:
                drill = replace(drill, seconds=drill.seconds + work_between(row.at, now))
            if report.verdict is Verdict.BROKEN:
                return self._result(exercise, None)
            if report.verdict is Verdict.RIGHT:
                quick = not guessed and 0 < drill.seconds <= QUICK_SECONDS
                return self._pass(exercise, drill, rate(right=True, first=not drill.misses, quick=quick), now)
            return self._miss(exercise, replace(drill, code=code), report, now)

    def drill_attempts(self, exercise: str | None = None) -> tuple[Attempt, ...]:
        """Return the checked answers of drills, newest first."""
        where, given = ("TRUE", ()) if exercise is None else ("exercise = ?", (exercise,))
        return tuple(attempt_of(row) for row in self._rows(DrillAttemptRow, f"{where} ORDER BY number DESC", *given))

    def drill_counts(self) -> dict[str, tuple[int, int]]:
        """Return the number of checked answers of drills of each exercise, and how many of them are right."""
        found = self._run(
            f"SELECT exercise, count(*), sum(verdict = 'right') FROM drill_attempts WHERE {_COUNTED} GROUP BY exercise"  # noqa: S608
        )
        return {exercise: (checks, right) for exercise, checks, right in found}

    def _catch_up(self, now: datetime) -> bool:
        """Read one batch of attempts; return whether there may be more."""
        with self._transaction():
            setting = self._row(SettingRow, "name = ?", _CAUGHT_UP)
            last = int(setting.value) if setting is not None and setting.value.isdecimal() else 0
            found = self._run(f"{_NEW} ORDER BY number LIMIT ?", last, BATCH)
            help_of = {row.exercise: row for row in self._rows(HelpRow)} if found else {}
            for number, exercise, verdict, report, at, code in found:
                helped = help_of.get(exercise) or HelpRow(exercise)
                if number <= helped.begun_after:
                    continue
                when = min(time_in(at) or now, now)
                if verdict == Verdict.RIGHT.value:
                    guessed = _OPTION.fullmatch(code.strip()) is not None
                    self._first_pass(number, helped, when, guessed=guessed)
                else:
                    for mistake, name in _mistakes(report).items():
                        self._made(exercise, mistake, name, when, drill=False)
            if found:
                self._put(SettingRow(_CAUGHT_UP, str(found[-1][0])))
        return len(found) == BATCH

    def _first_pass(self, number: int, helped: HelpRow, when: datetime, *, guessed: bool) -> None:
        """Make the card of an exercise at its first right attempt; later ones change nothing.

        `guessed`: the answer may be chance; it is never easy.
        """
        exercise = helped.exercise
        if self._card(exercise, "") is not None:
            return
        ((before,),) = self._run(
            f"SELECT count(*) FROM attempts WHERE exercise = ? AND number > ? AND number < ? AND {_COUNTED}",  # noqa: S608
            exercise,
            helped.begun_after,
            number,
        )
        ((seconds,),) = self._run(f"SELECT total(seconds) FROM work WHERE {WorkRow.sound} AND exercise = ?", exercise)  # noqa: S608
        rating = rate(
            right=True,
            first=not before,
            helped=bool(helped.hints),
            gave_up=bool(helped.gave_up),
            quick=not guessed and 0 < seconds <= QUICK_SECONDS,
        )
        self._rate(exercise, "", rating, when, drill=False)

    def _made(self, exercise: str, code: str, name: str, when: datetime, *, drill: bool) -> None:
        """Count a mistake that was made; on one day, only the first time is a rating."""
        row = self._card(exercise, code)
        if row is None or day_in(row.reviewed) != day_of(when) or drill:
            self._rate(exercise, code, Rating.AGAIN, when, drill=drill)
            row = self._card(exercise, code)
        assert row is not None
        made = when.astimezone(timezone.utc).isoformat()
        self._put(replace(row, name=storable(name) or row.name, times=whole(row.times) + 1, made=made, passes=0))

    def _miss(self, exercise: str, drill: Drill, report: Report, now: datetime) -> DrillResult:
        rating = None
        if not drill.misses:
            rating = Rating.AGAIN
            self._rate(exercise, "", rating, now, drill=True)
        made = {found.code: found.name or found.message for found in report.diagnosis}
        for code, name in made.items():
            if code not in drill.made:
                self._made(exercise, code, name, now, drill=True)
        made_now = drill.made | {code for code in made if code.split() == [code]}
        self._put_drill(exercise, replace(drill, misses=drill.misses + 1, made=made_now), now)
        return self._result(exercise, rating)

    def _pass(self, exercise: str, drill: Drill, rating: Rating, now: datetime) -> DrillResult:
        resolved = []
        self._rate(exercise, "", rating, now, drill=True)
        for row in self._rows(CardRow, "exercise = ? AND mistake != '' AND passes < ?", exercise, RESOLVED):
            if row.mistake in drill.made:
                continue
            self._rate(exercise, row.mistake, rating, now, drill=True)
            passes = whole(row.passes) + 1
            self._run("UPDATE cards SET passes = ? WHERE exercise = ? AND mistake = ?", passes, exercise, row.mistake)
            resolved += [row.name] if passes >= RESOLVED else []
        self.drop_drill(exercise)
        return self._result(exercise, rating, passed=True, resolved=tuple(resolved))

    def _result(
        self, exercise: str, rating: Rating | None, *, passed: bool = False, resolved: tuple[str, ...] = ()
    ) -> DrillResult:
        row = self._card(exercise, "")
        return DrillResult(rating, passed, row.due if row is not None else "", resolved)

    def _rate(self, exercise: str, mistake: str, rating: Rating, when: datetime, *, drill: bool) -> None:
        """Store a rating, and when the card is due after it; make the card if it is new."""
        day, at = day_of(when), when.astimezone(timezone.utc).isoformat()
        row = self._card(exercise, mistake)
        memory = reviewed(self._memory(row) if row is not None else None, rating, day)
        entry = RatingRow(None, exercise, mistake, int(rating), drill, day.isoformat(), at)
        number = self._database.insert(insertion(entry), *astuple(entry))
        row = row or CardRow(exercise, mistake, "", 0, at, 0, 0.0, 0.0, "", "", number - 1)
        days = (memory.reviewed.isoformat(), memory.due.isoformat())
        self._put(replace(row, stability=memory.stability, difficulty=memory.difficulty, reviewed=days[0], due=days[1]))

    def _memory(self, row: CardRow) -> Memory:
        """Return what FSRS knows about a card; damaged values are computed again from the card's ratings."""
        memory = memory_of(row.stability, row.difficulty, row.reviewed, row.due)
        if memory is not None:
            return memory
        where = "exercise = ? AND mistake = ? AND number > ? ORDER BY number"
        for entry in self._rows(RatingRow, where, row.exercise, row.mistake, whole(row.begun)):
            day = day_in(entry.day)
            if day is not None and entry.rating in list(Rating):
                memory = reviewed(memory, Rating(entry.rating), day)
        return memory or reviewed(None, Rating.AGAIN, date(2000, 1, 1))

    def _card(self, exercise: str, mistake: str) -> CardRow | None:
        return self._row(CardRow, "exercise = ? AND mistake = ?", exercise, mistake)

    def _put_drill(self, exercise: str, drill: Drill, now: datetime) -> None:
        line, column = drill.cursor
        at, made = now.astimezone(timezone.utc).isoformat(), " ".join(sorted(drill.made))
        self._keep_damaged(DrillRow, exercise, DrillAttemptRow)
        self._put(
            DrillRow(exercise, storable(drill.code), line, column, drill.variant, drill.misses, made, drill.seconds, at)
        )

    def _add_check(self, exercise: str, code: str, report: Report, now: datetime) -> None:
        row = DrillAttemptRow(
            None,
            exercise,
            storable(code),
            report.verdict.value,
            storable(report.headline),
            report.seconds,
            str(report.seed),
            json.dumps(report.to_json()),
            now.astimezone(timezone.utc).isoformat(),
        )
        self._database.insert(insertion(row), *astuple(row))


def _mistakes(report: str | None) -> Mapping[str, str]:
    """Return the mistakes that a stored report names, by code."""
    try:
        found = json.loads(report or "{}").get("diagnosis", [])
        return {str(item["code"]): str(item.get("name") or item["message"]) for item in found}
    except (ValueError, AttributeError, KeyError, TypeError):
        return {}

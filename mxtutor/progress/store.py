"""A learner's progress in SQLite: events, and the newest text of each exercise. Import it after the first paint."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mxtutor.assessment.records import SavedSession
from mxtutor.counts import count
from mxtutor.errors import StoreError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.answers import Presence, answer_file, remove_answer, write_answer
from mxtutor.progress.database import insert
from mxtutor.progress.earlier_files import EXAMINATIONS, OUTBOX, adopt
from mxtutor.progress.events import (
    Checked,
    Event,
    GaveUp,
    Hint,
    Known,
    Live,
    Opened,
    ReadLesson,
    SetAside,
    StartedOver,
    What,
    Worked,
    checked,
    counting,
    decoded,
    id_of,
    in_order,
    last_seen,
    new_id,
    storable,
)
from mxtutor.progress.failures import explain, refusal
from mxtutor.progress.model import NEW, Attempt, Day, Draft, Place, Standing
from mxtutor.progress.opening import FILE, open_database
from mxtutor.progress.schedule import OPTION, Card, Drill, DrillResult, day_of
from mxtutor.progress.summary import RunningDrill, Summary, summary
from mxtutor.progress.times import now, seconds_in, time_in, whole_in, work_between

_PLACE, _DEVICE = "@place", "@device"
"""Reserved names in the settings table; no setting's name begins with `@`."""
_NEW = """
SELECT number, id, device, seq, at, exercise, data, typeof(code), NULL, NULL FROM events WHERE number > ?
ORDER BY number
"""
_WHOLE = "SELECT number, id, device, seq, at, exercise, data, typeof(code), code, report FROM events ORDER BY number"
_TEXTS = """
SELECT number, id, device, seq, at, exercise, data, typeof(code), code, NULL FROM events
WHERE kind IN ('checked', 'set-aside') AND typeof(code) = 'text' AND exercise = coalesce(?, exercise)
"""
_UNSENT = """
SELECT number, id, device, seq, at, exercise, data, typeof(code), CASE WHEN number > code_after THEN code END, NULL
FROM events JOIN classes ON number > sent WHERE url = ? AND device = ?
AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.url = classes.url AND refused.number = events.number)
ORDER BY number
"""
_REFUSED = """
SELECT reason, events.number, id, device, seq, at, exercise, data, typeof(code), code, NULL
FROM refused JOIN events ON events.number = refused.number WHERE url = ? ORDER BY events.number
"""
"""Queries: events after a number, all events with codes and reports, texts of one exercise or of all, events that a
class does not have yet, events that it refused."""
PLACES = (None, "/dev/shm")  # noqa: S108 - the folder below it is private and new
"""Folders for a copy of the file: the one for temporary files, or one in memory if that is full too."""
NEAR = timedelta(hours=12)
"""Maximum by which a clock may have been set back; until it reaches the earlier time, no time of work is counted."""
LESSONS = ""
"""Key of the events of lessons, used instead of the id of an exercise."""


def open_store(home: Path) -> ProgressStore:
    """Return the store of a home folder; create both if they are missing.

    Raises:
        StoreError: the folder cannot be written, or a newer release wrote the file.
    """
    return ProgressStore(home)


@contextlib.contextmanager
def reading(home: Path) -> Iterator[ProgressStore]:
    """Yield the store of a home; on a full or read-only disk a copy, because SQLite writes when it opens a file.

    Raises:
        StoreError: the store cannot be read, or does not exist and cannot be made.
    """
    refused = refusal(home)
    if refused is None or not (home / FILE).exists():
        with contextlib.closing(open_store(home)) as store:
            yield store
        return
    with _copy_of(home, refused) as copied, contextlib.closing(open_store(copied)) as store:
        if store.notice:
            raise StoreError(f"The progress file in {home} is damaged, and {home} cannot be written.")
        yield store


@contextlib.contextmanager
def _copy_of(home: Path, refused: OSError) -> Iterator[Path]:
    """Yield a new folder with a copy of the database; `refused` is the error of writing to the home."""
    with contextlib.ExitStack() as made:
        for place in PLACES:
            try:
                folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="mxtutor-", dir=place)))
                for suffix in ("-wal", ""):  # the log first: data moved to the file after that is in both
                    with contextlib.suppress(FileNotFoundError):
                        shutil.copyfile(f"{home / FILE}{suffix}", f"{folder / FILE}{suffix}")
            except OSError:
                continue
            yield folder
            return
        raise explain(refused, home) from refused


class ProgressStore:
    """A learner's progress; safe for threads and for several programs, each call is one transaction.

    Data of exercises that no course contains any more is kept. Times are timezone-aware.

    Raises (every method):
        StoreError: the store cannot be read or written.
    """

    def __init__(self, home: Path) -> None:
        """Open the database, and import other files of earlier releases."""
        self.home = home
        self.database, self._notice = open_database(home)
        self._lock = threading.RLock()
        self._presence = Presence(home)
        self._device = ""
        self._examination = ""
        """Name of the examination whose work alone is shown; else empty."""
        self._folder = home
        """Folder of the answer files."""
        self._read = 0
        """Number of the newest event in memory."""
        self._damaged = set[int]()
        """Numbers of the damaged rows."""
        self._events: dict[str, list[Event]] = {}
        self._summaries: dict[str, Summary] = {}
        try:
            self._notice = self._notice or adopt(self)
        except BaseException:
            self.close()
            raise

    # Summaries

    @property
    def notice(self) -> str:
        """Message for the learner about a damaged file that was renamed, or about damaged rows; else empty."""
        return self._notice or self._damage()

    def standings(self) -> Mapping[str, Standing]:
        """Return the standings of all exercises with stored data."""
        return {name: one.standing for name, one in self._all().items() if name and one.standing != NEW}

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` without stored data."""
        with self._caught_up():
            return self._summary(exercise).standing

    def exercises(self) -> tuple[str, ...]:
        """Return the ids of all exercises with work on them, including those that no course has, sorted."""
        kept = {name for name, one in self._all().items() if name and one.kept}
        return tuple(sorted(kept | {exercise for exercise, *_ in self._drafts(drill=False)}))

    def first_tries(self) -> Mapping[str, bool]:
        """Return for each exercise whether the first shown verdict, live or of a check, was right."""
        return {name: one.first for name, one in self._all().items() if one.first is not None}

    def known(self) -> Mapping[str, bool]:
        """Return the exercises that a placement proved, mapped to whether they count as known now."""
        return {name: one.known for name, one in self._all().items() if one.known is not None}

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to the end."""
        with self._caught_up():
            events = counting(self._events.get(LESSONS, []))
        return frozenset(event.what.lesson for event in events if isinstance(event.what, ReadLesson))

    def cards(self) -> tuple[Card, ...]:
        """Return the review cards, by exercise and code of the mistake."""
        return tuple(card for _, one in sorted(self._all().items()) for _, card in sorted(one.cards.items()))

    def drill_counts(self) -> dict[str, tuple[int, int]]:
        """Return for each exercise the number of checked answers of drills, and how many of them were right."""
        return {name: one.drills for name, one in self._all().items() if one.drills[0]}

    def drilled_on(self, day: date) -> frozenset[str]:
        """Return the exercises whose last solved drill was on this day."""
        return frozenset(name for name, one in self._all().items() if one.drilled_on == day)

    def work_seconds(self) -> dict[str, float]:
        found = {name: sum(one.work.values()) for name, one in self._all().items() if name}
        for exercise, _, seconds in self._unchecked_work():
            found[exercise] = found.get(exercise, 0.0) + seconds
        return {exercise: seconds for exercise, seconds in found.items() if seconds}

    def days(self) -> dict[date, Day]:
        """Return the work of each day, in order."""
        checks, work = defaultdict[date, int](int), defaultdict[date, float](float)
        for one in self._all().values():
            for day, number in one.checks.items():
                checks[day] += number
            for day, seconds in one.work.items():
                work[day] += seconds
        for _, day, seconds in self._unchecked_work():
            work[day] += seconds
        return {day: Day(checks[day], work[day]) for day in sorted({*checks, *work})}

    # Texts

    def draft(self, exercise: str) -> Draft | None:
        """Return the stored text of the editor; None if nothing was typed."""
        found = self._drafts(exercise, drill=False)
        return found[0][1] if found else None

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Store the text of the editor as the draft and as the answer file."""
        with self.transaction():
            self._save_text(exercise, draft, now())
        with self.explained():
            write_answer(self._folder, exercise, draft.code)

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Store a draft like `save_draft`, and keep a draft of another tutor.

        A stored draft that is neither `known` nor the same text is from another tutor. It becomes an attempt without
        a verdict first. Return whether this happened.
        """
        with self.transaction():
            there = self.draft(exercise)
            replaced = there is not None and there.code not in (known and storable(known), storable(draft.code))
            if there is not None and replaced and there.code.strip():
                self.set_aside(exercise, there.code)
            self._save_text(exercise, draft, now())  # in the same transaction: another tutor may write at any time
        with self.explained():
            write_answer(self._folder, exercise, draft.code)
        return replaced

    def answer_file(self, exercise: str) -> Path | None:
        """Return the path of the answer file, for other editors; None for an id that must not be used as a path."""
        return answer_file(self._folder, exercise)

    def claim(self, exercise: str) -> bool:
        """Record that this tutor opens an exercise; return False if another tutor has it open."""
        with contextlib.suppress(StoreError):  # the time of work is not worth an error
            self.note_work(exercise)
        return self._presence.claim(exercise)

    def release(self, exercise: str) -> None:
        """Release the lock of an exercise that this tutor has closed."""
        self._presence.release(exercise)

    def note_work(self, exercise: str, when: datetime | None = None) -> None:
        """Record that an exercise was opened or worked on, now or at `when`."""
        when = when or now()
        with self.transaction():
            if spent := self._spent(exercise, when):
                self._append(exercise, Worked(spent), when)
            self._append(exercise, Opened(), when)

    # Checks and help

    def attempts(self, exercise: str | None, *, drill: bool = False) -> tuple[Attempt, ...]:
        """Return all attempts, including `broken` ones and drafts set aside, or those of drills, newest first.

        None as exercise means those of all exercises.
        """
        found = in_order(filter(self._shown, filter(None, map(_event, self._run(_TEXTS, exercise)))))
        drills = [event for event in reversed(found) if drill is (isinstance(event.what, Checked) and event.what.drill)]
        return tuple(map(_attempt, drills))

    def last_report(self, exercise: str) -> tuple[Attempt, Report] | None:
        """Return the newest counted attempt and its report; None if no report is stored."""
        for attempt in self.attempts(exercise):
            if attempt.verdict not in (None, Verdict.BROKEN):
                report = self.report(attempt.number)
                return (attempt, report) if report else None
        return None

    def report(self, number: int) -> Report | None:
        """Return the report of an attempt; None if there is none, or if another release wrote it in another format."""
        found = self._run("SELECT report FROM events WHERE number = ?", number)
        if not found or found[0][0] is None:
            return None
        try:
            return Report.from_json(json.loads(found[0][0]))
        except (ValueError, TypeError, RecursionError):
            return None

    def set_aside(self, exercise: str, code: str) -> Attempt:
        """Store a text, which will be replaced as the draft, as an attempt without a verdict."""
        with self.transaction():
            event = self._append(exercise, SetAside(), now(), code)
        return _attempt(event)

    def keep_text(self, exercise: str, code: str) -> None:
        """Store a text like `set_aside`, unless an attempt has the same text."""
        if code not in [attempt.code for attempt in self.attempts(exercise)]:
            self.set_aside(exercise, code)

    def add_attempt(self, exercise: str, code: str, report: Report, task_hash: str = "") -> Attempt:
        """Store a checked answer with its full report and the hash of the answered exercise."""
        with self.transaction():
            when = now()
            worked = self._take_work(exercise, when, drill=False)
            guessed = OPTION.fullmatch(code.strip()) is not None
            what = checked(report, task=task_hash, guessed=guessed, worked=worked)
            event = self._append(exercise, what, when, code, report)
        return _attempt(event)

    def note_live(self, exercise: str, verdict: Verdict) -> None:
        """Record that the learner saw a live verdict; only the first one since the last start over counts."""
        if verdict is Verdict.BROKEN:  # a failure of mxtutor is not a verdict
            return
        with self.transaction(), self._caught_up():
            if self._summary(exercise).first is None:
                self._append(exercise, Live(verdict), now())

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (counted from 1) was opened; a smaller step than before changes nothing."""
        with self.transaction():
            if step > self.standing(exercise).hints:
                self._append(exercise, Hint(step), now())

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        with self.transaction():
            if not self.standing(exercise).gave_up:
                self._append(exercise, GaveUp(), now())

    def prove_known(self, exercises: Collection[str]) -> None:
        """Store that a placement proved these exercises."""
        with self.transaction():
            for exercise in exercises:
                self._append(exercise, Known(counts=True), now())

    def use_known(self, exercises: Collection[str], use: bool) -> None:
        """Store whether these exercises count as known; those that no placement proved do not change."""
        with self.transaction():
            known = self.known()
            for exercise in exercises:
                if known.get(exercise) is not None and known[exercise] != use:
                    self._append(exercise, Known(use), now())

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to the end."""
        with self.transaction():
            if lesson not in self.lessons_read():
                self._append(LESSONS, ReadLesson(storable(lesson)), now())

    # Assessments

    def events_of_course(self) -> list[Event]:
        """Return the events that belong to no exercise, in order."""
        with self._caught_up():
            return in_order(self._events.get(LESSONS, ()))

    def keep_shown(self, session: SavedSession) -> None:
        """Store the current item of an assessment with its draft; delete the row if there is none."""
        with self.transaction():
            self._run("DELETE FROM shown WHERE session = ?", session.id)
            if session.current:
                draft = None if session.draft is None else storable(session.draft)
                self._run(
                    "INSERT INTO shown (session, exercise, variant, seconds, used, draft) VALUES (?, ?, ?, ?, ?, ?)",
                    session.id, session.current, session.variant, session.current_seconds, session.seconds, draft,
                )  # fmt: skip

    def read_shown(self, session: SavedSession) -> None:
        """Set the current item of an assessment from the row of `keep_shown`; ignore a damaged row."""
        for item, variant, seconds, used, draft in self._run(
            "SELECT exercise, variant, seconds, used, draft FROM shown WHERE session = ? AND typeof(exercise) = 'text'"
            " AND typeof(draft) IN ('text', 'null')",
            session.id,
        ):
            session.current, session.variant, session.draft = item, whole_in(variant), draft
            session.current_seconds, session.seconds = seconds_in(seconds), max(session.seconds, seconds_in(used))

    # Classes

    def enter_class(self, url: str, *, shares_code: bool) -> None:
        """Join a class: it gets all events from now on; a class that was joined before continues."""
        with self.transaction():
            ((last,),) = self._run("SELECT coalesce(max(number), 0) FROM events")
            self._run("INSERT OR IGNORE INTO classes (url, sent) VALUES (?, ?)", url, last)
            self._run(
                "UPDATE classes SET code_after = CASE WHEN ? THEN coalesce(code_after, ?) END WHERE url = ?",
                shares_code, last, url,
            )  # fmt: skip

    def leave_classes(self) -> None:
        """Leave all classes, and delete the messages of earlier releases."""
        with self.transaction():
            self._run("DELETE FROM classes")
            self._run("DELETE FROM refused")
            self._run("DELETE FROM events WHERE kind = 'unsent'")
        with self.explained():
            for path in self.home.glob(f"{OUTBOX}*"):
                path.unlink(missing_ok=True)

    def unsent(self, url: str) -> list[Event]:
        """Return the events of this home that a class has neither confirmed nor refused, the oldest first.

        They contain their codes if the class gets these.
        """
        rows = [] if self._examination else self._run(_UNSENT, url, self.device)
        return [event for event in map(_event, rows) if event is not None]

    def note_sent(self, url: str, number: int, refused: Mapping[int, str] = MappingProxyType({})) -> None:
        """Record that a class has all events up to `number`, except the `refused` ones (number to reason)."""
        with self.transaction():
            for one, reason in refused.items():
                self._run(
                    "INSERT OR IGNORE INTO refused SELECT url, ?, ? FROM classes WHERE url = ?",
                    one, storable(reason) or "refused", url,
                )  # fmt: skip
            self._run("UPDATE classes SET sent = max(sent, ?) WHERE url = ?", number, url)

    def refused(self, url: str) -> list[tuple[Event, str]]:
        """Return the events that a class has refused finally, each with the reason."""
        rows = self._run(_REFUSED, url)
        return [(event, str(reason)) for reason, *row in rows if (event := _event(row)) is not None]

    # Drills

    def drill(self, exercise: str, when: datetime) -> Drill | None:
        """Return the drill in progress; None if there is none.

        Misses of an earlier day do not count any more: the learner must remember the answer again.
        """
        found = self._drafts(exercise, drill=True)
        if not found:
            return None
        _, draft, variant, seconds, at = found[0]
        with self._caught_up():
            running = self._summary(exercise).drill
        if running.day != day_of(when):
            running = RunningDrill()
        spent = running.seconds + (seconds if at is not None and day_of(at) == day_of(when) else 0.0)
        return Drill(draft.code, draft.cursor, variant, running.misses, running.made, spent)

    def save_drill(self, exercise: str, drill: Drill, when: datetime) -> None:
        """Store the text of a drill, and count the time since the last edit or check; begins a new drill."""
        with self.transaction():
            if not self._drafts(exercise, drill=True) and (spent := self._spent(exercise, when)):
                self._append(exercise, Worked(spent), when)  # the time belongs to the work before the drill
            self._save_text(exercise, Draft(drill.code, drill.cursor), when, drill=True, variant=drill.variant)

    def keep_drill_check(
        self, exercise: str, code: str, report: Report, when: datetime, *, guessed: bool = False
    ) -> DrillResult:
        """Store a checked answer of a drill, and return its effect.

        `guessed`: a right answer may be a guess, as with options, and is never rated as easy. A failure of mxtutor
        changes nothing.
        """
        with self.transaction():
            begun = self._drafts(exercise, drill=True)
            worked = self._take_work(exercise, when, drill=True) if begun else 0.0
            self._append(exercise, checked(report, drill=True, guessed=guessed, worked=worked), when, code, report)
            if report.verdict is Verdict.RIGHT:
                self._run("DELETE FROM drafts WHERE exercise = ? AND drill = 1", self._draft_key(exercise))
            elif report.verdict is not Verdict.BROKEN:
                _, draft, variant, _, _ = begun[0] if begun else ("", Draft(""), 0, 0.0, None)
                self._save_text(exercise, Draft(code, draft.cursor), when, drill=True, variant=variant)
            with self._caught_up():
                found = self._summary(exercise)
        card = found.cards.get("")
        return replace(found.drilled, due=card.memory.due.isoformat() if card else "")

    # Place and settings

    def place(self) -> Place | None:
        """Return the place where the learner stopped; None at the first start."""
        screen, _, rest = self.setting(self._place_key).partition(" ")
        scroll, _, identity = rest.partition(" ")
        if screen not in ("home", "lesson", "exercise") or not scroll.isdecimal():
            return None
        return Place(screen, identity, int(scroll[:9]))  # type: ignore[arg-type]  # it is one of them

    def save_place(self, place: Place) -> None:
        self.save_setting(self._place_key, f"{place.screen} {max(place.scroll, 0)} {place.id}")

    @property
    def _place_key(self) -> str:
        return f"{_PLACE} {self._examination}".strip()

    def _draft_key(self, exercise: str) -> str:
        """Return the key of an exercise's drafts; no id of an exercise begins with `@`."""
        return f"@{self._examination}/{exercise}" if self._examination else exercise

    def setting(self, key: str) -> str:
        """Return a setting such as `theme` or `glyphs`; empty if it was never set."""
        found = self._run("SELECT value FROM settings WHERE name = ? AND typeof(value) = 'text'", key)
        return str(found[0][0]) if found else ""

    def remove_setting(self, key: str) -> None:
        self._run("DELETE FROM settings WHERE name = ?", key)

    def settings(self) -> dict[str, str]:
        sound = self._run("SELECT name, value FROM settings WHERE typeof(name) = 'text' AND typeof(value) = 'text'")
        return {name: value for name, value in sound if not name.startswith("@")}

    def save_setting(self, key: str, value: str) -> None:
        self._run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", key, storable(value))

    # All data

    def part_seconds(self) -> dict[str, float]:
        """Return the time used in each part of a workshop, by the titles of both."""
        found = defaultdict[str, float](float)
        with self._caught_up():
            for event in counting(self._events.get(LESSONS, [])):
                if isinstance(event.what, Worked) and event.what.part:
                    found[event.what.part] += event.what.seconds
        return dict(found)

    def spend(self, part: str, seconds: float) -> None:
        """Add to the time used in a part of a workshop."""
        with self.transaction():
            self._append(LESSONS, Worked(seconds, storable(part)), now())

    def start_over(self, exercises: Collection[str] | None = None) -> None:
        """Reset some exercises to `todo`, or all exercises with lessons read and place; settings stay.

        Attempts stay; a draft that differs from all of them becomes an attempt without a verdict.
        """
        chosen = self.exercises() if exercises is None else tuple(exercises)
        with self.transaction():
            for exercise in chosen:
                self._remove_draft(exercise, drill=False)
                self._remove_draft(exercise, drill=True)
                self._close(exercise)
            if exercises is None:
                self._close(LESSONS)
                self.remove_setting(self._place_key)
        with self.explained():
            for exercise in chosen:
                remove_answer(self._folder, exercise)

    def erase(self, exercises: Collection[str] | None = None) -> None:
        """Start over, and delete the attempts, texts and times of this work, except those in examinations.

        Only the events that close it stay, so that an import of the same work does not count again.
        """
        self.start_over(exercises)
        chosen = tuple(self._all()) if exercises is None else tuple(exercises)
        names = [one.name for one in (self.home / EXAMINATIONS).glob("*")]
        others = json.dumps([id_of(self.device, name) for name in names])
        with self.transaction():
            for exercise in chosen:
                self._run(
                    "DELETE FROM events WHERE exercise = ? AND kind != 'started-over'"
                    " AND device NOT IN (SELECT value FROM json_each(?))",
                    exercise, others,
                )  # fmt: skip
            if exercises is None:
                self._run("DELETE FROM shown")
        with self._lock:
            self._run("VACUUM")  # the file keeps no text in its free pages, nor does its log
            self._run("PRAGMA wal_checkpoint(TRUNCATE)")
            self._read = 0
            self._events.clear()
            self._summaries.clear()

    def enter_examination(self, name: str) -> None:
        """From now on, show and store only the work in the examination of this name.

        Its events are those of another device, its drafts have other keys, and its answer files are in
        `sealed/<name>` in the home. No class gets the events.
        """
        device = id_of(self.device, name)
        with self._lock:
            self._presence.release_all()
            self._examination, self._device, self._read = name, device, 0
            self._folder = self.home / EXAMINATIONS / name
            self._presence = Presence(self._folder)
            self._events.clear()
            self._summaries.clear()

    def take_examination(self, name: str, earlier: ProgressStore) -> None:
        """Import the work in an examination from the file in which an earlier release stored it."""
        device = id_of(self.device, name)
        with self.transaction():
            self.add_events([replace(event, device=device) for event in earlier.events()])
            for exercise, *row in earlier._run("SELECT * FROM drafts"):
                self._run(
                    f"INSERT OR IGNORE INTO drafts VALUES (?{', ?' * len(row)})",  # noqa: S608 - placeholders
                    f"@{name}/{exercise}", *row,
                )  # fmt: skip

    def events(self) -> list[Event]:
        """Return all events with their codes and reports, in the order in which they were stored."""
        found = map(_event, self._run(_WHOLE))
        return [event for event in found if event is not None]

    def add_events(self, events: Sequence[Event]) -> list[Event]:
        """Store the events of another home that are missing or damaged here; return them."""
        new = []
        with self.transaction(), self._caught_up():
            known = {event.id for one in self._events.values() for event in one}
            places = {(event.device, event.seq) for one in self._events.values() for event in one}
            for event in events:
                if event.id in known:
                    continue
                while (event.device, event.seq) in places:  # a home was copied, and both copies were used
                    event = replace(event, device=f"{event.device}+")
                known.add(event.id)
                places.add((event.device, event.seq))
                new.append(event)
                self._run(
                    "DELETE FROM events WHERE id = ? OR (device = ? AND seq = ?)", event.id, event.device, event.seq
                )
                insert(self.database, event)
        return new

    def close(self) -> None:
        """Close the store; idempotent."""
        self._presence.release_all()
        with self._lock, self.explained():
            self.database.close()

    # Events

    def append(self, exercise: str, what: What, when: datetime | None = None, *, identity: str = "") -> Event | None:
        """Store an event of this home; return None if an event with that id exists."""
        with self.transaction():
            if identity and self._run("SELECT 1 FROM events WHERE id = ?", identity):
                return None
            return self._append(exercise, what, when or now(), identity=identity)

    @contextlib.contextmanager
    def _caught_up(self) -> Iterator[None]:
        """Read the new events of the file; inside the block, the summaries are up to date."""
        with self._lock:
            for row in self._run(_NEW, self._read):
                self._read = row[0]
                event = _event(row)
                if event is None:
                    self._damaged.add(row[0])
                    continue
                if not self._shown(event):
                    continue
                self._events.setdefault(event.exercise, []).append(event)
                self._summaries.pop(event.exercise, None)
            yield

    def _shown(self, event: Event) -> bool:
        return not self._examination or event.device == self._own_device()

    def _all(self) -> dict[str, Summary]:
        """Return the summary of each exercise, and under `LESSONS` that of the lessons."""
        with self._caught_up():
            return {exercise: self._summary(exercise) for exercise in self._events}

    def _summary(self, exercise: str) -> Summary:
        found = self._summaries.get(exercise)
        if found is None:
            found = self._summaries[exercise] = summary(exercise, self._events.get(exercise, []))
        return found

    def _append(
        self,
        exercise: str,
        what: What,
        when: datetime,
        code: str | None = None,
        report: Report | None = None,
        identity: str = "",
    ) -> Event:
        """Store an event of this home; call this inside a transaction."""
        ((last,),) = self._run(
            "SELECT coalesce(max(seq), 0) FROM events WHERE device = ? AND typeof(seq) = 'integer'", self._own_device()
        )
        event = Event(
            identity or new_id(), self._own_device(), last + 1, when.astimezone(timezone.utc), exercise, what,
            None if code is None else storable(code), None if report is None else json.dumps(report.to_json()),
        )  # fmt: skip
        return replace(event, number=insert(self.database, event))

    @property
    def device(self) -> str:
        """The random id of this home, 32 hexadecimal digits."""
        with self.transaction():
            return self._own_device()

    def _own_device(self) -> str:
        """Return the id of this home; choose it at the first event."""
        if not self._device:
            device = self.setting(_DEVICE)
            if not device:
                self.save_setting(_DEVICE, new_id())
                return self.setting(_DEVICE)  # not cached, because the transaction may fail
            self._device = id_of(device, self._examination) if self._examination else device
        return self._device

    def _close(self, exercise: str) -> None:
        """Mark the current events of an exercise, or of the lessons, as no longer counting."""
        with self._caught_up():
            seen = last_seen(self._events.get(exercise, ()))
        self._append(exercise, StartedOver(seen), now())

    # Drafts and time of work

    def _drafts(
        self, exercise: str | None = None, *, drill: bool
    ) -> list[tuple[str, Draft, int, float, datetime | None]]:
        """Return exercise, text, variant, seconds of work that are in no event, and time of each valid draft."""
        rows = self._run(
            "SELECT exercise, code, cursor_row, cursor_column, variant, seconds, at FROM drafts WHERE drill = ?1"
            " AND typeof(exercise) = 'text' AND typeof(code) = 'text' AND exercise = coalesce(?2, exercise)",
            int(drill), None if exercise is None else self._draft_key(exercise),
        )  # fmt: skip
        start = self._draft_key("")
        return [
            (
                name.removeprefix(start), Draft(code, (whole_in(row), whole_in(column))), whole_in(variant),
                seconds_in(seconds), time_in(at),
            )
            for name, code, row, column, variant, seconds, at in rows
            if (name.startswith(start) if start else name[:1] != "@")
        ]  # fmt: skip

    def _remove_draft(self, exercise: str, *, drill: bool) -> None:
        """Delete a draft, and keep its time of work; the text goes to the history, except that of a drill."""
        for _, draft, _, seconds, at in self._drafts(exercise, drill=drill):
            if draft.code and not drill:
                self.keep_text(exercise, draft.code)
            self._keep_work(exercise, seconds, at)
        self._run("DELETE FROM drafts WHERE exercise = ? AND drill = ?", self._draft_key(exercise), int(drill))

    def _save_text(self, exercise: str, draft: Draft, when: datetime, *, drill: bool = False, variant: int = 0) -> None:
        """Store a draft, and add the time since the last edit or check to its time of work."""
        seconds = self._take_work(exercise, when, drill=drill)
        self._run(
            "INSERT OR REPLACE INTO drafts (exercise, drill, code, cursor_row, cursor_column, variant, seconds, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            self._draft_key(exercise), int(drill), storable(draft.code), *draft.cursor, variant, seconds,
            when.isoformat(),
        )  # fmt: skip

    def _spent(self, exercise: str, when: datetime) -> float:
        """Return the seconds of work since the last edit or event of an exercise; 0 after a pause."""
        with self._caught_up():
            times = [event.at for event in self._events.get(exercise, ())]
        times += [at for drill in (False, True) for *_, at in self._drafts(exercise, drill=drill) if at is not None]
        near = [at for at in times if at <= when + NEAR]
        return work_between(max(near), when) if near else 0.0

    def _take_work(self, exercise: str, when: datetime, *, drill: bool) -> float:
        """Return the seconds of work of a draft and since the last edit or event, and reset the draft's."""
        spent, found = self._spent(exercise, when), self._drafts(exercise, drill=drill)
        if not found:
            return spent
        _, _, _, seconds, at = found[0]
        self._run(
            "UPDATE drafts SET seconds = 0, at = ? WHERE exercise = ? AND drill = ?",
            when.isoformat(), self._draft_key(exercise), int(drill),
        )  # fmt: skip
        if at is None or day_of(at) == day_of(when):
            return spent + seconds
        self._keep_work(exercise, seconds, at)
        return spent

    def _keep_work(self, exercise: str, seconds: float, at: datetime | None) -> None:
        if seconds and at is not None:
            self._append(exercise, Worked(seconds), at)

    def _unchecked_work(self) -> list[tuple[str, date, float]]:
        """Return the work on drafts that is in no event, as (exercise, day, seconds)."""
        rows = [*self._drafts(drill=False), *self._drafts(drill=True)]
        return [(exercise, day_of(at), seconds) for exercise, _, _, seconds, at in rows if at is not None]

    # The database

    def _damage(self) -> str:
        """Return a message for the learner about damaged rows; empty if there are none."""
        ((texts,),) = self._run(
            "SELECT (SELECT count(*) FROM drafts WHERE typeof(exercise) != 'text' OR typeof(code) != 'text')"
            " + (SELECT count(*) FROM settings WHERE typeof(name) != 'text' OR typeof(value) != 'text')"
        )
        with self._caught_up():
            damaged = len(self._damaged) + texts
        left, stay = ("It is", "stays") if damaged == 1 else ("They are", "stay")
        where = f"the progress file in {self.home}"
        return (
            f"{count(damaged, 'row')} of {where} cannot be read. {left} left out, and {stay} there." if damaged else ""
        )

    def _run(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        with self._lock, self.explained():
            return self.database.run(statement, *given)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the block one transaction, or a part of the transaction around it."""
        with self._lock, self.explained():
            read = self._read
            try:
                with self.database.transaction():
                    yield
            except BaseException:
                self._forget(read)
                raise

    def _forget(self, read: int) -> None:
        """Drop the events after number `read` from memory, because the transaction that stored them has failed."""
        if self._read > read:
            self._read = read
            self._device = ""
            self._events = {
                name: [one for one in events if one.number <= read] for name, events in self._events.items()
            }
            self._summaries.clear()

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Raise errors of the disk or the database in the block as `StoreError`."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if self.database.is_closed:
                raise StoreError("Progress is closed already.") from error
            raise explain(error, self.home) from error


def _event(row: Sequence[Any]) -> Event | None:
    """Return the event of a row; None if it is damaged."""
    number, identity, device, seq, at, exercise, data, kind_of_code, code, report = row
    what, when = decoded(data), time_in(at)
    texts_sound = all(isinstance(one, str) for one in (identity, device, exercise)) and kind_of_code in ("text", "null")
    if what is None or when is None or not texts_sound or not isinstance(seq, int) or seq < 1:
        return None
    return Event(identity, device, seq, when, exercise, what, code, report if isinstance(report, str) else None, number)


def _attempt(event: Event) -> Attempt:
    """Return the attempt of a check, or of a draft that was set aside."""
    what, code = event.what, event.code or ""
    if not isinstance(what, Checked):
        return Attempt(event.number, event.exercise, code, None, "", event.at)
    return Attempt(
        event.number, event.exercise, code, what.verdict, what.headline, event.at, what.seconds, int(what.seed),
        what.task,
    )  # fmt: skip

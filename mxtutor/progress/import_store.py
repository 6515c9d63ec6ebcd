"""Merges an export into a store: nothing is lost, nothing is there twice, and the learner's own drafts stay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING

from mxtutor.grading.protocol import Verdict
from mxtutor.progress.answers import read_answer
from mxtutor.progress.import_file import (
    Export,
    PastAttempt,
    PastCard,
    PastDrill,
    PastExercise,
    report_text,
    when_of,
)
from mxtutor.progress.model import Draft
from mxtutor.progress.row_store import RowStore, insertion
from mxtutor.progress.schedule import memory_of
from mxtutor.progress.tables import AttemptRow, CardRow, DrillAttemptRow, HelpRow

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

_Key = tuple[str, str | None, str]
"""Code, verdict and time: two attempts with the same ones are the same attempt."""


@dataclass
class Imported:
    """What an import did."""

    attempts: int = 0
    """Attempts that are new here, also those of drills."""
    known_already: int = 0
    """Attempts that were here before."""
    drafts: int = 0
    """Answers that became drafts, because there was none."""
    to_history: list[str] = field(default_factory=list)
    """Exercises whose imported answer went to the history, because there is another draft or answer file."""
    lessons: int = 0
    cards: int = 0
    settings: int = 0


class ImportStore(RowStore):
    """Takes exports; each import is one transaction."""

    def take(self, store: ProgressStore, export: Export, now: datetime) -> Imported:
        """Merge an export into a store, which shares this one's database; return what that did.

        Raises:
            StoreError: the store cannot be written; it is unchanged then, except for files of answers.
        """
        done = Imported()
        with store.cards.caught_up(now):
            over: set[str] = set()
            for one in export.exercises:
                if not self._take_exercise(store, one, done):
                    over.add(one.id)
                if export.cards is None:
                    store.cards.catch_up(now)
            self._take_drills(export.drills, done)
            if export.cards is not None:  # they are in the state after the attempts
                done.cards = sum(self._take_card(card) for card in export.cards if card.exercise not in over)
                store.cards.skip_new()
            read = store.lessons_read()
            for lesson in dict.fromkeys(export.lessons_read):
                if lesson not in read:
                    store.mark_read(lesson)
                    done.lessons += 1
            self._take_settings(store, export, done)
        return done

    def _take_exercise(self, store: ProgressStore, one: PastExercise, done: Imported) -> bool:
        """Merge the work on an exercise; return False if it is all of a time before the exercise was started over."""
        if one.first_live is not None and not store.attempts(one.id):
            self._take_live(one.id, *one.first_live)
        past = sorted(one.attempts, key=lambda attempt: (attempt.number, attempt.when))
        begun_after = one.begun_after
        if begun_after is None and one.status == "todo":  # an earlier release: it was started over after all of them
            begun_after = max((attempt.number for attempt in past), default=0)
        closed = [attempt for attempt in past if begun_after is not None and attempt.number <= begun_after]
        row = self._row(HelpRow, "exercise = ?", one.id)
        known = row or HelpRow(one.id)
        new, there = self._take_attempts(one.id, closed, AttemptRow, done)
        counts = bool(new) or any(number > known.begun_after for number in there)
        begun = self._close(store, one.id, known.begun_after, new) if new else known.begun_after
        new, there = self._take_attempts(one.id, past[len(closed) :], AttemptRow, done)
        counts = counts or bool(new) or any(number > begun for number in there)
        if not past:  # starting over leaves a row without help
            counts = row is None or bool(row.hints or row.gave_up)
        hints, gave_up = (one.hints, one.gave_up) if counts else (0, False)
        if hints > known.hints or (gave_up and not known.gave_up) or begun != known.begun_after:
            self._put(HelpRow(one.id, max(known.hints, hints), bool(known.gave_up) or gave_up, begun))
        if one.answer is not None and one.answer.strip():
            self._take_answer(store, one.id, one.answer, done)
        return counts

    def _take_live(self, exercise: str, verdict: str, at: str) -> None:
        """Take the first live verdict of an exercise without attempts here, unless there is one."""
        if verdict in {one.value for one in Verdict if one is not Verdict.BROKEN} and when_of(at) is not None:
            statement = "INSERT INTO live_verdicts (exercise, verdict, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self._run(statement, exercise, verdict, _time(at))

    def _close(self, store: ProgressStore, exercise: str, begun_after: int, new: list[int]) -> int:
        """Let new attempts not count; return the number of the newest attempt that does not count.

        The exercise's own attempts that count get numbers after it. Their cards are made already.
        """
        own = "SELECT number FROM attempts WHERE exercise = ? AND number > ? AND number < ? ORDER BY number"
        for (number,) in self._run(own, exercise, begun_after, new[0]):
            ((newest,),) = self._run("SELECT max(number) FROM attempts")
            self._run("UPDATE attempts SET number = ? WHERE number = ?", newest + 1, number)
        store.cards.skip_new()
        return new[-1]

    def _take_answer(self, store: ProgressStore, exercise: str, answer: str, done: Imported) -> None:
        """Make an answer the draft if there is neither a draft nor an answer file; else keep it in the history."""
        draft = store.draft(exercise)
        if draft is None:
            with self._explained():
                file = read_answer(self.home, exercise)
            if not file.strip() or file == answer:
                store.save_draft(exercise, Draft(answer))
                done.drafts += 1
                return
            draft = Draft(file)
            store.save_draft(exercise, draft)
        if draft.code != answer:
            done.to_history.append(exercise)
            if answer not in [attempt.code for attempt in store.attempts(exercise)]:
                store.set_aside(exercise, answer)

    def _take_attempts(
        self, exercise: str, past: Iterable[PastAttempt], kind: type[AttemptRow], done: Imported
    ) -> tuple[list[int], list[int]]:
        """Insert the attempts that are new; return their numbers, and those of attempts that were here before."""
        query = f"SELECT code, verdict, at, number FROM {kind.table} WHERE {kind.sound} AND exercise = ?"  # noqa: S608 - constants
        here: dict[_Key, int] = {
            (code, verdict, _time(at)): number for code, verdict, at, number in self._run(query, exercise)
        }
        new, there = [], []
        for one in past:
            key = (one.code, one.verdict, _time(one.when))
            if key in here:
                done.known_already += 1
                there.append(here[key])
                continue
            row = kind(
                None,
                exercise,
                one.code,
                one.verdict,
                one.headline,
                one.seconds,
                str(one.seed),
                report_text(one.report),
                _time(one.when),
                one.task_hash,
            )
            here[key] = self._database.insert(insertion(row), *astuple(row))
            new.append(here[key])
            done.attempts += 1
        return new, there

    def _take_drills(self, drills: Iterable[PastDrill], done: Imported) -> None:
        by_exercise: dict[str, list[PastDrill]] = {}
        for drill in sorted(drills, key=lambda one: (one.number, one.when)):
            by_exercise.setdefault(drill.exercise, []).append(drill)
        for exercise, past in by_exercise.items():
            self._take_attempts(exercise, past, DrillAttemptRow, done)

    def _take_card(self, card: PastCard) -> bool:
        """Take a review card unless there is one; return whether it was taken."""
        if memory_of(card.stability, card.difficulty, card.reviewed, card.due) is None:
            return False
        if self._row(CardRow, "exercise = ? AND mistake = ?", card.exercise, card.mistake) is not None:
            return False
        ((newest,),) = self._run("SELECT coalesce(max(number), 0) FROM ratings")
        made = _time(card.made) if card.made and when_of(card.made) else datetime.now(timezone.utc).isoformat()
        days = (date.fromisoformat(card.reviewed).isoformat(), date.fromisoformat(card.due).isoformat())
        memory = (card.stability, card.difficulty, *days)
        self._put(CardRow(card.exercise, card.mistake, card.name, card.times, made, card.passes, *memory, newest))
        return True

    def _take_settings(self, store: ProgressStore, export: Export, done: Imported) -> None:
        """Take what was never set here, and what a placement proved."""
        here = store.settings()
        for name, value in export.settings.items():
            if name not in here and not name.startswith("@"):
                store.save_setting(name, value)
                done.settings += 1
        known = store.known()
        for exercise, counts in export.known.items():
            if exercise not in known:
                store.prove_known([exercise])
                if not counts:
                    store.use_known([exercise], False)


def _time(text: str) -> str:
    """Return a stored time in one form, so that the same moment is the same text."""
    when = when_of(text)
    return when.isoformat() if when is not None else text

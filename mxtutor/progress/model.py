"""The stored data about a learner, and the interface of the store."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:  # the dataclasses cost 4 ms; the first paint does not need them
    from pathlib import Path

    from mxtutor.grading.protocol import Report, Verdict
    from mxtutor.progress.activity import ActivityStore
    from mxtutor.progress.card_store import CardStore

Status = Literal["todo", "tried", "done", "gave-up", "known"]
"""Of one exercise: `done` after a right answer, even after giving up; else `gave-up`; else `tried` after any attempt
that is not `broken`; else `known` if a placement proved it; else `todo`."""

State = Literal["todo", "tried", "done", "gave-up", "known", "changed"]
"""What lists show of an exercise: its status, or `changed` for a done one whose task a content update changed since."""
CHANGED = "changed since you solved it"
"""The words for the state `changed` where there is room."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A checked answer, or a draft that was set aside."""

    number: int
    """The store's own number: unique, later attempts have greater ones."""
    exercise: str
    code: str
    """The source; for `predict` and `choice` the typed answer."""
    verdict: Verdict | None
    """None for a draft that was never checked; it is stored because a reset or a restore replaced it in the editor."""
    headline: str
    """The report's headline; empty without a verdict."""
    when: datetime
    """Time with time zone (UTC)."""
    seconds: float = 0.0
    """Run time of the answer."""
    seed: int = 0
    """Seed of the drawn inputs."""
    task_hash: str = ""
    """Of the task that was answered; empty for a draft, and for attempts of earlier releases."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The text in the editor, checked or not."""

    code: str
    cursor: tuple[int, int] = (0, 0)
    """Row and column, from 0."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A learner's state in one exercise."""

    status: Status = "todo"
    attempts: int = 0
    """Checked answers; `broken` ones and drafts set aside do not count."""
    hints: int = 0
    """Number of the last open hint: 0 to 3."""
    gave_up: bool = False
    last: Verdict | None = None
    """Verdict of the newest counted attempt."""
    solved: tuple[str, ...] = ()
    """Task hashes of the right attempts, each once; attempts that were stored without a hash have none here."""

    def state(self, task_hash: str) -> State:
        """Return the state to show; `task_hash` is that of the present exercise, empty if it is not known."""
        changed = self.status == "done" and self.solved and task_hash and task_hash not in self.solved
        return "changed" if changed else self.status

    @property
    def variant(self) -> int:
        """The variant of a prediction to ask next, or that was answered: each wrong answer brings another one."""
        return self.attempts - (1 if self.status == "done" and self.attempts else 0)

    @property
    def helped(self) -> bool:
        """Whether a mistake is explained, not only named: after an earlier attempt or a hint."""
        return self.attempts > 0 or self.hints > 0 or self.gave_up


@dataclass(frozen=True, slots=True)
class Place:
    """The place where the learner stopped."""

    screen: Literal["home", "lesson", "exercise"]
    id: str = ""
    """Lesson or exercise id; for home, the id that was open last, or empty."""
    scroll: int = 0
    """First row on screen of a lesson, or of an exercise's prompt."""


CLASS_DECLINED = "class-declined"
"""Setting: the address of the class that the learner does not want to join."""
NEW = Standing()
"""Standing of an exercise without stored data."""


class Progress(Protocol):
    """A learner's progress. Calls may come from any thread; each is one transaction.

    Data of ids that no course lists any more stay stored.

    Raises (every method):
        StoreError: the store cannot be read or written.
    """

    @property
    def notice(self) -> str:
        """Message for the learner about a damaged file that was set aside, or damaged rows; empty without any."""
        ...

    @property
    def cards(self) -> CardStore:
        """The review cards of exercises and mistakes, and the drills."""
        ...

    @property
    def activity(self) -> ActivityStore:
        """How long the learner worked on which exercise and day."""
        ...

    def standings(self) -> Mapping[str, Standing]:
        """Return the standings of all exercises with stored data."""
        ...

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` without stored data."""
        ...

    def draft(self, exercise: str) -> Draft | None:
        """Return the last text of the editor; None if nothing was typed."""
        ...

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Store the text of the editor in place of the earlier draft."""
        ...

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Store a draft like `save_draft`, and keep a draft of another tutor.

        A stored draft that is neither `known` nor the same text is from another tutor. It becomes an attempt without
        a verdict first. Return whether this happened.
        """
        ...

    def answer_file(self, exercise: str) -> Path | None:
        """Return the answer file, for other editors; None if there is none."""
        ...

    def claim(self, exercise: str) -> bool:
        """Note that this tutor has opened an exercise; return False if another tutor has it open."""
        ...

    def release(self, exercise: str) -> None:
        """Note that this tutor has closed an exercise."""
        ...

    def last_report(self, exercise: str) -> tuple[Attempt, Report] | None:
        """Return the newest counted attempt and its report; None if no report is stored."""
        ...

    def set_aside(self, exercise: str, code: str) -> Attempt:
        """Store a draft that will be replaced as an attempt without a verdict."""
        ...

    def attempts(self, exercise: str) -> tuple[Attempt, ...]:
        """Return all attempts of an exercise, including `broken` ones and drafts set aside, newest first."""
        ...

    def add_attempt(self, exercise: str, code: str, report: Report, task_hash: str = "") -> Attempt:
        """Store a checked answer with its report and the hash of the task that it answers."""
        ...

    def note_live(self, exercise: str, verdict: Verdict) -> None:
        """Record that the learner saw a live verdict; only the first one since the exercise was started over counts."""
        ...

    def first_tries(self) -> Mapping[str, bool]:
        """Return for each exercise whether the first verdict that the learner saw, live or not, was right."""
        ...

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (counted from 1) was opened; a smaller step than before changes nothing."""
        ...

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        ...

    def known(self) -> Mapping[str, bool]:
        """Return the exercises that a placement proved, each with whether it counts as known now."""
        ...

    def prove_known(self, exercises: Collection[str]) -> None:
        """Store that the learner has proven to know these exercises."""
        ...

    def use_known(self, exercises: Collection[str], use: bool) -> None:
        """Let proven exercises count as known, or take that back; others do not change."""
        ...

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to their end."""
        ...

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to its end."""
        ...

    def place(self) -> Place | None:
        """Return the place where the learner stopped; None at the first start."""
        ...

    def save_place(self, place: Place) -> None:
        """Store the learner's place."""
        ...

    def setting(self, key: str, default: str = "") -> str:
        """Return a setting such as `theme` or `glyphs`; `default` if it was never set."""
        ...

    def save_setting(self, key: str, value: str) -> None:
        """Store a setting."""
        ...

    def packed(self) -> bytes:
        """Return a zip of all attempts, and of the newest text of each exercise."""
        ...

    def close(self) -> None:
        """Close the store; idempotent."""
        ...

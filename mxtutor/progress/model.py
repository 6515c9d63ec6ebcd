"""Types of the data about a learner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from mxtutor.counts import count

if TYPE_CHECKING:  # the dataclasses take 4 ms to import, and the first paint does not need them
    from mxtutor.grading.protocol import Verdict

Status = Literal["todo", "tried", "done", "gave-up", "known"]
"""Status of an exercise: `done` after a right answer, even after giving up; else `gave-up`; else `tried` after any
attempt that is not `broken`; else `known` if a placement proved it; else `todo`."""

State = Literal["todo", "tried", "done", "gave-up", "known", "changed"]
"""State of an exercise in lists: the status, or `changed` if it is done and a content update has changed it since."""
STATE_WORDS: dict[str, str] = {
    "todo": "not tried",
    "tried": "tried",
    "done": "done",
    "gave-up": "gave up",
    "known": "known",
    "changed": "changed since you solved it",
}
"""The word for each state in lists."""
CHANGED = STATE_WORDS["changed"]
FILTERS: dict[str, tuple[Status, ...]] = {
    "todo": ("todo", "tried"),
    "tried": ("tried",),
    "done": ("done",),
    "gave-up": ("gave-up",),
    "known": ("known",),
}
"""The filters of lists of exercises, with the statuses that each shows."""
FILTER_WORDS = {**STATE_WORDS, "todo": "to do"}
"""The words for the filters."""


def state_text(state: str, attempts: int, hints: int) -> str:
    """Return the state of an exercise in words: "tried, 2 attempts, 1 hint"; an unknown state is returned unchanged."""
    words = [STATE_WORDS.get(state, state)]
    words += [count(attempts, "attempt")] if attempts else []
    words += [count(hints, "hint")] if hints else []
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A checked answer, or a draft that was set aside."""

    number: int
    """Unique number in the store, greater for later attempts."""
    exercise: str
    code: str
    """The source; for `predict` and `choice` the typed answer."""
    verdict: Verdict | None
    """None for a draft that was never checked, stored because a reset or a restore replaced it in the editor."""
    headline: str
    """The report's headline; empty without a verdict."""
    when: datetime
    """Time in UTC, timezone-aware."""
    seconds: float = 0.0
    """Run time of the answer, in seconds."""
    seed: int = 0
    """Seed of the drawn inputs."""
    task_hash: str = ""
    """Hash of the answered exercise; empty for a draft, and for attempts of earlier releases."""


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
    """Number of checked answers; `broken` ones and drafts set aside do not count."""
    hints: int = 0
    """Number of open hints."""
    gave_up: bool = False
    last: Verdict | None = None
    """Verdict of the newest counted attempt."""
    solved: tuple[str, ...] = ()
    """Distinct task hashes of the right attempts that were stored with a hash."""

    def state(self, task_hash: str) -> State:
        """Return the state to show; `task_hash` is the current hash of the exercise, empty if it is not known."""
        changed = self.status == "done" and self.solved and task_hash and task_hash not in self.solved
        return "changed" if changed else self.status

    @property
    def variant(self) -> int:
        """Number of a prediction's current variant, from 0: each wrong answer brings the next one."""
        return self.attempts - (1 if self.status == "done" and self.attempts else 0)


@dataclass(frozen=True, slots=True)
class Place:
    """The place where the learner stopped."""

    screen: Literal["home", "lesson", "exercise"]
    id: str = ""
    """Id of the lesson or exercise; for home, the id that was open last, or empty."""
    scroll: int = 0
    """First visible row of a lesson, or of an exercise's task."""


OWN_CODE = "own-code"
"""Topic of the learner's own code, which `mxtutor try` opens: its exercises have no place in the course."""
CLASS_DECLINED = "class-declined"
"""Setting: the address of the class that the learner does not want to join."""
NEW = Standing()
"""Standing of an exercise without stored data."""


@dataclass(frozen=True, slots=True)
class Day:
    """A learner's work on one day."""

    checks: int = 0
    """Number of checked answers, including those of drills."""
    seconds: float = 0.0
    """Time of work, in seconds."""

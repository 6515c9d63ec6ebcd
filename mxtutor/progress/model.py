"""What is kept about a learner, and the store as screens and commands see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:  # the dataclasses cost 4 ms, and the tutor paints before it needs them
    from pathlib import Path

    from mxtutor.grading.protocol import Report, Verdict

Status = Literal["todo", "tried", "done", "gave-up"]
"""Of one exercise: `done` after a right answer, even after giving up; else `gave-up`; else `tried` after any attempt
that is not `broken`; else `todo`."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer that was checked, or a draft that was set aside."""

    number: int
    """The store's own number: unique, later attempts have greater ones."""
    exercise: str
    code: str
    """The source as it stood; for `predict` and `choice` the typed answer."""
    verdict: Verdict | None
    """None: never checked, kept because a reset or a restore replaced it in the editor."""
    headline: str
    """The report's headline; empty without a verdict."""
    when: datetime
    """Aware, UTC."""
    seconds: float = 0.0
    """Time the answer took."""
    seed: int = 0
    """Seed of the drawn inputs."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the editor holds, checked or not."""

    code: str
    cursor: tuple[int, int] = (0, 0)
    """Row and column, from 0."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands with one exercise."""

    status: Status = "todo"
    attempts: int = 0
    """Checked answers; `broken` ones and drafts set aside do not count."""
    hints: int = 0
    """The greatest hint step opened: 0 to 3."""
    gave_up: bool = False
    last: Verdict | None = None
    """Verdict of the newest attempt that counts."""

    @property
    def helped(self) -> bool:
        """Whether a mistake is explained, not only named: after an earlier attempt or a hint."""
        return self.attempts > 0 or self.hints > 0 or self.gave_up


@dataclass(frozen=True, slots=True)
class Place:
    """Where the learner stopped."""

    screen: Literal["home", "lesson", "exercise"]
    id: str = ""
    """Lesson or exercise id; for home, what was open last, empty for none."""
    scroll: int = 0
    """First row on screen of a lesson, or of an exercise's prompt."""


NEW = Standing()
"""Standing of an exercise that the store knows nothing about."""


class Progress(Protocol):
    """A learner's progress. Calls may come from any thread; each is one transaction.

    Ids that no course lists any more are kept.

    Raises (every method):
        StoreError: the store cannot be read or written.
    """

    @property
    def notice(self) -> str:
        """Notice about the opening (a damaged file set aside, and where) for the learner; empty when all is well."""
        ...

    def standings(self) -> Mapping[str, Standing]:
        """Return the standing of every exercise that was touched."""
        ...

    def standing(self, exercise: str) -> Standing:
        """Return the standing of one exercise; `NEW` when it was never touched."""
        ...

    def draft(self, exercise: str) -> Draft | None:
        """Return what the editor last held; None when nothing was typed."""
        ...

    def save_draft(self, exercise: str, draft: Draft) -> None:
        """Keep what the editor holds in place of the earlier draft."""
        ...

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        """Keep a draft as `save_draft` does, unless the draft that stands there is neither `known` nor the same text.

        That text of another tutor then becomes an attempt without a verdict first. Return whether there was one.
        """
        ...

    def answer_file(self, exercise: str) -> Path | None:
        """Return the file that holds the draft, for other editors; None where there is no such file."""
        ...

    def claim(self, exercise: str) -> bool:
        """Note that an exercise is open here; return False when another tutor has it open."""
        ...

    def release(self, exercise: str) -> None:
        """Note that an exercise is no longer open here."""
        ...

    def last_report(self, exercise: str) -> tuple[Attempt, Report] | None:
        """Return the newest attempt that counts, with its report; None where no report is kept."""
        ...

    def set_aside(self, exercise: str, code: str) -> Attempt:
        """Keep a draft that is about to be replaced as an attempt without a verdict."""
        ...

    def attempts(self, exercise: str) -> tuple[Attempt, ...]:
        """Return all attempts of an exercise, `broken` ones and drafts set aside included, newest first."""
        ...

    def add_attempt(self, exercise: str, code: str, report: Report) -> Attempt:
        """Keep a checked answer with its verdict, headline, seconds and seed."""
        ...

    def open_hint(self, exercise: str, step: int) -> None:
        """Record that a hint (1 to 3) was opened; a smaller step than before changes nothing."""
        ...

    def give_up(self, exercise: str) -> None:
        """Record that the learner asked for the solution before a right answer."""
        ...

    def lessons_read(self) -> frozenset[str]:
        """Return the ids of the lessons that were read to their end."""
        ...

    def mark_read(self, lesson: str) -> None:
        """Record that a lesson was read to its end."""
        ...

    def place(self) -> Place | None:
        """Return where the learner stopped; None at the first start."""
        ...

    def save_place(self, place: Place) -> None:
        """Record where the learner is."""
        ...

    def setting(self, key: str, default: str = "") -> str:
        """Return a setting such as `theme` or `glyphs`; `default` when it was never set."""
        ...

    def save_setting(self, key: str, value: str) -> None:
        """Keep a setting."""
        ...

    def close(self) -> None:
        """Close the store; idempotent."""
        ...

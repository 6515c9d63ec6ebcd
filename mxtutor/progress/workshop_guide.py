"""The running workshop: parts with timers, points, and the times from which hints and solutions open.

The tutor and plain mode share it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from mxtutor.content.model import Exercise
from mxtutor.content.plan import PlanPart
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.grading.protocol import Report
from mxtutor.progress.counting import keep_attempt
from mxtutor.reporting.workshop_words import minutes_text, points_text

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

MOST_SECONDS = 1e9
"""Largest valid time in the store, in seconds."""
LONGEST_STEP = 60.0
"""Maximum seconds that one step of a timer counts: in a longer one, the tutor or the machine was suspended."""


class PartTimer:
    """Measures the time spent in each part while the tutor is open."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start at zero; `clock` returns seconds, and a step backwards counts as no time."""
        self.used: dict[str, float] = {}
        """Seconds used, by title of the part."""
        self.part: str | None = None
        """Title of the running part; None before the first one."""
        self.longest = LONGEST_STEP
        """Maximum seconds that one step counts."""
        self._clock = clock
        self._seen = clock()

    def enter(self, part: str) -> None:
        """Count the time for this part from now on."""
        self.step()
        self.part = part

    def step(self) -> None:
        """Count the time since the last step."""
        now = self._clock()
        passed = min(max(now - self._seen, 0.0), self.longest)
        self._seen = now
        if self.part is not None:
            self.used[self.part] = self.used.get(self.part, 0.0) + passed


class WorkshopGuide:
    """The running workshop or path, for a tutor."""

    def __init__(
        self,
        workshop: Workshop,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        """`clock` returns the seconds for the timers, `now` the timezone-aware time of day."""
        self.workshop = workshop
        self.now = now
        self.timer = PartTimer(clock)
        self.greeted = False
        """Whether the learner has seen the greeting."""
        self._part_of = {exercise: number for number, part in enumerate(self.parts) for exercise in part.exercises}
        self._announced: set[str] = set()

    @property
    def moment(self) -> datetime:
        return self.now()

    @property
    def parts(self) -> tuple[PlanPart, ...]:
        return self.workshop.path.parts

    def part_of(self, exercise: str) -> PlanPart:
        """Return the part that contains an exercise of the workshop.

        Raises:
            KeyError: no part contains it.
        """
        return self.parts[self._part_of[exercise]]

    def enter(self, exercises: Iterable[str]) -> None:
        """Count the time for the part of these exercises; for the current part, if one of them is in it."""
        parts = [self.part_of(exercise).title for exercise in exercises if exercise in self._part_of]
        if parts and self.timer.part not in parts:
            self.timer.enter(parts[0])

    def planned(self, title: str) -> float | None:
        """Return the planned minutes of a part."""
        return next((part.minutes for part in self.parts if part.title == title), None)

    def minutes(self, exercise: str) -> str:
        """Return the planned time of an exercise's part: "25 min"; empty if none is planned."""
        minutes = self.part_of(exercise).minutes
        return minutes_text(minutes) if minutes else ""

    @property
    def present_part(self) -> str:
        """Title of the part that the learner works in; empty before the first one."""
        return self.timer.part or ""

    def seconds_left(self) -> float | None:
        """Return the seconds left in the current part, below 0 after its end; None if it has no planned time."""
        planned = self.planned(self.present_part)
        return None if planned is None else 60 * planned - self.timer.used.get(self.present_part, 0.0)

    def timer_forms(self) -> tuple[str, ...]:
        """Return the text of the current part's timer in several lengths, longest first; empty without a timer."""
        title = self.timer.part
        planned = self.planned(title) if title else None
        if title is None or planned is None:
            return ()
        used = int(self.timer.used.get(title, 0.0) // 60)
        if self._is_over(title):
            over = f"time is over, {used} of {minutes_text(planned)}"
            return f"{title}: {over}", over, f"over {used}/{minutes_text(planned)}"
        return f"{title}: {used} of {minutes_text(planned)}", f"{used}/{minutes_text(planned)}"

    def _is_over(self, title: str) -> bool:
        planned = self.planned(title)
        return planned is not None and self.timer.used.get(title, 0.0) >= 60 * planned

    def just_over(self) -> str:
        """Return the title of the current part if its time has just ended; empty otherwise, and at each later call."""
        title = self.timer.part
        if title is None or title in self._announced or not self._is_over(title):
            return ""
        self._announced.add(title)
        return title

    def over_text(self, title: str) -> str:
        """Return the sentence that says that the time of a part is over."""
        return f"The time for {title!r} is over. Nothing closes: go on as you like."

    def is_new(self, exercise: str) -> bool:  # noqa: ARG002 - a sealed one needs it
        """Return whether opening an exercise starts a time limit; only in a sealed workshop."""
        return False

    def to_begin(self, exercise: str) -> tuple[str, str]:
        """Return the question before the time of an exercise's part begins, and what that means."""
        part = self.part_of(exercise)
        about = (
            f"It has {self.minutes(exercise)} for {count(len(part.exercises), 'exercise')}. The time runs from now on, "
            "even while mxtutor is closed; after that, answers to this part no longer count."
        )
        return f"Begin {part.title!r}?", about

    def too_early(self) -> str:
        """Return a sentence that says when the workshop begins; empty if it has begun, and if it is not sealed."""
        return ""

    def not_counted(self, exercise: str, asked: datetime) -> str:  # noqa: ARG002 - a sealed one needs it
        """Return why a check does not count, as a sentence; empty if it counts, and if the workshop is not sealed."""
        return ""

    def keep_check(
        self,
        progress: ProgressStore,
        exercise: Exercise,
        code: str,
        report: Report,
        asked: datetime,  # noqa: ARG002 - a sealed one needs it
    ) -> bool:
        """Store a checked answer; `asked` is when the learner asked for it. Return whether it counts."""
        return keep_attempt(progress, exercise, code, report)

    def points(self, exercise: str) -> str:
        """Return the points of an exercise: "2 points"; empty in a path without points."""
        worth = self.workshop.points.get(exercise)
        return "" if worth is None else points_text(worth)

    def short_points(self, exercise: str) -> str:
        """Return the points of an exercise in short: "2 p"; empty in a path without points."""
        worth = self.workshop.points.get(exercise)
        return "" if worth is None else f"{worth:.4g} p"

    def reached(self, done: Callable[[str], bool]) -> str:
        """Return the points of the done exercises: "5 of 12 points", or the call sites of a scanned project.

        The text is empty in a path without either.
        """
        table = self.workshop.points
        if self.workshop.path.sites is not None:
            return self.workshop.path.sites.words(done)
        if not table:
            return ""
        reached = sum(worth for exercise, worth in table.items() if done(exercise))
        return f"{reached:.10g} of {points_text(sum(table.values()))}"

    def about(self, exercise: str) -> str:
        """Return a line about an exercise's part: exercises, points, minutes planned and used."""
        part = self.part_of(exercise)
        words = [count(len(part.exercises), "exercise")]
        if self.workshop.points:
            words.append(points_text(sum(self.workshop.points[exercise] for exercise in part.exercises)))
        if part.minutes:
            used = int(self.timer.used.get(part.title, 0.0) // 60)
            words.append(f"{minutes_text(part.minutes)} planned, {used} min used")
        return ", ".join(words)

    def restore(self, progress: ProgressStore) -> None:
        """Read the times of an earlier run from the store; damaged times count as 0."""
        used, self.greeted = self._kept(progress)
        self.timer.used = used
        self._announced = {title for title in used if self._is_over(title)}

    def save(self, progress: ProgressStore) -> None:
        """Store, in the settings, the times and whether the greeting was seen."""
        used, greeted = self._kept(progress)  # another tutor may run the same workshop
        for title, seconds in self.timer.used.items():
            if seconds > used.get(title, 0.0):
                progress.save_setting(self._setting(title), f"{seconds:.1f}")
        if self.greeted and not greeted:
            progress.save_setting(self._setting(), "greeted")

    def _kept(self, progress: ProgressStore) -> tuple[dict[str, float], bool]:
        """Return the stored seconds of each part, and whether the greeting was seen."""
        used = {part.title: _seconds(progress.setting(self._setting(part.title))) for part in self.parts}
        return used, bool(progress.setting(self._setting()))

    def _setting(self, part: str = "") -> str:
        return f"workshop {self.workshop.title}" + (f" / {part}" if part else "")


def _seconds(text: str) -> float:
    """Return a stored time in seconds; 0 for a damaged one."""
    try:
        seconds = float(text or 0)
    except ValueError:
        return 0.0
    return seconds if 0 <= seconds < MOST_SECONDS else 0.0

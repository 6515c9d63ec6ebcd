"""A workshop or a path in a session: its parts with timers, points and rules; a sealed one with its end and report."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.examination import (
    Begun,
    Ended,
    Ending,
    Event,
    Opened,
    SealedReport,
    Sitting,
    checked,
    hash_of_content,
    workshop_hash,
)
from mxtutor.content.plan import PlanPart
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import StoreError, reason_of
from mxtutor.live.record import record_of, sealed_home
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.counting import keep_attempt
from mxtutor.progress.times import seconds_in
from mxtutor.reporting.durations import elapsed, span
from mxtutor.reporting.workshop_words import minutes_text, points_text

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.content.outline import Course
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.store import ProgressStore

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
        self._stored: dict[str, float] = {}
        """Seconds of each part that are in the store."""

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
        """Read the times of earlier runs from the store; damaged times count as 0."""
        with progress.transaction():  # two tutors may start on the times that releases up to 0.4.0 stored
            for part in self.parts:
                setting = f"{self._greeting} / {part.title}"
                if old := progress.setting(setting):
                    progress.spend(self._name(part.title), _seconds(old))
                    progress.remove_setting(setting)
        used = progress.part_seconds()
        self._stored = {part.title: used.get(self._name(part.title), 0.0) for part in self.parts}
        self.timer.used = dict(self._stored)
        self.greeted = bool(progress.setting(self._greeting))
        self._announced = {title for title in self._stored if self._is_over(title)}

    def save(self, progress: ProgressStore) -> None:
        """Store the time since the last call, and whether the greeting was seen."""
        for title, seconds in list(self.timer.used.items()):
            if (new := seconds - self._stored.get(title, 0.0)) > 0:
                progress.spend(self._name(title), new)
                self._stored[title] = seconds
        if self.greeted and not progress.setting(self._greeting):
            progress.save_setting(self._greeting, "greeted")

    @property
    def _greeting(self) -> str:
        """The setting that says that the greeting was seen."""
        return f"workshop {self.workshop.title}"

    def _name(self, part: str) -> str:
        return f"{self.workshop.title} / {part}"


def _seconds(text: str) -> float:
    """Return a stored time in seconds; 0 for a damaged one."""
    try:
        return seconds_in(float(text or 0))
    except ValueError:
        return 0.0


ENDED = "This workshop has ended: answers no longer count. Your work is kept."
OVER = "The time of this part is over: answers to it no longer count. Your work is kept."
TO_END = (
    "End the workshop?",
    "Your answers no longer count after the end, and the report is made. There is no way back.",
    "Parts that you have not opened give no points.",
)
"""The question before a sealed workshop ends, and what the end means."""
REPORT = "report"
"""Name of the report's files in the learner's home, without the suffixes .json and .html."""


@dataclass(frozen=True, slots=True)
class Made:
    """A report and its file."""

    report: SealedReport
    file: Path
    """The JSON file; the HTML page is in the same folder."""


class SealedGuide(WorkshopGuide):
    """A `WorkshopGuide` whose parts have a time limit; the time of a part begins when the part is first opened."""

    def __init__(
        self,
        workshop: Workshop,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        super().__init__(workshop, clock=clock, now=now)
        self.record = record_of(workshop)
        """Stores the events."""
        self.sitting = Sitting(workshop)
        self._new: list[Event] = []
        """Events that are not in the record yet."""
        self.made: Made | None = None
        """The report, once it is written after the end of the workshop."""
        self._part = ""
        """Title of the part that the learner works in."""
        self._latest: datetime | None = None

    @property
    def moment(self) -> datetime:
        """The time of day; if the system clock is set back, the latest known time, so that no part gets more time."""
        known = [self.now(), self._latest, self.sitting.started, *list(self.sitting.parts.values())]
        self._latest = max(time for time in known if time is not None)
        return self._latest

    def is_new(self, exercise: str) -> bool:
        """Return whether opening an exercise begins the time of its part."""
        return self.sitting.ended is None and self.part_of(exercise).title not in self.sitting.parts

    def too_early(self) -> str:
        """Return a sentence that says when the workshop begins; empty if it has begun."""
        start = self.workshop.start
        if start is None or self.moment >= start:
            return ""
        return f"This workshop begins in {span(start - self.moment)}."

    def enter(self, exercises: Iterable[str]) -> None:
        """Record that these exercises are opened, which begins the time of their part."""
        for exercise in exercises:
            if exercise in self._part_of and self.sitting.ended is None:
                self._part = self.part_of(exercise).title
                self._add(Opened(exercise, when=self.moment))

    def _add(self, event: Event) -> None:
        if self.sitting.add(event):
            self._new.append(event)

    def not_counted(self, exercise: str, asked: datetime) -> str:
        if self.sitting.ended is not None:
            return ENDED
        return "" if self.sitting.counts(exercise, asked) else OVER

    def keep_check(
        self, progress: ProgressStore, exercise: Exercise, code: str, report: Report, asked: datetime
    ) -> bool:
        """Store a checked answer; return whether it counts. An answer that came too late is kept without a verdict."""
        in_time = self.sitting.counts(exercise.id, asked)
        if not in_time:
            progress.set_aside(exercise.id, code)
        counts = in_time and keep_attempt(progress, exercise, code, report)
        late = not in_time and self.sitting.ended is None
        self._add(checked(report, code, asked, counts=counts, late=late, credit=self.workshop.credit))
        with contextlib.suppress(StoreError):  # the next save has it; this call must not store the attempt twice
            self.save(progress)
        return counts

    @property
    def present_part(self) -> str:
        return self._part

    def seconds_left(self) -> float | None:
        """Return the seconds left in the current part, below 0 after its end; None if it has no time limit."""
        part = next((part for part in self.parts if part.title == self._part), None)
        closes = self.sitting.closes(part) if part and self.sitting.ended is None else None
        return None if closes is None else (closes - self.moment).total_seconds()

    def timer_forms(self) -> tuple[str, ...]:
        if self.sitting.ended is not None:
            return "workshop ended", "ended"
        title, left = self._part, self.seconds_left()
        if left is None:
            return ()
        if left <= 0:
            return f"{title}: time is over", "time is over", "over"
        text = f"{elapsed(left)} left"
        return f"{title}: {text}", text

    def about(self, exercise: str) -> str:
        """Return one line on the part of an exercise, with the time that is left."""
        part = self.part_of(exercise)
        text = super().about(exercise).partition(", 0 min used")[0].replace(" planned", "")
        closes = self.sitting.closes(part)
        if self.sitting.ended is not None or closes is None:
            return text
        left = (closes - self.moment).total_seconds()
        return f"{text}, {f'{elapsed(left)} left' if left > 0 else 'time is over'}"

    def just_over(self) -> str:
        """Return the title of the part whose time has just ended; empty if none has, and at each later call."""
        if self.sitting.ended is not None:
            return ""
        for part in self.parts:
            if part.title not in self._announced and self.sitting.closed(part, self.moment):
                self._announced.add(part.title)
                return part.title
        return ""

    def over_text(self, title: str) -> str:
        return f"The time for {title!r} is over. Answers to it no longer count; your work is kept."

    def must_end(self, done: Callable[[str], bool]) -> Ending | None:
        """Return why the workshop must end now: all exercises are done, or the time of all parts is over; else None."""
        if self.sitting.ended is not None:
            return None
        if all(map(done, self.workshop.path.exercises)):
            return "done"
        return "time" if self.sitting.time_is_over(self.moment) else None

    def end(self, ending: Ending) -> None:
        """End the workshop; a second call changes nothing."""
        closed = self.sitting.last_close() if ending == "time" else None
        self._add(Ended(ending, when=closed or self.moment))

    def restore(self, progress: ProgressStore) -> None:
        """Read an earlier run from the store, or begin one."""
        super().restore(progress)
        self._take(self.record.exchange(()))
        self._add(Begun(workshop_hash(self.workshop), when=self.moment))
        self.save(progress)
        self._announced = {part.title for part in self.parts if self.sitting.closed(part, self.moment)}

    def save(self, progress: ProgressStore) -> None:
        super().save(progress)
        new = tuple(self._new)
        known = self.record.exchange(new)
        del self._new[: len(new)]
        self._take(known)

    def _take(self, events: Iterable[Event]) -> None:
        """Add the events of the record; some may be from another window."""
        for event in events:
            self.sitting.add(event)


def make_report(guide: SealedGuide, course: Course) -> Made:
    """Write the report of a workshop to the learner's home; replace an earlier one.

    Raises:
        TutorError: the record cannot be read, or the report cannot be written.
    """
    report = guide.record.report(lambda: hash_of_content(course, guide.workshop))
    return write_report(report, sealed_home(guide.workshop), REPORT)


def was_made(workshop: Workshop) -> bool:
    """Return whether the report was written before."""
    return (sealed_home(workshop) / f"{REPORT}.json").exists()


def write_report(report: SealedReport, folder: Path, name: str) -> Made:
    """Write a report as JSON and as an HTML page.

    Raises:
        StoreError: it cannot be written; a later retry may succeed.
    """
    from mxtutor.reporting.document import html_text
    from mxtutor.reporting.sealed import report_page

    made = Made(report, folder / f"{name}.json")
    try:
        make_private_folder(folder)
        write_private(folder / f"{name}.html", html_text(report_page(report)).encode("utf-8", "backslashreplace"))
        write_private(made.file, report.file_form())
    except OSError as error:
        raise StoreError(f"The report cannot be written to {folder}: {reason_of(error)}.", fix="Free space.") from error
    return made


def guide_of(workshop: Workshop) -> WorkshopGuide:
    """Return the guide of a workshop or a path: a `SealedGuide` if it is sealed."""
    return SealedGuide(workshop) if workshop.sealed else WorkshopGuide(workshop)

"""A sealed workshop in the tutor: the time that is left, which checks count, the end, and the report."""

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
from mxtutor.content.workshop import Workshop
from mxtutor.errors import StoreError, reason_of
from mxtutor.live.record import record_of, sealed_home
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.counting import keep_attempt
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.durations import span
from mxtutor.reporting.workshop_words import minutes_text

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.content.outline import Course
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.store import ProgressStore

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
        text = _left_text(left)
        return f"{title}: {text}", text

    def about(self, exercise: str) -> str:
        """Return one line on the part of an exercise, with the time that is left."""
        part = self.part_of(exercise)
        text = super().about(exercise).partition(", 0 min used")[0].replace(" planned", "")
        closes = self.sitting.closes(part)
        if self.sitting.ended is not None or closes is None:
            return text
        left = (closes - self.moment).total_seconds()
        return f"{text}, {_left_text(left) if left > 0 else 'time is over'}"

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


def _left_text(seconds: float) -> str:
    """Return the time that is left: "12 min left", "40 s left"."""
    return f"{seconds:.0f} s left" if seconds < 60 else f"{minutes_text(int(seconds // 60))} left"


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

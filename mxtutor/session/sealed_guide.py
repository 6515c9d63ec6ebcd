"""What a tutor knows of a sealed workshop that it runs: the time that is left, what counts, its end and its report."""

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
from mxtutor.live.record import OwnRecord, ServedRecord, record_of, sealed_home
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


REPORT = "report"
"""Name of the files in the learner's home, without their endings."""


@dataclass(frozen=True, slots=True)
class Made:
    """A report that is written."""

    report: SealedReport
    file: Path
    """In JSON; a page for people lies beside it."""


class SealedGuide(WorkshopGuide):
    """A `WorkshopGuide` whose parts end with their time; the time of a part runs from its first opening to its end."""

    def __init__(
        self,
        workshop: Workshop,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
        record: OwnRecord | ServedRecord | None = None,
    ) -> None:
        """Take a workshop; `record` keeps its events (by default `record_of`), the rest is `WorkshopGuide`'s."""
        super().__init__(workshop, clock=clock, now=now)
        self.record = record or record_of(workshop)
        self.sitting = Sitting(workshop)
        self._new: list[Event] = []
        """Events that the record has not yet."""
        self.made: Made | None = None
        """The report, once the workshop has ended and it is written."""
        self._part = ""
        """Title of the part that the learner works in."""
        self._latest: datetime | None = None

    @property
    def moment(self) -> datetime:
        """The time of day; it never goes back while the tutor runs, or behind a time that is stored."""
        known = [self.now(), self._latest, self.sitting.started, *list(self.sitting.parts.values())]
        self._latest = max(time for time in known if time is not None)
        return self._latest

    def is_new(self, exercise: str) -> bool:
        """Return whether opening an exercise begins the time of its part."""
        return self.sitting.ended is None and self.part_of(exercise).title not in self.sitting.parts

    def too_early(self) -> str:
        """Return that the workshop has not begun, as a sentence; empty if it has."""
        start = self.workshop.start
        if start is None or self.moment >= start:
            return ""
        return f"This workshop begins in {span(start - self.moment)}."

    def enter(self, exercises: Iterable[str]) -> None:
        """Note the opening of these exercises and of their part."""
        for exercise in exercises:
            if exercise in self._part_of and self.sitting.ended is None:
                self._part = self.part_of(exercise).title
                self._add(Opened(exercise, when=self.moment))

    def _add(self, event: Event) -> None:
        if self.sitting.add(event):
            self._new.append(event)

    def not_counted(self, exercise: str, asked: datetime) -> str:
        """Return why a check that was asked for at this time does not count, as a sentence; empty if it does."""
        if self.sitting.ended is not None:
            return ENDED
        return "" if self.sitting.counts(exercise, asked) else OVER

    def keep_check(
        self, progress: ProgressStore, exercise: Exercise, code: str, report: Report, asked: datetime
    ) -> bool:
        """Store a checked answer, and return whether it counts; one that does not is kept as a draft."""
        in_time = self.sitting.counts(exercise.id, asked)
        if not in_time:
            progress.set_aside(exercise.id, code)
        counts = in_time and keep_attempt(progress, exercise, code, report)
        late = not in_time and self.sitting.ended is None
        self._add(checked(report, code, asked, counts=counts, late=late))
        with contextlib.suppress(StoreError):  # the next save has it; this call must not store the attempt twice
            self.save(progress)
        return counts

    @property
    def present_part(self) -> str:
        """Title of the part that the learner works in; empty before the first one."""
        return self._part

    def seconds_left(self) -> float | None:
        """Return what is left of the time of the present part, below 0 after its end; None if no time runs."""
        part = next((part for part in self.parts if part.title == self._part), None)
        closes = self.sitting.closes(part) if part and self.sitting.ended is None else None
        return None if closes is None else (closes - self.moment).total_seconds()

    def timer_forms(self) -> tuple[str, ...]:
        """Return the time that is left in the current part, from long to short."""
        if self.sitting.ended is not None:
            return "workshop ended", "ended"
        title, left = self._part, self.seconds_left()
        if left is None:
            return ()
        if left <= 0:
            return f"{title}: time is over", "time is over", "over"
        text = f"{left:.0f} s left" if left < 60 else f"{minutes_text(int(left // 60))} left"
        return f"{title}: {text}", text

    def about(self, exercise: str) -> str:
        """Return one line on the part of an exercise, with the time that is left."""
        part = self.part_of(exercise)
        text = super().about(exercise).partition(", 0 min used")[0].replace(" planned", "")
        closes = self.sitting.closes(part)
        if self.sitting.ended is not None or closes is None:
            return text
        left = (closes - self.moment).total_seconds()
        return f"{text}, {minutes_text(int(left // 60))} left" if left > 0 else f"{text}, time is over"

    def just_over(self) -> str:
        """Return the title of a part whose time has just come to an end, once; else nothing."""
        if self.sitting.ended is not None:
            return ""
        for part in self.parts:
            if part.title not in self._announced and self.sitting.closed(part, self.moment):
                self._announced.add(part.title)
                return part.title
        return ""

    def over_text(self, title: str) -> str:
        """Return that the time of a part is over, as a sentence."""
        return f"The time for {title!r} is over. Answers to it no longer count; your work is kept."

    def time_is_over(self) -> bool:
        """Return whether the time of every part is over."""
        return self.sitting.time_is_over(self.moment)

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
        """Keep what is new."""
        super().save(progress)
        new = tuple(self._new)
        known = self.record.exchange(new)
        del self._new[: len(new)]
        self._take(known)

    def _take(self, events: Iterable[Event]) -> None:
        """Take what the record has, perhaps from another window."""
        for event in events:
            self.sitting.add(event)


def make_report(guide: SealedGuide, course: Course) -> Made:
    """Write the report of a workshop to the learner's home; it can be made again.

    Raises:
        TutorError: the record cannot be read, or the report cannot be written.
    """
    report = guide.record.report(lambda: hash_of_content(course, guide.workshop))
    return write_report(report, sealed_home(guide.workshop), REPORT)


def was_made(workshop: Workshop) -> bool:
    """Return whether the report was written before."""
    return (sealed_home(workshop) / f"{REPORT}.json").exists()


def write_report(report: SealedReport, folder: Path, name: str) -> Made:
    """Write a report as JSON and as a page for people.

    Raises:
        StoreError: it cannot be written; it can be tried again.
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
    """Return what answers the questions of a tutor about a workshop."""
    return SealedGuide(workshop) if workshop.sealed else WorkshopGuide(workshop)

"""A workshop in plain mode: greeting, time of the parts, end of a sealed one, its class."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.live.joining import join_as, promises
from mxtutor.live.membership import Membership
from mxtutor.live.reporter import open_reporter
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import ended, spelled
from mxtutor.progress.model import CLASS_DECLINED
from mxtutor.progress.sealed_guide import SealedGuide
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.workshop_words import points_text, rule_lines

if TYPE_CHECKING:
    from mxtutor.classroom.examination import Ending
    from mxtutor.progress.sealed_guide import Made

STEP_SECONDS = 5.0
"""Time between two steps of the timers while the learner types."""
WARNINGS = (60, 300)
"""Seconds before the end of a part at which plain mode says what is left."""
TO_END = (
    "End the workshop?",
    "Your answers no longer count after the end, and the report is made. There is no way back.",
    "Parts that you have not opened give no points.",
)
HOW = "Type join and {} to join it, or join no to be asked no more."


class PlainAttendance:
    """One run of a workshop or a path; only the timers move in a thread of their own."""

    def __init__(self, session: PlainSession, guide: WorkshopGuide) -> None:
        self._session, self._guide = session, guide
        self._sealed = guide if isinstance(guide, SealedGuide) else None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._warned: set[tuple[str, int]] = set()
        """Parts with the warnings that were said."""

    def begin(self) -> Iterator[str]:
        """Read the times of earlier runs, start the timers, and yield the greeting and the rules once.

        A sealed workshop that has ended yields its report.

        Raises:
            TutorError: the report cannot be written.
        """
        guide, session = self._guide, self._session
        guide.restore(session.progress)
        threading.Thread(target=self._tick, name="mxtutor-plain-times", daemon=True).start()
        if self._sealed is not None and self._sealed.sitting.ended is not None:
            yield from self._report()
            return
        if not guide.greeted and (guide.workshop.greeting or self._sealed is not None):
            yield from self.lines()
            guide.greeted = True
        self._save()

    def close(self) -> None:
        """Stop the timers, and keep the times."""
        self._closed.set()
        with self._lock:
            self._guide.timer.step()
        self._save()

    def step(self) -> Iterator[str]:
        """Yield what time is left or over, and end a sealed workshop when it is time; call it around each command."""
        with self._lock:
            self._guide.timer.step()
        yield from self._times()
        if self._sealed is not None and self._sealed.sitting.ended is None:
            done = all(self._session.standing(one).status == "done" for one in self._guide.workshop.path.exercises)
            if done or self._sealed.time_is_over():
                yield from self._end("done" if done else "time")

    def refusal(self, exercise: str) -> str:
        """Return why an exercise does not open now, as a sentence; ask first where opening it begins a time."""
        guide, session = self._guide, self._session
        if not guide.is_new(exercise):
            return ""
        if early := guide.too_early():
            return spelled(early)
        part = guide.part_of(exercise)
        session.say(
            f"Begin the part {part.title}?",
            spelled(f"It has {guide.minutes(exercise)} for {count(len(part.exercises), 'exercise')}."),
            "The time runs from now on, also while mxtutor is closed; after it, answers to this part no longer count.",
        )
        return "" if session.agrees("Type yes to begin, no to wait") else "Not begun."

    def enter(self, exercises: tuple[str, ...]) -> None:
        """Count the time for the part of these exercises from now on."""
        with self._lock:
            self._guide.enter(exercises)
        self._save()

    def lines(self) -> Iterator[str]:
        """Yield the greeting, the parts with their times, and the rules."""
        guide = self._guide
        yield f"Workshop: {ended(guide.workshop.title)}"
        if guide.workshop.greeting:
            yield guide.workshop.greeting
        yield from self.time_lines()
        yield from (spelled(line) for line in rule_lines(guide.workshop, guide.moment, end="the command end"))
        if guide.workshop.class_url and self._session.offers("join"):
            yield "You are not in its class. The command join joins it."

    def time_lines(self) -> Iterator[str]:
        """Yield the parts with the times that are used or left, and the points that are reached."""
        guide = self._guide
        for number, part in enumerate(guide.parts, 1):
            yield spelled(f"Part {number}, {part.title}: {guide.about(part.exercises[0])}.")
        if reached := guide.reached(lambda one: self._session.standing(one).status == "done"):
            yield f"Reached: {reached}."
        if self._sealed is not None and self._sealed.sitting.ended is not None:
            yield "The workshop has ended."

    def end(self) -> Iterator[str]:
        """Ask whether to end a sealed workshop; after its end, yield the report.

        Raises:
            UsageError: the workshop is not sealed.
        """
        if self._sealed is None:
            raise UsageError("Only a sealed workshop ends.", fix="Type quit to leave; everything is kept.")
        if self._sealed.sitting.ended is not None:
            yield from self._report()
            return
        yield from TO_END
        if self._session.agrees("Type yes to end it, no to go on"):
            yield from self._end("learner")
        else:
            yield "It goes on."

    def _tick(self) -> None:
        while not self._closed.wait(STEP_SECONDS):
            with self._lock:
                self._guide.timer.step()

    def _times(self) -> Iterator[str]:
        guide = self._guide
        while title := guide.just_over():
            yield guide.over_text(title)
        title, left = guide.present_part, guide.seconds_left()
        if left is None or left <= 0:
            return
        passed = {(title, limit) for limit in WARNINGS if left <= limit} - self._warned
        if passed:
            self._warned |= passed
            shown = count(round(left / 60), "minute") if left >= 60 else count(round(left), "second")
            yield f"{shown} left for the part {ended(title)}"

    def _end(self, ending: Ending) -> Iterator[str]:
        assert self._sealed is not None
        self._sealed.end(ending)
        yield from self._report()

    def _report(self) -> Iterator[str]:
        """Yield the report, which is made first if it does not exist.

        Raises:
            TutorError: it cannot be written; the command `end` tries again.
        """
        from mxtutor.progress.sealed_guide import make_report

        assert self._sealed is not None
        self._save()
        made = self._sealed.made = make_report(self._sealed, self._session.course)
        yield from _report_lines(made)

    def _save(self) -> None:
        with self._lock:
            self._session.write(self._guide.save, "Keeping the times of the workshop")


def _report_lines(made: Made) -> Iterator[str]:
    """Yield the points, what each exercise counts, and where the report is."""
    from mxtutor.reporting.sealed import ENDINGS, state_line, verdict_word

    report = made.report
    yield f"The workshop has ended because {ENDINGS[report.ending]}."
    yield f"You have {report.points:.10g} of {points_text(report.of)}."
    if not report.in_time:
        yield "Checks that came too late do not count."
    for one in report.exercises:
        worked = f", {count(round(one.seconds / 60), 'minute')}" if one.verdict else ""
        yield f"{one.exercise}: {verdict_word(one.verdict).lower()}, {one.points:.4g} of {points_text(one.of)}{worked}."
    yield state_line(report)
    yield f"The report is in {made.file.parent}"


def class_lines(session: PlainSession) -> Iterator[str]:
    """Yield that the workshop has a class, what is sent to it, and how to join; nothing where that is settled."""
    workshop = session.workshop
    if workshop is None or not workshop.class_url or not session.offers("join"):
        return
    if session.progress.setting(CLASS_DECLINED) == workshop.class_url:
        return
    planned = Membership(
        workshop.class_url, "", class_shares_code=workshop.share_code, exercises=workshop.path.exercises
    )
    yield f"This workshop has a class at {workshop.class_url}. Do you want to join it?"
    yield from (line.replace("`", "") for line in promises(planned))
    yield HOW.format("your name" if workshop.class_code else "your link")


def join_class(session: PlainSession, typed: str) -> Iterator[str]:
    """Join the class of the workshop with a name, a link or a token; "no" declines it.

    Raises:
        TutorError: there is no class, it cannot be reached, or it refuses.
    """
    workshop = session.workshop
    if workshop is None or not workshop.class_url or session.home is None:
        raise UsageError("No class is named here.", fix="`mxtutor class join ADDRESS --code CODE` joins one.")
    if typed.lower() == "no":
        session.progress.save_setting(CLASS_DECLINED, workshop.class_url)
        yield "You are not asked again. The command join still joins it."
    elif not typed:
        yield HOW.format("your name" if workshop.class_code else "your link")
    else:
        joined = join_as(session.home, workshop.class_url, workshop.class_code, typed)
        session.reporter = open_reporter(session.home)
        if session.reporter is not None:
            session.reporter.start()
        yield f"You are in the class {joined.title or joined.url}. The command call asks it for help in an exercise."

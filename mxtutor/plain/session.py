"""The session of plain mode, which all pages share: terminal, course, progress, workshop and class."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.content.outline import Course
from mxtutor.content.plan import CoursePath
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import TutorError, UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.live.membership import join_as, note_present, promises_before
from mxtutor.live.reporter import ClassReporter, open_reporter
from mxtutor.plain.spoken import ended, spelled
from mxtutor.plain.terminal import EndOfInput, Terminal, Waiting
from mxtutor.progress.due import reviews
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import CLASS_DECLINED, state_text
from mxtutor.progress.saving import InTurn, Saver, Text
from mxtutor.progress.store import ProgressStore
from mxtutor.reporting.workshop_words import points_text, rule_lines
from mxtutor.session.guide import TO_END, SealedGuide, WorkshopGuide, make_report
from mxtutor.session.learner import LearnerSession

if TYPE_CHECKING:
    from mxtutor.classroom.examination import Ending

HOME = Entry("topic", "")
"""The entry of the course itself."""


class PlainSession(LearnerSession):
    """One run of plain mode; everything but calls of the grader runs in one thread."""

    LISTS = "Type list for what there is."

    def __init__(
        self,
        terminal: Terminal,
        course: Course,
        progress: ProgressStore,
        grader: Grader,
        *,
        guide: WorkshopGuide | None = None,
        reporter: ClassReporter | None = None,
        home: Path | None = None,
    ) -> None:
        super().__init__(course, grader, guide)
        self.terminal, self.progress = terminal, progress
        self.reporter = reporter
        """Reporter for the learner's class; None without a class."""
        self.home = home
        """The home folder, if it may join a class; else None."""
        self.called = ""
        """The exercise with an unconfirmed call for help; empty if there is none."""
        self.attendance = PlainAttendance(self, guide) if guide is not None else None
        """Runs the workshop or the path; None without one."""
        self.waiting = Waiting(terminal, grader)
        self.restore(progress)
        self.numbered: list[Entry] = []
        """Entries of the last list; `open 2` opens the second one."""
        self._faults: list[Exception] = []
        self.saver = Saver(InTurn(), changed=self._saving, fault=lambda error, _: self._faults.append(error))
        """The queue of writes to the store."""

    @property
    def workshop(self) -> Workshop | None:
        """The workshop or path that limits the course; None for the whole course."""
        return self.guide.workshop if self.guide is not None else None

    @property
    def paths(self) -> Sequence[CoursePath]:
        """The learning paths to choose from."""
        return self.course.paths if self.guide is None else ()

    def due(self) -> list[str]:
        """Return the exercises that are due for review, the longest due first."""
        return [one.exercise for one in reviews(self.progress, self.course, self.now()).due]

    def offers(self, command: str) -> bool:
        """Return whether a command exists in this run, by its name."""
        if command == "join" and (self.reporter is not None or self.home is None):
            return False
        return self.rules.action("plain", command) and (command != "call" or self.reporter is not None)

    def _saving(self, line: str) -> None:
        """Say that everything is saved again; unsaved data is reported before each prompt."""
        if not line:
            self.say("All is saved now.")

    def say(self, *lines: str) -> None:
        self.terminal.say(*lines)

    def agrees(self, question: str) -> bool:
        """Ask a yes-no question; return whether the reply is yes."""
        try:
            return self.terminal.ask(question).strip().lower() in ("yes", "y")
        except EndOfInput:
            return False

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Write to the store; failed writes are retried at each command, see `Saver`."""
        self.saver.submit(lambda: call(self.progress), doing, text)
        if self._faults:
            raise self._faults.pop()

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Report to the learner's class, if there is one; a failure is only written as a line."""
        if self.reporter is not None:
            try:
                call(self.reporter)
            except TutorError as error:
                self.say(f"Your class did not get the report: {error}")

    def delivered(self) -> str:
        """Return a sentence if a waiting call for help has reached the class; else empty."""
        if not self.called or self.reporter is None or self.reporter.state.call != "known":
            return ""
        where, self.called = self.called, ""
        return f"Your class knows now that you need help in {where}."

    def exercise(self, identity: str) -> Exercise:
        """Return an exercise of the course.

        Raises:
            ContentError: the exercise is damaged.
        """
        if identity not in self.exercises:
            self.exercises[identity] = load_exercise(self.course.folder(identity), identity)
        return self.exercises[identity]

    def title(self, exercise: str) -> str:
        """Return the title of an exercise; that of a damaged one is its id."""
        try:
            return self.exercise(exercise).title
        except TutorError:
            return f"{exercise} (damaged)"

    def state(self, exercise: str) -> str:
        """Return the state of an exercise in words: "tried, 2 attempts, 1 hint"."""
        standing = self.standing(exercise)
        try:
            state = str(standing.state(self.exercise(exercise).task_hash))
        except TutorError:
            state = "damaged"
        return state_text(state, standing.attempts, standing.hints)

    def listed(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield numbered lessons and exercises with their states; `open` takes the numbers from now on."""
        self.numbered = list(entries)
        for number, entry in enumerate(self.numbered, 1):
            if entry.kind == "lesson":
                read = "read" if entry.id in self.lessons_read else "not read"
                yield f"{number}. Lesson: {self.title_of(entry)}, {entry.id}: {read}."
            else:
                yield f"{number}. {self.title_of(entry)}, {entry.id}: {self.state(entry.id)}."

    def prepare(self, exercise: Exercise) -> None:
        """Prepare the next check in the background (inputs and reference results), so that it takes less time."""
        threading.Thread(
            target=lambda: self.grader.prepare(exercise), name="mxtutor-plain-prepare", daemon=True
        ).start()

    def find(self, word: str) -> Entry:
        """Return the entry with a number of the last list, an id or a slug.

        Raises:
            UsageError: there is no such entry, or several exercises have the name.
        """
        if word.isdecimal() and len(word) < 9:
            if not 1 <= int(word) <= len(self.numbered):
                raise UsageError(f"The last list has no number {word}.", fix="Type list again.")
            return self.numbered[int(word) - 1]
        return super().find(word)


LONGEST_STEP = 7200.0
"""Maximum seconds between two commands that count as time of work."""
WARNINGS = (60, 300)
"""Seconds before the end of a part at which the remaining time is announced."""
HOW = "Type join and {} to join it, or join no to be asked no more."


class PlainAttendance:
    """One run of a workshop or a path; the timers are updated before and after each command."""

    def __init__(self, session: PlainSession, guide: WorkshopGuide) -> None:
        self._session, self._guide = session, guide
        self._sealed = guide if isinstance(guide, SealedGuide) else None
        guide.timer.longest = LONGEST_STEP
        self._warned: set[tuple[str, int]] = set()
        """Warnings that were given, as (part, seconds)."""

    def begin(self) -> Iterator[str]:
        """Read the times of earlier runs; at the first start, yield the greeting and the rules.

        For a sealed workshop that has ended, yield its report.

        Raises:
            TutorError: the report cannot be written.
        """
        guide, session = self._guide, self._session
        guide.restore(session.progress)
        if self._sealed is not None and self._sealed.sitting.ended is not None:
            yield from self._report()
            return
        if not guide.greeted and (guide.workshop.greeting or self._sealed is not None):
            yield from self.lines()
            guide.greeted = True
        self._save()

    def close(self) -> None:
        self._guide.timer.step()
        self._save()

    def step(self) -> Iterator[str]:
        """Count the time, yield warnings, and end a sealed workshop in time; called before and after each command."""
        self._guide.timer.step()
        yield from self._times()
        if self._sealed is not None and (ending := self._sealed.must_end(self._session.is_done)):
            yield from self._end(ending)

    def refusal(self, exercise: str) -> str:
        """Return why an exercise does not open now, as a sentence; ask first if opening it starts a time limit."""
        guide, session = self._guide, self._session
        if not guide.is_new(exercise):
            return ""
        if early := guide.too_early():
            return spelled(early)
        session.say(*map(spelled, guide.to_begin(exercise)))
        return "" if session.agrees("Type yes to begin, no to wait") else "Not begun."

    def enter(self, exercises: tuple[str, ...]) -> None:
        """Count the time for the part of these exercises from now on."""
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
        """Yield the parts with used and remaining times, and the points."""
        guide = self._guide
        for number, part in enumerate(guide.parts, 1):
            yield spelled(f"Part {number}, {part.title}: {guide.about(part.exercises[0])}.")
        if reached := guide.reached(self._session.is_done):
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
        """Yield the points, in total and of each exercise, and the path of the report, which is made first.

        Raises:
            TutorError: the report cannot be written; the command `end` retries.
        """
        from mxtutor.reporting.sealed import ENDINGS, state_line, verdict_word

        assert self._sealed is not None
        self._save()
        made = self._sealed.made = make_report(self._sealed, self._session.course)
        report = made.report
        yield f"The workshop has ended because {ENDINGS[report.ending]}."
        yield f"You have {report.points:.10g} of {points_text(report.of)}."
        if not report.in_time:
            yield "Checks that came too late do not count."
        for one in report.exercises:
            worked = f", {count(round(one.seconds / 60), 'minute')}" if one.verdict else ""
            points = f"{one.points:.4g} of {points_text(one.of)}"
            yield f"{one.exercise}: {verdict_word(one.verdict).lower()}, {points}{worked}."
        yield state_line(report)
        yield f"The report is in {made.file.parent}"

    def _save(self) -> None:
        self._session.write(self._guide.save, "Keeping the times of the workshop")


def class_lines(session: PlainSession) -> Iterator[str]:
    """Yield the offer to join the workshop's class, with the data that is sent; nothing if joined or declined."""
    workshop = session.workshop
    if workshop is None or not workshop.class_url or not session.offers("join"):
        return
    if session.progress.setting(CLASS_DECLINED) == workshop.class_url:
        return
    yield f"This workshop has a class at {workshop.class_url}. Do you want to join it?"
    yield from (line.replace("`", "") for line in promises_before(workshop))
    yield HOW.format("your name" if workshop.class_code else "your link")


def join_class(session: PlainSession, typed: str) -> Iterator[str]:
    """Join the class of the workshop with a name, a link or a token; "no" declines.

    Raises:
        TutorError: there is no class, or its server cannot be reached or refuses.
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
        session.write(note_present, "Keeping where you are")
        session.reporter = open_reporter(session.home)
        if session.reporter is not None:
            session.reporter.start()
        yield f"You are in the class {joined.title or joined.url}. The command call asks it for help in an exercise."

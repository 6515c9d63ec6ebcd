"""What all pages of plain mode share: the terminal, the course, the learner's progress, the grader; and a page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.content.outline import Course
from mxtutor.content.workshop import Workshop
from mxtutor.errors import TutorError, UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.live.reporter import ClassReporter
from mxtutor.plain.terminal import EndOfInput, Terminal, Waiting
from mxtutor.progress.journey import Entry, Journey
from mxtutor.progress.model import Place
from mxtutor.progress.saving import InTurn, Saver, Text
from mxtutor.progress.store import ProgressStore
from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.state_words import state_text
from mxtutor.session.rules import Rules
from mxtutor.session.session import Session
from mxtutor.suggest import did_you_mean, nearest

HOME = Entry("topic", "")
"""The course itself."""


class PlainSession(Session):
    """One run of plain mode; all of it works in one thread, except calls of the grader."""

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
        super().__init__(grader, guide)
        self.terminal, self.progress = terminal, progress
        self.reporter = reporter
        """What tells the learner's class; None in no class."""
        self.home = home
        """The home that may join a class; None where it cannot."""
        self.called = ""
        """The exercise with a call for help that the class has not confirmed yet; empty if there is none."""
        self.waiting = Waiting(terminal, grader)
        self.standings.update(progress.standings())
        self.lessons_read: set[str] = set(progress.lessons_read())
        self.journey = Journey(course, self.standings, self.lessons_read)
        if guide is None:
            self.journey.follow(progress.setting("path"))
        self.numbered: list[Entry] = []
        """What the last list showed; `open 2` opens the second one."""
        self._exercises: dict[str, Exercise] = {}
        self._faults: list[Exception] = []
        self.saver = Saver(InTurn(), changed=self._saving, fault=lambda error, _: self._faults.append(error))
        """Writes to the store, and what is not written yet."""

    @property
    def workshop(self) -> Workshop | None:
        """The workshop or path that the course was made of; None for the whole course."""
        return self.guide.workshop if self.guide is not None else None

    def offers(self, command: str) -> bool:
        """Return whether a command exists in this run, by its name."""
        if command == "join" and (self.reporter is not None or self.home is None):
            return False
        return self.rules.action("plain", command) and (command != "call" or self.reporter is not None)

    def _saving(self, line: str) -> None:
        """Say that all is saved again; before each prompt stands what is not saved."""
        if not line:
            self.say("All is saved now.")

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.terminal.say(*lines)

    def agrees(self, question: str) -> bool:
        """Ask a question that "yes" answers; return whether it did."""
        try:
            return self.terminal.ask(question).strip().lower() in ("yes", "y")
        except EndOfInput:
            return False

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Write to the store; what fails is tried again at each command, see `Saver`."""
        self.saver.submit(lambda: call(self.progress), doing, text)
        if self._faults:
            raise self._faults.pop()

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Tell the class of the learner, if there is one; a failure costs nothing."""
        if self.reporter is not None:
            try:
                call(self.reporter)
            except TutorError as error:
                self.say(f"Your class was not told: {error}")

    def delivered(self) -> str:
        """Return that a call for help that waited has reached the class, as a sentence; empty if none has."""
        if not self.called or self.reporter is None or self.reporter.state.call != "known":
            return ""
        where, self.called = self.called, ""
        return f"Your class knows now that you need help in {where}."

    def exercise(self, identity: str) -> Exercise:
        """Return an exercise of the course.

        Raises:
            ContentError: it is damaged.
        """
        if identity not in self._exercises:
            self._exercises[identity] = load_exercise(self.course.folder(identity), identity)
        return self._exercises[identity]

    def title(self, entry: Entry) -> str:
        """Return the title of a lesson or an exercise; that of a damaged exercise is its id."""
        if entry.kind == "exercise":
            try:
                return self.exercise(entry.id).title
            except TutorError:
                return f"{entry.id} (damaged)"
        places = self.course.lessons if entry.kind == "lesson" else self.course.topics
        return next((place.title for place in places if place.id == entry.id), entry.id)

    def state(self, exercise: str) -> str:
        """Return the state of an exercise in words: "tried, 2 attempts, 1 hint"."""
        standing = self.standing(exercise)
        try:
            state = str(standing.state(self.exercise(exercise).task_hash))
        except TutorError:
            state = "damaged"
        return state_text(state, standing.attempts, standing.hints)

    def listed(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield lessons and exercises with their states; `open` takes their numbers from now on."""
        self.numbered = list(entries)
        for number, entry in enumerate(self.numbered, 1):
            if entry.kind == "lesson":
                read = "read" if entry.id in self.lessons_read else "not read"
                yield f"{number}. Lesson: {self.title(entry)}, {entry.id}: {read}."
            else:
                yield f"{number}. {self.title(entry)}, {entry.id}: {self.state(entry.id)}."

    def goal(self) -> Entry | None:
        """Return what to go on with; None if all is done."""
        return self.journey.goal(self.progress.place())

    def arrive(self, place: Place) -> None:
        """Store the learner's place."""
        self.write(lambda progress: progress.save_place(place), "Keeping your place")

    def prepare(self, exercise: Exercise) -> None:
        """Draw the inputs of the next check in the background, so that it takes less time."""
        threading.Thread(
            target=lambda: self.grader.prepare(exercise), name="mxtutor-plain-prepare", daemon=True
        ).start()

    def find(self, word: str) -> Entry:
        """Return what a number of the last list, an id or a slug names.

        Raises:
            UsageError: it names nothing, or several exercises.
        """
        if word.isdecimal() and len(word) < 9:
            if not 1 <= int(word) <= len(self.numbered):
                raise UsageError(f"The last list has no number {word}.", fix="Type list to hear it.")
            return self.numbered[int(word) - 1]
        ids = {entry.id: entry for entry in self._entries()}
        if word in ids:
            return ids[word]
        named = [entry for entry in ids.values() if entry.id.partition("/")[2] == word]
        if len(named) == 1:
            return named[0]
        if named:
            raise UsageError(f"Several are called {word}: {', '.join(entry.id for entry in named)}.")
        raise UsageError(f"There is no exercise, lesson or topic {word!r}.", fix=did_you_mean(nearest(word, ids)))

    def _entries(self) -> list[Entry]:
        """Return everything that can be opened; of an exercise and a lesson with one id, the exercise."""
        course = self.course
        found = [Entry("topic", topic.id) for topic in course.topics]
        found += [Entry("lesson", lesson.id) for lesson in course.lessons if self.rules.screen("lesson")]
        return found + [Entry("exercise", exercise) for exercise in course.exercises]


class Page:
    """What a learner is at: the course, a lesson, an exercise. The loop writes what its methods yield, and opens pages.

    A method `do_NAME` carries out the command NAME of the table in `tutor.py` with its argument.
    """

    prompt = "Type next, list, open, help or quit"
    """What can be typed, for the line on which the learner types."""
    expected = ""
    """What can be typed besides commands, as a sentence."""
    exercises: tuple[str, ...] = ()
    """Exercises whose part of a workshop the learner works in here."""

    def __init__(self, session: PlainSession) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self.session.rules

    def offers(self, command: str) -> bool:
        """Return whether a command exists here, by its name."""
        return self.session.offers(command) and self.rules.action("plain", command)

    def arrive(self) -> Said:
        """Yield what the page is about, and store the place."""
        yield from self.where()

    def where(self) -> Iterator[str]:
        """Yield where the learner is."""
        raise NotImplementedError

    def next(self) -> Said:
        """Yield what follows."""
        raise NotImplementedError

    def back(self) -> Said:
        """Yield what `back` opens."""
        yield HOME

    def takes(self, line: str) -> bool:  # noqa: ARG002 - some pages take a line that is no command
        """Return whether a line that is no command means something here."""
        return False

    def take(self, line: str) -> Said:
        """Carry out such a line."""
        raise NotImplementedError

    def leave(self) -> None:
        """Keep what is not kept yet, before another page opens."""


Said = Iterator["str | Entry | Page"]
"""Lines to write, and what to open after them."""

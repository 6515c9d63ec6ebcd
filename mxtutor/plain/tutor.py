"""Plain mode: reads a command, carries it out, and reads the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from mxtutor.errors import TutorError, UsageError
from mxtutor.plain import review_page
from mxtutor.plain.attendance import PlainAttendance
from mxtutor.plain.commands import BY_NAME, CODE_FIRST, EVERYWHERE, help_lines, is_code, split, unknown
from mxtutor.plain.course_page import CoursePage, follow, list_lines, path_lines, progress_lines
from mxtutor.plain.enrolment import class_lines, join_class
from mxtutor.plain.exercise_page import ExercisePage
from mxtutor.plain.lesson_page import LessonPage
from mxtutor.plain.lookup import lookup_lines
from mxtutor.plain.page import Page
from mxtutor.plain.placement_page import placement
from mxtutor.plain.session import PlainSession
from mxtutor.plain.terminal import EndOfInput
from mxtutor.plain.welcome_page import WelcomePage, welcomes
from mxtutor.progress.journey import Entry
from mxtutor.progress.rescue import rescued, writable_folder, write_texts
from mxtutor.typed_paths import expanded

QUESTION = "Type retry, show, write, write FOLDER or quit"


def leave(session: PlainSession) -> int:
    """Save what waits, and ask about texts that cannot be saved; return the exit code."""
    saver = session.saver
    saver.retry()
    if not saver.texts():
        line = f"{saver.line}. Goodbye." if saver.waits else "Everything is kept. Goodbye."
        session.say(line)
        return 0
    session.say(
        f"Your text is not saved: {saver.reason}. retry tries again, show reads it so that you can copy it, "
        f"write puts it into the folder {writable_folder()}, quit leaves without it."
    )
    while saver.texts():
        try:
            line = session.terminal.ask(QUESTION)
        except EndOfInput:
            session.say(rescued(saver.texts(), saver.reason))
            return 3
        except KeyboardInterrupt:
            session.say("")
            continue
        if line.strip().lower() in ("quit", "q", "exit"):
            saver.drop()
            session.say("Your text was not saved. Goodbye.")
            return 0
        _carry_out(session, line)
    session.say("Goodbye.")
    return 0


def _carry_out(session: PlainSession, line: str) -> None:
    saver = session.saver
    word, _, folder = line.strip().partition(" ")
    if word.lower() == "retry":
        saver.retry()
        if saver.waits:
            session.say(f"Still not saved: {saver.reason}.")
    elif word.lower() == "show":
        for exercise, text in saver.texts():
            session.terminal.code(f"Your text of {exercise}", text)
    elif word.lower() == "write":
        try:
            place = expanded(Path(folder.strip())) if folder.strip() else writable_folder()
            files = write_texts(saver.texts(), place)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            session.say(f"It cannot be written there: {reason}. Name another folder.")
            return
        saver.drop()
        session.say(f"Your text is in {', '.join(map(str, files))}.")
    else:
        session.say(f"{QUESTION}.")


GREETING = (
    "mxtutor in plain mode. It teaches MXNet to people who know PyTorch.",
    "You read a lesson, type an answer, and hear whether it does the same as PyTorch.",
    "Type help at any time to hear what can be typed.",
)


class PlainTutor:
    """One run of plain mode, from the greeting to the end of the input."""

    def __init__(self, session: PlainSession, attendance: PlainAttendance | None = None) -> None:
        """Take a session, and what runs its workshop; None outside of a workshop or a path."""
        self.session = session
        self._attendance = attendance
        self.page: Page = CoursePage(session)

    def run(self, start: Entry | None = None) -> int:
        """Carry out commands until `quit` or the end of the input; return the exit code.

        Everything is stored at once; what cannot be stored is tried again before each command.
        """
        session = self.session
        if session.progress.notice:
            session.say(session.progress.notice)
        session.say(*GREETING)
        interrupted = False
        try:
            if self._attendance is not None:
                self._safely(self._attendance.begin)
                self._safely(self._attendance.step)
            if session.workshop is not None and session.workshop.class_url:
                session.say(*class_lines(session))
            if start is None and welcomes(session):
                self.page = WelcomePage(session)
            if start is None or not self._open(start):
                self.page.arrive()
            while True:
                try:
                    session.say(*filter(None, [session.saver.line, session.delivered()]))
                    line = session.terminal.ask(self.page.prompt)
                    interrupted = False
                    if session.saver.waits:
                        session.saver.retry()
                    if not self._attended(line):
                        break
                except KeyboardInterrupt:
                    session.say("")
                    if interrupted:
                        break
                    interrupted = True
                    session.say("Nothing runs now. Type quit, or press Ctrl-C again, to end mxtutor.")
        except EndOfInput:
            pass
        except BaseException:
            self.page.leave()
            if texts := session.saver.texts():
                session.say(rescued(texts, session.saver.reason))
            raise
        self.page.leave()
        return leave(session)

    def _attended(self, line: str) -> bool:
        """Carry out one line; in a workshop, say before and after it what became of the time."""
        attendance = self._attendance
        if attendance is None:
            return self._carry_out(line)
        self._safely(attendance.step)
        goes_on = self._carry_out(line)
        if goes_on:
            self._safely(attendance.step)
        return goes_on

    def _safely(self, call: Callable[[], object]) -> None:
        try:
            call()
        except TutorError as error:
            self.session.say(str(error))

    def _carry_out(self, line: str) -> bool:
        """Carry out one line; return whether plain mode goes on."""
        word, argument = split(line)
        command = BY_NAME.get(word)
        own = {name: handler for name, handler in self.page.commands().items() if self.session.offers(name)}
        everywhere = [name for name in EVERYWHERE if self.session.offers(name)]
        try:
            if command is not None and command.name == "quit":
                return False
            if command is not None and command.name in own:
                opens = own[command.name](argument)
                if opens is not None:
                    self._open(opens)
            elif other := self.page.other(line):
                if not isinstance(other, bool):
                    self._open(other)
            elif word:
                if command is not None and command.name in everywhere:
                    self._everywhere(command.name, argument.strip())
                elif word.isdecimal() and self.session.numbered:
                    self._move("open", word)
                elif command is None and "code" in own and is_code(line):
                    self.session.say(CODE_FIRST)
                else:
                    self.session.say(unknown(word, [*own, *everywhere], self.page.expected))
        except TutorError as error:
            self.session.say(str(error))
        return True

    def _everywhere(self, name: str, argument: str) -> None:
        """Carry out a command that works on every page."""
        session = self.session
        if not self.page.rules.action("plain", name):
            session.say("There is no look-up here." if name == "lookup" else unknown(name, ()))
        elif name == "help":
            own = [name for name in self.page.commands() if session.offers(name)]
            everywhere = [name for name in EVERYWHERE if session.offers(name)]
            session.say(*help_lines(own, everywhere, argument, self.page.expected))
        elif name == "path":
            follow(session, argument)
        elif name == "join":
            join_class(session, argument)
        elif name == "end" and self._attendance is not None:
            self._attendance.end()
        elif name in ("next", "back", "open", "placement", "review"):
            self._move(name, argument)
        else:
            session.say(*self._said(name, argument))

    def _said(self, name: str, argument: str) -> Iterable[str]:
        """Return what a command says that changes nothing."""
        session = self.session
        if name == "where":
            return self.page.where()
        if name == "list":
            return list_lines(session, argument)
        if name == "progress":
            return progress_lines(session)
        if name == "paths":
            return path_lines(session)
        if name in ("workshop", "time") and self._attendance is not None:
            return self._attendance.lines() if name == "workshop" else self._attendance.time_lines()
        if name == "lookup":
            return lookup_lines(session.course.root, argument)
        lines = {
            "due": review_page.due_lines,
            "mistakes": review_page.mistake_lines,
            "statistics": review_page.statistics_lines,
        }
        return lines[name](session)

    def _move(self, name: str, argument: str) -> None:
        """Carry out a command that opens another page."""
        opens: Entry | Page | None = None
        if name == "open":
            if argument:
                opens = self.session.find(argument)
            else:
                self.session.say("Type an id after open, for example: open tensors/first-steps.")
        elif name == "placement":
            opens = placement(self.session)
        elif name == "review":
            opens = review_page.review(self.session, argument)
        else:
            opens = self.page.next() if name == "next" else self.page.back()
        if opens is not None:
            self._open(opens)

    def _open(self, what: Entry | Page) -> bool:
        """Open a page; return False, and say why, if it cannot be opened."""
        session = self.session
        try:
            if isinstance(what, Entry) and what.kind == "topic" and what.id:
                session.say(*list_lines(session, what.id))
                return False
            page = what if isinstance(what, Page) else self._page(what)
        except TutorError as error:
            session.say(str(error))
            return False
        self.page.leave()
        self.page = page
        if self._attendance is not None and page.exercises:
            self._attendance.enter(page.exercises)
        page.arrive()
        return True

    def _page(self, entry: Entry) -> Page:
        session = self.session
        if entry.kind == "exercise":
            exercise = session.exercise(entry.id)
            if self._attendance is not None and (refusal := self._attendance.refusal(entry.id)):
                raise UsageError(refusal)
            return ExercisePage(session, exercise)
        if entry.kind == "lesson":
            if not session.rules.screen("lesson"):
                raise UsageError(f"{session.rules.called} shows no lessons.")
            return LessonPage(session, next(lesson for lesson in session.course.lessons if lesson.id == entry.id))
        return CoursePage(session)

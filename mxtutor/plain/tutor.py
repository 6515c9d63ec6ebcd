"""Plain mode: reads a command, carries it out, and reads the next one."""

from __future__ import annotations

from mxtutor.errors import TutorError
from mxtutor.plain.commands import BY_NAME, EVERYWHERE, help_lines, split, unknown
from mxtutor.plain.course_page import CoursePage, follow, list_lines, path_lines, progress_lines
from mxtutor.plain.exercise_page import ExercisePage
from mxtutor.plain.lesson_page import LessonPage
from mxtutor.plain.page import Page
from mxtutor.plain.session import PlainSession
from mxtutor.plain.terminal import EndOfInput
from mxtutor.progress.journey import Entry

GREETING = (
    "mxtutor in plain mode. It teaches MXNet to people who know PyTorch.",
    "You read a lesson, type an answer, and hear whether it does the same as PyTorch.",
    "Type help at any time to hear what can be typed.",
)


class PlainTutor:
    """One run of plain mode, from the greeting to the end of the input."""

    def __init__(self, session: PlainSession) -> None:
        self.session = session
        self.page: Page = CoursePage(session)

    def run(self, start: Entry | None = None) -> None:
        """Carry out commands until `quit` or the end of the input; everything is stored at once."""
        session = self.session
        if session.progress.notice:
            session.say(session.progress.notice)
        session.say(*GREETING)
        interrupted = False
        try:
            if start is None or not self._open(start):
                self.page.arrive()
            while True:
                try:
                    line = session.terminal.ask(self.page.prompt)
                    interrupted = False
                    if not self._carry_out(line):
                        break
                except KeyboardInterrupt:
                    session.say("")
                    if interrupted:
                        break
                    interrupted = True
                    session.say("Nothing runs now. Type quit, or press Ctrl-C again, to end mxtutor.")
        except EndOfInput:
            pass
        finally:
            self.page.leave()
        session.say("Everything is kept. Goodbye.")

    def _carry_out(self, line: str) -> bool:
        """Carry out one line; return whether plain mode goes on."""
        word, argument = split(line)
        command = BY_NAME.get(word)
        own = self.page.commands()
        try:
            if command is not None and command.name == "quit":
                return False
            if command is not None and command.name in own:
                opens = own[command.name](argument)
                if opens is not None:
                    self._open(opens)
            elif not self.page.other(line):
                if command is not None and command.name in EVERYWHERE:
                    self._everywhere(command.name, argument.strip())
                elif word.isdecimal() and self.session.numbered:
                    self._move("open", word)
                elif word:
                    self.session.say(unknown(word, [*own, *EVERYWHERE]))
        except TutorError as error:
            self.session.say(str(error))
        return True

    def _everywhere(self, name: str, argument: str) -> None:
        """Carry out a command that works on every page."""
        session = self.session
        if name == "help":
            session.say(*help_lines([*self.page.commands(), *EVERYWHERE], argument))
        elif name == "where":
            session.say(*self.page.where())
        elif name == "list":
            session.say(*list_lines(session, argument))
        elif name == "lookup":
            from mxtutor.plain.lookup import lookup_lines

            session.say(*lookup_lines(session.course.root, argument))
        elif name == "progress":
            session.say(*progress_lines(session))
        elif name == "paths":
            session.say(*path_lines(session))
        elif name == "path":
            follow(session, argument)
        else:
            self._move(name, argument)

    def _move(self, name: str, argument: str) -> None:
        """Carry out a command that opens another page."""
        if name == "open" and not argument:
            self.session.say("Type an id after open, for example: open tensors/first-steps.")
            return
        opens = (
            self.page.next() if name == "next" else self.page.back() if name == "back" else self.session.find(argument)
        )
        if opens is not None:
            self._open(opens)

    def _open(self, entry: Entry) -> bool:
        """Open a page; return False, and say why, if it cannot be opened."""
        session = self.session
        try:
            if entry.kind == "topic" and entry.id:
                session.say(*list_lines(session, entry.id))
                return False
            page = self._page(entry)
        except TutorError as error:
            session.say(str(error))
            return False
        self.page.leave()
        self.page = page
        page.arrive()
        return True

    def _page(self, entry: Entry) -> Page:
        session = self.session
        if entry.kind == "exercise":
            return ExercisePage(session, session.exercise(entry.id))
        if entry.kind == "lesson":
            return LessonPage(session, next(lesson for lesson in session.course.lessons if lesson.id == entry.id))
        return CoursePage(session)

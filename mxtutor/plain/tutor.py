"""Plain mode: reads a command, carries it out, and reads the next one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from mxtutor.content.loader import load_course
from mxtutor.content.plan import course_of, without_lessons
from mxtutor.content.workshop import Workshop
from mxtutor.errors import TutorError, UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.live.reporter import ClassReporter
from mxtutor.plain.pages import (
    CoursePage,
    LessonPage,
    WelcomePage,
    due_lines,
    follow,
    list_lines,
    lookup_lines,
    mistake_lines,
    path_lines,
    progress_lines,
    review,
    statistics_lines,
    welcomes,
)
from mxtutor.plain.session import Page, PlainSession, Said
from mxtutor.plain.spoken import code_lines
from mxtutor.plain.tasks import exercise_page, placement
from mxtutor.plain.terminal import EndOfInput, Terminal
from mxtutor.plain.workshops import PlainAttendance, class_lines, join_class
from mxtutor.progress.journey import Entry
from mxtutor.progress.rescue import rescued, writable_folder, write_texts
from mxtutor.progress.store import ProgressStore
from mxtutor.progress.workshop_guide import WorkshopGuide, guide_of
from mxtutor.session.rules import rules_of
from mxtutor.suggest import did_you_mean, nearest
from mxtutor.typed_paths import expanded


@dataclass(frozen=True, slots=True)
class Command:
    """One command, as help lists it."""

    name: str
    about: str
    """What it does; completes "NAME ARGUMENT: ..."."""
    argument: str = ""
    other_names: tuple[str, ...] = ()
    """None is a single letter of an option."""


COMMANDS = (
    Command("help", "says what can be typed here; with a command, what it does", "COMMAND", ("?",)),
    Command("where", "says where you are, and the last verdict"),
    Command("next", "goes on: to the next exercise or lesson", other_names=("n", "continue")),
    Command("back", "goes back: to the lesson, then to the course"),
    Command("list", "lists topics; with a topic its lessons and exercises; `list todo` what is not done", "TOPIC"),
    Command("open", "opens an exercise, a lesson or a topic, by its id or its number in the last list", "ID"),
    Command("lookup", "says the MXNet form of a torch name, or the torch form of an MXNet name", "NAME"),
    Command("progress", "says what you have done"),
    Command("paths", "lists the learning paths; `path NAME` follows one"),
    Command("path", "follows a learning path", "NAME"),
    Command("due", "lists the exercises that are due for review"),
    Command("review", "begins a review: the longest due, one of the list, or any solved exercise", "ID"),
    Command("mistakes", "lists the mistakes that mxtutor named in your answers"),
    Command("statistics", "says attempts, first tries, hints and time by topic"),
    Command("placement", "asks at most eight questions, and marks what you know already"),
    Command("join", "joins the class of the workshop; `join no` declines it", "NAME"),
    Command("workshop", "reads the greeting, the parts and the rules of the workshop"),
    Command("time", "says what time is used or left in each part of the workshop"),
    Command("end", "ends a sealed workshop, after a question; after its end, reads the report"),
    Command("quit", "ends mxtutor; everything is kept", other_names=("q", "exit")),
    Command("more", "reads the next part of the lesson; so does an empty line"),
    Command("all", "reads the rest of the lesson"),
    Command("run", "runs the code that was read last; in an exercise, your draft beside the reference"),
    Command("again", "reads the part of the lesson again"),
    Command("task", "reads the task again"),
    Command("code", "takes a new answer line by line; a line with a dot alone ends it"),
    Command("lines", "reads your answer with line numbers"),
    Command(
        "line",
        "replaces a line: `line 3 return x`; it keeps its indentation unless you type two spaces; `line 3` reads it",
        "N TEXT",
    ),
    Command("insert", "inserts a line before line N, with its indentation", "N TEXT"),
    Command("delete", "deletes a line, or some: `delete 3-5`", "N"),
    Command("edit", "opens your answer in the editor that $VISUAL or $EDITOR names"),
    Command("use", "takes your answer from a file; without a name, says which file holds your answer", "FILE"),
    Command("answer", "answers a question: a value, or the letter or number of an option", "VALUE"),
    Command("check", "checks your answer"),
    Command("details", "reads all of the last verdict: whole arrays, the traceback, how to repeat it"),
    Command("hint", "opens the next hint; `hint again` reads the open ones"),
    Command("solution", "reads the solution; before a right answer, it asks whether you give up"),
    Command("call", "asks your class for help in this exercise; once more takes it back"),
    Command("reset", "starts the answer over; the present text stays in the history"),
    Command("undo", "takes the last change of your answer back"),
    Command("history", "lists your attempts; with a number, reads one", "N"),
    Command("restore", "takes the answer of an attempt", "N"),
    Command("skip", "says that you do not know the answer"),
    Command("stop", "ends the placement; what was asked so far counts"),
)
BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.other_names)}
CODE_FIRST = (
    "This looks like code. Type code first, then all lines of your answer, then a line with a dot alone. "
    "The command line replaces one line: line 6 return x."
)
"""What a learner hears who types code where a command is expected."""


def split(line: str) -> tuple[str, str]:
    """Return the name of a command, in lower case, and its argument with its own white space."""
    word, _, rest = line.lstrip().partition(" ")
    return word.lower(), rest


def is_code(line: str) -> bool:
    """Return whether a line is a statement of Python that is no single word."""
    text = line.strip()
    if not text or text.isidentifier():
        return False
    try:
        tree = ast.parse(f"{text} pass" if text.endswith(":") else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not all(isinstance(one, ast.Expr) and isinstance(one.value, (ast.Constant, ast.Name)) for one in tree.body)


def help_lines(own: Collection[str], everywhere: Collection[str], about: str, expected: str = "") -> Iterator[str]:
    """Yield what can be typed, one command per line: those of the page, then those of all pages.

    With `about`, yield what that command does. `expected` says what can be typed besides commands.
    """
    if about:
        command = BY_NAME.get(about.lower())
        if command is None:
            yield unknown(about, [*own, *everywhere])
            return
        also = f" Short: {', '.join(command.other_names)}." if command.other_names else ""
        yield f"{_shown(command)}: {command.about.replace('`', '')}.{also}"
        return
    for title, names in (("You can type here:", own), ("You can type anywhere:", everywhere)):
        if names:
            yield title
        if names is own and expected:
            yield expected
        for command in COMMANDS:
            if command.name in names:
                yield f"{_shown(command)}: {command.about.replace('`', '')}."


def unknown(word: str, available: Collection[str], expected: str = "") -> str:
    """Return that a command is unknown, with the one that was probably meant, or what is expected instead."""
    shown = word if len(word) <= 40 else f"{word[:40]} and so on"
    if word in BY_NAME:
        return f"The command {shown} does not work here. Type help to hear what does."
    near = nearest(word, available, most=1, likeness=0.6)
    otherwise = f"{expected} Type help to hear the commands.".strip()
    return f"Unknown command: {shown}. {did_you_mean(near, otherwise)}"


def _shown(command: Command) -> str:
    return f"{command.name} {command.argument}".rstrip()


GREETING = (
    "mxtutor in plain mode. It teaches MXNet to people who know PyTorch.",
    "You read a lesson, type an answer, and hear whether it does the same as PyTorch.",
    "Type help at any time to hear what can be typed.",
)
ANYWHERE: dict[str, Callable[[PlainSession, str], Said]] = {
    "list": list_lines,
    "lookup": lookup_lines,
    "progress": progress_lines,
    "paths": path_lines,
    "path": follow,
    "due": due_lines,
    "review": review,
    "mistakes": mistake_lines,
    "statistics": statistics_lines,
    "placement": lambda session, _: placement(session),
    "join": join_class,
}
"""Commands that work on each page, and that need no page; the others are methods of `PlainTutor`."""


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
        session, attendance = self.session, self._attendance
        session.say(*filter(None, [session.progress.notice]), *GREETING)
        interrupted = False
        try:
            if attendance is not None:
                self._write(attendance.begin())
                self._write(attendance.step())
            self._write(class_lines(session))
            if start is None and welcomes(session):
                self.page = WelcomePage(session)
            if start is None or not self._open(start):
                self._write(self.page.arrive())
            while True:
                try:
                    session.say(*filter(None, [session.saver.line, session.delivered()]))
                    line = session.terminal.ask(self.page.prompt)
                    interrupted = False
                    if session.saver.waits:
                        session.saver.retry()
                    command = BY_NAME.get(split(line)[0])
                    self._step()
                    if command is not None and command.name == "quit":
                        break
                    self._write(self._said(line))
                    self._step()
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

    def _step(self) -> None:
        """In a workshop, say before and after each command what became of the time."""
        if self._attendance is not None:
            self._write(self._attendance.step())

    def _write(self, said: Said) -> None:
        """Write lines as they come, and open what is among them; an error ends them."""
        try:
            for one in said:
                if isinstance(one, str):
                    self.session.say(one)
                else:
                    self._open(one)
        except TutorError as error:
            self.session.say(str(error))

    def _own(self) -> list[str]:
        """Return the commands of the page."""
        return [one.name for one in COMMANDS if hasattr(self.page, f"do_{one.name}") and self.page.offers(one.name)]

    def _everywhere(self) -> list[str]:
        """Return the commands of each page that work on this one, too."""
        names = [one.name for one in COMMANDS if one.name in ANYWHERE or hasattr(self, f"do_{one.name}")]
        return [name for name in [*names, "quit"] if self.page.offers(name)]

    def _said(self, line: str) -> Said:
        """Carry out one line; return what is said, and what opens."""
        word, argument = split(line)
        command = BY_NAME.get(word)
        name = command.name if command is not None else ""
        own, everywhere = self._own(), self._everywhere()
        if name in own:
            return getattr(self.page, f"do_{name}")(argument)  # type: ignore[no-any-return]
        if self.page.takes(line):
            return self.page.take(line)
        argument = argument.strip()
        if name in everywhere:
            return ANYWHERE[name](self.session, argument) if name in ANYWHERE else getattr(self, f"do_{name}")(argument)
        if word.isdecimal() and self.session.numbered:
            return self.do_open(word)
        if name == "lookup" and self.session.offers(name):
            return iter(["There is no look-up here."])
        if command is None and "code" in own and is_code(line):
            return iter([CODE_FIRST])
        return iter([unknown(word, [*own, *everywhere], self.page.expected)] if word else [])

    def do_help(self, about: str) -> Said:
        return help_lines(self._own(), self._everywhere(), about, self.page.expected)

    def do_where(self, _: str) -> Said:
        return self.page.where()

    def do_next(self, _: str) -> Said:
        return self.page.next()

    def do_back(self, _: str) -> Said:
        return self.page.back()

    def do_open(self, name: str) -> Said:
        yield self.session.find(name) if name else "Type an id after open, for example: open tensors/first-steps."

    def do_workshop(self, _: str) -> Said:
        return self._attendance.lines() if self._attendance is not None else iter(())

    def do_time(self, _: str) -> Said:
        return self._attendance.time_lines() if self._attendance is not None else iter(())

    def do_end(self, _: str) -> Said:
        return self._attendance.end() if self._attendance is not None else iter(())

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
        self._write(page.arrive())
        return True

    def _page(self, entry: Entry) -> Page:
        session = self.session
        if entry.kind == "exercise":
            session.exercise(entry.id)
            if self._attendance is not None and (refusal := self._attendance.refusal(entry.id)):
                raise UsageError(refusal)
            return exercise_page(session, entry.id)
        if entry.kind == "lesson":
            if not session.rules.screen("lesson"):
                raise UsageError(f"{session.rules.called} shows no lessons.")
            return LessonPage(session, next(lesson for lesson in session.course.lessons if lesson.id == entry.id))
        return CoursePage(session)


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
            session.say(*code_lines(f"Your text of {exercise}", text))
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


def run_plain(
    terminal: Terminal,
    root: Path,
    *,
    grader: Grader,
    open_progress: Callable[[], ProgressStore],
    start_at: str | None = None,
    workshop: Workshop | None = None,
    reporter: ClassReporter | None = None,
    home: Path | None = None,
) -> int:
    """Run plain mode until its end; return 0, or 3 if the input ended before all was saved.

    `home` may join a class; what reports to that class ends here.

    Raises:
        UsageError: the course has nothing called `start_at`.
        TutorError: the course or the store cannot be read.
    """
    course = load_course(root)
    guide: WorkshopGuide | None = None
    if workshop is not None:
        guide = guide_of(workshop)
        course = course_of(workshop.path, course, workshop.file)
        course = course if rules_of(workshop).screen("lesson") else without_lessons(course)
    progress = open_progress()
    attendance: PlainAttendance | None = None
    session: PlainSession | None = None
    try:
        session = PlainSession(terminal, course, progress, grader, guide=guide, reporter=reporter, home=home)
        start = session.find(start_at) if start_at is not None else None
        if guide is not None:
            attendance = PlainAttendance(session, guide)
        return PlainTutor(session, attendance).run(start)
    finally:
        if attendance is not None:
            attendance.close()
        progress.close()
        if session is not None and session.reporter is not None and reporter is None:
            session.reporter.stop()

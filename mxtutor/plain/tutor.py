"""The loop of plain mode: reads a command, runs it, and reads the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import AssessmentReport, Blueprint
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.content.plan import reasons
from mxtutor.content.workshop import Workshop
from mxtutor.errors import StoreError, TutorError, UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.live.reporter import ClassReporter
from mxtutor.plain.commands import BY_NAME, CODE_FIRST, is_code, split, unknown
from mxtutor.plain.pages import AssessPage, CoursePage, LessonPage, Page, Said, WelcomePage, elsewhere, exercise_page
from mxtutor.plain.session import PlainSession, class_lines
from mxtutor.plain.spoken import code_lines, prose
from mxtutor.plain.terminal import EndOfInput, Terminal
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.journey import Entry
from mxtutor.progress.saving import rescued, writable_folder, written_to
from mxtutor.progress.store import ProgressStore
from mxtutor.session.asking import Asking, keeper, reported
from mxtutor.session.guide import guide_of
from mxtutor.session.learner import course_in
from mxtutor.session.rules import TEST

GREETING = (
    "mxtutor in plain mode. It teaches MXNet to people who know PyTorch.",
    "You read a lesson, type an answer, and mxtutor says whether it does the same as PyTorch.",
    "Type help at any time for what can be typed.",
)


class PlainTutor:
    """One run of plain mode, from the greeting to the end of the input."""

    def __init__(self, session: PlainSession) -> None:
        self.session = session
        self.page: Page = CoursePage(session)

    def run(self, start: Entry | Page | None = None) -> int:
        """Run commands until `quit` or the end of the input; return the exit code.

        Everything is stored at once; failed writes are retried before each command.
        """
        session, attendance = self.session, self.session.attendance
        greeting = GREETING[-1:] if isinstance(start, Page) else GREETING
        session.say(*filter(None, [session.progress.notice]), *greeting)
        interrupted = False
        try:
            if attendance is not None:
                self._write(attendance.begin())
                self._write(attendance.step())
            self._write(class_lines(session))
            if start is None and session.is_new and reasons(session.paths):
                self.page = WelcomePage(session)
            if start is None or not self._open(start):
                self._write(self.page.arrive())
            while not self.page.over:
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
        """In a workshop, count the time and write warnings, before and after each command."""
        if self.session.attendance is not None:
            self._write(self.session.attendance.step())

    def _write(self, said: Said) -> None:
        """Write yielded lines, and open yielded entries and pages; an error is written and ends this."""
        try:
            for one in said:
                if isinstance(one, str):
                    self.session.say(one)
                else:
                    self._open(one)
        except TutorError as error:
            self.session.say(prose(str(error)))

    def _said(self, line: str) -> Said:
        """Run the command in one line; return the lines to write and the pages to open."""
        word, argument = split(line)
        command = BY_NAME.get(word)
        name = command.name if command is not None else ""
        own, everywhere = self.page.commands()
        if name not in own and (said := self.page.take(line)) is not None:
            return said
        if name in (*own, *everywhere):
            return getattr(self.page, f"do_{name}")(argument)  # type: ignore[no-any-return]
        if word.isdecimal() and self.session.numbered:
            return self.page.do_open(word)
        if name == "lookup" and self.session.offers(name):
            return iter(["There is no look-up here."])
        if command is None and "code" in own and is_code(line):
            return iter([CODE_FIRST])
        return iter(
            [unknown(word, [*own, *everywhere], self.page.expected, elsewhere(self.page, name))] if word else []
        )

    def _open(self, what: Entry | Page) -> bool:
        """Open a page; if it cannot be opened, write the reason and return False."""
        session = self.session
        try:
            if isinstance(what, Entry) and what.kind == "topic" and what.id:
                self._write(self.page.do_list(what.id))
                return False
            page = what if isinstance(what, Page) else self._page(what)
        except TutorError as error:
            session.say(prose(str(error)))
            return False
        self.page.leave()
        self.page = page
        if self.session.attendance is not None and page.exercises:
            self.session.attendance.enter(page.exercises)
        self._write(page.arrive())
        return True

    def _page(self, entry: Entry) -> Page:
        session = self.session
        if entry.kind == "exercise":
            session.exercise(entry.id)
            if self.session.attendance is not None and (refusal := self.session.attendance.refusal(entry.id)):
                raise UsageError(refusal)
            return exercise_page(session, entry.id)
        if entry.kind == "lesson":
            if not session.rules.screen("lesson"):
                raise UsageError(f"{session.rules.called} shows no lessons.")
            return LessonPage(session, next(lesson for lesson in session.course.lessons if lesson.id == entry.id))
        return CoursePage(session)


QUESTION = "Type retry, show, write, write FOLDER or quit"


def leave(session: PlainSession) -> int:
    """Do the waiting writes, and ask about texts that cannot be saved; return the exit code."""
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
            session.say(written_to(saver.texts(), folder.strip()))
        except UsageError as error:
            session.say(str(error))
        else:
            saver.drop()
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
    """Run plain mode until its end; return 0, or 3 if the input ended before everything was saved.

    `home` is the folder that may join a class, None if it may not; a class joined here is left at the end of the run.

    Raises:
        UsageError: the course has nothing called `start_at`.
        TutorError: the course or the store cannot be read.
    """
    course = course_in(workshop, load_course(root))
    guide = guide_of(workshop) if workshop is not None else None
    progress = open_progress()
    session: PlainSession | None = None
    try:
        session = PlainSession(terminal, course, progress, grader, guide=guide, reporter=reporter, home=home)
        start = session.find(start_at) if start_at is not None else None
        return PlainTutor(session).run(start)
    finally:
        if session is not None and session.attendance is not None:
            session.attendance.close()
        progress.close()
        if session is not None and session.reporter is not None and reporter is None:
            session.reporter.stop()


def _anew(terminal: Terminal, earlier: Blueprint, plan: Blueprint) -> bool:
    """Ask whether to begin a new test in place of one about something else that was left."""
    terminal.say(f"You have left a test about {earlier.title}.")
    return terminal.ask(f"Type new for a test about {plan.title}, or press Enter to go on").strip().lower() == "new"


def run_assessment(
    terminal: Terminal, course: Course, progress: ProgressStore, grader: Grader, items: Mapping[str, Item],
    plan: Blueprint, learner: str,
) -> AssessmentReport | None:  # fmt: skip
    """Ask the items of the learner's unfinished test, or of a new one; return the report, None if they left before.

    `items` are those of the whole course; a new test is about `plan`. A name that is given counts for either.
    """
    session = PlainSession(terminal, course, progress, grader)
    keep = keeper(session, "assessment")
    test = Assessment(SessionStore(progress).unfinished() or begin(plan, learner), items, keep)
    try:
        if not test.items or (test.plan.title != plan.title and _anew(terminal, test.plan, plan)):
            test = Assessment(begin(plan, learner), items, keep)
    except EndOfInput:
        return None
    test.saved.learner = learner or test.saved.learner
    asking = Asking(test, grader, TEST)
    if (found := asking.item(course, lambda _: None)) is not None:
        PlainTutor(session).run(AssessPage(session, found[0], asking))
    if test.ended is None:
        return None
    report = reported(test, course)
    test.save()
    if session.saver.waits:
        session.saver.retry().result()
    if session.saver.waits:
        raise StoreError(f"The report of the test is not kept: {session.saver.reason}.")
    return report

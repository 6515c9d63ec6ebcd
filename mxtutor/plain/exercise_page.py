"""An exercise: the answer is checked, hints and the solution are read, attempts are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.plain.answer_page import AnswerPage
from mxtutor.plain.attempt_reader import AttemptReader
from mxtutor.plain.help_reader import HelpReader
from mxtutor.plain.page import Handler
from mxtutor.plain.session import HOME, PlainSession
from mxtutor.plain.spoken import ended, spelled
from mxtutor.plain.verdicts import detail_lines, play_lines, review_lines, verdict_again, verdict_lines
from mxtutor.plain.waiting import Output
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Draft, Place
from mxtutor.reporting.advice import first_failing
from mxtutor.reporting.journey_words import exercise_words
from mxtutor.reporting.unready import NO_ATTEMPT

if TYPE_CHECKING:
    pass

CALL_SECONDS = 3.0
"""Longest wait for the class to confirm a call for help."""
ELSEWHERE = "Another mxtutor has changed this answer. Its text is kept in the history."
NEW_NUMBERS = "The code has other numbers now. Your next answer is about the new code."


class ExercisePage(AnswerPage):
    """One exercise of the course."""

    def __init__(self, session: PlainSession, exercise: Exercise) -> None:
        draft = session.saver.draft(exercise.id, "answer") or session.progress.draft(exercise.id)
        drawn = session.standing(exercise.id).variant
        if drawn and exercise.variants > 1:
            exercise = load_exercise(exercise.folder, exercise.id, drawn)
        self.task = session.open(exercise, drawn=drawn)
        super().__init__(session, draft.code if draft is not None else None)
        self.exercises = (exercise.id,)
        self._given = draft.code if draft is not None else None
        """The draft that was given to the store last."""
        self.task.known = self._given or exercise.starter
        self.task.elsewhere = lambda: session.say(ELSEWHERE)
        self._called = False
        """Whether the learner asked the class for help here."""
        self._help = HelpReader(self, self._new_numbers)
        self._earlier = AttemptReader(self)

    @property
    def prompt(self) -> str:
        """What can be typed."""
        if self.task.report is not None and self.task.report.verdict is Verdict.RIGHT:
            return f"Type next, {'solution, ' if self.session.offers('solution') else ''}back or help"
        kinds = {"choice": "a letter", "predict": "the value of result"}
        hint = "hint, " if self.session.offers("hint") else ""
        return f"Type {kinds.get(self.exercise.kind, 'code, check')}, {hint}next, back or help"

    def commands(self) -> Mapping[str, Handler]:
        """Return the commands for the answer, for checks and for help."""
        found: dict[str, Handler] = {
            **self.editing(),
            "details": self._details,
            "hint": self._help.hint,
            "solution": self._help.solution,
            "history": self._earlier.history,
        }
        if self.coded:
            found |= {"check": self._check, "run": self._run, "reset": self._reset, "restore": self._earlier.restore}
        return found | {"call": self._call} if self.session.reporter is not None else found

    def _call(self, _: str) -> None:
        """Ask the class for help, or take that back."""
        reporter = self.session.reporter
        if reporter is None or not reporter.membership.wants(self.exercise.id):
            self.session.say("Your class does not follow this exercise. Ask for help in one of the class.")
            return
        self._called = not self._called
        self.session.report(lambda one: (one.help if self._called else one.help_withdrawn)(self.exercise))
        self.session.called = ""
        if not self._called:
            self.session.say("Your call for help is taken back.")
            return
        call = reporter.await_call(CALL_SECONDS)
        if call == "known":
            self.session.say("Your class knows that you need help here. Type call again to take it back.")
        elif call == "waiting" and reporter.state.phase != "refused":
            self.session.called = self.exercise.id
            self.session.say("Your call waits until the class can be reached. Type call again to take it back.")
        else:
            self.session.say("Your class does not take your call. Tell your instructor.")

    def arrive(self) -> None:
        """Read the task, and begin to compute the reference."""
        session, exercise = self.session, self.exercise
        session.say(*self.where())
        if not session.progress.claim(exercise.id):
            session.say("This exercise is open in another mxtutor. What the other one writes is kept in the history.")
        self.take_saved()
        session.say(*self.task_lines())
        session.arrive(Place("exercise", exercise.id))
        session.report(lambda reporter: reporter.opened(self.exercise))
        session.prepare(exercise)

    def where(self) -> Iterator[str]:
        """Yield the lesson, the exercise, the learner's state and the last verdict of this visit."""
        exercise, course, guide = self.exercise, self.session.course, self.session.guide
        part = guide.part_of(exercise.id) if guide is not None else None
        of = f"lesson {course.lesson_of(exercise.id).title}" if part is None else f"part {part.title}"
        place = "Exercise {} of {}".format(*self.session.position(exercise.id))
        yield f"{place} of the {of}: {exercise.title}, {exercise.id}."
        if guide is not None and part is not None and part.minutes:
            yield f"Part {part.title}: {spelled(guide.about(exercise.id))}."
        yield f"It takes {exercise_words(course, exercise.id)}. Your status: {self.session.state(exercise.id)}."
        if self.task.report is not None:
            yield self._verdict_again(self.task.report)

    def keep(self) -> None:
        """Store the draft; the draft of another tutor goes to the history."""
        text = self.answer.text
        if self._given is None and text == self.exercise.starter:
            return  # nothing was typed; an export would hold it as an answer
        if text != self._given:
            self._given = text
            self.session.draft(self.task, Draft(text))

    def saved_elsewhere(self) -> str | None:
        """Return the text that another editor has written to the answer file; None if there is none."""
        file = self.session.progress.answer_file(self.exercise.id) if self.coded else None
        if file is None:
            return None
        try:
            text = file.read_bytes().decode("utf-8").replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError):
            return None
        draft = self.session.progress.draft(self.exercise.id)
        theirs = draft is not None and draft.code == text  # another mxtutor wrote it: each keeps its own text
        return None if text in (self.task.known, self.answer.text) or not text.strip() or theirs else text

    def hand_in(self, text: str) -> Entry | None:
        """Check a typed answer."""
        self.answer.replace(self.typed(text))
        self.keep()
        self._check("")
        return None

    def other(self, line: str) -> bool:
        """Take a letter or a value as the answer to a question."""
        if not self.takes(line):
            return False
        self.hand_in(line.strip())
        return True

    def _check(self, _: str) -> None:
        self.take_saved()
        self.keep()
        session, task, code, output = self.session, self.task, self.answer.text, Output()
        checked = session.unready(task, code)
        if checked is None:
            session.say("Checking.")
            checked = session.waiting.call("Still checking", lambda: session.grade(task, code, output.add), output)
        if checked is None:
            return
        session.keep(task, checked)
        helped = self.rules.help
        lines = verdict_lines(checked.report, full=checked.full, helped=helped, advised=helped and self.coded)
        session.say(*filter(None, [checked.late, "" if checked.ran else NO_ATTEMPT]), *lines)
        if checked.report.verdict is Verdict.RIGHT:
            self._passed(code, checked.report)
        elif checked.draws:
            self._draw_again()

    def _passed(self, code: str, report: Report) -> None:
        """Say what is worth knowing after a right answer, and what comes next."""
        session = self.session
        if session.reviews(self.task):
            again = Submission(self.exercise, code.encode("utf-8", "replace"), report.seed)
            review = session.waiting.call("Counting what your answer costs", lambda: session.grader.review(again))
            session.say(*(review_lines(review) if review is not None else ()))
        if self.rules.help:
            session.say(*self._help.explanation())
        following = self.session.following("exercise", self.exercise.id)
        if following is not None:
            session.say(f"Next: the {following.kind} {ended(session.title(following))} Type next to open it.")

    def _draw_again(self) -> None:
        self.task.take(self.session.variant(self.task))
        self.session.say(NEW_NUMBERS, *self.task_lines())

    def _new_numbers(self) -> None:
        """Ask about other numbers, because the learner knows the present value."""
        if self.session.knows_value(self.task):
            self._draw_again()

    def _run(self, _: str) -> None:
        self.take_saved()
        self.keep()
        session, report, code = self.session, self.task.report, self.answer.text
        case = first_failing(report) if report is not None else None
        place, seed = (report.cases.index(case), report.seed) if case is not None and report is not None else (0, 0)
        play = session.waiting.call("Still running", lambda: session.run(self.task, code, case=place, seed=seed))
        if play is not None:
            session.say(*play_lines(play, reference=self.rules.help))

    def _details(self, _: str) -> None:
        task = self.task
        if task.report is None:
            found = self.session.progress.last_report(task.exercise.id)
            if found is not None and task.exercise.kind != "predict":
                task.report, task.judged = found[1], found[0].code
        if task.report is None:
            self.session.say("There is no verdict yet. Type check first.")
        else:
            self.session.say(self._verdict_again(task.report), *detail_lines(task.report))

    def _verdict_again(self, report: Report) -> str:
        return verdict_again(report, changed=self.answer.text != self.task.judged)

    def _reset(self, _: str) -> None:
        self.replace(self.exercise.starter)
        self.session.say("Started over. Your earlier text is in the history; undo brings it back.", *self.task_lines())

    def next(self) -> Entry | None:
        """Return the next exercise or lesson."""
        following = self.session.following("exercise", self.exercise.id)
        if following is None:
            self.session.say("That was the last one. Well done.")
        return following

    def back(self) -> Entry | None:
        """Return the lesson of the exercise; the course where there are no lessons."""
        if not self.rules.screen("lesson"):
            return HOME
        return Entry("lesson", self.session.course.lesson_of(self.exercise.id).id)

    def leave(self) -> None:
        """Store the draft."""
        if self.answer.text != self.exercise.starter or self._given is not None:
            self.keep()
        self.session.progress.release(self.exercise.id)

"""An assessment or a placement as a session: it asks one item after the other, and stores the responses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.planning import begin, missed, placement_plan, proven
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_exercise
from mxtutor.content.minutes import reading_seconds
from mxtutor.errors import ContentError
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.model import Draft
from mxtutor.progress.saving import Text
from mxtutor.session.rules import ASSESSMENT, Rules
from mxtutor.session.session import NOTHING, CheckedAnswer, Session, Task
from mxtutor.syntax import parse, parse_expression

if TYPE_CHECKING:
    from mxtutor.assessment.records import AssessmentReport, SavedSession
    from mxtutor.content.model import Course, Exercise
    from mxtutor.grading.protocol import Grader
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.events import Purpose
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.learner import LearnerSession

Read = TypeVar("Read")
WRITE = "Write an answer first."


class Asking(Session):
    """Asks the items of an assessment; responses go to the assessment, not to the learner's progress or class."""

    def __init__(self, assessment: Assessment, grader: Grader, rules: Rules = ASSESSMENT) -> None:
        super().__init__(grader)
        self.assessment, self.rules_below = assessment, rules
        self.failures = 0
        """How often mxtutor could not grade the current item."""
        self.damaged: list[str] = []
        """The errors of the items that could not be read."""
        self.reading = 0.0
        """Seconds that it takes to read the current item."""

    def item(self, course: Course, read: Callable[[Exercise], Read]) -> tuple[Exercise, Read] | None:
        """Return the exercise to ask now and the result of `read`; None at the end. Unreadable items are left out."""
        while (item := self.assessment.current()) is not None:
            try:
                exercise = load_exercise(course.folder(item.id), item.id, self.assessment.saved.variant)
                self.reading = reading_seconds(exercise)
                return exercise, read(exercise)
            except ContentError as error:
                self.damaged.append(str(error))
                self.assessment.respond("failed")
        return None

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Do nothing: an assessment changes no progress."""

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Do nothing: an assessment reports to no class."""

    def draft(self, task: Task, draft: Draft) -> None:
        saved = self.assessment.saved
        if saved.current == task.exercise.id:
            if saved.draft is not None or draft.code != (task.exercise.starter if task.coded else ""):
                saved.draft = draft.code
            self.assessment.save()

    def missing(self, task: Task, text: str) -> str:
        """Return why a text cannot be an answer yet, as a sentence; empty if it can."""
        exercise, kind = task.exercise, task.exercise.kind
        if text.strip() in ("", exercise.starter.strip()):
            return NOTHING.get(kind, WRITE)
        if kind == "choice":
            return ""
        try:
            parse(text) if task.coded else parse_expression(text.strip())
        except SyntaxError as error:
            where = f" in line {error.lineno}" if error.lineno and task.coded else ""
            return f"Not handed in: this does not parse{where}: {error.msg}."
        except (ValueError, RecursionError, MemoryError):
            return "Not handed in: this does not parse."
        if task.coded and not any(name in text for name in exercise.entries):
            return f"Not handed in: it does not define `{exercise.entry}`."
        return ""

    def respond(self, checked: CheckedAnswer) -> str:
        """Take a graded answer; return a sentence if the item stays open, else an empty text.

        It stays open if this is mxtutor's first failure on it, or if the text is not an answer.
        """
        report = checked.report
        outcome = report.verdict.outcome
        if outcome == "failed" and not self.failures:
            self.failures += 1
            return f"mxtutor could not run it: {report.headline} {report.fix}".rstrip()
        if not checked.counts:
            return f"Not handed in: {report.headline}"
        self.assessment.respond(
            outcome, verdict=report.verdict.value, seed=report.seed, answer=checked.code, reading=self.reading
        )
        self.failures = 0
        return ""

    def skip(self) -> None:
        """Skip the item: it counts as not known, or as not asked if mxtutor failed to grade it."""
        self.assessment.respond("failed" if self.failures else "skipped")
        self.failures = 0


def keeper(session: Session, purpose: Purpose) -> Callable[[SavedSession], None]:
    """Return a function that stores a run of a test with the learner's progress."""

    def keep(saved: SavedSession) -> None:
        now = msgspec.structs.replace(saved, responses=[*saved.responses])  # a copy for the thread of the store
        text = Text(saved.current or "", Draft(saved.draft or ""), of="assessment")
        session.write(lambda progress: SessionStore(progress, purpose).save(now), "Keeping your answers", text)

    return keep


def placement(course: Course, saved: SavedSession | None, keep: Callable[[SavedSession], None]) -> Assessment:
    """Return the saved placement, or a new one; this reads the files of the course."""
    items, _ = items_of(course, course.exercises)
    found = Assessment(saved or begin(placement_plan(course, items)), items, keep)
    if found.items:
        return found
    return Assessment(begin(placement_plan(course, items)), items, keep)  # the course has none of its exercises now


class Placed(NamedTuple):
    known: tuple[str, ...]
    """Exercises that count as known."""
    lessons: tuple[str, ...]
    """Titles of the lessons of which every exercise is known."""
    taught: tuple[str, ...]
    """Titles of the lessons of the exercises that were answered wrong."""
    first: str
    """Title of the next entry; empty if there is none."""


def place(session: LearnerSession, assessment: Assessment) -> Placed:
    """Store the exercises that a placement proved as known, and move the learner to the next entry of the course."""
    course = session.journey.whole
    known = proven(assessment, [lesson.exercises for lesson in course.lessons if not lesson.continued])
    session.prove_known(known)
    wrong = [one for one in missed(assessment) if one in course.exercises]
    session.arrive(session.journey.placed(wrong if known else ()))
    whole = (x.title for x in course.lessons if x.exercises and set(x.exercises) <= set(known))
    taught = dict.fromkeys(course.lesson_of(one).title for one in wrong)
    goal = session.goal()
    return Placed(tuple(known), tuple(whole), tuple(taught), session.title_of(goal) if goal is not None else "")


def reported(assessment: Assessment, course: Course) -> AssessmentReport:
    """Make the report of an assessment that has ended, for its `save`; this reads the exercises of the test."""
    report = assessment.saved.report = report_of(assessment, course, _titles(course, assessment.plan.weights))
    return report


def _titles(course: Course, exercises: Iterable[str]) -> dict[str, str]:
    """Return the titles of exercises; those that cannot be read are left out."""
    titles: dict[str, str] = {}
    for identity in exercises:
        with contextlib.suppress(ContentError):
            titles[identity] = load_exercise(course.folder(identity), identity).title
    return titles

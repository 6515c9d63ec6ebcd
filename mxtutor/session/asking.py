"""An assessment or a placement as a session: what becomes of an answer to an item."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.placement import missed, proven
from mxtutor.assessment.planning import begin, placement_plan
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_exercise
from mxtutor.errors import ContentError
from mxtutor.session.rules import ASSESSMENT
from mxtutor.session.session import NOTHING, Checked, Session, Task

if TYPE_CHECKING:
    from mxtutor.assessment.records import SavedSession
    from mxtutor.content.model import Course, Exercise
    from mxtutor.grading.protocol import Grader
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.model import Draft
    from mxtutor.progress.saving import Text
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.learner import LearnerSession

Read = TypeVar("Read")
WRITE = "Write an answer first."


class Asking(Session):
    """Items one after the other; the assessment keeps its responses itself, apart from the learner's progress."""

    def __init__(self, assessment: Assessment, grader: Grader) -> None:
        super().__init__(grader)
        self.assessment, self.rules_below = assessment, ASSESSMENT
        self.failures = 0
        """How often mxtutor could not grade the present item."""
        self.damaged: list[str] = []
        """Why items could not be read."""

    def item(self, course: Course, read: Callable[[Exercise], Read]) -> tuple[Exercise, Read] | None:
        """Return the exercise to ask now, with what `read` gives; None at the end. What cannot be read is left out."""
        while (item := self.assessment.current()) is not None:
            try:
                exercise = load_exercise(course.folder(item.id), item.id, self.assessment.saved.variant)
                return exercise, read(exercise)
            except ContentError as error:
                self.damaged.append(str(error))
                self.assessment.respond("failed")
        return None

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Write nothing to the learner's progress."""

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Tell no class."""

    def draft(self, task: Task, draft: Draft) -> None:
        """Keep the text of an answer in the assessment."""
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
            ast.parse(text if task.coded else text.strip(), mode="exec" if task.coded else "eval")
        except SyntaxError as error:
            where = f" in line {error.lineno}" if error.lineno and task.coded else ""
            return f"Not handed in: this does not parse{where}: {error.msg}."
        except (ValueError, RecursionError, MemoryError):
            return "Not handed in: this does not parse."
        if task.coded and not any(name in text for name in exercise.entries):
            return f"Not handed in: it does not define `{exercise.entry}`."
        return ""

    def respond(self, checked: Checked) -> Literal["taken", "failed", "no answer"]:
        """Take an answer that was graded; the item stays open after a first failure and without one."""
        report = checked.report
        outcome = report.verdict.outcome
        if outcome == "failed" and not self.failures:
            self.failures += 1
            return "failed"
        if not checked.counts:
            return "no answer"
        self.assessment.respond(outcome, verdict=report.verdict.value, seed=report.seed, answer=checked.code)
        self.failures = 0
        return "taken"

    def skip(self) -> None:
        """Leave the item; it counts as not known, or as not asked if mxtutor failed on it."""
        self.assessment.respond("failed" if self.failures else "skipped")
        self.failures = 0


def placement(course: Course, saved: SavedSession | None, keep: Callable[[SavedSession], None]) -> Assessment:
    """Return a placement that goes on where it was left, or a new one; it reads the files of the course."""
    items, _ = items_of(course, course.exercises)
    found = Assessment(saved or begin(placement_plan(course, items)), items, keep)
    if found.items:
        return found
    return Assessment(begin(placement_plan(course, items)), items, keep)  # the course has none of its exercises now


class Placed(NamedTuple):
    """What a placement has shown."""

    known: tuple[str, ...]
    """Exercises that count as known."""
    lessons: tuple[str, ...]
    """Titles of the lessons that are known as a whole."""
    taught: tuple[str, ...]
    """Titles of the lessons that teach what was answered wrong."""
    first: str
    """Title of what comes next; empty if there is nothing."""


def place(session: LearnerSession, assessment: Assessment) -> Placed:
    """Let what a placement has proven count as known, and move the learner to what comes next."""
    course = session.journey.whole
    known = proven(assessment, [lesson.exercises for lesson in course.lessons if not lesson.continued])
    session.prove_known(known)
    wrong = [one for one in missed(assessment) if one in course.exercises]
    session.arrive(session.journey.placed(wrong if known else ()))
    whole = (x.title for x in course.lessons if x.exercises and set(x.exercises) <= set(known))
    taught = dict.fromkeys(course.lesson_of(one).title for one in wrong)
    goal = session.goal()
    return Placed(tuple(known), tuple(whole), tuple(taught), session.title_of(goal) if goal is not None else "")


def titles_of(course: Course, exercises: Iterable[str]) -> dict[str, str]:
    """Return the titles of exercises; those that cannot be read are left out."""
    titles: dict[str, str] = {}
    for identity in exercises:
        try:
            titles[identity] = load_exercise(course.folder(identity), identity).title
        except ContentError:
            continue
    return titles

"""Reviews: drills of exercises that are due, the learner's mistakes, the statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from mxtutor.content.loader import load_exercise
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.plain.answer_page import AnswerPage
from mxtutor.plain.page import Handler
from mxtutor.plain.session import HOME, PlainSession
from mxtutor.plain.spoken import prose
from mxtutor.plain.verdicts import verdict_lines
from mxtutor.progress.cards import DrillResult
from mxtutor.progress.due import mistakes, reviews
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import MEASURED, TopicStatistics, statistics
from mxtutor.reporting.day_words import day_words
from mxtutor.session.rules import REVIEW

MOST_MISTAKES = 20
"""Mistakes that are read."""


def due_lines(session: PlainSession) -> Iterator[str]:
    """Yield what is due for review; the numbers are for `review`."""
    found = reviews(session.progress, session.course, session.now())
    words = found.text(day_of(session.now()))
    yield f"{words} Type review to begin." if found.due else words
    for number, one in enumerate(found.due, 1):
        made = f" Your mistakes: {prose(' '.join(one.mistakes))}" if one.mistakes else ""
        yield f"{number}. {session.title(Entry('exercise', one.exercise))}, {one.exercise}.{made}"


def mistake_lines(session: PlainSession) -> Iterator[str]:
    """Yield the learner's named mistakes."""
    found = mistakes(session.progress, session.course)
    if not found:
        yield "No mistake of yours was named yet."
    for number, one in enumerate(found[:MOST_MISTAKES], 1):
        yield f"{number}. {prose(one.name)} In {one.exercise}, {one.text(session.now())}."
    if len(found) > MOST_MISTAKES:
        yield f"{len(found) - MOST_MISTAKES} more."


def statistics_lines(session: PlainSession) -> Iterator[str]:
    """Yield what was done in each topic, then in all of them."""
    found = statistics(session.progress, session.journey.whole)
    for one in (*(topic for topic in found.topics if topic.attempts), found.all):
        yield _topic_line(one)
    yield MEASURED


def _topic_line(one: TopicStatistics) -> str:
    rate = one.first_try_rate
    first = f", right at the first try: {100 * rate:.0f} percent of {one.begun}" if rate is not None else ""
    minutes = f", {count(round(one.seconds / 60), 'minute')}" if one.seconds >= 30 else ""
    helped = f", {count(one.hints, 'hint')}, {one.gave_up} given up"
    done = f"{one.done} of {one.exercises} done, {count(one.attempts, 'attempt')}"
    return f"{one.title}: {done}{first}{helped}{minutes}, {one.drills_right} of {count(one.drills, 'drill')} right."


def review(session: PlainSession, argument: str) -> ReviewPage | None:
    """Return a drill: the longest due, one by its number in the list, or any solved exercise by its id.

    Raises:
        UsageError: there is no such exercise, or it is not solved.
    """
    waiting = [one.exercise for one in reviews(session.progress, session.course, session.now()).due]
    if not argument:
        if not waiting:
            session.say(*due_lines(session))
            return None
        return ReviewPage(session, waiting[0])
    if argument.isdecimal() and len(argument) < 9:
        if not 1 <= int(argument) <= len(waiting):
            raise UsageError(f"No review has the number {argument}.", fix="Type due to hear what is due.")
        return ReviewPage(session, waiting[int(argument) - 1])
    entry = session.find(argument)
    if entry.kind != "exercise" or session.standing(entry.id).status not in ("done", "gave-up"):
        raise UsageError(f"{entry.id} is not solved yet.", fix=f"Type open {entry.id} to solve it.")
    return ReviewPage(session, entry.id)


class ReviewPage(AnswerPage):
    """One drill: the exercise again, from its starter, with other inputs and without help."""

    def __init__(self, session: PlainSession, identity: str) -> None:
        drill = session.progress.drill(identity, session.now())
        checks = session.progress.drill_counts().get(identity, (0, 0))[0]
        drawn = drill.variant if drill is not None else session.standing(identity).attempts + checks
        exercise = load_exercise(session.course.folder(identity), identity, drawn)
        rules = REVIEW.over(session.rules)
        self.task = session.open(exercise, rules=lambda: rules, drawn=drawn, drills=True)
        super().__init__(session, drill.code if drill is not None else None)

    @property
    def prompt(self) -> str:
        """What can be typed."""
        if self.task.passed:
            return "Type next, back or help"
        kinds = {"choice": "a letter", "predict": "the value of result"}
        return f"Type {kinds.get(self.exercise.kind, 'code, check')}, next, back or help"

    def commands(self) -> Mapping[str, Handler]:
        """Return the commands for the answer."""
        return {**self.editing(), **({"check": self._check} if self.coded else {})}

    def arrive(self) -> None:
        """Read the task."""
        self.session.say(*self.where(), "Other inputs, no help. Your own answer stays as it is.", *self.task_lines())
        self.session.prepare(self.exercise)
        if self.answer.text == self.exercise.starter:
            self.keep()

    def where(self) -> Iterator[str]:
        """Yield which exercise is reviewed."""
        yield f"Review: {self.exercise.title}, {self.exercise.id}."

    def keep(self) -> None:
        """Store the text of the drill."""
        self.session.draft(self.task, Draft(self.answer.text))

    def hand_in(self, text: str) -> Entry | None:
        """Check a typed answer."""
        self.answer.replace(self.typed(text))
        return self._check("")

    def other(self, line: str) -> Entry | bool:
        """Take a letter or a value as the answer."""
        if self.task.passed or not self.takes(line):
            return False
        self.hand_in(line.strip())
        return True

    def _check(self, _: str) -> Entry | None:
        self.keep()
        session, task, code, passed = self.session, self.task, self.answer.text, self.task.passed
        session.say("Checking.")
        checked = session.waiting.call("Still checking", lambda: session.grade(task, code))
        if checked is None:
            return None
        session.say(*verdict_lines(checked.report, full=checked.full, helped=False, advised=self.coded))
        results: list[DrillResult] = []
        session.keep(task, checked, results.append)
        if passed:
            session.say("This review has passed already, so this check does not count.")
        elif not (checked.ran and checked.counts):
            session.say("Not handed in: this check does not count.")
        for result in results:  # without one, the line before the prompt says that the verdict is not saved
            if result.passed:
                day = day_words(date.fromisoformat(result.due), day_of(session.now()))
                session.say(f"The next review of this exercise is {day}.")
                session.say(*(f"Resolved: {prose(name)}" for name in result.resolved))
        if checked.draws:
            task.take(session.variant(task))
            session.say("Other numbers now.", *self.task_lines())
        return None

    def next(self) -> Entry | ReviewPage | None:
        """Return the next drill that is due; the course after the last one."""
        waiting = [one.exercise for one in reviews(self.session.progress, self.session.course, self.session.now()).due]
        others = [one for one in waiting if one != self.exercise.id]
        if others:
            return ReviewPage(self.session, others[0])
        self.session.say("Nothing else is due.")
        return HOME

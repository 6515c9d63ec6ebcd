"""The placement: at most eight questions without help; what they prove counts as known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.placement import missed, proven
from mxtutor.assessment.planning import begin, placement_plan
from mxtutor.assessment.records import SavedSession
from mxtutor.assessment.session import Assessment
from mxtutor.content.model import Exercise
from mxtutor.counts import count
from mxtutor.plain.answer_page import AnswerPage
from mxtutor.plain.page import Handler
from mxtutor.plain.session import HOME, PlainSession
from mxtutor.plain.spoken import ended, prose
from mxtutor.progress.assessments import SessionStore, snapshot
from mxtutor.progress.journey import Entry
from mxtutor.session.asking import Asking


def placement(session: PlainSession) -> PlacementPage | None:
    """Return the page of the placement, which goes on where it was left; None if there is nothing to ask."""
    session.say("Choosing questions.")
    items, _ = items_of(session.journey.whole, session.course.exercises)

    def keep(saved: SavedSession) -> None:
        now = snapshot(saved)
        session.write(lambda progress: SessionStore(progress, "placement").save(now), "Keeping your placement")

    saved = SessionStore(session.progress, "placement").unfinished()
    assessment = Assessment(saved or begin(placement_plan(session.journey.whole, items)), items, keep)
    if not assessment.items:  # the course has none of its exercises any more
        assessment = Assessment(begin(placement_plan(session.journey.whole, items)), items, keep)
    asking = Asking(assessment, session.grader)
    found = asking.item(session.course, lambda _: None)
    if found is None:
        session.say("There is nothing to ask here.")
        return None
    return PlacementPage(session, found[0], asking)


class PlacementPage(AnswerPage):
    """One question after the other."""

    def __init__(self, session: PlainSession, exercise: Exercise, asking: Asking) -> None:
        self._asking, self._assessment = asking, asking.assessment
        self.task = asking.open(exercise)
        super().__init__(session, asking.assessment.saved.draft)
        self._seen = monotonic()

    @property
    def prompt(self) -> str:
        """What can be typed."""
        kinds = {"choice": "a letter", "predict": "the value of result"}
        return f"Type {kinds.get(self.exercise.kind, 'code, check')}, skip, stop, back or help"

    def commands(self) -> Mapping[str, Handler]:
        """Return the commands for the answer."""
        return {**self.editing(), "check": self._check, "skip": self._skip, "stop": self._stop}

    def arrive(self) -> None:
        """Say what a placement is, and ask."""
        self.session.say("Placement: a few questions without help. What you prove to know is marked as known.")
        self._ask()

    def where(self) -> Iterator[str]:
        """Yield which question this is."""
        asked, most = len(self._assessment.responses), self._assessment.plan.most_items
        yield f"Placement, question {asked + 1} of at most {most}: {ended(self.exercise.title)}"

    def keep(self) -> None:
        """Store the draft."""
        if self._assessment.ended is None:
            self._count()
            self._assessment.note_draft(self.answer.text)

    def hand_in(self, text: str) -> Entry | None:
        """Take a typed answer."""
        self.answer.replace(self.typed(text))
        return self._check("")

    def other(self, line: str) -> Entry | bool:
        """Take a letter or a value as the answer."""
        return (self.hand_in(line.strip()) or True) if self.takes(line) else False

    def next(self) -> Entry | None:
        """Say how to go on."""
        self.session.say("Answer the question, or type skip if you do not know.")
        return None

    def leave(self) -> None:
        """Keep the draft; the placement goes on later."""
        self.keep()
        self._assessment.save()

    def _ask(self) -> None:
        self.session.say(*self.where(), *self.task_lines())
        self.session.prepare(self.exercise)
        self._seen = monotonic()

    def _count(self) -> None:
        now = monotonic()
        self._assessment.tick(now - self._seen)
        self._seen = now

    def _check(self, _: str) -> Entry | None:
        if missing := self._asking.missing(self.task, self.answer.text):
            self.session.say(f"{prose(missing)} Type skip if you do not know.")
            return None
        self.keep()
        session, text = self.session, self.answer.text
        checked = session.waiting.call("Your answer runs", lambda: self._asking.grade(self.task, text))
        self._seen = monotonic()
        if checked is None:
            return None
        report, became = checked.report, self._asking.respond(checked)
        if became == "failed":
            session.say(f"mxtutor could not run it: {report.headline} {report.fix}", "Type check again, or skip.")
        elif became == "no answer":
            session.say(f"Not handed in: {prose(report.headline)}", "Type another answer, or skip.")
        else:
            return self._following()
        return None

    def _skip(self, _: str) -> Entry | None:
        self._count()
        self._asking.skip()
        return self._following()

    def _stop(self, _: str) -> Entry | None:
        self._assessment.end("learner")
        return self._following()

    def _following(self) -> Entry | None:
        """Ask the next question; at the end, say what was proven and open the course."""
        found = self._asking.item(self.session.course, lambda _: None)
        if found is None:
            self._finish()
            return HOME
        self.task = self._asking.open(found[0])
        self.answer = type(self.answer)(self.exercise.starter)
        self.session.say("Taken.")
        self._ask()
        return None

    def _finish(self) -> None:
        session, course = self.session, self.session.journey.whole
        known = proven(self._assessment, [lesson.exercises for lesson in course.lessons if not lesson.continued])
        session.write(lambda progress: progress.prove_known(known), "Keeping what you know")
        session.standings.update(session.progress.standings())
        wrong = [one for one in missed(self._assessment) if one in course.exercises]
        session.arrive(session.journey.placed(wrong if known else ()))
        session.say("The placement has ended.")
        if not known:
            session.say("These answers do not show yet what you know, so the course begins at its start.")
            return
        session.say(f"{count(len(known), 'exercise')} known now; next skips them. They do not count as done.")
        folded = [x.title for x in course.lessons if x.exercises and set(x.exercises) <= set(known)]
        session.say(*(f"Known lesson: {ended(title)}" for title in folded))
        lessons = dict.fromkeys(course.lesson_of(one).title for one in wrong)
        session.say(*(f"This lesson teaches what you answered wrong: {ended(title)}" for title in lessons))
        if (goal := session.goal()) is not None:
            session.say(f"Begin with: {ended(session.title(goal))}")

"""What surrounds an exercise: its title, where next and back lead, what a check changes there, and the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Literal

from mxtutor.content.model import Exercise
from mxtutor.progress.model import CHANGED
from mxtutor.progress.schedule import DrillResult, Rating, day_of
from mxtutor.reporting.assess_words import count
from mxtutor.reporting.day_words import day_words
from mxtutor.session.asking import Asking
from mxtutor.session.rules import DRILL, REVIEW, Rules
from mxtutor.session.session import Checked, Session, Task
from mxtutor.ui.glyphs import STATUS_WORDS, Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.assess_cards import Choice, PauseCard
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources

if TYPE_CHECKING:
    from mxtutor.ui.exercise.screen import ExerciseScreen

Leaving = Literal["next", "stop"]
KEEP_STEPS = 15
"""Seconds after which the time of an assessment is stored."""
BAR = 16
"""Cells of the bar of time."""
COUNTED = {
    Rating.AGAIN: "Rated again",
    Rating.HARD: "Rated hard, because other answers came first",
    Rating.GOOD: "Rated good",
    Rating.EASY: "Rated easy",
}
"""What a rating means, for the learner."""


class Visit:
    """An exercise of the course, a workshop or the learner's own code; what differs elsewhere is in the others."""

    keeps_place = True
    """Whether the tutor continues here."""
    pauses = False
    """Whether leaving only pauses, so that escape does it from the editor, too."""

    @property
    def labels(self) -> Mapping[str, str]:
        """What the footer calls actions here; empty to leave one out."""
        return {}

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self.session.rules

    def open(self, exercise: Exercise, drawn: int) -> Task:
        """Open the exercise, with the number of its variant."""
        return self.session.open(exercise, rules=lambda: self.rules, drawn=drawn)

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:
        """Return the path in the title bar, and the note beside it."""
        session, exercise = self.session, task.exercise.id
        assert isinstance(session, TutorSession)
        place = "{} of {}".format(*session.position(exercise))
        if session.workshop and (points := session.workshop.short_points(exercise)):
            place = f"{place}  {points}"
        if sources.minutes:
            place = f"{place}  about {sources.minutes} min"
        state = session.state(exercise)
        word = CHANGED if state == "changed" else STATUS_WORDS[state]
        return (exercise,), f"{place}  {glyphs.status(state)} {word}"

    def keep(self, screen: ExerciseScreen, checked: Checked) -> None:
        """Keep a check."""
        self.session.keep(screen.opened, checked)

    def tell_missing(self, screen: ExerciseScreen, missing: str) -> None:
        """Say why an answer is not checked now."""
        screen.notify(missing, markup=False)

    def next(self, screen: ExerciseScreen) -> None:
        """Go on to what follows."""
        screen.tutor.open("after exercise", screen.opened.exercise.id)

    def leave(self, screen: ExerciseScreen) -> None:
        """Go back."""
        screen.dismiss()

    def again(self, screen: ExerciseScreen) -> None:
        """Open the exercise once more, with other inputs and without help; only after it was solved or given up."""
        exercise = screen.opened.exercise.id
        if self.session.standing(exercise).status in ("done", "gave-up"):
            screen.tutor.open("drill", exercise)
        else:
            screen.notify("Solve it first. Then it comes again with other inputs.", markup=False)

    def clock(self, glyphs: Glyphs) -> str:  # noqa: ARG002
        """Return the line above the task; empty without one."""
        return ""

    def step(self, *, busy: bool) -> None:
        """Count the time since the last call; the screen calls it each second, before a run and after it."""

    def closed(self) -> None:
        """Note that the screen has closed."""


class DrillVisit(Visit):
    """A drill, alone or among reviews: it leaves the learner's own answer as it is, and has no help until it passed."""

    keeps_place = False

    def __init__(
        self,
        session: TutorSession,
        place: tuple[int, int] | None,
        leave: Callable[[ExerciseScreen, Leaving], object],
        *,
        missed: bool,
    ) -> None:
        """Take the number among the reviews and their number (None for a single drill), and what leaves the drill."""
        super().__init__(session)
        self._place, self._leave = place, leave
        self.missed = missed
        """Whether a check was not right."""
        self.task: Task | None = None

    @property
    def passed(self) -> bool:
        """Whether a right answer has ended the drill."""
        return self.task is not None and self.task.passed

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here: no help before it has passed."""
        return (DRILL if self._place is None else REVIEW).over(self.session.rules_below, passed=self.passed)

    def open(self, exercise: Exercise, drawn: int) -> Task:
        """Open the drill."""
        self.task = self.session.open(exercise, rules=lambda: self.rules, drawn=drawn, drills=True)
        return self.task

    @property
    def labels(self) -> Mapping[str, str]:
        """`next` ends the drill, or skips it; the last one is not skipped."""
        last = self._place is None or self._place[0] == self._place[1]
        return {"next": ("Done" if last else "Next") if self.passed else ("" if last else "Skip")}

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        """Return the path in the title bar, and the note beside it."""
        assert isinstance(self.session, TutorSession)
        state = f"{glyphs.status('done')} passed" if self.passed else "no help"
        place = "" if self._place is None else "{} of {}  ".format(*self._place)
        return ("Drill" if self._place is None else "Review", self.session.title(task.exercise.id)), f"{place}{state}"

    def keep(self, screen: ExerciseScreen, checked: Checked) -> None:
        """Keep a check; then say when the exercise comes back. After a right answer help is allowed again."""

        def rated(result: DrillResult) -> None:
            self.missed = self.missed or result.rating is Rating.AGAIN
            if result.passed and self.session.above is self:
                self.session.above = None
            screen.rated(checked.report, result_words(self.session, result))

        self.session.keep(screen.opened, checked, lambda result: screen.app.call_later(rated, result))

    def next(self, screen: ExerciseScreen) -> None:
        """Go on with the next review; without one, leave."""
        self._leave(screen, "next")

    def leave(self, screen: ExerciseScreen) -> None:
        """Stop the reviews."""
        self._leave(screen, "stop")

    def again(self, screen: ExerciseScreen) -> None:
        """Begin another drill of this exercise in place of this one, which has passed."""
        self._leave(screen, "next")
        screen.tutor.open("drill", screen.opened.exercise.id)

    def closed(self) -> None:
        """Allow help again."""
        if self.session.above is self:
            self.session.above = None


def result_words(session: Session, result: DrillResult) -> str:
    """Return what a check of a drill changed, in sentences for the learner; empty if nothing changed."""
    if result.rating is None:
        return ""
    due = day_words(result.due, day_of(session.now()))
    if not result.passed:
        return f"{COUNTED[result.rating]}: it comes back {due}, also if you solve it now."
    words = [f"{COUNTED[result.rating]}: it comes back {due}."]
    words += [f"Resolved: {name.rstrip('.')}." for name in result.resolved]
    return " ".join(words)


class ItemVisit(Visit):
    """An item of an assessment or of the placement: it has one answer, no help, and a pause that hides it."""

    keeps_place = False
    pauses = True
    labels = {"check": "Hand in", "next": "I do not know", "back": "Pause"}

    def __init__(
        self,
        asking: Asking,
        name: str,
        pause: Callable[[], PauseCard],
        done: Callable[[ExerciseScreen], object],
        quits: Callable[[], object],
        *,
        timed: bool,
    ) -> None:
        """Take the first part of the title, the card of the pause, what follows an item, and what leaves the test."""
        super().__init__(asking)
        self._asking, self._assessment = asking, asking.assessment
        self._name, self._pause, self._timed = name, pause, timed
        self._done, self._quits = done, quits
        self._seen, self._steps, self._paused = monotonic(), 0, False

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        """Return the path in the title bar, and the note beside it."""
        return (self._name, task.exercise.id), f"item {len(self._assessment.saved.responses) + 1}"

    def keep(self, screen: ExerciseScreen, checked: Checked) -> None:
        """Store what became of the answer, and close; a failure of mxtutor leaves the item open once."""
        report, became = checked.report, self._asking.respond(checked)
        if became == "taken":
            self._done(screen)
        elif became == "no answer":
            screen.say(f"Not handed in: {report.headline}")
        else:
            screen.say(
                f"mxtutor could not run it: {report.headline} {report.fix} "
                f"{EXERCISE.key('check')} tries again, {EXERCISE.key('next')} leaves the item out."
            )

    def tell_missing(self, screen: ExerciseScreen, missing: str) -> None:
        """Say why an answer is not handed in now."""
        first = missing.endswith(" first.")
        skip = f"; {EXERCISE.key('next')} says that you do not know."
        screen.say(f"{missing[:-1]}{skip}" if first else missing)

    def next(self, screen: ExerciseScreen) -> None:
        """Leave the item; it counts as not known, or as not asked if mxtutor failed on it."""
        self._asking.skip()
        self._done(screen)

    def leave(self, screen: ExerciseScreen) -> None:
        """Pause."""
        screen.keep_draft()
        self.step(busy=False)
        self._paused = True

        def chosen(choice: Choice | None) -> None:
            self._paused, self._seen = False, monotonic()
            if choice == "end":
                self._assessment.end("learner")
                self._done(screen)
            elif choice == "quit":
                self._quits()
                screen.dismiss()

        screen.app.push_screen(self._pause(), chosen)

    def step(self, *, busy: bool) -> None:
        """Count the time since the last call, unless the learner pauses or waits for a run; keep it now and then."""
        now = monotonic()
        if not self._paused and not busy and self._assessment.saved.current:
            self._assessment.tick(now - self._seen)
            self._steps += 1
            if self._steps % KEEP_STEPS == 0:
                self._assessment.save()
        self._seen = now

    def clock(self, glyphs: Glyphs) -> str:
        """Return the time that is used and how many items follow, or which question this is."""
        plan, used = self._assessment.plan, self._assessment.saved.seconds
        if not self._timed:
            asked, most = len(self._assessment.responses), plan.most_items
            return f"{glyphs.bar(asked, most, most)}  Question {asked + 1} of at most {most}; there is no help here."
        bar = glyphs.bar(int(used // 60), max(1, round(plan.minutes)), BAR)
        if used >= 60 * plan.minutes:
            return f"{bar}  The time is over: this item is the last one and still counts."
        left = count(self._assessment.items_left, "more item")
        return f"{bar}  {int(used // 60)} of {plan.minutes:g} minutes used, about {left}"

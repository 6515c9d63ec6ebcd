"""Where an exercise is opened (course, drill or test): title, where next and back lead, how a check is kept, clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Literal

from mxtutor.content.model import Exercise
from mxtutor.progress.model import CHANGED
from mxtutor.progress.schedule import DrillResult, Rating, day_of
from mxtutor.reporting.assess_words import count
from mxtutor.reporting.durations import day_words
from mxtutor.session.asking import Asking
from mxtutor.session.rules import DRILL, REVIEW, Rules
from mxtutor.session.session import CheckedAnswer, Session, Task
from mxtutor.ui.glyphs import STATUS_WORDS, Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.assess_cards import Choice, PauseCard
from mxtutor.ui.screens.confirm import ConfirmModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources

if TYPE_CHECKING:
    from mxtutor.ui.exercise.screen import ExerciseScreen

Leaving = Literal["next", "stop"]
KEEP_STEPS = 15
"""Number of steps (of one second) after which the time of an assessment is stored."""
BAR = 16
"""Width of the time bar, in cells."""
COUNTED = {
    Rating.AGAIN: "Rated again",
    Rating.HARD: "Rated hard, because other answers came first",
    Rating.GOOD: "Rated good",
    Rating.EASY: "Rated easy",
}
"""Words for a rating, for the learner."""


class Visit:
    """An exercise in the course, a workshop or the learner's own code; subclasses override what differs elsewhere."""

    keeps_place = True
    """Whether the next start of the tutor opens this exercise again."""
    pauses = False
    """Whether leaving only pauses; escape then leaves from the editor, too."""

    @property
    def labels(self) -> Mapping[str, str]:
        """Labels of actions in the footer; an empty label leaves an action out."""
        return {}

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        return self.session.rules

    def open(self, exercise: Exercise, drawn: int) -> Task:
        """Open the exercise; `drawn` is the number of its variant, from 0."""
        return self.session.open(exercise, rules=lambda: self.rules, drawn=drawn)

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:
        """Return the path in the title bar, and the note beside it."""
        session, exercise = self.session, task.exercise.id
        assert isinstance(session, TutorSession)
        place = "{} of {}".format(*session.position(exercise))
        if session.guide and (points := session.guide.short_points(exercise)):
            place = f"{place}  {points}"
        if sources.minutes:
            place = f"{place}  about {sources.minutes} min"
        state = session.state(exercise)
        word = CHANGED if state == "changed" else STATUS_WORDS[state]
        return (exercise,), f"{place}  {glyphs.status(state)} {word}"

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
        self.session.keep(screen.opened, checked)

    def tell_missing(self, screen: ExerciseScreen, missing: str) -> None:
        """Show why an answer is not checked now (`missing`)."""
        screen.notify(missing, markup=False)

    def next(self, screen: ExerciseScreen) -> None:
        """Go on to the next entry of the course."""
        screen.tutor.open("after exercise", screen.opened.exercise.id)

    def leave(self, screen: ExerciseScreen) -> None:
        screen.dismiss()

    def again(self, screen: ExerciseScreen) -> None:
        """Open the exercise again as a drill, if it is solved or given up."""
        exercise = screen.opened.exercise.id
        if self.session.standing(exercise).status in ("done", "gave-up"):
            screen.tutor.open("drill", exercise)
        else:
            screen.notify("Solve it first. Then it comes again with other inputs.", markup=False)

    def clock(self, glyphs: Glyphs) -> str:  # noqa: ARG002
        """Return the clock's line above the task; empty without a clock."""
        return ""

    def step(self, *, busy: bool) -> None:
        """Count the time since the last call; called each second, and before and after a run."""

    def closed(self) -> None:
        """Note that the screen has closed."""


class DrillVisit(Visit):
    """A drill, alone or among reviews: it never changes the stored answer, and has no help until it is solved."""

    keeps_place = False

    def __init__(
        self,
        session: TutorSession,
        place: tuple[int, int] | None,
        leave: Callable[[ExerciseScreen, Leaving], object],
        *,
        missed: bool,
    ) -> None:
        """`place` is (number, total) among reviews, None for a single drill; `leave` closes the drill."""
        super().__init__(session)
        self._place, self._leave = place, leave
        self.missed = missed
        """Whether any check so far was not right."""
        self.task: Task | None = None

    @property
    def passed(self) -> bool:
        return self.task is not None and self.task.passed

    @property
    def rules(self) -> Rules:
        return (DRILL if self._place is None else REVIEW).over(self.session.rules_below, passed=self.passed)

    def open(self, exercise: Exercise, drawn: int) -> Task:
        self.task = self.session.open(exercise, rules=lambda: self.rules, drawn=drawn, drills=True)
        return self.task

    @property
    def labels(self) -> Mapping[str, str]:
        """Labels of actions in the footer; `next` ends or skips the drill, and the last drill cannot be skipped."""
        last = self._place is None or self._place[0] == self._place[1]
        return {"next": ("Done" if last else "Next") if self.passed else ("" if last else "Skip")}

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        assert isinstance(self.session, TutorSession)
        state = f"{glyphs.status('done')} passed" if self.passed else "no help"
        place = "" if self._place is None else "{} of {}  ".format(*self._place)
        return ("Drill" if self._place is None else "Review", self.session.title(task.exercise.id)), f"{place}{state}"

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
        """Store a check and show when the exercise is due again; a right answer allows help again."""

        def rated(result: DrillResult) -> None:
            self.missed = self.missed or result.rating is Rating.AGAIN
            if result.passed and self.session.above is self:
                self.session.above = None
            screen.rated(checked.report, result_words(self.session, result))

        self.session.keep(screen.opened, checked, lambda result: screen.app.call_later(rated, result))

    def next(self, screen: ExerciseScreen) -> None:
        self._leave(screen, "next")

    def leave(self, screen: ExerciseScreen) -> None:
        self._leave(screen, "stop")

    def again(self, screen: ExerciseScreen) -> None:
        """Begin another drill of this exercise in place of this one, which has passed."""
        self._leave(screen, "next")
        screen.tutor.open("drill", screen.opened.exercise.id)

    def closed(self) -> None:
        if self.session.above is self:
            self.session.above = None


def result_words(session: Session, result: DrillResult) -> str:
    """Return sentences on the effect of a drill's check; empty if it changed nothing."""
    if result.rating is None:
        return ""
    due = day_words(result.due, day_of(session.now()))
    if not result.passed:
        return f"{COUNTED[result.rating]}: it comes back {due}, also if you solve it now."
    words = [f"{COUNTED[result.rating]}: it comes back {due}."]
    words += [f"Resolved: {name.rstrip('.')}." for name in result.resolved]
    return " ".join(words)


class ItemVisit(Visit):
    """An item of an assessment or of the placement: one answer, no help, and a pause that hides the task."""

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
        """`name` begins the title, `pause` makes a pause's card, `done` follows an item, `quits` leaves the test."""
        super().__init__(asking)
        self._asking, self._assessment = asking, asking.assessment
        self._name, self._pause, self._timed = name, pause, timed
        self._done, self._quits = done, quits
        self._seen, self._steps, self._paused = monotonic(), 0, False

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        return (self._name, task.exercise.id), f"item {len(self._assessment.saved.responses) + 1}"

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
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
        first = missing.endswith(" first.")
        skip = f"; {EXERCISE.key('next')} says that you do not know."
        screen.say(f"{missing[:-1]}{skip}" if first else missing)

    def next(self, screen: ExerciseScreen) -> None:
        """Skip the item, after a question if text was typed: it counts as not known; as not asked if mxtutor failed."""

        def skip(answer: str | None = "yes") -> None:
            if answer == "yes":
                self._asking.skip()
                self._done(screen)

        exercise, text = screen.opened.exercise, screen.area.text.strip()
        if exercise.kind != "choice" and text and text != exercise.starter.strip():
            about = f"{EXERCISE.key('check')} hands in what you typed."
            screen.app.push_screen(ConfirmModal("Skip this one?", about, yes="I do not know", no="Keep writing"), skip)
        else:
            skip()

    def leave(self, screen: ExerciseScreen) -> None:
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
        """Count the time since the last call, except during a pause or a run; store it every `KEEP_STEPS` calls."""
        now = monotonic()
        if not self._paused and not busy and self._assessment.saved.current:
            self._assessment.tick(now - self._seen)
            self._steps += 1
            if self._steps % KEEP_STEPS == 0:
                self._assessment.save()
        self._seen = now

    def clock(self, glyphs: Glyphs) -> str:
        """Return the used time and the number of items left, or in an untimed test the number of the question."""
        plan, used = self._assessment.plan, self._assessment.saved.seconds
        if not self._timed:
            asked, most = len(self._assessment.responses), plan.most_items
            return f"{glyphs.bar(asked, most, most)}  Question {asked + 1} of at most {most}; there is no help here."
        bar = glyphs.bar(int(used // 60), max(1, round(plan.minutes)), BAR)
        if used >= 60 * plan.minutes:
            return f"{bar}  The time is over: this item is the last one and still counts."
        left = count(self._assessment.items_left, "more item")
        return f"{bar}  {int(used // 60)} of {plan.minutes:g} minutes used, about {left}"

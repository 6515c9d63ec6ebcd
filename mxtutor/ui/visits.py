"""Exercises outside the course: drills and reviews; the items of a test (the placement, or `mxtutor assess`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, Literal

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import AssessmentReport, Blueprint, SavedSession
from mxtutor.assessment.session import Assessment
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.events import Purpose
from mxtutor.progress.model import Draft
from mxtutor.progress.schedule import Drill, DrillResult, Rating
from mxtutor.reporting.assess_words import count, outcome_text, summary
from mxtutor.reporting.sanitize import plain
from mxtutor.session.asking import Asking, Placed, keeper, placement, reported
from mxtutor.session.asking import place as place_learner
from mxtutor.session.learner import drill_of
from mxtutor.session.rules import DRILL, REVIEW, Rules
from mxtutor.session.session import CheckedAnswer, Task
from mxtutor.ui.exercise.screen import ExerciseScreen, Visit
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import ASSESS_END, ASSESS_START, EXERCISE, HOME, PAUSE, PLACED
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.cards import ReviewsCard
from mxtutor.ui.screens.confirm import Card, ConfirmModal
from mxtutor.ui.screens.opening import Found, OpeningScreen, place
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources, load_sources
from mxtutor.ui.tutor import tutor_of


class DrillVisit(Visit):
    """A drill, alone or among reviews: it never changes the stored answer, and has no help until it is solved."""

    keeps_place = False
    session: TutorSession

    def __init__(self, drills: Drills, session: TutorSession, number: int, *, missed: bool) -> None:
        """`number` is the drill's number among `drills`, from 0."""
        super().__init__(session)
        self._drills, self.number = drills, number
        self.missed = missed
        """Whether any check so far was not right."""
        self.task: Task | None = None

    @property
    def passed(self) -> bool:
        return self.task is not None and self.task.passed

    @property
    def rules(self) -> Rules:
        return (REVIEW if self._drills.reviews else DRILL).over(self.session.rules_below, passed=self.passed)

    def open(self, exercise: Exercise, drawn: int) -> Task:
        self.task = self.session.open(exercise, rules=lambda: self.rules, drawn=drawn, drills=True)
        return self.task

    @property
    def labels(self) -> Mapping[str, str]:
        """Labels of actions in the footer; `next` ends or skips the drill, and the last drill cannot be skipped."""
        last = self.number + 1 == len(self._drills.exercises)
        return {"next": ("Done" if last else "Next") if self.passed else ("" if last else "Skip")}

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        state = f"{glyphs.status('done')} passed" if self.passed else "no help"
        if self._drills.reviews:
            state = f"{self.number + 1} of {len(self._drills.exercises)}  {state}"
        return (self._drills.name, self.session.title(task.exercise.id)), state

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
        """Store a check and show when the exercise is due again; a right answer allows help again."""

        def rated(result: DrillResult) -> None:
            self.missed = self.missed or result.rating is Rating.AGAIN
            if result.passed:
                self.closed()
            screen.rated(checked.report, " ".join(result.words(self.session.now())))

        self.session.keep(screen.opened, checked, lambda result: screen.app.call_later(rated, result))

    def next(self, screen: ExerciseScreen) -> None:
        self._drills.leave(screen, self, goes_on=True)

    def leave(self, screen: ExerciseScreen) -> None:
        self._drills.leave(screen, self, goes_on=False)

    def again(self, screen: ExerciseScreen) -> None:
        """Begin another drill of this exercise in place of this one, which has passed."""
        self.next(screen)
        screen.tutor.open("drill", screen.opened.exercise.id)

    def closed(self) -> None:
        """End the rules of this drill."""
        if self.session.above is self:
            self.session.above = None


class Drills:
    """Shows drills one after the other; after reviews, even if the learner stops them, a card with the results."""

    def __init__(
        self, app: App[None], session: TutorSession, exercises: Sequence[str], *, reviews: bool = False
    ) -> None:
        self._app, self._session, self.exercises, self.reviews = app, session, exercises, reviews
        self.name = "Review" if reviews else "Drill"
        self._left: dict[int, DrillVisit] = {}
        """The drills that the learner has left, by their numbers."""

    async def read(self, first: int = 0) -> Found:
        """Return the screen of drill number `first`, from 0, or of the next one that can be read."""
        for number in range(first, len(self.exercises)):
            try:
                screen = await self._made(number)
            except ContentError as error:
                self._app.notify(str(error), severity="warning", markup=False)
                continue
            self._session.above = screen.visit
            return screen
        return self._end

    async def _made(self, number: int) -> ExerciseScreen:
        """Return the screen of a drill; a drill that was left before continues with its text and its variant.

        Raises:
            ContentError: the exercise is damaged.
        """
        session, exercise_id, now = self._session, self.exercises[number], self._session.now()
        drill, variant = await session.ask(lambda progress: drill_of(progress, exercise_id, now))
        live = await session.ask(lambda progress: progress.setting("live") != "off")
        if drill is not None and (unsaved := session.saver.draft(exercise_id, "drill")):
            drill = replace(drill, code=unsaved.code, cursor=unsaved.cursor)
        exercise = await session.load(exercise_id, variant=variant)
        sources = await in_thread(lambda: load_sources(exercise))
        begun = drill or Drill(sources.starter, variant=variant)
        session.write(lambda progress: progress.save_drill(exercise_id, begun, now), "Keeping your drill")
        visit = DrillVisit(self, session, number, missed=begun.misses > 0)
        draft = Draft(begun.code, begun.cursor)
        return ExerciseScreen(visit, exercise, sources, draft, drawn=begun.variant, live=live)

    def leave(self, screen: ExerciseScreen, visit: DrillVisit, *, goes_on: bool) -> None:
        """Replace a drill that ends by the next one; after the last one, end."""
        self._left[visit.number], following = visit, visit.number + 1
        if goes_on and following < len(self.exercises):
            path = (self.name, self._session.title(self.exercises[following]))
            place(self._app, OpeningScreen(path, lambda: self.read(following), "Opening the drill"), over=screen)
        else:
            screen.dismiss()
            self._end()

    def _end(self) -> None:
        """After reviews, show the card with their results."""
        self._session.above = None
        done = [visit for visit in self._left.values() if visit.passed or visit.missed]
        if self.reviews and done:
            missed = [self._session.title(self.exercises[visit.number]) for visit in done if visit.missed]
            passed = sum(visit.passed for visit in done)
            self._app.push_screen(ReviewsCard(passed, missed, len(self.exercises) - len(done)))


Choice = Literal["go", "anew", "end", "quit"]
MOST_TITLES = 6
"""Maximum number of titles of lessons on the card of a placement."""

RULES = (
    f"One task after the other; each answer is run once ({EXERCISE.key('check')}). "
    f"If you do not know one, say so ({EXERCISE.key('next')}): it counts as not known, and saves time for the next.\n\n"
    "There are no hints, no look-up and no solutions, and no result before the end. "
    "Pause or quit at any time: every answer is kept.\n\n"
    "At the end: what you can do by topic, with intervals, and what to study."
)


_GO, _ANEW, _END, _QUIT = "choose", "answer('anew')", "answer('end')", "answer('quit')"


class StartCard(Card[Choice]):
    """The card before a test: explains it, and offers to continue an earlier session."""

    KEYS = ASSESS_START

    def __init__(self, title: str, minutes: float, earlier: Assessment | None) -> None:
        about = f"A test of {minutes:g} minutes at most about {title}. It adapts to your answers."
        parts = [Content(plain(about)), Content(RULES)]
        buttons: dict[str, str] = {"quit": f"Quit ({ASSESS_START.key(_QUIT)})"}
        if earlier is not None:
            parts.append(Content.styled(plain(_earlier_text(earlier)), "$text-muted"))
            buttons["anew"] = f"New test ({ASSESS_START.key(_ANEW)})"
        buttons["go"] = f"{'Begin' if earlier is None else 'Go on'} ({ASSESS_START.key(_GO)})"
        super().__init__("What can you do in MXNet?", parts, buttons)


def _earlier_text(earlier: Assessment) -> str:
    answered = count(len(earlier.saved.responses), "answer")
    left = max(round(earlier.seconds_left / 60), 0)
    return (
        f"Your test about {earlier.plan.title} of {earlier.saved.begun[:10]} is not finished: {answered}, "
        f"{count(left, 'minute')} left."
    )


class PauseCard(Card[Choice]):
    """The card of a pause; in a timed test it hides the task."""

    KEYS = PAUSE

    def __init__(self, heading: str, about: str, leave: str, *, hides: bool = True) -> None:
        """`about` is a sentence, `leave` the label of the button that leaves the test until later."""
        buttons: dict[str, str] = {
            "end": f"End now ({PAUSE.key(_END)})",
            "quit": f"{leave} ({PAUSE.key(_QUIT)})",
            "go": f"Go on ({PAUSE.key(_GO)})",
        }
        super().__init__(heading, [prose(about)], buttons, "-hides" if hides else None)


class PlacedCard(Card[Choice]):
    """Says what the placement proved; the result is "go" if the learner continues with the next exercise."""

    KEYS = PLACED

    def __init__(self, placed: Placed, mark: str) -> None:
        """Show the known lessons and exercises, with `mark` before them."""
        known = len(placed.known)
        parts = [Content("These answers do not show yet what you know, so the course begins at its start.")]
        if known:
            one = known == 1
            what = f"{count(known, 'exercise')} {'counts' if one else 'count'} as known "
            rest = (
                f". Continue skips {'it' if one else 'them'}; {HOME.key('known')} at home takes that back for the "
                f"marked lesson or exercise. {'It does' if one else 'They do'} not count as done."
            )
            parts = [Content.assemble(what, (mark, "bold $text-accent"), rest)]
        titles = {"Known lessons": placed.lessons, "These lessons teach what you did not know": placed.taught}
        parts += [_headed(f"{title}\n", _listed(found)) for title, found in titles.items() if found]
        if placed.first:
            parts.append(_headed("Begin with: ", placed.first))
        buttons: dict[str, str] = {
            "quit": f"Close ({PLACED.key(_QUIT)})",
            "go": f"Continue ({PLACED.key(_GO)})",
        }
        super().__init__("Your placement", parts, buttons)


def _headed(title: str, text: str) -> Content:
    return Content.assemble((title, "bold $text-accent"), text)


def _listed(titles: Sequence[str]) -> str:
    shown = [f"  {title}" for title in titles[:MOST_TITLES]]
    more = len(titles) - len(shown)
    return "\n".join([*shown, f"  and {more} more"] if more else shown)


class EndScreen(TutorScreen):
    """Shows the report; it is stored already."""

    CSS_PATH = "screens/dialogs.tcss"
    AUTO_FOCUS = "#report"
    KEYS = ASSESS_END

    def __init__(self, report: AssessmentReport) -> None:
        super().__init__()
        self._report = report

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="report"):
            yield Static(plain("\n".join(summary(self._report))), classes="part", markup=False)
            yield Static(id="items", classes="part", markup=False)

    def on_mount(self) -> None:
        self.set_title("assessment", "report")
        self.redraw()

    def redraw(self) -> None:
        marks = {"right": self.glyphs.right, "not-right": self.glyphs.wrong, "skipped": self.glyphs.dash}
        lines = [
            f"{marks.get(item.outcome, self.glyphs.alert)} {plain(item.exercise)}: {outcome_text(item)}"
            for item in self._report.items
        ]
        self.query_one("#items", Static).update(Content("\n".join(["Items:", *(lines or ["You answered none."])])))

    def action_close(self) -> None:
        self.dismiss()


KEEP_STEPS = 15
"""Number of steps (of one second) after which the time of an assessment is stored."""
BAR = 16
"""Width of the time bar, in cells."""


class ItemVisit(Visit):
    """An item of a test: one answer, no help, and a pause that hides the task."""

    keeps_place = False
    pauses = True
    labels = {"check": "Hand in", "next": "I do not know", "back": "Pause"}

    def __init__(self, test: Test, asking: Asking) -> None:
        super().__init__(asking)
        self._test, self._asking, self._assessment = test, asking, asking.assessment
        self._seen, self._steps, self._paused = monotonic(), 0, False

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:  # noqa: ARG002
        return (self._test.NAME, task.exercise.id), f"item {len(self._assessment.saved.responses) + 1}"

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
        if said := self._asking.respond(checked):
            keys = f" {EXERCISE.key('check')} tries again, {EXERCISE.key('next')} leaves the item out."
            screen.say(f"{said}{keys if self._asking.failures else ''}")
        else:
            self._test.following(screen, self._asking)

    def tell_missing(self, screen: ExerciseScreen, missing: str) -> None:
        first = missing.endswith(" first.")
        skip = f"; {EXERCISE.key('next')} says that you do not know."
        screen.say(f"{missing[:-1]}{skip}" if first else missing)

    def next(self, screen: ExerciseScreen) -> None:
        """Skip the item, after a question if text was typed: it counts as not known; as not asked if mxtutor failed."""

        def skip(answer: str | None = "yes") -> None:
            if answer == "yes":
                self._asking.skip()
                self._test.following(screen, self._asking)

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
                self._test.following(screen, self._asking)
            elif choice == "quit":
                self._test.leave()
                screen.dismiss()

        screen.app.push_screen(self._test.pause_card(), chosen)

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
        if not self._test.TIMED:
            asked, most = len(self._assessment.responses), plan.most_items
            return f"{glyphs.bar(asked, most, most)}  Question {asked + 1} of at most {most}; there is no help here."
        bar = glyphs.bar(int(used // 60), max(1, round(plan.minutes)), BAR)
        if used >= 60 * plan.minutes:
            return f"{bar}  The time is over: this item is the last one and still counts."
        left = count(self._assessment.items_left, "more item")
        return f"{bar}  {int(used // 60)} of {plan.minutes:g} minutes used, about {left}"


class Test:
    """One run of a test; it is stored after every response and every pause of typing."""

    __test__ = False
    PURPOSE: Purpose
    NAME: str
    TIMED: bool
    _app: App[Any]
    _session: TutorSession

    async def unfinished(self) -> SavedSession | None:
        """Return the stored run that has not ended; None without one."""
        return await self._session.ask(lambda progress: SessionStore(progress, self.PURPOSE).unfinished())

    async def first(self, assessment: Assessment) -> Found:
        """Begin to ask the items of an assessment, and return the screen of its current item."""
        asking = self._session.above = Asking(assessment, self._session.grader)
        return await self._item(asking)

    async def _item(self, asking: Asking) -> Found:
        """Return the screen of the current item; after the last item, the result of `finish`."""
        found = await in_thread(lambda: asking.item(self._session.journey.whole, load_sources))
        while asking.damaged:
            self._app.notify(asking.damaged.pop(0), severity="warning", markup=False)
        if found is None:
            self._session.above = None
            return await self.finish(asking.assessment)
        exercise, sources = found
        saved = asking.assessment.saved.draft
        return ExerciseScreen(ItemVisit(self, asking), exercise, sources, None if saved is None else Draft(saved))

    def following(self, screen: ExerciseScreen, asking: Asking) -> None:
        """Show the next item, or the result, in place of the screen of an item."""
        opening = OpeningScreen((self.NAME,), lambda: self._item(asking), "The next question")
        place(self._app, opening, over=screen)

    def pause_card(self) -> PauseCard:
        """Return the card that is shown while the test pauses."""
        raise NotImplementedError

    def leave(self) -> None:
        """End the rules of the run, which the learner leaves to continue it later."""
        self._session.above = None

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Return a function that shows the result of the run."""
        raise NotImplementedError


class Placement(Test):
    """The placement: exercises that it proves count as known."""

    PURPOSE, NAME, TIMED = "placement", "Placement", False

    def __init__(self, app: App[Any], session: TutorSession, closed: Callable[[bool], None]) -> None:
        """`closed` is called at the end; its argument tells whether the learner goes on with the next exercise."""
        self._app, self._session, self._closed = app, session, closed

    async def begin(self) -> Found:
        """Return the screen of the first item, or of the item at which an earlier run was left."""
        course, saved, keep = self._session.journey.whole, await self.unfinished(), keeper(self._session, self.PURPOSE)
        return await self.first(await in_thread(lambda: placement(course, saved, keep)))

    def pause_card(self) -> PauseCard:
        about = f"Your answers are kept. Press {HOME.key('placement')} at home to go on, also on another day."
        return PauseCard("Placement: paused", about, "Leave", hides=False)

    def leave(self) -> None:
        super().leave()
        self._app.screen.refresh_bindings()  # home has its keys again

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Store the proven exercises as known, and return a function that shows the card about them."""
        found = place_learner(self._session, assessment)
        card = PlacedCard(found, tutor_of(self._app).glyphs.known)
        return lambda: self._app.push_screen(card, lambda choice: self._closed(choice == "go"))


class Assess(Test):
    """`mxtutor assess`: a card, the items, and the report; the app ends with it."""

    PURPOSE, NAME, TIMED = "assessment", "assessment", True

    def __init__(self, items: Mapping[str, Item], plan: Blueprint, learner: str = "") -> None:
        self._items, self._plan, self._learner = items, plan, learner
        self.report: AssessmentReport | None = None
        """The report; None if the learner quit before the end."""

    async def begin(self, app: App[Any], session: TutorSession) -> None:
        self._app, self._session = app, session
        earlier = await self.unfinished()
        known = None if earlier is None else self.continued(earlier)
        if known is not None and not known.items:
            known = None  # the course contains none of the run's exercises any more

        def chosen(choice: Choice | None) -> None:
            if choice in (None, "quit"):
                app.exit()
                return
            new = self.continued(begin(self._plan, self._learner))
            picked = new if choice == "anew" or known is None else known
            if self._learner:
                picked.saved.learner = self._learner
            place(app, OpeningScreen((self.NAME,), lambda: self.first(picked), "The first question"))

        await app.push_screen(StartCard(self._plan.title, self._plan.minutes, known), chosen)

    def continued(self, saved: SavedSession) -> Assessment:
        """Return an assessment that continues a stored run and stores its changes."""
        return Assessment(saved, self._items, keeper(self._session, self.PURPOSE))

    def pause_card(self) -> PauseCard:
        about = "Your answers are kept. If you quit, `mxtutor assess` goes on here."
        return PauseCard("Paused: the clock stands still", about, "Quit")

    def leave(self) -> None:
        super().leave()
        self._app.exit()

    async def finish(self, assessment: Assessment) -> Callable[[], object]:
        """Make and store the report, and return a function that shows it."""
        self.report = await in_thread(lambda: reported(assessment, self._session.course))
        assessment.save()
        end = EndScreen(self.report)
        return lambda: self._app.push_screen(end, lambda _: self._app.exit())

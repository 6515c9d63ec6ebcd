"""Opens home, lessons, exercises and dialogs, and stores the learner's place."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from textual.app import App
from textual.screen import ModalScreen, Screen
from textual.worker import Worker

from mxtutor.progress.model import Attempt, Draft, Place
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.messages import Open, Opens
from mxtutor.ui.platform.threads import OPENING, import_screen, in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.home import HomeScreen, home_of
from mxtutor.ui.widgets.course_tree import Entry

if TYPE_CHECKING:
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.store import ProgressStore
    from mxtutor.progress.workshop_guide import WorkshopGuide
    from mxtutor.ui.session import TutorSession


SCREENS: dict[Opens, tuple[str, str]] = {
    "search": ("search", "SearchModal"),
    "paths": ("paths", "PathsModal"),
    "race": ("race", "RaceScreen"),
    "mistakes": ("mistakes", "MistakesScreen"),
    "statistics": ("statistics", "StatisticsScreen"),
    "workshop": ("workshop", "WorkshopCard"),
}
"""Module and class of the screens that open without more ado; the first paint needs none of them."""


class Navigator:
    """Home is at the bottom of the app's screens; a lesson, an exercise or both are above it."""

    def __init__(self, app: App[None], session: TutorSession) -> None:
        self._app, self._session = app, session
        self._finished = {x.id for x in session.course.lessons if all(map(session.mastered, x.exercises))}
        """Lessons that were complete at the start, or were closed by a card."""

    @property
    def home(self) -> HomeScreen:
        """The screen at the bottom of the stack."""
        return home_of(self._app)

    def open(self, what: Opens, identity: str = "") -> None:
        """Show what a message names, if the rules allow it; see `messages.Open`."""
        if what in ("lesson", "exercise"):
            self.show(Entry(what, identity))
        elif what in ("after lesson", "after exercise"):
            self._open_next("lesson" if what == "after lesson" else "exercise", identity)
        elif what == "race" and in_browser():
            return  # a race would take the machine of all learners
        elif not self.opens("reviews" if what == "drill" else what):
            return
        elif what == "lookup":
            self._open_lookup(identity)
        elif what == "placement":
            if self._session.rules.action("home", "placement"):  # a workshop has none
                self._open(self._show_placement(), "Opening the placement")
        elif what == "reviews":
            self._open(self._begin_reviews(), "Opening your reviews")
        elif what == "drill":
            self._open(self._begin_drills([identity]), "Opening the drill")
        elif what in SCREENS:
            self._push(what)

    def _push(self, what: Opens) -> None:
        """Show a screen of the table, unless one of its kind is the top one."""
        session = self._session
        module, name = SCREENS[what]
        kind = getattr(import_module(f"mxtutor.ui.screens.{module}"), name)
        if what == "workshop":
            made = kind(session.workshop) if session.workshop is not None else None
        else:
            made = kind() if what == "race" else kind(session)
        if made is not None and type(self._app.screen) is not kind:
            results: dict[Opens, Callable[[Any], object]] = {"search": self._app.post_message, "paths": self.follow}

            def take(found: Any) -> None:
                if found is not None and what in results:
                    results[what](found)

            self._app.push_screen(made, take)

    def ask_for(self, entry: Entry) -> None:
        """Request a lesson or an exercise, after all earlier requests."""
        self._app.post_message(Open.at(entry))

    def show(self, entry: Entry) -> Worker[None] | None:
        """Show a lesson or an exercise in a worker; the screen is open at the worker's end.

        Return None where the learner is asked first.
        """
        if entry.kind != "exercise":
            return self._open(self._show_lesson(entry.id), "Opening the lesson")
        guide = self._session.workshop
        if guide is not None and guide.is_new(entry.id):
            self._ask_to_begin(guide, entry.id)
            return None
        return self._open(self._show_exercise(entry.id), "Opening the exercise")

    def _open(self, work: Coroutine[None, None, None], description: str) -> Worker[None]:
        """Open one screen at a time: a later request replaces an earlier one."""
        return self._app.run_worker(work, exclusive=True, exit_on_error=False, group=OPENING, description=description)

    def opens(self, screen: str) -> bool:
        """Return whether a screen may open, by the id of its key table; tell the learner if not."""
        rules = self._session.rules
        if rules.screen(screen):
            return True
        self._app.notify(f"{rules.called} does not show this.", markup=False)
        return False

    def _ask_to_begin(self, guide: WorkshopGuide, exercise: str) -> None:
        """Ask before the time of a part begins, and open its first exercise if the learner agrees."""
        if early := guide.too_early():
            self._app.notify(early, markup=False)
            return
        from mxtutor.ui.screens.confirm import ConfirmModal

        part = guide.part_of(exercise)
        text = (
            f"It has {guide.minutes(exercise)} for {len(part.exercises)} exercises. The time runs from now on, also "
            "while the tutor is closed; after it, answers to this part no longer count."
        )

        def begin(agreed: bool | None) -> None:
            if agreed:
                self._open(self._show_exercise(exercise), "Opening the exercise")

        self._app.push_screen(ConfirmModal(f"Begin {part.title!r}?", text, yes="Begin", no="Not yet"), begin)

    async def _show_lesson(self, lesson_id: str) -> None:
        session = self._session
        if not self.opens("lesson"):
            return
        await in_thread(lambda: import_screen("lesson"))
        from mxtutor.content.lessons import load_lesson
        from mxtutor.ui.screens.lesson import LessonScreen

        entry = next(lesson for lesson in session.course.lessons if lesson.id == lesson_id)
        lesson = await in_thread(lambda: load_lesson(entry.path))
        await session.read(entry.exercises)
        scroll = self._scroll_of("lesson", lesson_id)
        self._arrive(Place("lesson", lesson_id, scroll))
        while len(self._app.screen_stack) > 2:
            await self._app.pop_screen()
        await self._put(LessonScreen(session, entry, lesson, scroll=scroll))

    async def _show_exercise(self, exercise_id: str) -> None:
        session = self._session
        if not self.opens("exercise"):
            return
        await in_thread(lambda: import_screen("exercise"))
        from mxtutor.ui.exercise.screen import ExerciseScreen
        from mxtutor.ui.exercise.visit import Visit
        from mxtutor.ui.sources import load_sources

        drawn = session.standing(exercise_id).variant
        exercise = await session.load(exercise_id, variant=drawn)
        drawn = drawn if exercise.variants > 1 else 0
        sources = await in_thread(lambda: load_sources(exercise))

        def kept(progress: ProgressStore) -> tuple[Draft | None, tuple[Attempt, Report] | None, bool]:
            return progress.draft(exercise_id), progress.last_report(exercise_id), progress.setting("live") != "off"

        draft, last, live = await session.ask(kept)
        draft = session.saver.draft(exercise_id, "answer") or draft
        scroll = self._scroll_of("exercise", exercise_id)
        self._arrive(Place("exercise", exercise_id, scroll))
        screen = ExerciseScreen(
            Visit(session), exercise, sources, draft, drawn=drawn, last=last, scroll=scroll, live=live
        )
        below = self._kept_below()
        while len(self._app.screen_stack) > below + 1:  # a lab, or a drill, above another exercise
            await self._app.pop_screen()
        await self._put(screen, above=len(self._app.screen_stack) == below)

    def _kept_below(self) -> int:
        """Return how many screens stay below an exercise: home, and the lesson that it was opened from."""
        stack = self._app.screen_stack
        under = (n for n, one in enumerate(stack) if isinstance(one, TutorScreen) and one.UNDER_EXERCISES)
        return max(under, default=0) + 1

    async def _put(self, screen: Screen[Any], *, above: bool = False) -> None:
        """Replace the top screen by another one; put it above the top one if that is home or if `above` is set."""
        if not above and len(self._app.screen_stack) > 1:
            await self._app.switch_screen(screen)
        else:
            await self._app.push_screen(screen)

    def _scroll_of(self, kind: str, place_id: str) -> int:
        place = self._session.place
        return place.scroll if place is not None and place.screen in (kind, "home") and place.id == place_id else 0

    def _arrive(self, place: Place) -> None:
        if self._session.workshop is not None:
            lessons = (x.exercises for x in self._session.course.lessons if x.id == place.id)
            read = [exercise for exercises in lessons for exercise in exercises]
            self._session.workshop.enter(read if place.screen == "lesson" else [place.id])
            self._session.write(self._session.workshop.save, "Keeping the times of the workshop")
        self.home.point_at(Entry("lesson" if place.screen == "lesson" else "exercise", place.id))
        self._session.arrive(place)

    def note_place(self, place: Place) -> None:
        """Store the learner's place; the screen may be closed already."""
        at_home = self._app.screen is self.home
        self._session.arrive(replace(place, screen="home") if at_home else place)

    def note_home(self) -> None:
        """Store that the learner is at home, with the lesson or exercise that was open last."""
        if self._app.screen is self.home and self._session.place is not None:
            self._session.arrive(replace(self._session.place, screen="home"))

    def _open_next(self, kind: Literal["lesson", "exercise"], after: str) -> None:
        """Show the next lesson or exercise; first the card that closes a lesson, if this completes one."""
        from mxtutor.ui.screens.closing import close_lesson, completed  # the first paint does not need it

        session, following = self._session, self._session.following(kind, after)

        def go_on() -> None:
            if following is not None:
                self.ask_for(following)
            else:
                self._app.notify("That was the last one. Well done.", markup=False)

        lesson = completed(session, after) if kind == "exercise" else None
        if lesson is None or lesson.id in self._finished:
            go_on()
        else:
            closing = close_lesson(self._app, session, lesson, following, go_on, self._finished)
            self._open(closing, "Closing the lesson")

    def _open_lookup(self, word: str) -> None:
        """Show the look-up: beside an answer, or above any other screen except a dialog."""
        if isinstance(self._app.screen, ModalScreen):
            return
        beside = getattr(self._app.screen, "toggle_lookup", None)  # an exercise has it
        self._open(beside() if beside is not None else self._show_lookup(word), "Opening the look-up")

    async def _show_lookup(self, word: str) -> None:
        await in_thread(lambda: import_module("mxtutor.ui.screens.lookup"))
        from mxtutor.ui.screens.lookup import LookupModal

        found = LookupModal(self._session, word)
        self._app.push_screen(found, lambda exercise: self.ask_for(Entry("exercise", exercise)) if exercise else None)

    def follow(self, path: str) -> None:
        """Follow a path of the course from now on: home shows it, and Continue leads along it."""
        self._session.follow(path)
        self.home.show_course(self._session, self._session.goal())

    async def _show_placement(self) -> None:
        await in_thread(lambda: import_screen("exercise"))
        from mxtutor.ui.assessing import Placement

        await Placement(self._app, self._session, self._go_to, self._placed).begin()

    def _go_to(self, place: Place) -> Entry | None:
        self._session.arrive(place)
        return self._session.goal()

    def _placed(self, go_on: bool) -> None:
        self.home.update_marks(goal := self._session.goal())
        if goal is not None:
            self.home.point_at(goal)
            if go_on:
                self.ask_for(goal)

    async def _begin_reviews(self) -> None:
        """Begin the drills of what is due; if nothing is, say what comes next."""
        from mxtutor.progress.due import reviews  # the first paint does not need them
        from mxtutor.progress.schedule import day_of

        session, now = self._session, self._session.now()
        found = await session.ask(lambda progress: reviews(progress, session.course, now))
        if found.due:
            await self._begin_drills([item.exercise for item in found.due], reviews=True)
        elif self._app.screen is self.home:
            self.home.say(found.text(day_of(now)))
        else:
            self._app.notify(found.text(day_of(now)), markup=False)

    async def _begin_drills(self, exercises: list[str], *, reviews: bool = False) -> None:
        await in_thread(lambda: import_screen("exercise"))
        from mxtutor.ui.reviewing import Drills

        await Drills(self._app, self._session, exercises, reviews=reviews).begin()

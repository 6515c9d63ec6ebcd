"""Opens home, lessons, exercises and dialogs, and stores the learner's place."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from textual.app import App
from textual.screen import ModalScreen

from mxtutor.progress.model import Attempt, Draft, Place
from mxtutor.ui.keys import in_browser
from mxtutor.ui.messages import Opens
from mxtutor.ui.platform.threads import OPENING, in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.home import HomeScreen, home_of
from mxtutor.ui.screens.opening import Found, OpeningScreen, place
from mxtutor.ui.widgets.course_tree import Entry

if TYPE_CHECKING:
    from mxtutor.content.outline import LessonEntry
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.guide import WorkshopGuide
    from mxtutor.ui.session import TutorSession


SCREENS: dict[Opens, tuple[str, str]] = {
    "search": ("search", "SearchModal"),
    "paths": ("cards", "PathsModal"),
    "race": ("race", "RaceScreen"),
    "mistakes": ("record", "MistakesScreen"),
    "statistics": ("record", "StatisticsScreen"),
    "workshop": ("workshop", "WorkshopCard"),
}
"""Module and class of the screens that need no preparation; imported on opening, to keep the start fast."""


class Navigator:
    """Opens screens: home is at the bottom of the stack; a lesson, an exercise or both are above it."""

    def __init__(self, app: App[None], session: TutorSession) -> None:
        self._app, self._session = app, session
        self._finished = {x.id for x in session.course.lessons if all(map(session.mastered, x.exercises))}
        """Lessons that need no closing card: complete at the start, or the card was shown."""

    @property
    def home(self) -> HomeScreen:
        """The screen at the bottom of the stack."""
        return home_of(self._app)

    def open(self, what: Opens, identity: str = "") -> None:
        """Show a screen or a dialog, if the rules allow it; see `Tutor.open`."""
        if what == "topic":
            self.home.point_at(Entry(what, identity))
        elif what in ("lesson", "exercise"):
            self.show(Entry(what, identity))
        elif what in ("after lesson", "after exercise"):
            self._open_next("lesson" if what == "after lesson" else "exercise", identity)
        elif what == "race" and in_browser():
            return  # a race would use the server's cores, which all learners share
        elif not self.opens("reviews" if what == "drill" else what):
            return
        elif what == "lookup":
            self._open_lookup(identity)
        elif what == "placement":
            if self._session.rules.action("home", "placement"):  # a workshop has none
                self._show_placement()
        elif what == "reviews":
            self._open(self._begin_reviews(), "Opening your reviews")
        elif what == "drill":
            self._begin_drills([identity])
        elif what in SCREENS:
            self._push(what)

    def _push(self, what: Opens) -> None:
        """Show a screen of `SCREENS`, unless it is already the top screen."""
        session = self._session
        module, name = SCREENS[what]
        kind = getattr(import_module(f"mxtutor.ui.screens.{module}"), name)
        if what == "workshop":
            made = kind(session.guide) if session.guide is not None else None
        else:
            made = kind() if what == "race" else kind(session)
        if made is not None and type(self._app.screen) is not kind:
            self._app.push_screen(made, lambda found: self.follow(found) if what == "paths" and found else None)

    def show(self, entry: Entry) -> OpeningScreen | None:
        """Show a lesson or an exercise: first a placeholder, then its screen when its files are read.

        Return the opening screen; None if the rules forbid the screen, or the learner is asked first.
        """
        if not self.opens(entry.kind):
            return None
        if entry.kind != "exercise":
            return self._show_lesson(entry.id)
        guide = self._session.guide
        if guide is not None and guide.is_new(entry.id):
            self._ask_to_begin(guide, entry.id)
            return None
        return self._show_exercise(entry.id)

    def _open(self, work: Coroutine[None, None, None], description: str) -> None:
        """Open one screen at a time: a later request replaces an earlier one."""
        self._app.run_worker(work, exclusive=True, exit_on_error=False, group=OPENING, description=description)

    def opens(self, screen: str) -> bool:
        """Return whether the screen with this key table may open; if not, notify the learner."""
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

        def begin(answer: str | None) -> None:
            if answer == "yes":
                self._show_exercise(exercise)

        self._app.push_screen(ConfirmModal(*guide.to_begin(exercise), yes="Begin", no="Not yet"), begin)

    def _show_lesson(self, lesson_id: str) -> OpeningScreen:
        session = self._session
        entry = next(lesson for lesson in session.course.lessons if lesson.id == lesson_id)

        async def read() -> Found:
            from mxtutor.content.lessons import load_lesson
            from mxtutor.ui.screens.lesson import LessonScreen

            lesson = await in_thread(lambda: load_lesson(entry.path))
            await session.read(entry.exercises)
            scroll = self._scroll_of("lesson", lesson_id)
            self._arrive(Place("lesson", lesson_id, scroll))
            return LessonScreen(session, entry, lesson, scroll=scroll)

        opening = OpeningScreen((entry.title,), read, "Opening the lesson")
        stack = self._app.screen_stack
        place(self._app, opening, over=stack[1] if len(stack) > 1 else None)
        return opening

    def _show_exercise(self, exercise_id: str) -> OpeningScreen:
        session = self._session

        async def read() -> Found:
            from mxtutor.ui.exercise.screen import ExerciseScreen, Visit
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
            return ExerciseScreen(
                Visit(session), exercise, sources, draft, drawn=drawn, last=last, scroll=scroll, live=live
            )

        opening = OpeningScreen((exercise_id,), read, "Opening the exercise")
        # Home stays below, and so does the screen from which it was opened: a lesson, the mistakes.
        above = [
            one for one in self._app.screen_stack[1:] if not (isinstance(one, TutorScreen) and one.UNDER_EXERCISES)
        ]
        place(self._app, opening, over=above[0] if above else None)
        return opening

    def _scroll_of(self, kind: str, place_id: str) -> int:
        place = self._session.place
        return place.scroll if place is not None and place.screen in (kind, "home") and place.id == place_id else 0

    def _arrive(self, place: Place) -> None:
        if self._session.guide is not None:
            lessons = (x.exercises for x in self._session.course.lessons if x.id == place.id)
            read = [exercise for exercises in lessons for exercise in exercises]
            self._session.guide.enter(read if place.screen == "lesson" else [place.id])
            self._session.write(self._session.guide.save, "Keeping the times of the workshop")
        self.home.point_at(Entry("lesson" if place.screen == "lesson" else "exercise", place.id))
        self._session.arrive(place)

    def note_place(self, place: Place) -> None:
        """Store the learner's place; the screen may be closed already: then it is home, with what was open last."""
        at_home = self._app.screen is self.home
        self._session.arrive(replace(place, screen="home") if at_home else place)

    def _open_next(self, kind: Literal["lesson", "exercise"], after: str) -> None:
        """Show the next lesson or exercise; if a lesson is now complete, show its closing card first."""
        from mxtutor.ui.screens.cards import closing_card, completed  # the first paint does not need it

        session, following = self._session, self._session.following(kind, after)

        def go_on() -> None:
            if following is not None:
                self.show(following)
            else:
                self._app.notify("That was the last one. Well done.", markup=False)

        async def close(lesson: LessonEntry) -> None:
            card = await closing_card(session, lesson, following)
            if card is None:
                go_on()
            else:
                self._finished.add(lesson.id)
                await self._app.push_screen(card, lambda answer: go_on() if answer == "go" else None)

        lesson = completed(session, after) if kind == "exercise" else None
        if lesson is None or lesson.id in self._finished:
            go_on()
        else:
            self._open(close(lesson), "Closing the lesson")

    def _open_lookup(self, word: str) -> None:
        """Show the look-up: beside the answer of an exercise, else above the screen; not above a dialog."""
        if isinstance(self._app.screen, ModalScreen):
            return
        if (beside := getattr(self._app.screen, "toggle_lookup", None)) is not None:  # an exercise has it
            beside()
            return
        from mxtutor.ui.screens.search import LookupModal

        self._app.push_screen(LookupModal(self._session, word))

    def follow(self, path: str) -> None:
        """Follow a path of the course from now on: home shows it, and Continue leads along it."""
        self._session.follow(path)
        self.home.show_course(self._session)

    def _show_placement(self) -> None:
        async def read() -> Found:
            from mxtutor.ui.visits import Placement

            return await Placement(self._app, self._session, self._placed).begin()

        place(self._app, OpeningScreen(("Placement",), read, "Opening the placement"))

    def _placed(self, go_on: bool) -> None:
        self.home.update_marks()
        if (goal := self._session.goal()) is not None:
            self.home.point_at(goal)
            if go_on:
                self.show(goal)

    async def _begin_reviews(self) -> None:
        """Begin the drills of the due exercises; if none is due, say when the next one is."""
        from mxtutor.progress.due import reviews  # the first paint does not need them
        from mxtutor.progress.schedule import day_of

        session, now = self._session, self._session.now()
        found = await session.ask(lambda progress: reviews(progress, session.course, now))
        if found.due:
            self._begin_drills([item.exercise for item in found.due], reviews=True)
        elif self._app.screen is self.home:
            self.home.say(found.text(day_of(now)))
        else:
            self._app.notify(found.text(day_of(now)), markup=False)

    def _begin_drills(self, exercises: list[str], *, reviews: bool = False) -> None:
        async def read() -> Found:
            from mxtutor.ui.visits import Drills

            return await Drills(self._app, self._session, exercises, reviews=reviews).read()

        path = ("Review" if reviews else "Drill", self._session.title(exercises[0]))
        place(self._app, OpeningScreen(path, read, "Opening the drill"))

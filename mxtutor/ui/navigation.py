"""Moving among home, lessons and exercises, and knowing where the learner stands."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from textual import on, work
from textual.screen import Screen
from textual.worker import WorkerCancelled, WorkerFailed

from mxtutor.errors import ContentError
from mxtutor.progress.model import Place
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.messages import (
    HomeResumed,
    OpenExercise,
    OpenLesson,
    OpenLookup,
    OpenNext,
    OpenRace,
    OpenSearch,
    PositionChanged,
)
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.session import Session
from mxtutor.ui.startup import read_exercises
from mxtutor.ui.threads import in_thread
from mxtutor.ui.tutor_base import TutorBase
from mxtutor.ui.widgets.course_tree import Entry


def import_screens() -> None:
    """Import what lessons and exercises are shown with: 0.2 s, which home does not need; call it from a thread."""
    import mxtutor.ui.screens.exercise
    import mxtutor.ui.screens.lesson  # noqa: F401
    from mxtutor.ui.widgets.code_view import warm_up

    warm_up()


class CourseApp(TutorBase):
    """An app with home at the bottom of its screens, and a lesson, an exercise or both above it."""

    _stopped_at: Place | None = None
    """Where the learner stands, or stood when the tutor was left."""

    @property
    def home(self) -> HomeScreen:
        """The screen at the bottom of the stack."""
        bottom = self.screen_stack[0]
        assert isinstance(bottom, HomeScreen)  # get_default_screen made it, and nothing is put beneath
        return bottom

    def _goal(self) -> Entry | None:
        """Return where `continue` leads: the lesson or exercise where the learner stopped, unless it is done.

        Then it is the next one that is open, in the order of the course and round again; None when all are done.
        """
        study, place = self.study, self._stopped_at
        if study is None:
            return None
        lesson = next((x for x in study.course.lessons if place and x.id == place.id), None)
        if place is not None and place.screen != "lesson" and place.id in study.course.exercises:
            if study.standing(place.id).status in ("todo", "tried"):
                return Entry("exercise", place.id)
            return self._entry(study, study.next_exercise(after=place.id))
        if place is not None and place.screen != "exercise" and lesson is not None:
            if lesson.id not in study.lessons_read or not lesson.exercises:
                return Entry("lesson", lesson.id)
            first = lesson.exercises[0]
            undone = study.standing(first).status in ("todo", "tried")
            return self._entry(study, first if undone else study.next_exercise(after=first))
        return self._entry(study, study.next_exercise())

    @staticmethod
    def _entry(study: Session, exercise: str | None) -> Entry | None:
        """Return the exercise, or its lesson where that is still to be read and the exercise is its first."""
        if exercise is None:
            return None
        lesson = study.course.lesson_of(exercise)
        fresh = lesson.id not in study.lessons_read and lesson.exercises[0] == exercise
        fresh = fresh and not any(study.standing(e).attempts for e in lesson.exercises)
        return Entry("lesson", lesson.id) if fresh else Entry("exercise", exercise)

    def _stopped_in(self) -> Entry | None:
        """Return the lesson or the exercise to open again at the start; None where the learner stopped at home."""
        study, place = self.study, self._stopped_at
        if study is None or place is None or place.screen == "home":
            return None
        if place.screen == "lesson":
            return Entry("lesson", place.id) if any(x.id == place.id for x in study.course.lessons) else None
        open_still = place.id in study.course.exercises and study.standing(place.id).status != "done"
        return Entry("exercise", place.id) if open_still else None

    def _open(self, entry: Entry) -> None:
        self.post_message(OpenExercise(entry.id) if entry.kind == "exercise" else OpenLesson(entry.id))

    async def _show(self, study: Session, entry: Entry) -> None:
        """Show a lesson or an exercise and wait for it; who follows workers tells what fails."""
        show = self._show_exercise if entry.kind == "exercise" else self._show_lesson
        with contextlib.suppress(WorkerFailed, WorkerCancelled):
            await show(study, entry.id).wait()

    @on(OpenLesson)
    def open_lesson(self, message: OpenLesson) -> None:
        """Show a lesson right above home."""
        if self.study is not None:
            self._show_lesson(self.study, message.lesson)

    @work(exclusive=True, exit_on_error=False, group=OPENING, description="Opening the lesson")
    async def _show_lesson(self, study: Session, lesson_id: str) -> None:
        await in_thread(import_screens)
        from mxtutor.content.lessons import load_lesson
        from mxtutor.ui.screens.lesson import LessonScreen

        entry = next(lesson for lesson in study.course.lessons if lesson.id == lesson_id)
        lesson = await in_thread(lambda: load_lesson(entry.path))
        await self._read(study, entry.exercises)
        scroll = self._scroll_of("lesson", lesson_id)
        self._stand(study, Place("lesson", lesson_id, scroll))
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        await self._put(LessonScreen(study, entry, lesson, scroll=scroll))

    @on(OpenExercise)
    def open_exercise(self, message: OpenExercise) -> None:
        """Show an exercise above home or above the lesson that it was opened from."""
        if self.study is not None:
            self._show_exercise(self.study, message.exercise)

    @work(exclusive=True, exit_on_error=False, group=OPENING, description="Opening the exercise")
    async def _show_exercise(self, study: Session, exercise_id: str) -> None:
        await in_thread(import_screens)
        from mxtutor.content.loader import load_exercise
        from mxtutor.ui.screens.exercise import ExerciseScreen
        from mxtutor.ui.screens.lesson import LessonScreen
        from mxtutor.ui.sources import load_texts

        await self._read(study, (exercise_id,))
        if exercise_id not in study.exercises:
            raise ContentError(study.damaged[exercise_id])
        exercise = study.exercises[exercise_id]
        drawn = study.standing(exercise_id).attempts if exercise.variants > 1 else 0
        if drawn:
            exercise = await in_thread(lambda: load_exercise(exercise.folder, exercise_id, drawn))
        texts = await in_thread(lambda: load_texts(exercise))
        draft, last = await study.ask(lambda progress: (progress.draft(exercise_id), progress.last_report(exercise_id)))
        scroll = self._scroll_of("exercise", exercise_id)
        self._stand(study, Place("exercise", exercise_id, scroll))
        screen = ExerciseScreen(study, exercise, texts, draft, last=last, drawn=drawn, scroll=scroll)
        await self._put(screen, above=isinstance(self.screen, LessonScreen))

    async def _read(self, study: Session, exercises: tuple[str, ...]) -> None:
        """Read those of these exercises that were not read yet, or were damaged."""
        missing = [e for e in exercises if e not in study.exercises]
        if missing:
            loaded, damaged = await in_thread(lambda: read_exercises(study.course, missing))
            for exercise in loaded:
                study.exercises[exercise.id] = exercise
                study.damaged.pop(exercise.id, None)
            study.damaged.update(damaged)

    async def _put(self, screen: Screen[Any], *, above: bool = False) -> None:
        """Show a screen in place of the top one, but above it where that is home or `above` says so."""
        for path in screen.css_path:  # Textual would read all styles of all screens again for each new one
            if not self.stylesheet.has_source(str(path), ""):
                self.stylesheet.read(path)
        if not above and len(self.screen_stack) > 1:
            await self.switch_screen(screen)
        else:
            await self.push_screen(screen)

    def _scroll_of(self, kind: str, place_id: str) -> int:
        place = self._stopped_at
        return place.scroll if place is not None and place.screen in (kind, "home") and place.id == place_id else 0

    def _stand(self, study: Session, place: Place) -> None:
        self.home.point_at(Entry("lesson" if place.screen == "lesson" else "exercise", place.id))
        self._keep_place(study, place)

    def _keep_place(self, study: Session, place: Place) -> None:
        if place != self._stopped_at:
            self._stopped_at = place
            study.keep(lambda progress: progress.save_place(place), "Keeping your place")

    @on(PositionChanged)
    def note_place(self, message: PositionChanged) -> None:
        """Keep where the learner reads; the screen may be left by now."""
        if self.study is not None:
            at_home = self.screen is self.home
            self._keep_place(self.study, replace(message.place, screen="home") if at_home else message.place)

    @on(HomeResumed)
    def note_home(self) -> None:
        """Keep that the learner is at home, with what was open last."""
        if self.study is not None and self.screen is self.home and self._stopped_at is not None:
            self._keep_place(self.study, replace(self._stopped_at, screen="home"))

    @on(OpenNext)
    def open_next(self, message: OpenNext) -> None:
        """Show what comes after a lesson or an exercise."""
        if self.study is None:
            return
        from mxtutor.content.model import LessonEntry

        find = self.study.after_lesson if message.kind == "lesson" else self.study.after_exercise
        following = find(message.after)
        if isinstance(following, LessonEntry):
            self.post_message(OpenLesson(following.id))
        elif following is not None:
            self.post_message(OpenExercise(following))
        else:
            self.notify("That was the last one. Well done.", markup=False)

    @on(OpenSearch)
    def open_search(self) -> None:
        """Search ids, titles and names."""
        if self.study is None:
            return
        from mxtutor.ui.screens.search import SearchModal

        def go(entry: Entry | None) -> None:
            if entry is not None:
                self._open(entry)

        self.push_screen(SearchModal(self.study), go)

    @on(OpenLookup)
    def open_lookup(self, message: OpenLookup) -> None:
        """Look a name up above any screen but a dialog; what was edited beneath stays as it is."""
        from textual.screen import ModalScreen

        study = self.study
        if study is None or isinstance(self.screen, ModalScreen):
            return
        from mxtutor.ui.screens.exercise import ExerciseScreen
        from mxtutor.ui.screens.lookup import LookupModal

        open_one = self._stopped_at.id if self._stopped_at and isinstance(self.screen, ExerciseScreen) else ""

        def go(exercise: str | None) -> None:
            if exercise is not None and exercise != open_one:
                self.post_message(OpenExercise(exercise))

        self.push_screen(LookupModal(study, message.word), go)

    @on(OpenRace)
    def open_race(self) -> None:
        """Show the race, once."""
        from mxtutor.ui.screens.race import RaceScreen

        if not isinstance(self.screen, RaceScreen):
            self.push_screen(RaceScreen())

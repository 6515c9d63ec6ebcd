"""The session of the terminal app: course, exercises, the learner's progress and the grader."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual.message import Message

from mxtutor.errors import ContentError
from mxtutor.progress.model import Standing, State
from mxtutor.progress.saving import Saver, Text
from mxtutor.session.learner import LearnerSession
from mxtutor.ui.class_link import LiveReporter
from mxtutor.ui.messages import Failed, NotSaved, StandingChanged
from mxtutor.ui.platform.threads import in_thread

if TYPE_CHECKING:  # the dataclasses take 9 ms to import, and the first paint does not need them
    from mxtutor.content.model import Course, Exercise
    from mxtutor.grading.protocol import Grader
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.guide import WorkshopGuide

Result = TypeVar("Result")


class TutorSession(LearnerSession):
    """A learner's session with its store.

    One thread reads and writes the store, in order, so that a draft is written before it is read again.
    """

    def __init__(
        self,
        course: Course,
        progress: ProgressStore,
        grader: Grader,
        *,
        notify: Callable[[Message], object],
        store: ThreadPoolExecutor,
        guide: WorkshopGuide | None,
        class_home: Path | None,
    ) -> None:
        super().__init__(course, grader, guide)
        self.damaged: dict[str, str] = {}
        """Maps the id of a damaged exercise to its error."""
        self.labs: dict[tuple[object, ...], tuple[str, ...]] = {}
        """The texts of the labs that were open, by what each lab began with; they are not stored."""
        self._progress, self._notify, self._store = progress, notify, store
        self.saver = Saver(
            store,
            changed=lambda line: notify(NotSaved(line)),
            fault=lambda error, doing: notify(Failed(error, doing)),
        )
        """The queue of writes to the store."""
        self.class_link = LiveReporter(class_home, store.submit) if class_home is not None else None
        """The link to the learner's class; None if this tutor reports to no class."""

    def state(self, exercise: str) -> State:
        """Return an exercise's state for lists: its status, or "changed" if an update changed it after its pass."""
        loaded = self.exercises.get(exercise)
        return self.standing(exercise).state(loaded.task_hash if loaded else "")

    def mastered(self, exercise: str) -> bool:
        return self.standing(exercise).status in ("done", "known")

    async def read(self, exercises: Iterable[str]) -> None:
        """Read the given exercises, except those that are loaded."""
        missing = [e for e in exercises if e not in self.exercises]
        if missing:
            loaded, damaged = await in_thread(lambda: read_exercises(self.course, missing))
            for exercise in loaded:
                self._note(exercise)
            self.damaged.update(damaged)

    async def load(self, exercise_id: str, variant: int = 0) -> Exercise:
        """Read an exercise; `variant` is the number of a prediction's variant, from 0.

        Raises:
            ContentError: it is damaged.
        """
        from mxtutor.content.loader import load_exercise

        folder = self.course.folder(exercise_id)
        try:
            exercise = await in_thread(lambda: load_exercise(folder, exercise_id, variant))
        except ContentError as error:
            self.damaged[exercise_id] = str(error)
            raise
        self._note(exercise)
        return exercise

    def _note(self, exercise: Exercise) -> None:
        self.exercises[exercise.id] = exercise
        self.damaged.pop(exercise.id, None)

    async def ask(self, call: Callable[[ProgressStore], Result]) -> Result:
        """Return the result of a call of the store, after all earlier writes."""
        return await asyncio.wrap_future(self._store.submit(call, self._progress))

    def answer_file(self, exercise: str) -> Path | None:
        """Return the file that holds the draft of an exercise; None for an id that must not name a file."""
        return self._progress.answer_file(exercise)

    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        self.saver.submit(lambda: call(self._progress), doing, text)

    def stands(self, exercise: str, standing: Standing) -> None:
        self._notify(StandingChanged(exercise, standing))

    def report(self, call: Callable[[ClassReporter], object]) -> None:
        if self.class_link is not None:
            self.class_link.report(call)

    def close(self) -> None:
        """Wait for the queued writes, then close the store."""
        if self.guide is not None:
            self.write(self.guide.save, "Keeping the times of the workshop")
        self.saver.retry().result()
        self._store.submit(self._progress.close)
        self._store.shutdown(wait=True)
        if self.class_link is not None:
            self.class_link.close()


def read_exercises(course: Course, wanted: list[str]) -> tuple[list[Exercise], dict[str, str]]:
    """Return the exercises that can be read, and the errors of the others; call it from a thread."""
    from mxtutor.content.loader import load_exercise

    loaded, damaged = [], {}
    for exercise_id in wanted:
        try:
            loaded.append(load_exercise(course.folder(exercise_id), exercise_id))
        except ContentError as error:
            damaged[exercise_id] = str(error)
    return loaded, damaged

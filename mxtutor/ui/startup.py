"""Reads the course and opens the store after the first frame, then shows the learner's place."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import WorkerCancelled, WorkerFailed

from mxtutor import suggest
from mxtutor.errors import UsageError
from mxtutor.progress.journey import WELCOMED as WELCOMED
from mxtutor.progress.model import Place, Standing
from mxtutor.session.rules import rules_of
from mxtutor.ui.navigator import Navigator
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.course_tree import Entry

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.grading.protocol import Grader
    from mxtutor.progress.store import ProgressStore
    from mxtutor.progress.workshop_guide import WorkshopGuide


@dataclass(frozen=True, slots=True)
class Opening:
    """The store's data for the start."""

    standings: dict[str, Standing]
    lessons_read: frozenset[str]
    known: dict[str, bool]
    place: Place | None
    theme: str
    glyphs: str
    path: str
    """Id of the path that the learner follows; may be empty."""
    notice: str
    welcomed: bool
    """Whether the learner has worked here before, or has answered the card of the first start."""


def read_opening(progress: ProgressStore) -> Opening:
    """Read the store's data for the start."""
    standings, read, place = dict(progress.standings()), progress.lessons_read(), progress.place()
    return Opening(
        standings,
        read,
        dict(progress.known()),
        place,
        progress.setting("theme"),
        progress.setting("glyphs"),
        progress.setting("path"),
        progress.notice,
        bool(standings or read or place or progress.setting(WELCOMED)),
    )


class Startup:
    """The steps of a start; the app calls them in order and shows their results."""

    def __init__(
        self,
        course_loader: Callable[[], Course],
        progress_opener: Callable[[], ProgressStore],
        grader: Grader,
        start_at: str | None,
        workshop: WorkshopGuide | None = None,
        class_home: Path | None = None,
    ) -> None:
        self._course_loader = course_loader
        self._progress_opener = progress_opener
        self._grader = grader
        self._start_at = start_at
        self._workshop = workshop
        self._class_home = class_home

    async def open(self, notify: Callable[[Message], object]) -> tuple[TutorSession, Opening]:
        """Read the course and open the store, at the same time; `notify` gets the later messages of the session.

        Raises:
            TutorError: one of the two cannot be read.
        """
        store = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-progress")
        course, progress = await asyncio.gather(
            in_thread(self._load_course), asyncio.wrap_future(store.submit(self._progress_opener))
        )
        session = TutorSession(
            course,
            progress,
            self._grader,
            notify=notify,
            store=store,
            workshop=self._workshop,
            class_home=self._class_home,
        )
        if self._workshop is not None:
            await session.ask(self._workshop.restore)
        opening = await session.ask(read_opening)
        session.standings.update(opening.standings)
        session.lessons_read.update(opening.lessons_read)
        session.proven.update(opening.known)
        if self._workshop is None:  # it has an order of its own
            session.journey.follow(opening.path)
        return session, opening

    def _load_course(self) -> Course:
        course = self._course_loader()
        if self._workshop is None:
            return course
        from mxtutor.content.plan import course_of, without_lessons

        workshop = self._workshop.workshop
        made = course_of(workshop.path, course, workshop.file)
        return made if rules_of(workshop).screen("lesson") else without_lessons(made)

    def greets(self, opening: Opening) -> bool:
        """Return whether the card of the first start shows: nothing is stored, and nothing was asked for."""
        return self._start_at is None and self._workshop is None and not (opening.welcomed or opening.notice)

    async def show_first(self, session: TutorSession, navigator: Navigator) -> None:
        """Show the requested place, or the learner's last place, and wait until it is shown; home if there is neither.

        Raises:
            UsageError: the course does not contain the requested place.
        """
        wanted, course = self._start_at, session.course
        entry = session.journey.resumed(navigator.stopped_at) if wanted is None else _find(wanted, course)
        if entry is None:
            if wanted is not None:
                known = f"There is no exercise, lesson or topic {wanted!r}."
                raise UsageError(known, fix=nearest(wanted, course))
        elif entry.kind == "topic":
            navigator.home.point_at(entry)
        else:
            opening = navigator.show(entry)
            if opening is not None:
                with contextlib.suppress(WorkerFailed, WorkerCancelled):  # the app shows the error of a failed worker
                    await opening.wait()


def _find(wanted: str, course: Course) -> Entry | None:
    if wanted in course.exercises:
        return Entry("exercise", wanted)
    if wanted in (lesson.id for lesson in course.lessons):
        return Entry("lesson", wanted)
    return Entry("topic", wanted) if wanted in (topic.id for topic in course.topics) else None


def nearest(wanted: str, course: Course) -> str:
    """Return advice about an unknown id: the id that was probably meant."""
    ids = [*course.exercises, *(x.id for x in course.lessons), *(t.id for t in course.topics)]
    return suggest.did_you_mean(suggest.nearest(wanted, ids), "`mxtutor list` shows them all.")

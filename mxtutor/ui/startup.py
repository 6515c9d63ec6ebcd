"""What is read at the start, each in one go, off the event loop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mxtutor.errors import ContentError
from mxtutor.progress.model import Place, Progress, Standing

if TYPE_CHECKING:
    from mxtutor.content.model import Course, Exercise


@dataclass(frozen=True, slots=True)
class Opening:
    """All that is asked of the store at the start."""

    standings: dict[str, Standing]
    lessons_read: frozenset[str]
    place: Place | None
    theme: str
    glyphs: str
    notice: str


def read_opening(progress: Progress) -> Opening:
    """Return what the store knows at the start."""
    return Opening(
        dict(progress.standings()),
        progress.lessons_read(),
        progress.place(),
        progress.setting("theme"),
        progress.setting("glyphs"),
        progress.notice,
    )


def read_exercises(course: Course, wanted: list[str]) -> tuple[list[Exercise], dict[str, str]]:
    """Return the exercises that can be read, and what is wrong with the others.

    Call it from a thread; it leaves the interpreter to the screen half of the time.
    """
    from mxtutor.content.loader import load_exercise

    loaded, damaged = [], {}
    for exercise_id in wanted:
        began = time.perf_counter()
        try:
            loaded.append(load_exercise(course.folder(exercise_id), exercise_id))
        except ContentError as error:
            damaged[exercise_id] = str(error)
        time.sleep(time.perf_counter() - began)
    return loaded, damaged


def nearest(wanted: str, course: Course) -> str:
    """Return what was probably meant by an id that the course does not have, as advice."""
    import difflib

    ids = [*course.exercises, *(x.id for x in course.lessons), *(t.id for t in course.topics)]
    near = difflib.get_close_matches(wanted, ids, n=3, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else "`mxtutor list` shows them all."

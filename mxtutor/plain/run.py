"""Starts plain mode on a course, a store and a grader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.content.learning_path import course_of
from mxtutor.content.loader import load_course
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.plain.session import PlainSession
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import PlainTutor
from mxtutor.progress.model import Progress

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop
    from mxtutor.live.reporter import ClassReporter


def run_plain(
    terminal: Terminal,
    root: Path,
    *,
    grader: Grader,
    open_progress: Callable[[], Progress],
    start_at: str | None = None,
    workshop: Workshop | None = None,
    reporter: ClassReporter | None = None,
) -> int:
    """Run plain mode until its end; return 0.

    Raises:
        UsageError: the workshop is sealed, or the course has nothing called `start_at`.
        TutorError: the course or the store cannot be read.
    """
    if workshop is not None and workshop.sealed:
        raise UsageError(
            "A sealed workshop does not run in plain mode.", fix="`mxtutor --workshop FILE` runs it in a terminal."
        )
    course = load_course(root)
    if workshop is not None:
        course = course_of(workshop.path, course, workshop.file)
    progress = open_progress()
    try:
        session = PlainSession(terminal, course, progress, grader, workshop=workshop, reporter=reporter)
        start = session.find(start_at) if start_at is not None else None
        if workshop is not None and workshop.greeting:
            session.say(workshop.greeting)
        PlainTutor(session).run(start)
    finally:
        progress.close()
    return 0

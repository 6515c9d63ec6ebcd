"""Starts plain mode on a course, a store and a grader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.content.loader import load_course
from mxtutor.content.plan import course_of, without_lessons
from mxtutor.content.workshop import Workshop
from mxtutor.grading.protocol import Grader
from mxtutor.live.reporter import ClassReporter
from mxtutor.plain.attendance import PlainAttendance
from mxtutor.plain.session import PlainSession
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import PlainTutor
from mxtutor.progress.workshop_guide import WorkshopGuide, guide_of
from mxtutor.session.rules import rules_of

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore


def run_plain(
    terminal: Terminal,
    root: Path,
    *,
    grader: Grader,
    open_progress: Callable[[], ProgressStore],
    start_at: str | None = None,
    workshop: Workshop | None = None,
    reporter: ClassReporter | None = None,
    home: Path | None = None,
) -> int:
    """Run plain mode until its end; return 0, or 3 if the input ended before all was saved.

    `home` may join a class; what reports to that class ends here.

    Raises:
        UsageError: the course has nothing called `start_at`.
        TutorError: the course or the store cannot be read.
    """
    course = load_course(root)
    guide: WorkshopGuide | None = None
    if workshop is not None:
        guide = guide_of(workshop)
        course = course_of(workshop.path, course, workshop.file)
        course = course if rules_of(workshop).screen("lesson") else without_lessons(course)
    progress = open_progress()
    attendance: PlainAttendance | None = None
    session: PlainSession | None = None
    try:
        session = PlainSession(terminal, course, progress, grader, guide=guide, reporter=reporter, home=home)
        start = session.find(start_at) if start_at is not None else None
        if guide is not None:
            attendance = PlainAttendance(session, guide)
        return PlainTutor(session, attendance).run(start)
    finally:
        if attendance is not None:
            attendance.close()
        progress.close()
        if session is not None and session.reporter is not None and reporter is None:
            session.reporter.stop()

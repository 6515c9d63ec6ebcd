"""Runs the app from its first frame to the end of the process's work."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.progress.model import Progress
from mxtutor.ui import latency
from mxtutor.ui.app import TutorApp

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.grading.protocol import Grader

CLOSE_SECONDS = 0.3
"""How long leaving waits for the grader to end its workers; they end by themselves once the tutor is gone."""


def run_tutor(
    course_root: Path, *, start_at: str | None, grader: Grader, progress_opener: Callable[[], Progress]
) -> int:
    """Run the tutor until the learner leaves; return the exit code. The grader is closed, all progress is written."""

    def load() -> Course:
        from mxtutor.content.loader import load_course

        return load_course(course_root)

    app = TutorApp(load, grader, progress_opener, start_at=start_at)
    latency.begin_start()
    try:
        app.run()
    finally:
        closing = threading.Thread(target=grader.close, daemon=True)
        closing.start()
        if app.session is not None:
            app.session.close()
        closing.join(CLOSE_SECONDS)
    if app.failure is not None:
        print(f"mxtutor: {app.failure}", file=sys.stderr)
    return app.return_code or 0

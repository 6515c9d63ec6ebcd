"""Runs the app of an assessment, then closes the grader and stores what is left."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from mxtutor.assessment.model import Item
from mxtutor.assessment.records import Blueprint, Report
from mxtutor.content.model import Course
from mxtutor.errors import BrokenError
from mxtutor.grading.protocol import Grader
from mxtutor.progress.assessments import SessionStore
from mxtutor.ui.assess_app import AssessApp
from mxtutor.ui.ending import ending

CLOSE_SECONDS = 0.3
"""Longest wait for the end of the workers; they also end by themselves."""


def run_assessment(
    course: Course,
    items: Mapping[str, Item],
    store: SessionStore,
    plan: Blueprint,
    *,
    grader: Grader,
    learner: str,
    home: Path,
    look: Mapping[str, str],
) -> Report | None:
    """Run the session until its end, or until the learner quits; return its report, or None.

    Raises:
        BrokenError: the app failed, or not all answers are saved.
    """
    app = AssessApp(course, items, store, plan, grader, learner=learner, look=look)
    try:
        app.run()
    finally:
        closing = threading.Thread(target=grader.close, daemon=True)
        closing.start()
        app.close()
        closing.join(CLOSE_SECONDS)
    _, line = ending(app, app.saver, home, app.parting)
    if line:
        raise BrokenError(line)
    return app.report

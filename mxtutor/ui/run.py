"""Runs the app, then closes the grader and the store."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.reporting.sanitize import clean_line
from mxtutor.ui.app import TutorApp

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.grading.protocol import Grader
    from mxtutor.progress.store import ProgressStore
    from mxtutor.ui.testing import Assess

SWITCH_SECONDS = 0.0005
"""Longest time for which another thread keeps the interpreter from the screen; Python's default of 5 ms adds up."""
CLOSE_SECONDS = 0.3
"""Longest wait for the end of the workers; they also end by themselves after the tutor."""


def run_tutor(
    course_root: Path,
    *,
    start_at: str | None,
    grader: Grader,
    progress_opener: Callable[[], ProgressStore],
    home: Path,
    workshop: Workshop | None = None,
    keymap: Mapping[str, str] | None = None,
    first: Assess | None = None,
) -> int:
    """Run the tutor, or with `first` a test, until the learner quits; close the grader, write all progress.

    Return the exit code.

    With `workshop`, the course has the parts and exercises of that workshop, in its order. `home` is the
    learner's; the tutor reports to its class, if it is in one. `keymap` has the keys that the learner has chosen.
    """

    def load() -> Course:
        from mxtutor.content.loader import load_course

        return load_course(course_root)

    guide = None
    class_home: Path | None = home if first is None else None
    if workshop is not None:
        from mxtutor.progress.workshop_guide import guide_of  # only a workshop needs it
        from mxtutor.session.rules import rules_of

        guide = guide_of(workshop)
        class_home = home if rules_of(workshop).tells_class else None
    app = TutorApp(
        load, grader, progress_opener, start_at=start_at, workshop=guide, class_home=class_home, keymap=keymap,
        first=first,
    )  # fmt: skip
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        app.run()
    finally:
        closing = threading.Thread(target=grader.close, daemon=True)
        closing.start()
        if app.session is not None:
            app.session.close()
        closing.join(CLOSE_SECONDS)
    from mxtutor.ui.ending import ending

    code, line = ending(app, app.saver, home, str(app.failure or app.parting))
    if line:
        print(f"mxtutor: {clean_line(line)}", file=sys.stderr)
    return code

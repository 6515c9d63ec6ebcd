"""Runs the app, then closes the grader and the store."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.failing import failure_line, keep_details
from mxtutor.progress.saving import rescued
from mxtutor.reporting.sanitize import clean_line
from mxtutor.ui.app import TutorApp

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.grading.protocol import Grader
    from mxtutor.progress.store import ProgressStore
    from mxtutor.ui.visits import Assess


SWITCH_SECONDS = 0.0005
"""Thread switch interval of the interpreter: with Python's default of 5 ms, other threads delay the screen."""
COLLECTED = (5_000, 5, 1 << 30)
"""Thresholds of the garbage collector: a collection of new objects takes 3 ms; a full one never starts by itself."""
REST_SECONDS = 20
"""Seconds without a key after which a full collection runs."""
CLOSE_SECONDS = 0.3
"""Longest wait, in seconds, for the end of the workers, which also end by themselves after the tutor."""
FAILED = 3
FRAME_ENDS = ("╰", "└", "+")
"""First characters of the lower edge of a traceback as Rich draws it."""


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
        from mxtutor.session.guide import guide_of
        from mxtutor.session.rules import rules_of  # only a workshop needs them

        guide = guide_of(workshop)
        class_home = home if rules_of(workshop).tells_class else None
    app = TutorApp(
        load, grader, progress_opener, start_at=start_at, workshop=guide, class_home=class_home, keymap=keymap,
        first=first, loaded=keep_loaded,
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
    code, line = _ending(app, home)
    if line:
        print(f"mxtutor: {clean_line(line)}", file=sys.stderr)
    return code


def keep_loaded(app: TutorApp) -> None:
    """Exclude the loaded objects from garbage collection; run full collections (0.1 s) while no key is pressed."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    app.at_rest = app.set_interval(REST_SECONDS, lambda: gc.get_count()[2] and gc.collect())


def _ending(app: TutorApp, home: Path) -> tuple[int, str]:
    """Return the exit code of an ended app, and a line to print, which may be empty."""
    saver = app.saver
    texts = saver.texts() if saver is not None else []
    kept = rescued(texts, saver.reason) if saver is not None and texts else f"Your text is kept in {home}."
    if fault := app.fault:
        return FAILED, failure_line(_error_in(fault), kept, keep_details(fault, home))
    if texts:  # it ended without a command: its terminal or its browser is gone
        return FAILED, kept
    return app.return_code or 0, str(app.failure or app.parting)


def _error_in(trace: str) -> str:
    """Return the error at the end of a traceback as Rich draws it: the text below its last frame."""
    lines = trace.strip().splitlines()
    frame = max((n for n, line in enumerate(lines) if line.startswith(FRAME_ENDS)), default=len(lines) - 2)
    said = [line.strip() for line in lines[frame + 1 :]]
    return " ".join(said[: said.index("")] if "" in said else said).rstrip(".")

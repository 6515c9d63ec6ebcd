"""What to say when an app has ended: what failed, and where the learner's text is if it could not be saved."""

from __future__ import annotations

from pathlib import Path

from mxtutor.failing import failure_line, keep_details
from mxtutor.progress.rescue import rescued
from mxtutor.progress.saving import Saver
from mxtutor.ui.failure_dialogs import FailureDialogs

FAILED = 3
FRAME_ENDS = ("╰", "└", "+")
"""Characters with which the lower edge of a drawn traceback begins."""


def ending(app: FailureDialogs, saver: Saver | None, home: Path, parting: str = "") -> tuple[int, str]:
    """Return the exit code of an app that has ended and closed its store, and a line for people, which may be empty."""
    texts = saver.texts() if saver is not None else []
    reason = saver.reason if saver is not None else ""
    kept = rescued(texts, reason) if texts else f"Your text is kept in {home}."
    if fault := app.fault:
        return FAILED, failure_line(_error_in(fault), kept, keep_details(fault, home))
    if texts:  # it ended by itself: its terminal or its browser is gone
        return FAILED, kept
    return app.return_code or 0, parting


def _error_in(trace: str) -> str:
    """Return the error at the end of a drawn traceback: what stands below its last frame."""
    lines = trace.strip().splitlines()
    frame = max((n for n, line in enumerate(lines) if line.startswith(FRAME_ENDS)), default=len(lines) - 2)
    said = [line.strip() for line in lines[frame + 1 :]]
    return " ".join(said[: said.index("")] if "" in said else said).rstrip(".")

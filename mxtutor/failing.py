"""Reports an unexpected failure: the user gets one line, the details go to a file."""

from __future__ import annotations

import contextlib
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from mxtutor.private_files import make_private_folder, write_private

FILE = "failure.txt"


def keep_details(details: str, home: Path) -> Path | None:
    """Write the details of a failure to a file in `home`, or else in the folder for temporary files; return the file.

    An earlier file is replaced. Return None if neither folder can be written.
    """
    text = f"{datetime.now(timezone.utc).isoformat(timespec='seconds')}\n{details}"
    for folder, name in ((home, FILE), (Path(tempfile.gettempdir()), f"mxtutor-{FILE}")):
        with contextlib.suppress(OSError):
            make_private_folder(folder)
            write_private(folder / name, text.encode("utf-8", "replace"))
            return folder / name
    return None


def failure_line(what: str, kept: str, details: Path | None) -> str:
    """Return one line: `what` failed, `kept` (where the learner's text is), and where the details are."""
    said = [f"it failed: {what}.", kept, f"Details: {details}" if details is not None else ""]
    return " ".join(part for part in said if part)

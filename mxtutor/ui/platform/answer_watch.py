"""Notices changes of the open exercise's answer file: a learner may edit it in any editor while the tutor shows it."""

from __future__ import annotations

from collections import deque
from pathlib import Path

LARGEST = 1 << 20
"""Largest size, in bytes, of an answer file that is read."""

OURS = 64
"""Number of the tutor's own versions that it remembers."""


class AnswerWatch:
    """Detects text that another program wrote to the file; it ignores the tutor's own drafts in the same file."""

    def __init__(self, path: Path | None, text: str) -> None:
        self._path = path
        self._ours = deque([text], maxlen=OURS)
        self._seen: tuple[int, int] | None = None
        """Modification time and size at the last read."""

    def wrote(self, text: str) -> None:
        """Note that the tutor writes this text."""
        self._ours.append(text)

    def news(self) -> str | None:
        """Return the text that another program has written since the last call; None if there is none."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
            mark = (found.st_mtime_ns, found.st_size)
            if mark == self._seen or found.st_size > LARGEST:
                return None
            text = self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):  # missing or incomplete; the next call reads it again
            return None
        self._seen = mark
        if text in self._ours:
            while self._ours[0] != text:  # if an earlier version appears again, another program wrote it
                self._ours.popleft()
            return None
        self._ours.append(text)
        return text

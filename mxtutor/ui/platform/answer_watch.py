"""The answer file of the open exercise, which a learner may edit in any editor while the tutor shows it."""

from __future__ import annotations

from collections import deque
from pathlib import Path

LARGEST = 1 << 20
"""Bytes of an answer file that is still taken over."""

OURS = 64
"""Sources that the tutor wrote itself and remembers."""


class AnswerWatch:
    """Tells what somebody else wrote into a file; the tutor's own drafts, which are written there too, are no news."""

    def __init__(self, path: Path | None, text: str) -> None:
        self._path = path
        self._ours = deque([text], maxlen=OURS)
        self._seen: tuple[int, int] | None = None
        """Modification time and size when it was last read."""

    def wrote(self, text: str) -> None:
        """Take note that the tutor writes this text."""
        self._ours.append(text)

    def news(self) -> str | None:
        """Return the text that somebody else has written since the last call; None where there is none."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
            mark = (found.st_mtime_ns, found.st_size)
            if mark == self._seen or found.st_size > LARGEST:
                return None
            text = self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):  # gone, or half written: the next look tells
            return None
        self._seen = mark
        if text in self._ours:
            while self._ours[0] != text:  # what was written earlier cannot come again but by somebody else
                self._ours.popleft()
            return None
        self._ours.append(text)
        return text

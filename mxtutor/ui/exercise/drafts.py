"""Saves the text of an answer; handles changes by other editors, and by a second tutor with the same exercise."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

from textual.screen import Screen
from textual.timer import Timer

from mxtutor.errors import StoreError
from mxtutor.progress.model import Draft
from mxtutor.session.session import Session, Task
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.answer_area import AnswerArea

LARGEST = 1 << 20
"""Largest size, in bytes, of an answer file that is read."""

OURS = 64
"""How many of the tutor's own versions of a file are remembered."""


class AnswerWatch:
    """Detects text that another program wrote to the file; it ignores the tutor's own drafts in the same file."""

    def __init__(self, path: Path | None, text: str) -> None:
        self._path = path
        self._ours = deque([text], maxlen=OURS)
        self._seen: tuple[int, int] | None = None
        """Modification time and size at the last read."""

    def wrote(self, text: str) -> None:
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
            while self._ours[0] != text:  # an earlier version that appears again was written by another program
                self._ours.popleft()
            return None
        self._ours.append(text)
        return text


SAVE_SECONDS = 0.3
"""Seconds without typing before a draft is saved."""
MOST_SECONDS = 3.0
"""Seconds after which a change is saved even if the learner types without a pause."""
FILE_POLL_SECONDS = 1.0
"""Interval of reading the answer file, in seconds."""


class Drafts:
    """Saves the text of one open exercise, so that it is never lost."""

    def __init__(self, screen: Screen[None], session: Session, task: Task, area: AnswerArea, first: Draft) -> None:
        self._screen, self._session, self._task, self._area = screen, session, task, area
        self._kept = first
        """The draft that this tutor gave to the store last."""
        self._shared = session if isinstance(session, TutorSession) and not task.drills else None
        """The session, if the exercise has an answer file that other programs may change."""
        file: Path | None = self._shared.answer_file(task.exercise.id) if self._shared and task.coded else None
        self._watch = AnswerWatch(file, first.code)
        self._saving: Timer | None = None
        self._edited = 0.0
        """Time of the first unsaved change, in seconds of the monotonic clock; 0 without one."""
        self._elsewhere = False
        """Whether the learner was told that another tutor has opened the exercise."""
        task.known, task.elsewhere = first.code, lambda: screen.app.call_later(self.tell_elsewhere)

    def begin(self) -> None:
        """Claim the exercise for this tutor, and start to look for changes by other editors."""
        if self._shared is not None:
            self._screen.set_interval(FILE_POLL_SECONDS, self._look)
            self._screen.run_worker(
                self._claim(self._shared), exit_on_error=False, group="claim", description="Opening the answer file"
            )

    def end(self) -> None:
        """Save the draft, and release the claim on the exercise."""
        self.keep()
        if self._shared is not None:
            exercise = self._task.exercise.id
            self._shared.write(lambda progress: progress.release(exercise), "Leaving the exercise")

    def keep_later(self) -> None:
        """Save the draft when typing pauses, at the latest after `MOST_SECONDS`."""
        if self._saving is not None:
            self._saving.stop()
        self._edited = self._edited or time.monotonic()
        if time.monotonic() - self._edited > MOST_SECONDS:
            self.keep()
        else:
            self._saving = self._screen.set_timer(SAVE_SECONDS, self.keep)

    def keep(self) -> None:
        self._edited = 0.0
        draft = Draft(self._area.text, self._area.cursor)
        if draft != self._kept:
            self._kept = draft
            self._watch.wrote(draft.code)
            self._session.draft(self._task, draft)

    def replace(self, code: str) -> None:
        """Replace the text of the editor; the earlier text is saved as an attempt, and undo restores it."""
        before = self._area.text
        if before == code:
            return
        if not self._task.drills:
            self._session.set_aside(self._task, before)
        self._area.take(code)

    async def _claim(self, session: TutorSession) -> None:
        exercise = self._task.exercise
        alone = await session.ask(lambda progress: progress.claim(exercise.id))
        session.report(lambda reporter: reporter.opened(exercise))
        if not alone:
            self.tell_elsewhere()

    def tell_elsewhere(self) -> None:
        """Tell the learner, once, that another tutor has opened this exercise; each tutor keeps its own text."""
        if self._elsewhere or not self._screen.is_running:
            return
        self._elsewhere, self._task.known = True, None
        self._area.tell_elsewhere()
        self._screen.notify(
            f"This exercise is open in another mxtutor. Your text stays here; {EXERCISE.key('history')} shows what the "
            "other one wrote before you.",
            title="Open elsewhere",
            severity="warning",
            timeout=12,
            markup=False,
        )

    async def _look(self) -> None:
        """Show the text that another editor has written to the answer file; one undo restores the earlier text.

        Text that another tutor has written is not shown: each tutor keeps its own text.
        """
        code = self._watch.news()
        if code is None or code == self._area.text or self._shared is None:
            return
        exercise = self._task.exercise.id
        try:
            draft = await self._shared.ask(lambda progress: progress.draft(exercise))
        except StoreError:  # the title bar already shows the error of the store
            return
        if draft is not None and draft.code == code and code != self._kept.code:
            self.tell_elsewhere()
            return
        self.replace(code)
        check, undo = EXERCISE.key("check"), EXERCISE.key("undo")
        self._screen.notify(
            f"answers/{exercise}.py was changed and is shown here. {check} checks it; {undo} undoes it.", markup=False
        )

"""Saves a learner's text: drafts, changes by other editors, a second tutor with the same exercise."""

from __future__ import annotations

import time
from typing import ClassVar

from textual import on, work
from textual.message import Message
from textual.timer import Timer

from mxtutor.content.model import Exercise
from mxtutor.errors import StoreError
from mxtutor.progress.model import Draft
from mxtutor.session.rules import Rules
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.platform.answer_watch import AnswerWatch
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.answer_area import AnswerArea

SAVE_SECONDS = 0.3
"""Seconds without typing before a draft is saved."""

MOST_SECONDS = 3.0
"""Longest time for which a change is not saved while the learner types without a pause."""

FILE_POLL_SECONDS = 1.0
"""Seconds between two looks at the answer file."""


class DraftScreen(TutorScreen):
    """A screen with an answer whose text is never lost."""

    DRILLS: ClassVar[bool] = False
    """Whether the text belongs to a drill, which has no answer file."""

    class OpenElsewhere(Message):
        """Another tutor has opened the exercise."""

    def __init__(
        self, session: TutorSession, exercise: Exercise, sources: Sources, draft: Draft | None, drawn: int
    ) -> None:
        super().__init__()
        self._session, self._sources = session, sources
        self._first = draft or Draft(sources.starter)
        self._opened = session.open(exercise, rules=lambda: self.rules, drawn=drawn, drills=self.DRILLS)
        self._opened.known, self._opened.elsewhere = self._first.code, lambda: self.post_message(self.OpenElsewhere())
        pack = session.course.root if self.rules.live else None
        self._answer = AnswerArea(exercise, sources, self._first.code, pack=pack, id="answer")
        self._kept = self._first
        """The draft that this tutor gave to the store last."""
        self._watch = AnswerWatch(session.answer_file(exercise.id) if self._opened.coded else None, self._first.code)
        self._saving: Timer | None = None
        self._edited = 0.0
        """When the first change was made that the store has not got, on the monotonic clock; 0 without one."""
        self._elsewhere = False
        """Whether the learner was told that another tutor has opened the exercise."""

    @property
    def _exercise(self) -> Exercise:
        """What is asked now."""
        return self._opened.exercise

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self._session.rules

    def on_mount(self) -> None:
        """Start looking for changes by other editors."""
        if not self.DRILLS:
            self.set_interval(FILE_POLL_SECONDS, self._look)
            self._claim()

    def on_unmount(self) -> None:
        """Save the draft."""
        self.keep_draft()
        if not self.DRILLS:
            exercise = self._exercise.id
            self._session.write(lambda progress: progress.release(exercise), "Leaving the exercise")

    @on(AnswerArea.Edited)
    def keep_later(self) -> None:
        """Save the draft when typing pauses, and at the latest after some seconds."""
        if self._saving is not None:
            self._saving.stop()
        self._edited = self._edited or time.monotonic()
        if time.monotonic() - self._edited > MOST_SECONDS:
            self.keep_draft()
        else:
            self._saving = self.set_timer(SAVE_SECONDS, self.keep_draft)

    def keep_draft(self) -> None:
        """Give the present text to the store."""
        self._edited = 0.0
        draft = Draft(self._answer.text, self._answer.cursor)
        if draft != self._kept:
            self._kept = draft
            self._watch.wrote(draft.code)
            self._session.draft(self._opened, draft)

    def _replace(self, code: str) -> None:
        """Replace the text of the editor; the earlier text is saved as an attempt, and undo restores it."""
        before = self._answer.text
        if before == code:
            return
        if not self.DRILLS:
            self._session.set_aside(self._opened, before)
        self._answer.take(code)

    @work(exclusive=True, exit_on_error=False, group="claim", description="Opening the answer file")
    async def _claim(self) -> None:
        exercise = self._exercise
        alone = await self._session.ask(lambda progress: progress.claim(exercise.id))
        self._session.report(lambda reporter: reporter.opened(exercise))
        if not alone:
            self.post_message(self.OpenElsewhere())

    @on(OpenElsewhere)
    def tell_open_elsewhere(self) -> None:
        """Tell the learner, once, that another tutor has opened this exercise; each tutor keeps its own text."""
        if self._elsewhere:
            return
        self._elsewhere, self._opened.known = True, None
        self._answer.tell_elsewhere()
        self.notify(
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
        if code is None or code == self._answer.text:
            return
        exercise = self._exercise.id
        try:
            draft = await self._session.ask(lambda progress: progress.draft(exercise))
        except StoreError:  # the title bar says what is wrong with the store
            return
        if draft is not None and draft.code == code and code != self._kept.code:
            self.post_message(self.OpenElsewhere())
            return
        self._replace(code)
        check, undo = EXERCISE.key("check"), EXERCISE.key("undo")
        self.notify(
            f"answers/{self._exercise.id}.py was changed and is shown here. {check} checks it; {undo} undoes it.",
            markup=False,
        )

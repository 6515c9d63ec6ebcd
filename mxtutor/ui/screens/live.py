"""Grades the answer of an exercise screen quietly whenever the learner pauses; this never counts as an attempt."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on, work
from textual.content import Content
from textual.timer import Timer

from mxtutor.grading.protocol import LIVE_SECONDS, Report, Submission, Verdict
from mxtutor.progress.counting import counts
from mxtutor.reporting.unready import unfinished, unready
from mxtutor.ui.answer_session import Work
from mxtutor.ui.choices import Choices
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.live_line import faulty, said, verdict_line
from mxtutor.ui.screens.calling import CallingScreen
from mxtutor.ui.widgets.answer_area import AnswerArea

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

PAUSE_SECONDS = 0.5
"""Seconds without a key after which the answer is graded."""
SEEN_SECONDS = 1.0
"""Seconds on the screen after which a live verdict counts as seen: the next key removes it."""
MOST_TIMEOUTS = 2
"""Live runs in a row that may exceed their time; then live verdicts pause until the next check."""


class LiveScreen(CallingScreen):
    """An exercise screen with a live verdict in the border of its editor."""

    choices = Choices()
    """What the learner has chosen."""
    _pause: Timer | None = None
    """Runs while the learner pauses, until the answer is graded."""
    _seeing: Timer | None = None
    """Runs until the live verdict on the screen counts as seen."""
    _timeouts = 0
    _seed = 0
    """Seed of all live verdicts of this visit, so that they change with the answer only."""

    @property
    def shows_live(self) -> bool:
        """Whether live verdicts show: for a program that runs for a moment, where help is allowed, if it is wanted."""
        exercise = self._exercise
        slow = exercise.processes or exercise.loopback or "losses" in exercise.compare.observe
        return self.choices.live and not slow and bool(self.check_action("live", ()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to switch live verdicts only where they may show."""
        if action == "live" and not (self.rules.live and self._exercise.kind in ("code", "fix")):
            return False
        return super().check_action(action, parameters)

    def action_live(self) -> None:
        """Switch live verdicts on or off, and store the choice."""
        self.choose(replace(self.choices, live=not self.choices.live))
        if self.choices.live:
            self._show_line(said("live verdict on"))
            self._pause_begins()
        else:
            self._end_live()
            self._show_line(said(f"live verdict off; {EXERCISE.key('live')} switches it on"))

    def choose(self, choices: Choices) -> None:
        """Take other choices, and store them."""
        self.choices = choices
        stored = choices.settings()

        def keep(progress: ProgressStore) -> None:
            for name, value in stored.items():
                progress.save_setting(name, value)

        self._session.write(keep, "Keeping your choice")

    @on(AnswerArea.Edited)
    def note_edit(self) -> None:
        """Take the live verdict away, and look again at the next pause."""
        self._end_live()
        if self.shows_live:
            self._show_line([])
            self._pause_begins()

    def on_key(self) -> None:
        """Wait for the end of moves of the cursor, too."""
        if self._pause is not None:
            self._pause.reset()

    def _pause_begins(self) -> None:
        self._pause = self.set_timer(PAUSE_SECONDS, self._look_at_answer)

    def _end_live(self) -> None:
        """End the pause, what runs in it, and the time in which its verdict is seen."""
        self._end_pause()
        self._work.end_live()

    def _end_pause(self) -> None:
        for timer in (self._pause, self._seeing):
            if timer is not None:
                timer.stop()
        self._pause = self._seeing = None

    def _look_at_answer(self) -> None:
        self._pause = None
        state = self.tutor.grader_state
        if not (self.shows_live and self.is_current) or self._work.busy is not None:
            return
        code = self._answer.text
        if code == self._checked:
            return
        if (found := unready(self._exercise, code)) is not None:
            self._show_line(faulty(found.short, self.glyphs) if found.error else said(found.short))
        elif missing := unfinished(self._exercise, code):
            self._show_line(said(f"live: {missing}"))
        elif self._timeouts >= MOST_TIMEOUTS:
            self._show_line(said(f"live verdicts pause: this answer takes more than {LIVE_SECONDS:.0f} s"))
        elif state is None or state.phase != "broken":
            self._grade_live(code)

    @work(exclusive=True, exit_on_error=False, group="live", description="Looking at your answer")
    async def _grade_live(self, code: str) -> None:
        self._seed = self._seed or 1 + int.from_bytes(os.urandom(3), "big")
        self._show_line(said("live ..."))
        report = await self._work.live(
            Submission(self._exercise, code.encode("utf-8", "replace"), self._seed, live=True)
        )
        if code != self._answer.text or self._work.busy is not None or not self.shows_live:
            return
        if report.verdict is Verdict.BROKEN:  # it was cancelled, or another call took its place
            self._show_line([])
            return
        self._timeouts = self._timeouts + 1 if report.verdict is Verdict.TIMEOUT else 0
        if report.verdict is Verdict.TIMEOUT:
            check = EXERCISE.key("check")
            self._show_line(
                said(f"live: stopped after {LIVE_SECONDS:.0f} s; {check} allows {self._exercise.seconds:.0f} s")
            )
            return
        self._show_line(verdict_line(report, self.glyphs))
        self._seeing = self.set_timer(SEEN_SECONDS, lambda: self._note_seen(code, report))

    def _note_seen(self, code: str, report: Report) -> None:
        """Store a live verdict that the learner saw; the store keeps the first one."""
        exercise = self._exercise
        if counts(exercise, code, report, last=None):
            self._session.write(lambda progress: progress.note_live(exercise.id, report.verdict), "Keeping the verdict")

    async def _begin(self, work: Work, pane: str, line: str) -> None:
        """End the live verdict: a check or a run has precedence."""
        self._end_pause()
        self._timeouts = 0
        self._show_line([])
        await super()._begin(work, pane, line)

    def _show_line(self, forms: list[Content]) -> None:
        if self._answer.editor is not None:  # a choice says there how to choose
            self._answer.live = forms

"""Live verdicts: an answer is graded whenever the learner pauses; this never counts as an attempt."""

from __future__ import annotations

import os
from collections.abc import Callable

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from mxtutor.grading.protocol import LIVE_SECONDS, Aspect, AspectKind, Report, Submission, Verdict
from mxtutor.progress.counting import counts
from mxtutor.reporting.advice import first_failing
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.unready import unfinished, unready
from mxtutor.session.session import Session, Task
from mxtutor.ui.exercise.work import AnswerSession
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.tutor import tutor_of

PAUSE_SECONDS = 0.5
"""Seconds without a key after which the answer is graded."""
SEEN_SECONDS = 1.0
"""Seconds on the screen after which a live verdict counts as seen by the learner; the next key removes it."""
TOLD = frozenset({AspectKind.SHAPE, AspectKind.DTYPE, AspectKind.VALUES})
"""Aspects that a live verdict names even if they agree."""
MOST_TIMEOUTS = 2
"""Number of live runs in a row that may time out; after that there are none until the next check."""


class LiveVerdict:
    """Shows a live verdict after each pause, if the rules allow it and the learner wants it."""

    def __init__(
        self,
        screen: Screen[None],
        session: Session,
        task: Task,
        work: AnswerSession,
        *,
        text: Callable[[], str],
        show: Callable[[Content, bool], object],
    ) -> None:
        """Take a screen with its open exercise, which is graded by `work`.

        `text` returns the present answer. `show` shows a line (an empty one removes it); its second argument tells
        whether the line is a verdict.
        """
        self._screen, self._session, self._task, self._work = screen, session, task, work
        self._text, self._show = text, show
        self.wanted = True
        """Whether the learner wants live verdicts."""
        self.checked: str | None = None
        """The answer that was checked last in this visit: it needs no live verdict."""
        self._pause: Timer | None = None
        self._seeing: Timer | None = None
        self._timeouts = 0
        self._seed = 0
        """Seed of all live verdicts of this visit, so that they change with the answer only."""

    @property
    def shows(self) -> bool:
        return self.wanted and self._session.looks(self._task)

    def switch(self, wanted: bool) -> None:
        self.wanted = wanted
        self._end_pause()
        self._work.end_live()
        if wanted:
            self._show(Content("live verdict on"), False)
            self._begin_pause()
        else:
            self._show(Content(f"live verdict off; {EXERCISE.key('live')} switches it on"), False)

    def edited(self) -> None:
        """Remove the live verdict; grade again at the next pause."""
        self._end_pause()
        self._work.end_live()
        self._show(Content(""), False)
        if self.shows:
            self._begin_pause()

    def moved(self) -> None:
        """Restart the pause when the cursor moves, too."""
        if self._pause is not None:
            self._pause.reset()

    def end(self) -> None:
        """End the live verdict: a check or a run has precedence."""
        self._end_pause()
        self._timeouts = 0
        self._show(Content(""), False)

    def _begin_pause(self) -> None:
        self._pause = self._screen.set_timer(PAUSE_SECONDS, self._look)

    def _end_pause(self) -> None:
        for timer in (self._pause, self._seeing):
            if timer is not None:
                timer.stop()
        self._pause = self._seeing = None

    def _look(self) -> None:
        self._pause = None
        tutor = tutor_of(self._screen)
        if not (self.shows and self._screen.is_current) or self._work.busy is not None:
            return
        code, exercise = self._text(), self._task.exercise
        if code == self.checked:
            return
        if (found := unready(exercise, code)) is not None:
            line = faulty(found.short, tutor.glyphs) if found.error else Content(found.short)
            self._show(line, bool(found.error))
        elif missing := unfinished(exercise, code):
            self._show(Content(f"live: {missing}"), False)
        elif self._timeouts >= MOST_TIMEOUTS:
            self._show(Content(f"live verdicts pause: this answer takes more than {LIVE_SECONDS:.0f} s"), False)
        elif tutor.grader_state is None or tutor.grader_state.phase != "broken":
            self._screen.run_worker(
                self._grade(code), exclusive=True, exit_on_error=False, group="live",
                description="Looking at your answer",
            )  # fmt: skip

    async def _grade(self, code: str) -> None:
        exercise = self._task.exercise
        self._seed = self._seed or 1 + int.from_bytes(os.urandom(3), "big")
        self._show(Content("live ..."), False)
        report = await self._work.live(Submission(exercise, code.encode("utf-8", "replace"), self._seed, live=True))
        if code != self._text() or self._work.busy is not None or not self.shows:
            return
        if report.verdict is Verdict.BROKEN:  # the call was cancelled, or a newer one replaced it
            self._show(Content(""), False)
            return
        self._timeouts = self._timeouts + 1 if report.verdict is Verdict.TIMEOUT else 0
        if report.verdict is Verdict.TIMEOUT:
            allowed = f"{EXERCISE.key('check')} allows {exercise.seconds:.0f} s"
            self._show(Content(f"live: stopped after {LIVE_SECONDS:.0f} s; {allowed}"), False)
            return
        self._show(verdict_line(report, tutor_of(self._screen).glyphs), True)
        self._seeing = self._screen.set_timer(SEEN_SECONDS, lambda: self._note_seen(code, report))

    def _note_seen(self, code: str, report: Report) -> None:
        """Store that the learner saw this live verdict; the store keeps only the first one of an exercise."""
        exercise = self._task.exercise
        if counts(exercise, code, report, last=None):
            self._session.write(lambda progress: progress.note_live(exercise.id, report.verdict), "Keeping the verdict")


def faulty(text: str, glyphs: Glyphs) -> Content:
    """Return the line about an answer that cannot run, with its mark."""
    line = " ".join(plain(text).replace("`", "").split())
    return Content.assemble((f"{glyphs.alert} ", "bold $text-warning"), (line, "$text-warning"))


def verdict_line(report: Report, glyphs: Glyphs) -> Content:
    """Return a live verdict: the aspects that agree or differ, most important first, without values."""
    records = f"{EXERCISE.key('check')} records it"
    if report.verdict is Verdict.RIGHT:
        cases = f" in {len(report.cases)} cases" if len(report.cases) > 1 else ""
        return Content.assemble((f"{glyphs.right} right{cases}", "bold $text-success"), f"  {records}")
    case = first_failing(report)
    if report.verdict is not Verdict.WRONG or case is None or not case.aspects:
        return faulty(report.headline, glyphs) + f"  {records}"
    marks = [_mark(aspect, glyphs) for aspect in case.aspects if aspect.kind in TOLD or not aspect.ok]
    return Content("  ").join(
        [*marks, Content(records), Content(f"case {report.cases.index(case) + 1} of {len(report.cases)}")]
    )


def _mark(aspect: Aspect, glyphs: Glyphs) -> Content:
    if aspect.ok:
        return Content.styled(f"{glyphs.right} {aspect.aspect}", "$text-success")
    found = aspect.difference
    count = f" {found.differing} of {found.total}" if found is not None else ""
    return Content.styled(f"{glyphs.wrong} {aspect.aspect}{count}", "bold $text-error")

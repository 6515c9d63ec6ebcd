"""The work on an answer: its text is saved, the grader is called, and live verdicts follow the typing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeVar

from textual.content import Content
from textual.timer import Timer

from mxtutor.errors import StoreError
from mxtutor.grading.protocol import LIVE_SECONDS, Aspect, AspectKind, Play, Report, Review, Submission, Verdict
from mxtutor.progress.counting import counts
from mxtutor.progress.model import Draft
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import first_failing
from mxtutor.reporting.unready import unfinished, unready
from mxtutor.session.session import CheckedAnswer, Output, Session, Task
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of

if TYPE_CHECKING:
    from mxtutor.ui.exercise.screen import ExerciseScreen

_LOSS = re.compile(r"loss\W{0,4}([0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)", re.IGNORECASE)


def losses(printed: str) -> tuple[float, ...]:
    """Return the numbers that follow the word "loss" in printed text."""
    return tuple(float(number) for number in _LOSS.findall(printed))


Result = TypeVar("Result")
Work = Literal["check", "run"]


class AnswerSession:
    """The grader calls of one exercise screen: a new check or run cancels everything that runs.

    Live verdicts and reviews are less urgent: they cancel nothing.
    """

    def __init__(self, session: Session) -> None:
        self._session, self._grader = session, session.grader
        self.busy: Work | None = None
        """"check" or "run" while one is in progress, else None."""
        self.output = Output()
        """Output of the answer so far."""
        self._since = 0.0
        self._running: set[object] = set()
        """One object per call that runs; its thread removes it."""
        self._ending: asyncio.Task[None] | None = None
        """Task that cancels a live verdict; the next check waits for it, because it would cancel the check as well."""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    def begin(self, work: Work) -> None:
        """Note the start of a check or run; call `check` or `run` next."""
        self.busy, self._since, self.output = work, time.monotonic(), Output()

    async def check(self, task: Task, code: str, asked: datetime | None = None) -> CheckedAnswer | None:
        """Grade an answer with `Session.grade`, and collect its output while it runs."""
        await self.end_others()
        output = self.output
        return await self._call(lambda: self._session.grade(task, code, output.add, asked=asked))

    async def run(self, task: Task, code: str) -> Play:
        await self.end_others()
        return await self._call(lambda: self._session.run(task, code))

    async def review(self, task: Task, code: str) -> Review:
        """Review a right answer; return an empty review if a check or a run cancels it."""
        return await self._call(lambda: self._session.review(task, code))

    async def live(self, submission: Submission) -> Report:
        """Grade an answer while the learner pauses; return a report with the verdict `broken` if it is cancelled."""
        await self._settled()
        return await self._call(lambda: self._grader.grade(submission))

    def end_live(self) -> None:
        """Cancel a live verdict without waiting, after the answer has changed; a check or a run goes on."""
        if self.busy is None and self._running and self._ending is None:
            self._ending = asyncio.create_task(in_thread(self._session.cancel))

    async def end_others(self) -> None:
        """Cancel all calls that run, before a new one."""
        await self._settled()
        if self._running:
            await in_thread(self._session.cancel)

    async def cancel(self) -> None:
        """Cancel the check or run, and wait for its end."""
        self.busy = None
        await in_thread(self._session.cancel)

    def abandon(self) -> None:
        """Cancel what runs without waiting, when the screen closes."""
        if self._running:
            start_in_thread(self._session.cancel)

    async def _call(self, work: Callable[[], Result]) -> Result:
        own = object()
        self._running.add(own)

        def call() -> Result:
            try:
                return work()
            finally:
                self._running.discard(own)

        return await in_thread(call)

    async def _settled(self) -> None:
        """Wait until the cancellation of a live verdict is sent."""
        ending, self._ending = self._ending, None
        if ending is not None:
            await ending


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

    def __init__(self, screen: ExerciseScreen, work: AnswerSession) -> None:
        """`work` grades the answer to the screen's exercise."""
        self._screen, self._session, self._task, self._work = screen, screen.visit.session, screen.opened, work
        self.wanted = True
        """Whether the learner wants live verdicts."""
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
            self._screen.show_live("live verdict on")
            self._begin_pause()
        else:
            self._screen.show_live(f"live verdict off; {EXERCISE.key('live')} switches it on")

    def edited(self) -> None:
        """Remove the live verdict; grade again at the next pause."""
        self._end_pause()
        self._work.end_live()
        self._screen.show_live()
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
        self._screen.show_live()

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
        code, exercise = self._screen.area.text, self._task.exercise
        if self._task.report is not None and code == self._task.judged:  # its recorded verdict shows
            return
        if (found := unready(exercise, code)) is not None:
            line = faulty(found.short, tutor.glyphs) if found.error else Content(found.short)
            self._screen.show_live(line, verdict=bool(found.error))
        elif missing := unfinished(exercise, code):
            self._screen.show_live(f"live: {missing}")
        elif self._timeouts >= MOST_TIMEOUTS:
            self._screen.show_live(f"live verdicts pause: this answer takes more than {LIVE_SECONDS:.0f} s")
        elif tutor.grader_state is None or tutor.grader_state.phase != "broken":
            self._screen.run_worker(
                self._grade(code), exclusive=True, exit_on_error=False, group="live",
                description="Looking at your answer",
            )  # fmt: skip

    async def _grade(self, code: str) -> None:
        exercise = self._task.exercise
        self._seed = self._seed or 1 + int.from_bytes(os.urandom(3), "big")
        self._screen.show_live("live ...")
        report = await self._work.live(Submission(exercise, code.encode("utf-8", "replace"), self._seed, live=True))
        if code != self._screen.area.text or self._work.busy is not None or not self.shows:
            return
        if report.verdict is Verdict.BROKEN:  # the call was cancelled, or a newer one replaced it
            self._screen.show_live()
            return
        self._timeouts = self._timeouts + 1 if report.verdict is Verdict.TIMEOUT else 0
        if report.verdict is Verdict.TIMEOUT:
            allowed = f"{EXERCISE.key('check')} allows {exercise.seconds:.0f} s"
            self._screen.show_live(f"live: stopped after {LIVE_SECONDS:.0f} s; {allowed}")
            return
        self._screen.show_live(verdict_line(report, tutor_of(self._screen).glyphs), verdict=True)
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


SAVE_SECONDS = 0.3
"""Seconds without typing before a draft is saved."""
MOST_SECONDS = 3.0
"""Seconds after which a change is saved even if the learner types without a pause."""
FILE_POLL_SECONDS = 1.0
"""Interval of looking at the answer file, in seconds."""


class Drafts:
    """Saves the text of one open exercise, so that it is never lost."""

    def __init__(self, screen: ExerciseScreen, first: Draft) -> None:
        session, task = screen.visit.session, screen.opened
        self._screen, self._session, self._task, self._area = screen, session, task, screen.area
        self._kept = first
        """The draft that this tutor gave to the store last."""
        self._shared = session if isinstance(session, TutorSession) and not task.drills else None
        """The session, if the exercise has an answer file that other programs may change."""
        self._file = self._shared.answer_file(task.exercise.id) if self._shared and task.coded else None
        self._seen: tuple[int, int] | None = None
        """Modification time and size of the answer file at the last look."""
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

    def _look(self) -> None:
        """Read the answer file if it has changed."""
        if self._file is None or self._shared is None:
            return
        with contextlib.suppress(OSError):
            found = self._file.stat()
            if self._seen != (found.st_mtime_ns, found.st_size):
                self._seen = found.st_mtime_ns, found.st_size
                reading = self._read(self._shared)
                self._screen.run_worker(reading, exit_on_error=False, description="Reading the answer file")

    async def _read(self, session: TutorSession) -> None:
        """Show the text that another editor has written to the answer file; one undo restores the earlier text.

        Text that another tutor has written is not shown: each tutor keeps its own text.
        """
        exercise = self._task.exercise.id
        try:
            found = await session.ask(lambda progress: session.saved_outside(self._task, progress))
        except StoreError:  # the title bar already shows the error of the store
            return
        if found is None or found[0] == self._area.text:
            return
        if found[1]:
            self.tell_elsewhere()
            return
        self.replace(found[0])
        check, undo = EXERCISE.key("check"), EXERCISE.key("undo")
        self._screen.notify(
            f"answers/{exercise}.py was changed and is shown here. {check} checks it; {undo} undoes it.", markup=False
        )

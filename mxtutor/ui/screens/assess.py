"""One item of an assessment: the task beside the answer, the time, and no help."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from mxtutor.content.model import Exercise
from mxtutor.reporting.assess_words import count
from mxtutor.reporting.sanitize import plain
from mxtutor.session.asking import Asking
from mxtutor.session.rules import Rules
from mxtutor.session.session import Checked
from mxtutor.ui.answer_session import AnswerSession
from mxtutor.ui.assess_keys import ASSESS
from mxtutor.ui.platform.threads import start_in_thread
from mxtutor.ui.screens.assess_cards import Choice, PauseCard
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.task_pane import TaskPane

SAVE_SECONDS = 0.3
"""Seconds without typing before a draft is saved."""
TICK_SECONDS = 1.0
KEEP_TICKS = 15
"""Ticks after which the time is stored."""
PREPARE_SECONDS = 0.4
"""Delay before the reference is computed in advance, because this work would slow the painting of the screen."""
BAR = 16
"""Cells of the bar of time."""


class AssessScreen(TutorScreen):
    """Shows one item until it has a response; closes when it is answered, skipped, or the test is ended or left."""

    CSS_PATH = ["exercise.tcss", "assess.tcss"]
    AUTO_FOCUS = "#editor, #typed, #options"
    KEYS = ASSESS
    BINDINGS = ASSESS.bindings()

    NAME: ClassVar[str] = "assessment"
    """First part of the title."""

    class Graded(Message):
        """The answer has been run."""

        def __init__(self, checked: Checked) -> None:
            super().__init__()
            self.checked = checked

    def __init__(self, asking: Asking, exercise: Exercise, sources: Sources) -> None:
        super().__init__()
        self._asking, self._assessment, self._exercise, self._sources = asking, asking.assessment, exercise, sources
        draft = asking.assessment.saved.draft
        self._answer = AnswerArea(exercise, sources, sources.starter if draft is None else draft, id="answer")
        self._opened = asking.open(exercise)
        self._work = AnswerSession(asking)
        self._saving: Timer | None = None
        self._seen = monotonic()
        self._ticks = 0
        self._paused = False

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self._asking.rules

    def compose_body(self) -> ComposeResult:
        """Lay out the time, the task and the answer."""
        yield Static(id="clock", markup=False)
        with Container(id="work"):
            with Vertical(id="side", classes="-show-task"):
                yield TaskPane(self._exercise, self._sources)
            yield self._answer
        yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        """Show the time, and begin to compute the reference."""
        number = len(self._assessment.saved.responses) + 1
        self.set_title(self.NAME, self._exercise.id, note=f"item {number}")
        if editor := self._answer.editor:
            editor.point_at((0, 0), gap=self._answer.text == self._sources.starter)
        self.show_time()
        self.set_interval(TICK_SECONDS, self._tick)
        self.set_timer(PREPARE_SECONDS, lambda: start_in_thread(lambda: self._asking.grader.prepare(self._exercise)))
        self.after_refresh(self._fit)

    def on_unmount(self) -> None:
        """Cancel the run."""
        self._work.abandon()

    def on_screen_suspend(self) -> None:
        """Count the time until something covered the screen."""
        self._count()
        self._paused = isinstance(self.app.screen, PauseCard)

    def on_screen_resume(self) -> None:
        """Count from now on."""
        self._seen, self._paused = monotonic(), False

    def keep(self) -> None:
        """Store draft and time."""
        if self._assessment.saved.current == self._exercise.id:
            self._count()
            if self._answer.text != self._sources.starter or self._assessment.saved.draft is not None:
                self._assessment.saved.draft = self._answer.text
            self._assessment.save()

    @on(AnswerArea.Edited)
    def keep_later(self) -> None:
        """Store the draft when typing pauses."""
        if self._saving is not None:
            self._saving.stop()
        self._saving = self.set_timer(SAVE_SECONDS, self.keep)

    @on(AnswerArea.Submitted)
    def action_hand_in(self) -> None:
        """Run the answer; it counts, unless it cannot be an answer yet."""
        if self._work.busy is not None:
            return
        if missing := self._missing():
            self._say(missing)
            return
        self.keep()
        self._run(self._answer.text)

    def _missing(self) -> str:
        """Return why the text cannot be an answer yet; empty if it can."""
        missing = self._asking.missing(self._opened, self._answer.text)
        first = missing.endswith(" first.")
        skip = f"; {ASSESS.key('skip')} says that you do not know."
        return f"{missing[:-1]}{skip}" if first else missing

    @work(exclusive=True, exit_on_error=False, group="grading", description="Running your answer")
    async def _run(self, answer: str) -> None:
        self._count()
        self._work.begin("check")
        self._answer.disabled = True
        self._say(f"Your answer runs ...  {ASSESS.key('back')} takes it back.")
        try:
            checked = await self._work.check(self._opened, answer)
        except Exception:
            self._take_back()
            raise
        if checked is not None:
            self.post_message(self.Graded(checked))

    @on(Graded)
    def store_response(self, event: Graded) -> None:
        """Store what became of the answer, and close; a failure of mxtutor leaves the item open once."""
        event.stop()
        if self._work.busy is None:
            return
        self._work.end()
        report, became = event.checked.report, self._asking.respond(event.checked)
        if became == "taken":
            self.dismiss()
            return
        self._take_back()
        if became == "no answer":
            self._say(f"Not handed in: {report.headline}")
            return
        self._say(
            f"mxtutor could not run it: {report.headline} {report.fix} "
            f"{ASSESS.key('hand_in')} tries again, {ASSESS.key('skip')} leaves the item out."
        )

    def action_skip(self) -> None:
        """Leave the item; it counts as not known, or as not asked if mxtutor failed on it."""
        if self._work.busy is None:
            self._count()
            self._asking.skip()
            self.dismiss()

    def action_back(self) -> None:
        """Take a running answer back; else pause."""
        if self._work.busy is not None:
            self._cancel()
            return
        self.keep()
        self.app.push_screen(self.pause_card(), self._after_pause)

    def pause_card(self) -> PauseCard:
        """Return the card that hides the task."""
        return PauseCard()

    def leave(self) -> None:
        """Leave the test; it goes on later."""
        self.app.exit()

    @work(exclusive=True, exit_on_error=False, group="grading", description="Stopping")
    async def _cancel(self) -> None:
        self._take_back()
        self._say("Taken back: it does not count.")
        await self._work.cancel()

    def _take_back(self) -> None:
        self._work.end()
        self._seen = monotonic()  # the time of the run is not the learner's
        self._answer.disabled = False
        self._answer.focus_answer()

    def _after_pause(self, choice: Choice | None) -> None:
        if choice == "end":
            self._assessment.end("learner")
            self.dismiss()
        elif choice == "quit":
            self.leave()

    def _tick(self) -> None:
        self._count()
        self.show_time()
        self._ticks += 1
        if self._ticks % KEEP_TICKS == 0 and not self._paused:
            self.keep()

    def _count(self) -> None:
        """Count the time since the last call, unless the learner pauses or waits for a run."""
        now = monotonic()
        if not self._paused and self._work.busy is None:
            self._assessment.tick(now - self._seen)
        self._seen = now

    def show_time(self) -> None:
        """Show the time that is used, and how many items follow."""
        plan, used = self._assessment.plan, self._assessment.saved.seconds
        total = 60 * plan.minutes
        bar = self.glyphs.bar(int(used // 60), max(1, round(plan.minutes)), BAR)
        if used >= total:
            text = f"{bar}  The time is over: this item is the last one and still counts."
        else:
            left = count(self._assessment.items_left, "more item")
            text = f"{bar}  {int(used // 60)} of {plan.minutes:g} minutes used, about {left}"
        self.query_one("#clock", Static).update(text)

    def _say(self, text: str) -> None:
        note = self.query_one("#note", Static)
        note.update(Content(plain(text)))
        note.display = bool(text)

    @on(Resize)
    def fit_again(self) -> None:
        """Divide the rows again."""
        self.after_refresh(self._fit)

    def _fit(self) -> None:
        rows = self.query_one("#side").size.height
        if rows > 0:
            self.query_one(TaskPane).fit(rows)

    def redraw(self) -> None:
        """Draw all marks again."""
        self.show_time()

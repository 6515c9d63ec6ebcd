"""The app of an assessment: a card, one item after the other, the report. It has no course, look-up or history."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import reactive

from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import Blueprint, Report, SavedSession
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Course
from mxtutor.errors import ContentError
from mxtutor.grading.protocol import Grader, GraderState
from mxtutor.progress.assessments import SessionStore, snapshot
from mxtutor.progress.model import Draft
from mxtutor.progress.saving import Saver, Text
from mxtutor.session.asking import Asking
from mxtutor.ui.appearance import draw_with
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.messages import Failed, NotSaved
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.saving_app import SavingApp
from mxtutor.ui.screens.assess import AssessScreen
from mxtutor.ui.screens.assess_cards import StartCard
from mxtutor.ui.screens.assess_end import EndScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import load_sources
from mxtutor.ui.themes import use_own_themes
from mxtutor.ui.tutor import Tutor

STATE_SECONDS = 0.5
"""Seconds between two looks at the state of the workers."""


class AssessApp(SavingApp):
    """Runs one session; implements `Tutor`, so that screens and widgets of the tutor work in it."""

    TITLE = "mxtutor assess"
    CSS_PATH = "tutor.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low"), (32, "-high")]

    grader_state: reactive[GraderState | None] = reactive(None)

    def __init__(
        self,
        course: Course,
        items: Mapping[str, Item],
        store: SessionStore,
        plan: Blueprint,
        grader: Grader,
        *,
        learner: str = "",
        look: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        use_own_themes(self)
        self.glyphs: Glyphs = UNICODE
        self.warming_since: float | None = None
        self.report: Report | None = None
        """The report; None before the end."""
        self._course, self._items, self._sessions, self._plan = course, items, store, plan
        self._grader, self._learner, self._look = grader, learner, dict(look or {})
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-assess")
        self._saver = Saver(
            self._writer,
            changed=lambda line: self.post_message(NotSaved(line)),
            fault=lambda error, doing: self.post_message(Failed(error, doing)),
        )
        self.assessment: Assessment | None = None
        """The running session; None before it begins."""

    @property
    def saver(self) -> Saver:
        """The writes of the session's file."""
        return self._saver

    @property
    def session(self) -> TutorSession | None:
        """None: the tutor's session, with its standings and its store, has no part in an assessment."""
        return None

    def compose(self) -> ComposeResult:
        """Show nothing below the screens."""
        return iter(())

    def on_mount(self) -> None:
        """Take the learner's theme and marks, and begin."""
        if self._look.get("theme") in self.available_themes:
            self.theme = self._look["theme"]
        self.choose_glyphs(self._look.get("glyphs", ""))
        self.set_interval(STATE_SECONDS, self._follow_grader)
        self._warm_up()
        self._begin()

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set with this name."""
        self.glyphs = glyph_set(name)
        draw_with(self, self.glyphs)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key in the footer, in ASCII characters if the marks are ASCII."""
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or self.glyphs.name != "ascii" else binding.key.partition(",")[0]

    def close(self) -> None:
        """Store the session as it is, after all earlier writes; call it after the app has ended."""
        self.saver.retry().result()
        self._writer.shutdown(wait=True)

    def action_help(self) -> None:
        """Show the keys of the open screen."""
        from mxtutor.ui.screens.help import HelpModal

        if not isinstance(self.screen, HelpModal):
            self.push_screen(HelpModal(self.screen, ()))

    def _follow_grader(self) -> None:
        state = self._grader.state
        if state.phase != "cold":
            self.grader_state = state

    @work(exit_on_error=False, group="start", description="Starting MXNet")
    async def _warm_up(self) -> None:
        self.warming_since = time.monotonic()
        await in_thread(self._grader.start)
        state = self.grader_state = self._grader.state
        if state.phase == "broken":
            self.notify(state.detail, title="MXNet cannot be used", severity="error", timeout=20, markup=False)

    @work(exit_on_error=False, group="assess", description="The assessment")
    async def _begin(self) -> None:
        earlier = await in_thread(self._sessions.unfinished)
        known = None if earlier is None else Assessment(earlier, self._items, self._keep)
        if known is not None and not known.items:
            known = None  # the course has none of its exercises any more
        card = StartCard(
            self._plan.title, self._plan.minutes, known, tuple(filter(None, [self._sessions.progress.notice]))
        )
        choice = await self.push_screen_wait(card)
        if choice == "quit":
            self.exit()
            return
        anew = choice == "anew" or known is None
        self.assessment = Assessment(begin(self._plan, self._learner), self._items, self._keep) if anew else known
        assert self.assessment is not None
        if self._learner:
            self.assessment.saved.learner = self._learner
        await self._ask(self.assessment)
        await self._finish(self.assessment)

    async def _ask(self, assessment: Assessment) -> None:
        """Show items until the session has ended."""
        asking = Asking(assessment, self._grader)
        while (found := await in_thread(lambda: asking.item(self._course, load_sources))) is not None:
            while asking.damaged:
                self.notify(asking.damaged.pop(0), severity="warning", markup=False)
            await self.push_screen_wait(AssessScreen(asking, *found))

    async def _finish(self, assessment: Assessment) -> None:
        """Make and store the report, and show it."""
        titles = await in_thread(lambda: titles_of(self._course, assessment.plan.weights))
        report = await in_thread(lambda: report_of(assessment, self._course, titles))
        assessment.saved.report = self.report = report
        assessment.save()
        await self.push_screen_wait(EndScreen(report))
        self.exit()

    def _keep(self, saved: SavedSession) -> None:
        """Store a session in the background, in order."""
        now = snapshot(saved)
        text = Text(saved.current or "", Draft(saved.draft or ""), of="assessment")
        self.saver.submit(lambda: self._sessions.save(now), "Keeping your answers", text)


def titles_of(course: Course, exercises: Iterable[str]) -> dict[str, str]:
    """Return the titles of exercises; those that cannot be read are left out."""
    titles: dict[str, str] = {}
    for identity in exercises:
        try:
            titles[identity] = load_exercise(course.folder(identity), identity).title
        except ContentError:
            continue
    return titles


if TYPE_CHECKING:

    def _is_a_tutor(app: AssessApp) -> Tutor:
        return app

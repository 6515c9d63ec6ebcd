"""Predictions: after a wrong answer, and after the value was shown, the same code appears with other numbers."""

from __future__ import annotations

from textual import work
from textual.widgets import Input

from mxtutor.session.session import Checked
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.checking import AnswerScreen
from mxtutor.ui.sources import load_sources
from mxtutor.ui.widgets.hint_ladder import HintLadder
from mxtutor.ui.widgets.report_view import ReportView
from mxtutor.ui.widgets.task_pane import TaskPane

NEW_NUMBERS = "Other numbers now: the code has changed, your next answer is about it."


class PredictScreen(AnswerScreen):
    """An answer screen that draws other numbers for a prediction."""

    def _before_report(self, checked: Checked) -> None:
        """Draw other numbers after a wrong answer, and tell the learner with the verdict."""
        view = self.query_one(ReportView)
        view.note = view.asked = ""
        if checked.draws:
            view.note, view.asked = NEW_NUMBERS, self._sources.snippet.strip()
            self._draw_variant()

    @work(exclusive=True, exit_on_error=False, group="variant", description="Drawing other numbers")
    async def _draw_variant(self) -> None:
        exercise = await in_thread(lambda: self._session.variant(self._opened))
        sources = await in_thread(lambda: load_sources(exercise))
        self._opened.take(exercise)
        self._sources = sources
        await self.query_one(TaskPane).show(exercise, sources)
        self._answer.show(sources)
        self.query_one(HintLadder).show(exercise.hints if self.rules.help else ())
        self.query_one(ReportView).explain = exercise.explain
        self.query_one("#typed", Input).action_select_all()

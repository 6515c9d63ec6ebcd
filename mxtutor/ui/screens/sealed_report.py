"""The card of a sealed workshop that has ended: what counts, and where the report is."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.reporting.durations import minutes_and_seconds
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sealed import ENDINGS, state_line, verdict_word
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import HOME, REPORT
from mxtutor.ui.screens.base import TutorModal

if TYPE_CHECKING:
    from mxtutor.progress.sealed_end import Made

ROOMY = 76
"""Columns from which the table has more room."""
TITLE_CELLS, NARROW_TITLE_CELLS = 34, 26
"""Most characters of an exercise's id in the table, with that room and without."""


class ReportCard(TutorModal[None]):
    """Shows at the end of a sealed workshop, and whenever the learner asks for it."""

    CSS_PATH = "workshop.tcss"
    BINDINGS = REPORT.bindings()

    def __init__(self, made: Made) -> None:
        super().__init__()
        self._made = made

    def compose(self) -> ComposeResult:
        """Lay out the result, the exercises and the place of the files."""
        report = self._made.report
        with VerticalScroll(id="workshop") as box:
            box.border_title = Content(plain(f"{report.workshop.title}: your report"))
            box.border_subtitle = (
                f"{REPORT.key('save')} saves it, {REPORT.key('dismiss')} closes, {HOME.key('end')} shows it again"
            )
            total = f"{report.points:.10g} of {report.of:.10g} points. It ended because {ENDINGS[report.ending]}."
            late = "" if report.in_time else " Checks that came too late do not count."
            yield Static(total + late, markup=False, classes="part")
            most = TITLE_CELLS if self.app.size.width >= ROOMY else NARROW_TITLE_CELLS
            cells = min(max((len(one.exercise) for one in report.exercises), default=0), most)
            rows = [
                f"{one.exercise[:cells]:<{cells}} {verdict_word(one.verdict):<10} "
                f"{one.points:.4g}/{one.of:.4g} p {minutes_and_seconds(one.seconds) if one.verdict else ''}".rstrip()
                for one in report.exercises
            ]
            yield Static(plain("\n".join(rows)), markup=False, id="parts", classes="part")
            yield Static(plain(state_line(report)), markup=False, classes="part")
            yield Static(plain(f"The report is in {self._made.file.parent}"), markup=False)

    def action_save(self) -> None:
        """Offer the report to the browser as a download; in a terminal say where it is."""
        if not in_browser():
            self.notify(f"It is saved: {self._made.file}", markup=False)
            return
        name = f"{self._made.report.workshop.title[:40]}-report.json".replace("/", "-")
        self.app.deliver_binary(
            io.BytesIO(self._made.report.file_form()), save_filename=name, mime_type="application/json"
        )
        self.notify("Your browser saves the file.", markup=False)

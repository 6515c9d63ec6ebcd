"""The cards of a workshop: greeting, parts and rules; for a sealed workshop that has ended, the report."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.durations import minutes_and_seconds
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sealed import ENDINGS, state_line, verdict_word
from mxtutor.reporting.workshop_words import HAND_IN, part_lines, rule_lines
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import HOME, PALETTE, REPORT, WORKSHOP
from mxtutor.ui.marked_text import passage, prose
from mxtutor.ui.screens.base import TutorModal

if TYPE_CHECKING:
    from mxtutor.session.sealed_guide import Made


DOWNLOAD = f"To hand in, press {PALETTE} and choose `Download my work`: it has all your answers."


class WorkshopCard(TutorModal[None]):
    """Greeting, parts and rules; shown at the first start of a workshop, and on request."""

    CSS_PATH = "workshop.tcss"
    BINDINGS = WORKSHOP.bindings()

    def __init__(self, guide: WorkshopGuide) -> None:
        super().__init__()
        self._guide = guide

    def compose(self) -> ComposeResult:
        workshop, now = self._guide.workshop, self._guide.now()
        with VerticalScroll(id="workshop", classes="box") as box:
            box.border_title = Content(plain(workshop.title))
            box.border_subtitle = (
                f"{WORKSHOP.key('dismiss')} closes, {HOME.key('workshop')} in the course shows it again"
            )
            if workshop.greeting:
                yield Static(passage(workshop.greeting), markup=False, classes="part")
            yield Static("\n".join(map(plain, part_lines(workshop))), markup=False, id="parts", classes="part")
            rules = list(rule_lines(workshop, now, hand_in=DOWNLOAD if in_browser() else HAND_IN))
            link = self.tutor.session.class_link if self.tutor.session is not None else None
            if workshop.class_url and link is not None and not link.joined:
                rules.append(f"You are not in its class. {PALETTE}, then `Join the class`, joins it.")
            if rules:
                yield Static(prose("\n".join(rules)), markup=False, classes="part")

    def on_mount(self) -> None:
        """Store that the learner has seen the card."""
        self._guide.greeted = True


ROOMY = 76
"""Columns of the terminal from which the table is wider."""
TITLE_CELLS, NARROW_TITLE_CELLS = 34, 26
"""Most characters of an exercise's id in the wide and in the narrow table."""


class ReportCard(TutorModal[None]):
    """The report; shown at the end of a sealed workshop, and on request."""

    CSS_PATH = "workshop.tcss"
    BINDINGS = REPORT.bindings()

    def __init__(self, made: Made) -> None:
        super().__init__()
        self._made = made

    def compose(self) -> ComposeResult:
        report = self._made.report
        with VerticalScroll(id="workshop", classes="box") as box:
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
        """Offer the report to the browser as a download; in a terminal, show its path."""
        if not in_browser():
            self.notify(f"It is saved: {self._made.file}", markup=False)
            return
        name = f"{self._made.report.workshop.title[:40]}-report.json".replace("/", "-")
        self.app.deliver_binary(
            io.BytesIO(self._made.report.file_form()), save_filename=name, mime_type="application/json"
        )
        self.notify("Your browser saves the file.", markup=False)

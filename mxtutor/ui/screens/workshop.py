"""The card of a workshop: its greeting, parts with times and points, and rules."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.progress.workshop_guide import WorkshopGuide
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.workshop_words import HAND_IN, part_lines, rule_lines
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import HOME, PALETTE, WORKSHOP
from mxtutor.ui.marked_text import passage, prose
from mxtutor.ui.screens.base import TutorModal

DOWNLOAD = f"To hand in, press {PALETTE} and choose `Download my work`: it has all your answers."


class WorkshopCard(TutorModal[None]):
    """Shows at the first start of a workshop, and whenever the learner asks for it."""

    CSS_PATH = "workshop.tcss"
    BINDINGS = WORKSHOP.bindings()

    def __init__(self, guide: WorkshopGuide) -> None:
        super().__init__()
        self._guide = guide

    def compose(self) -> ComposeResult:
        """Lay out greeting, parts and rules."""
        workshop, now = self._guide.workshop, self._guide.now()
        with VerticalScroll(id="workshop") as box:
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
        """Note that the learner has seen it."""
        self._guide.greeted = True

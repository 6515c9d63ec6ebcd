"""One item of the tutor's placement, its pause, and the card at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.reporting.assess_words import count
from mxtutor.ui.assess_keys import PLACEMENT_PAUSE
from mxtutor.ui.key_table import KeyTable
from mxtutor.ui.keys import HOME, PLACED
from mxtutor.ui.screens.assess import AssessScreen
from mxtutor.ui.screens.assess_cards import PauseCard
from mxtutor.ui.screens.base import TutorModal

MOST_TITLES = 6
"""Titles of lessons that the card at the end lists."""


class PlacementPause(PauseCard):
    """Hides the task; the learner goes on, leaves, or ends the placement."""

    KEYS: ClassVar[KeyTable] = PLACEMENT_PAUSE
    BINDINGS = PLACEMENT_PAUSE.bindings()
    HEADING: ClassVar[str] = "Placement: paused"
    ABOUT: ClassVar[str] = (
        f"Your answers are kept. Press {HOME.key('placement')} at home to go on, also on another day."
    )
    LEAVE: ClassVar[str] = "Leave"


class PlacementScreen(AssessScreen):
    """One item; there is no help, and no time limit."""

    NAME: ClassVar[str] = "Placement"
    left = False
    """Whether the learner left the placement here, to go on later."""

    def pause_card(self) -> PauseCard:
        """Return the card that hides the task."""
        return PlacementPause()

    def leave(self) -> None:
        """Close the item; it shows again when the placement goes on."""
        self.left = True
        self.dismiss()

    def on_unmount(self) -> None:
        """Keep the draft of an item that is still open."""
        self.keep()
        super().on_unmount()

    def show_time(self) -> None:
        """Show which question this is."""
        asked = len(self._assessment.responses)
        most = self._assessment.plan.most_items
        bar = self.glyphs.bar(asked, most, most)
        self.query_one("#clock", Static).update(
            f"{bar}  Question {asked + 1} of at most {most}; there is no help here."
        )


class PlacedCard(TutorModal[bool]):
    """Says what the placement proved; its result is True if the learner continues with the next exercise."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = PLACED.bindings()

    def __init__(self, known: int, folded: Sequence[str], missed: Sequence[str], begin: str = "") -> None:
        """Show what is known.

        Args:
            known: how many exercises.
            folded: titles of the lessons that are known.
            missed: titles of the lessons of the items that were not answered right.
            begin: title of what `continue` opens; empty if there is nothing.
        """
        super().__init__()
        self._known, self._folded, self._missed, self._begin = known, folded, missed, begin

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog card fitted") as dialog:
            dialog.border_title = "Your placement"
            with VerticalScroll(classes="card-body", can_focus=False):
                for part in self._parts():
                    yield Static(part, markup=False, classes="card-part")
            with Horizontal(classes="buttons"):
                yield Button(f"Close ({PLACED.key('dismiss')})", id="close", compact=True)
                yield Button(f"Continue ({PLACED.key('go_on')})", id="go-on", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go-on").focus()

    def _parts(self) -> list[Content]:
        mark = self.tutor.glyphs.known
        if not self._known:
            parts = [Content("These answers do not show yet what you know, so the course begins at its start.")]
        else:
            one = self._known == 1
            what = f"{count(self._known, 'exercise')} {'counts' if one else 'count'} as known "
            rest = (
                f". Continue skips {'it' if one else 'them'}; {HOME.key('known')} at home takes that back for the "
                f"marked lesson or exercise. {'It does' if one else 'They do'} not count as done."
            )
            parts = [Content.assemble(what, (mark, "bold $text-accent"), rest)]
        if self._folded:
            parts.append(Content.assemble(("Known lessons\n", "bold $text-accent"), _listed(self._folded)))
        if self._missed:
            title = ("These lessons teach what you answered wrong\n", "bold $text-accent")
            parts.append(Content.assemble(title, _listed(self._missed)))
        if self._begin:
            parts.append(Content.assemble(("Begin with: ", "bold $text-accent"), self._begin))
        return parts

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.dismiss(event.button.id == "go-on")

    def action_go_on(self) -> None:
        """Continue, or do what the button with the focus says."""
        self.dismiss(not (isinstance(self.focused, Button) and self.focused.id != "go-on"))


def _listed(titles: Sequence[str]) -> str:
    shown = [f"  {title}" for title in titles[:MOST_TITLES]]
    more = len(titles) - len(shown)
    return "\n".join([*shown, f"  and {more} more"] if more else shown)

"""The card that closes a lesson, a topic or the course: what was learned, the mistakes made, what is next."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.reporting.sanitize import plain
from mxtutor.ui.closing import Closed
from mxtutor.ui.keys import CLOSING, HOME
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorModal

MOST_MISTAKES = 5
"""Mistakes that the card lists."""


class ClosingCard(TutorModal[bool]):
    """Shows once, when the learner goes on after the last exercise; its result is True to go on."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = CLOSING.bindings()

    def __init__(self, closed: Closed) -> None:
        super().__init__()
        self._shown = closed

    def compose(self) -> ComposeResult:
        """Lay out the parts and the buttons."""
        closed = self._shown
        with Vertical(classes="dialog card fitted") as dialog:
            dialog.border_title = Content(closed.title)
            with VerticalScroll(classes="card-body", can_focus=False):
                tally = Content.assemble((f"{self.tutor.glyphs.right} ", "bold $text-success"), closed.tally)
                yield Static(tally, markup=False, classes="card-part")
                if closed.learned:
                    yield _part("You learned", prose(closed.learned))
                yield _part("Your mistakes", *self._mistakes())
                if closed.following:
                    yield _part("Next", Content.assemble((closed.following, "bold"), f"\n{closed.length}"))
            with Horizontal(classes="buttons"):
                yield Button(f"Stay ({CLOSING.key('dismiss')})", id="stay", compact=True)
                label = "Next" if closed.following else "To the course"
                yield Button(f"{label} ({CLOSING.key('go_on')})", id="go-on", variant="primary", compact=True)

    def _mistakes(self) -> list[Content]:
        mistakes = self._shown.mistakes
        if not mistakes:
            return [Content("No named mistake.")]
        dot = self.tutor.glyphs.dot
        lines = [
            Content.assemble(f"{dot} ", prose(plain(name)), (f"  {times} times" if times > 1 else "", "dim"))
            for name, times in mistakes[:MOST_MISTAKES]
        ]
        if HOME.has("mistakes"):
            lines.append(Content.styled(f"{HOME.key('mistakes')} at home drills them.", "dim"))
        return lines

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go-on").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.dismiss(event.button.id == "go-on")

    def action_go_on(self) -> None:
        """Go on, or stay if the learner moved the focus there."""
        self.dismiss(not (isinstance(self.focused, Button) and self.focused.id == "stay"))


def _part(title: str, *lines: Content) -> Static:
    text = Content("\n").join([Content.styled(title, "bold $text-accent"), *lines])
    return Static(text, markup=False, classes="card-part")

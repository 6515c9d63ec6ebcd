"""The card of the first start: what this is, what the learner does, how long it takes, and three ways to go on."""

from __future__ import annotations

from typing import Literal, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.reporting.durations import rough_duration
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import EXERCISE, WELCOME
from mxtutor.ui.screens.base import TutorModal

Choice = Literal["begin", "placement", "race", "look"]

STEPS = (
    ("1", "You see a function in PyTorch."),
    ("2", "You write the same in MXNet 1.9.1."),
    ("3", f"{EXERCISE.key('check')} runs it next to PyTorch, and says what differs and why."),
)


class WelcomeCard(TutorModal[Choice]):
    """Shows once; its result is the way that the learner chose."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = WELCOME.bindings()

    def __init__(self, lessons: int, exercises: int, minutes: int) -> None:
        super().__init__()
        self._lessons, self._exercises, self._minutes = lessons, exercises, minutes

    def compose(self) -> ComposeResult:
        """Lay out the text and the ways to go on."""
        with Vertical(classes="dialog card") as dialog:
            dialog.border_title = "Welcome to mxtutor"
            dialog.border_subtitle = f"{WELCOME.key('look')} looks at the course"
            yield Static("Learn Apache MXNet 1.9.1 from the PyTorch you know.", markup=False, classes="card-title")
            with Vertical(classes="card-part"):
                for number, text in STEPS:
                    with Horizontal(classes="step"):
                        yield Static(number, classes="number")
                        yield Static(text, markup=False, classes="about")
            size = f"{self._lessons} lessons and {self._exercises} exercises, {rough_duration(self._minutes)}. "
            kept = "Everything runs on this machine; your work is kept as you type."
            yield Static(
                f"{size}{'Your work is kept as you type.' if in_browser() else kept}", classes="card-part muted"
            )
            with Horizontal(classes="ways"):
                yield self._way("begin", "Begin", "primary")
                yield self._way("placement", "8 questions: skip what I know")
                if not in_browser():
                    yield self._way("race", "See both race")

    def _way(self, action: Choice, label: str, variant: Literal["default", "primary"] = "default") -> Button:
        text = Content.assemble((f"{WELCOME.key(action)} ", "bold"), label)
        return Button(text, id=action, variant=variant, compact=True)

    def on_mount(self) -> None:
        """Focus the usual way."""
        self.query_one("#begin").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go the way of the button that was pressed."""
        self.dismiss(cast(Choice, event.button.id))

    def action_begin(self) -> None:
        """Go the way of the button with the focus; that is the first lesson unless the learner moved it."""
        chosen = self.focused.id if isinstance(self.focused, Button) else None
        self.dismiss(cast(Choice, chosen or "begin"))

    def action_placement(self) -> None:
        """Begin the placement."""
        self.dismiss("placement")

    def action_race(self) -> None:
        """Show the race."""
        if not in_browser():
            self.dismiss("race")

    def action_look(self) -> None:
        """Show the course."""
        self.dismiss("look")

"""Jump: shows a letter at each part of the screen; the letter, or a click on it, focuses the part."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.events import Click, Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label

from mxtutor.ui.keys import JUMP
from mxtutor.ui.screens.base import TutorModal

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""Letters of the parts, in the order of the focus; those of the home row come first."""


class JumpModal(TutorModal[Widget]):
    """Shows letters over the screen below; the result is the chosen widget, or None."""

    DEFAULT_CSS = """
    JumpModal { background: $background 40%; align: left top; }
    JumpModal .jump-letter {
        position: absolute; width: 3; height: 1; background: $primary; color: $background; text-style: bold;
        text-align: center;
    }
    JumpModal .jump-letter:ansi, JumpModal .jump-letter:nocolor {
        text-style: bold reverse; background: transparent; color: $foreground;
    }
    JumpModal #jump-hint { dock: bottom; height: 1; width: 1fr; background: $panel; padding: 0 1; }
    """
    BINDINGS = JUMP.bindings()

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._below = below
        parts = [part for part in below.focus_chain if part.region.overlaps(below.region)]
        self._parts = dict(zip(LETTERS, parts, strict=False))

    def compose(self) -> ComposeResult:
        """Make a letter for the upper left corner of each part."""
        for letter in self._parts:
            yield Label(letter, id=f"jump-{letter}", classes="jump-letter", markup=False)
        yield Label(f"A letter goes to its part; {JUMP.key('dismiss')} stays here.", id="jump-hint", markup=False)

    def on_mount(self) -> None:
        """Place the letters, and place them again when the layout of the screen below changes."""
        self._place()
        self._below.screen_layout_refresh_signal.subscribe(self, lambda _: self._place())

    def _place(self) -> None:
        taken: set[tuple[int, int]] = set()
        for letter, part in self._parts.items():
            label = self.query_one(f"#jump-{letter}")
            label.display = bool(part.region)  # a resize can hide a part
            if not label.display:
                continue
            x, y = max(part.region.x, 0), max(part.region.y, 0)
            while (x, y) in taken:
                x += 3
            taken.add((x, y))
            label.styles.offset = (x, y)

    def on_key(self, event: Key) -> None:
        part = self._parts.get(event.character or "")
        if part is not None and part.region:
            event.stop()
            self.dismiss(part)

    def on_click(self, event: Click) -> None:
        """Choose a part by a click on its letter; any other click stays here."""
        name = event.widget.id or "" if event.widget is not None else ""
        self.dismiss(self._parts.get(name.removeprefix("jump-")))

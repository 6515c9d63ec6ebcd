"""The palette: all actions, found by their names."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.command import CommandPalette as TextualPalette
from textual.widgets import OptionList

from mxtutor.ui.widgets.options import page


class CommandPalette(TextualPalette):
    """Textual's palette, whose page keys wait for the first layout of its list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "page(1)", "Next page", show=False),
        Binding("pageup", "page(-1)", "Previous page", show=False),
    ]

    def action_page(self, direction: int) -> None:
        """Move the mark by a page."""
        page(self.query_one(OptionList), direction)

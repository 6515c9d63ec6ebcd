"""The last row of every screen: Textual's footer with as many keys as fit completely."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

GAP = 1
"""Cells between two keys."""
PALETTE_GAP = 2 * GAP + 1
"""Cells between the other keys and the palette's key, with the line between them."""
PALETTE_SHOWN = 76
"""Columns below which the palette's key is left out, for the keys of the screen."""


class KeyFooter(Footer):
    """The keys that work on this screen; the palette's key is at the right end."""

    DEFAULT_CSS = "KeyFooter { padding: 0 1; & FooterKey.-command-palette { margin: 0; } }"

    def __init__(self) -> None:
        super().__init__(compact=True)
        self._works: list[tuple[Binding, bool]] = []
        """The keys that are drawn, with whether each works."""

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Draw the keys again if others work now; an unchanged row would cost 5 ms as well."""
        works = [(key.binding, key.enabled) for key in screen.active_bindings.values() if key.binding.show]
        if screen.app.app_focus and works != self._works:
            self._works = works
            super().bindings_changed(screen)

    def on_resize(self) -> None:
        self.refresh(recompose=True)

    def compose(self) -> ComposeResult:
        keys = [key for key in super().compose() if isinstance(key, FooterKey)]
        palette = keys.pop() if keys and keys[-1].has_class("-command-palette") else None
        room = self.content_size.width
        if palette is not None and self.screen.size.width >= PALETTE_SHOWN and _cells(palette) <= room:
            room -= _cells(palette) + PALETTE_GAP
            yield palette
        for key in keys:
            room -= _cells(key)
            if room < 0:
                return
            room -= GAP
            yield key


def _cells(key: FooterKey) -> int:
    return Content(f"{key.key_display} {key.description}".rstrip()).cell_length

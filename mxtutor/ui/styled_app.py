"""The part of an app that reads the styles of screens, and all keys."""

from __future__ import annotations

from typing import Any

from textual.app import App

from mxtutor.ui.platform.alt_keys import tell_alt_from_signs


class StyledApp(App[None]):
    """An app that reads the styles of a new screen alone, where Textual would read those of all screens again."""

    def __init__(self) -> None:
        super().__init__()
        tell_alt_from_signs()

    def get_screen(self, screen: Any, screen_class: Any = None) -> Any:
        """Return a screen whose styles are read; Textual asks for each screen here before it shows it."""
        found = super().get_screen(screen, screen_class)
        for path in found.css_path:
            if not self.stylesheet.has_source(str(path), ""):
                self.stylesheet.read(path)
        return found

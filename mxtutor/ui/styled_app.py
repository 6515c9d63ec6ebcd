"""The part of an app that reads the styles of screens, and all keys."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console
from textual.app import App

from mxtutor.ui.platform.alt_keys import tell_alt_from_signs

WIDTH = 160
"""Characters of a line of a traceback."""


class StyledApp(App[None]):
    """An app that reads the styles of a new screen alone, where Textual would read those of all screens again.

    An error that no code handles ends it. Textual then prints 200 lines; here they are `fault`, and the one who runs
    the app prints one line.
    """

    def __init__(self) -> None:
        super().__init__()
        tell_alt_from_signs()
        self._printed = io.StringIO()
        self.error_console = Console(file=self._printed, color_system=None, force_terminal=False, width=WIDTH)

    @property
    def fault(self) -> str:
        """The traceback of the error that ended the app; empty if it ended as it should."""
        return self._printed.getvalue()

    def get_screen(self, screen: Any, screen_class: Any = None) -> Any:
        """Return a screen whose styles are read; Textual asks for each screen here before it shows it."""
        found = super().get_screen(screen, screen_class)
        for path in found.css_path:
            if not self.stylesheet.has_source(str(path), ""):
                self.stylesheet.read(path)
        return found

"""Read-only Python code in the theme's colours."""

from __future__ import annotations

from textual.content import Content
from textual.highlight import ANSIDarkHighlightTheme, ANSILightHighlightTheme, HighlightTheme, highlight
from textual.widgets import Static


def warm_up() -> None:
    """Import Pygments and compile its patterns for Python (20 ms), before the first code is shown."""
    highlight("x = 1", language="python")


class CodeView(Static):
    """Highlighted Python that follows the theme."""

    DEFAULT_CSS = """
    CodeView { height: auto; width: 1fr; }
    """

    def __init__(self, code: str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._code = code

    @property
    def code(self) -> str:
        """The source that is shown."""
        return self._code

    @code.setter
    def code(self, code: str) -> None:
        self._code = code
        self._draw()

    def on_mount(self) -> None:
        """Draw in the theme's colours, now and when it changes."""
        self.watch(self.app, "theme", self._draw)

    def _draw(self) -> None:
        self.update(self.highlighted())

    def highlighted(self) -> Content:
        """Return the code in the colours of the app's theme."""
        if not self._code:
            return Content("")
        theme: type[HighlightTheme] = HighlightTheme
        if self.app.native_ansi_color:
            theme = ANSIDarkHighlightTheme if self.app.current_theme.dark else ANSILightHighlightTheme
        return highlight(self._code, language="python", theme=theme)

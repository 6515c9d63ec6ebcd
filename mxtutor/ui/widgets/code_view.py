"""Read-only Python code in the theme's colours."""

from __future__ import annotations

from pygments.token import Token
from textual.content import Content
from textual.highlight import HighlightTheme, highlight
from textual.widgets import Static


def warm_up() -> None:
    """Import Pygments and compile its patterns for Python (20 ms), before the first code is shown."""
    highlight("x = 1", language="python")


class CodeColours(HighlightTheme):
    """The colours of all code on the screen, which are those of the editor (`AnswerEditor.DEFAULT_CSS`)."""

    STYLES = {
        Token.Comment: "italic $text-muted",
        Token.Keyword: "bold $text-accent",
        Token.Operator.Word: "bold $text-accent",
        Token.Operator: "$foreground",
        Token.Literal.String: "$text-success",
        Token.Literal.Number: "$text-warning",
        Token.Name.Function: "$text-primary",
        Token.Name.Class: "$text-primary",
        Token.Name.Builtin: "$text-primary",
        Token.Name.Decorator: "$text-primary",
    }


def coloured(code: str, language: str = "python") -> Content:
    """Return code in these colours; the rest of it has the colour of the widget."""
    found = highlight(code, language=language, theme=CodeColours)
    return Content(found.plain, spans=[span for span in found.spans if span.style != "$text"])


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
        return coloured(self._code) if self._code else Content("")

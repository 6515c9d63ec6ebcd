"""Read-only Python code in the theme's colours."""

from __future__ import annotations

from collections.abc import Collection

from pygments.token import Token
from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.highlight import HighlightTheme, highlight
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.protocol import SnippetRun
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.tutor import tutor_of


def warm_up() -> None:
    """Import Pygments and compile its patterns for Python in advance (20 ms)."""
    highlight("x = 1", language="python")


STYLES = {
    "keyword": "bold $text-accent",
    "definition": "$text-primary",
    "string": "$text-success",
    "number": "$text-warning",
    "comment": "italic $text-muted",
    "operator": "$foreground",
}
"""Text style and colour of each kind of token, in the editor and in all other code on the screen."""
KINDS = {
    Token.Keyword: "keyword",
    Token.Operator.Word: "keyword",
    Token.Name.Function: "definition",
    Token.Name.Class: "definition",
    Token.Name.Builtin: "definition",
    Token.Name.Decorator: "definition",
    Token.Name: "name",
    Token.Literal.String: "string",
    Token.Literal.Number: "number",
    Token.Comment: "comment",
    Token.Operator: "operator",
    Token.Punctuation: "sign",
}
"""Kinds of tokens by Pygments' types; the first that fits counts."""


class CodeColours(HighlightTheme):
    STYLES = {token: STYLES[kind] for token, kind in KINDS.items() if kind in STYLES}


def coloured(code: str) -> Content:
    """Return highlighted code; tokens without a colour of their own have that of the widget."""
    if not code:
        return Content("")
    found = highlight(code, language="python", theme=CodeColours)
    return Content(found.plain, spans=[span for span in found.spans if span.style != "$text"])


class CodeView(Static):
    """Read-only highlighted Python."""

    DEFAULT_CSS = "CodeView { height: auto; width: 1fr; }"

    def __init__(self, code: str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(coloured(code), id=id, classes=classes, markup=False)

    @property
    def code(self) -> str:
        return str(self.visual)

    @code.setter
    def code(self, code: str) -> None:
        self.update(coloured(code))


def cut(widget: Widget, strip: Strip) -> Strip:
    """Return a drawn line of a widget, with the mark of a cut line in its last cell."""
    mark = Segment(tutor_of(widget).glyphs.cut, widget.rich_style + Style(bold=True))
    return Strip.join([strip.crop(0, strip.cell_length - 1), Strip([mark], 1)])


def shown_result(result: SnippetRun, *, prints: bool = True) -> Content:
    """Return a run as text: its output (with `prints`), then its value or the last line of its error."""
    if result.broken:
        return Content.styled(plain(result.broken), "$text-warning")
    shown = (result.output if prints else "", result.value)
    parts = [Content(plain(text).strip("\n")) for text in shown if text.strip()]
    if result.error is not None:
        parts.append(Content.styled(error_line(result), "$text-error"))
    return Content("\n").join(parts) if parts else Content.styled("(nothing printed, no value)", "dim")


def error_line(result: SnippetRun) -> str:
    """Return "Type: text" of a run's error; empty without one."""
    return "" if result.error is None else plain(result.error.summary)


class CodePane(ScrollView, can_focus=True):
    """Highlighted Python without wrapping: long lines are cut at the edge, with a mark; it scrolls both ways."""

    DEFAULT_CSS = """
    CodePane { height: auto; width: 1fr; scrollbar-size-horizontal: 0; scrollbar-size-vertical: 1; }
    """

    def __init__(
        self,
        code: str,
        *,
        id: str | None = None,
        classes: str | None = None,
        can_focus: bool = True,
        dimmed: Collection[int] = (),
    ) -> None:
        """`dimmed` has the numbers, from 0, of the lines without colours."""
        super().__init__(id=id, classes=classes, can_focus=can_focus)
        self._lines: list[Content] = []
        self._dimmed = dimmed
        self._code = ""
        self.code = code

    @property
    def code(self) -> str:
        return self._code

    @code.setter
    def code(self, code: str) -> None:
        lines = enumerate(coloured(code).split("\n", allow_blank=True))
        self._code = code
        self._lines = [Content.styled(one.plain, "$text-muted") if n in self._dimmed else one for n, one in lines]
        self.virtual_size = Size(max(line.cell_length for line in self._lines), len(self._lines))
        self.refresh(layout=True)

    def render_line(self, y: int) -> Strip:
        x, row = self.scroll_offset.x, self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        if row >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[row]
        if (selected := self.text_selection) is not None and (span := selected.get_span(row)) is not None:
            start, end = span
            style = self.screen.get_visual_style("screen--selection")
            line = line.stylize(style, start, None if end == -1 else end)
        strip = Strip(line.render_segments(self.visual_style), line.cell_length).apply_offsets(0, row)
        strip = strip.crop_extend(x, x + width, self.rich_style)
        return cut(self, strip) if line.cell_length > x + width else strip

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selection.extract(self._code), "\n"

    def selection_updated(self, selection: object = None) -> None:  # noqa: ARG002
        self.refresh()

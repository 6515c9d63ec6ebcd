"""The editor of an answer: coloured Python, automatic indentation, replacements that one undo reverts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.widgets import TextArea
from textual.widgets.text_area import Selection, TextAreaTheme

from mxtutor.ui.appearance import text_style
from mxtutor.ui.keys import EXERCISE

if TYPE_CHECKING:
    from pygments.lexer import Lexer

KINDS = ("keyword", "name", "string", "number", "comment", "operator")
"""Kinds of tokens that have their own colour; the component class is `answer-editor--KIND`."""

LEFT_OUT = {"backspace", *(key for row in EXERCISE.defaults for key in row.keys.split(","))}
"""Keys whose bindings the editor does not inherit from TextArea: the screen uses them, or the editor itself."""


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
    from pygments.lexers.python import PythonLexer  # 15 ms, when the first editor opens

    return PythonLexer(ensurenl=False, stripnl=False)


@lru_cache(maxsize=512)
def _kind(token: tuple[str, ...]) -> str:
    """Return the kind of a Pygments token; empty for text that has the plain colour."""
    path = [str(part) for part in token]
    if path[:1] == ["Keyword"] or path[:2] == ["Operator", "Word"]:
        return "keyword"
    if path[:1] == ["Comment"]:
        return "comment"
    if path[:1] == ["Operator"]:
        return "operator"
    if path[:2] == ["Literal", "String"]:
        return "string"
    if path[:2] == ["Literal", "Number"]:
        return "number"
    named = path[:2] in (["Name", "Function"], ["Name", "Class"], ["Name", "Builtin"], ["Name", "Decorator"])
    return "name" if named else ""


@lru_cache(maxsize=2)
def _coloured(code: str) -> dict[int, list[tuple[int, int, str]]]:
    """Return the coloured parts of each line: first column, end column and kind; Pygments is pure Python."""
    parts: dict[int, list[tuple[int, int, str]]] = {}
    row, column = 0, 0
    for token, text in _lexer().get_tokens(code):
        kind = _kind(tuple(token))
        for number, part in enumerate(text.split("\n")):
            if number:
                row, column = row + 1, 0
            if kind and part.strip():
                parts.setdefault(row, []).append((column, column + len(part), kind))
            column += len(part)
    return parts


class AnswerEditor(TextArea, inherit_bindings=False):
    """A code editor; escape leaves it, tab and shift+tab indent and dedent the selected lines."""

    COMPONENT_CLASSES = {f"answer-editor--{kind}" for kind in KINDS}
    DEFAULT_CSS = """
    AnswerEditor {
        & .answer-editor--keyword { color: $text-accent; text-style: bold; }
        & .answer-editor--name { color: $text-primary; }
        & .answer-editor--string { color: $text-success; }
        & .answer-editor--number { color: $text-warning; }
        & .answer-editor--comment { color: $text-muted; text-style: italic; }
        & .answer-editor--operator { color: $foreground; }
    }
    """
    BINDINGS = [
        *(b for b in TextArea.BINDINGS if not (isinstance(b, Binding) and b.key in LEFT_OUT)),
        Binding("backspace", "delete_back", "Delete left", show=False),
        Binding("shift+tab", "dedent", "Dedent", show=False),
    ]

    def __init__(self, code: str, *, id: str | None = None) -> None:
        super().__init__(
            code, id=id, soft_wrap=False, tab_behavior="indent", show_line_numbers=True, max_checkpoints=200
        )

    def on_mount(self) -> None:
        """Follow the app's theme."""
        self._apply_theme()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._apply_theme())

    def _apply_theme(self) -> None:
        """Let selection and cursor line change the background only: Textual's own styles hide the colours of code."""
        styles = [self.get_component_rich_style(f"text-area--{name}") for name in ("selection", "cursor-line")]
        selection, cursor_line = (Style(bgcolor=style.bgcolor, reverse=style.reverse) for style in styles)
        name = f"mxtutor-{self.app.theme}"
        self.register_theme(TextAreaTheme(name, selection_style=selection, cursor_line_style=cursor_line))
        self.theme = name

    def get_line(self, line_index: int) -> Text:
        """Return a line in the colours of its tokens."""
        line = super().get_line(line_index)
        for start, end, kind in _coloured(self.text).get(line_index, ()):
            line.stylize(text_style(self, f"answer-editor--{kind}"), start, end)
        return line

    def on_key(self, event: events.Key) -> None:
        """Indent after enter; leave escape to the screen. Textual calls TextArea's own handler after this one."""
        if event.key == "escape":
            event.prevent_default()  # TextArea would handle it and move the focus
        elif event.key == "tab" and not self.selection.is_empty and not self.read_only:
            event.stop()
            event.prevent_default()  # TextArea would replace the selected text by blanks
            self.action_indent()
        elif event.key == "enter" and not self.read_only:
            event.stop()
            event.prevent_default()
            self.replace("\n" + self._next_indent(), *self.selection, maintain_selection_offset=False)

    def _next_indent(self) -> str:
        """Return the blanks that a new line after the cursor begins with."""
        row, column = min(self.selection)
        before = self.document[row][:column]
        indent = before[: len(before) - len(before.lstrip())]
        code = before.split("#")[0].rstrip()
        if code.endswith((":", "(", "[", "{")):
            return indent + " " * self.indent_width
        left = code.split()[:1] in (["return"], ["raise"], ["pass"], ["break"], ["continue"])
        return indent[: -self.indent_width] if left and len(indent) >= self.indent_width else indent

    def action_delete_back(self) -> None:
        """Delete to the left: one character, or one step of indentation if there are only blanks."""
        row, column = self.cursor_location
        before = self.document[row][:column]
        if self.selection.is_empty and before and not before.strip() and not column % self.indent_width:
            self.delete((row, column - self.indent_width), (row, column), maintain_selection_offset=False)
        else:
            self.action_delete_left()

    def action_indent(self) -> None:
        """Indent each line of the selection by one step."""
        self._change_lines(lambda line: " " * self.indent_width + line if line.strip() else line)

    def action_dedent(self) -> None:
        """Dedent each line of the selection, or the line of the cursor, by at most one step."""
        self._change_lines(lambda line: line[min(len(line) - len(line.lstrip(" ")), self.indent_width) :])

    def _change_lines(self, change: Callable[[str], str]) -> None:
        """Change each line that the selection touches, as one step of undo; the same text stays selected."""
        if self.read_only:
            return
        start, end = self.selection
        (first, _), (last, column) = min(start, end), max(start, end)
        if last > first and column == 0:
            last -= 1  # the selection ends before that line
        before = [self.document[row] for row in range(first, last + 1)]
        after = [change(line) for line in before]
        if after == before:
            return
        self.history.checkpoint()
        self.replace("\n".join(after), (first, 0), (last, len(before[-1])), maintain_selection_offset=False)
        self.history.checkpoint()

        def moved(place: tuple[int, int]) -> tuple[int, int]:
            row, column = place
            inside = first <= row <= last
            return (row, max(column + len(after[row - first]) - len(before[row - first]), 0)) if inside else place

        self.selection = Selection(moved(start), moved(end))

    def point_at(self, cursor: tuple[int, int], *, gap: bool) -> None:
        """Move the cursor; with `gap`, select the "..." of the starter, so that typing replaces it."""
        lines = self.text.split("\n")
        row = next((n for n, line in enumerate(lines) if line.strip() == "..."), None) if gap else None
        if row is None:
            self.move_cursor(cursor)
        else:
            column = lines[row].index("...")
            self.selection = Selection((row, column), (row, column + 3))

    def take(self, code: str) -> None:
        """Replace the text as one step of undo; the cursor stays on its line."""
        if code == self.text:
            return
        cursor = _moved(self.cursor_location, self.text.split("\n"), code.split("\n"))
        self.history.checkpoint()
        self.replace(code, self.document.start, self.document.end, maintain_selection_offset=False)
        self.history.checkpoint()
        self.move_cursor(cursor)


def _moved(cursor: tuple[int, int], before: list[str], after: list[str]) -> tuple[int, int]:
    """Return the new position of a cursor after lines were replaced."""
    row, column = cursor
    shortest = min(len(before), len(after))
    head = next((n for n in range(shortest) if before[n] != after[n]), shortest)
    tail = next((n for n in range(shortest - head) if before[-1 - n] != after[-1 - n]), shortest - head)
    if row >= len(before) - tail and row >= head:
        row += len(after) - len(before)
    row = min(row, len(after) - 1)
    return row, min(column, len(after[row]))

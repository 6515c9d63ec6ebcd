"""A TextArea for code: colours, indentation of lines, comments, pairs of brackets; each action is one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from pygments.lexer import Lexer
from pygments.lexers.python import PythonLexer
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.binding import Binding
from textual.widgets import TextArea
from textual.widgets.text_area import Selection, TextAreaTheme

from mxtutor.ui.appearance import text_style
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.widgets.editor.find_bar import places
from mxtutor.ui.widgets.editor.tokens import Line, is_code, scan
from mxtutor.ui.widgets.editor.undo_area import UndoArea

PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}
Typed = Literal["plain", "over", "pair", "around"]
"""`plain`: the character alone; `over`: the cursor moves over the same character; `pair`: with its partner after the
cursor; `around`: both around the selected text."""


def typed(character: str, before: str, after: str, *, selected: bool, code: bool, extra: bool) -> Typed:
    """Return what a typed character does.

    Args:
        character: what was typed.
        before: the line up to the cursor.
        after: the rest of the line.
        selected: whether text is selected.
        code: whether the cursor is in code, and not in a string or a comment.
        extra: whether the character after the cursor was put there for the learner, or closes what is open.
    """
    if selected:
        return "around" if character in PAIRS else "plain"
    if character in PAIRS.values() and after.startswith(character) and (extra or not code):
        return "over"
    if character not in PAIRS or not code or not _is_free(after):
        return "plain"
    after_word = before[-1:].isalnum() and not _is_prefix(before)
    if character in "\"'" and (after_word or before[-1:] in ("_", character)):
        return "plain"
    return "pair"


def _is_free(after: str) -> bool:
    """Return whether nothing follows that a closing bracket would separate: a blank, a comma, another bracket."""
    return not after or after[0] in " \t,:;)]}#"


def _is_prefix(before: str) -> bool:
    """Return whether a string prefix such as `f` stands before the cursor."""
    word = before[len(before.rstrip("rbfuRBFU")) :]
    rest = before[: len(before) - len(word)]
    return 0 < len(word) <= 2 and not (rest[-1:].isalnum() or rest[-1:] == "_")


def is_empty_pair(before: str, after: str) -> bool:
    """Return whether the cursor is between an opening character and its partner."""
    return bool(before and after) and PAIRS.get(before[-1]) == after[0]


KINDS = ("keyword", "name", "string", "number", "comment", "operator")
"""Kinds of tokens that have their own colour; the component class is `answer-editor--KIND`."""


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
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


@lru_cache(maxsize=1024)
def coloured(line: str, before: str) -> tuple[tuple[int, int, str], ...]:
    """Return the coloured parts of a line: first column, end column and kind.

    Args:
        line: the text of the line.
        before: the quotes of the string that is open at its beginning; empty without one.
    """
    parts: list[tuple[int, int, str]] = []
    column, begun = 0, not before
    for token, text in _lexer().get_tokens(f"{before}\n{line}" if before else line):
        piece = text
        if not begun:
            _, newline, piece = text.partition("\n")
            if not newline:
                continue
            begun = True
        kind = _kind(tuple(token))
        if kind and piece.strip():
            parts.append((column, column + len(piece), kind))
        column += len(piece)
    return tuple(parts)


LEFT_OUT = {"backspace", "home,ctrl+a", *(key for row in EXERCISE.defaults for key in row.keys.split(","))}
"""Keys whose bindings the editor does not inherit from TextArea: the screen uses them, or the editor itself."""


class CodeArea(UndoArea, inherit_bindings=False):
    """A code editor; escape leaves it, tab and shift+tab indent and dedent the selected lines."""

    COMPONENT_CLASSES = {f"answer-editor--{kind}" for kind in (*KINDS, "found", "here")}
    BINDINGS = [
        *(b for b in TextArea.BINDINGS if not (isinstance(b, Binding) and b.key in LEFT_OUT)),
        Binding("backspace", "delete_back", "Delete left", show=False),
        Binding("shift+tab", "dedent", "Dedent", show=False),
        Binding("home", "cursor_line_start", "Line start", show=False),
        Binding("ctrl+a", "select_all", "Select all", show=False),
        Binding("ctrl+home", "go_to_end(False)", "Start of the text", show=False),
        Binding("ctrl+end", "go_to_end(True)", "End of the text", show=False),
        Binding("ctrl+shift+home", "go_to_end(False, True)", "Select to the start of the text", show=False),
        Binding("ctrl+shift+end", "go_to_end(True, True)", "Select to the end of the text", show=False),
    ]

    def __init__(self, code: str, *, id: str | None = None) -> None:
        super().__init__(
            code, id=id, soft_wrap=False, tab_behavior="indent", show_line_numbers=True, max_checkpoints=200
        )
        self._scanned: tuple[list[str], list[Line]] = ([], [])
        self._found: dict[int, list[tuple[int, int]]] = {}
        """The places of the text that the learner looks for, by row."""
        self._partners: list[tuple[int, str]] = []
        """Characters that closed themselves after the cursor: the row of each, and the rest of its line."""

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

    @property
    def scanned(self) -> list[Line]:
        """The tokens of all lines."""
        lines = self.document.lines
        if self._scanned[0] != lines:
            self._scanned = (list(lines), scan(lines))
        return self._scanned[1]

    @property
    def around(self) -> tuple[str, str]:
        """The line of the cursor before it and after it."""
        row, column = self.cursor_location
        line = self.document[row]
        return line[:column], line[column:]

    def get_line(self, line_index: int) -> Text:
        """Return a line in the colours of its tokens."""
        line = super().get_line(line_index)
        scanned = self.scanned
        before = scanned[line_index].before if line_index < len(scanned) else ""
        for start, end, kind in coloured(line.plain, before):
            line.stylize(text_style(self, f"answer-editor--{kind}"), start, end)
        for start, end in self._found.get(line_index, ()):
            here = self.selection.end == (line_index, end) and not self.selection.is_empty
            line.stylize(text_style(self, f"answer-editor--{'here' if here else 'found'}"), start, end)
        return line

    def on_key(self, event: events.Key) -> None:
        """Indent after enter, close brackets; leave escape and alt to the screen. TextArea's own handler runs next."""
        if event.key == "escape" or event.key.startswith("alt+"):
            event.prevent_default()  # TextArea would move the focus, or type the letter of a key with alt
        elif self.read_only:
            return
        elif event.key == "tab" and not self.selection.is_empty:
            self._taken(event)  # TextArea would replace the selected text by blanks
            self.action_indent()
        elif event.key == "enter":
            self._taken(event)
            self._new_line()
        elif event.character in (*PAIRS, *PAIRS.values()) and self._type_paired(str(event.character)):
            self._taken(event)

    def _taken(self, event: events.Key) -> None:
        """Keep a key from TextArea and from the screen."""
        event.stop()
        event.prevent_default()

    def _new_line(self) -> None:
        """Begin a line with the indentation that fits; between brackets, the closing one gets a line of its own."""
        before, after = self.around
        indent = self._next_indent()
        between = self.selection.is_empty and is_empty_pair(before, after) and before[-1] in "([{"
        if not between:
            self.replace("\n" + indent, *self.selection, maintain_selection_offset=False)
            return
        own = before[: len(before) - len(before.lstrip())]
        row = self.cursor_location[0]
        self.replace(f"\n{indent}\n{own}", *self.selection, maintain_selection_offset=False)
        self.move_cursor((row + 1, len(indent)))

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

    def _type_paired(self, character: str) -> bool:
        """Type a bracket or a quote with its partner, or move over it; return False to type it plainly."""
        (row, column), (before, after) = self.cursor_location, self.around
        selected = not self.selection.is_empty
        code = is_code(self.scanned[row], column)
        extra = (row, after) in self._partners
        what = typed(character, before, after, selected=selected, code=code, extra=extra)
        if what == "plain":
            return False
        if what == "over":
            self._partners = [place for place in self._partners if place != (row, after)]
            self.move_cursor((row, column + 1))
        elif what == "around":
            start, end = sorted(self.selection)
            text = f"{character}{self.selected_text}{PAIRS[character]}"
            self.replace(text, start, end, maintain_selection_offset=False)
            last = (end[0], end[1] + (start[0] == end[0]))
            self.selection = Selection((start[0], start[1] + 1), last)
        else:
            partner = PAIRS[character]
            self.replace(character + partner, *self.selection, maintain_selection_offset=False)
            self.move_cursor((row, column + 1))
            kept = [place for place in self._partners if place[0] == row]
            self._partners = [*kept[-20:], (row, partner + after)]
        return True

    def action_delete_back(self) -> None:
        """Delete to the left: a character, an empty pair of brackets, or one step of indentation before the code."""
        row, column = self.cursor_location
        before, after = self.around
        if not self.selection.is_empty:
            self.action_delete_left()
        elif before and not before.strip() and not column % self.indent_width:
            self.delete((row, column - self.indent_width), (row, column), maintain_selection_offset=False)
        elif is_empty_pair(before, after) and (row, after) in self._partners:
            self.delete((row, column - 1), (row, column + 1), maintain_selection_offset=False)
        else:
            self.action_delete_left()

    def action_go_to_end(self, last: bool, select: bool = False) -> None:
        """Go to the start of the text, or with `last` to its end; `select` selects what lies between."""
        self.move_cursor(self.document.end if last else (0, 0), select=select)

    def action_indent(self) -> None:
        """Indent each line of the selection by one step."""
        self._change_lines(lambda line: " " * self.indent_width + line if line.strip() else line)

    def action_dedent(self) -> None:
        """Dedent each line of the selection, or the line of the cursor, by at most one step."""
        self._change_lines(lambda line: line[min(len(line) - len(line.lstrip(" ")), self.indent_width) :])

    def action_comment(self) -> None:
        """Make comments of the selected lines; if all are comments, make code of them again."""
        first, last = self._chosen_rows()
        lines = [line for row in range(first, last + 1) if (line := self.document[row]).strip()]
        if not lines:
            return
        if all(line.lstrip().startswith("#") for line in lines):
            self._change_lines(_without_comment)
        else:
            least = min(len(line) - len(line.lstrip()) for line in lines)
            self._change_lines(lambda line: f"{line[:least]}# {line[least:]}" if line.strip() else line)

    def _chosen_rows(self) -> tuple[int, int]:
        """Return the first and the last row that the selection touches."""
        (first, _), (last, column) = sorted(self.selection)
        return first, last - (last > first and column == 0)  # it may end before the first character of a line

    def _change_lines(self, change: Callable[[str], str]) -> None:
        """Change each line that the selection touches, as one step of undo; the same text stays selected."""
        if self.read_only:
            return
        start, end = self.selection
        first, last = self._chosen_rows()
        before = [self.document[row] for row in range(first, last + 1)]
        after = [change(line) for line in before]
        if after == before:
            return
        self.replace_whole("\n".join(after), (first, 0), (last, len(before[-1])))

        def moved(place: tuple[int, int]) -> tuple[int, int]:
            row, column = place
            inside = first <= row <= last
            return (row, max(column + len(after[row - first]) - len(before[row - first]), 0)) if inside else place

        self.selection = Selection(moved(start), moved(end))

    def replace_whole(self, text: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Replace a part of the text as one step of undo."""
        self.history.checkpoint()
        self.replace(text, start, end, maintain_selection_offset=False)
        self.history.checkpoint()

    def redraw(self) -> None:
        """Draw all lines again."""
        self.notify_style_update()  # TextArea keeps drawn lines
        self.refresh()

    def show_found(self, query: str, step: int) -> tuple[int, int]:
        """Mark the places of a text and select one; return its number, from 1, and how many there are.

        Args:
            query: the text; empty to remove the marks.
            step: 0 for the first place from the cursor on, 1 for the next one, -1 for the one before.
        """
        found = places(self.document.lines, query)
        self._found = {row: [(a, b) for r, a, b in found if r == row] for row, _, _ in found}
        number = 0
        if found:
            cursor = min(self.selection)
            after = next((n for n, (row, start, _) in enumerate(found) if (row, start) >= cursor), 0)
            here = (*min(self.selection), max(self.selection)[1]) in found
            number = (after + step if here or step < 0 else after) % len(found)
            row, start, end = found[number]
            self.selection = Selection((row, start), (row, end))
        self.redraw()
        return number + 1, len(found)

    @on(TextArea.Changed)
    def forget_found(self) -> None:
        """Remove the marks of what was found in an earlier text."""
        self._found = {}

    def point_at(self, cursor: tuple[int, int], *, gap: bool) -> None:
        """Move the cursor; with `gap`, select the "..." of the starter, so that typing replaces it."""
        lines = self.text.split("\n")
        row = next((n for n, line in enumerate(lines) if line.strip() == "..."), None) if gap else None
        if row is None:
            self.move_cursor(cursor)
        else:
            column = lines[row].index("...")
            self.selection = Selection((row, column), (row, column + 3))
            self.call_after_refresh(self.scroll_to, x=0, animate=False)  # the area had no width yet

    def take(self, code: str) -> None:
        """Replace the text as one step of undo; the cursor stays on its line."""
        if code == self.text:
            return
        cursor = _moved(self.cursor_location, self.text.split("\n"), code.split("\n"))
        self.replace_whole(code, self.document.start, self.document.end)
        self.move_cursor(cursor)


def _without_comment(line: str) -> str:
    indent, _, rest = line.partition("#")
    return indent + rest.removeprefix(" ")


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

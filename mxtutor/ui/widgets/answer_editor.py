"""The editor of an answer: code with completion, signatures, and marks for what MXNet does not have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

from pygments.lexer import Lexer
from pygments.lexers.python import PythonLexer
from pygments.token import Token, _TokenType, is_token_subtype
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Input, Static, TextArea
from textual.widgets.text_area import Edit, Selection, TextAreaTheme

from mxtutor.ui.keys import EXERCISE, FIND
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.themes import text_style
from mxtutor.ui.widgets.answer_text import Line, is_code, scan
from mxtutor.ui.widgets.assistant import Assistant, Completion, Mark, bracket_marks, by_row, uncalled
from mxtutor.ui.widgets.code_view import cut

ROWS = 8
"""Greatest number of names on screen."""
WIDEST = 56
"""Greatest number of columns."""


class CompletionList(Static):
    """Shows a completion below the cursor's line, or above it where there is no room."""

    DEFAULT_CSS = """
    CompletionList {
        overlay: screen;
        display: none;
        width: auto;
        height: auto;
        background: $panel;
        color: $foreground;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    CompletionList:nocolor, CompletionList:ansi { border: round $border; }
    """

    def __init__(self, accept: Callable[[], object]) -> None:
        """`accept` puts the marked name into the answer."""
        super().__init__(markup=False)
        self._accept = accept
        self.completion: Completion | None = None
        self.marked = 0
        self.moved = False
        """Whether the learner has moved the mark."""
        self._first = 0

    @property
    def is_open(self) -> bool:
        """Whether the list is on screen."""
        return self.completion is not None

    @property
    def choice(self) -> str:
        """The marked name; empty if the list is closed."""
        return self.completion.items[self.marked].name if self.completion else ""

    def open(self, completion: Completion, cursor: Offset, screen: Size) -> None:
        """Show a completion beside the cursor, which is at a place of the screen."""
        kept = self.choice if self.moved else ""
        self.completion = completion
        names = [item.name for item in completion.items]
        self.moved = kept in names
        self.marked = names.index(kept) if self.moved else 0
        self._first = 0
        self._draw()
        frame = 2 * bool(self.styles.border_top[0])
        rows = min(len(names), ROWS) + frame
        left = min(cursor.x - len(completion.typed), screen.width - self._width - frame)
        below = cursor.y + 1 + rows <= screen.height - 1
        self.absolute_offset = Offset(max(left, 0), cursor.y + 1 if below else max(cursor.y - rows, 0))
        self.display = True

    def close(self) -> None:
        """Hide the list."""
        self.completion, self.moved = None, False
        self.display = False

    def move(self, by: int) -> None:
        """Move the mark; it goes round."""
        if self.completion:
            self.moved = True
            self.marked = (self.marked + by) % len(self.completion.items)
            self._draw()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        row = self._first + event.get_content_offset_capture(self).y
        if self.completion and 0 <= row < len(self.completion.items):
            self.marked = row
            self._accept()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.move(-1)

    @property
    def _width(self) -> int:
        items = self.completion.items if self.completion else ()
        names = max((len(item.name) for item in items), default=0)
        notes = max((len(item.note) for item in items), default=0)
        return min(names + notes + 4, max(WIDEST, names + 3))

    def _draw(self) -> None:
        items = self.completion.items if self.completion else ()
        self._first = min(max(self._first, self.marked - ROWS + 1), self.marked)
        widest, width = max((len(item.name) for item in items), default=0), self._width
        lines = []
        for number in range(self._first, min(self._first + ROWS, len(items))):
            item = items[number]
            note = f"  {item.note}"[: max(width - widest - 2, 0)]
            line = f" {item.name:<{widest}}"
            if number == self.marked:
                lines.append(Content.styled(f"{line}{note}".ljust(width), "reverse"))
            else:
                lines.append(Content.assemble(line, Content.styled(note.ljust(width - len(line)), "dim")))
        self.update(Content("\n").join(lines))


Place = tuple[int, int, int]
"""Row, first column, end column."""


def places(lines: Sequence[str], query: str) -> list[Place]:
    """Return where a text is; capital letters matter if the query has any."""
    if not query:
        return []
    folded = query == query.casefold()
    found = []
    for row, line in enumerate(lines):
        text = line.casefold() if folded and len(line.casefold()) == len(line) else line
        column = text.find(query)
        while column >= 0:
            found.append((row, column, column + len(query)))
            column = text.find(query, column + len(query))
    return found


class FindBar(Horizontal):
    """A line for the query and the number of places; the editor shows them."""

    BINDINGS = FIND.bindings()
    DEFAULT_CSS = """
    FindBar {
        height: 1;
        dock: bottom;
        background: $panel;
        & #find-label { width: auto; padding: 0 1; }
        & Input { width: 1fr; }
        & #find-count { width: auto; padding: 0 1; color: $text-muted; }
    }
    """

    class Asked(Message):
        """The query has changed, or another place is wanted."""

        def __init__(self, query: str, step: int) -> None:
            super().__init__()
            self.query, self.step = query, step

    class Closed(Message):
        """The learner is done with finding."""

    def __init__(self, query: str) -> None:
        super().__init__(id="find")
        self._first = query

    def compose(self) -> ComposeResult:
        yield Static("Find", id="find-label", markup=False)
        keys = f"{FIND.key('step(1)')} next, {FIND.key('step(-1)')} previous, {FIND.key('close')} closes"
        yield Input(self._first, placeholder=keys, compact=True, id="find-query", select_on_focus=True)
        yield Static("", id="find-count", markup=False)

    def show_count(self, place: int, total: int) -> None:
        """Show which of how many places is selected, counted from 1."""
        text = f"{place} of {total}" if total else "not found" * bool(self.query_one(Input).value)
        self.query_one("#find-count", Static).update(text)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Ask for the places of a changed query."""
        event.stop()
        self.post_message(self.Asked(event.value, 0))

    @on(Input.Submitted)
    def keep_enter(self, event: Input.Submitted) -> None:
        """Keep enter from the answer."""
        event.stop()

    def action_step(self, by: int) -> None:
        """Ask for the next or the previous place."""
        self.post_message(self.Asked(self.query_one(Input).value, by))

    def action_close(self) -> None:
        self.post_message(self.Closed())


class UndoArea(TextArea):
    """The text area of all screens.

    Textual's own fits the scroll bars after an undo before it moves the cursor, which may stand in a line that the
    undo has removed: it fails. Here the cursor first goes to where the changed part begins, which is always there.
    """

    def undo(self) -> None:
        """Undo the last change."""
        self._go_to_last(self.history.undo_stack)
        super().undo()

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._go_to_last(self.history.redo_stack)
        super().redo()

    def _go_to_last(self, stack: list[list[Edit]]) -> None:
        if stack:
            self.selection = Selection.cursor(min(edit.top for edit in stack[-1]))


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


KINDS = {
    **dict.fromkeys((Token.Keyword, Token.Operator.Word), "keyword"),
    **dict.fromkeys((Token.Name.Function, Token.Name.Class, Token.Name.Builtin, Token.Name.Decorator), "name"),
    Token.Literal.String: "string",
    Token.Literal.Number: "number",
    Token.Comment: "comment",
    Token.Operator: "operator",
}
"""Kinds of tokens that have their own colour, the first that fits; the component class is `answer-editor--KIND`."""


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
    return PythonLexer(ensurenl=False, stripnl=False)


@lru_cache(maxsize=512)
def _kind(token: _TokenType) -> str:
    """Return the kind of a Pygments token; empty for text that has the plain colour."""
    return next((kind for known, kind in KINDS.items() if is_token_subtype(token, known)), "")


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
        kind = _kind(token)
        if kind and piece.strip():
            parts.append((column, column + len(piece), kind))
        column += len(piece)
    return tuple(parts)


LEFT_OUT = {"backspace", "home,ctrl+a", *(key for row in EXERCISE.defaults for key in row.keys.split(","))}
"""Keys whose bindings the editor does not inherit from TextArea: the screen uses them, or the editor itself."""


class CodeArea(UndoArea, inherit_bindings=False):
    """A code editor; escape leaves it, tab and shift+tab indent and dedent the selected lines."""

    COMPONENT_CLASSES = {f"answer-editor--{kind}" for kind in (*KINDS.values(), "found", "here")}
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


MARK_SECONDS = 0.4
"""Seconds without typing before names and brackets are marked."""
NOTE_SECONDS = 0.06
"""Seconds before the signature follows the cursor."""
TITLE_CELLS = 6
"""Cells of the border's corners, and of the blanks around its title."""


class AnswerEditor(CodeArea):
    """A code editor that knows MXNet's names, if it may help."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"answer-editor--{kind}" for kind in ("bracket", "unknown", "torch")}
    DEFAULT_CSS = """
    AnswerEditor {
        & .answer-editor--keyword { color: $text-accent; text-style: bold; }
        & .answer-editor--name { color: $text-primary; }
        & .answer-editor--string { color: $text-success; }
        & .answer-editor--number { color: $text-warning; }
        & .answer-editor--comment { color: $text-muted; text-style: italic; }
        & .answer-editor--operator { color: $foreground; }
        & .answer-editor--bracket, & .answer-editor--unknown { color: $text-error; text-style: underline; }
        & .answer-editor--torch { color: $text-warning; text-style: strike; }
        & .answer-editor--found { color: $text-warning; text-style: underline; }
        & .answer-editor--here { color: $text-warning; text-style: reverse; }
    }
    """

    class Noted(Message):
        """The editor has something to say about the place of the cursor, or nothing any more."""

        def __init__(self, note: Content | None) -> None:
            super().__init__()
            self.note = note

    class Replaced(Message):
        """A name of torch was replaced for the learner."""

    def __init__(self, code: str, *, pack: Path | None = None, id: str | None = None) -> None:
        """Make an editor.

        Args:
            code: its first text.
            pack: the pack whose truth table helps; None for an editor without help.
            id: the widget's id.
        """
        super().__init__(code, id=id)
        self._pack = pack
        self._assistant: Assistant | None = None
        self._list: CompletionList | None = None
        self._listed_row = 0
        """The row of the name that the list completes."""
        self._typed = False
        """Whether the last change of the text was a typed character; several may arrive before the first is drawn."""
        self.marks: dict[int, list[Mark]] = {}
        """The marks of each row that has some."""
        self._unfinished: list[Mark] = []
        """An unknown name that the learner still types; it is marked when the cursor leaves it."""
        self._rows = 0
        self._marking: Timer | None = None
        self._noting: Timer | None = None

    @property
    def assistant(self) -> Assistant | None:
        """What knows MXNet's names, made when it is first needed; None for an editor without help."""
        if self._assistant is None and self._pack is not None:
            self._assistant = Assistant(self._pack)
            self._read_names(self._assistant)
        return self._assistant

    @property
    def completions(self) -> CompletionList:
        """The list of names; it is mounted when it is first needed."""
        if self._list is None:
            self._list = CompletionList(self._accept)
            self.screen.mount(self._list)
        return self._list

    @work(exit_on_error=False, exclusive=True, group="names", description="Reading the names of torch")
    async def _read_names(self, assistant: Assistant) -> None:
        await in_thread(assistant.read)
        self._mark_later()

    def get_line(self, line_index: int) -> Text:
        """Return a line in the colours of its tokens, with the marks."""
        line = super().get_line(line_index)
        for mark in self.marks.get(line_index, ()):
            line.stylize(text_style(self, f"answer-editor--{mark.kind}"), mark.start, mark.end)
        return line

    def render_line(self, y: int) -> Strip:
        """Return one line, with a mark at the edge if it goes on beyond it."""
        strip, row = super().render_line(y), self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        if row >= self.document.line_count:
            return strip
        length = self.gutter_width + cell_len(self.document[row].expandtabs(self.indent_width))
        return cut(self, strip.crop(0, width)) if length - self.scroll_offset.x > width else strip

    def on_key(self, event: events.Key) -> None:
        """Let the open list have its keys."""
        self._typed = event.is_printable
        listed = self._list
        if listed is None or not listed.is_open:
            return
        if event.key in ("up", "down"):
            listed.move(1 if event.key == "down" else -1)
        elif event.key == "escape":
            listed.close()
        elif event.key in ("tab", "enter") and self._accepts(listed, event.key):
            self._accept()
        else:
            if event.key in ("enter", "tab"):
                listed.close()
            return
        self._taken(event)

    def _accepts(self, listed: CompletionList, key: str) -> bool:
        """Return whether a key takes the marked name: after a move, or where the letters so far begin it."""
        completion = listed.completion
        if listed.moved or completion is None:
            return listed.moved
        typed = completion.typed
        begun = bool(typed) and listed.choice != typed and listed.choice.casefold().startswith(typed.casefold())
        return begun and (key == "tab" or completion.sure)

    def _accept(self) -> None:
        """Put the marked name in place of the typed letters, as one step of undo."""
        completion = self.completions.completion
        if completion is not None:
            row, column = self.cursor_location
            self.replace_whole(self.completions.choice, (row, completion.column), (row, column))
        self.completions.close()

    def action_complete(self) -> None:
        self._complete(asked=True)

    def _complete(self, *, asked: bool) -> None:
        assistant = self.assistant
        if assistant is None or not self.selection.is_empty:
            return
        text = self.document.lines
        completion = assistant.complete(text, self.scanned, self.cursor_location, asked=asked)
        if completion is None:
            if self._list is not None:
                self._list.close()
        else:
            self._listed_row = self.cursor_location[0]
            self.completions.open(completion, self.cursor_screen_offset, self.app.size)

    def on_paste(self) -> None:
        """Pasted text opens no list."""
        self._typed = False

    def replace_whole(self, text: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Replace a part of the text as one step of undo; this opens no list."""
        self._typed = False
        super().replace_whole(text, start, end)

    def action_delete_back(self) -> None:
        """Delete to the left; an open list follows."""
        self._typed = self._list is not None and self._list.is_open
        super().action_delete_back()

    @on(TextArea.Changed)
    def follow_text(self) -> None:
        """Complete what is typed, and mark names when typing pauses."""
        if self._typed:
            self._complete(asked=False)
        elif self._list is not None:
            self._list.close()
        row = self.cursor_location[0]
        if self.document.line_count != self._rows:
            self._rows = self.document.line_count
            self.marks = {}
        elif row in self.marks:
            del self.marks[row]
        self._mark_later()
        self._note_later()

    @on(TextArea.SelectionChanged)
    def follow_cursor(self) -> None:
        """Close the list if the cursor has left the word, and follow with the signature."""
        if self._list is not None and self._list.completion is not None:
            row, column = self.cursor_location
            word = self.document[row][self._list.completion.column : column]
            if row != self._listed_row or column < self._list.completion.column or (word and not word.isidentifier()):
                self._list.close()
        if self._unfinished:
            self._mark_later()
        self._note_later()

    def on_blur(self) -> None:
        if self._list is not None:
            self._list.close()

    def _mark_later(self) -> None:
        if self._marking is not None:
            self._marking.stop()
        self._marking = self.set_timer(MARK_SECONDS, self._mark)

    def _mark(self) -> None:
        """Mark brackets without a partner and, if the editor helps, names that MXNet does not have."""
        marks = list(bracket_marks(self.scanned))
        if self.assistant is not None:
            marks += self.assistant.marks(self.document.lines, self.scanned)
        cursor = self.cursor_location
        self._unfinished = [mark for mark in marks if mark.kind == "unknown" and (mark.row, mark.end) == cursor]
        found = dict(by_row([mark for mark in marks if mark not in self._unfinished]))
        if found != self.marks:
            self.marks = found
            self.redraw()
        self._note()

    def _note_later(self) -> None:
        if self._noting is None:
            self._noting = self.set_timer(NOTE_SECONDS, self._note)

    def _note(self) -> None:
        """Tell about the mark under the cursor, or show the signature of the call around it."""
        self._noting = None
        mark = self.mark_at_cursor
        width = self.size.width - TITLE_CELLS
        note: Content | None = None
        if mark is not None:
            note = self._told(mark)
        elif self._assistant is not None and self.has_focus:
            note = self._assistant.signature(self.document.lines, self.scanned, self.cursor_location, width)
        self.post_message(self.Noted(note.truncate(width, ellipsis=True) if note else None))

    def _told(self, mark: Mark) -> Content:
        assistant = self._assistant
        text = assistant.advice(mark) if assistant else mark.text
        colour = "$text-warning" if mark.kind == "torch" else "$text-error"
        if not self.replacement_of(mark):
            return Content.styled(text, colour)
        key, counts = EXERCISE.key("complete"), " (a hint)" if mark.kind == "torch" else ""
        said = (f"{key} replaces{counts}  ", f"{key}{counts}  ", f"{key}  ", "")
        forms = [Content.assemble((does, "bold"), (text, colour)) for does in said]
        return next((form for form in forms if form.cell_length <= self.size.width - TITLE_CELLS), forms[-1])

    @property
    def mark_at_cursor(self) -> Mark | None:
        """The mark that the cursor touches; None without one."""
        row, column = self.cursor_location
        return next((m for m in self.marks.get(row, ()) if m.start <= column <= m.end), None)

    def replacement_of(self, mark: Mark) -> str:
        """Return what takes the place of a marked name; empty if one name is not enough."""
        near = self._assistant.near(mark) if self._assistant and mark.kind == "unknown" else []
        return near[0] if near else mark.replacement

    @property
    def can_replace(self) -> bool:
        """Whether the name at the cursor is marked and has one name to take its place."""
        mark = self.mark_at_cursor
        return mark is not None and not self.read_only and bool(self.replacement_of(mark))

    def replace_name(self) -> None:
        """Replace the marked name at the cursor as one step of undo, if it can be."""
        mark = self.mark_at_cursor
        if mark is None or not self.can_replace:
            return
        text = self.replacement_of(mark)
        line, end = self.document[mark.row], mark.end
        if mark.drop_call:
            text, end = uncalled(text, line, end)
        self.replace_whole(text, (mark.row, mark.start), (mark.row, end))
        if mark.kind == "torch":
            self.post_message(self.Replaced())

    @property
    def arrays(self) -> str:
        """The class of arrays in the answer: `NDArray` or `np.ndarray`."""
        return self.assistant.scope(self.document.lines).arrays if self.assistant else "NDArray"

    def name_at_cursor(self) -> str:
        """Return the full name at the cursor for a look-up; empty for keywords and the answer's own names."""
        text = self.document.lines
        return self.assistant.name_at(text, self.scanned, self.cursor_location) if self.assistant else ""

    def insert_name(self, name: str, query: str) -> None:
        """Put a name of MXNet at the cursor; if the cursor is on the name that was looked up, in its place."""
        if self.assistant is None or self.read_only:
            return
        row, place = min(self.selection)[0], self.selection
        instead = bool(query) and self.name_at_cursor() == query
        new, start, end = self.assistant.insertion(name, self.document.lines, self.scanned, place, instead=instead)
        self.replace_whole(new, (row, start), (row, end))

"""The editor of an answer: completion, signatures, and marks for names that MXNet does not have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Input, OptionList, TextArea
from textual.widgets.text_area import Edit, Selection, TextAreaTheme

from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.themes import text_style
from mxtutor.ui.widgets.assistant import Assistant, Completion, Mark, is_code, scan, uncalled
from mxtutor.ui.widgets.code_view import STYLES, cut

ROWS = 8
"""Maximum number of rows of the list."""
FIRST = 4 * ROWS
"""Number of names with which the list opens; it gets the others when the learner moves in it."""
WIDEST, COLUMN = 56, 24
"""Maximum number of columns of a name with its signature, and of names whose signatures are aligned."""


class CompletionList(OptionList):
    """Shows completions below the cursor's line, or above it if there is no room; the editor keeps the focus."""

    DEFAULT_CSS = """
    CompletionList {
        overlay: screen; display: none; padding: 0; border: none; background: $panel;
        text-wrap: nowrap; scrollbar-size-vertical: 1;
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-highlighted { text-style: reverse; }
    }
    CompletionList:nocolor, CompletionList:ansi { border: round $border; }
    """

    def __init__(self, accept: Callable[[], object]) -> None:
        """`accept` puts the highlighted name into the answer."""
        super().__init__(markup=False, compact=True)
        self.can_focus = False
        self._accept = accept
        self.completion: Completion | None = None
        self.moved = False
        """Whether the learner has moved the highlight."""
        self._later: list[Content] = []

    def on_enter(self) -> None:
        self._add()  # the mouse may scroll

    @property
    def is_open(self) -> bool:
        """Whether the list is on screen."""
        return self.completion is not None

    @property
    def choice(self) -> str:
        """The highlighted name; empty if the list is closed."""
        return self.completion.items[self.highlighted or 0].name if self.completion else ""

    def open(self, completion: Completion, cursor: Offset, screen: Size) -> None:
        """Show a completion at the cursor, which is given in coordinates of the screen."""
        kept = self.choice if self.moved else ""
        self.completion = completion
        names = [item.name for item in completion.items]
        self.moved = kept in names
        widest = max(map(len, names))
        column = min(widest, COLUMN)
        lines = [f"{item.name:<{column}}  {item.note}"[: max(WIDEST, widest)].rstrip() for item in completion.items]
        self._later = [Content(line) for line in lines]
        self.clear_options()
        self._add(None if self.moved or self.mouse_hover else FIRST)
        self.highlighted = names.index(kept) if self.moved else 0
        frame = 2 * bool(self.styles.border_top[0])
        rows = min(len(names), ROWS) + frame
        width = max(map(len, lines)) + 3 + frame
        self.styles.width, self.styles.height = width, rows  # automatic ones measure hundreds of names at each key
        left = min(cursor.x - len(completion.typed), screen.width - width)
        below = cursor.y + 1 + rows <= screen.height - 1
        self.absolute_offset = Offset(max(left, 0), cursor.y + 1 if below else max(cursor.y - rows, 0))
        self.display = True

    def _add(self, count: int | None = None) -> None:
        """Add the next names, all without `count`: the list measures every one, hundreds after `nd.`, at each key."""
        self.add_options(self._later[:count])
        self._later = self._later[count:] if count else []

    def close(self) -> None:
        if self.completion is not None:
            self.completion, self.moved, self.display = None, False, False

    def move(self, by: int) -> None:
        """Move the highlight; it wraps around."""
        self.moved = True
        self._add()
        (self.action_cursor_down if by > 0 else self.action_cursor_up)()

    @on(OptionList.OptionSelected)
    def accept_clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._accept()


SCREEN_KEYS = {key for row in EXERCISE.defaults for key in row.keys.split(",")}
OTHERS = {"ctrl+a", *SCREEN_KEYS}
"""Keys of Textual's editor that have another meaning here: the screen's keys, and those of `UndoArea`."""


def _own_keys(bindings: Iterable[BindingType], others: Collection[str]) -> Iterator[Binding]:
    """Yield Textual's bindings without the keys in `others`."""
    for binding in bindings:
        assert isinstance(binding, Binding)
        if keys := [key for key in binding.key.split(",") if key not in others]:
            yield replace(binding, key=",".join(keys))


class ValueLine(Input, inherit_bindings=False):
    """The input line for a value; it leaves the keys of an exercise to the screen."""

    BINDINGS = [*_own_keys(Input.BINDINGS, SCREEN_KEYS)]


class UndoArea(TextArea, inherit_bindings=False):
    """The text area of all screens; it leaves the keys of a screen to the screen.

    On undo, Textual's own area updates the scroll bars before it moves the cursor, and fails if the undo has removed
    the cursor's line. This area first moves the cursor to the start of the change, which always exists.
    """

    BINDINGS = [
        *_own_keys(TextArea.BINDINGS, OTHERS),
        Binding("ctrl+a", "select_all", "Select all", show=False),
        Binding("ctrl+home", "go_to_end(False)", "Start of the text", show=False),
        Binding("ctrl+end", "go_to_end(True)", "End of the text", show=False),
        Binding("ctrl+shift+home", "go_to_end(False, True)", "Select to the start of the text", show=False),
        Binding("ctrl+shift+end", "go_to_end(True, True)", "Select to the end of the text", show=False),
    ]

    async def on_key(self, event: events.Key) -> None:
        """Run the action of a bound key at once: Textual would run it after letters that were typed later."""
        bound = None if event.is_printable else self.screen.active_bindings.get(event.key)
        if bound is not None and bound.enabled:
            self._taken(event)
            await self.app.run_action(bound.binding.action, bound.node)

    def _taken(self, event: events.Key) -> None:
        """Stop the handling of a key by TextArea and by the screen."""
        event.stop()
        event.prevent_default()

    def action_go_to_end(self, last: bool, select: bool = False) -> None:
        """Go to the start of the text, or with `last` to its end; `select` selects the text in between."""
        self.move_cursor(self.document.end if last else (0, 0), select=select)

    def undo(self) -> None:
        self._go_to_last(self.history.undo_stack)
        super().undo()

    def redo(self) -> None:
        self._go_to_last(self.history.redo_stack)
        super().redo()

    def _go_to_last(self, stack: list[list[Edit]]) -> None:
        if stack:
            self.selection = Selection.cursor(min(edit.top for edit in stack[-1]))


PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}
MARK_SECONDS = 0.4
"""Seconds without typing before names are marked."""
DRAWN = {
    kind: style.split()
    for kind, style in {**STYLES, "unknown": "underline $text-error", "torch": "strike $text-warning"}.items()
}
"""Text style and colour of tokens and marks; the last part is the colour."""
TITLE_CELLS = 6
"""Cells that the border's corners and the blanks around its title take."""


class AnswerEditor(UndoArea):
    """A code editor with help on MXNet's names, if allowed; tab and shift+tab indent and dedent lines."""

    COMPONENT_CLASSES = {f"answer-editor--{kind}" for kind in DRAWN}
    BINDINGS = [Binding("shift+tab", "dedent", "Dedent", show=False)]
    DEFAULT_CSS = "".join(
        f"AnswerEditor .answer-editor--{kind} {{ text-style: {' '.join(style) or 'none'}; color: {colour}; }}\n"
        for kind, (*style, colour) in DRAWN.items()
    )

    class Noted(Message):
        """The note about the text at the cursor has changed; it may be None."""

        def __init__(self, note: Content | None) -> None:
            super().__init__()
            self.note = note

    class Replaced(Message):
        """The editor has replaced a torch name on the learner's request."""

    def __init__(self, code: str, *, pack: Path | None = None, id: str | None = None) -> None:
        """`code` is the first text, `pack` the course whose truth table the help uses, None for no help."""
        super().__init__(
            code, id=id, soft_wrap=False, tab_behavior="indent", show_line_numbers=True, max_checkpoints=200
        )
        self._pack = pack
        self._assistant: Assistant | None = None
        self._list = CompletionList(self._accept)
        """The completions; mounted when they are first needed."""
        self._listed_row = 0
        """Row of the text in which the list completes a name."""
        self._typed = False
        """Whether the last change was a typed character; several characters may arrive before the first is handled."""
        self.marks: list[Mark] = []
        """The marked parts of the text."""
        self._rows = self.document.line_count
        self._marking: Timer | None = None

    def on_mount(self) -> None:
        self._apply_theme()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._apply_theme())

    def _apply_theme(self) -> None:
        """Make selection and cursor line change the background only; Textual's styles would hide the code's colours."""
        styles = [self.get_component_rich_style(f"text-area--{name}") for name in ("selection", "cursor-line")]
        selection, cursor_line = (Style(bgcolor=style.bgcolor, reverse=style.reverse) for style in styles)
        name = f"mxtutor-{self.app.theme}"
        self.register_theme(TextAreaTheme(name, selection_style=selection, cursor_line_style=cursor_line))
        self.theme = name

    # Drawing

    def get_line(self, line_index: int) -> Text:
        """Return a line in the colours of its tokens, with the marks."""
        shown = super().get_line(line_index)
        tokens = [(token.kind, token.start, token.end) for line in scan(self.text)[line_index:][:1] for token in line]
        marks = [(mark.kind, mark.start, mark.end) for mark in self.marks if mark.row == line_index]
        for kind, start, end in (*tokens, *marks):
            if kind in DRAWN:
                shown.stylize(text_style(self, f"answer-editor--{kind}"), start, end)
        return shown

    def render_line(self, y: int) -> Strip:
        """Return one line, with a mark at the edge if it is cut off there."""
        strip, row = super().render_line(y), self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        if row >= self.document.line_count:
            return strip
        length = self.gutter_width + cell_len(self.document[row].expandtabs(self.indent_width))
        return cut(self, strip.crop(0, width)) if length - self.scroll_offset.x > width else strip

    def redraw(self) -> None:
        """Draw all lines again; TextArea caches drawn lines."""
        self.notify_style_update()
        self.refresh()

    def on_resize(self) -> None:
        """Keep the cursor's line in view when a verdict or hints take rows from the editor."""
        self.scroll_cursor_visible()

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Handle keys of an open list, indent after enter, and close brackets; TextArea's own handler runs next."""
        self._typed = event.is_printable
        if self._leads_list(event.key):
            self._taken(event)
        elif event.key == "escape" or event.key.startswith("alt+"):
            event.prevent_default()  # TextArea would move the focus, or type the letter of a key with alt
            await super().on_key(event)
        elif self.read_only:
            return
        elif event.key == "tab" and not self.selection.is_empty:
            self._taken(event)  # with a selection, TextArea would replace the selected text by blanks
            self.action_indent()
        elif event.key == "enter":
            self._taken(event)
            self.replace("\n" + self._next_indent(), *self.selection, maintain_selection_offset=False)
        elif event.character in (*PAIRS, *PAIRS.values()) and self._type_paired(str(event.character)):
            self._taken(event)

    def _leads_list(self, key: str) -> bool:
        """Handle a key of the open list; return whether the key was one of the list."""
        listed = self._list
        if listed.completion is not None and not self._is_about_cursor(listed.completion):
            self._complete(asked=False)  # keys that came at once: the editor has not followed the text yet
        if listed.completion is None or key not in ("up", "down", "escape", "tab", "enter"):
            if key in SCREEN_KEYS:  # what it does may show where the list is
                listed.close()
            return False
        if key in ("up", "down"):
            listed.move(1 if key == "down" else -1)
            return True
        typed = listed.completion.typed
        begun = bool(typed) and listed.choice != typed and listed.choice.casefold().startswith(typed.casefold())
        accepts = listed.moved or (begun and (key == "tab" or listed.completion.sure))
        if key != "escape" and accepts:
            self._accept()
            return True
        listed.close()
        return key == "escape"

    def _is_about_cursor(self, completion: Completion) -> bool:
        row, column = self.cursor_location
        begins = completion.column == column - len(completion.typed)
        word = self.document[row][completion.column : column]
        return self.selection.is_empty and row == self._listed_row and begins and word == completion.typed

    def _next_indent(self) -> str:
        """Return the indentation of a new line after the cursor."""
        row, column = min(self.selection)
        before = self.document[row][:column]
        indent = before[: len(before) - len(before.lstrip())]
        code = before.split("#")[0].rstrip()
        if code.endswith((":", "(", "[", "{")):
            return indent + " " * self.indent_width
        left = code.split()[:1] in (["return"], ["raise"], ["pass"], ["break"], ["continue"])
        return indent[: -self.indent_width] if left and len(indent) >= self.indent_width else indent

    def _type_paired(self, character: str) -> bool:
        """Type a bracket or quote as a pair, or move over the closing one; return False if it must be typed alone."""
        (row, column), line = self.cursor_location, self.document[self.cursor_location[0]]
        before, after = line[:column], line[column:]
        if not self.selection.is_empty:
            if character not in PAIRS:
                return False
            start, end = sorted(self.selection)
            self.replace(
                f"{character}{self.selected_text}{PAIRS[character]}", start, end, maintain_selection_offset=False
            )
            self.selection = Selection((start[0], start[1] + 1), (end[0], end[1] + (start[0] == end[0])))
        elif character in PAIRS.values() and after.startswith(character):
            self.move_cursor((row, column + 1))
        elif character in "\"'" and (before[-1:].isalnum() or before[-1:] in ("_", character)):
            return False
        elif character in PAIRS and after[:1] in ("", *" ,:;)]}#") and is_code(self._before):
            self.replace(character + PAIRS[character], *self.selection, maintain_selection_offset=False)
            self.move_cursor((row, column + 1))
        else:
            return False
        return True

    @property
    def _before(self) -> str:
        return self.get_text_range((0, 0), self.cursor_location)

    def action_delete_left(self) -> None:
        """Delete to the left: a character, an empty pair of brackets, or one step of indentation."""
        self._typed = self._list.is_open  # an open list is updated then
        row, column = self.cursor_location
        line = self.document[row]
        before, after = line[:column], line[column:]
        if self.selection.is_empty and before and not before.strip() and not column % self.indent_width:
            self.delete((row, column - self.indent_width), (row, column), maintain_selection_offset=False)
        elif self.selection.is_empty and before and after and PAIRS.get(before[-1]) == after[0]:
            self.delete((row, column - 1), (row, column + 1), maintain_selection_offset=False)
        else:
            super().action_delete_left()

    def action_indent(self) -> None:
        self._change_lines(lambda line: " " * self.indent_width + line if line.strip() else line)

    def action_dedent(self) -> None:
        """Dedent each line of the selection, or the line of the cursor, by at most one step."""
        self._change_lines(lambda line: line[min(len(line) - len(line.lstrip(" ")), self.indent_width) :])

    def action_comment(self) -> None:
        """Comment out the selected lines; if all are comments, uncomment them."""
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
        """Return the first and the last row of the selection."""
        (first, _), (last, column) = sorted(self.selection)
        return first, last - (last > first and column == 0)  # it may end before the first character of a line

    def _change_lines(self, change: Callable[[str], str]) -> None:
        """Change each line of the selection as one undo step; the same text stays selected."""
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
        """Replace a part of the text as one undo step, without opening a completion list."""
        self._typed = False
        self.history.checkpoint()
        self.replace(text, start, end, maintain_selection_offset=False)
        self.history.checkpoint()

    def on_paste(self, event: events.Paste) -> None:
        """Indent a pasted block as the line into which it is pasted; open no completion list for it."""
        self._typed = False
        row, column = min(self.selection)
        before = self.document[row][:column]
        if before and not before.strip():
            event.text = indented(event.text, before)

    def point_at(self, cursor: tuple[int, int], *, gap: bool) -> None:
        """Move the cursor; with `gap`, select the "..." of the starter, so that typing replaces it."""
        lines = self.text.split("\n")
        row = next((n for n, line in enumerate(lines) if line.strip() == "..."), None) if gap else None
        if row is None:
            self.move_cursor(cursor)
        else:
            column = lines[row].index("...")
            self.selection = Selection((row, column), (row, column + 3))
            self.call_after_refresh(self.scroll_to, x=0, animate=False)  # it had no width before the layout

    def take(self, code: str) -> None:
        """Replace the text as one undo step; the cursor stays on its line."""
        if code == self.text:
            return
        cursor = _moved(self.cursor_location, self.text.split("\n"), code.split("\n"))
        self.replace_whole(code, self.document.start, self.document.end)
        self.move_cursor(cursor)

    # Completion

    @property
    def assistant(self) -> Assistant | None:
        """The assistant, created when it is first needed; None for an editor without help."""
        if self._assistant is None and self._pack is not None:
            self._assistant = Assistant(self._pack)
            self._read_names(self._assistant)
        return self._assistant

    @work(exit_on_error=False, exclusive=True, group="names", description="Reading the names of torch")
    async def _read_names(self, assistant: Assistant) -> None:
        await in_thread(assistant.read)
        self._mark_later()

    def _accept(self) -> None:
        """Replace the typed letters by the highlighted name as one undo step."""
        completion = self._list.completion
        if completion is not None:
            row, column = self.cursor_location
            self.replace_whole(self._list.choice, (row, completion.column), (row, column))
        self._list.close()

    def action_complete(self) -> None:
        self._complete(asked=True)

    def _complete(self, *, asked: bool) -> None:
        if self.assistant is None or not self.selection.is_empty:
            self._list.close()
            return
        completion = self.assistant.complete(self.text, self.cursor_location, asked=asked)
        if completion is not None:
            self._listed_row = self.cursor_location[0]
            if not self._list.is_attached:
                self.screen.mount(self._list)
            self._list.open(completion, self.cursor_screen_offset, self.app.size)
        else:
            self._list.close()

    @on(TextArea.Changed)
    def follow_text(self) -> None:
        """After a change: update the completions, and mark names when typing pauses."""
        if self._typed:
            self._complete(asked=False)
        else:
            self._list.close()
        row, rows = self.cursor_location[0], self.document.line_count
        self.marks = [mark for mark in self.marks if mark.row != row and rows == self._rows]
        self._rows = rows
        self._mark_later()

    @on(TextArea.SelectionChanged)
    def follow_cursor(self) -> None:
        """Close the list if the cursor has left the word, and show the note for the new position."""
        if (completion := self._list.completion) is not None:
            row, column = self.cursor_location
            word = self.document[row][completion.column : column]
            if row != self._listed_row or column < completion.column or (word and not word.isidentifier()):
                self._list.close()
        self._mark_later()
        self._note()

    def on_blur(self) -> None:
        self._list.close()

    # Marks

    def _mark_later(self) -> None:
        if self._marking is not None:
            self._marking.stop()
        self._marking = self.set_timer(MARK_SECONDS, self._mark)

    def _mark(self) -> None:
        """Mark names that MXNet does not have, except the one that is being typed."""
        marks = self.assistant.marks(self.text) if self.assistant is not None else []
        marks = [mark for mark in marks if mark.kind == "torch" or (mark.row, mark.end) != self.cursor_location]
        if marks != self.marks:
            self.marks = marks
            self.redraw()
        self._note()

    def _note(self) -> None:
        """Post the note for the cursor: about the mark under it, else the signature of the call around it."""
        mark, width, note = self.mark_at_cursor, self.size.width - TITLE_CELLS, None
        if mark is not None and self._assistant is not None:
            key = f"{EXERCISE.key('complete')}{' (a hint)' if mark.kind == 'torch' else ''}  "
            colour = "$text-warning" if mark.kind == "torch" else "$text-error"
            advice = Content.styled(self._assistant.advice(mark), colour)
            note = Content.styled(key, "bold") + advice if self.replacement_of(mark) else advice
            note = (note if note.cell_length <= width else advice).truncate(width, ellipsis=True)
        elif self._assistant is not None and self.has_focus:
            note = self._assistant.signature(self.text, self.cursor_location, width)
        self.post_message(self.Noted(note))

    @property
    def mark_at_cursor(self) -> Mark | None:
        """The mark that the cursor touches; None without one."""
        row, column = self.cursor_location
        return next((m for m in self.marks if m.row == row and m.start <= column <= m.end), None)

    def replacement_of(self, mark: Mark) -> str:
        """Return the replacement of a marked name; empty if no single name replaces it."""
        near = self._assistant.near(mark) if self._assistant and mark.kind == "unknown" else []
        return near[0] if near else mark.replacement

    @property
    def can_replace(self) -> bool:
        """Whether the name at the cursor is marked and has a replacement."""
        mark = self.mark_at_cursor
        return mark is not None and not self.read_only and bool(self.replacement_of(mark))

    def replace_name(self) -> None:
        """Replace the marked name at the cursor as one undo step, if it has a replacement."""
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

    # The look-up

    @property
    def arrays(self) -> str:
        """The class of arrays in the answer: `NDArray` or `np.ndarray`."""
        return self.assistant.scope(self.text).arrays if self.assistant else "NDArray"

    def name_at_cursor(self) -> str:
        """Return the full name at the cursor, for a look-up; empty for keywords and the answer's own names."""
        return self.assistant.name_at(self.text, self.cursor_location) if self.assistant else ""

    def insert_name(self, name: str, query: str) -> None:
        """Insert a name of MXNet at the cursor; if the cursor is on the name `query`, replace that."""
        if self.assistant is None or self.read_only:
            return
        row, instead = min(self.selection)[0], bool(query) and self.name_at_cursor() == query
        new, start, end = self.assistant.insertion(name, self.text, self.selection, instead=instead)
        self.replace_whole(new, (row, start), (row, end))


def indented(text: str, indent: str) -> str:
    """Return a block of code with its lines after the first at `indent`, deeper ones deeper.

    The first line may lack its own indentation, as where a copy begins in the middle of a line. A text with a function
    or a class at its margin stays as it is: it is a whole answer.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if any(line.startswith(("def ", "class ", "async def ", "@")) for line in lines):
        return text
    first, *rest = (line[: -len(line.lstrip()) or None].expandtabs(4) + line.lstrip() for line in lines)
    own = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    if not own:
        return text
    opens = first.split("#")[0].rstrip().endswith((":", "(", "[", "{", ","))
    base = len(first) - len(first.lstrip()) if opens or first[:1].isspace() else min(own)
    shift = len(indent) - base
    moved = [line and " " * max(len(line) - len(line.lstrip()) + shift, 0) + line.lstrip() for line in rest]
    return "\n".join([first.lstrip(), *moved])


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

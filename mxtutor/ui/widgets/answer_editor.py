"""The editor of an answer: code with completion, signatures, and marks for what MXNet does not have."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events, on, work
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import TextArea

from mxtutor.ui.appearance import text_style
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.widgets.code_view import cut
from mxtutor.ui.widgets.editor.assistant import Assistant
from mxtutor.ui.widgets.editor.code_area import CodeArea
from mxtutor.ui.widgets.editor.completion_list import CompletionList
from mxtutor.ui.widgets.editor.mark import Mark, bracket_marks, by_row, uncalled

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
        """Show the names that may follow the cursor."""
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
        """Close the list."""
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

"""Where a learner answers: an editor, a line to type a value in, or options to pick from."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from mxtutor.content.model import Exercise
from mxtutor.ui.marked_text import prose
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_view import CodeView

LETTERS = "abcdefghij"
"""Names of the options of a `choice` exercise."""

ASK = "What is `result`? Type it as a Python value, then enter."


class AnswerArea(Vertical):
    """The answer of one exercise, whatever its kind; its text is what the grader gets."""

    class Edited(Message):
        """The answer is another one now."""

    class Submitted(Message):
        """The learner wants the answer checked."""

    def __init__(self, exercise: Exercise, sources: Sources, answer: str, *, id: str | None = None) -> None:
        super().__init__(id=id, classes=f"-{exercise.kind}")
        self._exercise, self._sources, self._first = exercise, sources, answer
        self.cursor = (0, 0)
        """Where the editor's cursor is, also after the editor is gone."""
        self._text = answer

    def compose(self) -> ComposeResult:
        """Lay out the widget of the kind."""
        kind = self._exercise.kind
        if kind == "choice":
            self.border_title = "Your choice"
            options = [Option(self._option(i), id=LETTERS[i]) for i in range(len(self._exercise.options))]
            yield OptionList(*options, id="options", markup=False)
        elif kind == "predict":
            self.border_title = "This code"
            with VerticalScroll(id="snippet"):
                yield CodeView(self._sources.snippet.strip())
            with Vertical(id="question"):
                yield Static(prose(ASK), id="ask", markup=False)
                yield Input(self._first, placeholder="such as (1, 2) or 'text'", id="typed")
        else:
            self.border_title = "Your answer: MXNet"
            yield AnswerEditor(self._first, id="editor")

    def on_mount(self) -> None:
        """Mark the option that was picked before."""
        if self._exercise.kind == "choice" and self._first in LETTERS[: len(self._exercise.options)] and self._first:
            self.query_one(OptionList).highlighted = LETTERS.index(self._first)

    def _option(self, index: int) -> Content:
        text = prose(self._exercise.options[index].text)
        return Content.assemble(f"{LETTERS[index]})  ", text)

    @property
    def editor(self) -> AnswerEditor | None:
        """The editor; None for kinds without one."""
        return self.query_one(AnswerEditor) if self._exercise.kind in ("code", "fix") else None

    @property
    def text(self) -> str:
        """The answer as it stands."""
        return self._text

    def take(self, text: str) -> None:
        """Replace the answer; in the editor, one undo takes it back."""
        if editor := self.editor:
            editor.take(text)
        elif self._exercise.kind == "predict":
            self.query_one(Input).value = text
        elif text and text in LETTERS[: len(self._exercise.options)]:
            self.query_one(OptionList).highlighted = LETTERS.index(text)

    def show(self, sources: Sources) -> None:
        """Show the code of another variant of a prediction."""
        self._sources = sources
        self.border_title = "This code, with other numbers"
        self.query_one(CodeView).code = sources.snippet.strip()

    def focus_answer(self) -> None:
        """Put the focus where one answers."""
        self.query_one("#editor, #typed, #options").focus()

    @on(TextArea.Changed)
    def note_code(self, event: TextArea.Changed) -> None:
        """Take over what was typed in the editor."""
        event.stop()
        self._note(event.text_area.text)

    @on(TextArea.SelectionChanged)
    def note_cursor(self, event: TextArea.SelectionChanged) -> None:
        """Take over where the cursor is."""
        event.stop()
        self.cursor = event.selection.end

    @on(Input.Changed)
    def note_value(self, event: Input.Changed) -> None:
        """Take over the value that was typed."""
        event.stop()
        self._note(event.value)

    @on(OptionList.OptionHighlighted)
    def note_choice(self, event: OptionList.OptionHighlighted) -> None:
        """Take over the option that is marked."""
        event.stop()
        self._note(str(event.option.id))

    def _note(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.post_message(self.Edited())

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def submit(self, event: Message) -> None:
        """Ask for a check on enter."""
        event.stop()
        self.post_message(self.Submitted())

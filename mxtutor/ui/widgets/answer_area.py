"""The input for an answer: an editor, a line for a value, or a list of options."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Verdict
from mxtutor.ui.marked_text import prose
from mxtutor.ui.sources import Sources
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.answer_editor import AnswerEditor, ValueLine
from mxtutor.ui.widgets.code_view import CodePane
from mxtutor.ui.widgets.options import Hanging, Options

HEADINGS = {"choice": "Your choice", "predict": "This code"}
"""Titles of the answer area for kinds of exercises without an editor."""
CHOOSE = "a letter, a number or an arrow marks, enter checks"
ASK = "What is `result`? Type it as a Python value, then enter."


class AnswerArea(Vertical):
    """The input for an exercise of any kind; `text` is the answer for the grader."""

    ALLOW_MAXIMIZE = True

    class Edited(Message):
        """The answer has changed."""

    class Submitted(Message):
        """The learner asks for a check."""

    def __init__(self, exercise: Exercise, sources: Sources, answer: str, pack: Path | None) -> None:
        """`answer` is the first text, `pack` the course whose truth table the editor's help uses, None without help."""
        super().__init__(id="answer", classes="frame")
        self._pack = pack
        self._exercise, self._sources, self._first = exercise, sources, answer
        self._letters = "".join(exercise.lettered)
        self.cursor = (0, 0)
        """Row and column of the editor's cursor, even after the editor is removed."""
        self._text = answer
        self._judged: dict[str, Verdict] = {}
        """Verdicts of the options that were checked, by letter."""
        self._elsewhere = False
        self._heading = HEADINGS.get(exercise.kind, "Your answer: MXNet")
        self._advice: Content | None = None
        """The editor's note about the text at the cursor."""

    def compose(self) -> ComposeResult:
        kind = self._exercise.kind
        if kind == "choice":
            options = [Option(self._option(letter), id=letter) for letter in self._letters]
            found = Options(*options, id="options", markup=False)
            found.highlighted = None  # else enter would send the first option, although the learner chose none
            yield found
        elif kind == "predict":
            yield CodePane(self._sources.snippet.strip(), id="snippet")
            with Vertical(id="question"):
                yield Static(prose(ASK), id="ask", markup=False)
                yield ValueLine(self._first, placeholder="such as (1, 2) or 'text'", id="typed", classes="frame")
        else:
            yield AnswerEditor(self._first, pack=self._pack, id="editor")

    def on_mount(self) -> None:
        """Show the title; mark the option that was chosen before."""
        self._draw_title()
        self._draw_border()
        if self._first in [*self._letters]:
            self.query_one(OptionList).highlighted = self._letters.index(self._first)

    def _option(self, letter: str) -> Hanging:
        text, verdict = prose(self._exercise.lettered[letter].text), self._judged.get(letter)
        style = "$text-success" if verdict is Verdict.RIGHT else "$text-error"
        mark = tutor_of(self).glyphs.verdict(verdict) if verdict else " "  # the text stays in its column
        return Hanging(Content.assemble((mark, style), f" {letter})  "), text)

    def mark(self, letter: str, verdict: Verdict) -> None:
        """Mark an option with its verdict; other kinds of answers have no marks."""
        if letter in [*self._letters]:
            self._judged[letter] = verdict
            self.redraw_marks()

    def redraw_marks(self) -> None:
        for letter in self._judged:
            self.query_one(OptionList).replace_option_prompt(letter, self._option(letter))

    def on_key(self, event: Key) -> None:
        """Highlight the option whose letter or digit is typed."""
        if letter := self._exercise.letter_of(event.character or ""):
            event.stop()
            self.query_one(OptionList).highlighted = self._letters.index(letter)

    @property
    def editor(self) -> AnswerEditor | None:
        """The editor; None for kinds without one."""
        return self.query_one(AnswerEditor) if self._exercise.kind in ("code", "fix") else None

    @property
    def text(self) -> str:
        """The current answer; after the editor is removed, the last one."""
        return next((editor.text for editor in self.query(AnswerEditor)), self._text)

    def take(self, text: str) -> None:
        """Replace the answer; in the editor, a single undo restores the earlier text."""
        if editor := self.editor:
            editor.take(text)
        elif self._exercise.kind == "predict":
            self.query_one(Input).value = text
        elif text in [*self._letters]:
            self.query_one(OptionList).highlighted = self._letters.index(text)

    def show(self, sources: Sources) -> None:
        """Show the snippet of another variant of a prediction."""
        self._sources = sources
        self._heading = "This code, with other numbers"
        self._draw_title()
        self.query_one(CodePane).code = sources.snippet.strip()

    def tell_elsewhere(self) -> None:
        """Show in the border that another tutor has the exercise open."""
        self._elsewhere = True
        self._draw_border()

    def _draw_title(self) -> None:
        """Show the editor's note in the border, else the title."""
        self.border_title = self._heading if self._advice is None else self._advice

    def _draw_border(self) -> None:
        where = Content.styled("open elsewhere  ", "$text-warning") if self._elsewhere else Content("")
        self.border_subtitle = where + (CHOOSE if self._exercise.kind == "choice" else "")

    def focus_answer(self) -> None:
        self.query_one("#editor, #typed, #options").focus()

    @on(TextArea.Changed)
    def note_code(self, event: TextArea.Changed) -> None:
        event.stop()
        self._note(event.text_area.text)

    @on(TextArea.SelectionChanged)
    def note_cursor(self, event: TextArea.SelectionChanged) -> None:
        event.stop()
        self.cursor = event.selection.end

    @on(AnswerEditor.Noted)
    def show_note(self, event: AnswerEditor.Noted) -> None:
        event.stop()
        if event.note != self._advice:
            self._advice = event.note
            self._draw_title()

    @on(Input.Changed)
    def note_value(self, event: Input.Changed) -> None:
        event.stop()
        self._note(event.value)

    @on(OptionList.OptionHighlighted)
    def note_choice(self, event: OptionList.OptionHighlighted) -> None:
        """Take the highlighted option; ignore the first one, which the list highlights by itself on mounting."""
        event.stop()
        if event.option_list.highlighted == event.option_index:
            self._note(str(event.option.id))

    def _note(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.post_message(self.Edited())

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def submit(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Submitted())

"""The look-up beside an answer: it follows the cursor, and inserts, copies or opens what it found."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import LOOKUP_PANE
from mxtutor.ui.lookup_search import found_by, names, unknown_note
from mxtutor.ui.messages import InsertName, LeaveLookup, Open
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.options import Options
from mxtutor.ui.widgets.truth_card import Found, TruthCard, line_of

NO_NAME = "No such name. Try another one, or a word such as reshape."
FOLLOW_SECONDS = 0.25
"""Seconds that the cursor rests before the pane shows its name."""

KEYS = (("insert", "inserts"), ("leave", "goes back"), ("copy", "copies"), ("open", "opens the exercise"))
"""Actions that the lower border names, and what each key does."""
BORDER = 4
"""Columns of the lower border that hold no text of it, without the corners."""


class LookupPane(Vertical):
    """A line for the query, the results, and the facts about the marked one."""

    BINDINGS = LOOKUP_PANE.bindings()
    DEFAULT_CSS = """
    LookupPane {
        height: 1fr;
        background: $background;
        border: round $foreground 25%;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        &:focus-within { border: round $border; border-title-color: $text; }
        & #lookup-results { height: auto; max-height: 5; padding: 0 1; border: none; background: $background;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & TruthCard { height: 1fr; padding: 1 1 0 1; }
        & #lookup-empty { padding: 1; color: $text-muted; height: auto; }
    }
    """

    def __init__(self, session: TutorSession, word: str, editor: AnswerEditor | None) -> None:
        super().__init__(id="lookup-pane")
        self._session, self._word, self._editor = session, word, editor
        self._table: Lookup | None = None
        self._items: list[Found] = []
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the line, the results and the facts."""
        self.border_title = "Look up"
        yield Input(self._word, placeholder="torch.acos, x.view, nd.clip ...", compact=True, select_on_focus=True)
        yield Static(NO_NAME, id="lookup-empty", markup=False)
        yield Options(id="lookup-results", compact=True, markup=False)
        yield TruthCard()

    def on_resize(self, event: Resize) -> None:
        """Name the keys for which the lower border has room, the most used ones first."""
        told = [f"{LOOKUP_PANE.key(action)} {does}" for action, does in KEYS]
        room = event.size.width - BORDER
        while len(told) > 1 and len(", ".join(told)) > room:
            told.pop()
        self.border_subtitle = ", ".join(told)

    def on_mount(self) -> None:
        """Read the table in the background, and follow the cursor."""
        self.query_one("#lookup-empty").display = self.query_one(TruthCard).display = False
        self._read()
        if self._editor is not None:
            self.watch(self._editor, "selection", self._follow_later, init=False)

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading the truth table")
    async def _read(self) -> None:
        root = self._session.course.root
        self._table = await in_thread(lambda: Lookup.over(load_truth(root)))
        self._list(self.query_one(Input).value)

    @property
    def query_text(self) -> str:
        """The text that is looked up."""
        return self.query_one(Input).value

    def focus_line(self) -> None:
        """Focus the line for the query."""
        self.query_one(Input).focus()

    def _follow_later(self) -> None:
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(FOLLOW_SECONDS, self._follow)

    def _follow(self) -> None:
        """Look up the name at the cursor, if the table or MXNet has it."""
        if self._editor is None or self._table is None or not self._editor.has_focus or not self.display:
            return
        name = self._editor.name_at_cursor()
        if name and name != self.query_text and (found := found_by(self._table, name)):
            exact = self._table.find(name) or not isinstance(found[0], Truth)
            if exact:
                line = self.query_one(Input)
                with line.prevent(Input.Changed):
                    line.value = name
                self._list(name)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """List the results of the query."""
        event.stop()
        self._list(event.value)

    def _list(self, query: str) -> None:
        if self._table is None:
            return
        self._items = found_by(self._table, query)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(line_of(item)) for item in self._items)
        options.highlighted = 0 if self._items else None
        options.display = self.query_one(TruthCard).display = bool(self._items)
        note = unknown_note(self._table, query) if self._items else NO_NAME
        empty = self.query_one("#lookup-empty", Static)
        empty.update(note)
        empty.display = bool(note)
        self._show()

    @property
    def marked(self) -> Found | None:
        """The marked result; None without one."""
        row = self.query_one(OptionList).highlighted
        return self._items[row] if row is not None and row < len(self._items) else None

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        """Show the facts about the marked result."""
        if (found := self.marked) is not None:
            self.query_one(TruthCard).show(found, self._session)

    def action_move(self, by: int) -> None:
        """Move the mark."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def action_scroll(self, by: int) -> None:
        """Scroll the facts."""
        card = self.query_one(TruthCard)
        if by > 0:
            card.scroll_page_down(animate=False)
        else:
            card.scroll_page_up(animate=False)

    @property
    def _chosen(self) -> str:
        """The name in MXNet that the marked result means; empty if one name is not enough."""
        arrays = self._editor.arrays if self._editor else "NDArray"
        found = self.marked
        return next(iter(names(found, arrays)), "") if found is not None else ""

    @on(OptionList.OptionSelected)
    def action_insert(self) -> None:
        """Put the marked name into the answer."""
        if self._chosen:
            self.post_message(InsertName(self._chosen, self.query_text))
        else:
            self.notify("This needs more than one name: see the form.", markup=False)

    def action_copy(self) -> None:
        """Copy the MXNet form of the marked result."""
        found = self.marked
        text = (found.mxnet_nd or found.mxnet_np) if isinstance(found, Truth) else self._chosen
        if text:
            self.app.copy_to_clipboard(text)
            self.notify("Copied.", markup=False)

    def action_open(self) -> None:
        """Open the exercise that teaches the marked result."""
        found = self.marked
        if isinstance(found, Truth) and found.exercise in self._session.course.exercises:
            self.post_message(Open("exercise", found.exercise))
        elif found is not None:
            name = found.torch if isinstance(found, Truth) else found.path
            self.notify(f"No exercise here teaches {name}.", markup=False)

    def action_leave(self) -> None:
        """Go back to the answer."""
        self.post_message(LeaveLookup())

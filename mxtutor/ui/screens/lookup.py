"""Look-up: a name of torch or of MXNet, and what is true of it; works in the middle of an exercise."""

from __future__ import annotations

import keyword
import re

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import LOOKUP
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.code_view import CodeView

CLASSES = {
    "same": ("same", "$text-success"),
    "renamed": ("renamed", "$text-primary"),
    "args": ("arguments differ", "$text-warning"),
    "behaviour": ("behaves differently", "$text-error"),
    "composite": ("made of several", "$text-secondary"),
    "missing": ("missing", "$text-error"),
    "removed": ("removed from torch", "$text-error"),
}
"""What a class is called here, and its colour."""

FORMS = {"torch": "torch", "nd": "mx.nd", "np": "mx.np"}
_NAME = re.compile(r"[A-Za-z_][\w.]*")


class LookupModal(TutorModal[str]):
    """A line to type a name in, the rows that it may mean, and all that is known of one; gives an exercise's id."""

    CSS_PATH = "lookup.tcss"
    BINDINGS = LOOKUP.bindings()

    def __init__(self, session: Session, word: str = "") -> None:
        super().__init__()
        self._session = session
        self._word = word
        self._table = Lookup.over(())
        self._rows: list[Truth] = []

    def compose(self) -> ComposeResult:
        """Lay out the line, the rows and what is known of the marked one."""
        with Vertical(id="lookup") as box:
            box.border_title = "Look up a name"
            keys = f"{LOOKUP.key('scroll(1)')} scrolls, {LOOKUP.key('dismiss')} closes"
            box.border_subtitle = f"enter opens the exercise, {keys}"
            yield Input(self._word, placeholder="torch.acos, x.view, nn.Linear, nd.clip ...", compact=True)
            with Container(id="lookup-body"):
                yield OptionList(id="rows", compact=True, markup=False)
                with VerticalScroll(id="row"):
                    yield Static(id="row-name", markup=False)
                    for side, label in FORMS.items():
                        with Horizontal(classes="form", id=f"{side}-row"):
                            yield Static(label, classes="side-name", markup=False)
                            yield CodeView(id=f"{side}-form")
                    yield Static(id="row-note", markup=False)
                    yield Static(id="row-facts", markup=False)
            yield Static("This name is not in the table.", id="no-row")

    def on_mount(self) -> None:
        """Read the table behind the first paint."""
        self.query_one("#no-row").display = False
        self._read()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading the truth table")
    async def _read(self) -> None:
        root = self._session.course.root
        self._table = await in_thread(lambda: Lookup.over(load_truth(root)))
        line = self.query_one(Input)
        if line.value == self._word and not self._table.browse(self._word):
            line.value = ""  # what stands under the cursor is the learner's own name
        self._list(line.value)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """List what the line may mean."""
        if self._table.known:
            self._list(event.value)

    def _list(self, query: str) -> None:
        self._rows = self._table.browse(query)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(self._line(row)) for row in self._rows)
        options.highlighted = 0 if self._rows else None
        self.query_one("#no-row").display = not self._rows
        self.query_one("#lookup-body").display = bool(self._rows)
        if self._rows:
            self._show(self._rows[0])

    def _line(self, row: Truth) -> Content:
        label, colour = CLASSES[row.kind]
        return Content.assemble(row.torch, ("  " + label, colour))

    @on(OptionList.OptionHighlighted)
    def show(self, event: OptionList.OptionHighlighted) -> None:
        """Show what is known of the marked row."""
        event.stop()
        marked = self.query_one(OptionList).highlighted  # not the event's: typing may have gone on meanwhile
        if marked is not None and marked < len(self._rows):
            self._show(self._rows[marked])

    def _show(self, row: Truth) -> None:
        label, colour = CLASSES[row.kind]
        also = Content.styled("\nalso " + ", ".join(row.also), "$text-muted") if row.also else Content("")
        self.query_one("#row-name", Static).update(
            Content.assemble((row.torch, "bold"), "  ", (label, f"bold {colour}"), also)
        )
        for side, code in (("torch", row.torch_form), ("nd", row.mxnet_nd), ("np", row.mxnet_np)):
            self.query_one(f"#{side}-form", CodeView).code = code or "# nothing"
        both = row.mxnet_nd == row.mxnet_np
        self.query_one("#nd-row .side-name", Static).update("mxnet" if both else FORMS["nd"])
        self.query_one("#np-row").display = not both
        self.query_one("#row-note", Static).update(prose(row.note))
        self.query_one("#row-facts", Static).update(self._facts(row))
        self.query_one("#row", VerticalScroll).scroll_home(animate=False)

    def _facts(self, row: Truth) -> Content:
        lines = [f"The documents say: {row.claim}"] if row.claim else []
        if row.exercise in self._session.course.exercises:
            mark = self.tutor.glyphs.status(self._session.standing(row.exercise).status)
            lines.append(f"{self.tutor.glyphs.arrow} {self._session.title(row.exercise)} ({row.exercise}) {mark}")
        lines.append(row.proof_summary)
        return Content.styled("\n".join(lines), "$text-muted")

    def action_move(self, by: int) -> None:
        """Move the mark while the line keeps the focus."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def action_scroll(self, by: int) -> None:
        """Scroll what is known of the marked row while the line keeps the focus."""
        pane = self.query_one("#row", VerticalScroll)
        if by > 0:
            pane.scroll_page_down(animate=False)
        else:
            pane.scroll_page_up(animate=False)

    @on(Input.Submitted)
    def choose(self) -> None:
        """Open the exercise that teaches the marked row."""
        marked = self.query_one(OptionList).highlighted
        if marked is not None and self._rows:
            self._choose(self._rows[marked])

    @on(OptionList.OptionSelected)
    def choose_clicked(self, event: OptionList.OptionSelected) -> None:
        """Open the exercise of the row that was clicked."""
        self._choose(self._rows[event.option_index])

    def _choose(self, row: Truth) -> None:
        if row.exercise in self._session.course.exercises:
            self.dismiss(row.exercise)
        else:
            self.notify(f"No exercise here teaches {row.torch}.", markup=False)


def word_of(area: TextArea) -> str:
    """Return what is selected in an editor, else the dotted name under its cursor; empty where there is none."""
    if chosen := area.selected_text.strip():
        first = chosen.splitlines()[0][:80]
        return first if _NAME.search(first) else ""  # not the starter's "..."
    row, column = area.cursor_location
    line = area.document.get_line(row)
    names = (m for m in _NAME.finditer(line) if m.start() <= column <= m.end())
    name = next((m.group().strip(".") for m in names), "")
    return "" if keyword.iskeyword(name) else name

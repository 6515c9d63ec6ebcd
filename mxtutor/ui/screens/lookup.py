"""Look-up: a name of torch or MXNet and the facts about it; it also opens above an exercise."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static, TextArea

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.keyboard import OPENING
from mxtutor.ui.keys import LOOKUP
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.query import QueryModal
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
"""Name and colour of each class."""

FORMS = {"torch": "torch", "nd": "mx.nd", "np": "mx.np"}
_NAME = re.compile(r"[A-Za-z_][\w.]*")


class LookupModal(QueryModal[str, Truth]):
    """Finds rows of the truth table and shows the marked one; the dialog's result is the id of an exercise."""

    CSS_PATH = "lookup.tcss"
    BINDINGS = LOOKUP.bindings()

    def __init__(self, session: Session, word: str = "") -> None:
        super().__init__()
        self._session = session
        self._word = word
        self._table: Lookup | None = None

    def compose(self) -> ComposeResult:
        """Lay out the line, the rows and the facts of the marked one."""
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
        """Read the table in the background."""
        self.query_one("#no-row").display = False
        self._read()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading the truth table")
    async def _read(self) -> None:
        root = self._session.course.root
        self._table = await in_thread(lambda: Lookup.over(load_truth(root)))
        line = self.query_one(Input)
        if line.value == self._word and not self._table.browse(self._word):
            line.value = ""  # the word under the cursor is the learner's own name
        self.list_results(line.value)

    def search(self, query: str) -> Sequence[Truth]:
        """Return the rows that a query may mean; none before the table is read."""
        return self._table.browse(query) if self._table else ()

    def show_results(self) -> None:
        """Show the rows, or that there is none."""
        missing = self._table is not None and not self.items
        self.query_one("#no-row").display = missing
        self.query_one("#lookup-body").display = not missing
        if self.items:
            self._show(self.items[0])

    def line(self, item: Truth) -> Content:
        """Return name and class of a row."""
        label, colour = CLASSES[item.kind]
        return Content.assemble(item.torch, ("  " + label, colour))

    @on(OptionList.OptionHighlighted)
    def show(self, event: OptionList.OptionHighlighted) -> None:
        """Show the facts of the marked row."""
        event.stop()
        row = self.marked  # not the event's row: the learner may have typed more in the meantime
        if row is not None:
            self._show(row)

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
        told = [row.note, *row.advice, *demonstration(row)]
        self.query_one("#row-note", Static).update(prose("\n".join(told)))
        self.query_one("#row-facts", Static).update(self._facts(row))
        self.query_one("#row", VerticalScroll).scroll_home(animate=False)

    def _facts(self, row: Truth) -> Content:
        lines = [f"The migration guides say: {row.claim}"] if row.claim else []
        if row.exercise in self._session.course.exercises:
            mark = self.tutor.glyphs.status(self._session.state(row.exercise))
            lines.append(f"{self.tutor.glyphs.arrow} {self._session.title(row.exercise)} ({row.exercise}) {mark}")
        lines.append(row.proof_summary)
        return Content.styled("\n".join(lines), "$text-muted")

    def action_scroll(self, by: int) -> None:
        """Scroll the facts of the marked row; the line keeps the focus."""
        pane = self.query_one("#row", VerticalScroll)
        if by > 0:
            pane.scroll_page_down(animate=False)
        else:
            pane.scroll_page_up(animate=False)

    def open_item(self, item: Truth) -> None:
        """Close with the exercise that teaches a row."""
        if item.exercise in self._session.course.exercises:
            self.dismiss(item.exercise)
        else:
            self.notify(f"No exercise here teaches {item.torch}.", markup=False)


def demonstration(row: Truth) -> list[str]:
    """Return the lines that show a difference as it runs, with what each gives."""
    lines = []
    for demo in row.demos:
        for name, code, gives in (("torch", demo.torch, demo.torch_gives), (demo.side, demo.mxnet, demo.mxnet_gives)):
            lines.append(f"{FORMS[name]}: `{code}` gives {gives}")
    return lines


def word_of(area: TextArea) -> str:
    """Return the selected text of an editor, else the dotted name under its cursor; empty if there is none."""
    if chosen := area.selected_text.strip():
        first = chosen.splitlines()[0][:80]
        return first if _NAME.search(first) else ""  # not the starter's "..."
    row, column = area.cursor_location
    line = area.document.get_line(row)
    names = (m for m in _NAME.finditer(line) if m.start() <= column <= m.end())
    name = next((m.group().strip(".") for m in names), "")
    return "" if keyword.iskeyword(name) else name

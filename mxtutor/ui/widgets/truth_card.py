"""What is known about a name: its row of the truth table, and MXNet's own signature and docstring."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.content.mxnet_index import Entry, mxnet_index
from mxtutor.content.truth_index import known_of
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.marked_text import prose
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of
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
MOST = 3
"""Greatest number of names whose docstrings are shown with one row."""

Found = Truth | Entry
"""What a look-up finds: a row of the truth table, or a name of MXNet that no row is about."""


class TruthCard(VerticalScroll):
    """Shows one result of a look-up."""

    DEFAULT_CSS = """
    TruthCard {
        scrollbar-size-vertical: 1;
        &:focus { background-tint: $foreground 4%; }
        & Static { height: auto; }
        & > * { padding-right: 1; }
        & .form { height: auto; }
        & .side-name { width: 7; color: $text-muted; }
        & #row-facts { color: $text-muted; }
        & #row-name, & #np-row, & #row-note, & #row-facts { margin-bottom: 1; }
    }
    """

    _shown: tuple[Found, TutorSession] | None = None
    """The result that is shown."""

    def compose(self) -> ComposeResult:
        """Lay out the name, its forms, the notes, the proof, and MXNet's own words."""
        yield Static(id="row-name", markup=False)
        for side, label in FORMS.items():
            with Horizontal(classes="form", id=f"{side}-row"):
                yield Static(label, classes="side-name", markup=False)
                yield CodeView(id=f"{side}-form")
        yield Static(id="row-note", markup=False)
        yield Static(id="row-facts", markup=False)
        yield Static(id="row-own", markup=False)

    def show(self, found: Found, session: TutorSession) -> None:
        """Show a result from its beginning."""
        self._shown = found, session
        self.query(".form").set(display=isinstance(found, Truth))
        self.query_one("#row-note").display = self.query_one("#row-facts").display = isinstance(found, Truth)
        if isinstance(found, Truth):
            self._show_row(found)
            self.query_one("#row-facts", Static).update(self._facts(found, session))
            entries = list(entries_of(found))[:MOST]
        else:
            self.query_one("#row-name", Static).update(Content.styled(found.path, "bold"))
            entries = [found]
        self.query_one("#row-own", Static).update(Content("\n\n").join(map(own_words, entries)))
        self.scroll_home(animate=False)

    def redraw_marks(self) -> None:
        """Show the same result with the present marks."""
        if self._shown is not None:
            self.show(*self._shown)

    def _show_row(self, row: Truth) -> None:
        label, colour = CLASSES[row.kind]
        also = Content.styled("\nalso " + ", ".join(row.also), "dim") if row.also else Content("")
        name = Content.assemble((row.torch, "bold"), "  ", (label, f"bold {colour}"), also)
        self.query_one("#row-name", Static).update(name)
        for side, code in (("torch", row.torch_form), ("nd", row.mxnet_nd), ("np", row.mxnet_np)):
            self.query_one(f"#{side}-form", CodeView).code = code or "# nothing"
        both = row.mxnet_nd == row.mxnet_np
        self.query_one("#nd-row .side-name", Static).update("mxnet" if both else FORMS["nd"])
        self.query_one("#np-row").display = not both
        told = [row.note, *row.advice, *demonstration(row)]
        self.query_one("#row-note", Static).update(prose("\n".join(told)))

    def _facts(self, row: Truth, session: TutorSession) -> Content:
        """Return what the documents claim, where the row is practised, and what was proven."""
        glyphs = tutor_of(self).glyphs
        lines = [f"The migration guides say: {row.claim}"] if row.claim else []
        if row.exercise in session.course.exercises:
            mark = glyphs.status(session.state(row.exercise))
            lines.append(f"{glyphs.arrow} {session.title(row.exercise)} ({row.exercise}) {mark}")
        lines.append(row.proof_summary)
        return Content("\n".join(lines))


def demonstration(row: Truth) -> list[str]:
    """Return the lines that show a difference as it runs, with what each gives."""
    lines = []
    for demo in row.demos:
        for name, code, gives in (("torch", demo.torch, demo.torch_gives), (demo.side, demo.mxnet, demo.mxnet_gives)):
            lines.append(f"{FORMS[name]}: `{code}` gives {gives}")
    return lines


def entries_of(row: Truth) -> Iterator[Entry]:
    """Yield the entries of the MXNet names that a row's forms use, the main ones first."""
    known, index = known_of(row), mxnet_index()
    for name in dict.fromkeys((*known.main, *known.other)):
        if entry := index.at(name):
            yield entry


def own_words(entry: Entry) -> Content:
    """Return MXNet's signature and docstring of a name."""
    head = Content.styled(f"{entry.path}{entry.signature}", "bold $text-secondary")
    doc = mxnet_index().doc(entry).replace("``", "`")
    return Content.assemble(Content.styled("MXNet says  ", "dim"), head, "\n", doc or "It has no docstring.")


def line_of(found: Found) -> Content:
    """Return the line of a result in a list."""
    if isinstance(found, Truth):
        label, colour = CLASSES[found.kind]
        return Content.assemble(found.torch, ("  " + label, colour))
    return Content.assemble(found.path, ("  " + found.kind, "dim"))

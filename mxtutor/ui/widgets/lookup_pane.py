"""The look-up: the results of a query, the facts about one result, and the pane beside an answer."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static, TextArea

from mxtutor.content.lookup import Lookup, whole_lookup
from mxtutor.content.mxnet_index import Entry, mxnet_index
from mxtutor.content.truth_index import known_of, last
from mxtutor.content.truth_rows import Truth
from mxtutor.ui.keys import LOOKUP_PANE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import OPENING, in_thread
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.options import Options, Query

CLASSES = {
    "same": ("same", "$text-success"),
    "renamed": ("renamed", "$text-primary"),
    "args": ("arguments differ", "$text-warning"),
    "behaviour": ("behaves differently", "$text-error"),
    "composite": ("made of several", "$text-secondary"),
    "missing": ("missing", "$text-error"),
    "removed": ("removed from torch", "$text-error"),
}
"""Name and colour of each class of rows of the truth table."""
FORMS = {"torch": "torch", "nd": "mx.nd", "np": "mx.np"}
MOST = 3
"""Maximum number of names whose docstrings are shown with one row."""

Found = Truth | Entry
"""A result of a look-up: a row of the truth table, or an MXNet name that no row is about."""
BORDER = 4
"""Columns of the lower border that its text cannot use, without the corners."""
_TORCH_NAME = re.compile(r"\b(?:torch|nn|F)\.[A-Za-z_][\w.]*")
MOST_NAMES = 4
"""Maximum number of names of one query that are searched for separately."""
FOLLOW_SECONDS = 0.25
"""Seconds that the cursor rests before the pane shows its name."""
KEYS = (("insert", "inserts"), ("leave", "goes back"), ("copy", "copies"), ("open", "opens the exercise"))
"""Actions in the lower border, most used first, with what each key does."""
_NAME = re.compile(r"[A-Za-z_][\w.]*")


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
    """The shown result, with the session."""

    def compose(self) -> ComposeResult:
        yield Static(id="row-name", markup=False)
        for side, label in FORMS.items():
            with Horizontal(classes="form", id=f"{side}-row"):
                yield Static(label, classes="side-name", markup=False)
                yield CodeView(id=f"{side}-form")
        yield Static(id="row-note", markup=False)
        yield Static(id="row-facts", markup=False)
        yield Static(id="row-own", markup=False)

    def show(self, found: Found, session: TutorSession) -> None:
        """Show a result, scrolled to the top."""
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
        """Return which exercise teaches the row, and what was proven about it."""
        glyphs = tutor_of(self).glyphs
        lines = []
        if row.exercise in session.course.exercises:
            mark = glyphs.status(session.state(row.exercise))
            lines.append(f"{glyphs.arrow} {session.title(row.exercise)} ({row.exercise}) {mark}")
        lines.append(row.proof_summary)
        return Content("\n".join(lines))


def demonstration(row: Truth) -> list[str]:
    """Return the code lines that demonstrate a difference, each with its result."""
    lines = []
    for demo in row.demos:
        for name, code, gives in (("torch", demo.torch, demo.torch_gives), (demo.side, demo.mxnet, demo.mxnet_gives)):
            lines.append(f"{FORMS[name]}: `{code}` gives {gives}")
    return lines


def entries_of(row: Truth) -> Iterator[Entry]:
    """Yield the index entries of the MXNet names in a row's forms, the main ones first."""
    known, index = known_of(row), mxnet_index()
    for name in dict.fromkeys((*known.main, *known.other)):
        if entry := index.at(name):
            yield entry


def own_words(entry: Entry) -> Content:
    """Return signature and docstring of a name, from MXNet itself."""
    head = Content.styled(f"{entry.path}{entry.signature}", "bold $text-secondary")
    doc = mxnet_index().doc(entry).replace("``", "`")
    return Content.assemble(Content.styled("MXNet says  ", "dim"), head, "\n", doc or "It has no docstring.")


def found_by(table: Lookup, query: str) -> list[Truth | Entry]:
    """Return the results of a query, best first: exact names, then beginnings of names, then words."""
    rows = table.browse(query)
    entries = entries_by(query, rows)
    exact = len(table.find(query)) if query.strip() else 0
    return [*rows[:exact], *entries, *rows[exact:]]


def unknown_note(table: Lookup, query: str) -> str:
    """Return a sentence on a bare name, or on torch names in code, that begin no name or word in the table; else ""."""
    found = [query.strip()] if query.strip().isidentifier() else _TORCH_NAME.findall(query)
    asked = list(dict.fromkeys(name.rstrip(".") for name in found))[:MOST_NAMES]
    unknown = [n for n in asked if not _begins(table, n) and not table.find(n) and not entries_by(n, [])]
    return f"Not in the table: {', '.join(unknown)}. The rows are about other names." if unknown else ""


def _begins(table: Lookup, name: str) -> bool:
    tail, word = last(name), name.casefold()
    names = any(one.startswith(name) or last(one).startswith(tail) for known in table.known for one in known.row.names)
    return names or any(one.startswith(word) for _, words in table.index.words for one in words)


def entries_by(query: str, rows: list[Truth]) -> list[Entry]:
    """Return the index entries of MXNet names in a query that no row is about."""
    name = query.partition("(")[0].strip(" .")
    if not name.replace(".", "").isidentifier():
        return []
    index = mxnet_index()
    whole = index.at(name)
    found = [whole] if whole else [] if "." in name else index.named(last(name))
    covered = {known for row in rows[:20] for known in known_of(row).main}
    return [entry for entry in found if entry.path not in covered and not entry.owner.startswith("sym")]


def names(found: Truth | Entry, arrays: str) -> list[str]:
    """Return a result's names in MXNet for the class of arrays `NDArray` or `np.ndarray`."""
    if isinstance(found, Entry):
        return [found.path]
    main = known_of(found).main
    numpy = [name for name in main if name.startswith(("np.", "npx."))]
    return [*numpy, *main] if arrays == "np.ndarray" else [name for name in main if name not in numpy] or list(main)


def word_of(area: TextArea) -> str:
    """Return the selected text of an editor, else the dotted name under its cursor; empty if there is none."""
    if chosen := area.selected_text.strip():
        first = chosen.splitlines()[0][:80]
        return first if _NAME.search(first) else ""  # "" for the starter's "..."
    row, column = area.cursor_location
    line = area.document.get_line(row)
    names = (m for m in _NAME.finditer(line) if m.start() <= column <= m.end())
    name = next((m.group().strip(".") for m in names), "")
    return "" if keyword.iskeyword(name) else name


class LookupBox(Vertical, Query[Found]):
    """An input line for the query, the results, and the facts about the marked one."""

    DEFAULT_CSS = """
    LookupBox {
        & .lookup-found { height: 1fr; layout: vertical; }
        & #lookup-results { height: auto; max-height: 5; padding: 0 1;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & TruthCard { height: 1fr; padding: 1 1 0 1; }
        & #lookup-empty { padding: 1; color: $text-muted; height: auto; }
    }
    """

    def __init__(self, session: TutorSession, word: str, *, id: str) -> None:
        super().__init__(id=id)
        self._session, self._word = session, word
        self.table: Lookup | None = None
        """The truth table to search; None until it is read."""

    def compose(self) -> ComposeResult:
        yield Input(self._word, placeholder="torch.acos, x.view, nd.clip ...", compact=True, select_on_focus=True)
        yield Static("Reading the table ...", id="lookup-empty", markup=False)
        with Container(classes="lookup-found"):
            yield Options(id="lookup-results", compact=True, markup=False)
            yield TruthCard()

    def on_mount(self) -> None:
        self.query_one("#lookup-results").display = self.query_one(TruthCard).display = False
        self._read()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading the truth table")
    async def _read(self) -> None:
        root = self._session.course.root
        self.table = await in_thread(lambda: whole_lookup(root))
        self.begin(self.table)

    def begin(self, table: Lookup) -> None:  # noqa: ARG002
        self.list_results(self.query_one(Input).value)

    def search(self, query: str) -> Sequence[Found]:
        return found_by(self.table, query) if self.table else ()

    def line(self, item: Found) -> Content:
        if isinstance(item, Truth):
            label, colour = CLASSES[item.kind]
            return Content.assemble(item.torch, ("  " + label, colour))
        return Content.assemble(item.path, ("  " + item.kind, "dim"))

    def show_results(self) -> None:
        if self.table is None:
            return
        self.query_one("#lookup-results").display = self.query_one(TruthCard).display = bool(self.items)
        note = (unknown_note if self.items else Lookup.unknown)(self.table, self.query_one(Input).value)
        empty = self.query_one("#lookup-empty", Static)
        empty.update(note)
        empty.display = bool(note)
        self.show_marked()

    @on(OptionList.OptionHighlighted)
    def show_marked(self) -> None:
        """Show the facts about the marked result, not the event's: the learner may have typed more in the meantime."""
        if (found := self.marked) is not None:
            self.query_one(TruthCard).show(found, self._session)

    def action_scroll(self, by: int) -> None:
        """Scroll the facts by a page: 1 is down, -1 up; the input line keeps the focus."""
        card = self.query_one(TruthCard)
        (card.scroll_page_down if by > 0 else card.scroll_page_up)(animate=False)

    def exercise_of(self, found: Found) -> str:
        """Return the id of the exercise that teaches a result; if there is none, notify and return an empty text."""
        if isinstance(found, Truth) and found.exercise in self._session.course.exercises:
            return found.exercise
        name = found.torch if isinstance(found, Truth) else found.path
        self.notify(f"No exercise here teaches {name}.", markup=False)
        return ""


class LookupPane(LookupBox):
    """The look-up beside an answer: it follows the cursor, and can insert, copy or open the marked result."""

    BINDINGS = LOOKUP_PANE.bindings()
    DEFAULT_CSS = "LookupPane { height: 1fr; }"

    def __init__(self, session: TutorSession, word: str, area: AnswerArea) -> None:
        super().__init__(session, word, id="lookup-pane")
        self.add_class("frame")
        self.border_title = "Look up"
        self._area, self._editor = area, area.editor
        self._resting: Timer | None = None

    def on_mount(self) -> None:
        """Take the focus, and follow the cursor of the editor."""
        self.query_one(Input).focus()
        if self._editor is not None:
            self.watch(self._editor, "selection", self._follow_later, init=False)

    def on_resize(self, event: Resize) -> None:
        """Show the keys that fit the lower border."""
        told = [f"{LOOKUP_PANE.key(action)} {does}" for action, does in KEYS]
        while len(told) > 1 and len(", ".join(told)) > event.size.width - BORDER:
            told.pop()
        self.border_subtitle = ", ".join(told)

    @property
    def query_text(self) -> str:
        return self.query_one(Input).value

    def _follow_later(self) -> None:
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(FOLLOW_SECONDS, self._follow)

    def _follow(self) -> None:
        """Look up the name at the cursor, if the truth table or MXNet has it."""
        if self._editor is None or self.table is None or not self._editor.has_focus or not self.display:
            return
        name = self._editor.name_at_cursor()
        if name and name != self.query_text and (found := found_by(self.table, name)):
            exact = self.table.find(name) or not isinstance(found[0], Truth)
            if exact:
                line = self.query_one(Input)
                with line.prevent(Input.Changed):
                    line.value = name
                self.list_results(name)

    @property
    def _chosen(self) -> str:
        """The single MXNet name of the marked result; empty if it has none or several."""
        arrays = self._editor.arrays if self._editor else "NDArray"
        found = self.marked
        return next(iter(names(found, arrays)), "") if found is not None else ""

    def action_insert(self) -> None:
        self.action_choose()

    @on(OptionList.OptionSelected)
    def choose(self) -> None:
        if self._chosen:
            if self._editor is not None:
                self._editor.insert_name(self._chosen, self.query_text)
            self.action_leave()
        else:
            self.notify("This needs more than one name: see the form.", markup=False)

    def action_copy(self) -> None:
        found = self.marked
        text = (found.mxnet_nd or found.mxnet_np) if isinstance(found, Truth) else self._chosen
        if text:
            self.app.copy_to_clipboard(text)
            self.notify("Copied.", markup=False)

    def action_open(self) -> None:
        if (found := self.marked) is not None and (exercise := self.exercise_of(found)):
            tutor_of(self).open("exercise", exercise)

    def action_leave(self) -> None:
        """Go back to the answer; the look-up stays open."""
        self._area.focus_answer()

"""The screen of the class view: who needs attention, the grid, common mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Static

from mxtutor.live.picture import CommonMistake, Stuck
from mxtutor.live.watching import Snapshot
from mxtutor.reporting.durations import elapsed
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_view.grid import ClassGrid
from mxtutor.ui.widgets.key_footer import KeyFooter
from mxtutor.ui.widgets.pane_tabs import PaneTabs

PANES = {"attention": "1 Attention", "grid": "2 Everybody", "mistakes": "3 Mistakes"}
TITLES = {"attention": "Attention", "grid": "Everybody", "mistakes": "Common mistakes"}

ROOMY = 80
"""Columns from which the title names the program and the table of those who need attention has its full width."""


class ClassScreen(Screen[None]):
    """Draws snapshots; the app has the actions."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshot = Snapshot()
        self._attention: tuple[Stuck, ...] = ()
        self._mistakes: tuple[CommonMistake, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the title, the parts and the footer."""
        yield Static("", id="class-title", markup=False)
        yield PaneTabs(PANES, id="class-tabs")
        with Container(id="class-body"):
            with Vertical(id="attention", classes="pane"):
                yield Static("", classes="empty", markup=False)
                yield DataTable[Content](id="attention-table", cursor_type="row", zebra_stripes=False)
            with Vertical(id="mistakes", classes="pane"):
                yield Static("", classes="empty", markup=False)
                yield DataTable[Content](id="mistakes-table", cursor_type="row")
            with Vertical(id="grid", classes="pane"):
                yield ClassGrid(id="class-grid")
                yield Static("", id="about-cell", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Name the columns, and show who needs attention."""
        for name, title in TITLES.items():
            self.query_one(f"#{name}").border_title = title
        roomy = self.app.size.width >= ROOMY
        for name, columns in (
            (
                "attention",
                (
                    ("", 1),
                    ("Learner", 18 if roomy else 13),
                    ("Exercise", 26 if roomy else 18),
                    ("For", 10 if roomy else 6),
                    ("Attempts", 8),
                ),
            ),
            ("mistakes", (("Share", 5), ("Who", 10), ("Exercise", 24), ("Mistake", 60), ("Still", 5))),
        ):
            table: DataTable[Any] = self.query_one(f"#{name}-table", DataTable)
            for label, width in columns:
                table.add_column(label, width=width)
        self.choose("attention")

    def choose(self, name: str) -> None:
        """Show a part, and focus it."""
        self.query_one(PaneTabs).choose(name)
        self.query_one("#class-grid" if name == "grid" else f"#{name}-table").focus()

    @on(PaneTabs.Chosen)
    def show_pane(self, event: PaneTabs.Chosen) -> None:
        """Show the chosen part."""
        body = self.query_one("#class-body")
        for name in PANES:
            body.set_class(name == event.name, f"-show-{name}")

    def draw_snapshot(self, snapshot: Snapshot, state: str) -> None:
        """Draw a snapshot; `state` says why it may be out of date."""
        self.snapshot = snapshot
        everybody, active, asking, stuck = snapshot.counts()
        parts = [f"{active} of {everybody} learners at work" if active < everybody else f"{everybody} learners"]
        parts += [f"{asking} {'asks' if asking == 1 else 'ask'} for help"] if asking else []
        parts += [f"{stuck} stuck"] if stuck else []
        program = "mxtutor class / " if self.app.size.width >= ROOMY else ""
        title = Content.assemble(program, (plain(snapshot.title), "bold"), "   ")
        said = Content.styled(f"{state}   " if state else "", "$text-warning")
        self.query_one("#class-title", Static).update(title + said + Content(", ".join(parts)))
        self._show_attention(snapshot)
        self._show_mistakes(snapshot)
        grid = self.query_one(ClassGrid)
        grid.snapshot = snapshot
        self.show_cell()

    @on(DataTable.CellHighlighted)
    def show_cell(self) -> None:
        """Say what is under the grid's cursor."""
        self.query_one("#about-cell", Static).update(self.query_one(ClassGrid).about_cursor())

    def _show_attention(self, snapshot: Snapshot) -> None:
        rows = []
        for one in snapshot.attention:
            cell = one.view.cells.get(one.exercise)
            mark = ("?", "bold $text-error") if one.help else ("!", "bold $text-warning")
            rows.append(
                (
                    Content.styled(*mark),
                    Content(plain(snapshot.label(one.view.learner))),
                    Content(one.exercise),
                    Content(elapsed(one.seconds)),
                    Content(str(cell.attempts if cell else 0)),
                )
            )
        self._fill("attention", rows, "Nobody asks for help, and nobody is stuck.")
        self._attention = snapshot.attention

    def _show_mistakes(self, snapshot: Snapshot) -> None:
        rows = [
            (
                Content.styled(f"{one.share:5.0%}", "bold"),
                Content(f"{one.learners} of {one.tried}"),
                Content(one.exercise),
                Content(plain(one.text or one.code).replace("\n", " ")),
                Content(str(one.still)),
            )
            for one in snapshot.mistakes
        ]
        self._fill("mistakes", rows, "No answer was wrong yet.")
        self._mistakes = snapshot.mistakes

    def _fill(self, name: str, rows: Sequence[Sequence[Content]], empty: str) -> None:
        """Replace the rows of a table; the cursor stays where it was."""
        table: DataTable[Any] = self.query_one(f"#{name}-table", DataTable)
        at, scroll = table.cursor_row, table.scroll_y
        note = self.query_one(f"#{name} .empty", Static)
        note.update(empty)
        note.display, table.show_header = not rows, bool(rows)  # a hidden table would lose the focus
        table.clear()
        table.add_rows(rows)
        if rows:
            table.move_cursor(row=min(at, len(rows) - 1), animate=False)
            table.scroll_to(y=scroll, animate=False)

    def asked(self) -> tuple[str, str] | None:
        """Return the learner and the exercise that are marked: in the list, or in the grid; None if there is none."""
        grid = self.query_one(ClassGrid)
        if grid.has_focus:
            view = grid.chosen()
            return (view.learner, view.help_in) if view is not None and view.help_in else None
        table: DataTable[Any] = self.query_one("#attention-table", DataTable)
        if table.cursor_row < len(self._attention):
            one = self._attention[table.cursor_row]
            return (one.view.learner, one.exercise) if one.help else None
        return None

    def mistake(self) -> CommonMistake | None:
        """Return the mistake that is marked; None if there is none."""
        table: DataTable[Any] = self.query_one("#mistakes-table", DataTable)
        return self._mistakes[table.cursor_row] if table.cursor_row < len(self._mistakes) else None

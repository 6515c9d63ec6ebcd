"""The grid: a row per learner, a column per exercise or topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.content import Content
from textual.coordinate import Coordinate
from textual.reactive import reactive
from textual.widgets import DataTable

from mxtutor.counts import count
from mxtutor.live.picture import Cell, LearnerView
from mxtutor.live.watching import Snapshot
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_view.keys import CLASS
from mxtutor.ui.glyphs import UNICODE, Glyphs

LABEL = 18
"""Cells of the column with learners; one more separates it."""
RIGHT, MISSED, ALERT = "$text-success", "bold $text-warning", "bold reverse $text-error"
QUIET = "$text-muted"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: an exercise, or all exercises of a topic."""

    title: str
    exercises: tuple[str, ...]
    wide: int
    """Cells with the space after it."""


class ClassGrid(DataTable[Content]):
    """The grid of learners and exercises; its head has numbers, or topics, and the share of right answers."""

    snapshot: reactive[Snapshot] = reactive(Snapshot(), layout=False, init=False)
    by_topic: reactive[bool | None] = reactive(None, init=False)
    """Whether columns are topics; None: if exercises need more room than there is."""
    glyphs: reactive[Glyphs] = reactive(UNICODE, init=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, cursor_type="cell", fixed_columns=1, header_height=3, cell_padding=0)
        self._columns: list[Column] = []
        self._rows: list[list[Content]] = []

    @property
    def shows_topics(self) -> bool:
        """Whether the columns are topics now."""
        if self.by_topic is not None:
            return self.by_topic
        return 2 * len(self.snapshot.exercises) > max(self.size.width - LABEL - 3, 20)

    def _choose_columns(self) -> list[Column]:
        """Return the columns from left to right."""
        ids = [one.exercise for one in self.snapshot.exercises]
        if not self.shows_topics:
            return [Column(one, (one,), 2) for one in ids]
        topics: dict[str, list[str]] = {}
        for one in ids:
            topics.setdefault(one.partition("/")[0], []).append(one)
        return [Column(topic, tuple(of), max(len(topic), 7) + 2) for topic, of in topics.items()]

    def watch_snapshot(self) -> None:
        """Draw it."""
        self._fill()

    def watch_by_topic(self) -> None:
        """Draw the other columns."""
        self._fill()

    def watch_glyphs(self) -> None:
        """Draw the other marks."""
        self._fill()

    def on_resize(self) -> None:
        """Fit the columns into the new size."""
        if self._choose_columns() != self._columns:
            self._fill()

    def _fill(self) -> None:
        """Draw what has changed, or everything where rows or columns have; the cursor stays where it was."""
        columns, learners = self._choose_columns(), self.snapshot.learners
        rows = [[self._label(view), *(self._cell(view, one) for one in columns)] for view in learners]
        heads = [self._head(number, one) for number, one in enumerate(columns, 1)]
        if columns == self._columns and len(rows) == len(self._rows):
            for column, head in zip(self.ordered_columns[1:], heads, strict=True):
                column.label = head
            for y, (row, before) in enumerate(zip(rows, self._rows, strict=True)):
                for x, cell in enumerate(row):
                    if cell != before[x]:
                        self.update_cell_at(Coordinate(y, x), cell)
        else:
            (row_at, column_at), x_at, y_at = self.cursor_coordinate, self.scroll_x, self.scroll_y
            self.clear(columns=True)
            self.add_column(Text("\n learner\n right of class"), width=LABEL + 1)
            for one, head in zip(columns, heads, strict=True):
                self.add_column(head, width=one.wide)
            self.add_rows(rows)
            self.move_cursor(row=row_at, column=max(column_at, 1), animate=False)
            self.scroll_to(x_at, y_at, animate=False)
        self._columns, self._rows = columns, rows

    def _head(self, number: int, column: Column) -> Text:
        tens = str(number // 10 % 10) if number % 10 == 0 else ""
        lines = ("", column.title) if self.shows_topics else (tens, str(number % 10))
        return Text("\n".join([*lines, self._share(column)]))

    def chosen(self) -> LearnerView | None:
        """Return the learner in the row of the cursor."""
        learners = self.snapshot.learners
        return learners[self.cursor_row] if self.cursor_row < len(learners) else None

    def about_cursor(self) -> str:
        """Return what the cell under the cursor says, in one line."""
        view, columns = self.chosen(), self._columns
        if view is None or not columns:
            return "Nobody has sent anything yet."
        column = columns[min(max(self.cursor_column - 1, 0), len(columns) - 1)]
        name = plain(self.snapshot.label(view.learner))
        if self.shows_topics:
            right = _right(view, column.exercises)
            return (
                f"{name}: {column.title}, {right} of {len(column.exercises)} right. {CLASS.key('columns')} shows each."
            )
        cell = view.cells.get(column.title)
        return f"{name}: {column.title}, {_words(cell)}" if cell else f"{name}: {column.title}, not opened"

    def _label(self, view: LearnerView) -> Content:
        flag = "?" if view.help_in else "!" if view.stuck_for(self.snapshot.now) else " "
        name = plain(self.snapshot.label(view.learner)).replace("\n", " ")
        return Content.assemble((flag, ALERT if flag != " " else ""), name).truncate(LABEL)

    def _share(self, column: Column) -> str:
        """Return the share of right answers among all learners in a column."""
        numbers = {one.exercise: one.right for one in self.snapshot.exercises}
        of = len(column.exercises) * len(self.snapshot.learners)
        share = sum(numbers.get(one, 0) for one in column.exercises) / of if of else 0.0
        if self.shows_topics:
            return f"{share:4.0%}"
        heat = self.glyphs.heat
        return heat[0 if not share else max(1, min(len(heat) - 1, round(share * (len(heat) - 1))))]

    def _cell(self, view: LearnerView, column: Column) -> Content:
        if self.shows_topics:
            right, of = _right(view, column.exercises), len(column.exercises)
            return Content.styled(f"{right:>2}/{of}", RIGHT if right == of else "" if right else QUIET)
        exercise = column.exercises[0]
        cell = view.cells.get(exercise)
        if cell is None:
            return Content.styled(self.glyphs.dot, QUIET)
        if cell.status == "right":
            return Content.styled(self.glyphs.right, RIGHT)
        here = view.exercise == exercise and view.stuck_for(self.snapshot.now) > 0
        if view.help_in == exercise:
            return Content.styled("?", ALERT)
        if cell.status == "gave-up":
            return Content.styled(self.glyphs.gave_up, QUIET)
        if cell.missed:
            return Content.styled(str(min(cell.missed, 9)), ALERT if here else MISSED)
        return Content.styled(self.glyphs.todo, ALERT if here else QUIET)


def _right(view: LearnerView, exercises: Sequence[str]) -> int:
    return sum(one in view.cells and view.cells[one].status == "right" for one in exercises)


def _words(cell: Cell) -> str:
    """Return a cell in words."""
    status = {"right": "right", "gave-up": "gave up", "opened": "opened", "tried": "not right yet", "new": "opened"}
    words = [status[cell.status], count(cell.attempts, "attempt")]
    words += [count(cell.hints, "hint")] if cell.hints else []
    words += ["solution seen"] if cell.solution else []
    words += [plain(next(reversed(cell.mistakes.values())) or next(reversed(cell.mistakes)))] if cell.mistakes else []
    return ", ".join(words)

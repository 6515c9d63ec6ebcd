"""The grid: a row per learner, a column per exercise or topic."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mxtutor.counts import count
from mxtutor.live.picture import Cell, LearnerView
from mxtutor.live.watching import Snapshot
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_view.keys import CLASS
from mxtutor.ui.glyphs import UNICODE, Glyphs

LABEL = 19
"""Width of the column with learners, in cells, with the space after it."""
HEAD = 3
"""Number of header lines above the learners."""
RIGHT, MISSED, ALERT = "$text-success", "bold $text-warning", "bold reverse $text-error"
QUIET = "$text-muted"
FAR = 1 << 20
"""Number of rows or columns that moves the cursor to an edge from anywhere."""
STEPS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "pageup": (-10, 0), "pagedown": (10, 0),
    "home": (0, -FAR), "end": (0, FAR), "ctrl+home": (-FAR, 0), "ctrl+end": (FAR, 0),
}  # fmt: skip
"""Rows and columns by which a key moves the cursor."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: an exercise, or all exercises of a topic."""

    title: str
    exercises: tuple[str, ...]
    wide: int
    """Width in cells, with the space after it."""


class ClassGrid(ScrollView, can_focus=True):
    """The grid of learners and exercises; its header has exercise numbers or topics, and the share of right answers.

    It draws visible lines only, because a class has thousands of cells.
    """

    snapshot: reactive[Snapshot] = reactive(Snapshot(), layout=False, init=False)
    by_topic: reactive[bool | None] = reactive(None, init=False)
    """Whether columns are topics; None: topics if the exercises do not fit."""
    glyphs: reactive[Glyphs] = reactive(UNICODE, init=False)
    cursor: reactive[tuple[int, int]] = reactive((0, 0), init=False)
    """Row and column, from 0."""
    BINDINGS = [Binding(key, f"move({rows}, {columns})", show=False) for key, (rows, columns) in STEPS.items()]

    class Moved(Message):
        """Another cell is under the cursor."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._columns: list[Column] = []
        self._starts: list[int] = []
        """Start of each column, in cells after the label."""
        self._rows: dict[int, Content] = {}

    @property
    def shows_topics(self) -> bool:
        """Whether the columns are topics now."""
        if self.by_topic is not None:
            return self.by_topic
        return 2 * len(self.snapshot.exercises) > max(self.size.width - LABEL - 2, 20)

    def _choose_columns(self) -> list[Column]:
        ids = [one.exercise for one in self.snapshot.exercises]
        if not self.shows_topics:
            return [Column(one, (one,), 2) for one in ids]
        topics: dict[str, list[str]] = {}
        for one in ids:
            topics.setdefault(one.partition("/")[0], []).append(one)
        return [Column(topic, tuple(of), max(len(topic), 7) + 2) for topic, of in topics.items()]

    def _fill(self) -> None:
        """Compute the columns and draw everything; the cursor stays at its row and column if they still exist."""
        self._columns, self._rows = self._choose_columns(), {}
        ends = [*accumulate((column.wide for column in self._columns), initial=0)]
        self._starts = ends[:-1]
        self.virtual_size = Size(LABEL + ends[-1], HEAD + len(self.snapshot.learners))
        self.action_move(0, 0)
        self.refresh()

    watch_snapshot = watch_by_topic = watch_glyphs = _fill

    def on_resize(self) -> None:
        if self._choose_columns() != self._columns:
            self._fill()

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor, at most to the edge."""
        row, column = self.cursor[0] + rows, self.cursor[1] + columns
        last_row, last_column = len(self.snapshot.learners) - 1, len(self._columns) - 1
        self.cursor = max(min(row, last_row), 0), max(min(column, last_column), 0)

    def watch_cursor(self) -> None:
        """Show the cell under the cursor."""
        row, column = self.cursor
        if self._columns:
            place = Region(LABEL + self._starts[column], HEAD + row, self._columns[column].wide, 1)
            self.scroll_to_region(place, spacing=Spacing(top=HEAD, left=LABEL), animate=False)
        self.refresh()
        self.post_message(self.Moved())

    def on_click(self, event: Click) -> None:
        row, place = event.y - HEAD + self.scroll_offset.y, event.x - LABEL + self.scroll_offset.x
        if event.y >= HEAD and event.x >= LABEL and self._columns:
            self.action_move(row - self.cursor[0], bisect_right(self._starts, place) - 1 - self.cursor[1])

    def render_line(self, y: int) -> Strip:
        """Draw a line of the head, or of a learner."""
        row, width = y - HEAD + self.scroll_offset.y, self.scrollable_content_region.width
        if y < HEAD:
            label = Content(("", " learner", " right of class")[y])
            cells = Content("".join(self._head(y, number, one) for number, one in enumerate(self._columns, 1)))
        elif row < len(self.snapshot.learners):
            view = self.snapshot.learners[row]
            if row not in self._rows:
                self._rows[row] = Content.assemble(*(self._cell(view, one) for one in self._columns))
            label, cells = self._label(view), self._rows[row]
            if row == self.cursor[0] and self._columns:
                start, column = self._starts[self.cursor[1]], self._columns[self.cursor[1]]
                cells = cells.stylize(
                    "bold underline reverse" if self.has_focus else "underline", start, start + column.wide - 1
                )
        else:
            return Strip.blank(width, self.rich_style)
        x = self.scroll_offset.x
        parts = [(label, 0, LABEL), (cells, x, x + width - LABEL)]
        return Strip.join(
            Strip(content.render_segments(self.visual_style), content.cell_length).crop_extend(
                start, end, self.rich_style
            )
            for content, start, end in parts
        )

    def _head(self, line: int, number: int, column: Column) -> str:
        if line == 2:
            text = self._share(column)
        elif self.shows_topics:
            text = column.title if line else ""
        else:
            text = str(number % 10) if line else str(number // 10 % 10) if number % 10 == 0 else ""
        return text.ljust(column.wide)

    def chosen(self) -> LearnerView | None:
        """Return the learner in the row of the cursor."""
        learners = self.snapshot.learners
        return learners[self.cursor[0]] if self.cursor[0] < len(learners) else None

    def about_cursor(self) -> str:
        """Describe the cell under the cursor in one line."""
        view = self.chosen()
        if view is None or not self._columns:
            return "No learner has sent anything yet."
        column = self._columns[self.cursor[1]]
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
        return Content.assemble((flag, ALERT if flag != " " else ""), name).truncate(LABEL - 1)

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
        text, style = self._mark(view, column)
        return Content.assemble((text, style), " " * (column.wide - len(text)))

    def _mark(self, view: LearnerView, column: Column) -> tuple[str, str]:
        if self.shows_topics:
            right, of = _right(view, column.exercises), len(column.exercises)
            return f"{right:>2}/{of}", RIGHT if right == of else "" if right else QUIET
        exercise = column.exercises[0]
        cell = view.cells.get(exercise)
        if cell is None:
            return self.glyphs.dot, QUIET
        if cell.status == "right":
            return self.glyphs.right, RIGHT
        here = view.exercise == exercise and view.stuck_for(self.snapshot.now) > 0
        if view.help_in == exercise:
            return "?", ALERT
        if cell.status == "gave-up":
            return self.glyphs.gave_up, QUIET
        if cell.missed:
            return str(min(cell.missed, 9)), ALERT if here else MISSED
        return self.glyphs.todo, ALERT if here else QUIET


def _right(view: LearnerView, exercises: Sequence[str]) -> int:
    return sum(one in view.cells and view.cells[one].status == "right" for one in exercises)


def _words(cell: Cell) -> str:
    status = {"right": "right", "gave-up": "gave up", "opened": "opened", "tried": "not right yet"}
    words = [status[cell.status], count(cell.attempts, "attempt")]
    words += [count(cell.hints, "hint")] if cell.hints else []
    words += ["solution seen"] if cell.solution else []
    words += [plain(next(reversed(cell.mistakes.values())) or next(reversed(cell.mistakes)))] if cell.mistakes else []
    return ", ".join(words)

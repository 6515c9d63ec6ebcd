"""The grid: a row per learner, a column per exercise or topic. Only visible rows are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mxtutor.counts import count
from mxtutor.live.learners import Cell, LearnerView
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_view.keys import CLASS
from mxtutor.ui.class_view.snapshot import Snapshot
from mxtutor.ui.glyphs import UNICODE, Glyphs
from mxtutor.ui.themes import text_style

LABEL = 18
"""Cells of the column with learners; one more separates it."""
HEAD = 3
"""Rows above the learners: two for the numbers of the columns, one for the share of right answers."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: an exercise, or all exercises of a topic."""

    title: str
    exercises: tuple[str, ...]
    wide: int
    """Cells with the space after it."""


class ClassGrid(ScrollView, can_focus=True):
    """The grid of learners and exercises, with a cursor."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"grid--right", "grid--missed", "grid--alert", "grid--quiet", "grid--head", "grid--cursor"}
    DEFAULT_CSS = """
    ClassGrid {
        height: 1fr;
        & > .grid--right { color: $text-success; }
        & > .grid--missed { color: $text-warning; text-style: bold; }
        & > .grid--alert { color: $text-error; text-style: bold reverse; }
        & > .grid--quiet { color: $text-muted; }
        & > .grid--head { color: $text-muted; text-style: bold; }
        & > .grid--cursor { text-style: reverse; }
    }
    """
    BINDINGS = [
        ("up", "move(-1, 0)"),
        ("down", "move(1, 0)"),
        ("left", "move(0, -1)"),
        ("right", "move(0, 1)"),
        ("pageup", "move(-10, 0)"),
        ("pagedown", "move(10, 0)"),
        ("home", "move(-100000, 0)"),
        ("end", "move(100000, 0)"),
    ]

    snapshot: reactive[Snapshot] = reactive(Snapshot(), layout=False)
    by_topic: reactive[bool | None] = reactive(None)
    """Whether columns are topics; None: if exercises need more room than there is."""
    cursor: reactive[tuple[int, int]] = reactive((0, 0))
    """Row and column of the cursor."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)

    @property
    def shows_topics(self) -> bool:
        """Whether the columns are topics now."""
        if self.by_topic is not None:
            return self.by_topic
        return 2 * len(self.snapshot.exercises) > max(self.size.width - LABEL - 3, 20)

    def columns(self) -> list[Column]:
        """Return the columns from left to right."""
        ids = [one.exercise for one in self.snapshot.exercises]
        if not self.shows_topics:
            return [Column(one, (one,), 2) for one in ids]
        topics: dict[str, list[str]] = {}
        for one in ids:
            topics.setdefault(one.partition("/")[0], []).append(one)
        return [Column(topic, tuple(of), max(len(topic), 7) + 2) for topic, of in topics.items()]

    def watch_snapshot(self) -> None:
        """Fit the size, and keep the cursor inside."""
        self._fit()

    def watch_by_topic(self) -> None:
        """Start at the first column."""
        self.cursor = (self.cursor[0], 0)
        self._fit()

    def on_resize(self) -> None:
        """Fit the columns into the new size."""
        self._fit()

    def _fit(self) -> None:
        columns = self.columns()
        wide = LABEL + 1 + sum(one.wide for one in columns)
        self.virtual_size = Size(wide, HEAD + len(self.snapshot.learners))
        row, column = self.cursor
        self.cursor = (
            min(row, max(len(self.snapshot.learners) - 1, 0)),
            min(column, max(len(columns) - 1, 0)),
        )
        self.refresh()

    def watch_cursor(self) -> None:
        """Scroll to the cursor."""
        row, column = self.cursor
        columns = self.columns()
        left = sum(one.wide for one in columns[:column])
        wide = columns[column].wide if column < len(columns) else 2
        self.scroll_to_region(Region(left, row, LABEL + 1 + wide, HEAD + 1), animate=False, force=True)
        self.refresh()

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        row, column = self.cursor
        last_row, last_column = max(len(self.snapshot.learners) - 1, 0), max(len(self.columns()) - 1, 0)
        self.cursor = (min(max(row + rows, 0), last_row), min(max(column + columns, 0), last_column))

    def on_click(self, event: Click) -> None:
        """Move the cursor to the place that was clicked."""
        place = event.get_content_offset(self)
        if place is None or place.y < HEAD:
            return
        row = place.y - HEAD + self.scroll_offset.y
        x = place.x - LABEL - 1 + self.scroll_offset.x
        column = self.cursor[1]
        if place.x > LABEL:
            for number, one in enumerate(self.columns()):
                if x < one.wide:
                    column = number
                    break
                x -= one.wide
        if row < len(self.snapshot.learners):
            self.cursor = (row, column)

    def chosen(self) -> LearnerView | None:
        """Return the learner in the row of the cursor."""
        learners = self.snapshot.learners
        return learners[self.cursor[0]] if self.cursor[0] < len(learners) else None

    def about_cursor(self) -> str:
        """Return what the cell under the cursor says, in one line."""
        view, columns = self.chosen(), self.columns()
        if view is None or not columns:
            return "Nobody has sent anything yet."
        column = columns[min(self.cursor[1], len(columns) - 1)]
        name = plain(self.snapshot.label(view.learner))
        if self.shows_topics:
            right = _right(view, column.exercises)
            return (
                f"{name}: {column.title}, {right} of {len(column.exercises)} right. {CLASS.key('columns')} shows each."
            )
        cell = view.cells.get(column.title)
        return f"{name}: {column.title}, {_words(cell)}" if cell else f"{name}: {column.title}, not opened"

    def render_line(self, y: int) -> Strip:
        """Return one visible row."""
        base = self.rich_style
        label, cells = self._row(y, base)
        width, shift = self.size.width, self.scroll_offset.x
        left = Strip(label).adjust_cell_length(LABEL + 1, base)
        right = Strip(cells).adjust_cell_length(max(self.virtual_size.width - LABEL - 1, shift + width), base)
        return Strip.join([left, right.crop(shift, shift + width - LABEL - 1)])

    def _row(self, y: int, base: Style) -> tuple[list[Segment], list[Segment]]:
        columns = self.columns()
        if y < HEAD:
            return self._head(y, columns, base)
        row = y - HEAD + self.scroll_offset.y
        if row >= len(self.snapshot.learners):
            return [Segment("", base)], [Segment("", base)]
        view = self.snapshot.learners[row]
        marked = row == self.cursor[0]
        cursor = base + self.get_component_rich_style("grid--cursor", partial=True)
        text = plain(self.snapshot.label(view.learner)).replace("\n", " ")
        alert = text_style(self, "grid--alert")
        flag = "?" if view.help_in else "!" if view.stuck_for(self.snapshot.now) else " "
        label = [
            Segment(flag, base + alert if flag != " " else base),
            *_cut(text, LABEL - 2, cursor if marked else base),
        ]
        cells = []
        for number, column in enumerate(columns):
            shown, style = self._cell(view, column, base)
            if marked and number == self.cursor[1] and self.has_focus:
                style = style + self.get_component_rich_style("grid--cursor", partial=True)
            cells += [Segment(shown, style), Segment(" " * (column.wide - len(shown)), base)]
        return label, cells

    def _head(self, y: int, columns: Sequence[Column], base: Style) -> tuple[list[Segment], list[Segment]]:
        head = base + text_style(self, "grid--head")
        topics = self.shows_topics
        if y == HEAD - 1:
            cells = [Segment(self._share(column), head) for column in columns]
            return [Segment(" right of class", head)], cells
        parts = []
        for number, column in enumerate(columns, 1):
            tens = str(number // 10 % 10) if number % 10 == 0 else ""
            digits = str(number % 10) if y else tens
            text = (column.title if y else "") if topics else digits
            parts.append(Segment(f"{text:<{column.wide}}", head))
        return [Segment(" learner" if y else "", head)], parts

    def _share(self, column: Column) -> str:
        """Return the share of right answers among all learners in a column."""
        numbers = {one.exercise: one.right for one in self.snapshot.exercises}
        of = len(column.exercises) * len(self.snapshot.learners)
        share = sum(numbers.get(one, 0) for one in column.exercises) / of if of else 0.0
        if self.shows_topics:
            return f"{share:4.0%}".ljust(column.wide)
        heat = self.glyphs.heat
        level = 0 if not share else max(1, min(len(heat) - 1, round(share * (len(heat) - 1))))
        return heat[level].ljust(column.wide)

    def _cell(self, view: LearnerView, column: Column, base: Style) -> tuple[str, Style]:
        def style(name: str) -> Style:
            return base + text_style(self, f"grid--{name}")

        if self.shows_topics:
            right, of = _right(view, column.exercises), len(column.exercises)
            text = f"{right:>2}/{of}"
            return text, style("right") if right == of else style("quiet") if not right else base
        exercise = column.exercises[0]
        cell = view.cells.get(exercise)
        if cell is None:
            return self.glyphs.dot, style("quiet")
        if cell.status == "right":
            return self.glyphs.right, style("right")
        here = view.exercise == exercise and view.stuck_for(self.snapshot.now) > 0
        if view.help_in == exercise:
            return "?", style("alert")
        if cell.status == "gave-up":
            return self.glyphs.gave_up, style("quiet")
        if cell.missed:
            return str(min(cell.missed, 9)), style("alert" if here else "missed")
        return self.glyphs.todo, style("alert" if here else "quiet")


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


def _cut(text: str, cells: int, style: Style) -> list[Segment]:
    """Return a text of exactly so many cells; wide characters count twice."""
    return list(Strip([Segment(text, style)]).adjust_cell_length(cells, style))

"""The list of names at the cursor; it never has the focus."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.widgets import Static

from mxtutor.ui.widgets.editor.completion import Completion

ROWS = 8
"""Greatest number of names on screen."""
WIDEST = 56
"""Greatest number of columns."""


class CompletionList(Static):
    """Shows a completion below the cursor's line, or above it where there is no room."""

    DEFAULT_CSS = """
    CompletionList {
        overlay: screen;
        display: none;
        width: auto;
        height: auto;
        background: $panel;
        color: $foreground;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    CompletionList:nocolor, CompletionList:ansi { border: round $border; }
    """

    def __init__(self, accept: Callable[[], object]) -> None:
        """`accept` puts the marked name into the answer."""
        super().__init__(markup=False)
        self._accept = accept
        self.completion: Completion | None = None
        self.marked = 0
        self.moved = False
        """Whether the learner has moved the mark."""
        self._first = 0

    @property
    def is_open(self) -> bool:
        """Whether the list is on screen."""
        return self.completion is not None

    @property
    def choice(self) -> str:
        """The marked name; empty if the list is closed."""
        return self.completion.items[self.marked].name if self.completion else ""

    def open(self, completion: Completion, cursor: Offset, screen: Size) -> None:
        """Show a completion beside the cursor, which is at a place of the screen."""
        kept = self.choice if self.moved else ""
        self.completion = completion
        names = [item.name for item in completion.items]
        self.moved = kept in names
        self.marked = names.index(kept) if self.moved else 0
        self._first = 0
        self._draw()
        frame = 2 * bool(self.styles.border_top[0])
        rows = min(len(names), ROWS) + frame
        left = min(cursor.x - len(completion.typed), screen.width - self._width - frame)
        below = cursor.y + 1 + rows <= screen.height - 1
        self.absolute_offset = Offset(max(left, 0), cursor.y + 1 if below else max(cursor.y - rows, 0))
        self.display = True

    def close(self) -> None:
        """Hide the list."""
        self.completion, self.moved = None, False
        self.display = False

    def move(self, by: int) -> None:
        """Move the mark; it goes round."""
        if self.completion:
            self.moved = True
            self.marked = (self.marked + by) % len(self.completion.items)
            self._draw()

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked name."""
        event.stop()
        row = self._first + event.get_content_offset_capture(self).y
        if self.completion and 0 <= row < len(self.completion.items):
            self.marked = row
            self._accept()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the mark down."""
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the mark up."""
        event.stop()
        self.move(-1)

    @property
    def _width(self) -> int:
        items = self.completion.items if self.completion else ()
        names = max((len(item.name) for item in items), default=0)
        notes = max((len(item.note) for item in items), default=0)
        return min(names + notes + 4, max(WIDEST, names + 3))

    def _draw(self) -> None:
        items = self.completion.items if self.completion else ()
        self._first = min(max(self._first, self.marked - ROWS + 1), self.marked)
        widest, width = max((len(item.name) for item in items), default=0), self._width
        lines = []
        for number in range(self._first, min(self._first + ROWS, len(items))):
            item = items[number]
            note = f"  {item.note}"[: max(width - widest - 2, 0)]
            line = f" {item.name:<{widest}}"
            if number == self.marked:
                lines.append(Content.styled(f"{line}{note}".ljust(width), "reverse"))
            else:
                lines.append(Content.assemble(line, Content.styled(note.ljust(width - len(line)), "dim")))
        self.update(Content("\n").join(lines))

"""The lanes of the course: below each folded topic one cell per exercise, grouped by lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from mxtutor.progress.journey import Entry
from mxtutor.progress.model import State

Lane = tuple[Sequence[str], ...]
"""One row of a lane: the exercises of each lesson that it shows."""
INDENT = 4
"""Cells before a lane, and after it."""
LEAST_WIDTH = 24


def lane_rows(lessons: Iterable[Sequence[str]], width: int) -> list[Lane]:
    """Return the rows of a lane: lessons side by side with a gap of one cell; a long lesson begins a new row."""
    rows: list[list[Sequence[str]]] = []
    used = width
    for exercises in lessons:
        for at in range(0, len(exercises), width):
            part = exercises[at : at + width]
            if used + 1 + len(part) > width:
                rows.append([])
                used = -1
            rows[-1].append(part)
            used += 1 + len(part)
    return [tuple(row) for row in rows]


class LaneTree(Tree[Entry]):
    """A tree whose folded topics show a lane below them; the cursor passes over it, and a click unfolds the topic."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lane--{state}" for state in ("todo", "tried", "done", "known", "other")}
    DEFAULT_CSS = """
    LaneTree {
        & > .lane--todo { text-style: dim; }
        & > .lane--tried, & > .lane--other { color: $text-warning; }
        & > .lane--done { color: $text-success; }
        & > .lane--known { color: $text-accent; }
    }
    """

    def __init__(self, label: Text, *, id: str | None = None) -> None:
        super().__init__(label, id=id)
        self._lanes: dict[int, tuple[TreeNode[Entry], TreeNode[Entry], Lane]] = {}
        """By the id of each lane's node: the node, its topic, and what it shows."""

    def state_of(self, exercise: str) -> State:
        """Return the state of an exercise."""
        raise NotImplementedError

    def mark_of(self, state: State) -> str:
        """Return the mark of a state, one cell."""
        raise NotImplementedError

    def lessons_of(self, topic: Entry) -> list[Sequence[str]]:
        """Return the exercises of each lesson of a topic; nothing if the topic has no lane."""
        raise NotImplementedError

    def cells(self, exercises: Sequence[str], base: Style) -> Text:
        """Return one cell for each exercise, in the colour of its state."""
        text = Text()
        for exercise in exercises:
            state = self.state_of(exercise)
            name = state if state in ("todo", "tried", "done", "known") else "other"
            text.append(self.mark_of(state), base + self.get_component_rich_style(f"lane--{name}", partial=True))
        return text

    def lane_text(self, node: TreeNode[Entry], base: Style) -> Text | None:
        """Return the text of a lane's line; None for another line."""
        known = self._lanes.get(node.id)
        if known is None:
            return None
        text = Text(" " * (INDENT - 2))
        for number, exercises in enumerate(known[2]):
            text.append(" " if number else "").append_text(self.cells(exercises, base))
        return text

    def lay_lanes(self) -> None:
        """Put a lane below each topic that is folded, and remove the others."""
        for node, _, _ in self._lanes.values():
            node.remove()
        self._lanes.clear()
        room = self.scrollable_content_region.width - 2 * INDENT
        for topic in list(self.root.children):
            if topic.data is None or topic.is_expanded:
                continue
            below = topic
            for row in lane_rows(self.lessons_of(topic.data), max(room, LEAST_WIDTH)):
                below = self.root.add(Text(), None, after=below, allow_expand=False)
                self._lanes[below.id] = (below, topic, row)

    def on_resize(self) -> None:
        """Fit the lanes to the new width."""
        if self._lanes:
            self.lay_lanes()

    def on_tree_node_expanded(self, event: Tree.NodeExpanded[Entry]) -> None:
        """Remove the lane of a topic whose lessons show."""
        self._follow(event.node)

    def on_tree_node_collapsed(self, event: Tree.NodeCollapsed[Entry]) -> None:
        """Show the lane of a topic that is folded."""
        self._follow(event.node)

    def _follow(self, node: TreeNode[Entry]) -> None:
        if node.parent is not None and node.parent.is_root:
            self.lay_lanes()

    def validate_cursor_line(self, value: int) -> int:
        """Keep the cursor off the lanes: it goes on in the direction in which it moves."""
        value = super().validate_cursor_line(value)
        step = 1 if value >= self.cursor_line else -1
        last = self.last_line
        while self._is_lane(value):
            if not 0 <= value + step <= last:
                step = -step
            value += step
        return value

    def _is_lane(self, line: int) -> bool:
        node = self.get_node_at_line(line)
        return node is not None and node.id in self._lanes

    async def on_click(self, event: events.Click) -> None:
        """Unfold the topic of a lane that is clicked."""
        line = event.style.meta.get("line")
        node = self.get_node_at_line(line) if isinstance(line, int) else None
        if node is not None and node.id in self._lanes:
            event.prevent_default()
            topic = self._lanes[node.id][1]
            self.move_cursor(topic)
            topic.toggle()

    def action_open_branch(self) -> None:
        """Unfold the line, or step into it."""
        node = self.cursor_node
        if node is None or not node.allow_expand:
            return
        if node.is_expanded:
            self.action_cursor_down()
        else:
            node.expand()

    def action_close_branch(self) -> None:
        """Fold the line, or step out of it."""
        node = self.cursor_node
        if node is None:
            return
        if node.allow_expand and node.is_expanded:
            node.collapse()
        elif node.parent is not None and not node.parent.is_root:
            self.move_cursor(node.parent)

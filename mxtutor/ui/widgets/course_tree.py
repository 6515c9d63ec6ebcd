"""The map of the course: topics, lessons and exercises with the learner's progress."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from mxtutor.progress.journey import Entry as Entry
from mxtutor.progress.model import State, Status
from mxtutor.ui.glyphs import STATUS_WORDS, UNICODE, Glyphs
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.lanes import LaneTree

if TYPE_CHECKING:
    from mxtutor.content.model import LessonEntry, Topic

CURSOR_SECONDS = 2.0
"""Longest wait for the cursor, in seconds: a hidden tree never moves it."""
TALLY = 7
"""Cells of a count such as "12/51", right-aligned."""


class CourseTree(LaneTree):
    """A tree; cells and counts at the end of its lines form one column."""

    BINDINGS = [
        Binding("enter", "select_cursor", "Open"),
        Binding("right", "open_branch", "Expand", show=False),
        Binding("left", "close_branch", "Collapse", show=False),
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """The learner chose a lesson or an exercise."""

        entry: Entry

    @dataclass
    class Pointed(Message):
        """The cursor moved to a line."""

        entry: Entry

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(Text("course"), id=id)  # a text with markup needs the table of all emojis, which is 1 MB
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self.glyphs: Glyphs = UNICODE
        self._session: TutorSession | None = None
        self._lines_of: dict[Entry, TreeNode[Entry]] = {}
        self._pointed: Entry | None = None
        self._wanted: Entry | None = None
        """The line that was requested last."""
        self._settled = asyncio.Event()
        """Set while no movement of the cursor is pending."""

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draw marks and guides with another set of glyphs."""
        if glyphs is not self.glyphs:
            self.glyphs = glyphs
            ascii_lines = dict.fromkeys(Tree.LINES, ("  ", "| ", "`-", "|-"))
            self.LINES = ascii_lines if glyphs.name == "ascii" else Tree.LINES
            self.notify_style_update()

    @property
    def pointed(self) -> Entry | None:
        """The line of the cursor, or the line to which it will move."""
        return self._pointed

    @property
    def exercises(self) -> list[str]:
        """Ids of the listed exercises, in order."""
        return [entry.id for entry in self._lines_of if entry.kind == "exercise"]

    @staticmethod
    def listed(session: TutorSession, keep: Callable[[Status], bool]) -> list[str]:
        """Return the ids of the exercises whose status `keep` accepts, in order."""
        return [
            exercise
            for topic in session.course.topics
            for lesson in topic.lessons
            for exercise in lesson.exercises
            if keep(session.standing(exercise).status)
        ]

    def show_course(
        self, session: TutorSession, keep: Callable[[Status], bool], open_at: Entry | None, *, unfold: bool = False
    ) -> None:
        """Draw the course; leave out exercises whose status `keep` refuses, and lessons and topics that are empty then.

        The cursor moves to `open_at`, or to the nearest line that is shown; `unfold` unfolds everything.
        """
        self._session = session
        known = {entry: node.is_expanded for entry, node in self._lines_of.items()}
        self.clear()
        self._lanes.clear()
        self._lines_of = {}
        for topic in session.course.topics:
            if any(keep(session.standing(e).status) for e in topic.exercises) or not topic.exercises:
                self._add_topic(session, topic, keep, open_at)
        for entry, node in self._lines_of.items():
            if unfold or known.get(entry):
                node.expand()
        self.lay_lanes()
        self._pointed = self._nearest(session, open_at)
        self._settled.clear()
        self._wanted = self._pointed
        self.call_after_refresh(self._point)

    def _nearest(self, session: TutorSession, entry: Entry | None) -> Entry | None:
        """Return an entry, or the nearest one that is shown."""
        if entry is None or entry in self._lines_of:
            return entry
        order = [line for topic in session.course.topics for line in _lines(topic)]
        place = order.index(entry) if entry in order else 0
        kind = [line for line in order if line in self._lines_of and line.kind == entry.kind]
        found = kind or [line for line in order if line in self._lines_of]
        return min(found, key=lambda line: (abs(order.index(line) - place), order.index(line)), default=None)

    def point_at(self, entry: Entry | None) -> None:
        """Move the cursor to a line and unfold its ancestors; move it to the first line if there is no such line."""
        self._wanted = entry
        self._point()

    def _point(self) -> None:
        node = self._lines_of.get(self._wanted) if self._wanted else None
        if node is None:
            self.cursor_line = 0 if self._lines_of else -1
            self._settled.set()
            return
        parent = node.parent
        while parent is not None and not parent.is_root:
            parent.expand()
            parent = parent.parent
        self.call_after_refresh(self._arrive, node)

    def _arrive(self, node: TreeNode[Entry]) -> None:
        self.move_cursor(node)
        self._settled.set()

    async def wait_for_cursor(self) -> None:
        """Wait, for at most two seconds, until the cursor is on the line that `show_course` or `point_at` requested."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._settled.wait(), CURSOR_SECONDS)

    def update_marks(self) -> None:
        """Draw all lines again, after a standing or a title has changed."""
        for line in self.root.children:
            line.refresh()  # lines are drawn again if a node above them has changed
        self.refresh()

    def _add_topic(
        self, session: TutorSession, topic: Topic, keep: Callable[[Status], bool], open_at: Entry | None
    ) -> None:
        holds = open_at is not None and open_at.kind != "topic" and open_at in _lines(topic)
        branch = self._add(self.root, Entry("topic", topic.id), expand=not topic.lessons or holds)
        for lesson in topic.lessons:
            kept = [e for e in lesson.exercises if keep(session.standing(e).status)]
            if not kept and lesson.exercises:
                continue
            opened = open_at is not None and open_at.id in (lesson.id, *lesson.exercises)
            node = branch if lesson.continued else self._add(branch, Entry("lesson", lesson.id), expand=opened)
            for exercise in kept:
                self._add(node, Entry("exercise", exercise))

    def _add(self, parent: TreeNode[Entry], entry: Entry, *, expand: bool = False) -> TreeNode[Entry]:
        node = parent.add(Text(entry.id), entry, expand=expand, allow_expand=entry.kind != "exercise")
        self._lines_of[entry] = node
        return node

    def render_label(self, node: TreeNode[Entry], base_style: Style, style: Style) -> Text:
        """Return a line: a mark and a title at the left, the progress at the right."""
        entry = node.data
        if (lane := self.lane_text(node, base_style)) is not None:
            return lane
        if entry is None or self._session is None:
            return Text("")
        title, right = self._parts(self._session, entry, base_style)
        glyphs = self.glyphs
        room = max(self.scrollable_content_region.width - self._indent(node), 20)
        mark = f"{glyphs.opened if node.is_expanded else glyphs.closed} " if node.allow_expand else ""
        left = Text(mark, base_style + Style(meta={"toggle": True})) if mark else Text("")
        left.append(title, Style(bold=True) if entry.kind == "topic" else Style())
        left.truncate(max(room - len(right) - 1, 8), overflow="ellipsis" if glyphs is UNICODE else "crop", pad=False)
        line = left + Text(" " * max(room - left.cell_len - len(right), 1)) + right
        line.stylize(style)
        return line

    def get_label_width(self, node: TreeNode[Entry]) -> int:
        """Return the cells of a line: the whole width, so that nothing scrolls sideways."""
        indent = self._indent(node) if node.data else 0
        return max(self.scrollable_content_region.width - indent, 1)

    def _indent(self, node: TreeNode[Entry]) -> int:
        depth = 0
        while node.parent is not None and not node.parent.is_root:
            node, depth = node.parent, depth + 1
        return self.guide_depth * depth

    def state_of(self, exercise: str) -> State:
        """Return the state of an exercise."""
        return self._session.state(exercise) if self._session is not None else "todo"

    def mark_of(self, state: State) -> str:
        """Return the mark of a state."""
        return self.glyphs.status(state)

    def lessons_of(self, topic: Entry) -> list[Sequence[str]]:
        """Return the exercises of each lesson of a topic; a part of a workshop has no lane."""
        if self._session is None or self._session.workshop is not None:
            return []
        found = next((one for one in self._session.course.topics if one.id == topic.id), None)
        return [lesson.exercises for lesson in found.lessons] if found is not None else []

    def _parts(self, session: TutorSession, entry: Entry, base: Style) -> tuple[str, Text]:
        """Return the text at the left and at the right of a line."""
        if entry.kind == "exercise":
            state = session.state(entry.id)
            loaded = session.exercises.get(entry.id)
            kind = loaded.kind if loaded and loaded.kind != "code" else ""
            word = "damaged" if entry.id in session.damaged else STATUS_WORDS[state]
            word = "" if word == "not tried" else word
            if session.workshop is not None:
                word = f"{session.workshop.short_points(entry.id):>6} {word:>{TALLY}}"
            return f"{self.glyphs.status(state)} {session.title(entry.id)}", Text(f"{kind:>7} {word:>{TALLY}}")
        holder = _find(session, entry)
        if holder is None:
            return entry.id, Text()
        done, total = session.done(holder.exercises), len(holder.exercises)
        tally = f"{done}/{total}".rjust(TALLY)
        if entry.kind == "topic" and session.workshop is not None:
            minutes = session.workshop.minutes(holder.exercises[0])
            return holder.title, Text(f"{minutes}  {self.glyphs.bar(done, total, 8)}{tally}")
        right = Text("soon".rjust(TALLY))
        if entry.kind == "lesson" and total:
            right = self.cells(holder.exercises, base).append(tally)
        elif total:
            known = sum(session.standing(exercise).status == "known" for exercise in holder.exercises)
            right = Text(f"{known} known{tally}" if known else tally)
        told = total and done == total  # the cells say it
        read = self.glyphs.right if entry.kind == "lesson" and entry.id in session.lessons_read and not told else ""
        return f"{holder.title} {read}".rstrip(), right

    def on_tree_node_selected(self, event: Tree.NodeSelected[Entry]) -> None:
        """Open a lesson or an exercise; unfold a topic."""
        event.stop()
        entry = event.node.data
        if entry is None:
            return
        if entry.kind == "topic":
            event.node.toggle()
        else:
            self.post_message(self.Chosen(entry))

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Entry]) -> None:
        """Post the line under the cursor."""
        event.stop()
        if event.node.data is not None:
            self._pointed = event.node.data
            self.post_message(self.Pointed(event.node.data))


def _lines(topic: Topic) -> list[Entry]:
    """Return all lines of a topic in order."""
    lines = [Entry("topic", topic.id)]
    for lesson in topic.lessons:
        lines += [] if lesson.continued else [Entry("lesson", lesson.id)]
        lines += [Entry("exercise", exercise) for exercise in lesson.exercises]
    return lines


def _find(session: TutorSession, entry: Entry) -> Topic | LessonEntry | None:
    places: tuple[Topic, ...] | tuple[LessonEntry, ...] = (
        session.course.topics if entry.kind == "topic" else session.course.lessons
    )
    return next((place for place in places if place.id == entry.id), None)

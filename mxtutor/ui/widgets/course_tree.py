"""The map of the course: the parts of a path, lessons and exercises with the learner's progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from mxtutor.progress.journey import Entry as Entry
from mxtutor.progress.model import Status
from mxtutor.ui.glyphs import STATUS_WORDS, UNICODE, Glyphs
from mxtutor.ui.tutor import tutor_of

if TYPE_CHECKING:
    from mxtutor.content.outline import Topic
    from mxtutor.ui.session import TutorSession


class CourseTree(Tree[Entry]):
    """A tree of the course; each line shows the progress after the title."""

    BINDINGS = [
        Binding("enter", "select_cursor", "Open"),
        Binding("right", "open_branch", "Expand", show=False),
        Binding("left", "close_branch", "Collapse", show=False),
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
    ]

    @dataclass
    class Pointed(Message):
        """The cursor moved to a line."""

        entry: Entry

    def __init__(self) -> None:
        super().__init__(Text("course"), id="course")  # markup would load the table of all emojis, which takes 1 MB
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self.glyphs: Glyphs = UNICODE
        self._session: TutorSession | None = None
        self._lines_of: dict[Entry, TreeNode[Entry]] = {}
        self._pointed: Entry | None = None

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draw marks and guide lines with another set of glyphs."""
        if glyphs is not self.glyphs:
            self.glyphs = glyphs
            ascii_lines = dict.fromkeys(Tree.LINES, ("  ", "| ", "`-", "|-"))
            self.LINES = ascii_lines if glyphs.name == "ascii" else Tree.LINES
            self.notify_style_update()

    @property
    def pointed(self) -> Entry | None:
        """The entry at the cursor, or the one to which the cursor will move."""
        return self._pointed

    @property
    def exercises(self) -> list[str]:
        """Ids of the listed exercises, in order."""
        return [entry.id for entry in self._lines_of if entry.kind == "exercise"]

    @staticmethod
    def listed(session: TutorSession, keep: Callable[[Status], bool]) -> list[str]:
        """Return the ids of the exercises whose status `keep` accepts, in course order."""
        return [exercise for exercise in session.course.exercises if keep(session.standing(exercise).status)]

    def show_course(
        self, session: TutorSession, keep: Callable[[Status], bool], open_at: Entry | None, *, unfold: bool = False
    ) -> None:
        """Draw the course without the exercises whose status `keep` refuses, and without empty lessons and topics.

        The cursor moves to `open_at`, or to the nearest line that is shown; `unfold` unfolds everything.
        """
        self._session = session
        known = {entry: node.is_expanded for entry, node in self._lines_of.items()}
        self.clear()
        self._lines_of = {}
        for topic in session.course.topics:
            if any(keep(session.standing(e).status) for e in topic.exercises) or not topic.exercises:
                self._add_topic(session, topic, keep, open_at)
        for entry, node in self._lines_of.items():
            if unfold or known.get(entry):
                node.expand()
        self._pointed = self._nearest(session, open_at)
        self.point_at(self._pointed)

    def _nearest(self, session: TutorSession, entry: Entry | None) -> Entry | None:
        """Return the entry if it is shown; else the nearest shown one, if possible of the same kind."""
        if entry is None or entry in self._lines_of:
            return entry
        order = [line for topic in session.course.topics for line in _lines(topic)]
        place = order.index(entry) if entry in order else 0
        shown = [
            (line.kind != entry.kind, abs(at - place), at) for at, line in enumerate(order) if line in self._lines_of
        ]
        return order[min(shown)[2]] if shown else None

    def point_at(self, entry: Entry | None) -> None:
        """Move the cursor to an entry and unfold its ancestors; if the entry is not shown, move to the first line."""
        node = self._lines_of.get(entry) if entry else None
        if node is None:
            self.cursor_line = 0 if self._lines_of else -1
            return
        parent = node.parent
        while parent is not None and not parent.is_root:
            parent.expand()
            parent = parent.parent
        _ = self.last_line  # this computes the tree's lines, without which nodes have no line number
        self.move_cursor(node)
        self.call_after_refresh(self._show_cursor)  # before its first layout a tree cannot scroll

    def _show_cursor(self) -> None:
        if self.cursor_node is not None:
            self.scroll_to_node(self.cursor_node, animate=False)

    def update_marks(self) -> None:
        """Draw all lines again after a standing or a title has changed."""
        for line in self.root.children:
            line.refresh()  # the tree redraws cached lines only if a node above them has changed
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
        entry = node.data
        if entry is None or self._session is None:
            return Text("")
        mark, title, progress = self._parts(self._session, entry)
        glyphs = self.glyphs
        room = self.get_label_width(node)
        if node.allow_expand:
            mark = glyphs.opened if node.is_expanded else glyphs.closed
        line = Text(f"{mark} ", base_style + Style(meta={"toggle": True}) if node.allow_expand else base_style)
        line.append(title, Style(bold=entry.kind == "topic"))
        line.truncate(max(room - len(progress) - 2, 8), overflow="ellipsis" if glyphs is UNICODE else "crop")
        line.append(f"  {progress}" if progress else "", Style(dim=True))
        line.pad_right(max(room - line.cell_len, 0))
        line.stylize(style)
        return line

    def get_label_width(self, node: TreeNode[Entry]) -> int:
        """Return the width of the tree for each line, so that nothing scrolls sideways."""
        depth, above = 0, node.parent
        while above is not None and not above.is_root:
            above, depth = above.parent, depth + 1
        return max(self.scrollable_content_region.width - self.guide_depth * depth, 20)

    def _parts(self, session: TutorSession, entry: Entry) -> tuple[str, str, str]:
        """Return mark, title and progress of a line."""
        if entry.kind == "exercise":
            state = session.state(entry.id)
            loaded = session.exercises.get(entry.id)
            words: list[str] = [loaded.kind if loaded and loaded.kind != "code" else ""]
            words += ["damaged" if entry.id in session.damaged else "" if state == "todo" else STATUS_WORDS[state]]
            if session.guide is not None:
                words.insert(0, session.guide.short_points(entry.id))
            return self.glyphs.status(state), session.title(entry.id), ", ".join(filter(None, words))
        holder = session.journey.holder(entry)
        if holder is None:
            return "", entry.id, ""
        total = len(holder.exercises)
        words = [f"{session.done(holder.exercises)} of {total} done" if total else "soon"]
        if known := sum(session.standing(exercise).status == "known" for exercise in holder.exercises):
            words.append(f"{known} known")
        if entry.kind == "lesson" and entry.id in session.lessons_read:
            words.insert(0, "read")
        if entry.kind == "topic" and session.guide is not None:
            words.insert(0, session.guide.minutes(holder.exercises[0]))
        return "", holder.title, ", ".join(filter(None, words))

    def action_open_branch(self) -> None:
        """Unfold the line; if it is unfolded, move to its first child."""
        node = self.cursor_node
        if node is None or not node.allow_expand:
            return
        if node.is_expanded:
            self.action_cursor_down()
        else:
            node.expand()

    def action_close_branch(self) -> None:
        """Fold the line; if it is folded, move to its parent."""
        node = self.cursor_node
        if node is None:
            return
        if node.allow_expand and node.is_expanded:
            node.collapse()
        elif node.parent is not None and not node.parent.is_root:
            self.move_cursor(node.parent)

    def action_select_cursor(self) -> None:
        """Open a lesson or an exercise directly, not by a message; unfold a topic."""
        node = self.cursor_node
        if node is not None and node.data is not None and node.data.kind != "topic":
            tutor_of(self).open(node.data.kind, node.data.id)
        elif node is not None:
            node.toggle()

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Entry]) -> None:
        event.stop()
        if event.node.data is not None:
            self._pointed = event.node.data
            self.post_message(self.Pointed(event.node.data))


def _lines(topic: Topic) -> list[Entry]:
    lines = [Entry("topic", topic.id)]
    for lesson in topic.lessons:
        lines += [] if lesson.continued else [Entry("lesson", lesson.id)]
        lines += [Entry("exercise", exercise) for exercise in lesson.exercises]
    return lines

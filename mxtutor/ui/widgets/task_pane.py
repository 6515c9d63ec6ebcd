"""The task of an exercise: its text above, the PyTorch reference below; each scrolls by itself."""

from __future__ import annotations

import re

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Markdown, Static

from mxtutor.content.model import Exercise
from mxtutor.ui.marked_text import prose
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.markdown import CodeMarkdown

LEAST_TASK, LEAST_REFERENCE = 3, 4
"""Smallest heights of the text and the reference, in rows."""

_IMPORT = re.compile(r"(?:import|from) \w[\w.]*\b.*")


def folded(source: str) -> str:
    """Return code with its leading imports on one line and without the blank lines after them."""
    lines = source.strip("\n").split("\n")
    imports = []
    while lines and (not lines[0].strip() or _IMPORT.fullmatch(lines[0])) and not lines[0].endswith(("(", "\\")):
        if line := lines.pop(0).strip():
            imports.append(line)
    body = re.sub(r"\n\s*\n(?:\s*\n)+", "\n\n", "\n".join(lines))
    return "\n".join(part for part in ("; ".join(imports), body) if part)


class TaskPane(Vertical):
    """Text and reference; both are shown completely if there are enough rows, else each scrolls."""

    def __init__(self, exercise: Exercise, sources: Sources) -> None:
        super().__init__(id="task-pane")
        self._exercise, self._sources = exercise, sources
        self._rows = 0

    def compose(self) -> ComposeResult:
        """Lay out the text and the reference."""
        with VerticalScroll(id="task"):
            yield Static(self._exercise.title, id="task-title", markup=False)
            yield CodeMarkdown(self._prompt(), id="prompt", open_links=False)
            if self._exercise.params:
                yield Static(self._params(), id="params", markup=False)
        if self._sources.reference:
            with VerticalScroll(id="reference", can_focus=False) as box:
                box.border_title = " PyTorch reference "
                yield CodeView(folded(self._sources.reference))

    def _prompt(self) -> str:
        """Return the task without the snippet, which is shown separately."""
        block = f"```python\n{self._sources.snippet.strip()}\n```"
        return self._exercise.prompt.replace(block, "") if self._sources.snippet else self._exercise.prompt

    def _params(self) -> Content:
        lines = [f"`{name}`: {about}" for name, about in self._exercise.params.items()]
        return prose("\n".join(lines), code="bold")

    async def show(self, exercise: Exercise, sources: Sources) -> None:
        """Show another variant of the exercise."""
        self._exercise, self._sources = exercise, sources
        await self.query_one("#prompt", Markdown).update(self._prompt())

    def fit(self, rows: int) -> None:
        """Divide the rows: where both do not fit, text and reference get what they need up to half, and scroll."""
        self._rows = rows
        if not self.is_running:  # the screen has closed since
            return
        task = self.query_one("#task")
        for box in self.query("#reference"):
            needed = box.virtual_size.height + 1  # its title
            text = max(min(task.virtual_size.height, rows // 2), rows - needed, LEAST_TASK)
            height = max(min(needed, rows - text), LEAST_REFERENCE)
            box.styles.height = height
            box.can_focus = needed > height  # the keyboard scrolls what has the focus
            rows -= height
        task.styles.max_height = max(rows, LEAST_TASK)

    def on_resize(self) -> None:
        """Divide the rows again, because lines wrap differently."""
        if self._rows:
            self.call_after_refresh(lambda: self.fit(self._rows))  # their number may change until then

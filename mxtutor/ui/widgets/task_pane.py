"""The task of an exercise, as text; `folded` prepares its reference."""

from __future__ import annotations

import re

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from mxtutor.content.model import Exercise
from mxtutor.ui.marked_text import prose
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.markdown import CodeMarkdown

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


class TaskPane(VerticalScroll):
    """Title, text and parameters; it has as many rows as they need, up to a limit, and scrolls."""

    def __init__(self, exercise: Exercise, sources: Sources) -> None:
        super().__init__(id="task")
        self._exercise, self._sources = exercise, sources

    def compose(self) -> ComposeResult:
        yield Static(self._exercise.title, id="task-title", markup=False)
        yield CodeMarkdown(self._prompt(), id="prompt", open_links=False)
        if params := self._exercise.params:
            lines = "\n".join(f"`{name}`: {about}" for name, about in params.items())
            yield Static(prose(lines, code="bold"), id="params", markup=False)

    def _prompt(self) -> str:
        """Return the task without the snippet, which the answer shows."""
        block = f"```python\n{self._sources.snippet.strip()}\n```"
        return self._exercise.prompt.replace(block, "") if self._sources.snippet else self._exercise.prompt

    async def show(self, exercise: Exercise, sources: Sources) -> None:
        """Show another variant of the exercise."""
        self._exercise, self._sources = exercise, sources
        await self.query_one("#prompt", Markdown).update(self._prompt())

"""A text behind a mark, such as the letter of an option: no later line of the text begins below the mark."""

from __future__ import annotations

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Hanging(Visual):
    """A mark of one line, and a text beside it that has as many lines as it needs."""

    def __init__(self, mark: Content, text: Content) -> None:
        self._mark, self._text = mark, text

    def __str__(self) -> str:
        return self._mark.plain + self._text.plain

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the columns of mark and longest line."""
        return self._mark.cell_length + self._text.get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the lines that the text needs beside the mark."""
        return self._text.get_height(rules, max(width - self._mark.cell_length, 1))

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the lines: the first with the mark, the others with as many spaces."""
        columns = self._mark.cell_length
        lines = self._text.render_strips(max(width - columns, 1), height, style, options)
        first = self._mark.render_strips(columns, 1, style, options)
        blank = Strip.blank(columns, style.rich_style)
        return [Strip.join([first[0] if number == 0 else blank, line]) for number, line in enumerate(lines)]

"""A list of options that is safe before its first layout, texts that hang, and an input line with a list of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import on
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from mxtutor.ui.tutor import tutor_of

Item = TypeVar("Item")


def page(options: OptionList, direction: int) -> None:
    """Move the highlight by a page: 1 is down, -1 up. Do nothing before the first layout (Textual raises KeyError)."""
    if options.scrollable_content_region:
        (OptionList.action_page_down if direction > 0 else OptionList.action_page_up)(options)  # type: ignore[no-untyped-call]


class Options(OptionList):
    """The list of options that all screens use."""

    def action_page_down(self) -> None:
        page(self, 1)

    def action_page_up(self) -> None:
        page(self, -1)


class Hanging(Visual):
    """A mark, and a text beside it that wraps with a hanging indent."""

    def __init__(self, mark: Content, text: Content) -> None:
        self._mark, self._text = mark, text

    def __str__(self) -> str:
        return self._mark.plain + self._text.plain

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._mark.cell_length + self._text.get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self._text.get_height(rules, max(width - self._mark.cell_length, 1))

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        columns = self._mark.cell_length
        lines = self._text.render_strips(max(width - columns, 1), height, style, options)
        first = self._mark.render_strips(columns, 1, style, options)
        blank = Strip.blank(columns, style.rich_style)
        return [Strip.join([first[0] if number == 0 else blank, line]) for number, line in enumerate(lines)]


class Query(Generic[Item], Widget):
    """An input line, which keeps the focus, and the list of its results.

    Subclasses compose an `Input` and an `OptionList`, and define `search`, `line` and `choose`.
    """

    items: Sequence[Item] = ()
    """The results in the list."""
    _listed: str | None = None
    """The query of these results."""

    def search(self, query: str) -> Sequence[Item]:
        """Return the results of a query, best first."""
        raise NotImplementedError

    def line(self, item: Item) -> Content:
        """Return the line of a result in the list."""
        raise NotImplementedError

    def show_results(self) -> None:
        """Called when `items` has changed."""
        raise NotImplementedError

    def choose(self) -> None:
        """Called when the learner chooses the marked result."""
        raise NotImplementedError

    def action_choose(self) -> None:
        """Choose the marked result once the line has received the keys typed before; later keys wait for that."""
        tutor_of(self).after_typing(self.query_one(Input), self._choose)

    def _choose(self) -> None:
        if (typed := self.query_one(Input).value) != self._listed:
            self.list_results(typed)
        self.choose()

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        event.stop()
        self.list_results(event.value)

    def list_results(self, query: str) -> None:
        """List the results of a query; mark the first one."""
        self.items, self._listed = self.search(query), query
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(self.line(item)) for item in self.items)
        options.highlighted = 0 if self.items else None
        self.show_results()

    @property
    def marked(self) -> Item | None:
        """The marked result; None without one."""
        row = self.query_one(OptionList).highlighted
        return self.items[row] if row is not None and row < len(self.items) else None

    def action_move(self, by: int) -> None:
        options = self.query_one(OptionList)
        (options.action_cursor_down if by > 0 else options.action_cursor_up)()

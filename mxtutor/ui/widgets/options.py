"""A list of options that is safe before its first layout, and an input line with a list of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import on
from textual.content import Content
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

"""A list of options whose page keys wait for its first layout, and a line that finds what it lists."""

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
    """Move the mark by a page: 1 is down, -1 up. Textual raises KeyError for a list that has no layout yet."""
    if options.scrollable_content_region:
        (OptionList.action_page_down if direction > 0 else OptionList.action_page_up)(options)  # type: ignore[no-untyped-call]


class Options(OptionList):
    """The list of options of all screens."""

    def action_page_down(self) -> None:
        """Move the mark down by a page."""
        page(self, 1)

    def action_page_up(self) -> None:
        """Move the mark up by a page."""
        page(self, -1)


class Query(Generic[Item], Widget):
    """A line that keeps the focus, and the list of its results.

    A subclass composes an `Input` and an `OptionList`, and says what is found and how it shows.
    """

    items: Sequence[Item] = ()
    """The results in the list."""
    _listed: str | None = None
    """The query that they are for."""

    def search(self, query: str) -> Sequence[Item]:
        """Return the results of a query, best first."""
        raise NotImplementedError

    def line(self, item: Item) -> Content:
        """Return the line of a result in the list."""
        raise NotImplementedError

    def show_results(self) -> None:
        """Show that `items` has changed."""
        raise NotImplementedError

    def choose(self) -> None:
        """Do what the marked result is for."""
        raise NotImplementedError

    def action_choose(self) -> None:
        """Choose the marked result once the line has what was typed before; keys that follow wait for that."""
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

"""The base of the dialogs that find something: a line for the query, and the list of its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import on
from textual.content import Content
from textual.screen import ScreenResultType
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from mxtutor.ui.screens.base import TutorModal

Item = TypeVar("Item")


class QueryModal(TutorModal[ScreenResultType], Generic[ScreenResultType, Item]):
    """The line keeps the focus. A subclass composes an `Input` and an `OptionList`, and implements the four methods."""

    items: Sequence[Item] = ()
    """The results in the list."""

    def search(self, query: str) -> Sequence[Item]:
        """Return the results of a query, best first."""
        raise NotImplementedError

    def line(self, item: Item) -> Content:
        """Return the line of a result in the list."""
        raise NotImplementedError

    def show_results(self) -> None:
        """Show that `items` has changed."""
        raise NotImplementedError

    def open_item(self, item: Item) -> None:
        """Open a chosen result."""
        raise NotImplementedError

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """List the results of the query."""
        self.list_results(event.value)

    def list_results(self, query: str) -> None:
        """List the results of a query; mark the first one."""
        self.items = self.search(query)
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
        """Move the mark."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    @on(Input.Submitted)
    def choose_marked(self) -> None:
        """Open the marked result."""
        item = self.marked
        if item is not None:
            self.open_item(item)

    @on(OptionList.OptionSelected)
    def choose_clicked(self, event: OptionList.OptionSelected) -> None:
        """Open the clicked result."""
        self.open_item(self.items[event.option_index])

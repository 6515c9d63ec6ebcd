"""A list of options whose page keys wait for its first layout."""

from __future__ import annotations

from textual.widgets import OptionList


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

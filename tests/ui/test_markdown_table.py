"""Markdown: how the columns of a table share the width, and inline code that stays together."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from mxtutor.ui.marked_text import prose
from mxtutor.ui.themes import use_own_themes
from mxtutor.ui.widgets.markdown import CodeMarkdown, shared_widths
from tests.ui.conftest import screen_text

TABLE = """
| first | second |
| --- | --- |
| the loss of the first batch | a long text about its usual causes, with more words than one line has at 80 columns |
"""


@pytest.mark.parametrize(
    ("total", "widths"), [(60, None), (59, [10, 29, 20]), (40, [10, 15, 15]), (20, [6, 6, 8]), (17, [4, 6, 7])]
)
def test_the_narrowest_column_gets_room_first(total: int, widths: list[int] | None) -> None:
    assert shared_widths([10, 30, 20], [4, 6, 8], total) == widths


class TableApp(App[None]):
    def __init__(self, table: str = TABLE) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        yield CodeMarkdown(self._table)


async def test_the_first_column_of_a_table_does_not_wrap_while_the_second_one_has_more_room() -> None:
    app = TableApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first, second = app.query(".row1.cell")
        assert [first.region.height, second.region.height] == [2, 2]
        assert first.size.width == len("the loss of the first batch")
        await pilot.resize_terminal(140, 24)
        await pilot.pause()
        assert first.region.height == 1
        await pilot.resize_terminal(40, 24)
        await pilot.pause()
        assert abs(first.region.width - second.region.width) <= 1


async def test_a_narrow_table_breaks_long_words_and_cuts_none() -> None:
    app = TableApp(TABLE.replace("the loss of", "net.collect_params().reset_ctx(contexts)"))
    async with app.run_test(size=(40, 24)) as pilot:
        await pilot.pause()
        cell = app.query(".row1.cell").first(Static)
        shown = "".join(segment.text for y in range(cell.size.height) for segment in cell.render_line(y))
        assert shown.replace(" ", "") == "net.collect_params().reset_ctx(contexts)thefirstbatch"


class ProseApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        use_own_themes(self)

    def compose(self) -> ComposeResult:
        yield CodeMarkdown("Every tutorial starts with these lines: `x = nd.ones(2)`, then `x + 1`, then `y - x`.")
        yield Static(prose("Every tutorial starts with these lines: `x = nd.ones(2)`, then `x + 1`, then `y - x`."))


async def test_short_inline_code_is_in_one_line_at_every_width_and_drawn_with_spaces() -> None:
    app = ProseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for width in range(24, 80, 3):
            await pilot.resize_terminal(width, 30)
            await pilot.pause()
            text = screen_text(app)
            for code in ("x = nd.ones(2)", "x + 1", "y - x"):
                assert text.count(code) == 2, (width, code)

"""The page keys of lists and of the palette: also before the list has its first layout."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import OptionList

from mxtutor.ui.commands import CommandPalette
from mxtutor.ui.widgets.options import Options
from tests.ui.conftest import MakeTutor, until


class Hidden(App[None]):
    """Two lists without a layout."""

    CSS = "OptionList { display: none; }"

    def compose(self) -> ComposeResult:
        """Lay out the lists."""
        yield OptionList("a", "b", id="plain")
        yield Options("a", "b", id="own")


async def test_a_list_without_a_layout_ignores_the_page_keys() -> None:
    app = Hidden()
    async with app.run_test():
        with pytest.raises(KeyError):
            app.query_one("#plain", OptionList).action_page_up()  # type: ignore[no-untyped-call]
        own = app.query_one("#own", Options)
        own.action_page_up()
        own.action_page_down()
        assert own.highlighted == 0


async def test_the_palette_moves_by_pages(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session and len(app.screen_stack) > 1)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        found = app.screen.query_one(OptionList)
        await until(pilot, lambda: found.option_count > 8 and found.scrollable_content_region)
        await pilot.press("down", "pagedown")
        await until(pilot, lambda: (found.highlighted or 0) > 2)
        await pilot.press("pageup")
        await until(pilot, lambda: found.highlighted in (0, 1))

"""Text that a widget draws itself can be read in every theme."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.color import Color

from mxtutor.ui.themes import text_style
from mxtutor.ui.widgets.answer_editor import AnswerEditor

LEAST_CONTRAST = 3.0
"""Contrast ratio that WCAG 2.2 asks of large text."""


class One(App[None]):
    """The widget that draws its own lines."""

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield AnswerEditor("# a comment")


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of WCAG 2.2: 1 to 21."""
    light = [
        sum(
            weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
            for weight, part in zip((0.2126, 0.7152, 0.0722), colour.normalized, strict=True)
        )
        for colour in (one, other)
    ]
    return (max(light) + 0.05) / (min(light) + 0.05)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
@pytest.mark.asyncio
async def test_every_part_of_a_widget_stands_out_from_its_background(theme: str) -> None:
    app = One()
    async with app.run_test() as pilot:
        app.theme = theme
        await pilot.pause()
        widget = app.query_one(AnswerEditor)
        _, background = widget.background_colors
        for part in sorted(type(widget).COMPONENT_CLASSES):
            style = text_style(widget, part)
            assert style.color is not None
            found = contrast(Color.from_rich_color(style.color), background)
            assert found >= LEAST_CONTRAST, f"{part}: {found:.1f}"

"""A text behind a mark is indented in all its lines."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.style import Style
from textual.visual import RenderOptions

from mxtutor.ui.widgets.options import Hanging

OPTIONS = RenderOptions(lambda name: Style(), {})
OPTION = Hanging(Content("a)  "), Content("the gradient is the sum over all samples"))


def lines(visual: Hanging, width: int) -> list[str]:
    """Return the lines of a visual, without the spaces at their ends."""
    return [strip.text.rstrip() for strip in visual.render_strips(width, None, Style(), OPTIONS)]


def test_later_lines_begin_below_the_text() -> None:
    assert lines(OPTION, 24) == ["a)  the gradient is the", "    sum over all samples"]


@pytest.mark.parametrize("width", [1, 4, 5, 12, 24, 80])
def test_the_height_is_the_number_of_lines(width: int) -> None:
    assert OPTION.get_height({}, width) == len(lines(OPTION, width))


def test_one_line_needs_the_columns_of_both() -> None:
    width = OPTION.get_optimal_width({}, 80)
    assert lines(OPTION, width) == [str(OPTION)]
    assert len(lines(OPTION, width - 1)) == 2

"""How the app draws: with another set of marks, and in the colours of a part of a widget."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from rich.style import Style
from textual.app import App
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widget import Widget

from mxtutor.ui.glyphs import Glyphs

ASCII_STYLES = Path(__file__).with_name("ascii.tcss")
"""Boxes in ASCII; reading them takes 1 ms, which others need not wait for."""


class AsciiScrollBar(ScrollBarRender):
    """Scroll bars without characters beyond ASCII."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def draw_with(app: App[Any], glyphs: Glyphs) -> None:
    """Draw every open screen with these marks, scroll bars and footers included."""
    if glyphs.name == "ascii" and not app.stylesheet.has_source(str(ASCII_STYLES), ""):
        app.stylesheet.read(ASCII_STYLES)
    app.set_class(glyphs.name == "ascii", "-ascii")
    ScrollBar.renderer = AsciiScrollBar if glyphs.name == "ascii" else ScrollBarRender
    for screen in app.screen_stack:
        if not screen.is_mounted:  # it has no parts yet
            continue
        getattr(screen, "redraw", lambda: None)()
        screen.refresh(recompose=False, layout=True)
        for widget in screen.query("*"):
            getattr(widget, "redraw_marks", lambda: None)()
            widget.refresh()
            vertical, horizontal = widget.scrollbars_enabled
            if vertical:  # asking for a scroll bar makes one
                widget.vertical_scrollbar.refresh()
            if horizontal:
                widget.horizontal_scrollbar.refresh()
        screen.refresh_bindings()


def text_style(widget: Widget, part: str) -> Style:
    """Return the style of a part of a widget (a component class), without a background.

    A partial style of Textual has no background to mix with: it makes `$text-muted` white in every theme.
    """
    style = widget.get_component_rich_style(part)
    return Style(
        color=style.color, bold=style.bold, dim=style.dim, italic=style.italic, underline=style.underline,
        reverse=style.reverse, strike=style.strike,
    )  # fmt: skip

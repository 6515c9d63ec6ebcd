"""The tutor's own themes, dark and light; text without colours or beyond-ASCII characters; styles of parts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme
from textual.widget import Widget

from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.marked_text import GLUE

DARK, LIGHT = "mxtutor-dark", "mxtutor-light"


def _theme(
    name: str, *, muted: str, line: str, hover: str, cursor: str, cursor_text: str, cursor_blurred: str, selected: str,
    **colours: Any,
) -> Theme:  # fmt: skip
    """Return a theme with a flat footer and with scroll bars without a groove, from its base colours (`colours`).

    Textual's own muted text is mixed with the background, which does not work for a part of a text: it would be white.
    """
    background, primary = colours["background"], colours["primary"]
    grooves = ("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active")
    variables = {
        **dict.fromkeys((*grooves, "scrollbar-corner-color", "footer-background"), background),
        **dict.fromkeys(("footer-description-foreground", "text-muted", "text-disabled"), muted),
        **dict.fromkeys(("border", "footer-key-foreground", "scrollbar-active"), primary),
        **dict.fromkeys(("border-blurred", "scrollbar"), line),
        "scrollbar-hover": hover,
        "block-cursor-text-style": "none",
        "block-cursor-background": cursor,
        "block-cursor-foreground": cursor_text,
        "block-cursor-blurred-background": cursor_blurred,
        "input-selection-background": selected,
    }
    return Theme(name, dark=name == DARK, variables=variables, **colours)


THEMES = (
    _theme(
        DARK, primary="#7aa2f7", secondary="#9d8cf0", accent="#4fc1b0", warning="#e0af68", error="#f2788a",
        success="#8ccf7e", foreground="#d5d9e5", background="#14161d", surface="#1b1e28", panel="#232734",
        muted="#a3a9bb", line="#3a4052", hover="#545c75", cursor="#2f3a5c", cursor_text="#ffffff",
        cursor_blurred="#262b3a", selected="#3b4a78",
    ),
    _theme(
        LIGHT, primary="#2f5bb7", secondary="#6a4fb3", accent="#0f766e", warning="#9a5b00", error="#b3253c",
        success="#2c7a1f", foreground="#22262f", background="#fbfbf9", surface="#f2f2ee", panel="#e7e7e1",
        muted="#565b69", line="#b9bcc4", hover="#9296a1", cursor="#cfdcf7", cursor_text="#10131a",
        cursor_blurred="#e3e6ec", selected="#c3d3f5",
    ),
)  # fmt: skip


def usual_theme() -> str:
    """Return the default theme: light if the terminal reports a light background, else dark."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK


class Spaces(LineFilter):
    """Line filter that draws `marked_text.GLUE` as spaces."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [one._replace(text=one.text.replace(GLUE, " ")) if GLUE in one.text else one for one in segments]


class WithoutColours(LineFilter):
    """Line filter that draws the current theme in greys, or without any colour for the terminal's own colours."""

    def __init__(self, app: App[Any]) -> None:
        super().__init__()
        self._app, self._greys, self._default = app, Monochrome(), NoColor()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return (self._default if self._app.native_ansi_color else self._greys).apply(segments, background)


def use_own_themes(app: App[Any]) -> None:
    """Register the tutor's themes, and use one unless TEXTUAL_THEME names another; call this in `__init__`."""
    app._filters = [  # Textual decides between greys and no colours only once, by the first theme
        WithoutColours(app) if isinstance(one, (Monochrome, NoColor)) else one for one in app._filters
    ]
    app._filters.append(Spaces())
    for theme in THEMES:
        app.register_theme(theme)
    if not os.environ.get("TEXTUAL_THEME"):
        app.set_reactive(App.theme, usual_theme())  # the property's watcher would compute the styles once more
        app.stylesheet.set_variables(app.get_css_variables())
        app.set_class(app.current_theme.dark, "-dark-mode", update=False)
        app.set_class(not app.current_theme.dark, "-light-mode", update=False)


ASCII_STYLES = Path(__file__).with_name("ascii.tcss")
"""Styles with ASCII boxes; read only when needed, because that takes 1 ms."""


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
        if not screen.is_mounted:  # the screen is not mounted yet
            continue
        getattr(screen, "redraw", lambda: None)()
        screen.refresh(recompose=False, layout=True)
        for widget in screen.query("*"):
            getattr(widget, "redraw_marks", lambda: None)()
            widget.refresh()
            vertical, horizontal = widget.scrollbars_enabled
            if vertical:  # reading the property creates a scroll bar
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

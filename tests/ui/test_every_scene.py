"""Every screen can be read: in ASCII, in both own themes, in a terminal's sixteen colours, and without colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Tree

from mxtutor.ui.themes import DARK, LIGHT
from tests.sampling import some
from tests.ui.conftest import until
from tests.ui.pictures import opened_scene
from tests.ui.scenes import SCENES, Scene
from tests.ui.test_colours import contrast

SMALL, LARGE = (80, 24), (120, 40)
LEAST_CONTRAST = 4.5
"""Contrast ratio that WCAG 2.2 asks of text."""
LINES = set(" +-|`")
"""Characters of boxes and guides in ASCII, which need no contrast."""
NEUTRAL = {None, "default", 0, 7, 8, 15}
"""Numbers of the colours of a terminal that are shades of grey."""
DARKEST, LIGHTEST = {0}, {7, 15}
BY_NAME = {scene.name: scene for scene in SCENES}
SOME_SCENES = some(SCENES, 3, lambda scene: scene.name)


def drawn(app: App[Any]) -> Iterator[tuple[int, int, Segment]]:
    """Yield all pieces of text on the screen with their places."""
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            yield x, y, segment
            x += segment.cell_length


def texts(app: App[Any]) -> Iterator[tuple[str, Segment]]:
    """Yield the pieces of text of the screen on top, without boxes, guides and the dimmed screen below."""
    for x, y, segment in drawn(app):
        if set(segment.text) - LINES and segment.style is not None and app.screen.get_widget_at(x, y)[0] != app.screen:
            yield segment.text.strip(), segment


def number(colour: RichColor | None) -> int | str | None:
    """Return the number of a terminal's colour, "default", or the hexadecimal text of any other one."""
    if colour is None or colour.type is ColorType.DEFAULT:
        return "default"
    return colour.name if colour.type is ColorType.TRUECOLOR else colour.number


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until the screen has its new layout and colours."""
    await pilot.pause(0.1)
    await pilot.pause()


def pale(app: App[Any], theme: str) -> list[str]:
    """Return the texts whose colour is too near to their background."""
    found = []
    for text, segment in texts(app):
        style = segment.style
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        ratio = contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
        if ratio < LEAST_CONTRAST:
            found.append(f"{theme}: {text!r} {style.color.name} on {style.bgcolor.name}: {ratio:.1f}")
    return found


def unreadable(app: App[Any], theme: str) -> list[str]:
    """Return the texts that some terminal with sixteen colours of its own cannot show."""
    lost = DARKEST if theme == "ansi-dark" else LIGHTEST
    found = []
    for text, segment in texts(app):
        style = segment.style
        assert style is not None
        one, other = number(style.color), number(style.bgcolor)
        same = one == other and one != "default"
        hidden = {one, other} & {"default"} and {one, other} & lost
        if same or hidden or (isinstance(one, str) and one != "default") or not {one, other} & NEUTRAL:
            found.append(f"{theme}: {text!r} {one} on {other}")
    return found


@pytest.mark.parametrize("scene", SOME_SCENES)
async def test_every_text_can_be_read_in_ascii_and_in_all_themes(scene: Scene) -> None:
    async with opened_scene(scene, "ascii", SMALL) as pilot:
        app = pilot.app
        beyond = []
        for size in (SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            beyond += [segment.text for _, _, segment in drawn(app) if not segment.text.isascii()]
        assert not beyond, "characters beyond ASCII"
        faults = []
        for theme in (DARK, LIGHT, "ansi-dark", "ansi-light"):
            if isinstance(app.screen, CommandPalette) and theme != DARK:
                continue  # an open palette keeps its colours; it closes before the theme changes
            app.theme = theme
            await settled(pilot)
            faults += unreadable(app, theme) if theme.startswith("ansi") else pale(app, theme)
        assert not faults


@pytest.mark.parametrize("scene", SOME_SCENES)
async def test_every_text_can_be_read_without_colours_in_a_theme_that_is_chosen_later(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened_scene(scene, "no-color", SMALL) as pilot:
        app = pilot.app
        faults = [text for text, segment in texts(app) if _invisible(segment)]
        if not isinstance(app.screen, CommandPalette):  # an open palette keeps its colours
            for theme in ("ansi-dark", "ansi-light", LIGHT):
                app.theme = theme
                await settled(pilot)
                faults += [f"{theme}: {text}" for text, segment in texts(app) if _invisible(segment)]
        assert not faults


def _invisible(segment: Segment) -> bool:
    """Return whether a text has the colour of its background."""
    style = segment.style
    assert style is not None
    one, other = number(style.color), number(style.bgcolor)
    return one == other and one != "default"


def without_colours(app: App[Any], list_: OptionList | Tree[Any] | DataTable[Any]) -> list[tuple[str, Any]]:
    """Return the texts of a list with what is left of their styles where there are no colours."""
    return [
        (segment.text, (style.bold, style.reverse, style.underline))
        for x, y, segment in drawn(app)
        if (style := segment.style) is not None and list_.region.contains(x, y)
    ]


@pytest.mark.parametrize("look", ["no-color", "ansi"])
@pytest.mark.parametrize(
    ("name", "query"), [("home", ""), ("paths", ""), ("exercise", ""), ("class", ""), ("search", "a"), ("palette", "")]
)
async def test_the_marked_line_shows_without_colours(
    name: str, query: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "no-color":
        monkeypatch.setenv("NO_COLOR", "1")
    async with opened_scene(BY_NAME[name], look, SMALL) as pilot:
        app = pilot.app
        if query:
            app.screen.query_one(Input).value = query
        await until(pilot, lambda: len(_lists(app)) == 1, "one list is laid out")
        (found,) = _lists(app)
        assert isinstance(found, OptionList | Tree | DataTable)
        await until(pilot, lambda: _rows(found) > 1, "several lines")
        await settled(pilot)
        before = without_colours(app, found)
        if name == "home":
            await pilot.press("up")  # the mark is on the last line
        else:
            await pilot.press("down")
        await settled(pilot)
        after = without_colours(app, found)
        assert "".join(text for text, _ in before) == "".join(text for text, _ in after)
        assert before != after


def _lists(app: App[Any]) -> list[Any]:
    """Return the lists of the screen on top that have a place on it."""
    return [one for one in app.screen.query("OptionList, Tree, DataTable") if one.display and one.region]


def _rows(found: OptionList | Tree[Any] | DataTable[Any]) -> int:
    if isinstance(found, OptionList):
        return found.option_count
    return found.row_count if isinstance(found, DataTable) else found.last_line + 1

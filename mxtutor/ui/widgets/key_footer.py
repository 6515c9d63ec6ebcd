"""The last row of every screen: the keys that do something here, as many as have room."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

GAP = 1
"""Cells between two keys."""
PALETTE_SHOWN = 76
"""Narrower screens leave the palette's key to the keys of the screen."""


class FooterKey(NamedTuple):
    """A key in the footer, and where it is."""

    key: str
    """The key as the keyboard sends it."""
    shown: str
    """The key as people call it."""
    description: str
    enabled: bool
    tooltip: str
    start: int = 0
    """Its first column."""

    @property
    def end(self) -> int:
        """The column after it."""
        return self.start + Content(f"{self.shown} {self.description}".rstrip()).cell_length

    def content(self, *, hovered: bool) -> Content:
        """Return the key and what it does, bright under the pointer and dim if it does nothing now."""
        state = f"{'' if self.enabled else ' dim'}{' on $block-hover-background' if hovered else ''}"
        key = Content.styled(self.shown, f"bold $footer-key-foreground{state}")
        if not self.description:
            return key
        return Content.assemble(key, Content.styled(f" {self.description}", f"$footer-description-foreground{state}"))


class KeyFooter(Widget):
    """One row that draws all keys itself: Textual's footer makes a widget of 20 kB for each, again at each change."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom;
        height: 1;
        padding: 0 1;
        color: $footer-foreground;
        background: $footer-background;
    }
    """
    under_pointer: reactive[int | None] = reactive(None)
    """Position in `keys` of the key under the pointer."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: tuple[FooterKey, ...] = ()
        """The keys that have room, from left to right."""

    def on_mount(self) -> None:
        """Follow what the keys of the screen do."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_unmount(self) -> None:
        """Follow no longer."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def on_resize(self) -> None:
        """Show the keys that have room now."""
        self._choose()

    def _follow(self, screen: Screen[object]) -> None:
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            self.call_after_refresh(self._choose)

    def _choose(self) -> None:
        """Choose the keys that have room; the palette's key is at the right end."""
        if not self.is_attached:  # the screen has closed since
            return
        keys, last = self._offered()
        room = self.content_size.width
        if last is not None and last.end <= room:
            room -= last.end
            last = last._replace(start=room)
            room -= 2 * GAP + 1  # the line before it
        else:
            last = None
        placed: list[FooterKey] = []
        column = 0
        for key in keys:
            key = key._replace(start=column)
            if key.end > room:
                break
            placed.append(key)
            column = key.end + GAP
        chosen = (*placed, last) if last is not None else tuple(placed)
        if chosen != self.keys:
            self.keys, self.under_pointer = chosen, None
            self.refresh()

    def _offered(self) -> tuple[list[FooterKey], FooterKey | None]:
        """Return the keys that the screen offers, one for each action, and that of the palette."""
        keys: dict[str, FooterKey] = {}
        palette = None
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in keys:
                keys[binding.action] = self._key(binding, enabled, tooltip)
            if binding.key == self.app.COMMAND_PALETTE_BINDING and self.app.ENABLE_COMMAND_PALETTE:
                palette = self._key(binding, enabled, binding.tooltip)
        return list(keys.values()), palette if self.screen.size.width >= PALETTE_SHOWN else None

    def _key(self, binding: Binding, enabled: bool, tooltip: str) -> FooterKey:
        shown = self.app.get_key_display(binding)
        return FooterKey(binding.key, shown, binding.description, enabled, tooltip or binding.description)

    def render(self) -> Content:
        """Draw the keys."""
        parts: list[Content] = []
        column = 0
        for number, key in enumerate(self.keys):
            parts.append(self._before(key, key.start - column))
            parts.append(key.content(hovered=number == self.under_pointer))
            column = key.end
        return Content("").join(parts)

    def _before(self, key: FooterKey, cells: int) -> Content:
        """Return the space before a key, with a line where the palette's key is far from the others."""
        if cells <= GAP or key is not self.keys[-1]:
            return Content(" " * cells)
        line = " " if self.app.has_class("-ascii") else "▏"
        return Content.assemble(" " * (cells - 1), (line, "$foreground 20%"))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the key under the pointer, and say more about it."""
        self.under_pointer = self._at(event.x)
        self.tooltip = self.keys[self.under_pointer].tooltip if self.under_pointer is not None else None

    def on_leave(self) -> None:
        """Mark none."""
        self.under_pointer = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key under the pointer."""
        place = self._at(event.x)
        if place is None:
            return
        if self.keys[place].enabled:
            self.app.simulate_key(self.keys[place].key)
        else:
            self.app.bell()

    def _at(self, x: int) -> int | None:
        column = x - self.gutter.left
        return next((n for n, key in enumerate(self.keys) if key.start <= column < key.end), None)

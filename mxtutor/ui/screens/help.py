"""Help (the keys of the focused part, of the screen and of the app), and jump: a letter at each part focuses it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label, Static

from mxtutor.ui.keys import APP, HELP_DIALOG, JUMP, Key, KeyTable, keys_of
from mxtutor.ui.marked_text import GLUE
from mxtutor.ui.screens.base import KeepsFocus, TutorModal
from mxtutor.ui.widgets.options import Hanging

KEY_CELLS = 24
"""Width of the column with the keys, in cells."""
OWN_KEYS, USUAL_KEYS = 2, 5
"""Maximum number of keys of the focused part, and of keys in all, below its paragraph; the footer's come first."""
LEGEND = (
    "{0.todo} not tried   {0.tried} tried   {0.right} done   {0.gave_up} gave up   {0.known} known   "
    "{0.alert} error or crash"
)


class HelpModal(TutorModal[None]):
    """Explains the focused part and its usual keys; the same key again shows all keys."""

    KEYS = HELP_DIALOG

    def __init__(self, below: Screen[Any]) -> None:
        """Explain the focused part of the screen `below`; "all keys" are those of the part, the screen and the app."""
        super().__init__()
        self._part, self._screen = keys_of(below.focused), below.KEYS if isinstance(below, KeepsFocus) else None
        self._below = below
        self._usual = [
            binding.action for _, binding, enabled, _ in below.active_bindings.values() if binding.show and enabled
        ]
        """Actions in the footer, which are the usual ones of this screen."""
        self._all = self._part is None

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help", classes="box") as box:
            box.border_title = "Help"
            more = "" if self._all else f"{HELP_DIALOG.key('all')} shows all keys, "
            box.border_subtitle = f"{more}{HELP_DIALOG.key('dismiss')} closes"
            yield from self._all_keys() if self._all or self._part is None else self._about(self._part)

    async def go_on(self) -> None:
        """Show all keys; close if they are shown already."""
        if self._all:
            self.dismiss()
        else:
            await self.action_all()

    async def action_all(self) -> None:
        self._all = True
        await self.recompose()
        self.query_one("#help").focus()  # so that keys scroll it

    def _about(self, part: KeyTable) -> Iterator[Static]:
        """Yield the paragraph about the focused part, and its usual keys."""
        rows = list(self._offered(self._screen)) if self._screen is not None else []
        usual = [row for action in dict.fromkeys(self._usual) for row in rows if row.action == action] or rows
        own = list(self._offered(part))
        first = USUAL_KEYS - OWN_KEYS
        shown = [*usual[:first], *own, *usual[first:]][:USUAL_KEYS]
        text = (self._screen.about if self._screen else "") or part.about
        place = f"{self._screen.title}: {part.title[0].lower()}{part.title[1:]}" if self._screen else part.title
        yield Static(Content.assemble((place, "bold $text-primary"), f"\n{text}\n"))
        yield from key_rows(shown)

    def _all_keys(self) -> Iterator[Static]:
        """Yield all keys, those of the focused part first, and a legend of the marks."""
        for table in filter(None, (self._part, self._screen, APP)):
            yield Static(Content.styled(table.title, "bold $text-primary"))
            yield from key_rows(self._offered(table))
            yield Static()
        yield legend(LEGEND.format(self.tutor.glyphs))

    def _offered(self, table: KeyTable) -> Iterator[Key]:
        """Yield the rows of a table that have a key and work here under the rules."""
        for row in table.offered():
            closed = table is self._screen and self._below.check_action(row.action, ()) is False
            if row.shown and not closed and (not row.action or self.rules.action(table.id, row.action)):
                yield row


def key_rows(rows: Iterable[Key]) -> Iterator[Static]:
    """Yield a text for each row: the keys, then the help with a hanging indent."""
    for row in rows:
        yield Static(Hanging(Content.styled(f"  {row.names:<{KEY_CELLS - 1}} ", "bold"), Content(row.help)))


def legend(marks: str) -> Static:
    """Return a legend, in which each mark, after a line break or three blanks, stays beside its meaning."""
    return Static(Content(re.sub(r"(^|   )(\S+) ", rf"\1\2{GLUE}", marks, flags=re.MULTILINE)))


LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""Letters of the parts, in the order of the focus; those of the home row come first."""


class JumpModal(TutorModal[Widget]):
    """Shows letters over the screen below; the result is the chosen widget, or None."""

    DEFAULT_CSS = """
    JumpModal { background: $background 40%; align: left top; }
    JumpModal .jump-letter {
        position: absolute; width: 3; height: 1; background: $primary; color: $background; text-style: bold;
        text-align: center;
    }
    JumpModal .jump-letter:ansi, JumpModal .jump-letter:nocolor {
        text-style: bold reverse; background: transparent; color: $foreground;
    }
    JumpModal #jump-hint { dock: bottom; height: 1; width: 1fr; background: $panel; padding: 0 1; }
    """
    KEYS = JUMP

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._below = below
        parts = [part for part in below.focus_chain if part.region.overlaps(below.region)]
        self._parts = dict(zip(LETTERS, parts, strict=False))

    def compose(self) -> ComposeResult:
        """Make a letter for the upper left corner of each part."""
        for letter in self._parts:
            yield Label(letter, id=f"jump-{letter}", classes="jump-letter", markup=False)
        yield Label(f"A letter goes to its part; {JUMP.key('dismiss')} stays here.", id="jump-hint", markup=False)

    def on_mount(self) -> None:
        """Place the letters, and place them again when the layout of the screen below changes."""
        self._place()
        self._below.screen_layout_refresh_signal.subscribe(self, lambda _: self._place())

    def _place(self) -> None:
        taken: set[tuple[int, int]] = set()
        for letter, part in self._parts.items():
            label = self.query_one(f"#jump-{letter}")
            label.display = bool(part.region)  # a resize can hide a part
            if not label.display:
                continue
            x, y = max(part.region.x, 0), max(part.region.y, 0)
            while (x, y) in taken:
                x += 3
            taken.add((x, y))
            label.styles.offset = (x, y)

    def on_key(self, event: events.Key) -> None:
        part = self._parts.get(event.character or "")
        if part is not None and part.region:
            event.stop()
            self.dismiss(part)

    def on_click(self, event: Click) -> None:
        """Choose a part by a click on its letter; any other click stays here."""
        name = event.widget.id or "" if event.widget is not None else ""
        self.dismiss(self._parts.get(name.removeprefix("jump-")))

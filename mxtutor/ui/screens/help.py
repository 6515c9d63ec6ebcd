"""Help: the keys of the focused part, those of the screen below, those that work everywhere, and how to work here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.session.rules import PRACTICE
from mxtutor.ui.key_table import Key, KeyTable
from mxtutor.ui.keys import APP, DIALOGS, HELP_DIALOG
from mxtutor.ui.part_keys import keys_of
from mxtutor.ui.screens.base import TutorModal

KEY_CELLS = 18
"""Cells of the column with the keys; longer names have a line of their own."""
WORDS = "An answer is right when it behaves as the PyTorch reference does, however it is written."
LEGEND = "{todo} not tried   {tried} tried   {right} done   {gave_up} gave up   {alert} error or crash"


def table_of(screen: Screen[Any]) -> KeyTable | None:
    """Return the keys of a screen or a dialog; None for those of Textual."""
    ids = [binding.id or "" for bindings in screen._bindings.key_to_bindings.values() for binding in bindings]
    names = {name.partition(".")[0] for name in ids}
    return getattr(screen, "KEYS", None) or next((table for table in DIALOGS if table.id in names), None)


class HelpModal(TutorModal[None]):
    """Groups of keys; the group of the focused part is the first."""

    CSS_PATH = "help.tcss"
    BINDINGS = HELP_DIALOG.bindings()

    def __init__(self, below: Screen[Any], others: Sequence[KeyTable] = (APP,)) -> None:
        """Show the keys of the focused part, then those of the screen below, then `others`."""
        super().__init__()
        self._tables = [keys_of(below.focused), table_of(below), *others]

    def compose(self) -> ComposeResult:
        """Lay out the groups."""
        with VerticalScroll(id="help") as box:
            box.border_title = "Help"
            box.border_subtitle = f"{HELP_DIALOG.key('dismiss')} closes"
            yield Static(self._text(71), markup=False)

    @on(Resize)
    def wrap_again(self) -> None:
        """Wrap the text for the present width."""
        self.after_refresh(self._wrap)

    def _wrap(self) -> None:
        text = self.query_one("#help Static", Static)
        if text.content_size.width:
            text.update(self._text(text.content_size.width))

    def _text(self, width: int) -> Content:
        session = self.tutor.session
        rules = session.rules if session is not None else PRACTICE
        parts: list[Content] = []
        for table in self._tables:
            if table is None:
                continue
            rows = [row for row in table.offered() if not row.action or rules.action(table.id, row.action)]
            parts.append(Content.styled(table.title, "bold $text-primary"))
            parts += [line for row in rows for line in key_lines(row, width)]
            parts.append(Content(""))
        marks = self.tutor.glyphs
        legend = LEGEND.format(
            todo=marks.todo, tried=marks.tried, right=marks.right, gave_up=marks.gave_up, alert=marks.alert
        )
        return Content("\n").join([*parts, *map(Content, wrapped(WORDS, width)), *map(Content, wrapped(legend, width))])


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` cells; one line at least."""
    return textwrap.wrap(text, max(width, 20), break_long_words=False) or [""]


def key_lines(row: Key, width: int) -> Iterator[Content]:
    """Yield a row: keys, then what they do; further lines begin below the first word, not below the keys."""
    names, text = row.names, wrapped(row.help, width - KEY_CELLS - 2)
    if len(names) >= KEY_CELLS:
        yield Content.styled(f"  {names}", "bold")
        names = ""
    for number, line in enumerate(text):
        yield Content.assemble((f"  {names if not number else '':<{KEY_CELLS}}", "bold"), line)

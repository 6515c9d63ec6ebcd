"""Help: the keys of the screen below, and how to work here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.ui.allowed import EVERYTHING
from mxtutor.ui.key_table import KeyTable, in_browser
from mxtutor.ui.keys import APP, HELP_DIALOG, RACE, SCREENS
from mxtutor.ui.screens.base import TutorModal

KEY_CELLS = 18
"""Cells of the column with the keys."""

WORDS = (
    "An answer is right when it behaves as the PyTorch reference does,\nhowever it is written.",
    "{todo} not tried   {tried} tried   {right} done   {gave_up} gave up   {known} known   {alert} error or crash",
)


class HelpModal(TutorModal[None]):
    """Groups of keys; the group of the open screen is the first."""

    CSS_PATH = "help.tcss"
    BINDINGS = HELP_DIALOG.bindings()

    def __init__(self, below: Screen[Any], others: Sequence[KeyTable] = (APP, *SCREENS)) -> None:
        """Show the keys of the screen below, then `others`."""
        super().__init__()
        self._others = others
        self._table = getattr(below, "KEYS", None)
        """The keys of the screen below; None for a dialog."""

    def compose(self) -> ComposeResult:
        """Lay out the groups."""
        with VerticalScroll(id="help") as box:
            box.border_title = "Help"
            box.border_subtitle = f"{HELP_DIALOG.key('dismiss')} closes"
            yield Static(self._text(), markup=False)

    def _text(self) -> Content:
        first = [self._table] if self._table else []
        parts: list[Content] = []
        session = self.tutor.session
        allowed = session.allowed if session is not None else EVERYTHING
        others = [table for table in self._others if table.id not in [top.id for top in first]]
        for table in [*first, *(table for table in others if not (table is RACE and in_browser()))]:
            if not (table.id == "app" or allowed.screen(table.id)):
                continue
            rows = [row for row in table.offered() if not row.action or allowed.action(table.id, row.action)]
            parts.append(Content.styled(table.title, "bold $text-primary"))
            parts += [Content.assemble((f"  {row.names:<{KEY_CELLS}}", "bold"), row.help) for row in rows]
            parts.append(Content(""))
        marks = self.tutor.glyphs
        legend = WORDS[1].format(
            todo=marks.todo,
            tried=marks.tried,
            right=marks.right,
            gave_up=marks.gave_up,
            known=marks.known,
            alert=marks.alert,
        )
        return Content("\n").join([*parts, Content(WORDS[0]), Content(legend)])

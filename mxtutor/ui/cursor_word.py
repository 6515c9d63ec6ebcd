"""The name under the cursor of an editor."""

from __future__ import annotations

import keyword
import re

from textual.widgets import TextArea

_NAME = re.compile(r"[A-Za-z_][\w.]*")


def word_of(area: TextArea) -> str:
    """Return the selected text of an editor, else the dotted name under its cursor; empty if there is none."""
    if chosen := area.selected_text.strip():
        first = chosen.splitlines()[0][:80]
        return first if _NAME.search(first) else ""  # not the starter's "..."
    row, column = area.cursor_location
    line = area.document.get_line(row)
    names = (m for m in _NAME.finditer(line) if m.start() <= column <= m.end())
    name = next((m.group().strip(".") for m in names), "")
    return "" if keyword.iskeyword(name) else name

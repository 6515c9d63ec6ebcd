"""Draws a value per day as columns, in braille dots or in ASCII."""

from __future__ import annotations

from collections.abc import Sequence

_DOTS = (0x00, 0xC0, 0xE4, 0xF6, 0xFF)
"""Cells of braille with 0 to 4 full rows of dots, from below."""


def columns(values: Sequence[float], height: int, *, ascii_only: bool) -> list[str]:
    """Return the rows of a plot, the top one first, with one character per value; the greatest value has full height.

    A value above 0 has at least one dot.
    """
    most = max(values, default=0)
    steps = 2 if ascii_only else 4
    levels = [0 if value <= 0 else max(1, round(value / most * height * steps)) for value in values]
    rows = []
    for row in range(height - 1, -1, -1):
        parts = [min(max(level - row * steps, 0), steps) for level in levels]
        rows.append("".join(" .#"[part] if ascii_only else chr(0x2800 + _DOTS[part]) for part in parts))
    return rows

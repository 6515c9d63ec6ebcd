"""Coloured text for a terminal."""

from __future__ import annotations

import os
from typing import Any

import click


def paint(text: str, **style: Any) -> str:
    """Return styled text, or plain text under NO_COLOR."""
    return text if os.environ.get("NO_COLOR") else click.style(text, **style)


def inline_code(text: str) -> str:
    """Return a text without its backticks; text between two of them, also across lines, is painted."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a lone backtick does not mark code
        return text
    pieces = []
    for number, part in enumerate(parts):
        lines = part.split("\n")
        pieces.append("\n".join(paint(line, fg="cyan") if number % 2 and line.strip() else line for line in lines))
    return "".join(pieces)

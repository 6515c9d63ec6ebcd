"""Output of commands: messages, and coloured text for a terminal."""

from __future__ import annotations

import os
import shutil
import textwrap
from typing import Any

import click

from mxtutor.reporting.sanitize import clean_line

WIDEST = 100
"""Widest text, in columns."""


def tell(text: str) -> None:
    """Print a message on standard error; standard output is for the results of a command."""
    click.echo(f"mxtutor: {text}", err=True)


def columns() -> int:
    """Return the width of texts in this terminal, in columns."""
    return min(WIDEST, shutil.get_terminal_size().columns)


def paint(text: str, **style: Any) -> str:
    """Return styled text, or plain text under NO_COLOR; an empty text stays empty."""
    return text if not text or os.environ.get("NO_COLOR") else click.style(text, **style)


def inline_code(text: str) -> str:
    """Return a text without its backticks; text between two of them, also across lines, is painted."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a single backtick does not mark code
        return text
    pieces = []
    for number, part in enumerate(parts):
        lines = part.split("\n")
        pieces.append("\n".join(paint(line, fg="cyan") if number % 2 and line.strip() else line for line in lines))
    return "".join(pieces)


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text as lines that fit the terminal, with painted code; lines after the first begin with `indent`."""
    below = " " * len(indent)
    text, width = clean_line(text), columns()
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=below, break_on_hyphens=False)
    return inline_code("\n".join(lines)).splitlines()

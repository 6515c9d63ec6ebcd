"""Texts of authors made ready to show, with their code marked."""

from __future__ import annotations

import re

from textual.content import Content

from mxtutor.reporting.sanitize import plain


def prose(text: str, code: str = "bold $text-accent") -> Content:
    """Return a sentence of an author with what stands between backticks in the style of `code`."""
    parts = plain(text).strip().split("`")
    if len(parts) % 2 == 0:  # a lone backtick marks no code
        return Content(plain(text).strip())
    return Content.assemble(*((part, code) if number % 2 else part for number, part in enumerate(parts)))


def passage(markdown: str, code: str = "bold $text-accent") -> Content:
    """Return a text of an author with its inline code and its fenced code in the style of `code`.

    A fence and the language after it are not shown.
    """
    parts: list[Content] = []
    for number, piece in enumerate(re.split(r"^ *```.*$", plain(markdown), flags=re.MULTILINE)):
        if piece.strip():
            parts.append(Content.styled(piece.strip("\n"), code) if number % 2 else prose(piece, code))
    return Content("\n\n").join(parts)

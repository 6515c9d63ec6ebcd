"""Formats texts of the content for the screen, with code in a separate style."""

from __future__ import annotations

import re

from textual.content import Content

from mxtutor.reporting.sanitize import plain

GLUE = "\ue000"
"""Replaces a space in code at which no line may break; `themes.Spaces` draws it as a space."""
CODE = "bold $text-accent"
"""Style of code in a text."""
MOST_GLUED = 24
"""Characters of code that stay together; longer code may break, which is better than a gap at the end of a line."""


def glued(code: str) -> str:
    """Return inline code; in short code, spaces are replaced so that it stays in one line."""
    return code.replace(" ", GLUE) if len(code) <= MOST_GLUED else code


def prose(text: str, code: str = CODE) -> Content:
    """Return a styled sentence; text between backticks has the style `code`."""
    parts = plain(text).strip().split("`")
    if len(parts) % 2 == 0:  # a lone backtick marks no code
        return Content(plain(text).strip())
    return Content.assemble(*((glued(part), code) if number % 2 else part for number, part in enumerate(parts)))


def passage(markdown: str) -> Content:
    """Return a styled text; inline code and fenced code have the same style.

    A fence and the language after it are not shown.
    """
    parts: list[Content] = []
    for number, piece in enumerate(re.split(r"^ *```.*$", plain(markdown), flags=re.MULTILINE)):
        if piece.strip():
            parts.append(Content.styled(piece.strip("\n"), CODE) if number % 2 else prose(piece))
    return Content("\n\n").join(parts)

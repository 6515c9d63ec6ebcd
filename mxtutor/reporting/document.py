"""A report as data (sections with text, lists, tables and bars), and its HTML and Markdown forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from mxtutor.reporting.sanitize import clean_line

_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line; plain strings in a line are sentences with code between backticks."""

    shape: ClassVar = "code"
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """Text that is shown unchanged, such as a name; with a kind, a coloured mark is before it."""

    shape: ClassVar = "word"
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of shares from 0 to 1; only HTML draws it, Markdown shows its text."""

    shape: ClassVar = "bar"
    text: str
    parts: tuple[tuple[str, float, float, str], ...]
    """(kind, start, width, label) of each part."""
    mark: float | None = None
    """Position of a line that marks an estimate."""


Piece: TypeAlias = str | Code | Word | Bar
Line: TypeAlias = Piece | Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Text:
    shape: ClassVar = "text"
    line: Line
    style: str = ""
    """`note` for less important text, `warn` for a warning."""


@dataclass(frozen=True, slots=True)
class Items:
    shape: ClassVar = "items"
    lines: Sequence[Line]
    ordered: bool = False
    most: int | None = None
    """Maximum number of items in Markdown; HTML shows all."""


@dataclass(frozen=True, slots=True)
class Table:
    shape: ClassVar = "table"
    columns: Sequence[Line]
    rows: Sequence[Sequence[Line]]
    numbers: frozenset[Line] = frozenset()
    """Titles of right-aligned columns."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of code."""

    shape: ClassVar = "listing"
    code: str


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks with a heading."""

    shape: ClassVar = "section"
    title: Line
    blocks: Sequence[Block]
    look: str = ""
    """`box` for a highlighted section, `fold` for one that is folded at first."""


Block: TypeAlias = Text | Items | Table | Listing | Bar | Section


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    """Title of the browser window."""
    title: str
    blocks: Sequence[Block]


def html_text(document: Document) -> str:
    from mxtutor.reporting.pages import page  # loads Jinja, which few commands need

    return "".join(page("document", document=document, pieces=pieces))


def markdown_text(document: Document) -> str:
    return f"# {_piece(Word(document.title))}\n" + "".join(f"\n{block}\n" for block in _blocks(document.blocks, 2))


def pieces(line: Line) -> Sequence[Piece]:
    return [line] if isinstance(line, (str, Code, Word, Bar)) else line


def _blocks(blocks: Sequence[Block], level: int) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Section):
            yield f"{'#' * level} {_line(block.title)}"
            yield from _blocks(block.blocks, level + 1)
        elif isinstance(block, Text):
            yield _line(block.line)
        elif isinstance(block, Items):
            yield "\n".join(_items(block))
        elif isinstance(block, Table):
            rows = [block.columns, ["---"] * len(block.columns), *block.rows]
            yield "\n".join(f"| {' | '.join(map(_line, row))} |" for row in rows)
        elif isinstance(block, Listing):
            yield f"```python\n{block.code}\n```"


def _items(block: Items) -> Iterator[str]:
    for number, line in enumerate(block.lines[: block.most], 1):
        yield f"{f'{number}.' if block.ordered else '-'} {_line(line)}"
    if block.most is not None and (more := len(block.lines) - block.most) > 0:
        yield f"- and {more} more"


def _line(line: Line) -> str:
    return "".join(map(_piece, pieces(line)))


def _piece(piece: Piece) -> str:
    """Return Markdown that breaks no line, table or markup of the page."""
    if isinstance(piece, Code):
        return f"`{_inert(piece.text)}`"
    if isinstance(piece, Word):
        return _inert(piece.text.replace("\\", "\\\\"))
    parts = _CODE.split(piece if isinstance(piece, str) else piece.text)
    return "".join(_piece(Code(part) if number % 2 else Word(part)) for number, part in enumerate(parts))


def _inert(text: str) -> str:
    return clean_line(text).replace("`", "'").replace("|", "\\|").replace("<", "&lt;")

"""Markdown and arrays as lines that can be read aloud: one idea per line, tables as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mxtutor.counts import count

MOST_ROWS = 12
"""Rows of an array that are read one by one."""
_ARRAY = re.compile(r"(?P<head>[^\[]*)(?P<body>\[\s*\[[\[\]\s,\w.+-]*\]\s*\])(?P<tail>[^\[\]]*)")
"""A printed array of two or more axes, with what stands before and after it: its type, its shape."""
_BRACKET = re.compile(r"\[|\]|[^\[\]]+")
_ARGUMENT = re.compile(r"\n(?=[A-Za-z_]\w* = )")
"""The line break before an argument."""
_UNITS = {"min": "minute", "h": "hour", "s": "second"}
_TIME = re.compile(r"(\d+(?:\.\d+)?) (min|h|s)\b")
_WHOLE = re.compile(r"(-?\d+)\.0?")
"""A whole number with a decimal point at its end."""


def prose(text: str) -> str:
    """Return a text of one paragraph without the marks of code."""
    return text.replace("`", "")


def ended(sentence: str) -> str:
    """Return a sentence with a full stop, unless it ends with a mark."""
    return f"{sentence}." if sentence and sentence[-1].isalnum() else sentence


def spelled(text: str) -> str:
    """Return a sentence with words for units of time: "2 h 10 min" is "2 hours 10 minutes"."""
    return _TIME.sub(lambda found: f"{found[1]} {_UNITS[found[2]]}{'' if found[1] == '1' else 's'}", text)


def spoken(markdown: str) -> Iterator[str]:
    """Yield Markdown as lines: a sentence per line as in the source, code with its number of lines."""
    tokens = MarkdownIt().enable("table").parse(markdown)
    items: list[str] = []
    """What stands before the next line of each open list: a number, or nothing."""
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "table_open":
            end = next(i for i in range(place, len(tokens)) if tokens[i].type == "table_close")
            yield from _table(tokens[place:end])
            place = end
        elif token.type in ("fence", "code_block"):
            yield from code_lines("Code", token.content)
        elif token.type == "list_item_open":
            items.append(f"{token.info}. " if token.info else "- ")
        elif token.type == "list_item_close" and items:
            items.pop()
        elif token.type == "inline":
            heading = place > 0 and tokens[place - 1].type == "heading_open"
            first = "Heading: " if heading else items[-1] if items else ""
            for line in _inline(token).splitlines():
                yield f"{first}{line.strip()}"
                first = ""
            if items:
                items[-1] = ""
        place += 1


def code_lines(title: str, source: str) -> Iterator[str]:
    """Yield code after a line that says how many lines it has."""
    lines = source.strip("\n").splitlines()
    yield f"{title}, {count(len(lines), 'line')}:"
    yield from lines
    yield "End of code."


def _inline(token: Token) -> str:
    parts = []
    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type in ("text", "code_inline", "image"):
            parts.append(child.content)
    return "".join(parts)


def _table(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the rows of a table, each cell after the title of its column."""
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token))
    titles, *others = rows or [[]]
    yield f"Table with {count(len(others), 'row')}."
    for number, row in enumerate(others, 1):
        cells = [f"{title}: {cell}" if title else cell for title, cell in zip(titles, row, strict=False) if cell]
        yield f"Row {number}. {'; '.join(cells)}."


def position(index: Sequence[int]) -> str:
    """Return a position in an array in words, counted from 1, with Python's index: "Row 2, column 1 (index [1, 0])"."""
    code = f"index [{', '.join(map(str, index))}]"
    if not index:
        return "The only value"
    if len(index) == 1:
        return f"Element {index[0] + 1} ({code})"
    if len(index) == 2:
        return f"Row {index[0] + 1}, column {index[1] + 1} ({code})"
    return f"Position {', '.join(str(place + 1) for place in index)} ({code})"


def value_lines(title: str, shown: str, most: int | None = MOST_ROWS) -> Iterator[str]:
    """Yield a value as it was printed; an array of two or more axes row by row, at most `most` rows."""
    text = shown.strip("\n")
    array = _ARRAY.fullmatch(text)
    rows = _rows(array["body"]) if array is not None and "..." not in text else []
    if array is not None and rows and (len(rows) > 1 or "\n" in text):
        around = (
            array["head"].strip(" \n#").removesuffix("(").strip(),
            array["tail"].strip().removeprefix(")").strip(" #"),
        )
        about = ", ".join(part for part in around if part)
        yield f"{title}{f', {about}' if about else ''}, {count(len(rows), 'row')}:"
        for index, row in rows[:most]:
            block = f"Block {', '.join(map(str, index[:-1]))}, row" if len(index) > 1 else "Row"
            yield f"{block} {index[-1]}: {', '.join(_number(cell) for cell in row)}."
        if most is not None and len(rows) > most:
            yield f"{count(len(rows) - most, 'more row')}."
    elif "\n" in text:
        yield f"{title}, {count(len(text.splitlines()), 'line')}:"
        yield from text.splitlines()
    else:
        yield f"{title}: {text}"


def _rows(body: str) -> list[tuple[tuple[int, ...], list[str]]]:
    """Return the rows of nested brackets with numbers, each with its place in every outer axis, from 1.

    Return nothing for a list that is no array: its brackets do not match, or its rows have different depths.
    """
    places: list[int] = []
    """How many brackets were opened so far inside of each open one."""
    found = []
    for part in _BRACKET.findall(body):
        if part == "[":
            if places:
                places[-1] += 1
            places.append(0)
        elif part == "]" and places:
            places.pop()
        elif part == "]":
            return []
        elif cells := part.replace(",", " ").split():
            found.append((tuple(places[:-1]), cells))
    depths = {len(index) for index, _ in found}
    return found if not places and len(depths) == 1 and 0 not in depths else []


def input_lines(inputs: str) -> Iterator[str]:
    """Yield the arguments of a case, each with its name."""
    for part in _ARGUMENT.split(inputs.strip("\n")):
        name, equals, value = part.partition(" = ")
        if equals and name.isidentifier():
            yield from value_lines(f"Input {name}", value)
        elif part.strip():
            yield from value_lines("Input", part)


def _number(cell: str) -> str:
    """Return a number without a decimal point at its end."""
    whole = _WHOLE.fullmatch(cell)
    return whole[1] if whole is not None else cell

"""Converts Markdown, arrays and reports to lines that can be read aloud: short lines, tables as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mxtutor.counts import count
from mxtutor.grading.protocol import Aspect, ErrorDetail, Play, Report, Review, SnippetRun, Verdict
from mxtutor.reporting.sections import MOST_NOTES, Sections, array_rows, both_texts, note_text, sections_of, worse_text

MOST_ROWS = 12
"""Maximum number of rows of an array that are read."""
MOST_OUTPUT = 20
"""Maximum number of lines of output after a verdict; `details` shows all."""
_ARRAY = re.compile(r"(?P<head>[^\[]*)(?P<body>\[\s*\[[\[\]\s,\w.+-]*\]\s*\])(?P<tail>[^\[\]]*)")
"""A printed array of two or more axes, with the text before and after it, such as its type and shape."""
_ARGUMENT = re.compile(r"\n(?=[A-Za-z_]\w* = )")
"""The line break before an argument."""
_UNITS = {"min": "minute", "h": "hour", "s": "second"}
_TIME = re.compile(r"(\d+(?:\.\d+)?) (min|h|s)\b")
_WHOLE = re.compile(r"(-?\d+)\.0?")
"""A whole number with a decimal point at its end."""


def prose(text: str) -> str:
    """Return the text of one paragraph without backticks."""
    return text.replace("`", "")


def ended(sentence: str) -> str:
    """Return a sentence with a full stop, unless it ends with punctuation."""
    return f"{sentence}." if sentence and sentence[-1].isalnum() else sentence


def spelled(text: str) -> str:
    """Return a sentence with abbreviated units of time written out: "2 hours 10 minutes" for "2 h 10 min"."""
    return _TIME.sub(lambda found: f"{found[1]} {_UNITS[found[2]]}{'' if found[1] == '1' else 's'}", text)


def spoken(markdown: str) -> Iterator[str]:
    """Yield Markdown as lines, as they are broken in the source; code blocks begin with their number of lines."""
    tokens = MarkdownIt().enable("table").parse(markdown)
    items: list[str] = []
    """Prefix of the next line in each open list: a number, or empty."""
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
    """Yield code, after a line with its number of lines."""
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
    """Yield the rows of a table; each cell follows the header of its column."""
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
    """Return a position in an array in words, from 1, with the index: "Row 2, column 1 (index [1, 0])"."""
    code = f"index [{', '.join(map(str, index))}]"
    if not index:
        return "The only value"
    if len(index) == 1:
        return f"Element {index[0] + 1} ({code})"
    if len(index) == 2:
        return f"Row {index[0] + 1}, column {index[1] + 1} ({code})"
    return f"Position {', '.join(str(place + 1) for place in index)} ({code})"


def value_lines(title: str, shown: str, most: int | None = MOST_ROWS) -> Iterator[str]:
    """Yield a printed value; an array of two or more axes is read row by row, at most `most` rows."""
    text = shown.strip("\n")
    array = _ARRAY.fullmatch(text)
    rows = array_rows(array["body"]) if array is not None and "..." not in text else []
    if array is not None and rows and rows[0][0] and (len(rows) > 1 or "\n" in text):
        around = (
            array["head"].strip(" \n#").removesuffix("(").strip(),
            array["tail"].strip().removeprefix(")").strip(" #"),
        )
        about = ", ".join(part for part in around if part)
        yield f"{title}{f', {about}' if about else ''}, {count(len(rows), 'row')}:"
        for index, row in rows[:most]:
            *outer, last = (str(place + 1) for place in index)
            block = f"Block {', '.join(outer)}, row" if outer else "Row"
            yield f"{block} {last}: {', '.join(_number(cell) for cell in row)}."
        if most is not None and len(rows) > most:
            yield f"{count(len(rows) - most, 'more row')}."
    elif "\n" in text:
        yield f"{title}, {count(len(text.splitlines()), 'line')}:"
        yield from text.splitlines()
    else:
        yield f"{title}: {text}"


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


def verdict_lines(report: Report, *, full: bool, helped: bool = True, advised: bool = True) -> Iterator[str]:
    """Yield a report as sentences: the verdict, the reason, and the differences in the first failed case.

    Without `full`, a known mistake is only named; without `helped`, the command `details` is not mentioned; without
    `advised`, there is no advice.
    """
    parts = sections_of(report, full=full, advised=advised)
    yield f"Verdict: {parts.word}."
    yield from filter(None, [ended(prose(parts.said))])
    yield from map(prose, parts.why)
    yield from (f"Note: {prose(flag)}" for flag in parts.flags)
    for error in parts.failures:
        yield from _error(error, fits=parts.tells(error))
    if parts.failing is not None and not parts.chosen:
        yield from filter(None, [ended(parts.failing.place)])
        if not helped:  # if the command `details` will not read them
            yield from input_lines(parts.failing.rest)
        for aspect in parts.failing.failed[:1]:
            yield from _failed(aspect, parts, helped=helped)
    if parts.remark:
        yield parts.remark
    if parts.output:
        yield from output_lines(parts.output, helped=helped)


def verdict_again(report: Report, *, changed: bool = False) -> str:
    """Return verdict and headline of the last check; `changed` means that the answer has changed since."""
    parts = sections_of(report)
    of = ", of the text before your change" if changed else ""
    return f"The last verdict{of}: {parts.word}. {ended(prose(parts.said))}".rstrip()


def detail_lines(report: Report) -> Iterator[str]:
    """Yield the details of a report: inputs, other aspects, full values, traceback, output, all cases, the seed."""
    parts = sections_of(report)
    case = None if parts.chosen else parts.failing
    if case is not None:
        yield from input_lines(case.inputs)
        if case.passed:
            yield f"Right in this case: {', '.join(case.passed)}."
        for number, aspect in enumerate(case.failed):
            if number:
                yield f"{aspect.aspect}: {prose(aspect.message) or 'not right'}"
            if aspect.expected:
                yield from value_lines(f"{aspect.aspect}, expected", aspect.expected, most=None)
            if aspect.got:
                yield from value_lines(f"{aspect.aspect}, got", aspect.got, most=None)
    for error in parts.failures:
        if error.full:
            yield from code_lines("Traceback", error.full)
    if case is not None and case.repro:
        yield from code_lines("To see it again, run", case.repro)
    if parts.output:
        yield from output_lines(parts.output, most=None)
    if len(parts.cases) > 1:
        wrong = [str(one.number) for one in parts.cases if one.verdict is not Verdict.RIGHT]
        listed = f" Not right: {', '.join(wrong)}." if wrong else ""
        yield f"{parts.right} of {len(parts.cases)} cases are right.{listed}"
    if case is not None and report.seed:
        yield f"The seed of the inputs is {report.seed}."


def _error(error: ErrorDetail, *, fits: bool) -> Iterator[str]:
    if not fits:
        yield error.summary
    for frame in reversed(error.frames):  # without the line of carets that marks a column
        yield "In your code, " + "\n".join(line for line in frame.split("\n") if line.strip(" ^"))


def _failed(aspect: Aspect, parts: Sections, *, helped: bool) -> Iterator[str]:
    """Yield the sentences about a failed aspect, without those in the headline."""
    found = aspect.difference
    if found is not None and found.worst:
        said = f"{found.differing} of {count(found.total, 'value')} differ"
        if said not in parts.headline:
            yield f"{aspect.aspect}: {said}."
        for worst in found.worst:
            yield f"{position(worst.index)}: expected {worst.expected:.7g}, got {worst.got:.7g}."
        if found.differing > len(found.worst):
            more = " The command details reads whole arrays." if helped else ""
            yield f"{count(found.differing - len(found.worst), 'more difference')}.{more}"
        return
    if not aspect.message or not parts.says(aspect.message):
        yield f"{aspect.aspect}: {prose(aspect.message) or 'not right'}"
    for label, text in both_texts(aspect):
        yield from value_lines(label.capitalize(), text)


def output_lines(output: str, most: int | None = MOST_OUTPUT, *, helped: bool = True) -> Iterator[str]:
    """Yield the output of an answer, at most `most` lines."""
    lines = output.strip("\n").splitlines()
    shown = lines if most is None else lines[:most]
    yield f"Your code printed {count(len(lines), 'line')}:"
    yield from shown
    if len(shown) < len(lines):
        yield f"{count(len(lines) - len(shown), 'more line')}.{' The command details reads all.' if helped else ''}"
    yield "End of output."


def review_lines(review: Review) -> Iterator[str]:
    """Yield the notes on a right answer, and the costs in which it exceeds the solution."""
    for note in review.notes[:MOST_NOTES]:
        yield f"Note: {prose(note_text(note))}"
    yield from filter(None, [worse_text(review.cost)])


def run_lines(title: str, run: SnippetRun) -> Iterator[str]:
    """Yield the result of code: its output, then its value or its error."""
    if run.broken:
        yield f"{title}: it could not run; this is not your fault. {run.broken}"
        return
    if run.output.strip():
        yield f"{title} prints:"
        yield from run.output.strip("\n").splitlines()
    if run.value.strip():
        yield from value_lines(f"{title} gives", run.value)
    if run.error is not None:
        where = f" (line {run.error.line})" if run.error.line else ""
        yield f"{title} raises {run.error.summary}{where}"
    elif not run.value.strip() and not run.output.strip():
        yield f"{title} prints nothing and has no value."


def play_lines(play: Play, *, reference: bool = True) -> Iterator[str]:
    """Yield the results of reference and draft for the same arguments; without `reference`, only of the draft."""
    if play.inputs.strip():
        yield from input_lines(play.inputs)
    if reference:
        yield from run_lines("PyTorch", play.torch)
    yield from run_lines("Your draft", play.mxnet)

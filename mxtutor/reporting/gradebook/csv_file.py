"""A gradebook as CSV: a row per learner. No cell is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.reporting.sanitize import clean

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def inert(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula; headlines and names hold text from outside."""
    if not isinstance(cell, str):
        return cell
    text = clean(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


def joinable(name: str) -> str:
    """Return a learner's name as an id to join tables by: unchanged, except that some characters are percent-encoded.

    Those are a first character that would make the cell a formula, `%`, control characters and line breaks;
    `urllib.parse.unquote` gives the name back.
    """
    coded = "".join(c if c.isprintable() and c != "%" else quote(c, errors="backslashreplace") for c in name)
    return f"{_coded(coded[0])}{coded[1:]}" if coded.startswith(_FORMULA) else coded


def _coded(character: str) -> str:
    """Return a character in percent-encoding, those too that `quote` leaves as they are."""
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _reason(result: Result) -> str:
    if not result.override:
        return ""
    return result.override.reason + (" (for an earlier answer)" if result.outdated else "")


def csv_parts(book: Gradebook) -> Iterator[str]:
    """Yield the rows: one per learner, with one column per exercise that has the verdict that counts."""
    header = book.header
    counts: dict[str, int] = {}
    for one in book.unread:
        counts[one.learner] = counts.get(one.learner, 0) + 1
    points = ["score", "possible"] if book.scoring else []
    names = ["learner", "learner_id", "right", "handed_in", "exercises", *points, "unread", "flags", "overrides"]
    run = ["partial", "content", "versions", "seed", "started", "options"]
    yield _row([*names, *book.exercises, *run])
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        score = book.total_score(learner)
        flags = "; ".join(f"{r.exercise}: {flag.code}" for r in own.values() for flag in r.flags)
        made = "; ".join(f"{r.exercise}: {_reason(r)}" for r in own.values() if r.override)
        verdicts = [own[i].verdict.value if i in own else "" for i in book.exercises]
        scored = [f"{score.points:g}", f"{score.of:g}"] if score else []
        right = sum(r.right for r in own.values())
        cells = [learner, joinable(learner), right, len(own), book.total, *scored, counts.get(learner, 0), flags, made]
        last = [
            "partial" if book.partial else "", header.content[:12], header.versions_text, header.seed, header.started,
            header.options_text,
        ]  # fmt: skip
        yield _row([*cells, *verdicts, *last])


def _row(cells: Sequence[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([inert(cell) for cell in cells])
    return text.getvalue()

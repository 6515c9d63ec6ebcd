"""A gradebook as CSV: long (a row per answer) or wide (a row per learner). No cell is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.hand_ins import Unread
from mxtutor.reporting.gradebook.summary import PARTIAL
from mxtutor.reporting.sanitize import clean

UNREAD = "unread"
"""In place of a verdict: what was handed in and could not be read."""
_LONG = ("learner", "exercise", "verdict", "headline", "diagnosis", "cases_right", "cases", "seconds", "seed", "flags",
         "learner_id", "graded_verdict", "override_reason", "late", "score", "possible", "content", "versions",
         "started", "options", "lost", "late_seconds", "evidence")  # fmt: skip
"""Columns; the first ten are those of earlier releases."""
_NO_LATENESS: list[object] = ["", "", ""]
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


def long_parts(book: Gradebook) -> Iterator[str]:
    """Yield the rows of the long form: one per answer and one per file that could not be read."""
    header = book.header
    run = [header.content[:12], header.versions_text, header.started, header.options_text]
    unread: dict[str, list[Unread]] = {}
    for one in book.unread:
        unread.setdefault(one.learner, []).append(one)
    yield _row(_LONG)
    for learner in book.learners:
        for result in book.of(learner):
            yield _row([*_cells(book, result), *run, *_late_cells(book, result)])
        for one in unread.get(learner, ()):
            yield _row([*_unread_cells(one), *run, *_NO_LATENESS])
    for one in unread.get("", ()):
        yield _row([*_unread_cells(one), *run, *_NO_LATENESS])
    if book.partial:
        yield _row(["", "", "partial", PARTIAL, *[""] * (len(_LONG) - 4)])


def _cells(book: Gradebook, result: Result) -> list[object]:
    score = book.score(result)
    return [
        result.learner,
        result.exercise,
        result.verdict.value,
        result.headline,
        " ".join(mistake.code for mistake in result.mistakes),
        result.cases_right,
        result.cases,
        f"{result.seconds:.3f}",
        result.seed,
        " ".join(flag.code for flag in result.flags),
        joinable(result.learner),
        result.graded.value if result.override and result.place >= 0 else "",
        _reason(result),
        "late" if result.late else "",
        f"{score.points:g}" if score else "",
        f"{score.of:g}" if score else "",
    ]


def _late_cells(book: Gradebook, result: Result) -> list[object]:
    """Return what lateness cost, how late the answer was, and how its time is known; blanks without points."""
    score = book.score(result)
    if score is None:
        return _NO_LATENESS
    late = "" if score.late is None else round(score.late.total_seconds())
    return [f"{score.lost:g}", late, score.evidence]


def _reason(result: Result) -> str:
    if not result.override:
        return ""
    return result.override.reason + (" (for an earlier answer)" if result.outdated else "")


def _unread_cells(one: Unread) -> list[object]:
    identity = joinable(one.learner)
    return [one.learner, one.nearest, UNREAD, f"{one.path}: {one.reason}", "", 0, 0, "", "", "", identity, *[""] * 5]


def wide_parts(book: Gradebook) -> Iterator[str]:
    """Yield the rows of the wide form: one per learner, one column per exercise with the verdict that counts."""
    header = book.header
    counts: dict[str, int] = {}
    for one in book.unread:
        counts[one.learner] = counts.get(one.learner, 0) + 1
    points = ["score", "possible"] if book.scoring else []
    names = ["learner", "learner_id", "right", "handed_in", "exercises", *points, "unread", "overrides"]
    run = ["partial", "content", "versions", "seed", "started", "options"]
    yield _row([*names, *book.exercises, *run])
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        score = book.total_score(learner)
        made = "; ".join(f"{r.exercise}: {_reason(r)}" for r in own.values() if r.override)
        verdicts = [own[i].verdict.value if i in own else "" for i in book.exercises]
        scored = [f"{score.points:g}", f"{score.of:g}"] if score else []
        right = sum(r.right for r in own.values())
        cells = [learner, joinable(learner), right, len(own), book.total, *scored, counts.get(learner, 0), made]
        last = [
            "partial" if book.partial else "", header.content[:12], header.versions_text, header.seed, header.started,
            header.options_text,
        ]  # fmt: skip
        yield _row([*cells, *verdicts, *last])


def _row(cells: Sequence[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([inert(cell) for cell in cells])
    return text.getvalue()

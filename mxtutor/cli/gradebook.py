"""The results of a class, and the files that they are written to."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.classroom.hand_ins import Unread, unread_lines
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.private_files import write_private
from mxtutor.reporting.sanitize import clean, clean_line
from mxtutor.reporting.words import VERDICT_MARKS

UNREAD = "unread"
"""In place of a verdict: what was handed in and could not be read."""


@dataclass(slots=True)
class Gradebook:
    """Reports by learner."""

    total: int
    """Exercises that the course has."""
    learners: tuple[str, ...]
    results: dict[str, list[Report]] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    """What was handed in and could not be read; without a learner for files beside the learners' folders."""
    partial: bool = False
    """Whether the grading was interrupted, so that results are missing."""

    def add(self, learner: str, report: Report) -> None:
        """Enter one report."""
        self.results.setdefault(learner, []).append(report)

    def sort(self, order: Sequence[str]) -> None:
        """Bring each learner's reports into the course's order."""
        rank = {identity: i for i, identity in enumerate(order)}
        for reports in self.results.values():
            reports.sort(key=lambda r: rank[r.exercise])

    def right(self, learner: str) -> int:
        """Return how many of a learner's answers are right."""
        return sum(r.verdict is Verdict.RIGHT for r in self.results.get(learner, ()))

    def unread_of(self, learner: str) -> tuple[Unread, ...]:
        """Return what a learner handed in that could not be read."""
        return tuple(one for one in self.unread if one.learner == learner)

    def summary(self) -> Iterator[str]:
        """Yield one line per learner, safe to print, and one per file that could not be read."""
        if self.partial:
            yield "PARTIAL: the grading was interrupted; results are missing."
        names = {learner: clean_line(learner) for learner in self.learners}
        width = max(map(len, names.values()), default=0)
        for learner, name in names.items():
            given = len(self.results.get(learner, ()))
            unread = len(self.unread_of(learner))
            rest = f", {unread} not read" if unread else ""
            yield f"{name:{width}}  {self.right(learner):3} right of {given:3} handed in, {self.total} exercises{rest}"
        for line in unread_lines(self.unread):
            yield f"not read: {clean_line(line)}"


def _json(book: Gradebook) -> str:
    learners = [
        {
            "learner": learner,
            "right": book.right(learner),
            "total": book.total,
            "results": [r.to_json() for r in book.results.get(learner, ())],
            "unread": [_unread(one) for one in book.unread_of(learner)],
        }
        for learner in book.learners
    ]
    page = {"version": 1, "partial": book.partial, "learners": learners}
    page["unread"] = [_unread(one) for one in book.unread_of("")]
    return json.dumps(page, ensure_ascii=False, indent=1) + "\n"


def _unread(one: Unread) -> dict[str, str]:
    return {"path": one.path, "reason": one.reason, "nearest": one.nearest}


def _csv(book: Gradebook) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ["learner", "exercise", "verdict", "headline", "diagnosis", "cases_right", "cases", "seconds", "seed", "flags"]
    )
    for learner in book.learners:
        for r in book.results.get(learner, ()):
            good = sum(c.verdict is Verdict.RIGHT for c in r.cases)
            slips = " ".join(d.code for d in r.diagnosis)
            cells = [
                learner,
                r.exercise,
                r.verdict.value,
                r.headline,
                slips,
                good,
                len(r.cases),
                f"{r.seconds:.3f}",
                r.seed,
                " ".join(flag.code for flag in r.flags),
            ]
            rows.writerow([_inert(c) for c in cells])
        for one in book.unread_of(learner):
            rows.writerow(_unread_row(one))
    for one in book.unread_of(""):
        rows.writerow(_unread_row(one))
    if book.partial:
        rows.writerow(["", "", "partial", "The grading was interrupted; results are missing."])
    return text.getvalue()


def _unread_row(one: Unread) -> list[object]:
    cells: list[object] = [one.learner, one.nearest, UNREAD, f"{one.path}: {one.reason}", "", 0, 0, "", ""]
    return [_inert(cell) for cell in cells]


_FORMULA = tuple("=+-@\t\n＝＋－＠")


def _inert(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula; headlines hold learners' text."""
    if not isinstance(cell, str):
        return cell
    text = clean(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>mxtutor: class</title>
<style>body{{font:14px system-ui;margin:2em}}table{{border-collapse:collapse}}
td,th{{padding:2px 6px;border:1px solid #8884}}
th.x{{writing-mode:vertical-rl;font-weight:normal}}.right{{background:#2e7d3266}}.wrong,.error{{background:#c6282866}}
.timeout,.crash{{background:#ef6c0066}}.broken{{background:#6a1b9a66}}</style>
<h1>Class</h1>{partial}<table><tr><th>learner<th>right{heads}</tr>{rows}</table>{unread}</html>
"""


def _html(book: Gradebook) -> str:
    ids = list(dict.fromkeys(r.exercise for learner in book.learners for r in book.results.get(learner, ())))
    heads = "".join(f'<th class="x">{html.escape(i)}' for i in ids)
    rows = []
    for learner in book.learners:
        found = {r.exercise: r for r in book.results.get(learner, ())}
        cells = "".join(_cell(found.get(i)) for i in ids)
        rows.append(f"<tr><td>{html.escape(learner)}<td>{book.right(learner)} of {book.total}{cells}</tr>")
    partial = "<p><strong>Partial: the grading was interrupted; results are missing.</strong>" if book.partial else ""
    listed = "".join(f"<li>{html.escape(line)}" for line in unread_lines(book.unread))
    unread = f"<h2>Not read</h2><ul>{listed}</ul>" if listed else ""
    return _PAGE.format(heads=heads, rows="\n".join(rows), partial=partial, unread=unread)


def _cell(report: Report | None) -> str:
    if report is None:
        return "<td>"
    mark = VERDICT_MARKS[report.verdict]
    title = html.escape("\n".join([report.headline, *(flag.message for flag in report.flags)]), quote=True)
    flag = "⚑" if report.flags else ""
    return f'<td class="{report.verdict.value}" title="{title}">{mark}{flag}'


WRITERS: dict[str, Callable[[Gradebook], str]] = {".json": _json, ".csv": _csv, ".html": _html}
"""Ending of a file's name, to what makes its text."""


def partial_path(path: Path) -> Path:
    """Return the name under which an unfinished gradebook is written: class.partial.json for class.json."""
    return path.with_name(f"{path.stem}.partial{path.suffix}")


def write(book: Gradebook, path: Path) -> None:
    """Write the gradebook whole or not at all; only its owner can read it.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        write_private(path, WRITERS[path.suffix](book).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error

"""The results of a class, and the files that they are written to."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.cli.text import clean
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, Verdict


@dataclass(slots=True)
class Gradebook:
    """Reports by learner."""

    total: int
    """Exercises that the course has."""
    learners: tuple[str, ...]
    results: dict[str, list[Report]] = field(default_factory=dict)

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

    def summary(self) -> Iterator[str]:
        """Yield a line a learner."""
        width = max(map(len, self.learners), default=0)
        for learner in self.learners:
            given = len(self.results.get(learner, ()))
            yield f"{learner:{width}}  {self.right(learner):3} right of {given:3} handed in, {self.total} exercises"


def _json(book: Gradebook) -> str:
    learners = [
        {
            "learner": learner,
            "right": book.right(learner),
            "total": book.total,
            "results": [r.to_json() for r in book.results.get(learner, ())],
        }
        for learner in book.learners
    ]
    return json.dumps({"version": 1, "learners": learners}, ensure_ascii=False, indent=1) + "\n"


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
    return text.getvalue()


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
<h1>Class</h1><table><tr><th>learner<th>right{heads}</tr>{rows}</table></html>
"""


def _html(book: Gradebook) -> str:
    ids = list(dict.fromkeys(r.exercise for learner in book.learners for r in book.results.get(learner, ())))
    heads = "".join(f'<th class="x">{html.escape(i)}' for i in ids)
    rows = []
    for learner in book.learners:
        found = {r.exercise: r for r in book.results.get(learner, ())}
        cells = "".join(_cell(found.get(i)) for i in ids)
        rows.append(f"<tr><td>{html.escape(learner)}<td>{book.right(learner)} of {book.total}{cells}</tr>")
    return _PAGE.format(heads=heads, rows="\n".join(rows))


def _cell(report: Report | None) -> str:
    if report is None:
        return "<td>"
    mark = {"right": "+", "wrong": "x", "error": "!", "timeout": "t", "crash": "c", "broken": "?"}[report.verdict.value]
    title = html.escape("\n".join([report.headline, *(flag.message for flag in report.flags)]), quote=True)
    flag = "⚑" if report.flags else ""
    return f'<td class="{report.verdict.value}" title="{title}">{mark}{flag}'


WRITERS: dict[str, Callable[[Gradebook], str]] = {".json": _json, ".csv": _csv, ".html": _html}
"""Ending of a file's name, to what makes its text."""


def write(book: Gradebook, path: Path) -> None:
    """Write the gradebook whole or not at all.

    Raises:
        UsageError: the file cannot be written.
    """
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.write_text(WRITERS[path.suffix](book), encoding="utf-8", errors="backslashreplace", newline="")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error

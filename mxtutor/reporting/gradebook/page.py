"""The page of a class, and one page per learner.

The page of a class lists what to explain next, who is stuck, and who handed in nothing, then the grid of all results.
It is one file without external resources. It is complete without JavaScript; the script sorts, folds and shows cells.
"""

from __future__ import annotations

import hashlib
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mxtutor.classroom.insights import absent, explain_next, stuck
from mxtutor.classroom.lines import Result
from mxtutor.classroom.results_file import Gradebook
from mxtutor.errors import file_errors
from mxtutor.grading.protocol import Verdict
from mxtutor.private_files import make_private_folder, replacing
from mxtutor.reporting.gradebook.tables import PARTIAL, late_text, moodle_name, score_text, set_text
from mxtutor.reporting.sections import note_text, sections_of
from mxtutor.reporting.words import VERDICT_LETTERS, VERDICT_WORDS
from mxtutor.reporting.workshop_words import points_text

SHOWN_FIRST = 8
"""Number of mistakes that are visible at first; the others are folded."""
MOST_TOPICS = 40
SHOWN_STUCK = 15
"""Number of stuck learners that are visible at first."""
SHOWN_UNREAD = 40
"""Number of unread files that are visible at first."""
MOST_CODE = 8 << 10
"""Longest answer that the page shows completely, in characters."""
RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows reserves for devices, with any suffix."""
FEEDBACK_FILE = "_assignfeedback_file_/feedback.html"
"""End of the name of each file in an archive of feedback, as Moodle wants it."""
MAX_NAME = 80
"""Maximum length of a learner's name in a file's name, in characters."""

Topics = Sequence[tuple[str, Sequence[str]]]
"""Topics with the ids of their exercises that at least one learner tried."""


def page_parts(book: Gradebook) -> Iterator[str]:
    """Yield the page of a class piece by piece."""
    from mxtutor.reporting.pages import page  # loads Jinja, which few commands need

    run = book.run
    tried = Counter(result.exercise for result in book.all())
    right = Counter(result.exercise for result in book.all() if result.right)
    counts = {identity: [right[identity], tried[identity]] for identity in run.exercises if tried[identity]}
    topics = [(name, list(own)) for name, own in groupby(counts, key=lambda identity: identity.partition("/")[0])]
    return page(
        "class",
        book=book,
        answers=tried.total(),
        right=right.total(),
        graded=any(one.place >= 0 and one.graded is not Verdict.BROKEN for one in book.all()),
        partial=PARTIAL,
        facts={
            "Graded": run.started,
            "Versions": run.versions_text,
            "Content": run.content[:12],
            "Seed": str(run.seed),
            "Options": run.options_text,
        },
        explain=explain_next(book, MOST_TOPICS),
        stuck=stuck(book),
        absent=absent(book),
        shown_first=SHOWN_FIRST,
        shown_stuck=SHOWN_STUCK,
        shown_unread=SHOWN_UNREAD,
        topics=topics,
        columns={identity: number for number, identity in enumerate(counts)},
        counts=counts,
        totals=[[sum(column) for column in zip(*map(counts.__getitem__, own), strict=True)] for _, own in topics],
        rows=_rows(book, topics),
        details=_details(book, list(counts)),
        overridden=[result for result in book.all() if result.override],
        points_text=points_text,
    )


def _rows(book: Gradebook, topics: Topics) -> Iterator[tuple[Any, ...]]:
    """Yield for each learner name, right answers, answers, points; and the same for each topic, with the results."""
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        score = book.total_score(learner)
        parts = [_part([own.get(identity) for identity in ids]) for _, ids in topics]
        yield learner, book.right(learner), len(own), f"{score.points:g} of {score.of:g}" if score else "", parts


def _part(results: list[Result | None]) -> tuple[int, int, list[Result | None]]:
    given = [result.right for result in results if result]
    return sum(given), len(given), results


def _details(book: Gradebook, ids: Sequence[str]) -> dict[str, Any]:
    """Return the data of cells for the script; texts, which often repeat, are indices into one list of texts."""
    texts: dict[str, int] = {}

    def number(value: str) -> int:
        return texts.setdefault(value, len(texts))

    def cell(result: Result) -> list[object]:
        score = book.score(result)
        code = (book.reports.sample if book.run.anonymous else book.reports.source)(result)
        more = f"\n… ({len(code) - MOST_CODE:,} more characters)" if len(code) > MOST_CODE else ""
        return [
            number(result.headline),
            [number(mistake.text) for mistake in result.mistakes],
            result.cases_right,
            result.cases,
            [number(flag.text) for flag in result.flags],
            f"Set by the instructor: {set_text(result)}" if result.override else "",
            int(result.late),
            f"{score_text(score)}{late_text(score)}." if score else "",
            number(code[:MOST_CODE] + more),
        ]

    cells = []
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        cells.append([cell(own[identity]) if identity in own else 0 for identity in ids])
    words = {VERDICT_LETTERS[verdict]: word for verdict, word in VERDICT_WORDS.items()}
    pages = [book.feedback.get(learner, "") for learner in book.learners] if book.feedback else []
    return {"texts": list(texts), "cells": cells, "ids": ids, "words": words, "pages": pages}


def write_feedback(book: Gradebook, target: Path) -> None:
    """Write a page per learner, with the tutor's texts and only the learner's own results.

    A target with the suffix .zip becomes an archive that an assignment of Moodle imports ("Upload multiple feedback
    files in a zip"), any other target a folder.

    Raises:
        UsageError: a file cannot be written.
    """
    names = file_names(book.learners)
    with file_errors(target, fix="Free space or name another folder."):
        if target.suffix == ".zip":
            with replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                called = {one: moodle_name(book, one) or book.run.called.get(one, one) for one in names}
                stems = file_names(tuple(called.values()))
                for learner in names:
                    inner = f"{stems[called[learner]].removesuffix('.html')}{FEEDBACK_FILE}"
                    archive.writestr(inner, _encoded(feedback_parts(book, learner)))
            return
        make_private_folder(target)
        for learner, name in names.items():
            with replacing(target / name) as file:
                file.write(_encoded(feedback_parts(book, learner)))


def _encoded(parts: Iterator[str]) -> bytes:
    return "".join(parts).encode("utf-8", "backslashreplace")


def addresses(book: Gradebook, folder: Path, page: Path) -> dict[str, str]:
    """Return the link to each learner's page in a folder, relative to the page of the class."""
    way = Path(os.path.relpath(folder.absolute(), page.absolute().parent)).as_posix()
    return {learner: quote(f"{way}/{name}") for learner, name in file_names(book.learners).items()}


def file_names(learners: tuple[str, ...]) -> dict[str, str]:
    """Return a file name for each learner: the learner's name if it is valid on every system, else with a hash."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for learner in learners:
        safe = re.sub(r"[^\w.@+ -]", "_", learner).strip(". -")[:MAX_NAME].rstrip(". ")
        while len(os.fsencode(safe)) > 2 * MAX_NAME:
            safe = safe[:-1]
        reserved = safe.partition(".")[0].casefold() in RESERVED
        if safe != learner or safe.casefold() in used or not safe or reserved:
            digest = hashlib.sha256(learner.encode("utf-8", "surrogatepass")).hexdigest()[:8]
            safe = f"{safe or 'learner'}-{digest}" if not reserved else f"learner-{safe}-{digest}"
        while safe.casefold() in used:
            safe += "-2"
        used.add(safe.casefold())
        found[learner] = f"{safe}.html"
    return found


def feedback_parts(book: Gradebook, learner: str) -> Iterator[str]:
    """Yield a learner's page piece by piece."""
    from mxtutor.reporting.pages import page

    total = book.total_score(learner)
    return page(
        "feedback",
        book=book,
        learner=learner,
        partial=PARTIAL,
        own=book.of(learner),
        right=book.right(learner),
        points=score_text(total) if total else "",
        lost=book.unread_by_learner().get(learner, ()),
        sections=lambda result: sections_of(book.report(result)),
        score_text=score_text,
        late_text=late_text,
        set_text=set_text,
        note_text=note_text,
    )

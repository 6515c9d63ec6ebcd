"""The page of a class: what to explain next, who is stuck, who handed in nothing, then the grid of all results.

The page is one file that loads nothing. Without its script it is complete; the script sorts, folds and shows details.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.insights import absent, explain_next, stuck
from mxtutor.reporting.gradebook.summary import PARTIAL, points_text, set_text
from mxtutor.reporting.words import VERDICT_LETTERS, VERDICT_WORDS

SHOWN_FIRST = 8
"""Mistakes that the page shows at once; the others are folded."""
MOST_TOPICS = 40
SHOWN_STUCK = 15
"""Learners who are stuck that the page shows at once."""
SHOWN_UNREAD = 40
"""Files that could not be read that the page shows at once."""

Topics = Sequence[tuple[str, Sequence[str]]]
"""Each topic with the ids of its exercises that somebody tried."""


def page_parts(book: Gradebook) -> Iterator[str]:
    """Yield the page piece by piece."""
    from mxtutor.reporting.pages import page  # loads Jinja, which few commands need

    header = book.header
    counts: dict[str, list[int]] = {}
    for result in book.all():
        found = counts.setdefault(result.exercise, [0, 0])
        found[0] += result.right
        found[1] += 1
    ids = [identity for identity in book.exercises if identity in counts]
    topics = [(name, list(own)) for name, own in groupby(ids, key=lambda identity: identity.partition("/")[0])]
    return page(
        "class",
        book=book,
        answers=sum(tried for _, tried in counts.values()),
        right=sum(right for right, _ in counts.values()),
        partial=PARTIAL,
        facts={
            "Graded": header.started,
            "Versions": header.versions_text,
            "Content": header.content[:12],
            "Seed": str(header.seed),
            "Options": header.options_text,
        },
        explain=explain_next(book, MOST_TOPICS),
        stuck=stuck(book),
        absent=absent(book),
        shown_first=SHOWN_FIRST,
        shown_stuck=SHOWN_STUCK,
        shown_unread=SHOWN_UNREAD,
        topics=topics,
        columns={identity: number for number, identity in enumerate(ids)},
        counts=counts,
        totals=[[sum(column) for column in zip(*map(counts.__getitem__, own), strict=True)] for _, own in topics],
        rows=_rows(book, topics),
        details=_details(book, ids),
        overridden=[result for result in book.all() if result.override],
    )


def _rows(book: Gradebook, topics: Topics) -> Iterator[tuple[Any, ...]]:
    """Yield of each learner: name, right answers, answers, points, and the same of each topic with its results."""
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        score = book.total_score(learner)
        parts = [_part([own.get(identity) for identity in ids]) for _, ids in topics]
        yield learner, book.right(learner), len(own), points_text(score) if score else "", parts


def _part(results: list[Result | None]) -> tuple[int, int, list[Result | None]]:
    given = [result.right for result in results if result]
    return sum(given), len(given), results


def _details(book: Gradebook, ids: Sequence[str]) -> dict[str, Any]:
    """Return what the script shows about cells; texts are numbers in a list of all texts, which repeat in a class."""
    texts: dict[str, int] = {}
    cells = []
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        cells.append([_detail(texts, own[identity]) if identity in own else 0 for identity in ids])
    words = {VERDICT_LETTERS[verdict]: word for verdict, word in VERDICT_WORDS.items()}
    return {"texts": list(texts), "cells": cells, "ids": ids, "words": words}


def _detail(texts: dict[str, int], result: Result) -> list[object]:
    def number(value: str) -> int:
        return texts.setdefault(value, len(texts))

    mistakes = [number(mistake.text) for mistake in result.mistakes]
    found: list[object] = [number(result.headline), mistakes, result.cases_right, result.cases]
    flags = [number(flag.text) for flag in result.flags]
    made = f"Set by the instructor: {set_text(result)}" if result.override else ""
    return [*found, flags, made, int(result.late)] if flags or made or result.late else found

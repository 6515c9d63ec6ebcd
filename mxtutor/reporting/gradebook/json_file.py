"""A gradebook as one JSON object, with the whole report of every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.hand_ins import Unread
from mxtutor.reporting.sanitize import json_text


def json_parts(book: Gradebook) -> Iterator[str]:
    """Yield the text of the object piece by piece; one learner's reports are in memory at a time."""
    head = {"version": 1, "partial": book.partial, **header_json(book)}
    yield json_text(head)[:-1] + ', "learners": [\n'
    by_learner: dict[str, list[Unread]] = {}
    for one in book.unread:
        by_learner.setdefault(one.learner, []).append(one)
    for number, learner in enumerate(book.learners):
        own = book.of(learner)
        page: dict[str, Any] = {"learner": learner, "right": sum(r.right for r in own), "total": book.total}
        if score := book.total_score(learner):
            page["score"] = score.to_json()
        page["results"] = [result_json(book, result) for result in own]
        page["unread"] = [_unread(one) for one in by_learner.get(learner, ())]
        yield (",\n" if number else "") + json_text(page)
    yield '\n], "unread": ' + json_text([_unread(one) for one in by_learner.get("", ())]) + "}\n"


def header_json(book: Gradebook) -> dict[str, Any]:
    """Return how the class was graded."""
    header = book.header
    return {
        "versions": dict(header.versions),
        "content": header.content,
        "seed": header.seed,
        "started": header.started,
        "options": dict(header.options),
        "anonymous": book.anonymous,
        "exercises": list(book.exercises),
    }


def result_json(book: Gradebook, result: Result) -> dict[str, Any]:
    """Return a report as JSON, with what the class adds to it: the instructor's verdict, lateness, points."""
    data = book.report(result).to_json()
    if result.override:
        made = result.override
        data["override"] = {"graded": result.graded.value if result.place >= 0 else None, "verdict": made.verdict.value,
                            "reason": made.reason, "at": made.at, "earlier_answer": result.outdated}  # fmt: skip
    if result.late:
        data["late"] = True
    if score := book.score(result):
        data["score"] = score.to_json()
    return data


def _unread(one: Unread) -> dict[str, str]:
    return {"path": one.path, "reason": one.reason, "nearest": one.nearest}

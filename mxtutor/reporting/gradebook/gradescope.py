"""One learner's results in the form that Gradescope reads (`results.json`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import index_text, sections_of
from mxtutor.reporting.words import VERDICT_WORDS

MAX_OUTPUT = 10_000
"""Characters of one test's text; the page of Gradescope shows all of it."""


def gradescope_json(book: Gradebook, learner: str, points: Mapping[str, float]) -> dict[str, Any]:
    """Return what Gradescope shows of a submission: a test per exercise, each with its points by id."""
    own = {result.exercise: result for result in book.of(learner)}
    tests = [_test(book, identity, own.get(identity), points[identity]) for identity in book.exercises]
    right = sum(result.right for result in own.values())
    lines = [f"{right} right of {len(own)} handed in; {book.total} exercises are set."]
    for one in book.unread_of(learner):
        lines.append(f"Not read: {plain(one.path)}: {one.reason} {one.hint}".rstrip())
    header = book.header
    return {
        "score": sum(test["score"] for test in tests),
        "output": "\n".join(lines)[:MAX_OUTPUT],
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": round(sum(result.seconds for result in own.values())),
        "extra_data": {"versions": dict(header.versions), "content": header.content, "seed": header.seed},
        "tests": tests,
    }


def _test(book: Gradebook, identity: str, result: Result | None, points: float) -> dict[str, Any]:
    title = book.titles.get(identity, "")
    test: dict[str, Any] = {
        "name": f"{identity} {title}".strip(),
        "max_score": points,
        "output_format": "text",
        "visibility": "visible",
    }
    if result is None:
        return test | {"score": 0.0, "status": "failed", "output": "No answer was handed in."}
    return test | {
        "score": points if result.right else 0.0,
        "status": "passed" if result.right else "failed",
        "output": _text(book, result)[:MAX_OUTPUT],
        "extra_data": {"verdict": result.verdict.value, "mistakes": [mistake.code for mistake in result.mistakes]},
    }


def _text(book: Gradebook, result: Result) -> str:
    """Return a report as plain text with the words of the tutor."""
    parts = sections_of(book.report(result))
    lines = [f"{VERDICT_WORDS[result.verdict]}: {parts.headline}"]
    if not result.right:
        lines += parts.causes
    if parts.error is not None:
        lines += [parts.error.summary, *parts.error.frames]
    if parts.cases:
        lines.append(f"{parts.right} of {len(parts.cases)} cases are right.")
    if parts.failing is not None:
        lines += [f"Case {parts.failing.number}: {parts.failing.title}", parts.failing.inputs]
        if parts.failing.error is not None:
            lines += [parts.failing.error.summary, *parts.failing.error.frames]
        for aspect in parts.failing.failed:
            lines.append(f"{aspect.aspect}: {aspect.message}")
            lines += [f"  expected {aspect.expected}", f"  got      {aspect.got}"] if aspect.expected else []
            if aspect.difference is not None:
                lines += [
                    f"  {index_text(worst)} {worst.expected:.7g} expected, got {worst.got:.7g}"
                    for worst in aspect.difference.worst
                ]
    if parts.fix or parts.advice:
        lines.append(f"Try: {parts.fix or parts.advice}")
    return plain("\n".join(line for line in lines if line))

"""A learner's work as Markdown and as a notebook: answers, verdicts and notes by topic."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mxtutor.content.loader import load_exercise
from mxtutor.content.outline import Course
from mxtutor.counts import count
from mxtutor.errors import ContentError
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.state_words import state_text
from mxtutor.reporting.words import VERDICT_WORDS

NBFORMAT = (4, 5)
"""Version of the notebook format."""
_PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}


@dataclass(frozen=True, slots=True)
class Names:
    """Titles of topics and exercises, in the order of the course."""

    topics: Mapping[str, str] = field(default_factory=dict)
    exercises: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, course: Course, wanted: Sequence[str]) -> Names:
        """Return the titles of a course; those of exercises only for the wanted ones, whose files are read."""
        titles = {}
        for identity in course.exercises:
            if identity in set(wanted):
                try:
                    titles[identity] = load_exercise(course.folder(identity), identity).title
                except ContentError:
                    titles[identity] = identity
        return cls({topic.id: topic.title for topic in course.topics}, titles)


def markdown(data: Mapping[str, Any], names: Names) -> str:
    """Return an export as Markdown."""
    lines = ["# My answers from mxtutor", "", _summary(data), ""]
    for title, items in _by_topic(data, names):
        lines += [f"## {_line(title)}", ""]
        for item in items:
            lines += [f"### {_line(_title(item, names))}", "", *_about(item), ""]
            if item["answer"]:
                fence = _fence(item["answer"])
                lines += [f"{fence}python", item["answer"].rstrip("\n"), fence, ""]
    return "\n".join(lines)


def notebook(data: Mapping[str, Any], names: Names) -> bytes:
    """Return an export as a Jupyter notebook: one code cell per answer, which begins with `# topic/slug`.

    `mxtutor grade` and `mxtutor import` read the answers of such a notebook.
    """
    cells = [_cell("markdown", f"# My answers from mxtutor\n\n{_summary(data)}", "head")]
    for title, items in _by_topic(data, names):
        cells.append(_cell("markdown", f"## {_line(title)}", f"topic {title}"))
        for item in items:
            about = "\n".join(_about(item))
            cells.append(_cell("markdown", f"### {_line(_title(item, names))}\n\n{about}", f"about {item['id']}"))
            if item["answer"]:
                cells.append(_cell("code", f"# {item['id']}\n{item['answer'].rstrip()}\n", f"answer {item['id']}"))
    made = {
        "cells": cells,
        "metadata": {"kernelspec": _PYTHON, "language_info": {"name": "python"}},
        "nbformat": NBFORMAT[0],
        "nbformat_minor": NBFORMAT[1],
    }
    return (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _by_topic(data: Mapping[str, Any], names: Names) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yield the title of each topic with its exercises, in the order of the course, then those of no course."""
    order = {identity: place for place, identity in enumerate(names.exercises)}
    items = sorted(data["exercises"], key=lambda item: (order.get(item["id"], len(order)), item["id"]))
    topics = dict.fromkeys([*names.topics, *(item["id"].partition("/")[0] for item in items)])
    for topic in topics:
        found = [item for item in items if item["id"].partition("/")[0] == topic]
        if found:
            yield names.topics.get(topic, topic), found


def _title(item: Mapping[str, Any], names: Names) -> str:
    title = names.exercises.get(item["id"], "")
    return f"{title} ({item['id']})" if title else item["id"]


def _summary(data: Mapping[str, Any]) -> str:
    done = sum(item["status"] == "done" for item in data["exercises"])
    attempts = sum(attempt["verdict"] is not None for item in data["exercises"] for attempt in item["attempts"])
    return (
        f"Written on {data['exported'][:10]}: {count(done, 'exercise')} done, {count(attempts, 'attempt')}, "
        f"{count(len(data['lessons_read']), 'lesson')} read."
    )


def _about(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield the state of an exercise, the verdicts on its attempts and the notes on the last one, as a list."""
    checked = [attempt for attempt in item["attempts"] if attempt["verdict"] is not None]
    yield f"- State: {state_text(item['status'], len(checked), item['hints'])}"
    for attempt in checked:
        yield f"- {attempt['when'][:10]}, {_word(attempt['verdict'])}: {_line(attempt['headline'])}"
    report = checked[0]["report"] if checked else None
    for note in (report or {}).get("notes", ()):
        said = f"{note.get('message', '')} {note.get('instead', '')}".strip()
        line = note.get("line")
        yield f"- Note: {f'Line {line}: ' if isinstance(line, int) else ''}{_line(said)}"


def _word(verdict: str) -> str:
    return next((word.lower() for known, word in VERDICT_WORDS.items() if known.value == verdict), verdict)


def _line(text: str) -> str:
    """Return a text as one line of Markdown; marks of structure at its start do not count."""
    return re.sub(r"\s+", " ", plain(text)).strip().replace("<", "&lt;")


def _fence(code: str) -> str:
    """Return a fence that is longer than any run of backticks in the code."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    return "`" * max(3, longest + 1)


def _cell(kind: str, source: str, name: str) -> dict[str, Any]:
    """Return a cell; its id follows from what it is about, so that two exports are alike."""
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12],
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell

"""Writes a gradebook as lines of text, as CSV, as JSON, and as files that Moodle and Canvas import."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mxtutor.classroom.hand_ins import Unread, unread_lines
from mxtutor.classroom.lines import Result
from mxtutor.classroom.naming import FORMULA
from mxtutor.classroom.results_file import Gradebook
from mxtutor.classroom.roster import Learner
from mxtutor.classroom.scoring import Score, Total
from mxtutor.counts import count, listed
from mxtutor.reporting.sanitize import clean, clean_line, json_text
from mxtutor.reporting.words import VERDICT_WORDS
from mxtutor.reporting.workshop_words import points_text

PARTIAL = "Results are missing: the grading was interrupted, or a part of the class is not here."
MOST_NAMED = 10
"""Maximum number of learners that a message names."""
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
"""The columns that identify the learner, by which Canvas also recognises the file."""


def summary(book: Gradebook) -> Iterator[str]:
    """Yield a line per learner, per override by the instructor, and per file that was not read."""
    if book.partial:
        yield f"PARTIAL: {PARTIAL[0].lower()}{PARTIAL[1:]}"
    names = {learner: clean_line(learner) for learner in book.learners}
    width = max(map(len, names.values()), default=0)
    unread = book.unread_by_learner()
    for learner, name in names.items():
        given, score = len(book.of(learner)), book.total_score(learner)
        rest = f", {len(unread[learner])} not read" if learner in unread else ""
        points = f", {score_text(score)}" if score else ""
        right = book.right(learner)
        yield f"{name:{width}}  {right:3} right of {given:3} handed in, {count(book.total, 'exercise')}{points}{rest}"
    for result in book.all():
        if made := result.override:
            was = f"{result.graded.value} -> {result.verdict.value}" if result.place >= 0 else result.verdict.value
            points = "" if made.points is None else f", {points_text(made.points)}"
            note = " (for an earlier answer)" if result.outdated else ""
            where = f"{names[result.learner]} {result.exercise}"
            yield f"set by the instructor: {where} {was}{points}: {clean_line(made.reason)}{note}"
    for one in book.run.accepted:
        yield f"taken as suggested: {clean_line(f'{one.path}: {one.reason}')}"
    for line in unread_lines(book.run.unread):
        yield f"not read: {clean_line(line)}"


def score_text(score: Score | Total) -> str:
    """Return points as "3.5 of 4 points"."""
    return f"{score.points:g} of {points_text(score.of)}"


def late_text(score: Score) -> str:
    """Return the deduction for lateness as a suffix of the points; empty if there is none."""
    return f"; {score.lost:g} lost because it was late" if score.lost else ""


def set_text(result: Result) -> str:
    """Return the instructor's reason for an override, and the grader's verdict."""
    if result.override is None:
        return ""
    points = "" if result.override.points is None else f" It counts {points_text(result.override.points)}."
    was = f" The grader's verdict was: {VERDICT_WORDS[result.graded]}." if result.place >= 0 else ""
    old = " It was made for an earlier answer." if result.outdated else ""
    return f"{result.override.reason.rstrip('.')}.{points}{was}{old}"


def inert(cell: object) -> object:
    """Return a cell that no spreadsheet evaluates as a formula; headlines and names contain untrusted text."""
    if not isinstance(cell, str):
        return cell
    text = clean(cell)
    return f"'{text}" if text.startswith(FORMULA) else text


def joinable(name: str) -> str:
    """Return a learner's name as a key for joining tables: unchanged, but with some characters percent-encoded.

    These are a first character that would make the cell a formula, `%`, control characters and line breaks;
    `urllib.parse.unquote` restores the name.
    """
    coded = "".join(c if c.isprintable() and c != "%" else quote(c, errors="backslashreplace") for c in name)
    first = "".join(f"%{byte:02X}" for byte in coded[:1].encode())  # also the characters that `quote` leaves unchanged
    return f"{first}{coded[1:]}" if coded.startswith(FORMULA) else coded


def csv_parts(book: Gradebook) -> Iterator[str]:
    """Yield the rows as CSV: one per learner, with a column per exercise for the verdict that counts."""
    run, unread = book.run, book.unread_by_learner()
    points = ["score", "possible"] if book.scoring else []
    names = ["learner", "learner_id", "right", "handed_in", "exercises"]
    names += [*points, "unread", "accepted", "flags", "overrides", *book.run.exercises]
    yield csv_row([*names, "partial", "content", "versions", "seed", "started", "options"])
    last = [run.content[:12], run.versions_text, run.seed, run.started, run.options_text]
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        score = book.total_score(learner)
        scored = [f"{score.points:g}", f"{score.of:g}"] if score else []
        flags = "; ".join(f"{r.exercise}: {flag.code}" for r in own.values() for flag in r.flags)
        made = "; ".join(f"{r.exercise}: {_reason(r)}" for r in own.values() if r.override)
        cells = [learner, joinable(learner), book.right(learner), len(own), book.total, *scored]
        verdicts = [own[i].verdict.value if i in own else "" for i in book.run.exercises]
        partial = "partial" if book.partial else ""
        accepted = "; ".join(f"{one.path}: {one.nearest}" for one in run.accepted if one.learner == learner)
        yield csv_row([*cells, len(unread.get(learner, ())), accepted, flags, made, *verdicts, partial, *last])


def _reason(result: Result) -> str:
    assert result.override is not None
    return result.override.reason + (" (for an earlier answer)" if result.outdated else "")


def csv_row(cells: Sequence[object]) -> str:
    """Return a line of CSV; each cell is `inert`."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([inert(cell) for cell in cells])
    return text.getvalue()


def json_parts(book: Gradebook) -> Iterator[str]:
    """Yield a JSON object in pieces, with the full report of every answer; only one learner's are in memory at once."""
    run, unread = book.run, book.unread_by_learner()
    head = {
        "version": 1, "partial": book.partial, "versions": dict(run.versions), "content": run.content,
        "seed": run.seed, "started": run.started, "options": dict(run.options), "anonymous": run.anonymous,
        "exercises": list(book.run.exercises),
    }  # fmt: skip
    yield json_text(head)[:-1] + ', "learners": [\n'
    for number, learner in enumerate(book.learners):
        page: dict[str, Any] = {"learner": learner, "right": book.right(learner), "total": book.total}
        if score := book.total_score(learner):
            page["score"] = score.to_json()
        page["results"] = [_result_json(book, result) for result in book.of(learner)]
        page["unread"] = [_unread_json(one) for one in unread.get(learner, ())]
        yield (",\n" if number else "") + json_text(page)
    yield '\n], "accepted": ' + json_text([{"path": one.path, "exercise": one.nearest} for one in run.accepted])
    yield ', "unread": ' + json_text([_unread_json(one) for one in unread.get("", ())]) + "}\n"


def _result_json(book: Gradebook, result: Result) -> dict[str, Any]:
    """Return a report as JSON, with the instructor's override, lateness and points."""
    data = book.report(result).to_json()
    if made := result.override:
        data["override"] = {
            "graded": result.graded.value if result.place >= 0 else None, "verdict": result.verdict.value,
            "reason": made.reason, "at": made.at, "earlier_answer": result.outdated,
        } | ({} if made.points is None else {"points": made.points})  # fmt: skip
    if result.late:
        data["late"] = True
    if score := book.score(result):
        data["score"] = score.to_json()
    return data


def _unread_json(one: Unread) -> dict[str, str]:
    return {"path": one.path, "reason": one.reason, "nearest": one.nearest}


def moodle_parts(book: Gradebook) -> Iterator[str]:
    """Yield the worksheet that an assignment of Moodle imports ("Upload grading worksheet").

    The learner is identified by Moodle's number in the name of the hand-ins, or by a roster that is a Moodle worksheet.
    """
    yield csv_row(["Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Last modified (grade)",
                "Feedback comments"])  # fmt: skip
    for learner in book.learners:
        if called := moodle_name(book, learner):
            name, _, number = called.rpartition("_")
            points, most = _grade(book, learner)
            comments = "\n".join(_comments(book, learner))
            email = book.people[learner].email if learner in book.people else ""
            yield csv_row([f"Participant {number}", name, email, points, most, book.run.started, comments])


def moodle_name(book: Gradebook, learner: str) -> str:
    """Return Moodle's name of a learner in file names, such as "Ana Ruiz_4711"; empty if the number is unknown."""
    name, number, person = _person(book, learner)
    if person and person.id.startswith("Participant "):
        number = person.id.removeprefix("Participant ")
    return f"{name}_{number}" if number else ""


def not_imported(book: Gradebook, output: Path) -> str:
    """Return a line on the learners whom a platform cannot identify in an output, and why; empty if there are none."""
    fix = "give its grading worksheet as --roster"
    if output.name.endswith(".canvas.csv"):
        platform, fix = "Canvas", "give the gradebook that it exported as --roster"
        lost = [one for one in book.learners if not any(_canvas_keys(book, one).values())]
    elif output.name.endswith(".moodle.csv") or output.suffix == ".zip":
        platform, lost = "Moodle", [one for one in book.learners if not moodle_name(book, one)]
    else:
        return ""
    named = clean_line(listed(lost, MOST_NAMED))
    return f"{output.name}: the number in {platform} of {named} is not known; {fix}." if lost else ""


def canvas_parts(book: Gradebook) -> Iterator[str]:
    """Yield the gradebook that Canvas imports: a column of points, which becomes a new assignment if none has its name.

    The learner is identified by Canvas's number in the name of the hand-ins, or by a roster that is a Canvas gradebook.
    """
    yield csv_row([*CANVAS, book.title])
    yield csv_row(["    Points Possible", "", "", "", "", _grade(book, "")[1]])
    for learner in book.learners:
        keys = _canvas_keys(book, learner)
        own = {"Student": _person(book, learner)[0], **dict.fromkeys(CANVAS[1:], "")} | keys
        if (person := book.people.get(learner)) and keys.get(CANVAS[2]):
            own["Section"] = person.group
        yield csv_row([*own.values(), _grade(book, learner)[0]])


def _canvas_keys(book: Gradebook, learner: str) -> dict[str, str]:
    """Return the cells that identify a learner for Canvas: from its own gradebook, or the number of the hand-ins."""
    _, number, person = _person(book, learner)
    if person and CANVAS[2] in person.extra:
        return {"ID": person.id} | {key: person.extra[key] for key in CANVAS[2:4] if key in person.extra}
    return {"ID": number}


def _person(book: Gradebook, learner: str) -> tuple[str, str, Learner | None]:
    """Return a learner's name, the number in the name of the hand-ins, and the learner in the roster."""
    name, _, number = book.run.called.get(learner, learner).rpartition("_")
    person = book.people.get(learner)
    if not name or not number.isdecimal():
        name, number = learner, ""
    return person.name if person else name, number, person


def _grade(book: Gradebook, learner: str) -> tuple[str, str]:
    """Return a learner's points (empty if nothing was handed in), and the maximum.

    Without rules for points, each exercise counts 1.
    """
    score = book.total_score(learner)
    points, most = (score.points, score.of) if score else (book.right(learner), book.total)
    return f"{points:g}" if book.of(learner) else "", f"{most:g}"


def _comments(book: Gradebook, learner: str) -> Iterator[str]:
    """Yield a line of text for each exercise that was handed in, and for each file that was not read."""
    for result in book.of(learner):
        score = book.score(result)
        points = f" ({score_text(score)}{late_text(score)})" if score else ""
        why = "" if result.right else " ".join(f" {one.text}" for one in result.mistakes) or f" {result.headline}"
        made = f" {set_text(result)}" if result.override else ""
        yield f"{result.exercise}: {VERDICT_WORDS[result.verdict]}{points}.{why}{made}"
    yield from (f"Not read: {line}" for line in unread_lines(book.unread_by_learner().get(learner, ())))

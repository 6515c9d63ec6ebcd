"""One page per learner with the words of the tutor: the learner's own results only."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.private_files import make_private_folder, replacing
from mxtutor.reporting.gradebook.markup import asset, head, prose, text
from mxtutor.reporting.gradebook.summary import PARTIAL, points_text
from mxtutor.reporting.review_words import place_of
from mxtutor.reporting.sections import FailingCase, sections_of
from mxtutor.reporting.words import VERDICT_MARKS, VERDICT_WORDS
from mxtutor.suggest import did_you_mean

RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows keeps for devices, with any ending."""
MAX_NAME = 80
"""Characters of a learner's name in a file's name."""


def write_feedback(book: Gradebook, folder: Path, tell: Callable[[int], object] = lambda _: None) -> int:
    """Write a page per learner into a folder, which is made if it is missing; return how many.

    `tell` is given the number of pages that are written so far, after each one.

    Raises:
        UsageError: a file cannot be written.
    """
    try:
        make_private_folder(folder)
        for number, (learner, name) in enumerate(file_names(book.learners).items(), 1):
            with replacing(folder / name) as file:
                for part in feedback_parts(book, learner):
                    file.write(part.encode("utf-8", "backslashreplace"))
            tell(number)
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}."
        raise UsageError(message, fix="Free space or name another folder.") from error
    return len(book.learners)


def file_names(learners: tuple[str, ...]) -> dict[str, str]:
    """Return a file's name for each learner: the learner's name where every system takes it, else with a hash of it."""
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
    own = book.of(learner)
    header = book.header
    yield head(f"mxtutor: {learner}", asset("feedback.css"))
    partial = f'<p class="warn"><strong>Partial.</strong> {PARTIAL}</p>' if book.partial else ""
    score = book.total_score(learner)
    points = f" {points_text(score)} points." if score else ""
    right = sum(result.right for result in own)
    yield (
        f"<main><h1>{text(learner)}</h1>{partial}<p>{right} right of {len(own)} handed in; "
        f"{book.total} exercises were set.{points}</p>"
        f'<p class="note">Graded {text(header.started)} with {text(header.versions_text)}; '
        f"content {text(header.content[:12])}; {text(header.options_text)}.</p>\n"
    )
    yield '<ul class="overview">' + "".join(
        f'<li><a href="#{text(r.exercise)}"><span class="mark {r.verdict.value}">{VERDICT_MARKS[r.verdict]}</span> '
        f"{text(r.exercise)}</a> {VERDICT_WORDS[r.verdict]}"
        for r in own
    ) + "</ul>\n"  # fmt: skip
    for result in own:
        yield from _exercise(book, result)
    if lost := book.unread_of(learner):
        yield f"<section><h2>Not read: {len(lost)}</h2><ul>"
        for one in lost:
            hint = did_you_mean([one.nearest] if one.nearest else [])
            yield f"<li><b>{text(one.path)}</b> {text(one.reason)} {text(hint)}\n"
        yield "</ul></section>\n"
    if not own and not lost:
        yield "<p>Nothing was handed in.</p>\n"
    yield "</main></body></html>\n"


def _exercise(book: Gradebook, result: Result) -> Iterator[str]:
    parts = sections_of(book.report(result))
    title = book.titles.get(result.exercise, "")
    yield f'<section id="{text(result.exercise)}"><h2><span class="mark {result.verdict.value}">'
    yield f"{VERDICT_MARKS[result.verdict]}</span> {VERDICT_WORDS[result.verdict]} "
    yield f"<small>{text(result.exercise)} {text(title)}</small></h2><p>{prose(parts.headline)}</p>"
    if score := book.score(result):
        late = f"; {score.lost:g} are lost because it was late" if score.lost else ""
        yield f"<p>{points_text(score)} points{late}.</p>"
    if result.late:
        yield "<p>Handed in late.</p>"
    if result.override:
        was = f" The grader's verdict was: {VERDICT_WORDS[result.graded]}." if result.place >= 0 else ""
        old = " It was made for an earlier answer." if result.outdated else ""
        yield f'<p class="set"><b>Set by the instructor:</b> {text(result.override.reason)}.{was}{old}</p>'
    if parts.cause and not result.right:
        yield from (f'<p class="why">{prose(sentence)}</p>' for sentence in parts.cause.sentences)
    if parts.fix:
        yield f"<p>{prose(parts.fix)}</p>"
    yield from (f"<p>⚑ {prose(flag.message)}{flag.place}</p>" for flag in parts.flags)
    if parts.notes and result.right:
        items = "".join(f"<li>{place_of(note)}{prose(f'{note.message} {note.instead}')}" for note in parts.notes)
        yield f"<p>What could be better in this right answer:</p><ul>{items}</ul>"
    if parts.error is not None:
        yield from _error(parts.error)
    if parts.cases:
        yield f"<p>{parts.right} of {len(parts.cases)} cases are right.</p>"
    if parts.failing is not None:
        yield from _failing(parts.failing)
        command = f"mxtutor check {text(result.exercise)} FILE --seed {result.seed}"
        yield f"<p>The same inputs again: <code>{command}</code></p>"
    if parts.advice.text and not parts.fix:
        yield f"<p><b>Try:</b> {prose(parts.advice.text)}</p>"
    if parts.output:
        yield f"<details><summary>What the answer printed</summary><pre>{text(parts.output)}</pre></details>"
    if code := book.reports.source(result):
        yield f"<details><summary>The answer</summary><pre><code>{text(code)}</code></pre></details>"
    yield "</section>\n"


def _error(error: ErrorDetail) -> Iterator[str]:
    frames = "\n".join(error.frames)
    yield f"<pre>{text(f'{error.type}: {error.text}')}{chr(10) if frames else ''}{text(frames)}</pre>"
    if error.sandbox:
        yield f"<p>{prose(error.sandbox)}</p>"


def _failing(case: FailingCase) -> Iterator[str]:
    yield f"<h3>Case {case.number}: {text(case.title)}</h3>"
    if case.inputs:
        yield f"<pre>{text(case.inputs)}</pre>"
    if case.error is not None:
        yield from _error(case.error)
    for aspect in case.failed:
        yield f"<p>✗ {text(aspect.aspect)}: {prose(aspect.message)}</p>"
        rows = "".join(
            f"<dt>{name}<dd><pre>{text(value)}</pre>"
            for name, value in (("expected", aspect.expected), ("got", aspect.got))
            if value
        )
        yield f"<dl>{rows}</dl>" if rows else ""
    if case.passed:
        yield f'<p class="note">Right in this case: {text(", ".join(case.passed))}.</p>'
    if case.repro:
        yield f"<details><summary>To run it yourself</summary><pre>{text(case.repro)}</pre></details>"

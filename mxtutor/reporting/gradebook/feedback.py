"""One page per learner with the words of the tutor: the learner's own results only."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.errors import UsageError
from mxtutor.private_files import make_private_folder, replacing
from mxtutor.reporting.gradebook.summary import PARTIAL, points_text, set_text
from mxtutor.reporting.review_words import note_text
from mxtutor.reporting.sections import sections_of

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
    from mxtutor.reporting.pages import page  # loads Jinja, which few commands need

    total = book.total_score(learner)
    return page(
        "feedback",
        book=book,
        learner=learner,
        partial=PARTIAL,
        own=book.of(learner),
        right=book.right(learner),
        points=points_text(total) if total else "",
        lost=book.unread_of(learner),
        sections=lambda result: sections_of(book.report(result)),
        points_text=points_text,
        set_text=set_text,
        note_text=note_text,
    )

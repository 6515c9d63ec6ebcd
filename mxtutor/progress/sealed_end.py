"""Makes the report of a sealed workshop that has ended: its counts, what it was made of, and its files."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor.classroom.fingerprints import content_hash, exercise_hash
from mxtutor.classroom.sealed_report import SealedReport, file_form, parse, read_report, workshop_hash
from mxtutor.errors import ContentError, StoreError, UsageError
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.sealed_guide import Made
from mxtutor.progress.sitting import build_report, sealed_home

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.progress.sealed_guide import SealedGuide
    from mxtutor.progress.store import ProgressStore

REPORT, PAGE = "report.json", "report.html"
OWN_MACHINE = "It was made on the learner's own machine, where nothing can be checked."
CHANGED = "The workshop was changed after the learner had begun it."
TO_SIGN = "A server will sign it."


def unsigned_report(progress: ProgressStore, guide: SealedGuide, content: str, *, to_sign: bool) -> SealedReport:
    """Return the report of a run that has ended; `content` is the hash of its exercises.

    `to_sign`: a server signs it.

    Raises:
        StoreError: the store cannot be read.
    """
    changed = workshop_hash(guide.workshop) != guide.sitting.workshop
    why = CHANGED if changed else TO_SIGN if to_sign else OWN_MACHINE
    guide.save(progress)
    return build_report(
        progress,
        guide.workshop,
        guide.sitting,
        learner=_user(),
        content=content,
        sealed=to_sign and not changed,
        why=why,
    )


def kept_report(workshop: Workshop) -> Made | None:
    """Return the report that was written before; None if there is none, or if it is damaged."""
    folder = sealed_home(workshop)
    try:
        data, report = read_report(folder / REPORT)
    except UsageError:
        return None
    return Made(report, file_form(data), folder / REPORT, folder / PAGE)


def write_report(data: dict[str, Any], folder: Path) -> Made:
    """Write a report as JSON and as a page for people.

    Raises:
        StoreError: it cannot be written; it can be tried again.
    """
    from mxtutor.reporting.sealed_html import report_page

    report = parse(data)
    made = Made(report, file_form(data), folder / REPORT, folder / PAGE)
    try:
        make_private_folder(folder)
        write_private(made.page, report_page(report).encode("utf-8", "backslashreplace"))
        write_private(made.file, made.data)
    except OSError as error:
        raise StoreError(f"The report cannot be written to {folder}: {error.strerror}.", fix="Free space.") from error
    return made


def hash_of_content(course: Course, workshop: Workshop) -> str:
    """Return the hash of the exercises of a workshop.

    Raises:
        ContentError: one cannot be read.
    """
    try:
        return content_hash({one: exercise_hash(course.folder(one)) for one in workshop.path.exercises})
    except OSError as error:
        raise ContentError(f"An exercise cannot be read: {error.strerror}.") from error


def _user() -> str:
    """Return the name of this machine's user; under `mxtutor serve` the server enters the learner's id instead."""
    try:
        return getpass.getuser() or "learner"
    except (KeyError, OSError):  # no entry in the list of users
        return "learner"

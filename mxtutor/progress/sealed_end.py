"""Makes the report of a sealed workshop, and writes its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.examination import hash_of_content, sealed_home
from mxtutor.classroom.sealed_report import SealedReport
from mxtutor.errors import StoreError, reason_of
from mxtutor.private_files import make_private_folder, write_private

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.progress.sealed_guide import SealedGuide

REPORT = "report"
"""Name of the files in the learner's home, without their endings."""


@dataclass(frozen=True, slots=True)
class Made:
    """A report that is written."""

    report: SealedReport
    file: Path
    """In JSON; a page for people lies beside it."""


def make_report(guide: SealedGuide, course: Course) -> Made:
    """Write the report of a workshop to the learner's home; it can be made again.

    Raises:
        TutorError: the record cannot be read, or the report cannot be written.
    """
    report = guide.record.report(lambda: hash_of_content(course, guide.workshop))
    return write_report(report, sealed_home(guide.workshop), REPORT)


def was_made(workshop: Workshop) -> bool:
    """Return whether the report was written before."""
    return (sealed_home(workshop) / f"{REPORT}.json").exists()


def write_report(report: SealedReport, folder: Path, name: str) -> Made:
    """Write a report as JSON and as a page for people.

    Raises:
        StoreError: it cannot be written; it can be tried again.
    """
    from mxtutor.reporting.document import html_text
    from mxtutor.reporting.sealed import report_page

    made = Made(report, folder / f"{name}.json")
    try:
        make_private_folder(folder)
        write_private(folder / f"{name}.html", html_text(report_page(report)).encode("utf-8", "backslashreplace"))
        write_private(made.file, report.file_form())
    except OSError as error:
        raise StoreError(f"The report cannot be written to {folder}: {reason_of(error)}.", fix="Free space.") from error
    return made

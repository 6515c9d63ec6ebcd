"""Makes the report of a sealed workshop that has ended: counts, gets the server's signature, and writes the files."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor.classroom.fingerprints import content_hash, exercise_hash
from mxtutor.classroom.sealed_report import SealedReport, file_form, parse, read_report, workshop_hash
from mxtutor.classroom.signing_service import Seal
from mxtutor.errors import ContentError, StoreError, UsageError
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.sitting import build_report, sealed_home
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.sealed import Made

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.progress.model import Progress
    from mxtutor.ui.sealed import SealedGuide
    from mxtutor.ui.session import Session

REPORT, PAGE = "report.json", "report.html"
OWN_MACHINE = "It was made on the learner's own machine, where nothing can be checked."
CHANGED = "The workshop was changed after the learner had begun it."
TO_SIGN = "A server will sign it."


async def make_report(session: Session, guide: SealedGuide, seal: Seal | None) -> Made:
    """Return the report of the run, after it is signed and written.

    Raises:
        TutorError: the server does not sign it, or it cannot be written; nothing is lost, and it can be tried again.
    """
    workshop = guide.workshop
    content = await in_thread(lambda: _content(session.course, workshop))
    changed = workshop_hash(workshop) != guide.sitting.workshop
    sealed = seal is not None and not changed
    why = CHANGED if changed else TO_SIGN if sealed else OWN_MACHINE

    def build(progress: Progress) -> SealedReport:
        guide.save(progress)
        sitting = guide.sitting
        return build_report(progress, workshop, sitting, learner=_user(), content=content, sealed=sealed, why=why)

    plain = (await session.ask(build)).to_json()
    signed = await in_thread(lambda: seal.sign(plain)) if seal is not None else plain
    return await in_thread(lambda: _write(signed, sealed_home(workshop)))


def kept_report(workshop: Workshop) -> Made | None:
    """Return the report that was written before; None if there is none, or if it is damaged."""
    folder = sealed_home(workshop)
    try:
        data, report = read_report(folder / REPORT)
    except UsageError:
        return None
    return Made(report, file_form(data), folder / REPORT, folder / PAGE)


def _write(data: dict[str, Any], folder: Path) -> Made:
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


def _content(course: Course, workshop: Workshop) -> str:
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

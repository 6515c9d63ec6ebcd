"""Chooses what runs a workshop: a sealed one ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mxtutor.ui.attendance import Attendance

if TYPE_CHECKING:
    from textual.app import App

    from mxtutor.progress.workshop_guide import WorkshopGuide
    from mxtutor.ui.session import TutorSession


def attendance_of(app: App[None], session: TutorSession, guide: WorkshopGuide) -> Attendance:
    """Return what runs a workshop in the app."""
    if not guide.workshop.sealed:
        return Attendance(app, session, guide)
    from mxtutor.progress.sealed_guide import SealedGuide
    from mxtutor.ui.sealed_attendance import SealedAttendance

    assert isinstance(guide, SealedGuide)  # `guide_of` makes it so
    return SealedAttendance(app, session, guide)

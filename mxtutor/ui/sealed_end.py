"""Makes the report of a sealed workshop in the app, without blocking the screen, and gets the server's signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mxtutor.classroom.signing_service import Seal
from mxtutor.progress.sealed_end import hash_of_content, unsigned_report, write_report
from mxtutor.progress.sealed_guide import Made
from mxtutor.progress.sitting import sealed_home
from mxtutor.ui.platform.threads import in_thread

if TYPE_CHECKING:
    from mxtutor.progress.sealed_guide import SealedGuide
    from mxtutor.ui.session import Session


async def make_report(session: Session, guide: SealedGuide, seal: Seal | None) -> Made:
    """Return the report of the run, after it is signed and written.

    Raises:
        TutorError: the server does not sign it, or it cannot be written; nothing is lost, and it can be tried again.
    """
    workshop = guide.workshop
    content = await in_thread(lambda: hash_of_content(session.course, workshop))
    made = await session.ask(lambda progress: unsigned_report(progress, guide, content, to_sign=seal is not None))
    plain = made.to_json()
    signed = await in_thread(lambda: seal.sign(plain)) if seal is not None else plain
    return await in_thread(lambda: write_report(signed, sealed_home(workshop)))

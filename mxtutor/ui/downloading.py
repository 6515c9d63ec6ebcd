"""Downloads of a learner who works in a browser: the session's machine is not the learner's."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

from textual.app import App

from mxtutor.errors import TutorError
from mxtutor.ui.tutor import tutor_of


async def download_work(app: App[Any]) -> None:
    """Offer all attempts and answers to the browser as a zip."""
    session = tutor_of(app).session
    if session is None:
        return
    try:
        packed = await session.ask(lambda progress: progress.packed())
    except TutorError as error:
        app.notify(str(error), severity="warning", markup=False)
        return
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    app.deliver_binary(io.BytesIO(packed), save_filename=f"mxtutor-{day}.zip", mime_type="application/zip")
    app.notify("Your browser saves the file.", markup=False)

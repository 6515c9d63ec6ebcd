"""Draws the README's picture: `python docs/picture.py` renews docs/exercise.svg.

It opens an exercise in the real tutor, types a wrong answer, and lets the real grader judge it.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
from mxtutor.ui.app import TutorApp
from mxtutor.ui.widgets.report_view import ReportView

EXERCISE = "blocks/convnet"
WRONG = """\
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels, 3, padding=1))
    net.add(nn.MaxPool2D(2))
    net.add(nn.Dense(classes))
    return net
"""
SIZE = (118, 36)
WAIT_SECONDS = 120


async def _draw(target: Path, home: Path) -> None:
    store = open_store(home)
    store.save_draft(EXERCISE, Draft(WRONG, (8, 0)))
    store.save_setting("theme", "textual-dark")
    app = TutorApp(lambda: load_course(content_root()), LocalGrader(), lambda: store, start_at=EXERCISE)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(WAIT_SECONDS * 10):
            await pilot.pause(0.1)
            if app.grader_state and app.grader_state.phase == "ready":
                break
        await pilot.press("f5")
        for _ in range(WAIT_SECONDS * 10):
            await pilot.pause(0.1)
            if any(view.report for view in app.screen.query(ReportView)):
                break
        await pilot.pause(1)
        picture = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(title="mxtutor"), flags=re.DOTALL)
        target.write_text(picture, encoding="utf-8")  # without fonts that a viewer would have to download


def main() -> None:
    """Draw with a separate data folder, so that no stored progress changes."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_draw(Path(__file__).with_name("exercise.svg"), Path(folder)))


if __name__ == "__main__":
    main()

"""Draws the pictures of the README: `python docs/pictures.py` renews docs/*.svg with the real course and grader."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.ui.app import TutorApp

CONVNET = """\
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels, 3, padding=1))
    net.add(nn.MaxPool2D(2))
    net.add(nn.Dense(classes))
    return net
"""
ARCCOS = """\
from mxnet import nd


def arccos(x):
    return nd.arcsin(x)
"""
WAIT_SECONDS = 120
Steps = Callable[[Pilot[Any]], Awaitable[None]]


async def until(pilot: Pilot[Any], met: Callable[[], object]) -> None:
    """Let the app work until a condition is met."""
    for _ in range(WAIT_SECONDS * 10):
        await pilot.pause(0.1)
        if met():
            return
    sys.exit("The tutor did not get there.")


async def verdict(pilot: Pilot[Any]) -> None:
    """Check the answer."""
    from mxtutor.ui.widgets.report_view import ReportView

    await pilot.press("f5")
    await until(pilot, lambda: any(view.report for view in pilot.app.screen.query(ReportView)))


async def lab(pilot: Pilot[Any]) -> None:
    """Open the lab, and wait for both results."""
    await pilot.press("f6")
    await until(pilot, lambda: pilot.app.screen.query("ArrayGrid"))


async def lesson(pilot: Pilot[Any]) -> None:
    """Run the code of a lesson."""
    from mxtutor.ui.widgets.code_pair import Runnable

    await pilot.press("r")
    await until(pilot, lambda: any(block.ran for block in pilot.app.screen.query(Runnable)))


async def look_up(pilot: Pilot[Any]) -> None:
    """Look a name up."""
    await pilot.press("ctrl+k", *"torch.gather")


async def nothing(pilot: Pilot[Any]) -> None:
    """Only wait."""


def learned(store: ProgressStore) -> None:
    """Store a learner's first days."""
    from mxtutor.grading.protocol import Report, Verdict

    store.save_setting(WELCOMED, "yes")
    store.save_place(Place("home"))
    course = load_course(content_root())
    for number, exercise in enumerate(course.exercises[:14]):
        kind = Verdict.WRONG if number % 6 == 5 else Verdict.RIGHT
        said = "Agrees with PyTorch." if kind is Verdict.RIGHT else "2 of 6 values differ"
        store.add_attempt(exercise, "", Report(exercise, kind, said))


PICTURES: dict[str, tuple[str | None, tuple[int, int], Steps]] = {
    "exercise": ("blocks/convnet", (118, 36), verdict),
    "lab": ("tensors/arccos", (118, 30), lab),
    "lesson": ("tensors/creating", (118, 36), lesson),
    "home": (None, (122, 34), nothing),
    "lookup": ("tensors/arccos", (118, 34), look_up),
    "statistics": (None, (118, 30), lambda pilot: pilot.press("s")),
}
"""By the name of the file: where the tutor starts, the size, and what is pressed."""


async def draw(name: str, target: Path, home: Path) -> None:
    """Draw one picture; the store of `home` belongs to it alone."""
    start, size, steps = PICTURES[name]
    store = open_store(home)
    learned(store)
    store.save_draft("blocks/convnet", Draft(CONVNET, (8, 0)))
    store.save_draft("tensors/arccos", Draft(ARCCOS, (4, 0)))
    store.save_setting("theme", "mxtutor-dark")
    app = TutorApp(lambda: load_course(content_root()), LocalGrader(), lambda: store, start_at=start)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.grader_state and app.grader_state.phase == "ready")
        await until(pilot, lambda: app.session and len(app.session.exercises) == len(app.session.course.exercises))
        await steps(pilot)
        await pilot.pause(1)
        picture = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(title="mxtutor"), flags=re.DOTALL)
        target.write_text(picture, encoding="utf-8")  # without fonts that a viewer would have to download


def main(names: list[str]) -> None:
    """Draw all pictures, or those with these names, each with a separate folder for data."""
    for name in names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(draw(name, Path(__file__).with_name(f"{name}.svg"), Path(folder)))
        print(f"docs/{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])

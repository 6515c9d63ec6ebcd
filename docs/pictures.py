"""Draws the pictures of the README: `python docs/pictures.py` renews docs/*.svg with the real course and grader."""

from __future__ import annotations

import asyncio
import io
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text
from textual.pilot import Pilot

from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.live.events import Kind, SentEvent, SentMistake
from mxtutor.live.people import People
from mxtutor.live.store import ClassEntry, ClassStore, Sent
from mxtutor.live.watching import ClassWatch
from mxtutor.paths import content_root
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.ui.app import TutorApp
from mxtutor.ui.class_view.app import ClassApp

CONVNET = """\
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels, 3, padding=1))
    net.add(nn.MaxPool2D(2))
    net.add(nn.Dense(classes))
    return net
"""
NOW = 1_700_000_000.0
LEARNERS = (
    "Ana Ruiz", "Ben Okoye", "Chen Li", "Dora Novak", "Emil Sand", "Fatima Noor", "Goran Ilić", "Hana Mori",
    "Ivan Petrov", "Julia Roth", "Karl Beck", "Lina Costa", "Mads Holm",
)  # fmt: skip
MISTAKES = tuple(map(SentMistake, ("sizes-apart", "torch-name", "dtype")))
WAIT_SECONDS = 120


async def until(pilot: Pilot[Any], met: Callable[[], object]) -> None:
    """Let the app work until a condition is met."""
    for _ in range(WAIT_SECONDS * 10):
        await pilot.pause(0.1)
        if met():
            return
    sys.exit("The tutor did not get there.")


async def verdict(pilot: Pilot[Any]) -> None:
    """Check the answer."""
    from mxtutor.ui.exercise.results import ReportView

    await pilot.press("f5")
    await until(pilot, lambda: any(view.report for view in pilot.app.screen.query(ReportView)))


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


async def exercise(folder: Path) -> str:
    """Draw an exercise with a wrong answer and its verdict."""
    store = open_store(folder)
    learned(store)
    store.save_draft("blocks/convnet", Draft(CONVNET, (8, 0)))
    store.save_setting("theme", "mxtutor-dark")
    app = TutorApp(lambda: load_course(content_root()), LocalGrader(), lambda: store, start_at="blocks/convnet")
    async with app.run_test(size=(118, 36)) as pilot:
        await until(pilot, lambda: app.grader_state and app.grader_state.phase == "ready")
        await verdict(pilot)
        await pilot.pause(1)
        return app.export_screenshot(title="mxtutor")


async def a_class(folder: Path) -> str:
    """Draw the view of a class at work: thirteen learners, of whom some are stuck and two ask for help."""
    draw, course = random.Random(7), load_course(content_root())  # noqa: S311
    parts = course.topics[0].exercises[:8]
    store = ClassStore(folder / "class.db", create=True)
    people = People(folder / "class.roster.csv", folder / "class.key", create=True)
    store.begin(ClassEntry("Gluon in a day", True, parts), NOW - 4000)
    store.note_server("Gluon in a day", NOW)
    for place, name in enumerate(LEARNERS):
        learner, _ = people.register(name)
        told: list[dict[str, Any]] = []

        def tell(exercise: str, kind: Kind, told: list[dict[str, Any]] = told, **more: Any) -> None:
            told.append({"exercise": exercise, "kind": kind, **more})

        for exercise in parts[: 3 + place % 4]:
            tell(exercise, "opened")
            for _ in range(draw.randint(0, 2)):
                tell(exercise, "attempt", verdict="wrong", mistakes=(draw.choice(MISTAKES),))
            tell(exercise, "attempt", verdict="right")
        stuck = parts[3 + place % 4]
        tell(stuck, "opened")
        for _ in range(6 if place % 5 == 1 else 1):
            tell(stuck, "attempt", verdict="wrong", mistakes=(MISTAKES[0],))
        if place % 6 == 2:
            tell(stuck, "help")
        ends = NOW - 120 - draw.random() * 300
        events = [
            SentEvent(id=f"{draw.getrandbits(128):032x}", seq=n, at=ends - 200 * (len(told) - n), **one)
            for n, one in enumerate(told, 1)
        ]
        store.add("Gluon in a day", Sent(people.id_of(learner), f"{place:032x}", NOW, NOW), events)
    app = ClassApp(ClassWatch(folder / "class.db", course=course), names=True, clock=lambda: NOW)
    async with app.run_test(size=(80, 22)) as pilot:
        await pilot.pause(3)
        await pilot.press("2")
        await pilot.pause(2)
        return app.export_screenshot(title="mxtutor class")


async def scan(folder: Path) -> str:
    """Draw the first lines of the report of a scan."""
    project = Path(__file__).parents[1] / "tests" / "scan" / "projects" / "training"
    command = [sys.executable, "-m", "mxtutor", "scan", str(project)]
    environment = {**os.environ, "MXTUTOR_HOME": str(folder), "COLUMNS": "100", "FORCE_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi("\n".join(["$ mxtutor scan my_project/", *done.stdout.splitlines()[:42]])))
    return console.export_svg(title="mxtutor scan")


PICTURES: dict[str, Callable[[Path], Awaitable[str]]] = {"exercise": exercise, "scan": scan, "class": a_class}


async def draw_one(name: str) -> None:
    """Draw one picture; what it stores belongs to it alone."""
    with tempfile.TemporaryDirectory() as folder:
        picture = await PICTURES[name](Path(folder))
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # no fonts to download
    Path(__file__).with_name(f"{name}.svg").write_text(picture, encoding="utf-8")
    print(f"docs/{name}.svg")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or PICTURES:
        asyncio.run(draw_one(wanted))

"""Measures how long the tutor's event loop is blocked while the workers start and while answers run."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

from benchmarks.figures import percentile
from mxtutor.content.loader import load_course
from mxtutor.content.model import Course
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root
from mxtutor.progress.store import open_store
from mxtutor.ui import latency
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.exercise import ExerciseScreen

TICK = 0.002
CHECKS = 15
PAUSE = 0.4
"""Seconds between two checks; a learner takes longer."""


class Watch:
    """Measures how late a task wakes that sleeps for `TICK` seconds."""

    def __init__(self) -> None:
        self.delays: list[float] = []

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            self.delays.append(time.perf_counter() - began - TICK)


def measure() -> Iterator[str]:
    """Yield the table of delays."""
    with tempfile.TemporaryDirectory() as home:
        opening, start, checks, idle = asyncio.run(_session(Path(home)))
    yield "| while | worst ms | p99 ms | median ms |"
    yield "| --- | ---: | ---: | ---: |"
    for name, delays in (
        ("the course is read and an exercise opens", opening),
        ("the workers start", start),
        (f"{CHECKS} answers are checked", checks),
        ("nothing happens", idle),
    ):
        yield (
            f"| {name} | {max(delays) * 1000:.1f} | {percentile(delays, 0.99) * 1000:.1f} "
            f"| {percentile(delays, 0.5) * 1000:.2f} |"
        )


def _course() -> Course:
    return load_course(content_root())


async def _session(home: Path) -> tuple[list[float], ...]:
    """Return the delays while an exercise opens, the workers start, answers are checked, and nothing happens."""
    latency.begin_start()  # as `run_tutor` does
    with RemoteGrader(content_root()) as grader:
        app = TutorApp(_course, grader, lambda: open_store(home), start_at="tensors/arccos")
        async with app.run_test(size=(100, 30)) as pilot:
            opening = await _watched(_open(grader))
            assert isinstance(app.screen, ExerciseScreen)
            start = await _watched(_ready(grader))
            await pilot.pause(0.5)
            idle = await _watched(asyncio.sleep(2))
            checks = await _watched(_check(app))
    return opening, start, checks, idle


async def _watched(doing: Awaitable[object]) -> list[float]:
    watch = Watch()
    task = asyncio.create_task(watch.run())
    await doing
    task.cancel()
    return watch.delays


async def _open(grader: RemoteGrader) -> None:
    while grader.state.phase == "cold":  # the workers start after the first screen is shown
        await asyncio.sleep(0.01)


async def _ready(grader: RemoteGrader) -> None:
    while grader.state.phase not in ("ready", "broken"):
        await asyncio.sleep(0.01)
    assert grader.state.phase == "ready", grader.state.detail


async def _check(app: TutorApp) -> None:
    for _ in range(CHECKS):
        await app.screen.run_action("check")
        await app.workers.wait_for_complete()
        await asyncio.sleep(PAUSE)

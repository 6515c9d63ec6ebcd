"""Measures how long the tutor's event loop is blocked: by opening, checking, typing, searching and scrolling."""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterable, Iterator
from pathlib import Path

from textual.events import Key
from textual.screen import Screen

from benchmarks.figures import percentile
from mxtutor.cli import NEW_OBJECTS
from mxtutor.content.loader import load_course
from mxtutor.content.model import Course
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root
from mxtutor.progress.journey import WELCOMED
from mxtutor.progress.store import open_store
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.run import SWITCH_SECONDS, keep_loaded
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.screens.lesson import LessonScreen
from mxtutor.ui.widgets.answer_area import AnswerArea

TICK = 0.002
LOOK = 0.0005
"""Seconds between two looks at the editor."""
CHECKS = 15
PAUSE = 0.4
"""Seconds between two checks; a learner takes longer."""
TYPED = [*"y = nd.clip(x, 0, 1)", "enter", *"return y.ones"] * 2
OPENING = 1.5
"""Seconds in which a screen or a pane opens and is drawn completely."""
KEY_PAUSE = 0.12
"""Seconds between two keys: 100 words a minute."""


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
        found = asyncio.run(_session(Path(home)))
    yield "| while | worst ms | p99 ms | median ms |"
    yield "| --- | ---: | ---: | ---: |"
    for name, delays in found.items():
        yield (
            f"| {name} | {max(delays) * 1000:.1f} | {percentile(delays, 0.99) * 1000:.1f} "
            f"| {percentile(delays, 0.5) * 1000:.2f} |"
        )


def _course() -> Course:
    return load_course(content_root())


async def _session(home: Path) -> dict[str, list[float]]:
    """Return the delays while each of the named things happens."""
    gc.set_threshold(NEW_OBJECTS)  # as the command does
    sys.setswitchinterval(SWITCH_SECONDS)
    with RemoteGrader(content_root()) as grader:
        store = open_store(home)
        store.save_setting(WELCOMED, "yes")
        app = TutorApp(_course, grader, lambda: store, start_at="tensors/arccos", loaded=keep_loaded)
        async with app.run_test(size=(100, 30)) as pilot:
            found = {"the course is read and an exercise opens": await _watched(_open(grader))}
            _expect(app, ExerciseScreen)
            found["the workers start"] = await _watched(_ready(grader))
            await pilot.pause(0.5)
            found["nothing happens"] = await _watched(asyncio.sleep(2))
            found[f"{CHECKS} answers are checked"] = await _watched(_check(app))
            found["code is typed, with live verdicts"] = await _watched(_press(app, TYPED, KEY_PAUSE))
            found["(from a key to its frame)"] = await _frames(app, TYPED)
            await _press(app, ["escape"], PAUSE)  # the list of names
            found["the look-up opens beside the answer"] = await _watched(_press(app, ["ctrl+k"], OPENING))
            assert app.screen.query("#lookup-pane"), "no look-up is open"
            await _press(app, ["ctrl+k", "escape", "ctrl+b"], PAUSE)  # the look-up, what is open, the exercise
            _expect(app, HomeScreen)
            found["the course is scrolled"] = await _watched(_press(app, ["down"] * 60, KEY_PAUSE))
            found["the course is searched"] = await _watched(_press(app, ["slash", *"conv trans", "escape"], KEY_PAUSE))
            await _press(app, ["slash", *"arcsin"], KEY_PAUSE)
            found["an exercise opens from the search"] = await _watched(_press(app, ["enter"], OPENING))
            _expect(app, ExerciseScreen)
            await _press(app, ["ctrl+b"], PAUSE)
            app.open("lesson", "tensors/creating")
            await asyncio.sleep(1)
            _expect(app, LessonScreen)
            found["a lesson is scrolled"] = await _watched(_press(app, ["pagedown", "pageup"] * 10, KEY_PAUSE))
    return found


def _expect(app: TutorApp, kind: type[Screen[None]]) -> None:
    assert isinstance(app.screen, kind), f"{app.screen} is open"


async def _press(app: TutorApp, keys: Iterable[str], pause: float) -> None:
    """Press keys as a terminal sends them, with a pause after each one."""
    for key in keys:
        character = " " if key == "space" else key if len(key) == 1 else None
        app.post_message(Key(key, character))
        await asyncio.sleep(pause)


async def _frames(app: TutorApp, keys: Iterable[str]) -> list[float]:
    """Type into the editor, and return the time from each key until the frame with its effect is drawn."""
    answer, times = app.screen.query_one(AnswerArea), []
    for key in keys:
        before, began = (answer.text, answer.cursor), time.perf_counter()
        await _press(app, [key], 0)
        while (answer.text, answer.cursor) == before:
            await asyncio.sleep(LOOK)
        drawn = asyncio.Event()
        app.screen.call_after_refresh(drawn.set)
        await drawn.wait()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(KEY_PAUSE)
    return times


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
    answer = app.screen.query_one(AnswerArea)
    for number in range(CHECKS):
        answer.take(f"from mxnet import nd\n\n\ndef arccos(x):\n    return nd.cos(x) + {number}\n")
        await app.screen.run_action("check")
        await app.workers.wait_for_complete()
        await asyncio.sleep(PAUSE)

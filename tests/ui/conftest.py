"""A tutor with the tiny course in this folder, with fakes, and without blinking."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, TextArea
from textual.widgets._toast import Toast

from mxtutor.content.loader import load_course
from mxtutor.content.model import Exercise
from mxtutor.progress.journey import WELCOMED
from mxtutor.reporting.unready import Unready, unready
from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise import work
from mxtutor.ui.screens.base import TitleBar
from tests.ui.fakes import COURSE, FakeGrader, InjectedStore, opener

MakeTutor = Callable[..., TutorApp]


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No blinking cursor, no colours or editor taken over from the machine that tests run on."""
    monkeypatch.setattr(TextArea.cursor_blink, "_default", False)
    monkeypatch.setattr(Input.cursor_blink, "_default", False)
    for name in ("NO_COLOR", "VISUAL", "EDITOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_live_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """No live verdicts, and a check of the untouched starter runs; `test_live.py` tests both."""
    monkeypatch.setattr(work, "PAUSE_SECONDS", 3600.0)

    def parsed(exercise: Exercise, code: str) -> Unready | None:
        found = unready(exercise, code)
        return found if found is not None and found.error else None

    monkeypatch.setattr("mxtutor.reporting.unready.unready", parsed)


@pytest.fixture
def grader() -> FakeGrader:
    """A grader that refuses the first answer."""
    return FakeGrader()


@pytest.fixture
def progress(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InjectedStore]:
    """The store of a learner who has only seen the card of the first start, with the same date in every snapshot."""
    monkeypatch.setattr("mxtutor.progress.store.now", lambda: datetime(2024, 5, 17, 12, tzinfo=timezone.utc))
    store = InjectedStore(home)
    store.save_setting(WELCOMED, "yes")
    yield store
    store.close()


@pytest.fixture
def make_tutor(grader: FakeGrader, progress: InjectedStore) -> MakeTutor:
    """Return a function that makes the tutor, opened at an id."""

    def make(start_at: str | None = None, *, keymap: Mapping[str, str] | None = None) -> TutorApp:
        return TutorApp(lambda: load_course(COURSE), grader, opener(progress), start_at=start_at, keymap=keymap)

    return make


async def until(pilot: Pilot[None], met: Callable[[], object], what: str = "") -> None:
    """Let the app work until a condition is met; fail after two minutes."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        await pilot.pause()
        if met():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never happened: {what or met}")


def told(app: App[Any]) -> str:
    """Return the messages on the screen, one below the other: those in a corner, then the one in the title bar.

    A test asks for them with `run_test(notifications=True)`.
    """
    toasts = [str(toast.render()) for toast in app.screen.query(Toast) if toast.display]
    return "\n".join([*toasts, *(bar.status for bar in app.screen.query(TitleBar) if bar.status)])


def screen_text(app: App[Any]) -> str:
    """Return the rows that the terminal shows."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def choose(pilot: Pilot[None], words: str) -> None:
    """Run the first action that the palette finds for some words."""
    below = pilot.app.screen
    await pilot.press("ctrl+p", *words)

    def found() -> bool:
        listed = pilot.app.screen.query(CommandList)
        first = listed.first().get_option_at_index(0) if listed and listed.first().option_count else None
        return first is not None and all(word in str(first.prompt).casefold() for word in words.split())

    await until(pilot, found, f"the palette finds {words!r}")
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen is below or not isinstance(pilot.app.screen, CommandPalette))


class FooterKey(NamedTuple):
    """A key in the footer."""

    key: str
    text: str
    """The key and what it does, as it is shown."""
    start: int
    """First column on the screen."""
    end: int
    """Column after the last one."""

    @property
    def description(self) -> str:
        return self.text.partition(" ")[2]


def footer_keys(app: App[Any]) -> list[FooterKey]:
    """Return the keys in the footer of the screen, from left to right, as the pointer finds them."""
    row, keys = app.size.height - 1, dict[str, list[int]]()
    for x in range(app.size.width):
        keys.setdefault(app.screen.get_style_at(x, row).meta.get("key", ""), []).append(x)
    keys.pop("", None)
    text = screen_text(app).splitlines()[row]
    return [FooterKey(key, text[at[0] : at[-1] + 1], at[0], at[-1] + 1) for key, at in keys.items()]


def offered_keys(app: App[Any]) -> set[str]:
    """Return what the keys do that the screen offers in its footer."""
    return {active.binding.description for active in app.screen.active_bindings.values() if active.binding.show}


async def opened(pilot: Pilot[None], kind: str) -> None:
    """Wait for a screen of that class, and for the course to be read."""
    app = pilot.app
    assert isinstance(app, TutorApp)
    await until(pilot, lambda: type(app.screen).__name__ == kind and app.screen.is_mounted, f"{kind} opens")
    await until(pilot, lambda: app.session and len(app.session.exercises) == 4, "the course is read")
    await pilot.pause()

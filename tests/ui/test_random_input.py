"""Random keys, clicks and sizes over all screens: nothing fails, the focus stays, answers change by typing only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, TextArea

from mxtutor.ui.app import TutorApp
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.keys import APP, DIALOGS, EXERCISE, LAB, SCREENS
from mxtutor.ui.screens import race as race_screen
from mxtutor.ui.screens.base import SMALLEST
from mxtutor.ui.screens.confirm import ErrorDialog
from tests.ui.conftest import MakeTutor, until
from tests.ui.fakes import ERROR, RIGHT, WRONG, FakeGrader, InjectedStore
from tests.ui.test_race import fake

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (40, 12), (8, 3))
PLAIN = ("tab", "shift+tab", "up", "down", "left", "right", "enter", "escape", "space", "backspace", "delete", "home",
         "end", "pageup", "pagedown", "shift+down", "shift+right", "ctrl+a", "ctrl+x", "ctrl+v", "ctrl+b", "ctrl+u",
         "ctrl+p", "a", "e", "x", "1", "(", ")", "[", "#", "_", "quotation_mark", "colon", "y", "n")  # fmt: skip
STARTS = ("", "tensors/arccos", "tensors/names")
EVENTS = 2000
"""Inputs of one long run."""
REPLACING = frozenset({"reset", "undo", "redo", "comment", "history", "again", "take", "next", "complete"})
"""Actions that may change an answer without the focus in it."""


def keys() -> list[str]:
    """Return all keys of all tables, and those of the editor and of lists."""
    rows = [row for table in (APP, *SCREENS, *DIALOGS) for row in table.defaults]
    found = [key for row in rows for key in row.keys.split(",")]
    return [key for key in dict.fromkeys([*found, *PLAIN]) if key not in ("ctrl+c",)]


def replacing_keys() -> frozenset[str]:
    """Return the keys of the actions that may change an answer."""
    rows = [row for table in (EXERCISE, LAB) for row in table.defaults if row.action in REPLACING]
    return frozenset(key for row in rows for key in row.keys.split(","))


@contextmanager
def told(what: str) -> Iterator[None]:
    """Say after which input a check failed."""
    try:
        yield
    except BaseException as error:
        raise AssertionError(f"after {what}: {error}") from error


class Model:
    """What the answers must be: the text of each exercise, which only typing and named actions change."""

    def __init__(self, app: TutorApp) -> None:
        self._app = app
        self.answers: dict[str, str] = {}
        self._typing = False

    @property
    def _exercise(self) -> ExerciseScreen | None:
        found = (screen for screen in self._app.screen_stack if isinstance(screen, ExerciseScreen))
        return next(
            (screen for screen in found if screen.visit.keeps_place), None
        )  # a drill or a test has its own text

    def before(self, key: str) -> None:
        """Note whether the next input may change the open answer."""
        screen, focused = self._exercise, self._app.focused
        inside = screen is not None and isinstance(focused, Widget) and screen.area in focused.ancestors_with_self
        above = screen is not None and self._app.screen is not screen  # a dialog: history, palette, the lab
        self._typing = inside or above or key in replacing_keys() or key == "click"

    def check(self) -> None:
        """Compare the open answer with the model, and take over what was typed."""
        screen = self._exercise
        if screen is None or not screen.is_mounted:
            return
        name, text = screen.opened.exercise.id, screen.area.text
        known = self.answers.get(name)
        if known is not None and text != known:
            assert self._typing, f"the answer of {name} changed from {known!r} to {text!r}"
        self.answers[name] = text


def check_focus(app: TutorApp) -> None:
    """A screen with parts that can have the focus has one with the focus."""
    wide, high = SMALLEST
    screen = app.screen
    if app.size.width >= wide and app.size.height >= high and screen.focus_chain:
        where = f"{type(screen).__name__} of {app.size}: {screen.focus_chain}"
        assert screen.focused is not None, f"no focus on {where}"
        assert screen.focused in screen.focus_chain or isinstance(screen.focused, (TextArea, Input)), where


async def one_input(
    pilot: Pilot[None], rng: random.Random, pool: list[str], model: Model, first: tuple[int, int]
) -> str:
    """Send one input, and return what it was; of the sizes, `first` is the most frequent one."""
    app = pilot.app
    chance = rng.random()
    if chance < 0.07:
        size = rng.choice((first, first, first, *SIZES))
        model.before("")
        await pilot.resize_terminal(*size)
        return f"size {size}"
    if chance < 0.15:
        model.before("click")
        if rng.random() < 0.5:
            text = "".join(f"x{n} = {n}\n" for n in range(rng.choice((1, 7, 8, 30, 60))))
            app.post_message(Paste(text))
            return f"paste of {len(text)}"
        key = rng.choice(("ctrl+z", "ctrl+y", "f8"))
        await pilot.press(key)
        return key
    if chance < 0.25 and app.size.width and app.size.height:
        place = rng.randrange(app.size.width), rng.randrange(app.size.height)
        model.before("click")
        await pilot.click(offset=place)
        return f"click {place}"
    key = rng.choice(pool) if chance < 0.7 else rng.choice(PLAIN)
    model.before(key)
    await pilot.press(key)
    return key


async def soak(app: TutorApp, seed: int, steps: int, progress: InjectedStore, size: tuple[int, int] = (80, 24)) -> None:
    """Send random inputs in a terminal that has a size first, and often again, and check after each one."""
    rng, pool, model, done = random.Random(seed), keys(), Model(app), []
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.session and len(app.session.exercises) == 4, "the course is read")
        for step in range(steps):
            done.append(await one_input(pilot, rng, pool, model, size))
            await pilot.pause()
            with told(f"seed {seed}, step {step}, {done[-8:]}"):
                assert not app.return_code, "the app has failed; its error follows"
                failed = next((screen for screen in app.screen_stack if isinstance(screen, ErrorDialog)), None)
                assert failed is None, getattr(failed, "__dict__", {})
                await until(pilot, lambda: not any(w.group == "open" and w.is_running for w in app.workers))
                model.check()
                check_focus(app)
        model.before("")
        model.check()
    for name, text in model.answers.items():
        draft = progress.draft(name)
        if draft is not None:
            assert draft.code == text, f"seed {seed}: the stored draft of {name} is another one"


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch, grader: FakeGrader) -> None:
    """No quitting, no real race, no editor; checks end with each verdict in turn."""

    async def stay(self: TutorApp) -> None:
        """Do not quit."""

    monkeypatch.setattr(TutorApp, "action_quit", stay)
    monkeypatch.setattr(race_screen.RaceScreen.__init__, "__defaults__", (fake(), None))
    monkeypatch.setenv("EDITOR", "true")
    grader.reports = [WRONG, ERROR, RIGHT] * 1000


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("start", STARTS)
async def test_random_input_breaks_nothing(make_tutor: MakeTutor, progress: InjectedStore, start: str) -> None:
    await soak(make_tutor(start or None), len(start), 60, progress)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("seed", range(8))
async def test_much_random_input_ends_no_tutor(
    make_tutor: MakeTutor, progress: InjectedStore, seed: int, size: tuple[int, int]
) -> None:
    await soak(make_tutor(STARTS[seed % 3] or None), 100 + seed, EVENTS, progress, size)

"""The race screen with runners that answer at once, and the plot that it draws."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from textual.widgets import Static

from mxtutor.errors import BrokenError
from mxtutor.race.model import RUNNERS, EpochResult, Outcome, RaceConfig, summarise
from mxtutor.race.runner import Track
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.widgets.curve_plot import Curve, CurvePlot, draw, numbers
from tests.ui.conftest import MakeTutor, opened, until

COURSE = RaceConfig(epochs=4, warmup=1, images=1000)
VERSIONS = {"torch": "2.13.0+cpu", "mxnet": "1.9.1"}


class FakeTrack(Track):
    """Laps without processes; waits on `gate` before the last one."""

    gate: threading.Event | None = None
    fault: BrokenError | None = None

    def laps(self) -> Iterator[EpochResult]:
        self.versions.update(VERSIONS)
        self.done = [
            EpochResult(runner, epoch, 0.1, 9000.0 + 100 * epoch - (3000 if runner == "mxnet" else 0), 1 / (epoch + 2))
            for epoch in range(COURSE.epochs + 1)
            for runner in RUNNERS
        ]
        yield from self.done[:-1]
        if self.gate is not None:
            self.gate.wait(30)
        if self._stopped or self.fault:
            raise self.fault or BrokenError("mxnet stopped racing.")
        yield self.done[-1]

    def outcome(self) -> Outcome:
        return summarise(self.config, self.versions, self.done, load=3.0, cores=2)


def fake(gate: threading.Event | None = None, fault: BrokenError | None = None) -> Callable[[RaceConfig], Track]:
    """Return what makes fake races."""

    def make(config: RaceConfig) -> Track:
        track = FakeTrack(config)
        track.gate, track.fault = gate, fault
        return track

    return make


def text(screen: object, selector: str) -> str:
    return str(screen.query_one(selector, Static).visual)  # type: ignore[attr-defined]


async def test_a_race_shows_laps_live_then_the_ratio_beside_the_claim(make_tutor: MakeTutor) -> None:
    app, gate = make_tutor(), threading.Event()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        screen = RaceScreen(fake(gate), COURSE)
        await app.push_screen(screen)
        await pilot.press("enter")
        plot = screen.query_one(CurvePlot)
        await until(pilot, lambda: plot.curves and len(plot.curves[0].values) == 5)
        assert "epoch 4 of 4" in text(screen, "#race-progress")
        assert "9400 images/s  loss 0.1667" in text(screen, "#race-rows")
        assert len(plot.curves[1].values) == 4
        gate.set()
        await until(pilot, lambda: "Finished" in text(screen, "#race-progress"))
        told = text(screen, "#race-outcome")
        assert "MXNet trains 0.68 times as fast as PyTorch" in told
        assert "that is less than they claim" in told
        assert "with 1 thread" in told
        assert "load 3.0 on 2 cores" in told
        assert screen.query_one("#race-outcome").region.bottom <= 23


async def test_escape_stops_a_race_then_leaves(make_tutor: MakeTutor) -> None:
    app, gate = make_tutor(), threading.Event()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        screen = RaceScreen(fake(gate), COURSE)
        await app.push_screen(screen)
        await pilot.press("enter")
        await until(pilot, lambda: screen.query_one(CurvePlot).curves)
        await pilot.press("escape")
        gate.set()
        await app.workers.wait_for_complete()
        assert "Stopped" in text(screen, "#race-progress")
        assert app.screen is screen
        await pilot.press("escape")
        await opened(pilot, "HomeScreen")


async def test_a_framework_that_fails_is_told(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        screen = RaceScreen(fake(fault=BrokenError("mxnet stopped racing.", fix="Run `mxtutor doctor`.")), COURSE)
        await app.push_screen(screen)
        await pilot.press("enter")
        await opened(pilot, "ErrorDialog")
        assert "mxtutor doctor" in app.screen.message  # type: ignore[attr-defined]
        assert "could not be run" in text(screen, "#race-progress")


async def test_home_opens_the_race(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("r")
        await opened(pilot, "RaceScreen")
        assert "about twice as fast" in text(app.screen, "#race-about")


def test_curves_have_marks_of_their_own_and_one_where_they_meet() -> None:
    curves = (Curve("a", "o", "", (4.0, 2.0, 1.0)), Curve("b", "x", "", (4.0, 3.0, 1.0)))
    rows = [row.plain for row in draw(curves, (30, 9), 3, "epoch", ".")]
    drawn = [row[3:] for row in rows[:-2]]
    assert drawn[0].startswith("*")
    assert drawn[-1].endswith("*")
    middle = [row[13] for row in drawn]
    assert middle.index("x") < middle.index("o")  # the greater value stands higher
    assert rows[0].startswith("4 |")
    assert rows[6].startswith("1 |")
    assert rows[-1].endswith("epoch 3")
    assert {len(row) for row in rows} == {30}


def test_a_plot_lives_with_odd_numbers_and_little_room() -> None:
    nan = float("nan")
    assert "Nothing to draw" in draw((Curve("a", "o", "", (nan, nan, nan)),), (40, 9), 3, "epoch", ".")[0].plain
    assert "Too little room" in draw((Curve("a", "o", "", (1.0, 2.0)),), (10, 9), 3, "epoch", ".")[0].plain
    flat = draw((Curve("a", "o", "", (1.0, nan, float("inf"), 1.0)),), (40, 9), 1, "epoch", ".")
    assert sum(row.plain.count("o") for row in flat[:-2]) == 2


def test_numbers_are_read_from_lists_only() -> None:
    assert numbers("[1.5, 0.75, 0.5, ..]") == (1.5, 0.75, 0.5)
    assert numbers("[1.5, nan, 3]")[0] == 1.5
    assert numbers("[1.5, 2]") == ()
    assert numbers("[[1, 2], [3, 4]]") == ()
    assert numbers("a list of 3") == ()

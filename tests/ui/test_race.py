"""The race screen with runners that answer at once, and the plot that it draws."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from mxtutor.errors import BrokenError
from mxtutor.race.runner import RUNNERS, EpochResult, Outcome, RaceConfig, Track
from mxtutor.ui.glyphs import ASCII, UNICODE, Glyphs
from mxtutor.ui.screens.race import RaceScreen
from mxtutor.ui.widgets.curve_plot import MXNET, TORCH, Curve, CurvePlot
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
            self.gate.wait(300)
        if self._stopped or self.fault:
            raise self.fault or BrokenError("mxnet stopped racing.")
        yield self.done[-1]

    def outcome(self) -> Outcome:
        return Outcome(self.config, self.versions, tuple(self.done), load=3.0, cores=2)


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
        sentence = text(screen, "#race-outcome")
        assert "MXNet trains 0.68 times as fast as PyTorch" in sentence
        assert "this is less than the migration guides claim" in sentence
        assert "with 1 thread" in sentence
        assert "load 3.0 on 2 cores" in sentence
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


async def test_a_framework_that_fails_is_reported(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        screen = RaceScreen(fake(fault=BrokenError("mxnet stopped racing.", fix="Run `mxtutor doctor`.")), COURSE)
        await app.push_screen(screen)
        await pilot.press("enter")
        await opened(pilot, "ErrorDialog")
        assert "mxtutor doctor" in app.screen.message  # type: ignore[attr-defined]
        assert "failed before its end" in text(screen, "#race-progress")


async def test_home_opens_the_race(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await pilot.press("r")
        await opened(pilot, "RaceScreen")
        assert "about twice as fast" in text(app.screen, "#race-about")


RISING = tuple(4.0 - k / 20 for k in range(50))
TWO = (Curve("PyTorch", *TORCH, RISING), Curve("yours", *MXNET, tuple(value - 1 for value in RISING)))


class PlotApp(App[None]):
    """A plot alone on the screen."""

    def __init__(self, curves: tuple[Curve, ...], glyphs: Glyphs) -> None:
        super().__init__()
        self.glyphs, self._curves = glyphs, curves

    def compose(self) -> ComposeResult:
        yield CurvePlot(self._curves)


async def shown(curves: tuple[Curve, ...], glyphs: Glyphs, size: tuple[int, int] = (80, 24)) -> Content:
    """Return what a plot shows on a screen of that size."""
    app = PlotApp(curves, glyphs)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return app.query_one(CurvePlot).render()


def dots(line: str) -> int:
    return sum("⠀" < character <= "⣿" for character in line)


async def test_both_curves_are_braille_in_two_colours() -> None:
    plot = await shown(TWO, UNICODE)
    legend, *rows = plot.split()
    assert legend.plain == "⠒⠒ PyTorch   ⠒⠒ yours"
    assert sum(dots(row.plain) for row in rows) > 100
    colours = {str(span.style) for row in rows for span in row.spans if dots(row.plain[span.start : span.end])}
    assert colours == {"$text-warning", "$text-primary"}


async def test_curves_that_cover_each_other_show_in_both_colours() -> None:
    curves = (TWO[0], replace(TWO[1], values=RISING))
    plot = await shown(curves, UNICODE)
    cells = dict.fromkeys(("$text-warning", "$text-primary"), 0)
    for row in plot.split()[1:]:
        for span in row.spans:
            if str(span.style) in cells:
                cells[str(span.style)] += dots(row.plain[span.start : span.end])
    assert min(cells.values()) > 0.35 * sum(cells.values())


@pytest.mark.parametrize(("glyphs", "line"), [(UNICODE, "⠒⠒"), (ASCII, "..")])
async def test_two_curves_differ_by_mark_and_name_without_colour(
    monkeypatch: pytest.MonkeyPatch, glyphs: Glyphs, line: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    legend, *plot = (await shown(TWO, glyphs)).plain.splitlines()
    assert legend == f"{line} PyTorch   x yours"
    assert sum(row.count("x") for row in plot) > 20
    assert any("." in row or dots(row) for row in plot)


async def test_axes_have_labels_and_fill_the_plot() -> None:
    _, *plot, below = (await shown(TWO, UNICODE)).plain.splitlines()
    assert [row.partition(" ┤")[0] for row in plot if "┤" in row] == ["   4", "2.47", "0.55"]
    assert below.split() == ["1", "epoch", "50"]
    assert all(len(row) == 80 for row in (*plot, below))


async def test_an_ascii_plot_holds_nothing_else() -> None:
    assert (await shown(TWO, ASCII)).plain.isascii()


async def test_a_larger_screen_shows_more_of_a_curve() -> None:
    counts = [(await shown(TWO, ASCII, size)).plain.count("x") for size in ((40, 24), (160, 50))]
    assert counts[0] < counts[1]
    assert counts[1] >= 50


async def test_a_plot_lives_with_odd_numbers_and_little_room() -> None:
    nan = float("nan")
    assert (await shown((Curve("a", *TORCH, (nan, nan)),), UNICODE)).plain == "Nothing to draw yet."
    assert (await shown(TWO, UNICODE, (12, 24))).plain == "Too little room for the plot."
    _, *flat = (await shown((Curve("a", *MXNET, (1.0, nan, float("inf"), 1.0)),), ASCII)).plain.splitlines()
    assert sum(row.count("x") for row in flat) == 2
    assert dots((await shown((Curve("a", *TORCH, (1.0, nan, 1.0)),), UNICODE)).plain) == 4

"""The race: both frameworks train the same MLP on this machine; the result is shown with the claim about MXNet."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.errors import BrokenError
from mxtutor.race.runner import RUNNERS, EpochResult, Outcome, RaceConfig, Runner, Track
from mxtutor.session.lesson import FRAMEWORKS
from mxtutor.ui.keys import RACE
from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.widgets.curve_plot import MXNET, TORCH, Curve, CurvePlot, mode_of, symbol

TICK_SECONDS = 0.5
LOOKS: dict[Runner, tuple[str, str]] = {"torch": TORCH, "mxnet": MXNET}
"""Maps each framework to its mark and its colour."""
NOTHING = "The losses of both frameworks show here during the race."
BESIDE_BAR = 62
"""Width, in cells, of the names and numbers in a row, without the bar."""
LEAST_BAR = 8
"""Width of the shortest bar, in cells; a row with less room has neither bar nor version."""

ABOUT = (
    "The migration guides say that MXNet is about twice as fast. Here both frameworks train the MLP of the guides on "
    "this machine, in alternating epochs: {images} digits in batches of {batch}, equal data and first weights, "
    "{threads} each."
)


class RaceScreen(TutorScreen):
    """Shows a race; the learner can stop it and run it again."""

    CSS_PATH = "race.tcss"
    AUTO_FOCUS = "#race"
    KEYS = RACE

    def __init__(self, make_track: Callable[[RaceConfig], Track] = Track, config: RaceConfig | None = None) -> None:
        super().__init__()
        self._make_track = make_track
        self._config = config or RaceConfig()
        self._track: Track | None = None
        """The running race."""
        self._shown: Track | None = None
        """The race on the screen; epochs of an ended race may still arrive."""
        self._laps: list[EpochResult] = []
        self._began = 0.0

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="race"):
            yield Static(id="race-about", markup=False)
            yield Static(f"{RACE.key('start')} starts the race.", id="race-progress", markup=False)
            yield Static(id="race-rows", markup=False)
            yield CurvePlot(step="epoch, warm-up included", nothing=NOTHING, id="race-plot")
            yield Static(id="race-outcome", markup=False)

    def on_mount(self) -> None:
        self.set_title("The race")
        self._draw_about()
        self.set_interval(TICK_SECONDS, self._draw_progress)

    def on_unmount(self) -> None:
        self._end()

    def action_start(self) -> None:
        if self._track is None:
            self._race()

    def action_threads(self) -> None:
        """Switch between one thread and all cores; not during a race."""
        cores = os.cpu_count() or 1
        if self._track is not None or cores == 1:
            why = "This machine has one core." if cores == 1 else f"{RACE.key('back')} stops the race first."
            self.notify(why, markup=False)
            return
        self._config = replace(self._config, threads=1 if self._config.threads > 1 else cores)
        self._draw_about()

    def action_back(self) -> None:
        """Stop the running race; if none runs, leave the screen."""
        if self._end():
            self.query_one("#race-progress", Static).update(f"Stopped. {RACE.key('start')} starts it again.")
        else:
            self.dismiss()

    def _end(self) -> bool:
        """End the running race; return whether there was one."""
        track, self._track = self._track, None
        if track is not None:
            self._shown = None
            start_in_thread(track.stop)
        return track is not None

    @work(exclusive=True, exit_on_error=False, group="race", description="The race")
    async def _race(self) -> None:
        track = self._track = self._shown = self._make_track(self._config)
        self._laps, self._began = [], time.monotonic()
        self.remove_class("-finished")
        self.query_one("#race-rows", Static).update("")
        plot = self.query_one(CurvePlot)
        plot.steps, plot.curves = self._config.warmup + self._config.epochs, ()
        self._draw_progress()

        def run() -> Outcome:
            with track:
                for lap in track.laps():
                    self.call_later(self._show_lap, track, lap)
                return track.outcome()

        try:
            outcome = await in_thread(run)
        except BrokenError:
            if self._track is not track:
                return  # the race was stopped
            self._track = None
            self.query_one("#race-progress", Static).update("The race failed before its end.")
            raise
        if self._track is track:
            self._track = None
            self._draw_outcome(outcome)

    def _show_lap(self, track: Track, lap: EpochResult) -> None:
        """Show an epoch of one framework, which has ended."""
        if track is not self._shown:
            return
        self._laps.append(lap)
        if self._track is not None:
            self._draw_progress()
            self._draw_rows(track.versions)
        curves = (self._curve(runner) for runner in RUNNERS)
        self.query_one(CurvePlot).curves = tuple(curve for curve in curves if curve.values)

    def _curve(self, runner: Runner) -> Curve:
        losses = tuple(lap.loss for lap in self._laps if lap.runner == runner)
        return Curve(f"{FRAMEWORKS[runner]} loss", *LOOKS[runner], losses)

    def _draw_about(self) -> None:
        config = self._config
        threads = "one thread" if config.threads == 1 else f"{config.threads} threads"
        about = ABOUT.format(images=config.images, batch=config.batch, threads=threads)
        self.query_one("#race-about", Static).update(about)

    def _draw_progress(self) -> None:
        if self._track is None:
            return
        seconds = f"{time.monotonic() - self._began:.0f} s"
        config, done = self._config, len(self._laps)
        if not done:
            line = f"Starting PyTorch and MXNet ...  {seconds}  {RACE.key('back')} stops it"
        else:
            epoch = done // 2 + 1 - config.warmup
            where = "warm-up, not counted" if epoch < 1 else f"epoch {min(epoch, config.epochs)} of {config.epochs}"
            bar = self.glyphs.bar(done, 2 * (config.epochs + config.warmup), 20)
            line = f"{bar}  {where}  {seconds}  {RACE.key('back')} stops it"
        self.query_one("#race-progress", Static).update(line)

    def _draw_rows(self, versions: dict[str, str]) -> None:
        latest = {lap.runner: lap for lap in self._laps}
        rates = {runner: (lap.images_per_second, f"loss {lap.loss:.4f}") for runner, lap in latest.items()}
        fastest = max(lap.images_per_second for lap in self._laps)
        self.query_one("#race-rows", Static).update(self._rows(versions, rates, fastest))

    def _rows(self, versions: dict[str, str], rates: dict[Runner, tuple[float, str]], fastest: float) -> Content:
        """Return a row for each framework: a bar with the length of its images per second, and a detail."""
        room = self.query_one("#race-rows").content_size.width - BESIDE_BAR
        mode = mode_of(self)
        rows = []
        for runner, (rate, detail) in rates.items():
            mark, colour = LOOKS[runner]
            style = f"$text-{colour}"
            bar = self.glyphs.bar(round(1000 * rate / fastest), 1000, room) if room >= LEAST_BAR else ""
            beside = f" {versions[runner]:10}  " if bar else ""
            name = (f"{symbol(mark, mode):2} {FRAMEWORKS[runner]:7}", f"bold {style}")
            rows.append(Content.assemble(name, beside, (bar, style), f" {rate:8.0f} images/s  {detail}"))
        return Content("\n").join(rows)

    def _draw_outcome(self, outcome: Outcome) -> None:
        self.add_class("-finished")
        text = f"Finished. {RACE.key('start')} runs it again, {RACE.key('threads')} changes the threads."
        self.query_one("#race-progress", Static).update(text)
        speeds = outcome.speeds
        rates = {runner: (s.median, f"({s.slowest:.0f} to {s.fastest:.0f})") for runner, s in speeds.items()}
        rows = self._rows(outcome.versions, rates, max(rate for rate, _ in rates.values()))
        self.query_one("#race-rows", Static).update(rows)
        lines = [Content.styled(outcome.sentence(), "bold"), *map(Content, outcome.conditions())]
        self.query_one("#race-outcome", Static).update(Content("\n").join(lines))

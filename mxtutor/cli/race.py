"""`mxtutor race`: trains the migration guides' MLP in both frameworks here, and compares the result with the claim."""

from __future__ import annotations

import click

from mxtutor.cli.painting import paint, tell
from mxtutor.race.runner import DIGITS, RUNNERS, EpochResult, Outcome, RaceConfig, Track
from mxtutor.reporting.sanitize import json_text

BAR = 24


@click.command()
@click.option("--epochs", type=click.IntRange(1, 100), default=10, show_default=True, help="Counted epochs, each.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help="Threads for each framework.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def race(epochs: int, threads: int, as_json: bool) -> None:
    """Compare the speed of both frameworks on this machine. They train the MLP of the migration guides."""
    config = RaceConfig(epochs=epochs, threads=threads)
    data = f"{config.images} images ({DIGITS} digits, enlarged and repeated), batches of {config.batch}"
    tell(f"{data}, threads per framework: {config.threads}. Starting PyTorch and MXNet ...")
    fastest = 0.0
    with Track(config) as track:
        for lap in track.laps():
            fastest = max(fastest, lap.images_per_second)
            click.echo(_line(lap, fastest), err=True)
        outcome = track.outcome()
    if as_json:
        click.echo(json_text(outcome.to_json()))
        return
    for line in _summary(outcome):
        click.echo(line)


def _line(lap: EpochResult, fastest: float) -> str:
    full = round(BAR * lap.images_per_second / fastest)
    colour = "cyan" if lap.runner == "torch" else "green"
    bar = paint("#" * full, fg=colour) + "." * (BAR - full)
    name = f"epoch {lap.epoch}" if lap.counted else "warm-up"
    return f"{name:8} {lap.runner:5} {bar} {lap.images_per_second:9.0f} images/s  loss {lap.loss:.4f}"


def _summary(outcome: Outcome) -> list[str]:
    rows = []
    for runner in RUNNERS:
        speed = outcome.speeds[runner]
        rate = f"{speed.median:9.0f} images/s ({speed.slowest:.0f} to {speed.fastest:.0f})"
        rows.append(f"{runner:5} {outcome.versions[runner]:12} {rate}  last loss {speed.loss:.4f}")
    return [*rows, "", paint(outcome.sentence(), bold=True), *outcome.conditions()]

"""`mxtutor race`: the tutorials' MLP in both frameworks on this machine, and the claim beside the measurement."""

from __future__ import annotations

import json
import os

import click

from mxtutor.cli.text import paint
from mxtutor.race.model import CLAIM, RUNNERS, Course, Lap, Outcome
from mxtutor.race.track import Track

BAR = 24


def run_race(epochs: int, threads: int | None, as_json: bool) -> int:
    """Race, tell each lap on standard error and the outcome on standard output; return 0."""
    course = Course(epochs=epochs, threads=threads or os.cpu_count() or 1)
    click.echo(f"mxtutor: {course.images} images, batch {course.batch}, {course.threads} threads each", err=True)
    fastest = 0.0
    with Track(course) as track:
        for lap in track.laps():
            fastest = max(fastest, lap.images_per_second)
            click.echo(_line(lap, fastest), err=True)
        outcome = track.outcome()
    if as_json:
        click.echo(json.dumps(outcome.to_json()))
        return 0
    for line in _told(outcome):
        click.echo(line)
    return 0


def _line(lap: Lap, fastest: float) -> str:
    full = round(BAR * lap.images_per_second / fastest)
    colour = "cyan" if lap.runner == "torch" else "green"
    bar = paint("#" * full, fg=colour) + "." * (BAR - full)
    name = f"epoch {lap.epoch}" if lap.counted else "warm-up"
    return f"{name:8} {lap.runner:5} {bar} {lap.images_per_second:9.0f} images/s  loss {lap.loss:.4f}"


def _told(outcome: Outcome) -> list[str]:
    rows = []
    for runner in RUNNERS:
        speed = outcome.speeds[runner]
        span = f"{speed.slowest:.0f} to {speed.fastest:.0f}"
        rows.append(
            f"{runner:5} {outcome.versions[runner]:12} {speed.median:9.0f} images/s ({span})  last loss {speed.loss:.4f}"
        )
    course = outcome.course
    how = (
        f"{course.epochs} epochs each, in turn, after {course.warmup} of warm-up; {course.threads} threads; "
        f"equal data and first weights; CPU."
    )
    return [*rows, "", paint(outcome.sentence(), bold=True), f"The documents say about {CLAIM:.0f} times.", how]

"""A race as plain values: its configuration, the result of each epoch, and the outcome."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mxtutor.counts import count

Runner = Literal["torch", "mxnet"]
RUNNERS: tuple[Runner, Runner] = ("torch", "mxnet")

CLAIM = 2.0
"""Speed of MXNet divided by that of PyTorch, as the migration guides claim."""


DIGITS = 600
"""Number of different images: the digits of the training part, which are enlarged and repeated."""


@dataclass(frozen=True, slots=True)
class RaceConfig:
    """The training: 28 x 28 images, a hidden layer with relu, ten classes, plain SGD on the mean cross entropy."""

    images: int = 12000
    hidden: int = 256
    batch: int = 128
    rate: float = 0.1
    """Learning rate."""
    epochs: int = 10
    """Counted epochs, for each framework."""
    warmup: int = 1
    """Epochs before the counted ones."""
    threads: int = 1
    """Threads of each framework. With one thread, no framework waits for cores that other processes use."""


@dataclass(frozen=True, slots=True)
class EpochResult:
    """The result of one epoch in one framework."""

    runner: Runner
    epoch: int
    """Number of the epoch, from 1; 0 and below are warm-up."""
    seconds: float
    images_per_second: float
    loss: float
    """Mean loss over the epoch's batches."""

    @property
    def counted(self) -> bool:
        """Whether the epoch comes after the warm-up."""
        return self.epoch > 0


@dataclass(frozen=True, slots=True)
class Speed:
    """The speed of one framework, in images per second."""

    median: float
    slowest: float
    fastest: float
    loss: float
    """Loss of the last epoch."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished race."""

    config: RaceConfig
    versions: dict[str, str]
    speeds: dict[Runner, Speed]
    laps: tuple[EpochResult, ...]
    load: float = 0.0
    """Load average of the last minute before the start, in processes that need a core."""
    cores: int = 1

    @property
    def ratio(self) -> float:
        """Median images per second of MXNet divided by that of PyTorch."""
        return self.speeds["mxnet"].median / self.speeds["torch"].median

    @property
    def ratios(self) -> tuple[float, float]:
        """Smallest and greatest ratio of two epochs that ran one after the other."""
        pairs = zip(_counted(self.laps, "torch"), _counted(self.laps, "mxnet"), strict=True)
        each = [m.images_per_second / t.images_per_second for t, m in pairs]
        return min(each), max(each)

    def sentence(self) -> str:
        """Return one sentence that compares the result with the claim of the migration guides."""
        low, high = self.ratios
        if low <= CLAIM <= high:
            verdict = "the claim of the migration guides is within this range"
        else:
            verdict = f"this is {'less' if high < CLAIM else 'more'} than the migration guides claim"
        spread = f"{low:.2f} to {high:.2f} over the epochs"
        return f"Here MXNet trains {self.ratio:.2f} times as fast as PyTorch ({spread}): {verdict}."

    def conditions(self) -> tuple[str, ...]:
        """Return the conditions of the race, one line for each."""
        config, threads = self.config, count(self.config.threads, "thread")
        lines = [
            f"The migration guides claim about {CLAIM:.0f} times and do not name the machine.",
            f"Each framework: {count(config.epochs, 'epoch')}, alternating, after {config.warmup} of warm-up, "
            f"on the CPU with {threads}; medians.",
            f"Data: {DIGITS} real digits of 8 x 8 pixels, enlarged to 28 x 28 and repeated to {config.images} images; "
            f"batches of {config.batch}; equal order and first weights.",
            "The result does not apply to GPUs, more threads, convolutions, other batch sizes or input pipelines.",
        ]
        if self.load > self.cores / 2:
            load = f"{self.load:.1f} on {count(self.cores, 'core')}"
            lines.append(f"Other work kept this machine busy (load {load}): race again when it is idle.")
        return tuple(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the race as a JSON object."""
        return {
            "version": 1,
            "ratio": self.ratio,
            "ratios": list(self.ratios),
            "claim": CLAIM,
            "versions": self.versions,
            "threads": self.config.threads,
            "warmup_epochs": self.config.warmup,
            "images": self.config.images,
            "different_images": DIGITS,
            "batch": self.config.batch,
            "load_before": self.load,
            "cores": self.cores,
            "laps": [
                {
                    "framework": lap.runner,
                    "epoch": lap.epoch,
                    "seconds": lap.seconds,
                    "images_per_second": lap.images_per_second,
                    "loss": lap.loss,
                }
                for lap in self.laps
                if lap.counted
            ],
        }


def summarise(
    config: RaceConfig, versions: dict[str, str], laps: Sequence[EpochResult], *, load: float = 0.0, cores: int = 1
) -> Outcome:
    """Return the outcome of a race; `load` is that of the machine before the start."""
    speeds: dict[Runner, Speed] = {runner: _speed(_counted(laps, runner)) for runner in RUNNERS}
    return Outcome(config, versions, speeds, tuple(laps), load, cores)


def _counted(laps: Sequence[EpochResult], runner: Runner) -> list[EpochResult]:
    return [lap for lap in laps if lap.runner == runner and lap.counted]


def _speed(laps: Sequence[EpochResult]) -> Speed:
    rates = [lap.images_per_second for lap in laps]
    return Speed(statistics.median(rates), min(rates), max(rates), laps[-1].loss)

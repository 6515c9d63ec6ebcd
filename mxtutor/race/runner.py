"""A race: one process per framework; they train in alternating epochs, so that they do not compete for cores."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from mxtutor.counts import count
from mxtutor.errors import BrokenError

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
    laps: tuple[EpochResult, ...]
    load: float = 0.0
    """Load average of the last minute before the start, in processes that need a core."""
    cores: int = 1

    def counted(self, runner: Runner) -> list[EpochResult]:
        """Return the epochs of a framework after its warm-up."""
        return [lap for lap in self.laps if lap.runner == runner and lap.counted]

    @property
    def speeds(self) -> dict[Runner, Speed]:
        speeds: dict[Runner, Speed] = {}
        for runner in RUNNERS:
            rates = [lap.images_per_second for lap in self.counted(runner)]
            speeds[runner] = Speed(statistics.median(rates), min(rates), max(rates), self.counted(runner)[-1].loss)
        return speeds

    @property
    def ratio(self) -> float:
        """Median images per second of MXNet divided by that of PyTorch."""
        return self.speeds["mxnet"].median / self.speeds["torch"].median

    @property
    def ratios(self) -> tuple[float, float]:
        """Smallest and greatest ratio of two epochs that ran one after the other."""
        pairs = zip(self.counted("torch"), self.counted("mxnet"), strict=True)
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
        measured = ("epoch", "seconds", "images_per_second", "loss")
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
                {"framework": lap.runner, **{name: getattr(lap, name) for name in measured}}
                for lap in self.laps
                if lap.counted
            ],
        }


class Track:
    """A running race. As a context manager it ends all its processes; any thread may call `stop`."""

    def __init__(self, config: RaceConfig, command: Callable[[Runner, RaceConfig], list[str]] | None = None) -> None:
        self.config = config
        self.versions: dict[str, str] = {}
        """Maps each framework to its version, after the first result of `laps`."""
        self._command = command or _command
        self._laps: list[EpochResult] = []
        self._load = 0.0
        self.processes: dict[Runner, subprocess.Popen[str]] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def __enter__(self) -> Track:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def laps(self) -> Iterator[EpochResult]:
        """Yield the result of each epoch as it ends, warm-up included, PyTorch before MXNet.

        Raises:
            BrokenError: the process of a framework cannot start, or ended too early.
        """
        self._load = os.getloadavg()[0]
        for runner in RUNNERS:
            self._start(runner)
        for runner in RUNNERS:
            self.versions[runner] = str(self._answer(runner)["version"])
        for epoch in range(1 - self.config.warmup, self.config.epochs + 1):
            for runner in RUNNERS:
                answer = self._answer(runner, "epoch\n")
                seconds = float(answer["seconds"])
                rate, loss = self.config.images / seconds, float(answer["loss"])
                self._laps.append(EpochResult(runner, epoch, seconds, rate, loss))
                yield self._laps[-1]

    def outcome(self) -> Outcome:
        """Return the outcome; call it after the last result of `laps`."""
        cores = os.cpu_count() or 1
        return Outcome(self.config, self.versions, tuple(self._laps), self._load, cores)

    def stop(self) -> None:
        """End both processes at once; `laps` then raises in its thread. A stopped race never starts again."""
        with self._lock:
            self._stopped = True
            processes = list(self.processes.values())
            self.processes.clear()
        for process in processes:
            process.kill()
            with contextlib.suppress(OSError), process:  # the process that reads the buffered text has ended
                pass

    def _start(self, runner: Runner) -> None:
        threads = str(self.config.threads)
        limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        with self._lock:
            if not self._stopped:
                self.processes[runner] = subprocess.Popen(
                    self._command(runner, self.config),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    env={**os.environ, **limits},
                )

    def _answer(self, runner: Runner, asked: str = "") -> dict[str, Any]:
        """Return the next line of a process, after a line for it, if there is one."""
        line, process = "", self.processes.get(runner)
        with contextlib.suppress(OSError, ValueError):  # it has ended, or `stop` has closed it
            if process is not None and process.stdin is not None and process.stdout is not None:
                process.stdin.write(asked)
                process.stdin.flush()
                line = process.stdout.readline()
        if not line:
            raise BrokenError(f"{runner} stopped racing.", fix="Run `mxtutor doctor`.")
        message: dict[str, Any] = json.loads(line)
        return message


def _command(runner: Runner, config: RaceConfig) -> list[str]:
    paths = [path for path in sys.path if os.path.isabs(path)]  # never the current folder: it may contain a torch.py
    code = f"import sys; sys.path[:] = {paths!r}; from mxtutor.race.training import main; main()"
    return [sys.executable, "-I", "-c", code, runner, json.dumps(asdict(config))]

"""Runs a race: one process per framework; they train in alternating epochs, so that they do not compete for cores."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from types import TracebackType
from typing import Any

from mxtutor.errors import BrokenError
from mxtutor.race.model import RUNNERS, EpochResult, Outcome, RaceConfig, Runner, summarise


class Track:
    """A running race. As a context manager it ends all its processes; any thread may call `stop`."""

    def __init__(self, config: RaceConfig, command: Callable[[Runner, RaceConfig], list[str]] | None = None) -> None:
        self.config = config
        self.versions: dict[str, str] = {}
        """Maps each framework to its version, after the first result of `laps`."""
        self._command = command or _command
        self._laps: list[EpochResult] = []
        self._load = 0.0
        self._processes: dict[Runner, subprocess.Popen[str]] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def __enter__(self) -> Track:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
            self.versions[runner] = str(self._read(runner)["version"])
        for epoch in range(1 - self.config.warmup, self.config.epochs + 1):
            for runner in RUNNERS:
                lap = self._run(runner, epoch)
                self._laps.append(lap)
                yield lap

    def outcome(self) -> Outcome:
        """Return the outcome; call it after the last result of `laps`."""
        cores = os.cpu_count() or 1
        return summarise(self.config, self.versions, self._laps, load=self._load, cores=cores)

    def stop(self) -> None:
        """End both processes at once; `laps` then raises in its thread. A stopped race never starts again."""
        with self._lock:
            self._stopped = True
            processes = list(self._processes.values())
            self._processes.clear()
        for process in processes:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):  # the process that reads the buffered text has ended
                        stream.close()

    def _start(self, runner: Runner) -> None:
        threads = str(self.config.threads)
        limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        with self._lock:
            if self._stopped:
                return
            self._processes[runner] = subprocess.Popen(
                self._command(runner, self.config),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, **limits},
            )

    def _run(self, runner: Runner, epoch: int) -> EpochResult:
        process = self._processes.get(runner)
        try:
            assert process is not None and process.stdin is not None  # noqa: PT018 - both are for the type checker
            process.stdin.write("epoch\n")
            process.stdin.flush()
        except (OSError, ValueError, AssertionError) as error:
            raise BrokenError(f"{runner} stopped racing.", fix="Run `mxtutor doctor`.") from error
        message = self._read(runner)
        seconds = float(message["seconds"])
        return EpochResult(runner, epoch, seconds, self.config.images / seconds, float(message["loss"]))

    def _read(self, runner: Runner) -> dict[str, Any]:
        process = self._processes.get(runner)
        try:
            line = process.stdout.readline() if process is not None and process.stdout is not None else ""
        except (OSError, ValueError):  # closed by stop()
            line = ""
        if not line:
            raise BrokenError(f"{runner} stopped racing.", fix="Run `mxtutor doctor`.")
        message: dict[str, Any] = json.loads(line)
        return message


def _command(runner: Runner, config: RaceConfig) -> list[str]:
    paths = [path for path in sys.path if os.path.isabs(path)]  # never the current folder: it may contain a torch.py
    code = f"import sys; sys.path[:] = {paths!r}; from mxtutor.race.run_{runner} import main; main()"
    return [sys.executable, "-I", "-c", code, json.dumps(asdict(config))]

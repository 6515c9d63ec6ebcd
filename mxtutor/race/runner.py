"""Starts a process for each framework; they run an epoch at a time in turn, so that they never share the cores."""

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
from mxtutor.race.model import RUNNERS, Course, EpochResult, Outcome, Runner, summarise


class Track:
    """A race under way; a context manager that leaves no process behind. `stop` may come from any thread."""

    def __init__(self, course: Course, command: Callable[[Runner, Course], list[str]] | None = None) -> None:
        self.course = course
        self.versions: dict[str, str] = {}
        """Framework to its version, known once `laps` has begun."""
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
        """Yield each lap as it ends, warm-up included, PyTorch's before MXNet's.

        Raises:
            BrokenError: a framework cannot be started or ended early.
        """
        self._load = os.getloadavg()[0]
        for runner in RUNNERS:
            self._start(runner)
        for runner in RUNNERS:
            self.versions[runner] = str(self._hear(runner)["version"])
        for epoch in range(1 - self.course.warmup, self.course.epochs + 1):
            for runner in RUNNERS:
                lap = self._run(runner, epoch)
                self._laps.append(lap)
                yield lap

    def outcome(self) -> Outcome:
        """Return what the laps come to; to be called when `laps` is exhausted."""
        cores = os.cpu_count() or 1
        return summarise(self.course, self.versions, self._laps, load=self._load, cores=cores)

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
                    with contextlib.suppress(OSError):  # what was still to be written has nobody to read it
                        stream.close()

    def _start(self, runner: Runner) -> None:
        threads = str(self.course.threads)
        limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        with self._lock:
            if self._stopped:
                return
            self._processes[runner] = subprocess.Popen(
                self._command(runner, self.course),
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
        told = self._hear(runner)
        seconds = float(told["seconds"])
        return EpochResult(runner, epoch, seconds, self.course.images / seconds, float(told["loss"]))

    def _hear(self, runner: Runner) -> dict[str, Any]:
        process = self._processes.get(runner)
        try:
            line = process.stdout.readline() if process is not None and process.stdout is not None else ""
        except (OSError, ValueError):  # closed by stop()
            line = ""
        if not line:
            raise BrokenError(f"{runner} stopped racing.", fix="Run `mxtutor doctor`.")
        on_output: dict[str, Any] = json.loads(line)
        return on_output


def _command(runner: Runner, course: Course) -> list[str]:
    return [sys.executable, "-m", f"mxtutor.race.run_{runner}", json.dumps(asdict(course))]

"""Measures the resident grader: commands, a second tutor, memory, idle time, and a check beside other callers."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.callers import ANSWERS, EXERCISE
from benchmarks.figures import clocked, interleaved, percentile, table
from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service import control
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root

ROUNDS, CHECKS, TUTORS = 15, 40, 3
BESIDE = {
    "loops": "three callers with endless loops",
    "queue": f"{ANSWERS} answers of another learner",
    "class": f"{ANSWERS} answers of a class",
}
"""Kinds of `benchmarks.callers`, and their names in the table."""
PAUSE = 0.1
IDLE_SECONDS = 5.0
WRONG_ANSWER = b"return nd.ones((2, 3)) * 2"
F5 = b"\x1b[15~"
READY = (b"Your answer", b"ready")
"""Words of the exercise, and of the title bar when the grader can be used."""
VERDICT = b"Not right yet"
"""Words of the verdict on an exercise's starter."""
PAINT_SECONDS = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")


def measure() -> Iterator[str]:
    """Yield the tables; everything runs beside one warm grader."""
    with RemoteGrader(content_root(), ahead=False) as grader:
        grader.require_ready()
        _check(grader)()
        yield from _commands()
        yield ""
        yield from _tutors()
        yield ""
        yield from _idle()
        yield ""
        yield from _fairness(grader)


def _commands() -> Iterator[str]:
    """Compare `mxtutor check` with `mxtutor list`, each from the start of its process."""
    answer = str(content_root() / "exercises" / EXERCISE / "solution.py")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "MXTUTOR_HOME": home}

        def command(*arguments: str) -> Callable[[], float]:
            line = [sys.executable, "-m", "mxtutor", *arguments]
            return clocked(lambda: subprocess.run(line, check=True, capture_output=True, env=environment))

        subjects = {"mxtutor list": command("list"), "mxtutor check": command("check", EXERCISE, answer)}
        interleaved(1, subjects)
        yield from table(interleaved(ROUNDS, subjects), "mxtutor list")


def _tutors() -> Iterator[str]:
    """Measure tutors that start beside a warm grader: first paint to ready, F5 to verdict, and memory."""
    ready, checked, sizes = [], [], []
    with contextlib.ExitStack() as stack:
        for _ in range(TUTORS):
            pid, terminal = stack.enter_context(_tutor())
            _read_until(terminal, b"mxtutor")
            began = time.perf_counter()
            _read_until(terminal, *READY)
            ready.append(time.perf_counter() - began)
            os.write(terminal, WRONG_ANSWER)
            time.sleep(2)  # the editor marks and completes names; a live verdict shows
            began = time.perf_counter()
            os.write(terminal, F5)
            _read_until(terminal, VERDICT)
            checked.append(time.perf_counter() - began)
            time.sleep(1)
            sizes.append(_proportional_memory(pid))
    yield "| a tutor beside a warm grader | median | worst |"
    yield "| --- | ---: | ---: |"
    for name, values in (("first paint to exercise and grader ready", ready), ("F5 to the verdict", checked)):
        yield f"| {name}, ms | {1000 * statistics.median(values):.0f} | {1000 * max(values):.0f} |"
    yield f"| proportional memory of each tutor, MiB | {statistics.median(sizes):.0f} | {max(sizes):.0f} |"


@contextlib.contextmanager
def _tutor() -> Iterator[tuple[int, int]]:
    """Run a tutor at an exercise in a terminal of 80 x 24; give its process id and the terminal."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "MXTUTOR_HOME": home, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvpe(sys.executable, [sys.executable, "-m", "mxtutor", EXERCISE], environment)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        try:
            yield pid, terminal
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(terminal)


def _read_until(terminal: int, *marks: bytes) -> None:
    seen, end = b"", time.monotonic() + PAINT_SECONDS
    while not all(mark in seen for mark in marks):
        if time.monotonic() > end or not select.select([terminal], [], [], PAINT_SECONDS)[0]:
            raise SystemExit(f"the tutor did not paint {marks!r} in {PAINT_SECONDS:.0f} s")
        seen += os.read(terminal, 65536)


def _proportional_memory(pid: int) -> float:
    """Return the PSS of a process in MiB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024


def _idle() -> Iterator[str]:
    """Measure the CPU time of the grader and its workers while no caller uses them."""
    (found,) = control.find_all()
    assert found.condition is not None
    pids = (found.record.pid, *found.condition.processes)
    time.sleep(1)
    before = sum(map(_ticks, pids))
    time.sleep(IDLE_SECONDS)
    used = (sum(map(_ticks, pids)) - before) / _TICKS
    yield "| an idle grader | |"
    yield "| --- | ---: |"
    yield f"| CPU seconds in {IDLE_SECONDS:.0f} s | {used:.2f} |"
    yield f"| proportional memory with its workers, MiB | {control.memory(found) / 2**20:.0f} |"


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _check(grader: RemoteGrader) -> Callable[[], float]:
    exercise = load_exercise(content_root() / "exercises" / EXERCISE, EXERCISE)
    source = (exercise.folder / "solution.py").read_bytes()

    def check() -> None:
        assert grader.grade(Submission(exercise, source)).verdict is Verdict.RIGHT

    return clocked(check)


def _fairness(grader: RemoteGrader) -> Iterator[str]:
    """Measure how long a small check takes beside other callers."""
    check = _check(grader)
    samples = {"alone": _repeated(check)}
    for kind, name in BESIDE.items():
        with _busy(kind):
            samples[f"beside {name}"] = _repeated(check)
    base = statistics.median(samples["alone"])
    yield "| a small check | median ms | p95 ms | delay at p95, ms |"
    yield "| --- | ---: | ---: | ---: |"
    for name, values in samples.items():
        middle, high = statistics.median(values), percentile(values, 0.95)
        yield f"| {name} | {1000 * middle:.0f} | {1000 * high:.0f} | {1000 * (high - base):.0f} |"


@contextlib.contextmanager
def _busy(kind: str) -> Iterator[None]:
    """Let a process with other callers keep the grader busy."""
    command = [sys.executable, "-m", "benchmarks.callers", kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as callers:
        assert callers.stdout is not None
        callers.stdout.readline()
        time.sleep(1)
        try:
            yield
        finally:
            callers.kill()


def _repeated(check: Callable[[], float]) -> list[float]:
    taken = []
    for _ in range(CHECKS):
        time.sleep(PAUSE)
        taken.append(check())
    return taken

"""Runs all checks and prints a summary; with arguments it runs pytest alone, with those.

python3 bootstrap.py tests               what CI runs: samples of the longest suites; 19 minutes on two cores
python3 bootstrap.py tests --all         everything: about three hours
python3 bootstrap.py tests --lint        format, lint, import contracts and types only: a minute
python3 bootstrap.py tests -k progress   some tests
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PIPE_SECONDS = 10.0
"""Longest wait for output after a tool has ended: a process that it leaves behind may hold the pipe open."""
PROCESSES = str(min((os.cpu_count() or 1) + 2, 6))
"""Processes for tests: two more than there are cores, since many tests wait a third of the time."""
QUICK = ("tests/unit", "tests/ui")
"""Folders of tests of which very few start a framework."""
OTHERS = [f"--ignore={folder}" for folder in QUICK]
LAST_LINES = 40
"""Number of lines of a failed step that are printed again at the end."""
STEPS = (
    ("format", ["ruff", "format", "--check", "--quiet"]),
    ("lint", ["ruff", "check", "--quiet"]),
    ("imports", ["lint-imports", "--no-logo"]),
    ("types", ["mypy"]),
    ("content", ["mxtutor", "dev", "check", "--seed", "1", "--sample", "4"]),
    ("quick tests", ["pytest", *QUICK, "-n", PROCESSES, "--dist", "worksteal"]),
    # These start frameworks: two processes run them, each with workers of its own.
    (
        "more tests",
        ["pytest", *OTHERS, "-m", "not apart and not long", "-n", "2", "--dist", "loadfile", "--durations=15"],
    ),
    # These wait most of the time, on clocks and on processes that they kill.
    ("tests apart", ["pytest", "-m", "apart and not long", "-n", PROCESSES, "--dist", "loadfile", "--durations=15"]),
)
LONG_STEPS = (
    ("all content", ["mxtutor", "dev", "check", "--seed", "1"]),
    ("all mutants", ["mxtutor", "dev", "check", "--mutants", "--seed", "1"]),
    ("soak", ["python", "-m", "benchmarks.soak", "--gradings", "10000", "--right"]),
    ("faults", ["python", "-m", "benchmarks.faults", "--gradings", "500"]),
    ("long tests", ["pytest", "-m", "long"]),
)
"""In place of samples: all content, every mutant, 10,000 gradings, processes that are killed, a whole bundle."""


def main(arguments: list[str]) -> int:
    """Return 0 when every step passed, else 1."""
    if arguments == ["--all"]:
        steps = (*(step for step in STEPS if step[0] != "content"), *LONG_STEPS)
    elif arguments == ["--lint"]:
        steps = STEPS[:4]
    else:
        steps = (("tests", ["pytest", *arguments]),) if arguments else STEPS
    results = [(name, *_run(name, command)) for name, command in steps]
    # A log is often cut at its beginning, so what failed is printed again at its end.
    for name, status, _, last in results:
        if status and last:
            print(f"\n== {name} failed; its last lines:", *last, sep="\n", flush=True)
    print(f"\n{'check':<13}{'result':<10}seconds", flush=True)
    for name, status, seconds, _ in results:
        print(f"{name:<13}{'ok' if status == 0 else 'FAILED':<10}{seconds:7.1f}")
    return int(any(status for _, status, _, _ in results))


def _run(name: str, command: list[str]) -> tuple[int, float, list[str]]:
    """Run a tool of the virtual environment in the checkout.

    Return its exit status, the seconds it took, and its last lines. On a terminal there are no lines: the tool writes
    to it directly, so that its progress is seen.
    """
    print(f"\n== {name}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    last: deque[str] = deque(maxlen=LAST_LINES)
    pipe = None if sys.stdout.isatty() else subprocess.PIPE
    try:
        tool = subprocess.Popen(
            [BIN / command[0], *command[1:]], cwd=ROOT, env={**os.environ, "PATH": path},
            stdout=pipe, stderr=pipe and subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
    except OSError as error:
        print(f"{command[0]} cannot be run: {error}")
        return 1, time.monotonic() - began, []

    def copy() -> None:
        for line in tool.stdout or ():
            print(line, end="", flush=True)
            last.append(line.rstrip("\n"))

    copying = threading.Thread(target=copy, daemon=True)
    copying.start()
    status = tool.wait()
    copying.join(PIPE_SECONDS)
    return status, time.monotonic() - began, list(last)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

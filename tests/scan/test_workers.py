"""Work on files in forked processes: every path has a result, whatever a process does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.scan.workers import spread

ROOT = Path(__file__).resolve().parents[2]
TASKS = [[f"{number} {part}" for part in range(5)] for number in range(6)]
PATHS = sorted(path for task in TASKS for path in task)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Check that all processes have ended after the test."""
    yield
    assert multiprocessing.active_children() == []


def upper(paths: list[str]) -> list[str]:
    return [path.upper() for path in paths]


def dies_at_some(paths: list[str]) -> list[str]:
    if "3 2" in paths or "5 4" in paths:
        os.kill(os.getpid(), signal.SIGKILL)
    return paths


def lost(paths: list[str]) -> list[str]:
    return [f"lost {path}" for path in paths]


def test_every_path_has_its_result() -> None:
    assert sorted(spread(upper, TASKS, 3, lost)) == PATHS
    assert list(spread(upper, [], 3, lost)) == []
    assert list(spread(upper, [["a"]], 8, lost)) == ["A"]


def test_a_process_that_dies_costs_the_path_that_kills_it() -> None:
    found = sorted(spread(dies_at_some, TASKS, 2, lost))
    assert found == sorted({*PATHS, "lost 3 2", "lost 5 4"} - {"3 2", "5 4"})


def test_what_the_work_raises_is_raised() -> None:
    def fail(paths: list[str]) -> list[str]:
        raise ValueError(paths[0])

    with pytest.raises(ValueError, match=r"\d 0"):
        list(spread(fail, TASKS, 2, lost))


def test_an_iteration_that_is_closed_ends_its_processes() -> None:
    def wait(paths: list[str]) -> list[str]:
        if paths != TASKS[0]:
            time.sleep(1000)
        return paths

    began = time.monotonic()
    results = spread(wait, TASKS, 2, lost)
    assert next(results) == "0 0"
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert time.monotonic() - began < 300


def test_a_small_project_needs_no_other_process(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("import torch\ntorch.ones(2)\n", encoding="utf-8")
    script = (
        "import sys\nfrom mxtutor.cli import main\ncode = main(['scan', sys.argv[1], '--json'])\n"
        "print([name for name in ('multiprocessing', 'jinja2') if name in sys.modules], code)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[] 0"

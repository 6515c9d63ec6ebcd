"""A test that hangs fails by its name and the next one runs; what nothing ends in that way ends with its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAD = """
import threading
import time

import pytest

from tests import time_limits

time_limits.CLEANING_SECONDS = CLEANING


@pytest.fixture
def stuck():
    yield
    threading.Event().wait()


def test_after():
    pass


@pytest.mark.timeout(LIMIT)
"""
SLEEPS = "def test_it():\n    time.sleep(1000)\n"
WAITS = "def test_it():\n    threading.Event().wait()\n"
WAITS_IN_A_LOOP = "async def test_it():\n    import asyncio\n    await asyncio.Event().wait()\n"
CLEANS_UP = "def test_it(stuck):\n    pass\n"
FAILS_AND_CLEANS_UP = "def test_it(stuck):\n    raise ValueError('the failure')\n"
KEEPS_ALL = """
def test_it():
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass
"""
LEAVES_A_THREAD = "def test_it():\n    threading.Thread(target=time.sleep, args=(1000,)).start()\n"


def ran(folder: Path, test: str, *, limit: float = 1, cleaning: float = 100) -> tuple[int, str]:
    """Run a test and one more in a pytest of their own; return its exit code and all that it prints.

    `limit` are the seconds of the test, `cleaning` those of its fixtures after a failure and of the process at its end.
    """
    head = HEAD.replace("LIMIT", str(limit)).replace("CLEANING\n", f"{cleaning}\n")
    (folder / "test_it.py").write_text(head + test)
    options = ["-rA", "-p", "no:cacheprovider", "-p", "tests.time_limits"]
    settings = ["-o", "timeout=300", "-o", "timeout_method=signal", "-o", "asyncio_mode=auto"]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *settings, "test_it.py::test_it", "test_it.py::test_after"],
        cwd=folder, env={**environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.parametrize("test", [SLEEPS, WAITS, WAITS_IN_A_LOOP], ids=["sleep", "lock", "loop"])
def test_a_test_that_hangs_is_named_and_the_next_one_runs(test: str, tmp_path: Path) -> None:
    code, said = ran(tmp_path, test)
    assert code == 1, said
    assert "test_it.py::test_it hangs." in said
    assert "FAILED test_it.py::test_it - Failed: Timeout" in said
    assert "PASSED test_it.py::test_after" in said


@pytest.mark.parametrize(
    ("test", "limit", "cleaning"),
    [pytest.param(CLEANS_UP, 3, 100, id="passed"), pytest.param(FAILS_AND_CLEANS_UP, 100, 10, id="failed")],
)
def test_a_fixture_that_hangs_is_an_error_of_its_test(test: str, limit: int, cleaning: int, tmp_path: Path) -> None:
    code, said = ran(tmp_path, test, limit=limit, cleaning=cleaning)
    assert code == 1, said
    assert "test_it.py::test_it hangs." in said
    assert "ERROR test_it.py::test_it - Failed: " in said
    assert ("the failure" in said) is (test == FAILS_AND_CLEANS_UP)
    assert "PASSED test_it.py::test_after" in said


def test_what_goes_on_after_its_limit_ends_with_its_process(tmp_path: Path) -> None:
    code, said = ran(tmp_path, KEEPS_ALL, cleaning=4)
    assert code == -signal.SIGALRM, said
    assert "test_it.py::test_it hangs." in said
    assert " in test_it\n" in said, "the stack shows where"


def test_a_thread_that_never_ends_does_not_keep_the_process(tmp_path: Path) -> None:
    code, said = ran(tmp_path, LEAVES_A_THREAD, limit=100, cleaning=4)
    assert code == -signal.SIGALRM, said
    assert "2 passed" in said

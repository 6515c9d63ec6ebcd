"""Ends tests that hang: pytest-timeout fails them by name, and what still hangs then ends with its whole process.

pyproject.toml has the limit of a test with its fixtures. It is a signal: the test fails, its fixtures are cleaned up,
and the next test runs. A signal cannot end everything, such as a fixture that waits for a thread which never ends, or
a loop that keeps the exception. The second signal ends the process, and the stacks of all threads are printed.
pytest-xdist then names the test, and starts another process for the tests that are left.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Callable, Generator
from types import FrameType

import pytest

LONG_SECONDS = 7200.0
"""Limit of a test with the mark `long`."""
CLEANING_SECONDS = 120.0
"""How long fixtures may take to clean up after a test that failed, and this process to end after the last test."""
_errors = 2
_limited = False
"""Whether the test that runs has a limit; it has none while somebody debugs."""


def pytest_configure() -> None:
    """Keep standard error, which pytest replaces while a test runs."""
    global _errors
    _errors = os.dup(2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests more time."""
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item) -> Generator[None, object, object]:
    """Let the signal that fails a test start the time that it has for its end."""
    global _limited
    made = yield
    fail = signal.getsignal(signal.SIGALRM)
    if callable(fail):  # with the option --timeout-method=thread it is not
        _limited = True
        _at_signal(item, fail)
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Limit the fixtures of a test that failed, too: pytest-timeout takes its signal back with the failure."""
    if _limited and signal.getitimer(signal.ITIMER_REAL)[0] == 0:
        _at_signal(item, lambda *_: pytest.fail(f"Its fixtures are not cleaned up after {CLEANING_SECONDS:.0f} s."))
        signal.setitimer(signal.ITIMER_REAL, CLEANING_SECONDS)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_cancel_timer() -> None:
    """Take the second signal back: the test has ended, or has failed."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    faulthandler.unregister(signal.SIGALRM)


def pytest_enter_pdb() -> None:
    """Set no limit to somebody who debugs."""
    global _limited
    _limited = False
    pytest_timeout_cancel_timer()


def pytest_unconfigure() -> None:
    """Let this process end, although a thread that a test has left may never end."""
    if any(one is not threading.main_thread() and not one.daemon for one in threading.enumerate()):
        _end_in(CLEANING_SECONDS)


def _at_signal(item: pytest.Item, fail: Callable[[int, FrameType | None], object]) -> None:
    """Let a signal fail a test by calling `fail`, and start the time that the test then has for its end."""

    def fail_and_end(number: int, frame: FrameType | None) -> None:
        try:
            fail(number, frame)  # it returns where a debugger runs
        except BaseException:
            os.write(_errors, f"\n{item.nodeid} hangs.\n".encode())
            _end_in(CLEANING_SECONDS)
            raise

    signal.signal(signal.SIGALRM, fail_and_end)


def _end_in(seconds: float) -> None:
    """End this process after a while, if it still runs then, and print what its threads do."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    faulthandler.register(signal.SIGALRM, file=_errors, all_threads=True, chain=True)
    signal.setitimer(signal.ITIMER_REAL, seconds)

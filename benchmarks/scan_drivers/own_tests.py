"""Runs the unit tests that the package in the folder SCANNED_PACKAGE brings along."""

import io
import os
import signal
import unittest

import torch

torch.manual_seed(0)
torch.set_num_threads(1)
SECONDS = 20


class TooLong(BaseException):
    """A test takes too long."""


def stop(*_: object) -> None:
    """End the test."""
    raise TooLong


class Hurried(unittest.TextTestResult):
    """Ends each test after some seconds."""

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - unittest calls it
        signal.alarm(SECONDS)
        super().startTest(test)

    def stopTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - unittest calls it
        signal.alarm(0)
        super().stopTest(test)


def tests(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    """Return the tests of a suite and of the suites in it."""
    return [one for part in suite for one in (tests(part) if isinstance(part, unittest.TestSuite) else [part])]


signal.signal(signal.SIGALRM, stop)
folder = os.environ["SCANNED_PACKAGE"]
found = unittest.defaultTestLoader.discover(folder, pattern="*_test.py", top_level_dir=folder)
result = Hurried(unittest.runner._WritelnDecorator(io.StringIO()), False, 0)
for one in tests(found):
    try:
        one.run(result)
    except TooLong:
        signal.alarm(0)

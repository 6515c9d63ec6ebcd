"""What all tests share: folders of their own, graders of their own, one time zone, and an end."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import settings

from mxtutor.paths import HOME_VARIABLE
from tests import time_limits

settings.register_profile("mxtutor", deadline=None)  # a busy machine may pause a test at any time
settings.load_profile("mxtutor")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell lets what it starts in the background ignore SIGINT, and with it all programs that the tests start."""

os.environ["TZ"] = "UTC"  # times of day and days are those that the tests expect; other zones are set where needed
time.tzset()


def pytest_configure(config: pytest.Config) -> None:
    """Give the session a home of its own: fixtures of modules, and modules that tests import, read the course, too.

    The processes of pytest-xdist share the folder of the process that started them, and with it the cache.
    """
    config.pluginmanager.register(time_limits)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = tempfile.mkdtemp(prefix="mxtutor-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ[HOME_VARIABLE] = str(Path(folder, "home"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty MXTUTOR_HOME, which does not exist yet, and graders that it does not share."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    monkeypatch.setenv("MXTUTOR_GRADER", "off")  # a test that wants the resident grader starts one of its own
    return folder

"""What all tests share: a home folder and graders of their own."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("mxtutor", deadline=None)  # a busy machine may pause a test at any time
settings.load_profile("mxtutor")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell lets what it starts in the background ignore SIGINT, and with it all programs that the tests start."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty MXTUTOR_HOME, which does not exist yet, and graders that it does not share."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MXTUTOR_HOME", str(folder))
    monkeypatch.setenv("MXTUTOR_GRADER", "off")  # a test that wants the resident grader starts one of its own
    return folder

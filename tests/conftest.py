"""What all tests share: a home folder and graders of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty MXTUTOR_HOME, which does not exist yet, and graders that it does not share."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MXTUTOR_HOME", str(folder))
    monkeypatch.setenv("MXTUTOR_GRADER", "off")  # a test that wants the resident grader starts one of its own
    return folder

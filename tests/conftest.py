"""What all tests share: a home folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty MXTUTOR_HOME, which does not exist yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MXTUTOR_HOME", str(folder))
    return folder

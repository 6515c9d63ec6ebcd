"""Plain mode on the tests' course, with a grader that answers at once."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from mxtutor.grading.protocol import Grader
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import run_plain
from mxtutor.progress.store import open_store
from tests.ui.fakes import COURSE, FakeGrader

Talk = Callable[..., str]
"""Carries out typed lines in plain mode, and returns all that it writes."""


@pytest.fixture
def grader() -> FakeGrader:
    """A grader that refuses each answer."""
    return FakeGrader()


@pytest.fixture
def talk(home: Path, grader: FakeGrader) -> Talk:
    """Return what runs plain mode on a home of its own."""

    def run(
        *typed: str,
        start_at: str | None = None,
        data: bytes | None = None,
        by: Grader | None = None,
        root: Path = COURSE,
    ) -> str:
        written = io.StringIO()
        source = io.BytesIO(data if data is not None else "".join(f"{line}\n" for line in typed).encode())
        code = run_plain(
            Terminal(source, written, interactive=False),
            root,
            grader=by or grader,
            open_progress=lambda: open_store(home),
            start_at=start_at,
        )
        assert code == 0
        return written.getvalue()

    return run

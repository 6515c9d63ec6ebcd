"""The progress of writing a page for each learner."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.cli.outputs import PageProgress


@pytest.mark.parametrize(
    ("terminal", "expected"),
    [
        (False, "mxtutor: wrote 5 of 500 pages to feedback\nmxtutor: wrote 55 of 500 pages to feedback\n"),
        (True, "\n"),
    ],
)
def test_a_large_class_shows_how_far_it_is(capsys: pytest.CaptureFixture[str], terminal: bool, expected: str) -> None:
    now = 100.0
    progress = PageProgress(500, Path("x/feedback"), terminal=terminal, clock=lambda: now)
    for number in range(1, 60):
        now += 0.2
        progress.tell(number)
    progress.close()
    said = capsys.readouterr().err
    assert said.endswith(expected) if terminal else said == expected
    assert said.count("\r") == (55 if terminal else 0)


def test_a_small_class_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress = PageProgress(5, Path("feedback"), clock=lambda: 1.0)
    for number in range(1, 6):
        progress.tell(number)
    progress.close()
    assert capsys.readouterr().err == ""

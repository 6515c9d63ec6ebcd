"""The progress of writing a page for each learner."""

from __future__ import annotations

import pytest

from mxtutor.cli.grading_progress import ProgressLine


@pytest.mark.parametrize("terminal", [False, True])
def test_a_large_class_shows_how_far_it_is(capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    now = 100.0
    progress = ProgressLine(500, terminal=terminal, clock=lambda: now, quiet=1.0)
    for number in range(1, 60):
        now += 0.2
        progress.tell(number, lambda n=number: f"wrote {n} of 500 pages")  # type: ignore[misc]
    progress.close()
    said = capsys.readouterr().err
    if terminal:
        assert said.endswith("\n")
        assert said.count("\r") == 55
    else:
        assert said == "mxtutor: wrote 25 of 500 pages\nmxtutor: wrote 50 of 500 pages\n"


def test_a_small_class_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(5, clock=lambda: 1.0, quiet=1.0)
    for number in range(1, 6):
        progress.tell(number, lambda: "wrote a page")
    progress.close()
    assert capsys.readouterr().err == ""

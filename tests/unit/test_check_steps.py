"""The steps of `dev check`: findings that only a busy machine causes do not count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mxtutor.authoring.check import run_steps
from mxtutor.authoring.findings import Finding

FINDING = Finding("tensors/square", "right_np.py is timeout")


def step(*results: list[Finding]) -> Callable[[], list[Finding]]:
    """Return a step that has these findings, one list for each run."""
    left = list(results)
    return lambda: left.pop(0)


@pytest.mark.parametrize(
    ("results", "found", "told"),
    [(([],), [], 0), (([FINDING], [FINDING]), [FINDING], 0), (([FINDING], []), [], 1)],
    ids=["no findings", "findings twice", "findings beside others only"],
)
def test_findings_count_if_they_are_there_when_a_step_runs_alone(
    results: tuple[list[Finding], ...], found: list[Finding], told: int
) -> None:
    lines: list[str] = []
    todo = [("tensors/square", step(*results)), ("tensors/halve", step([]))]
    assert dict(run_steps(todo, 2, lines.append)) == {"tensors/square": found, "tensors/halve": []}
    assert len(lines) == told
    assert all("right_np.py is timeout" in line for line in lines)


def test_a_step_that_ran_alone_does_not_run_again() -> None:
    assert list(run_steps([("tensors/square", step([FINDING]))], 1)) == [("tensors/square", [FINDING])]

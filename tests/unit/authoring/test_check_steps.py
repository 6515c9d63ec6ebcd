"""The steps of `dev check`: findings that only a busy machine causes do not count."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mxtutor.authoring.check import run_steps
from mxtutor.authoring.exercises import check_exercise
from mxtutor.authoring.findings import Finding
from mxtutor.content.loader import load_course
from tests.ui.fakes import COURSE

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


def test_all_faults_of_form_of_an_exercise_come_at_once(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "own")
    file = tmp_path / "own" / "exercises" / "tensors" / "flip" / "exercise.yaml"
    file.write_text("tittle: Flip\nprompt: ''\nkind: cod\nhints: [1, two]\nseconds: -1\noptions: [{text: A}]\n")
    unused: Any = None
    found = check_exercise(load_course(tmp_path / "own"), "tensors/flip", unused, 0)
    assert [str(one).removeprefix(f"tensors/flip: {file}: ").partition(". ")[0].rstrip(".") for one in found] == [
        "unknown key 'tittle'",
        "title is missing",
        "prompt is ''; it must be a text that is not empty",
        "kind is 'cod'; it must be one of code, fix, predict, choice",
        "hints[0] is 1; it must be a text",
        "options[0].why is missing",
        "seconds is -1; it must be a number above 0",
    ]


def test_a_missing_file_hides_no_fault_that_was_found_before(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "own")
    folder = tmp_path / "own" / "exercises" / "tensors" / "arccos"
    (folder / "notes.txt").write_text("x")
    (folder / "solution.py").unlink()
    unused: Any = None
    found = [str(one) for one in check_exercise(load_course(tmp_path / "own"), "tensors/arccos", unused, 0)]
    assert "tensors/arccos: notes.txt is not a file of an exercise" in found
    assert "solution.py" in found[-1]

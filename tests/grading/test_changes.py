"""What a call leaves changed makes a right result not right: the caller's arguments, and the state of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.model import Exercise
from mxtutor.content.yaml_files import read_yaml
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import AspectKind, Submission, Verdict
from tests.grading.rig import exercise
from tests.sampling import some

pytestmark = pytest.mark.grading
CARELESS = read_yaml(Path(__file__).parent / "changes" / "answers.yaml")
FOUND = [*CARELESS["arguments"], *CARELESS["program"]]
"""Answers that change more than the solution does."""


def after(task: Exercise, code: str) -> bytes:
    """Return the solution of an exercise, with code that runs after it in each call."""
    lines = "\n    ".join(code.splitlines())
    entry = f"def {task.entry}(*given):\n    result = right(*given)\n    {lines}\n    return result\n"
    return f"{task.solution}\n\nright = {task.entry}\n\n\n{entry}".encode()


@pytest.mark.parametrize("one", some(FOUND, 4, lambda one: f"{one['exercise']}: {one['code'][:60]}"))
def test_change_is_reported(one: dict[str, str], grader: LocalGrader) -> None:
    task = exercise(one["exercise"])
    report = grader.grade(Submission(task, after(task, one["code"])), named=False)
    failed = [a for case in report.cases for a in case.aspects if not a.ok]
    assert report.verdict is Verdict.WRONG, report.headline
    assert {a.kind for a in failed} == {AspectKind.INPUTS}
    assert one["says"] in report.headline, report.headline


@pytest.mark.parametrize("name", ["tensors/arccos", "trainers/validate"])
def test_an_unchanged_program_is_right(name: str, grader: LocalGrader) -> None:
    report = grader.grade(Submission(exercise(name), after(exercise(name), "pass")), named=False)
    assert report.verdict is Verdict.RIGHT, report.headline


def test_a_change_in_every_second_call_is_reported(grader: LocalGrader) -> None:
    task = exercise("trainers/validate")
    code = "calls.append(0)\nif len(calls) % 2 == 0: given[0].hybridize()"
    report = grader.grade(Submission(task, b"calls = []\n" + after(task, code)), named=False)
    assert report.verdict is Verdict.WRONG
    assert "`net`: it is hybridized now" in report.headline


def test_seeding_the_program_is_not_called_an_overwritten_argument(grader: LocalGrader) -> None:
    code = "import random\n"
    code += "from mxnet import nd\ndef clip(x, lo, hi):\n    random.seed(3)\n    return nd.clip(x, lo, hi)\n"
    report = grader.grade(Submission(exercise("tensors/clip"), code.encode()))
    assert (report.verdict, report.diagnosis) == (Verdict.WRONG, ())
    assert "seeds a random generator" in report.headline

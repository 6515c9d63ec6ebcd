"""The one place in which an answer differs from a right one is described in whole sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mxtutor.content.model import Compare
from mxtutor.grading.diagnosis.diagnose import Refused, diagnose
from mxtutor.grading.judging.result import judge
from mxtutor.grading.protocol import CaseResult, Diagnosis, Verdict
from mxtutor.grading.results.decode import Completed
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.results.values import Value
from tests.unit.specimens import drawn, exercise, nd, sequence, tensor

ODD = (tensor([1, 2, 3, 4]), nd([2, 9, 1, 7]))
COMPARE = Compare(values=(1e-5, 1e-6))
LISTS = Compare("mxnet_list", values=(1e-5, 1e-6))


def named(folder: Path, right: str, wrong: str, results: tuple[Value, Value] = ODD) -> Diagnosis | None:
    """Return the mistake of the body `wrong` where `right` is the body of the solution."""
    (folder / "solution.py").write_text(f"def square(x):\n    {right}\n", encoding="utf-8")
    compare = COMPARE if results is ODD else LISTS
    subject = replace(exercise(compare=compare, params={"x": ""}), folder=folder)
    case, (want, got) = drawn(x=np.ones((2, 2), np.float32)), (Outcome(results[0]), Outcome(results[1]))
    judged = CaseResult("", Verdict.WRONG, judge(compare, case, want, got))
    refused = Refused(subject, f"def square(x):\n    {wrong}\n", Completed((got,)), (judged,), (want,), (case,))
    return next(iter(diagnose(refused, {})), None)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        (
            "for n in x:\n        if f(n) == 2:\n            g(n + 1)",
            "for n in x:\n        if f(n) == 2 or n == 3:\n            g(n + 1)",
            "Leave out a condition in `f(n) == 2 or n == 3`: the rest is right.",
        ),
        (
            "return nd.sin(x * 2) + nd.cos(x)",
            "return nd.sin(x * 2)[0] + nd.cos(x)",
            "Leave out the index in `nd.sin(x * 2)[0]`: the rest is right.",
        ),
    ],
)
def test_a_step_too_many_is_described_in_one_sentence(right: str, wrong: str, message: str, tmp_path: Path) -> None:
    found = named(tmp_path, right, wrong)
    assert found is not None
    assert found.message == message
    assert found.name[0].isupper()


def test_zeros_prove_no_missing_rounding(tmp_path: Path) -> None:
    fractions = [nd([0.1 * n + 0.1, 0.5, 0.75]) for n in range(4)]
    numbers = sequence("list", *(tensor(np.floor(n * np.array([1, 2, 3]))) for n in range(1, 5)))
    with_numbers = sequence("list", *(nd(n * np.array([1, 2, 3]) + 0.25) for n in range(1, 5)))
    found = named(tmp_path, "return f(x)", "return g(x, 1)", (numbers, with_numbers))
    assert found is not None
    assert found.code == "cut-missing"
    zeros = sequence("list", *(tensor([0, 0, 0]) for _ in fractions))
    assert named(tmp_path, "return f(x)", "return g(x, 1)", (zeros, sequence("list", *fractions))) is None

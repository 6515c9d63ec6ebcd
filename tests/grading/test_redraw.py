"""Draws on which the reference is unstable are drawn again, the same way each time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.cases.draw import draw
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.unit.specimens import array_in

pytestmark = pytest.mark.grading
SEEDS = range(40)
FILES = {
    "exercise.yaml": (
        "title: The sign of a sum\nprompt: P\nentry: total\nsteady: 0.3\ndraws: 1\nparams: {x: an array}\n"
        "cases: [{x: {shape: [4], low: -1, high: 1}}]\n"
        "compare: {type: none, observe: {positive: {says: Another sign., values: exact}}}\n"
    ),
    "reference.py": "def total(x):\n    return x.sum()\n",
    "solution.py": "def total(x):\n    return x.sum()\n",
    "observe_torch.py": "def observe(total, case, kit):\n    return {'positive': total(*case.arguments).item() > 0}\n",
    "observe_mxnet.py": (
        "def observe(total, case, kit):\n    return {'positive': bool(total(*case.arguments).asscalar() > 0)}\n"
    ),
}


@pytest.fixture
def sign(tmp_path: Path) -> Exercise:
    """An exercise whose result jumps where the sum of the drawn numbers is 0."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return load_exercise(tmp_path, "tensors/sign")


def _drawn(grader: LocalGrader, exercise: Exercise, seed: int) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(array_in(grader.references.get(exercise, seed).cases[0].inputs["x"]))


def test_delicate_draws_are_drawn_again_and_the_seed_brings_the_same_ones_back(
    grader: LocalGrader, sign: Exercise
) -> None:
    again = []
    for seed in SEEDS:
        kept, first = _drawn(grader, sign, seed), array_in(draw(sign, seed)[0].inputs["x"])
        if kept.tobytes() != first.tobytes():
            again.append(seed)
            assert abs(first.sum()) < 1.5, "no such nudge turns this sum"
    assert 0 < len(again) < len(SEEDS) / 2
    with LocalGrader(confined=False) as fresh:
        assert _drawn(fresh, sign, again[0]).tobytes() == _drawn(grader, sign, again[0]).tobytes()
    report = grader.grade(Submission(sign, sign.solution.encode(), again[0]))
    assert report.verdict is Verdict.RIGHT


def test_without_a_share_every_draw_is_kept(grader: LocalGrader, sign: Exercise, tmp_path: Path) -> None:
    careless = replace(sign, steady=0.0, folder=tmp_path)
    for seed in SEEDS[:10]:
        assert _drawn(grader, careless, seed).tobytes() == array_in(draw(sign, seed)[0].inputs["x"]).tobytes()

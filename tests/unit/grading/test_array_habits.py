"""Mistakes with masks, sizes and arguments that must change, for any exercise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.results import Pair, by_effect
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import Array, Outcome
from tests.unit.grading.test_shared_results import ARRAYS, ODD, SOURCE, code, course
from tests.unit.specimens import drawn, exercise, nd, plain, tensor


@pytest.mark.parametrize("index", ["x", "1 - x", "x.astype('uint8')", "hidden"])
def test_an_argument_of_zeros_and_ones_is_a_mask_as_an_index(index: str, tmp_path: Path) -> None:
    source = f"def square(x):\n    hidden = 1 - x\n    y[{index}] = 0\n    return y\n"
    folder = course(tmp_path, "return x")
    assert code(ODD, source, folder, params={"x": "uint8 (n,), zeros and ones"}) == "mask-as-index"
    assert code(ODD, source, folder, params={"x": "row numbers"}) != "mask-as-index"


@pytest.mark.parametrize(("change", "wanted"), [(lambda a: a, "argument-unchanged"), (lambda a: a * a + 1, "")])
def test_an_argument_that_does_not_change_and_must_is_named(change: Callable[[Array], Array], wanted: str) -> None:
    refused = [
        Pair(drawn(x=a), Outcome(plain("none"), observed={"x": tensor(a * 2 + np.arange(a.shape[1]))}),
            Outcome(plain("none"), observed={"x": nd(change(a))}), Aspect("x", False, kind=AspectKind.OBSERVATION))
        for a in ARRAYS
    ]  # fmt: skip
    found = by_effect(RefusedAnswer(exercise(), SOURCE, Result(())), refused)
    assert (found.code if found else "") == wanted

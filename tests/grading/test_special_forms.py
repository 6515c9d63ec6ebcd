"""The forms in messages about missing names that are not from the truth table do what the messages say."""

from __future__ import annotations

import re

import pytest

from mxtutor.grading.diagnosis.missing_names import SPECIAL_FORMS
from mxtutor.grading.grader import LocalGrader

pytestmark = pytest.mark.grading

GIVEN = """
x = nd.array([2.0])
ctx, dtype = mx.cpu(0), "float64"
net = nn.Dense(1, in_units=1)
net.initialize()
p = net.weight
"""


@pytest.mark.parametrize(
    ("name", "form"),
    [(".".join(key), code) for key, text in SPECIAL_FORMS.items() for code in re.findall(r"`(.+?)`", text)],
)
def test_a_special_form_runs_in_mxnet(grader: LocalGrader, name: str, form: str) -> None:
    ran = grader.run("mxnet", f"{GIVEN}{form}\n")
    assert ran.error is None, f"{name}: {form}"
    assert ran.value

"""Wrong answers that were aimed at gaps between written cases are refused; `aimed/` contains them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading
FILES = sorted((Path(__file__).parent / "aimed").glob("*/*__*.py"))
"""Answers to exercises: <topic>/<slug>__<what is wrong>.py."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_aimed_answer_is_refused(path: Path, grader: LocalGrader) -> None:
    name = f"{path.parent.name}/{path.stem.partition('__')[0]}"
    report = grader.grade(Submission(exercise(name), path.read_bytes()), named=False)
    assert report.verdict in (Verdict.WRONG, Verdict.ERROR), report.headline

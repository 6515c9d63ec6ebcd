"""Answers and their exact reports: every change of a learner's report is visible here.

`golden/<case>/answer.py` is graded, `golden/<case>/report.json` is the expected report. Delete a report to have it
written again; the test then fails once, so that a person reads the new report.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission
from tests.grading.tiny import SEED, exercise

pytestmark = pytest.mark.grading
FOLDERS = sorted(path for path in (Path(__file__).parent / "golden").iterdir() if path.is_dir())
SLUGS = {"draws_from_numpy": "uniform", "prediction": "width", "choice": "pick"}
"""Exercises of the cases that are not about `square`."""


def without_chance(report: Report) -> dict[str, Any]:
    """Return a report's JSON without what depends on the machine, the Python version or chance."""
    data = report.to_json()
    for key in ("seconds", "seed", "isolation"):
        del data[key]
    for error in [data["error"], *(case["error"] for case in data["cases"])]:
        if error:
            del error["full"]  # Python marks the columns of a line from 3.11 on
    return data


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_report_is_the_golden_one(grader: LocalGrader, folder: Path) -> None:
    subject = exercise(SLUGS.get(folder.name, "square"))
    got = without_chance(grader.grade(Submission(subject, (folder / "answer.py").read_bytes(), SEED)))
    path = folder / "report.json"
    if not path.is_file():
        path.write_text(json.dumps(got, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        pytest.fail(f"{path} is written: look at it")
    assert got == json.loads(path.read_text(encoding="utf-8"))

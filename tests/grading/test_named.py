"""Wrong answers that were written from the prompts alone are named by the mistake that they make.

`named/<topic>__<slug>__<n>.py` holds them. The first line says the mistake in its writer's words, the second the codes
that name it; `?` means a mistake that no rule is expected to know.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mxtutor.authoring.exercises import solution_calls
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Diagnosis, Report, Submission, Verdict
from tests.grading.rig import exercise

pytestmark = [pytest.mark.grading, pytest.mark.slow]
FILES = sorted((Path(__file__).parent / "named").glob("*.py"))
LEAST_RIGHT, MOST_WRONG = 0.9, 0.01
"""Smallest share of answers with the right name, and greatest share with a wrong name."""


def topic_and_slug(path: Path) -> str:
    """Return the id of the exercise that a file answers."""
    return "/".join(path.stem.split("__")[:2])


def expected(path: Path) -> set[str]:
    """Return the codes that name the mistake of a file."""
    second = path.read_text(encoding="utf-8").splitlines()[1]
    return set(second.removeprefix("# named: ").split(", "))


@pytest.fixture(scope="module", params=[100, pytest.param(1, marks=pytest.mark.long)], ids=["every hundredth", "all"])
def reports(grader: LocalGrader, request: pytest.FixtureRequest) -> dict[Path, Report]:
    """The reports of every hundredth file, or of all, graded in parallel."""
    files = FILES[:: request.param]

    def grade(path: Path) -> Report:
        return grader.grade(Submission(exercise(topic_and_slug(path)), path.read_bytes()))

    with ThreadPoolExecutor(4) as pool:
        return dict(zip(files, pool.map(grade, files), strict=True))


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 570
    assert all(path.read_text(encoding="utf-8").startswith("# mistake: ") and expected(path) for path in FILES)


def test_none_passes(reports: dict[Path, Report]) -> None:
    fits = (Verdict.WRONG, Verdict.ERROR, Verdict.CRASH, Verdict.TIMEOUT)
    assert [(p.stem, r.headline) for p, r in reports.items() if r.verdict not in fits] == []


def test_nearly_all_are_named_right_and_hardly_any_wrong(reports: dict[Path, Report]) -> None:
    unnamed = [path.stem for path, report in reports.items() if not report.diagnosis]
    wrong = [
        (path.stem, report.diagnosis[0].code)
        for path, report in reports.items()
        if report.diagnosis and report.diagnosis[0].code not in expected(path)
    ]
    right = len(reports) - len(unnamed) - len(wrong)
    # Draws decide whether some of them have a name: a sample shows only that naming works, all show the share.
    least = LEAST_RIGHT if len(reports) == len(FILES) else 0.5
    assert right >= least * len(reports), (unnamed, wrong)
    assert len(wrong) <= max(1, MOST_WRONG * len(reports)), wrong


def test_a_name_holds_no_call_of_the_solution(reports: dict[Path, Report]) -> None:
    """A call that the task shows, or that the learner wrote, may be named."""
    named = []
    for path, report in reports.items():
        subject = exercise(topic_and_slug(path))
        texts = (subject.title, subject.prompt, subject.reference, subject.starter, path.read_text(encoding="utf-8"))
        hidden = solution_calls(subject) - set(re.findall(r"\w+", " ".join(texts)))
        named += [(path.stem, d.name, call) for d in report.diagnosis for call in hidden if _holds(d, call)]
    assert named == []


def _holds(diagnosis: Diagnosis, call: str) -> bool:
    return re.search(rf"\b{re.escape(call)}\b", diagnosis.name) is not None


def test_each_has_a_name_and_a_message(reports: dict[Path, Report]) -> None:
    assert [p.stem for p, r in reports.items() for d in r.diagnosis if not d.name or not d.message] == []

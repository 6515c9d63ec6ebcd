"""`mxtutor grade --workshop FILE` grades and scores exactly what the workshop contains."""

from __future__ import annotations

import csv
import io
import json
import os
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tests.grading.commands import Command
from tests.grading.tiny import CUBE, RIGHT
from tests.unit.content.workshop_files import write

pytestmark = [pytest.mark.grading, pytest.mark.usefixtures("kept")]

DUE = datetime(2099, 12, 1, 17, tzinfo=timezone.utc)
DAY = 86_400


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    """Two exercises of the course, not in its order, with a due time."""
    parts = [{"title": "A", "exercises": ["tensors/pick", "tensors/square"]}]
    points = {"default": 1, "tensors/square": 3}
    return write(tmp_path, {"parts": parts, "points": points, "late": {"percent": 10}})


@pytest.fixture
def a_class(tmp_path: Path) -> Path:
    """Answers in time and late, and one to an exercise outside of the workshop."""
    files = {
        "ana/tensors/square.py": (RIGHT, -DAY),
        "ana/tensors/pick.py": (b"b", -DAY),
        "ana/tensors/halve.py": (b"def halve(x): ...", -DAY),
        "bob/tensors/square.py": (RIGHT, 1.5 * DAY),
        "bob/tensors/pick.py": (b"a", -DAY),
        "cyd/tensors/square.py": (CUBE, -DAY),
    }
    for name, (source, late) in files.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)
        os.utime(path, (DUE.timestamp() + late,) * 2)
    (tmp_path / "class" / "dan").mkdir()
    return tmp_path / "class"


def test_points_and_lateness_are_in_all_outputs(run: Command, a_class: Path, workshop: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / f"class.{ending}" for ending in ("json", "csv", "html")]
    done = run("grade", a_class, "--workshop", workshop, *(p for path in outputs for p in ("--out", path)))
    assert done.code == 0, done.err
    assert "times of hand-in: 0 from attempts in exports, 5 from files. They are weak evidence" in done.err
    learners = json.loads(outputs[0].read_text())["learners"]
    assert [(one["learner"], one["total"], one["score"]["points"], one["score"]["of"]) for one in learners] == [
        ("ana", 2, 4.0, 4.0), ("bob", 2, 2.4, 4.0), ("cyd", 2, 0.0, 4.0), ("dan", 2, 0.0, 4.0),
    ]  # fmt: skip
    assert [result["exercise"] for result in learners[0]["results"]] == ["tensors/pick", "tensors/square"]
    late = learners[1]["results"][1]["score"]
    assert (late["points"], late["lost"], late["evidence"]) == (2.4, 0.6, "file")
    assert late["late_seconds"] == pytest.approx(1.5 * DAY, abs=2)
    rows = list(csv.DictReader(io.StringIO(outputs[1].read_text())))
    assert [row["score"] for row in rows] == ["4", "2.4", "0", "0"]
    assert "2.4 of 4" in outputs[2].read_text()


def test_the_option_may_stand_before_the_command(run: Command, a_class: Path, workshop: Path) -> None:
    done = run("--workshop", workshop, "grade", a_class, "--only", "tensors/square")
    assert done.code == 0, done.err
    assert "ana    1 right of   1 handed in, 1 exercise, 3 of 4 points" in done.out


def test_a_path_chooses_exercises_without_points(run: Command, a_class: Path, tmp_path: Path) -> None:
    data = {"version": 1, "title": "P", "parts": [{"title": "A", "exercises": ["tensors/pick"]}]}
    done = run("--path", write(tmp_path, json.dumps(data), "path.json"), "grade", a_class)
    assert done.code == 0, done.err
    assert "ana    1 right of   1 handed in, 1 exercise\n" in done.out
    assert "times of hand-in" not in done.err


def test_new_rules_apply_to_answers_that_are_graded_already(
    run: Command, a_class: Path, workshop: Path, tmp_path: Path
) -> None:
    out = tmp_path / "class.json"
    run("grade", a_class, "--workshop", workshop, "--out", out)
    strict = write(tmp_path, workshop.read_text().replace("percent: 10", "percent: 50"), "strict.yaml")
    done = run("grade", a_class, "--workshop", strict, "--out", out)
    assert "graded before and not changed since: 5 of 5 answers" in done.err
    assert json.loads(out.read_text())["learners"][1]["score"]["points"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workshop", "{gone}"], "There is no file"),
        (["--workshop", "{other}"], "there is no exercise 'tensors/sqare'. Did you mean tensors/square"),
        (["--workshop", "{good}", "--only", "tensors/halve"], "--only names no exercise of the workshop."),
    ],
)
def test_a_workshop_that_does_not_fit_is_one_line(
    run: Command, a_class: Path, workshop: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    parts = [{"title": "A", "exercises": ["tensors/sqare"]}]
    other = write(tmp_path, {"parts": parts, "points": 1}, "other.yaml")
    names = {"gone": tmp_path / "gone.yaml", "other": other, "good": workshop}
    done = run("grade", a_class, *(argument.format(**names) for argument in arguments))
    assert done.code == 2
    assert message in done.line

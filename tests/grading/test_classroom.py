"""A class is graded whatever its answers are, and nobody's stops another's."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest

from grading.commands import Command, changed
from grading.tiny import CRASH, CUBE, RIGHT

pytestmark = pytest.mark.grading


@pytest.fixture
def a_class(tmp_path: Path) -> Path:
    """Answers of three learners, one of whom means trouble, and a fourth who gave nothing."""
    files = {
        "ana/tensors/square.py": RIGHT,
        "ana/tensors/pick.py": b"b",
        "ana/tensors/notes.py": b"mine",
        "bob/tensors/square.py": CUBE,
        "bob/tensors/halve.py": b"def halve(x)\n",
        "eve/tensors/square.py": CRASH,
        "eve/tensors/halve.py": b"\x7fELF\0\0",
        "eve/tensors/uniform.py": b"#" * (1 << 20) + b"#",
        "eve/tensors/width.py": b"(2, 6)",
    }
    for name, source in files.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)
    (tmp_path / "class" / "nobody").mkdir()
    (tmp_path / "class" / ".git").mkdir()
    return tmp_path / "class"


VERDICTS = {
    "ana": ["right", "right"],
    "bob": ["wrong", "error"],
    "eve": ["crash", "error", "wrong", "error"],
    "nobody": [],
}


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("jobs", [1, 4])
def test_a_class_is_graded_whatever_is_in_it(run: Command, a_class: Path, tmp_path: Path, jobs: int) -> None:
    outputs = [tmp_path / f"class.{ending}" for ending in ("json", "csv", "html")]
    done = run("grade", a_class, "--jobs", jobs, *(part for path in outputs for part in ("--out", path)))
    assert (done.code, done.out) == (1, ""), "something that was handed in could not be read"
    assert "not graded: ana/tensors/notes.py: There is no exercise tensors/notes." in done.err
    data = json.loads(outputs[0].read_text())
    assert {one["learner"]: [r["verdict"] for r in one["results"]] for one in data["learners"]} == VERDICTS
    assert [(one["right"], one["total"]) for one in data["learners"]] == [(2, 5), (0, 5), (0, 5), (0, 5)]
    rows = list(csv.DictReader(io.StringIO(outputs[1].read_text())))
    assert [row["verdict"] for row in rows] == [v for verdicts in VERDICTS.values() for v in verdicts]
    assert "<td>nobody<td>0 of 5" in outputs[2].read_text()


@pytest.mark.usefixtures("kept")
def test_a_class_has_one_secret_seed_or_the_one_that_is_given(run: Command, a_class: Path, tmp_path: Path) -> None:
    path = tmp_path / "class.json"

    def seeds(*options: object) -> set[int]:
        run("grade", a_class, "--out", path, *options)
        results = [r for one in json.loads(path.read_text())["learners"] for r in one["results"]]
        return {r["seed"] for r in results if r["exercise"] == "tensors/square"}

    assert len(seeds()) == 1
    assert seeds("--seed", 11) == {11}


@pytest.mark.usefixtures("kept")
def test_an_answer_that_hangs_stops_nobody(run: Command, tmp_path: Path) -> None:
    pack = changed(tmp_path, "square/exercise.yaml", "entry: square", "entry: square\nseconds: 1")
    for learner, source in (("ana", b"def square(x):\n    while True: pass\n"), ("bob", RIGHT)):
        folder = tmp_path / "class" / learner / "tensors"
        folder.mkdir(parents=True)
        (folder / "square.py").write_bytes(source)
    done = run("grade", tmp_path / "class", "--out", tmp_path / "class.json", pack=pack)
    learners = json.loads((tmp_path / "class.json").read_text())["learners"]
    assert done.code == 0
    assert [one["results"][0]["verdict"] for one in learners] == ["timeout", "right"]


@pytest.mark.usefixtures("kept")
def test_without_a_file_the_class_is_summed_up(run: Command, a_class: Path) -> None:
    (a_class / os.fsdecode(b"caf\xe9") / "tensors").mkdir(parents=True)
    done = run("grade", a_class)
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["ana", "2"], ["bob", "0"], ["caf\\udce9", "0"], ["eve", "0"], ["nobody", "0"],
    ]  # fmt: skip


def test_a_folder_without_answers_is_one_line(run: Command, tmp_path: Path) -> None:
    (tmp_path / "ana").mkdir()
    done = run("grade", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "holds no answers. They are called <learner>/<topic>/<slug>.py." in done.line

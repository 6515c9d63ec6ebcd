"""What a script outside of the package may rely on; docs/api.md is that script."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor import api
from mxtutor.api import AnswerError, Grader, UsageError, Verdict
from tests.grading.rig import CHECKOUT
from tests.grading.tiny import COURSE, CUBE, RIGHT

PAGE = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
ARCCOS = "def arccos(x):\n    return x.{}()\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Return the examples of the page as one script, in a folder of its own."""
    path = tmp_path / "examples.py"
    path.write_text("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)), encoding="utf-8")
    return path


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, env=environ)


def test_the_examples_have_the_types_that_they_use(script: Path) -> None:
    done = _run(script.parent, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", "cache", script.name)
    assert done.stdout == "Success: no issues found in 1 source file\n"


@pytest.mark.grading
def test_the_examples_run_outside_of_the_checkout(script: Path) -> None:
    for learner, name in (("ana", "arccos"), ("ben", "arcsin")):
        path = script.parent / "hand-ins" / learner / "tensors" / "arccos.py"
        path.parent.mkdir(parents=True)
        path.write_text(ARCCOS.format(name), encoding="utf-8")
    (script.parent / "hand-ins" / "ben" / "notes.ipynb").write_text("{}", encoding="utf-8")
    done = _run(script.parent, script.name)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:6]] == [topic.id for topic in api.course().topics]
    assert "tensors/arccos right" in lines
    assert "tensors/arcsin right" in lines
    if "This machine cannot isolate untrusted answers." not in done.stdout:
        total = len(api.course().exercises)
        assert lines[-3:] == [
            f"ana 1 right of {total}",
            f"ben 0 right of {total}",
            "ben/notes.ipynb It is not a notebook that can be read.",
        ]


@pytest.mark.grading
def test_one_grader_grades_many_answers(tmp_path: Path) -> None:
    file = tmp_path / "square.py"
    file.write_bytes(RIGHT)
    with Grader(pack=COURSE) as grader:
        assert grader.grade("tensors/square", file).verdict is Verdict.RIGHT
        one, other = (grader.grade("tensors/square", CUBE, seed=7) for _ in range(2))
        assert (one.verdict, one.seed) == (Verdict.WRONG, 7)
        assert one.cases == other.cases
        with pytest.raises(UsageError, match="tensors/square"):
            grader.grade("tensors/sqare", RIGHT)
        with pytest.raises(AnswerError, match="There is no file"):
            grader.grade("tensors/square", tmp_path / "missing.py")
        with pytest.raises(AnswerError, match="1 MiB"):
            grader.grade("tensors/square", "#" * (1 << 20) + "#")
        with pytest.raises(UsageError, match="is not a folder"):
            grader.grade_folder(file)
    with pytest.raises(RuntimeError, match="not started"):
        grader.grade("tensors/square", RIGHT)


def test_what_is_public_is_documented() -> None:
    assert sorted(api.__all__) == api.__all__
    for name in api.__all__:
        assert getattr(api, name).__doc__, name


def test_an_exercise_shows_what_a_learner_sees() -> None:
    shown = api.exercise("tensors/square", pack=COURSE)
    assert (shown.id, shown.kind, shown.entry, list(shown.params)) == ("tensors/square", "code", "square", ["x"])
    assert "def square(x):" in shown.starter
    assert [one.id for one in api.exercises(COURSE)] == list(api.course(COURSE).exercises)

"""A class is graded whatever its answers are, and no answer stops another."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.grading.commands import Command, changed
from tests.grading.tiny import CRASH, CUBE, RIGHT

pytestmark = pytest.mark.grading


@pytest.fixture
def a_class(tmp_path: Path) -> Path:
    """Answers of three learners, one of them hostile, and a fourth learner without answers."""
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
    (tmp_path / "class" / "nina").mkdir()
    (tmp_path / "class" / ".git").mkdir()
    return tmp_path / "class"


VERDICTS = {
    "ana": ["right", "right"],
    "bob": ["wrong", "error"],
    "eve": ["crash", "error", "wrong", "error"],
    "nina": [],
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
    assert [(row["learner"], row["right"]) for row in rows] == [
        (learner, str(verdicts.count("right"))) for learner, verdicts in VERDICTS.items()
    ]
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", outputs[2].read_text()))
    assert "Handed in nothing: 1 nina" in page
    assert (tmp_path / "class.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("kept")
def test_a_class_has_one_secret_seed_or_the_one_that_is_given(run: Command, a_class: Path, tmp_path: Path) -> None:
    path = tmp_path / "class.json"

    def seeds(*options: object) -> set[int]:
        (tmp_path / "class.jsonl").unlink(missing_ok=True)
        run("grade", a_class, "--out", path, *options)
        results = [r for one in json.loads(path.read_text())["learners"] for r in one["results"]]
        return {r["seed"] for r in results if r["exercise"] == "tensors/square"}

    assert len(seeds()) == 1
    assert seeds("--seed", 11) == {11}


@pytest.mark.usefixtures("kept")
def test_an_endless_answer_does_not_stop_the_others(run: Command, tmp_path: Path) -> None:
    pack = changed(tmp_path, "halve/exercise.yaml", "entry: halve", "entry: halve\nseconds: 1")
    endless = b"def halve(x):\n    while True: pass\n"
    for learner, slug, source in (("ana", "halve", endless), ("bob", "square", RIGHT)):
        folder = tmp_path / "class" / learner / "tensors"
        folder.mkdir(parents=True)
        (folder / f"{slug}.py").write_bytes(source)
    done = run("grade", tmp_path / "class", "--out", tmp_path / "class.json", pack=pack)
    learners = json.loads((tmp_path / "class.json").read_text())["learners"]
    assert done.code == 0
    assert [one["results"][0]["verdict"] for one in learners] == ["timeout", "right"]


@pytest.mark.usefixtures("kept")
def test_without_a_file_the_class_is_summed_up(run: Command, a_class: Path) -> None:
    (a_class / os.fsdecode(b"caf\xe9") / "tensors").mkdir(parents=True)
    done = run("grade", a_class)
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["ana", "2"], ["bob", "0"], ["caf\\udce9", "0"], ["eve", "0"], ["nina", "0"], ["not", "read:"],
    ]  # fmt: skip


def test_a_folder_without_answers_is_one_line(run: Command, tmp_path: Path) -> None:
    (tmp_path / "ana").mkdir()
    done = run("grade", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "holds no answers. They are called <learner>/<topic>/<slug>.py." in done.line


@pytest.mark.usefixtures("kept")
def test_what_could_not_be_read_is_in_every_output(run: Command, tmp_path: Path) -> None:
    folder = tmp_path / "class" / "ana" / "tensors"
    folder.mkdir(parents=True)
    (folder / "square.py").write_bytes(RIGHT)
    (folder / "Halve final.py").write_bytes(RIGHT)
    (folder / "width.py").symlink_to("/etc/hostname")
    outputs = [tmp_path / f"out.{ending}" for ending in ("json", "csv", "html")]
    done = run("grade", tmp_path / "class", *(part for path in outputs for part in ("--out", path)))
    assert done.code == 1
    (ana,) = json.loads(outputs[0].read_text())["learners"]
    assert {(one["path"], one["nearest"]) for one in ana["unread"]} == {
        ("ana/tensors/Halve final.py", "tensors/halve"),
        ("ana/tensors/width.py", ""),
    }
    (row,) = csv.DictReader(io.StringIO(outputs[1].read_text()))
    assert (row["right"], row["unread"]) == ("1", "2")
    page = outputs[2].read_text()
    assert "Did you mean tensors/halve?" in page
    assert "links are not followed" in page
    assert {path.stat().st_mode & 0o777 for path in outputs} == {0o600}
    assert "2 not read" in run("grade", tmp_path / "class").out


@pytest.mark.usefixtures("kept")
def test_a_learners_name_cannot_write_lines_or_escapes(run: Command, tmp_path: Path) -> None:
    name = "x\nzoe  99 right of 99\x1b[2J\u202e"
    folder = tmp_path / "class" / name / "tensors"
    folder.mkdir(parents=True)
    (folder / "square.py").write_bytes(RIGHT)
    (folder / "bad\x1b]0;t\x07.py").write_bytes(RIGHT)
    done = run("grade", tmp_path / "class")
    for text in (done.out, done.err):
        assert not [c for c in text if not c.isprintable() and c != "\n"]
    assert len(done.out.splitlines()) == 2, "one learner, one file that cannot be read"
    assert "\x1b" not in run("grade", tmp_path / "class" / "none\x1b[2J").err


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_grading_keeps_every_result_so_far(tmp_path: Path, number: signal.Signals) -> None:
    pack = changed(tmp_path, "square/exercise.yaml", "entry: square", "entry: square\nseconds: 60")
    for learner, source in (("ana", RIGHT), ("bob", b"def square(x):\n    while True: pass\n")):
        folder = tmp_path / "class" / learner / "tensors"
        folder.mkdir(parents=True)
        (folder / "square.py").write_bytes(source)
    command = [sys.executable, "-m", "mxtutor", "--pack", str(pack), "grade", str(tmp_path / "class"), "--jobs", "1"]
    outputs = ["--out", str(tmp_path / "out.json"), "--out", str(tmp_path / "out.csv")]
    record = tmp_path / "out.jsonl"
    process = subprocess.Popen([*command, *outputs], stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    deadline = time.monotonic() + 300
    while not (record.exists() and record.read_text().count("\n") >= 2):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(number)
    said = process.communicate(timeout=300)[1]
    assert process.returncode == 130
    assert "out.partial.json holds the results so far; it is partial." in said
    data = json.loads((tmp_path / "out.partial.json").read_text())
    assert data["partial"] is True
    assert {one["learner"]: [r["verdict"] for r in one["results"]] for one in data["learners"]} == {
        "ana": ["right"],
        "bob": [],
    }
    assert "partial" in (tmp_path / "out.partial.csv").read_text()
    assert not (tmp_path / "out.json").exists()
    assert "out.jsonl holds the results so far; the same command continues." in said
    if number != signal.SIGINT:
        return  # all three leave the same files, so one continuation is enough
    (tmp_path / "class" / "bob" / "tensors" / "square.py").write_bytes(RIGHT)
    again = subprocess.run([*command, *outputs], capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert again.returncode == 0
    assert "graded before and not changed since: 1 of 2 answers" in again.stderr
    data = json.loads((tmp_path / "out.json").read_text())
    assert data["partial"] is False
    assert [[r["verdict"] for r in one["results"]] for one in data["learners"]] == [["right"], ["right"]]
    assert list(tmp_path.glob("out.partial.*")) == []


@pytest.mark.slow
def test_a_killed_grading_continues(tmp_path: Path) -> None:
    pack = changed(tmp_path, "square/exercise.yaml", "entry: square", "entry: square\nseconds: 60")
    for learner, source in (("ana", RIGHT), ("bob", CUBE), ("eve", b"def square(x):\n    while True: pass\n")):
        folder = tmp_path / "class" / learner / "tensors"
        folder.mkdir(parents=True)
        (folder / "square.py").write_bytes(source)
    record = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "mxtutor", "--pack", str(pack), "grade", str(tmp_path / "class"), "--jobs", "1"]
    command += ["--out", str(tmp_path / "out.json")]
    environ = {**os.environ, "MXTUTOR_GRADER": "off"}
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=tmp_path, env=environ)
    deadline = time.monotonic() + 300
    while not (record.exists() and record.read_text().count("\n") >= 3):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()
    process.wait(300)
    with record.open("ab") as file:
        file.write(b'{"type":"result","learner":"eve","exer')  # what a kill in the middle of a write leaves
    (tmp_path / "class" / "eve" / "tensors" / "square.py").write_bytes(RIGHT)
    again = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300, env=environ)
    assert again.returncode == 0, again.stderr
    assert "graded before and not changed since: 2 of 3 answers" in again.stderr
    learners = json.loads((tmp_path / "out.json").read_text())["learners"]
    assert [[r["verdict"] for r in one["results"]] for one in learners] == [["right"], ["wrong"], ["right"]]


@pytest.mark.slow
def test_an_autograder_for_gradescope_runs_as_gradescope_runs_it(run: Command, tmp_path: Path) -> None:
    """The layout is that of https://gradescope-autograders.readthedocs.io/en/latest/specs/."""
    base = tmp_path / "autograder"
    made = run(
        "grade", "gradescope", tmp_path / "made", "--only", "tensors/square", "--only", "tensors/pick", "--points", 2
    )
    assert made.code == 0
    assert {"setup.sh", "run_autograder", "requirements.txt", "README.txt"} < {
        p.name for p in (tmp_path / "made").iterdir()
    }
    assert any(line.startswith("mxnet==") for line in (tmp_path / "made" / "requirements.txt").read_text().splitlines())
    for script in ("setup.sh", "run_autograder"):
        assert os.access(tmp_path / "made" / script, os.X_OK)
        subprocess.run(["bash", "-n", str(tmp_path / "made" / script)], check=True)
    assert run("grade", "gradescope", tmp_path / "made").code == 2, "it exists"
    base.mkdir()
    (tmp_path / "made").rename(base / "source")
    (base / "submission").mkdir()
    (base / "submission" / "square.py").write_bytes(CUBE)
    (base / "submission" / "sqare.py").write_bytes(RIGHT)
    (base / "results").mkdir()
    shutil.copy(base / "source" / "run_autograder", base / "run_autograder")
    (base / "venv" / "bin").mkdir(parents=True)
    (base / "venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (base / "venv" / "bin" / "python").chmod(0o755)
    environ = {**os.environ, "AUTOGRADER": str(base), "TMPDIR": str(tmp_path), "MXTUTOR_GRADER": "off"}
    for source, verdict in ((CUBE, "wrong"), (RIGHT, "right")):
        (base / "submission" / "square.py").write_bytes(source)
        command = [str(base / "run_autograder")]
        done = subprocess.run(command, capture_output=True, text=True, env=environ, cwd="/", timeout=300)
        assert done.returncode == 0, done.stderr
        results = json.loads((base / "results" / "results.json").read_text())
        square, pick = results["tests"]
        score = 2.0 if verdict == "right" else 0.0
        assert (results["score"], square["score"], square["max_score"], pick["score"]) == (score, score, 2.0, 0.0)
        assert square["status"] == ("passed" if score else "failed")
        assert square["extra_data"]["verdict"] == verdict
        assert pick["output"] == "No answer was handed in."
        assert "Did you mean tensors/square?" in results["output"]
        assert {"output_format", "visibility", "stdout_visibility", "execution_time"} <= set(results)
        assert [path.name for path in (base / "results").iterdir()] == ["results.json"]


@pytest.mark.slow
def test_the_module_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("click", "numpy", "yaml", "msgspec", "platformdirs", "json", "textual"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w').close()\nraise SystemExit(9)\n")
    environ = {**os.environ, "MXTUTOR_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "mxtutor", "list"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environ)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "imported").exists()


def test_a_full_or_closed_standard_output_is_one_line(tmp_path: Path) -> None:
    environ = {**os.environ, "MXTUTOR_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "mxtutor", "list"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environ)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.startswith("mxtutor: standard output cannot be written")
    closed = subprocess.run(["sh", "-c", f"{sys.executable} -m mxtutor list >&-"], capture_output=True, env=environ)
    assert b"Traceback" not in closed.stderr

"""The commands as scripts see them: data on standard output, messages on standard error, exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.grading.workers import child_process
from tests.grading.commands import Command, Kept
from tests.grading.tiny import COURSE, CRASH, CUBE, RIGHT

pytestmark = pytest.mark.grading
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    """A file with a right answer."""
    path = tmp_path / "square.py"
    path.write_bytes(RIGHT)
    return path


def test_a_whole_process_prints_one_report_and_nothing_else(tmp_path: Path, answer: Path) -> None:
    command = [sys.executable, "-m", "mxtutor", "--pack", str(COURSE), "check", "tensors/square", str(answer), "--json"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, cwd=tmp_path, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert Report.from_json(json.loads(done.stdout)).verdict is Verdict.RIGHT


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("source", "verdict", "code"),
    [
        (RIGHT, "right", 0),
        (CUBE, "wrong", 1),
        (b"def square(x:\n", "error", 1),
        (CRASH, "crash", 1),
        (b"s = '\xff'\n", "error", 1),
        (b"", "error", 1),
    ],
)
def test_the_exit_code_of_a_check_is_its_verdict_s(
    run: Command, answer: Path, source: bytes, verdict: str, code: int
) -> None:
    answer.write_bytes(source)
    done = run("check", "tensors/square", answer, "--json")
    assert (done.code, done.err) == (code, "")
    assert Report.from_json(done.json).verdict.value == verdict
    text = run("check", "tensors/square", answer)
    assert text.code == code
    assert text.out.startswith(f"[{verdict}] tensors/square: ")


def test_a_check_that_cannot_be_made_is_our_fault(run: Command, answer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "START", "raise SystemExit('no disk left')")
    done = run("check", "tensors/square", answer, "--json")
    assert (done.code, done.json["verdict"]) == (3, "broken")
    assert "no disk left" in done.json["headline"]


@pytest.mark.usefixtures("kept")
def test_a_failing_check_tells_how_to_run_it_again(run: Command, answer: Path) -> None:
    answer.write_bytes(CUBE)
    first = run("check", "tensors/square", answer)
    assert "That is the third power: multiply once." not in first.out
    (again,) = [line for line in first.out.splitlines() if line.strip().startswith("again: mxtutor ")]
    done = run(*again.strip().removeprefix("again: mxtutor ").split())
    assert done.out.splitlines()[:-1] == first.out.splitlines()[:-1]  # the last line says how long it took
    seed = int(again.split()[-1])
    assert run("check", "tensors/square", answer, "--json", "--seed", seed).json["seed"] == seed


@pytest.mark.usefixtures("kept")
def test_explain_explains_the_first_miss(run: Command, answer: Path) -> None:
    answer.write_bytes(CUBE)
    assert "That is the third power: multiply once." in run("check", "tensors/square", answer, "--explain").out


@pytest.mark.usefixtures("kept")
def test_a_check_is_kept_as_an_attempt(run: Command, answer: Path) -> None:
    run("check", "tensors/square", answer)
    listed = {row["id"]: row["status"] for row in run("list", "--json").json}
    assert listed == {
        "tensors/square": "done",
        **dict.fromkeys(["tensors/halve", "tensors/pick", "tensors/width", "tensors/uniform"], "todo"),
    }


@pytest.mark.usefixtures("kept")
def test_a_store_that_cannot_be_written_does_not_cost_the_report(run: Command, answer: Path, home: Path) -> None:
    home.write_text("a file where the folder should be")
    done = run("check", "tensors/square", answer, "--json")
    assert (done.code, done.json["verdict"]) == (0, "right")
    assert done.line.startswith("the attempt was not kept: ")


@pytest.mark.usefixtures("kept")
def test_typed_answers_are_checked_from_standard_input(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"(4, 3)\n")))
    assert run("check", "tensors/width", "-").code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n")))
    assert run("check", "tensors/pick", "-").code == 1


def _large(path: Path) -> None:
    path.write_bytes(RIGHT + b"#" * (1 << 20))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "There is no file"),
        (Path.mkdir, "is a folder. `mxtutor grade` takes folders."),
        (lambda path: path.write_bytes(b"\x7fELF\0\0"), "is not text."),
        (_large, "is larger than 1 MiB."),
    ],
    ids=["missing", "folder", "binary", "large"],
)
def test_a_file_that_is_not_an_answer_is_one_line(run: Command, tmp_path: Path, make: Any, words: str) -> None:
    path = tmp_path / "given.py"
    make(path)
    done = run("check", "tensors/square", path)
    assert (done.code, done.out) == (2, "")
    assert words in done.line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "tensors/sqare", "x.py"], "There is no exercise 'tensors/sqare'. Did you mean tensors/square"),
        (["check", "tensors/square"], "Missing argument 'FILE'."),
        (["check", "tensors/square", "x.py", "--seed", "-1"], "--seed"),
        (["check", "tensors/square", "x.py", "--seed", "many"], "--seed"),
        (["check", "tensors/square", "x.py", "--device", "tpu"], "--device"),
        (["chek"], "'chek' is not a command, a topic or an id. Did you mean check?"),
        (["grade", "/nowhere"], "/nowhere is not a folder."),
        (
            ["grade", ".", "--out", "class.pdf"],
            "class.pdf cannot be written. Its name must end in .json, .moodle.csv, .canvas.csv, .csv, .html, .jsonl.",
        ),
        (["grade", ".", "--out", "/nowhere/class.csv"], "/nowhere/class.csv cannot be written."),
        (["grade", ".", "--jobs", "0"], "--jobs"),
        (["reset", "tensors/sqare", "--yes"], "Did you mean tensors/square"),
        (["export", "progress.txt"], "must end in .json, .zip, .md or .ipynb"),
        (["dev", "check", "tensors/square", "gpu"], "The course has no id gpu."),
        (["dev", "new", "tensors/Cube"], "'tensors/Cube' is not a valid id."),
        (["dev", "new", "maths/cube"], "'maths/cube' is not a valid id."),
        (["dev", "new", "tensors/2d"], "'tensors/2d' is not a valid id."),
        (["dev", "new", "tensors/square"], "exists already."),
    ],
)
def test_bad_usage_is_one_line_that_says_what_to_do(run: Command, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.line


def test_a_pack_that_is_none_is_one_line(run: Command, tmp_path: Path) -> None:
    done = run("list", pack=tmp_path)
    assert done.code == 2
    assert "A pack is a folder that holds lessons/ and exercises/." in done.line


def test_the_list_is_the_contract_s(run: Command) -> None:
    rows = run("list", "--json").json
    assert [set(row) for row in rows] == [
        {"id", "topic", "lesson", "title", "kind", "entry", "params", "seed_rows", "status", "changed", "bank"}
    ] * 5
    assert rows[0]["params"] == {"x": "float32, any shape"}
    assert {row["kind"] for row in rows} == {"code", "fix", "choice", "predict"}
    lines = run("list").out.splitlines()
    assert len(lines) == 5
    assert lines[1].split(maxsplit=3) == ["[", "]", "tensors/halve", "Halve, but keep the argument (fix)"]


@pytest.mark.usefixtures("kept")
def test_progress_export_and_reset_follow_what_was_done(run: Command, answer: Path, tmp_path: Path) -> None:
    run("check", "tensors/square", answer)
    answer.write_bytes(b"a")
    run("check", "tensors/pick", answer)
    data = run("progress", "--json").json
    (topic,) = data["topics"]
    assert topic | {"topic": "tensors", "done": 1, "tried": 2, "total": 5} == topic
    assert (topic["attempts"], topic["begun"], topic["first_try"], topic["hints"]) == (2, 2, 1, 0)
    assert data["exercises"]["tensors/square"] == {"status": "done", "attempts": 1, "hints": 0}
    assert "1 of 5" in run("progress").out

    exported = run("export", tmp_path / "all.json")
    assert (exported.code, exported.out) == (0, "")
    assert exported.line.startswith("2 attempts written to ")
    assert json.loads((tmp_path / "all.json").read_text())["version"] == 2

    assert run("reset", "tensors/square", "--yes").code == 0
    assert run("progress", "--json").json["topics"][0]["done"] == 0


def test_doctor_tells_checks_and_what_to_do(run: Command) -> None:
    done = run("doctor", "--json")
    assert set(done.json) == {"ok", "checks"}
    assert {frozenset(check) for check in done.json["checks"]} == {frozenset({"name", "ok", "detail", "fix"})}
    assert done.code == (0 if done.json["ok"] else 1)
    assert {"python", "mxnet", "torch", "sandbox", "content"} <= {check["name"] for check in done.json["checks"]}


@pytest.mark.parametrize(
    ("given", "confined"), [("on", True), ("all", True), ("light", True), ("off", False), ("none", False)]
)
def test_isolation_is_on_or_off_and_older_names_stay_valid(
    run: Command, answer: Path, grader: LocalGrader, given: str, confined: bool
) -> None:
    asked: list[bool] = []

    def start(*, confined: bool = True, **_: object) -> LocalGrader:
        asked.append(confined)
        return cast(LocalGrader, Kept(grader))

    run.make_grader = start
    assert run("check", "tensors/square", answer, "--isolation", given).code == 0
    assert asked == [confined]

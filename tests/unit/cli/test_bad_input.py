"""Bad input: each command says in one line what is wrong, and ends with the exit code of bad input."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.cli import run as running
from mxtutor.cli.setup import Setup, make_grader, make_local_grader
from mxtutor.errors import UsageError, file_errors
from mxtutor.paths import HOME_VARIABLE

CONTENTS = {
    "empty": b"",
    "binary": bytes(range(256)),
    "list": b"[]",
    "text": b'"x"',
    "broken": b'{"a": [1,',
    "deep": b"[" * 5000,
}
READERS = (
    ["import", "x.json"],
    ["import", "x.zip"],
    ["import", "x.ipynb"],
    ["--workshop", "x.yaml", "list"],
    ["--path", "x.yaml", "list"],
    ["--plain", "--workshop", "x.yaml"],
    ["regrade", "x.json"],
    ["regrade", "x.jsonl"],
    ["grade", "merge", "x.json", "--out", "y.json"],
    ["assess", "merge", "x.json", "--out", "y.html"],
    ["try", "x.py:f"],
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


def _one_line(capsys: pytest.CaptureFixture[str]) -> str:
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
@pytest.mark.parametrize("content", [*CONTENTS, "folder", "missing"])
def test_a_file_that_cannot_be_used_is_one_line(
    arguments: list[str], content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in ("json", "jsonl", "zip", "ipynb", "yaml", "pem", "py"):
        if content == "folder":
            (tmp_path / f"x.{ending}").mkdir()
        elif content != "missing":
            (tmp_path / f"x.{ending}").write_bytes(CONTENTS[content])
    assert main(arguments) == 2
    assert _one_line(capsys).startswith("mxtutor: ")


@pytest.mark.parametrize(
    "arguments",
    [["grade"], ["--pack"], ["regrade"], ["watch"], ["links", "x.csv", "--out"], ["scan", "x.py", "--out"]],
    ids=" ".join,
)
def test_a_name_that_is_too_long_is_bad_input(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.csv").write_text("name\nAna\n")
    (tmp_path / "x.py").write_text("import torch\n")
    ending = {"regrade": ".jsonl", "links": ".csv", "scan": ".json"}.get(arguments[0], "")
    command = ["list"] if arguments == ["--pack"] else []
    assert main([*arguments, "x" * 300 + ending, *command]) == 2
    assert "name too long" in _one_line(capsys)


@pytest.mark.parametrize("file", ["nowhere/x.json", "folder.json", "x.pdf", "x", ""])
def test_an_export_that_cannot_be_written_is_bad_input(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.json").mkdir()
    assert main(["export", file]) == 2
    _one_line(capsys)


def test_a_file_that_must_not_be_read_is_not_called_unwritable() -> None:
    with pytest.raises(UsageError, match=r"^x.csv cannot be read: no permission\.$"), file_errors("x.csv", "read"):
        raise PermissionError(errno.EACCES, "Permission denied", "x.csv")


def test_a_question_that_nobody_answers_says_which_option_answers_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["reset", "tensors"]) == 2
    assert "Nothing was changed, because there is no terminal to ask at. Add --yes." in capsys.readouterr().err


def test_a_seed_that_the_store_could_not_read_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.py").write_text("x = 1\n")
    assert main(["check", "tensors/arccos", "x.py", "--seed", "9" * 1500]) == 2
    assert "the seed has more than 128 bits" in _one_line(capsys)


@pytest.mark.parametrize("group", ["dev", "workshop"])
def test_a_group_without_a_command_is_one_sentence(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([group]) == 2
    assert _one_line(capsys) == f"mxtutor: Missing command. `mxtutor {group} --help` shows how."


def test_an_argument_too_many_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "more"]) == 2
    assert _one_line(capsys) == "mxtutor: Got unexpected extra argument (more). `mxtutor keys --help` shows how."


@pytest.mark.parametrize("error", [RuntimeError("odd"), FileNotFoundError(2, "No such file", "x")])
def test_a_fault_of_mxtutor_ends_with_3_and_one_line_that_names_a_file_with_the_details(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(running, "carry_out", fail)
    assert running.run(["list"], Setup(make_grader, make_local_grader)) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"mxtutor: it failed: {type(error).__name__}")
    details = Path(line.partition("Details: ")[2])
    assert details.parent == home
    assert "test_bad_input.py" in details.read_text()


def test_a_command_whose_output_nobody_reads_ends_with_0_and_no_message() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        done = subprocess.run(
            [sys.executable, "-m", "mxtutor", "list", "--json"], stdout=output, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify"], "`reports/` in the folder of the homes"),
        (["verify", "x.json", "--key", "k.pem", "--json"], "no signatures any more"),
        (["serve", "key", "--homes", "x"], "no signatures any more"),
        (["class", "--host", "x", "--listen"], "Run `mxtutor serve --no-browser`"),
        (["class", "--port", "8899"], "Run `mxtutor serve --no-browser`"),
        (["regrade", "class.jsonl", "--from", "hand-ins"], "mxtutor grade DIR --out FILE"),
        (["dev", "check", "--mutants", "--least", "99"], "Leave --least out"),
        (["grade", "hand-ins", "--tls-ca=ca.pem"], "docs/class.md shows how"),
    ],
)
def test_a_command_of_an_earlier_release_says_what_replaces_it(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in _one_line(capsys)

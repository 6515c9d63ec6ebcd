"""Commands that delete do nothing without a yes or `--yes`; commands that write replace only what mxtutor wrote."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
from tests.grading.tiny import COURSE
from tests.unit.live.live_class import CLASS, Running, event, running
from tests.unit.live.test_class_live_commands import _sender

SILENT = {
    "no": "echo n | {}",
    "yes": "echo y | {}",
    "the end of the input": "{} </dev/null",
    "closed": "{} <&-",
}
"""Commands of a shell without a terminal: nobody is asked, so nobody agrees."""


def shell(line: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run mxtutor in a line for `sh`; `{}` stands for the command."""
    words = " ".join(f"'{word}'" for word in (sys.executable, "-m", "mxtutor", *arguments))
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.run(
        ["sh", "-c", line.format(words)], cwd=cwd, capture_output=True, text=True, env=environ, timeout=120
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    (tmp_path / "instructor").mkdir()
    with running(tmp_path / "instructor") as found:
        yield found


def refused(done: subprocess.CompletedProcess[str]) -> None:
    """Check that a command refused to go on, and said so in one line after its question."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr == "mxtutor: Nothing was changed, because there is no terminal to ask at. Add --yes.\n"


@pytest.mark.parametrize("line", SILENT.values(), ids=SILENT)
def test_class_forget_deletes_nothing_without_a_yes(server: Running, home: Path, tmp_path: Path, line: str) -> None:
    server.joined("Ana")
    server.store.add(CLASS.title, _sender(server), [event(1)])
    command = ("class", "forget", "Ana")
    refused(shell(line, *command, cwd=tmp_path / "instructor"))
    assert len(server.rows()) == 1
    assert "Ana" in server.people.path.read_text()
    done = shell("{} </dev/null", *command, "--yes", cwd=tmp_path / "instructor")
    assert (done.returncode, server.rows()) == (0, []), done.stderr


@pytest.mark.parametrize("line", SILENT.values(), ids=SILENT)
def test_class_leave_deletes_nothing_without_a_yes(server: Running, home: Path, tmp_path: Path, line: str) -> None:
    assert main(["class", "join", f"{server.url}/#{server.joined('Ana')}"]) == 0
    refused(shell(line, "class", "leave", cwd=tmp_path))
    assert (home / "class.json").exists()
    assert shell("{} </dev/null", "class", "leave", "--yes", cwd=tmp_path).returncode == 0
    assert not (home / "class.json").exists()


@pytest.mark.parametrize("line", SILENT.values(), ids=SILENT)
def test_reset_deletes_nothing_without_a_yes(home: Path, tmp_path: Path, line: str) -> None:
    with closing(open_store(home)) as store:
        store.save_draft("tensors/square", Draft("x = 1"))
    command = ("--pack", COURSE, "reset", "tensors/square")
    refused(shell(line, *command, cwd=tmp_path))
    with closing(open_store(home)) as store:
        assert _text(store.draft("tensors/square")) == "x = 1"
    done = shell("{} </dev/null", *command, "--yes", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Started over: tensors/square.\n")
    with closing(open_store(home)) as store:
        assert _text(store.draft("tensors/square")) != "x = 1"


def test_an_answer_that_is_typed_counts(server: Running, home: Path, tmp_path: Path) -> None:
    assert main(["class", "join", f"{server.url}/#{server.joined('Ana')}"]) == 0
    for typed, code in ((b"n\n", 2), (b"y\n", 0)):
        leader, follower = pty.openpty()
        command = [sys.executable, "-m", "mxtutor", "class", "leave"]
        os.write(leader, typed)
        done = subprocess.run(command, stdin=follower, capture_output=True, text=True, timeout=120)
        os.close(leader)
        os.close(follower)
        assert done.returncode == code, done.stderr


def _text(draft: Draft | None) -> str:
    return draft.code if draft else ""


_FOREIGN = 'name,id,token\nAna,1,"{""version"":1}"\n{"version":1,"id":2}\n{\n "version": 1}\nprogress.json'
"""A text with the beginning of an output's JSON, but none of its keys."""


def _foreign(tmp_path: Path, names: Sequence[str]) -> list[Path]:
    made = [tmp_path / name for name in names]
    for path in made:
        path.write_text(_FOREIGN)
    return made


def test_outputs_replace_no_file_of_somebody_else(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = tmp_path / "class" / "ana" / "tensors" / "square.py"
    answer.parent.mkdir(parents=True)
    answer.write_text("def square(x): ...\n")
    foreign = _foreign(tmp_path, ["a.csv", "a.html", "a.json", "a.ipynb", "a.md", "a.zip"])
    commands: list[list[str]] = [
        ["--pack", str(COURSE), "grade", str(tmp_path / "class"), "--out"],
        ["export"],
        ["links", str(tmp_path / "a.csv"), "--url", "http://127.0.0.1", "--out"],
        ["scan", str(answer), "--out"],
        ["scan", str(answer), "--path-out"],
        ["assess", "--last", "--out"],
    ]
    endings = [
        *((".csv", ".html", ".json"), (".ipynb", ".md", ".zip", ".json"), (".csv",)),
        *((".json", ".md", ".html"), (".json",), (".json", ".md", ".html")),
    ]
    for command, own in zip(commands, endings, strict=True):
        for ending in own:
            assert main([*command, str(tmp_path / f"a{ending}")]) == 2
            assert f"a{ending} exists and is not an output that mxtutor may replace." in capsys.readouterr().err
    assert {path.read_text() for path in foreign} == {_FOREIGN}
    os.mkfifo(tmp_path / "pipe.json")
    assert main(["export", str(tmp_path / "pipe.json")]) == 2
    for number, ending in [(1, one) for one in endings[1]] + [(3, one) for one in endings[3]]:
        for _ in range(2):
            assert main([*commands[number], str(tmp_path / f"own{number}{ending}")]) == 0, capsys.readouterr().err


def test_outputs_of_mxtutor_are_written_again(home: Path, tmp_path: Path) -> None:
    from tests.unit.classroom.classes import FakeGrader

    answer = tmp_path / "class" / "ana" / "square.py"
    answer.parent.mkdir(parents=True)
    answer.write_text("right\n")
    outputs = [part for one in ("csv", "html", "json") for part in ("--out", f"{tmp_path}/o.{one}")]
    for _ in range(2):
        command = ["--pack", str(COURSE), "grade", str(tmp_path / "class"), *outputs]
        assert main(command, make_grader=lambda **_: FakeGrader()) == 0  # type: ignore[arg-type]


def test_an_output_in_no_folder_is_refused_before_the_grading(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "class").mkdir()
    out = tmp_path / "g1" / "class.html"
    assert main(["--pack", str(COURSE), "grade", str(tmp_path / "class"), "--out", str(out)]) == 2
    line = capsys.readouterr().err
    assert line == f"mxtutor: {out} cannot be written. Name a file in a folder that exists.\n"

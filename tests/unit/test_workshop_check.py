"""`mxtutor dev check FILE.yaml` and the options `--workshop` and `--path` on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mxtutor.cli import main
from mxtutor.content.workshop import Workshop
from tests.ui.fakes import COURSE
from tests.unit.workshop_files import SOUND, write

ONE = {"title": "One", "exercises": ["tensors/flip"]}


def checked(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, list[str]]:
    """Run `dev check` on files beside the tiny course; return the exit code and the findings."""
    capsys.readouterr()
    code = main(["--pack", str(COURSE), "dev", "check", *map(str, files)])
    return code, capsys.readouterr().out.splitlines()


def test_a_sound_workshop_and_a_sound_path_have_no_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, json.dumps({"version": 1, "title": "P", "parts": [ONE]}), "path.json")
    assert checked(capsys, write(tmp_path), path) == (0, [])


def test_all_findings_come_in_the_order_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [{"title": "A", "exercises": ["tensors/flipp", "tensors/flip", "tensors/flip"]}]
    file = write(tmp_path, {"parts": parts, "due": "soon", "points": {"tensors/dot": 1}})
    code, lines = checked(capsys, file)
    assert code == 1
    assert [line.removeprefix(str(file)).split(": ")[:2] for line in lines] == [
        [":7", "parts[0].exercises[0]"], [":9", "parts[0].exercises[2]"], [":11", "due"], [":17", "points.tensors/dot"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tittle": 1}, ":24: unknown key 'tittle'. Did you mean 'title'?"),
        ({"content": "gone"}, "gone is missing."),
        ("[", "is not valid YAML"),
    ],
)
def test_a_file_that_cannot_be_understood_is_one_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[Any, Any] | str, message: str
) -> None:
    code, (line,) = checked(capsys, write(tmp_path, changes))
    assert code == 1
    assert message in line


def test_an_exercise_that_cannot_be_read_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(COURSE, tmp_path / "own")
    (tmp_path / "own" / "exercises" / "tensors" / "flip" / "exercise.yaml").write_text("title: [\n")
    code, (line,) = checked(capsys, write(tmp_path, {"content": "own"}))
    assert code == 1
    assert ":9: parts[0].exercises[1]: " in line
    assert "flip/exercise.yaml is not valid YAML" in line


def test_a_missing_file_is_one_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (line,) = checked(capsys, tmp_path / "gone.yaml")
    assert code == 1
    assert "There is no file" in line


def test_very_many_findings_are_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = [f"tensors/slug-{number}" for number in range(300)]
    code, lines = checked(capsys, write(tmp_path, {"parts": [{"title": "A", "exercises": ids}], "points": 1}))
    assert (code, len(lines)) == (1, 101)
    assert lines[-1].endswith("200 more findings are not shown.")


def test_content_of_another_version_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own" / "lessons").mkdir(parents=True)
    (tmp_path / "own" / "lessons" / "course.yaml").write_text("format_version: 2\ntopics: []\n")
    file = write(tmp_path, {"content": "own"})
    code, (line,) = checked(capsys, file)
    assert code == 1
    assert "format_version is 2, this release reads 1." in line
    assert main(["--workshop", str(file), "list"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str | None, Workshop | None]]:
    """Replace the tutor; return the list to which its starts are added."""
    began: list[tuple[Path, str | None, Workshop | None]] = []

    def start(root: Path, start_at: str | None, workshop: Workshop | None) -> int:
        began.append((root, start_at, workshop))
        return 0

    monkeypatch.setattr("mxtutor.cli.tutor.start_tutor", start)
    return began


@pytest.mark.parametrize("start_at", [None, "tensors/flip"])
def test_the_tutor_starts_on_a_workshop_with_its_own_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_at: str | None
) -> None:
    began = started(monkeypatch)
    (tmp_path / "material").symlink_to(COURSE)
    file = write(tmp_path, {"content": "material"})
    assert main(["--workshop", str(file), *([start_at] if start_at else [])]) == 0
    ((root, at, workshop),) = began
    assert (root, at) == (COURSE.resolve(), start_at)
    assert workshop is not None
    assert workshop.title == SOUND["title"]


def test_the_tutor_starts_on_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began = started(monkeypatch)
    path = write(tmp_path, json.dumps({"version": 1, "title": "P", "parts": [ONE]}), "path.json")
    assert main(["--pack", str(COURSE), "--path", str(path)]) == 0
    assert began[0][2] is not None
    assert began[0][2].points == {}


def test_the_list_shows_the_exercises_of_a_workshop_in_its_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = [{"title": "A", "exercises": ["tensors/flip", "tensors/arccos"]}]
    file = write(tmp_path, {"parts": parts, "points": 1})
    capsys.readouterr()
    assert main(["--pack", str(COURSE), "--workshop", str(file), "list", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == ["tensors/flip", "tensors/arccos"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workshop", "{w}", "--path", "{w}"], "--workshop and --path cannot be used together."),
        (["--workshop", "{w}", "doctor"], "`doctor` takes no --workshop."),
        (["--path", "{w}", "reset", "all"], "`reset` takes no --path."),
        (["--workshop", "{m}", "--pack", "."], "This workshop has its own content, so --pack cannot be used."),
        (["--workshop", "gone.yaml"], "There is no file gone.yaml."),
        (["--path", "{w}"], "unknown key 'greeting'. Known keys: version, title, parts, sites."),
        (["--workshop", "{w}", "tensor"], "'tensor' is not a command, a topic or an id."),
    ],
)
def test_wrong_use_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (tmp_path / "material").symlink_to(COURSE)
    names = {"w": write(tmp_path), "m": write(tmp_path, {"content": "material"}, "m.yaml")}
    capsys.readouterr()
    assert main([argument.format(**names) for argument in arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err

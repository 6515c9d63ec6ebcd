"""`mxtutor dev check FILE.yaml` and the options `--workshop` and `--path` on the command line."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from mxtutor import paths
from mxtutor.cli import main
from mxtutor.cli.commands import MODULES
from mxtutor.content.workshop import Workshop
from tests.grading.tiny import COURSE as TINY
from tests.ui.fakes import COURSE
from tests.unit.content.workshop_files import SOUND, write

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


def test_faults_of_form_come_at_once_with_those_of_meaning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
version: 1
title: ""
tittle: again
greeting: 5
parts:
  - title: A
    minutes: none
    exercises: [tensors/flip, tensors/Flip, tensors/nope]
  - exercises: [tensors/dot]
  - title: C
    exercises: tensors/dot
    extra: 1
  - a text
due: soon
late: {percent: 200}
points: {default: many}
sealed: perhaps
"""
    file = write(tmp_path, text)
    code, lines = checked(capsys, file)
    assert code == 1
    assert [line.removeprefix(f"{file}:").split(". ")[0].rstrip(".") for line in lines] == [
        "2: title is ''; it must be a text that is not empty",
        "3: unknown key 'tittle'",
        "4: greeting is 5; it must be a text",
        "7: parts[0].minutes is 'none'; it must be a number of minutes above 0",
        "8: parts[0].exercises[1] is 'tensors/Flip'; it must be topic/slug in a-z, 0-9 and dashes",
        "8: parts[0].exercises[2]: there is no exercise 'tensors/nope'",
        "9: parts[1].title is missing",
        "9: parts[1].exercises[0]: there is no exercise 'tensors/dot'",
        "11: parts[2].exercises is 'tensors/dot'; it must be a list",
        "12: parts[2]: unknown key 'extra'",
        "13: parts[3] is 'a text'; it must be a mapping",
        "14: due: 'soon' is not a date and time",
        "15: late.percent is 200; it must be a number from 0 to 100",
        "16: points.default is 'many'; it must be a number of points, 0 or more",
        "17: sealed is 'perhaps'; it must be true or false",
    ]


def test_what_is_refused_causes_no_other_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = {"due": 5, "late": "refused", "class": {"url": 3}, "share_code": True, "parts": "none", "points": 2}
    code, lines = checked(capsys, write(tmp_path, changes))
    assert code == 1
    assert [line.split(": ")[1].split()[0] for line in lines] == ["parts", "due", "class.url"]


def test_the_path_of_a_scan_has_no_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sites = {"all": 2, "needed": 1, "exercises": {"tensors/flip": 1}}
    path = write(tmp_path, json.dumps({"version": 1, "title": "P", "parts": [ONE], "sites": sites}), "path.json")
    assert checked(capsys, path) == (0, [])


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
    assert lines[-1].endswith("Not shown: 200 more findings.")


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
        (["list", "--workshop", "{w}", "--path", "{w}"], "--workshop and --path cannot be used together."),
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


def test_every_command_takes_the_workshop_before_its_name_and_after(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(COURSE, tmp_path / "own")
    parts = [{"title": "A", "exercises": ["tensors/flip", "tensors/arccos"]}]
    file = str(write(tmp_path, {"parts": parts, "points": 1, "content": "own"}))
    shown = []
    for arguments in (["--workshop", file, "list", "--json"], ["list", "--json", "--workshop", file]):
        capsys.readouterr()
        assert main(arguments) == 0
        shown.append([one["id"] for one in json.loads(capsys.readouterr().out)])
    assert shown == [["tensors/flip", "tensors/arccos"]] * 2
    for command in sorted({*MODULES} - {"verify"}):
        assert main([command, "--help"]) == 0
        assert "--workshop" in capsys.readouterr().out, command


def test_faults_of_form_hide_no_other_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(
        tmp_path,
        """version: 1
titel: A day
title: ''
due: soon
points: {tensors/flip: much, tensors/dot: 2}
hints: 5
parts:
  - title: One
    minutes: -3
    exercises: [tensors/flip, 7, tensors/flip]
  - exercises: [tensors/nothing]
  - three
class: {cod: abc}
""",
    )
    code, lines = checked(capsys, file)
    assert code == 1
    found = [line.removeprefix(f"{file}:").partition(": ") for line in lines]
    assert [(where, text[:40]) for where, _, text in found] == [
        ("2", "unknown key 'titel'. Did you mean 'title"),
        ("3", "title is ''; it must be a text that is n"),
        ("4", "due: 'soon' is not a date and time. Writ"),
        ("5", "points.tensors/flip is 'much'; it must b"),
        ("5", "points.tensors/dot: no part has this exe"),
        ("6", "hints is 5; it must be a text. Put it in"),
        ("9", "parts[0].minutes is -3; it must be a num"),
        ("10", "parts[0].exercises[1] is 7; it must be t"),
        ("10", "parts[0].exercises[2]: tensors/flip is i"),
        ("11", "parts[1].title is missing."),
        ("11", "parts[1].exercises[0]: there is no exerc"),
        ("12", "parts[2] is 'three'; it must be a mappin"),
        ("13", "class: unknown key 'cod'. Did you mean '"),
        ("13", "class.url is missing."),
    ]


def test_own_exercises_and_those_of_mxtutor_are_in_one_workshop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    shutil.copytree(TINY, tmp_path / "own")
    ids = ["tensors/square", "autograd/record-and-backward", "tensors/clip"]
    file = write(tmp_path, {"content": "own", "parts": [{"title": "A", "exercises": ids}], "points": 1})
    assert checked(capsys, file) == (0, [])
    solution = tmp_path / "own" / "exercises" / "tensors" / "square" / "exercise.yaml"
    for title in ("Square", "Square it"):
        solution.write_text(solution.read_text().replace("title: Square\n", f"title: {title}\n"))
        assert main(["list", "--workshop", str(file), "--json"]) == 0
        listed = {one["id"]: one["title"] for one in json.loads(capsys.readouterr().out)}
        assert list(listed) == ids
        assert listed["tensors/square"] == title
    beside = solution.with_name("observe_gone.py")
    for there in (True, False):
        beside.write_text("") if there else beside.unlink()
        assert main(["list", "--workshop", str(file)]) == 0
        assert [path.name for path in paths.cache().rglob(f"mixed/**/{beside.name}")] == [beside.name] * there
    (made,) = (paths.cache() / "mixed").iterdir()
    os.utime(made / "made-of.json", (0, 0))
    other = write(
        tmp_path, {"content": "own", "parts": [{"title": "A", "exercises": ids[:2]}], "points": 1}, "other.yaml"
    )
    assert main(["list", "--workshop", str(other)]) == 0
    assert made not in set((paths.cache() / "mixed").iterdir()), "what was not used for long is removed"
    assert main(["list", "--workshop", str(file)]) == 0
    assert len(list((paths.cache() / "mixed").iterdir())) == 2
    capsys.readouterr()
    wrong = write(
        tmp_path, {"content": "own", "parts": [{"title": "A", "exercises": [*ids, "tensors/nothing"]}]}, "w.yaml"
    )
    assert "there is no exercise 'tensors/nothing'" in checked(capsys, wrong)[1][0]

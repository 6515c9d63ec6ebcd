"""What is missing of a class is said: a shard that was not merged, the content of a workshop, its points elsewhere."""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.cli import main
from tests.grading.tiny import COURSE
from tests.unit.classroom.classes import FakeGrader
from tests.unit.classroom.test_class_commands import RIGHT, Class

LEARNERS = ("ana", "bob", "eve", "kim", "zoe", "李伟", "max", "dan")


@pytest.fixture
def klass(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Class:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    made = Class(tmp_path, capsys)
    for name in LEARNERS:
        made.put(f"{name}/tensors/square.py")
    return made


def part(klass: Class, number: int, of: int, name: str = "", seed: int = 7) -> Path:
    """Grade a part of the class and return its file."""
    file = klass.top / f"{name or 'part'}{number}.jsonl"
    assert klass.grade("--shard", f"{number}/{of}", "--out", file, "--seed", seed) == 0
    return file


def test_a_missing_shard_is_named_and_the_result_is_partial(klass: Class) -> None:
    one, two, three = (part(klass, number, 3) for number in (1, 2, 3))
    outputs = [piece for end in ("html", "json", "jsonl", "csv") for piece in ("--out", klass.top / f"two.{end}")]
    assert klass("grade", "merge", one, three, *outputs) == 1
    assert "the result is partial: 2/3 of the class missing" in klass.err
    assert json.loads((klass.top / "two.partial.json").read_text())["partial"] is True
    assert not (klass.top / "two.html").exists()
    with (klass.top / "two.partial.csv").open() as file:
        assert {row["partial"] for row in csv.DictReader(file)} == {"partial"}
    assert klass("grade", "merge", klass.top / "two.jsonl", two, "--out", klass.top / "all.json") == 0, klass.err
    assert set(klass.verdicts("all.json")) == set(LEARNERS)
    assert json.loads((klass.top / "all.json").read_text())["partial"] is False


def test_the_same_shard_twice_is_refused_or_said(klass: Class) -> None:
    one, again, two = part(klass, 1, 2), part(klass, 1, 2, "again"), part(klass, 2, 2)
    assert klass("grade", "merge", one, again, two, "--out", klass.top / "all.json") == 2
    assert f"{again} and {one} are both part 1/2 of the class." in klass.err
    assert len(klass.err.splitlines()) == 1
    assert klass("grade", "merge", one, again, two, "--mixed", "--out", klass.top / "all.json") == 1
    assert "the result is partial: 2/2 of the class missing" in klass.err


def test_parts_of_two_divisions_are_refused(klass: Class) -> None:
    parts = [part(klass, 1, 2), part(klass, 2, 3)]
    assert klass("grade", "merge", *parts, "--out", klass.top / "all.json") == 2
    assert "a class that was divided into 2 and 3 parts" in klass.err
    assert klass("grade", "merge", *parts, "--mixed", "--out", klass.top / "all.json") == 1
    assert "partial: 2/2, 1/3, 3/3 of the class missing" in klass.err


def test_two_classes_with_shards_are_merged(klass: Class) -> None:
    parts = [part(klass, number, 2) for number in (1, 2)]
    shutil.rmtree(klass.folder)
    for name in LEARNERS:
        klass.put(f"{name} the second/square.py", RIGHT)
    parts += [part(klass, number, 2, "second") for number in (1, 2)]
    assert klass("grade", "merge", *parts, "--out", klass.top / "all.json") == 0, klass.err
    assert len(klass.verdicts("all.json")) == 2 * len(LEARNERS)
    assert klass("grade", "merge", *parts[:3], "--out", klass.top / "all.json") == 1
    assert "partial: 2/2 of the class missing" in klass.err


def workshop(top: Path) -> Path:
    """Return the file of a workshop with its own content."""
    shutil.copytree(COURSE, top / "pack", dirs_exist_ok=True)
    file = top / "pack" / "day.yaml"
    file.write_text(
        "version: 1\ntitle: A day\ncontent: .\nparts:\n- title: One\n  exercises: [tensors/square, tensors/pick]\n"
        "points:\n  tensors/square: 3\n  default: 0.5\n"
    )
    return file


def command(klass: Class, grader: FakeGrader, *arguments: object) -> int:
    """Run a command without `--pack`."""
    klass.capsys.readouterr()
    make = cast(Any, lambda **_: grader)
    code = main(list(map(str, arguments)), make_grader=make)
    klass.out, klass.err = klass.capsys.readouterr()
    return code


def test_the_class_of_a_workshop_with_its_own_content_is_graded_again(klass: Class) -> None:
    file, out = workshop(klass.top), klass.top / "c.html"
    grader = FakeGrader()
    assert command(klass, grader, "grade", klass.folder, "--workshop", file, "--out", out) == 0, klass.err
    with (klass.top / "pack/exercises/tensors/square/exercise.yaml").open("a") as text:
        text.write("\n# fixed\n")
    results = klass.top / "c.jsonl"
    assert command(klass, FakeGrader(), "regrade", results) == 0, klass.err
    assert f"{len(LEARNERS)} answers graded again" in klass.err
    (klass.top / "pack").rename(klass.top / "moved")
    assert command(klass, FakeGrader(), "regrade", results) == 2
    assert "which is not there. Name its content with --workshop" in klass.err
    moved = klass.top / "moved" / "day.yaml"
    for given in (("regrade", results, "--workshop", moved), ("--workshop", moved, "regrade", results)):
        assert command(klass, FakeGrader(), *given) == 0, klass.err


def test_an_autograder_has_the_points_of_its_workshop(klass: Class) -> None:
    file, made = workshop(klass.top), klass.top / "made"
    with file.open("a") as text:
        text.write("due: 2099-11-30T12:00:00+01:00\nlate: {percent: 10, per: hour}\n")
    assert command(klass, FakeGrader(), "grade", "--workshop", file, "gradescope", made) == 0, klass.err
    shutil.rmtree(made)
    assert command(klass, FakeGrader(), "--workshop", file, "grade", "gradescope", made) == 0, klass.err
    settings = json.loads((made / "mxtutor-autograder.json").read_text())
    assert settings["scoring"]["points"] == {"tensors/square": 3.0, "tensors/pick": 0.5}
    assert settings["scoring"]["due"] == "2099-11-30T11:00:00Z"
    base = klass.top / "base"
    base.mkdir()
    made.rename(base / "source")
    (base / "submission").mkdir()
    (base / "submission" / "square (1).py").write_text(RIGHT)
    (base / "submission" / "pick.txt").write_text("c, right")
    content = base / "source" / "content"
    assert command(klass, FakeGrader(), "--pack", content, "grade", "gradescope-run", base) == 0, klass.err
    results = json.loads((base / "results" / "results.json").read_text())
    assert [(test["score"], test["max_score"]) for test in results["tests"]] == [(3.0, 3.0), (0.5, 0.5)]
    (base / "submission_metadata.json").write_text(
        '{"created_at": "2099-11-30T03:30:00.000001-08:00"}'
    )  # half an hour late
    assert command(klass, FakeGrader(), "--pack", content, "grade", "gradescope-run", base) == 0, klass.err
    results = json.loads((base / "results" / "results.json").read_text())
    assert [test["score"] for test in results["tests"]] == [2.7, 0.45]
    assert "2.7 of 3 points; 0.3 lost because it was late" in results["tests"][0]["output"]


def test_a_bundle_keeps_its_workshop_with_any_argument(tmp_path: Path) -> None:
    """The environment of the bundle is complete, and its mxtutor prints its arguments."""
    from mxtutor.classroom import bundle_start

    for name in ("workshop/content/lessons", "wheels"):
        (tmp_path / "stick" / name).mkdir(parents=True)
    (tmp_path / "stick" / "workshop" / "workshop.yaml").write_text("title: A day\n")
    (tmp_path / "stick" / "requirements.txt").write_text("")
    shutil.copy(bundle_start.__file__, tmp_path / "stick" / "start.py")
    machine = {"system": os.uname().sysname, "machine": os.uname().machine, "glibc": [1, 0], "mxtutor": "1"}
    about = {"python": "{}.{}".format(*sys.version_info[:2]), **machine}
    (tmp_path / "stick" / "bundle.json").write_text(json.dumps(about))

    def started(*arguments: str) -> list[str]:
        environ = {**os.environ, "MXTUTOR_BUNDLE_HOME": str(tmp_path / "home")}
        script = [sys.executable, str(tmp_path / "stick" / "start.py"), *arguments]
        done = subprocess.run(script, capture_output=True, text=True, env=environ, timeout=60)
        return [word.replace(str(place), "HERE") for word in done.stdout.split()] if done.returncode == 0 else []

    place = tmp_path / "home"
    digest = subprocess.run(
        [sys.executable, "-c", "import start; print(start.digest()[:16])"],
        cwd=tmp_path / "stick", capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    place /= digest
    shutil.copytree(tmp_path / "stick" / "workshop", place / "workshop")
    (place / "venv" / "bin").mkdir(parents=True)
    (place / "venv" / "bin" / "mxtutor").write_text('#!/bin/sh\necho "$@"\n')
    (place / "venv" / "bin" / "mxtutor").chmod(0o755)
    (place / "complete").touch()
    chosen = ["--workshop", "HERE/workshop/workshop.yaml"]
    for arguments in ([], ["--plain"], ["list"], ["check", "shop/rms", "a.py"], ["shop/rms"], ["export", "a.zip"]):
        assert started(*arguments) == [*chosen, *arguments]
    for arguments in (["--workshop", "own.yaml", "list"], ["--pack=x", "list"]):
        assert started(*arguments) == arguments


def greeting(*options: str, folder: Path | None = None) -> list[str]:
    """Return the lines that a class server prints when it starts in a folder."""
    command = [sys.executable, "-m", "mxtutor", "serve", "--no-browser", "--port", "0", *options]
    said: list[str] = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder) as server:
        guard = threading.Timer(60, server.kill)
        guard.start()
        assert server.stderr
        while not said or "Watch the class with" not in said[-1]:
            said.append(next(server.stderr))
        server.terminate()
        guard.cancel()
    return said


@pytest.mark.parametrize("content", [["--workshop", "DAY"], ["--path", "first-hour"]])
def test_the_command_to_watch_the_class_has_what_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: list[str]
) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    roster = tmp_path / "my roster.csv"
    roster.write_text("name\nAna\n")
    day = tmp_path / "day.yaml"
    day.write_text("version: 1\ntitle: A day\nparts: [{title: One, exercises: [tensors/clip]}]\n")
    content = [word.replace("DAY", str(day)) for word in content]
    rest = ["--title", "My class", *content]
    *_, line = greeting("--store", "c3.db", "--roster", roster.name, *rest, folder=tmp_path)
    words = shlex.split(line.partition(": ")[2].partition(": ")[2])
    assert words == ["mxtutor", "class", "--store", str(tmp_path / "c3.db"), "--roster", str(roster), *rest]
    other = tmp_path / "another folder"
    other.mkdir()
    shown = [sys.executable, "-m", *words, "--json", "--names"]
    done = subprocess.run(shown, capture_output=True, text=True, timeout=60, cwd=other)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("given", [(), ("--url", "http://10.0.0.5:8000")])
def test_a_workshop_that_names_another_server_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...]
) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    day = tmp_path / "day.yaml"
    day.write_text(
        "version: 1\ntitle: A day\nclass: {url: 'http://10.0.0.5:8000', code: birch-42-larch-17}\n"
        "parts: [{title: One, exercises: [tensors/clip]}]\n"
    )
    said = greeting("--workshop", str(day), "--store", str(tmp_path / "class.db"), *given)
    assert any("sends learners to http://10.0.0.5:8000." in line for line in said) == (not given)


def test_the_roster_of_a_spreadsheet_stays_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_bytes("\ufeffname;group\r\nZoë;A\r\nAna;B\r\n".encode())
    assert main(["links", str(roster)]) == 0
    first, *lines = roster.read_bytes().decode().split("\r\n")
    assert first == "\ufeffname;group;link_token;token"
    assert [line.split(";")[:2] for line in lines] == [["Zoë", "A"], ["Ana", "B"], [""]]
    assert len(capsys.readouterr().out.splitlines()) == 3

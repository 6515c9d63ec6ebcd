"""Odd files are listed with a reason and never stop a scan."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
from pathlib import Path

import pytest

from mxtutor.scan.project import scan_project

GOOD = "import torch\nx = torch.zeros(2)\n"
ODD: dict[str, bytes] = {
    "broken.py": b"def f(:\n",
    "old.py": b"import torch\nprint torch.zeros(2)\n",
    "null.py": b"import torch\n\0\0",
    "cut.py": b"x = '\xe2\x82",
    "deep.py": b"x = " + b"(" * 5_000 + b"1" + b")" * 5_000,
    "minus.py": b"x = " + b"-" * 60_000 + b"1\n",
    "dots.py": b"import torch\nx = torch" + b".a" * 60_000 + b"\n",
    "calls.py": b"import torch\nx = torch" + b".a()" * 30_000 + b"\n",
    "blocks.py": b"".join(b" " * i + b"if x:\n" for i in range(99)) + b" " * 99 + b"pass\n",
    "elif.py": b"if x == 0: pass\n" + b"".join(b"elif x == %d: pass\n" % i for i in range(4_000)),
    "lambdas.py": b"f = " + b"lambda x: " * 3_000 + b"x\n",
    "again.py": b"class A:\n  def __iter__(self):\n    return self\nfor x in max(A()):\n  x.to(1)\n",
    "empty.ipynb": b"",
    "list.ipynb": b"[1, 2]",
    "odd.ipynb": b'{"cells": [{"cell_type": "code", "source": 5}, 3]}',
    "deep.ipynb": b'{"cells": ' + b"[" * 100_000,
    "open.md": b"```python\nimport torch\ndef f(:\n",
    "binary.md": bytes(range(256)) * 50,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a project with one good file."""
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def names(folder: Path, jobs: int = 1) -> list[str]:
    """Return the names of the sites of the good file."""
    return [site.name for site in scan_project(folder, jobs=jobs).sites if site.file == "good.py"]


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_stops_nothing(folder: Path, name: str) -> None:
    (folder / name).write_bytes(ODD[name])
    assert names(folder) == ["torch.zeros"]


@pytest.mark.parametrize(
    "name", ["broken.py", "old.py", "null.py", "cut.py", "empty.ipynb", "list.ipynb", "deep.ipynb"]
)
def test_what_cannot_be_read_is_listed(folder: Path, name: str) -> None:
    (folder / name).write_bytes(ODD[name])
    assert [one.file for one in scan_project(folder, jobs=1).skipped] == [name]


def test_all_odd_files_together_in_several_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxtutor.scan.project.SMALL", 0)
    for name, data in ODD.items():
        (folder / name).write_bytes(data)
    assert names(folder, jobs=2) == ["torch.zeros"]


def test_other_encodings_are_read(folder: Path) -> None:
    (folder / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\n# \xe4\nimport torch\ntorch.ones(1)\n")
    (folder / "wrong.py").write_bytes(b"# \xe4\nimport torch\ntorch.ones(1)\n")
    (folder / "marked.py").write_bytes(b"\xef\xbb\xbfimport torch\r\ntorch.ones(1)\r\n")
    assert sum(site.name == "torch.ones" for site in scan_project(folder, jobs=1).sites) == 3


def test_links_pipes_and_closed_files_are_listed(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "again").symlink_to(folder)
    (folder / "gone.py").symlink_to(folder / "nowhere.py")
    (folder / "null.py").symlink_to("/dev/null")
    (folder / "zero.py").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.py")
    (folder / "huge.py").write_bytes(b"#" * (5 << 20))
    (folder / "loop.py").symlink_to("loop.py")
    skipped = {one.file: one.reason for one in scan_project(folder, jobs=1).skipped}
    assert names(folder) == ["torch.zeros"]
    assert set(skipped) == {"inner/again", "gone.py", "null.py", "zero.py", "pipe.py", "huge.py", "loop.py"}
    assert skipped["inner/again"] == "a link to a folder"
    assert skipped["pipe.py"] == "not a regular file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_files_without_permission_are_listed(folder: Path) -> None:
    (folder / "closed.py").write_text(GOOD, encoding="utf-8")
    (folder / "closed.py").chmod(0)
    assert [one.file for one in scan_project(folder, jobs=1).skipped] == ["closed.py"]


def test_gitignore_decides_as_in_git(folder: Path) -> None:
    (folder / ".gitignore").write_text("*.tmp.py\nout/\n!kept.tmp.py\n[\n", encoding="utf-8")
    for name in ("a.tmp.py", "kept.tmp.py", "out/b.py", "sub/c.py", "sub/d.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(GOOD, encoding="utf-8")
    (folder / "sub" / ".gitignore").write_text("/d.py\n", encoding="utf-8")
    assert {site.file for site in scan_project(folder, jobs=1).sites} == {"good.py", "kept.tmp.py", "sub/c.py"}


@pytest.mark.parametrize("star", ["*", "**"])
def test_a_pattern_with_many_stars_is_left_out(folder: Path, star: str) -> None:
    (folder / ".gitignore").write_text(f"{f'a{star}' * 40}b\n*.tmp.py\n", encoding="utf-8")
    for name in (f"{'a' * 200}.py", "a.tmp.py"):
        (folder / name).write_text(GOOD, encoding="utf-8")
    assert {site.file for site in scan_project(folder, jobs=1).sites} == {"good.py", f"{'a' * 200}.py"}


def test_changed_bytes_never_stop_a_scan(folder: Path) -> None:
    seeds = [path for path in (Path(__file__).parent / "projects").rglob("*.py") if path.name != "driver.py"]
    chance = random.Random(7)
    for number in range(120):
        data = bytearray(chance.choice(seeds).read_bytes())
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(data))
            match chance.randint(0, 3):
                case 0:
                    data[place] = chance.randrange(256)
                case 1:
                    del data[place : place + chance.randint(1, 60)]
                case 2:
                    data[place:place] = data[chance.randrange(len(data)) :][:80]
                case _:
                    data[place:place] = chance.choice(
                        [b"*", b"(", b"lambda: ", b"\n", b"yield ", b"self.", b"\t", b"@"]
                    )
        (folder / f"file{number}.py").write_bytes(data)
    scanned = scan_project(folder, jobs=1)
    assert scanned.files + len({one.file for one in scanned.skipped}) == 121
    json.dumps([one.reason for one in scanned.skipped])


def test_an_interruption_ends_all_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxtutor.scan.project.SMALL", 0)
    for number in range(40):
        (folder / f"long{number}.py").write_text("import torch\n" + "x = torch.zeros(2).view(1, 2)\n" * 2_000, "utf-8")

    def interrupt(done: int, _: int) -> None:
        if done > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan_project(folder, jobs=2, progress=interrupt)
    for process in multiprocessing.active_children():
        process.join(5)
    assert multiprocessing.active_children() == []


def test_a_reason_names_a_line_only_if_there_is_one(folder: Path) -> None:
    (folder / "null.py").write_bytes(ODD["null.py"])
    (folder / "broken.py").write_bytes(ODD["broken.py"])
    reasons = {one.file: one.reason for one in scan_project(folder, jobs=1).skipped}
    assert reasons["broken.py"].startswith("line 1: ")
    assert "line" not in reasons["null.py"]


def test_a_circle_of_many_imports_is_read_once(tmp_path: Path) -> None:
    package, modules = tmp_path / "net", 130
    package.mkdir()
    stars = "".join(f"from .m{number} import *\n" for number in range(modules))
    (package / "__init__.py").write_text(stars)
    for number in range(modules):
        names = ", ".join(f"f{other}" for other in range(modules) if other % 10 == (number + 1) % 10)
        code = f"import torch\nfrom net import {names}\n\n\ndef f{number}(x):\n    return torch.relu(x)\n"
        (package / f"m{number}.py").write_text(code)
    found = scan_project(tmp_path, jobs=1)
    assert len(found.sites) == modules
    assert {site.name for site in found.sites} == {"torch.relu"}

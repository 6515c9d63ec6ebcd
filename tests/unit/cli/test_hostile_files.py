"""Files that describe far more than they hold end in one clear line, whatever command reads them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

SECONDS = 60
"""Longest run of a command on a busy machine; without limits these files take minutes, or end the process."""
KEYS = "".join(f"key{number}: 1\n" for number in range(60_000))


def merge_bomb() -> str:
    """Return 0.5 KB of merge keys that stand for 9 to the power of 9 mappings."""
    names = "abcdefghij"
    text = f"a: &a {{{', '.join(f'k{number}: 1' for number in range(10))}}}\n"
    for before, name in itertools.pairwise(names):
        text += f"{name}: &{name}\n  <<: [{', '.join([f'*{before}'] * 9)}]\n"
    return text


HOSTILE = {
    "merge keys": merge_bomb(),
    "lists of aliases": "a: &x0 [1]\n" + "".join(f"b{n}: &x{n} [{f'*x{n - 1}, ' * 9}]\n" for n in range(1, 10)),
    "an alias of itself": "version: 1\na: &a [*a]\n",
    "a repeated key": f"version: 1\n{KEYS}key5: 2\n",
    "brackets": "a: " + "[" * 100_000,
    "braces": "a: " + "{" * 100_000,
    "pairs of brackets": "a: " + "[" * 50_000 + "]" * 50_000,
    "dashes": "a:\n " + "- " * 100_000 + "x\n",
    "question marks": "? " * 100_000 + "x\n",
    "steps": "".join(f"{' ' * number}k:\n" for number in range(1500)),
    "five megabytes": "a: " + "x" * 5_000_000,
}  # fmt: skip


def fault(folder: Path, *arguments: str) -> str:
    """Run a command that reads a hostile file; return its only line."""
    done = subprocess.run(
        [sys.executable, "-m", "mxtutor", *arguments], capture_output=True, text=True, timeout=SECONDS,
        env=os.environ | {"MXTUTOR_HOME": str(folder / "home")}, cwd=folder, check=False,
    )  # fmt: skip
    assert done.returncode == 2, (done.returncode, done.stderr[-500:])
    (line,) = done.stderr.splitlines()
    assert len(line) < 600
    return line


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_workshop_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    (tmp_path / "w.yaml").write_text(HOSTILE[kind])
    assert "w.yaml" in fault(tmp_path, "--workshop", "w.yaml", "list")


@pytest.mark.parametrize("kind", ["merge keys", "a repeated key", "brackets"])
def test_so_is_every_other_file_of_content(tmp_path: Path, kind: str) -> None:
    text = HOSTILE[kind]
    (tmp_path / "file.yaml").write_text(text)
    assert "file.yaml" in fault(tmp_path, "--path", "file.yaml", "list")
    assert "file.yaml" in fault(tmp_path, "links", "file.yaml")
    pack = tmp_path / "pack"
    (pack / "lessons").mkdir(parents=True)
    (pack / "lessons" / "course.yaml").write_text(text)
    assert "course.yaml" in fault(tmp_path, "--pack", "pack", "list")


@pytest.mark.parametrize("kind", ["merge keys", "brackets"])
def test_so_are_chosen_keys(tmp_path: Path, kind: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "keys.yaml").write_text(HOSTILE[kind])
    assert "keys.yaml" in fault(tmp_path, "keys")


JSON = {
    "brackets": "[" * 100_000,
    "mappings": '{"a":' * 100_000,
    "a repeated key": "{" + ", ".join(f'"k{number}": 1' for number in range(60_000)) + ', "k5": 1}',
}


@pytest.mark.parametrize("kind", JSON)
def test_json_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    (tmp_path / "w.json").write_text(JSON[kind])
    assert "w.json" in fault(tmp_path, "--workshop", "w.json", "list")

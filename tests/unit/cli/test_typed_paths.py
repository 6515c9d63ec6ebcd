"""Paths that people type: `~`, and names that nobody has."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import mxtutor
from mxtutor import paths
from mxtutor.cli import main
from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded, resolved

PACKAGE = Path(mxtutor.__file__).parent
ALLOWED = {"typed_paths.py", "classroom/bundle_start.py"}
"""The helper itself, and the set-up script of bundles, which runs where mxtutor is not installed."""
NOBODY = "~no-such-user-here"


def _calls_expanduser(file: Path) -> bool:
    tree = ast.parse(file.read_text("utf-8"))
    return any(isinstance(node, ast.Attribute) and node.attr == "expanduser" for node in ast.walk(tree))


def test_only_the_helper_expands_the_name_of_a_home_folder() -> None:
    found = {str(file.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.py") if _calls_expanduser(file)}
    assert found == ALLOWED


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert expanded(Path("~/answers")) == tmp_path / "answers"
    assert resolved(Path("~/a/../answers")) == (tmp_path / "answers").resolve()


@pytest.mark.parametrize("expand", [expanded, resolved])
def test_a_home_folder_that_nobody_has_is_bad_usage(expand: object) -> None:
    with pytest.raises(UsageError, match="no home folder"):
        expand(Path(f"{NOBODY}/x"))  # type: ignore[operator]


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="this Python resolves as much as it can")
def test_links_in_a_loop_are_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    with pytest.raises(UsageError, match="loop"):
        resolved(tmp_path / "one" / "x")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--pack", f"{NOBODY}/pack", "list"],
        ["--workshop", f"{NOBODY}/w.yaml", "list"],
        ["--path", f"{NOBODY}/p.yaml", "list"],
        ["watch", NOBODY],
        ["links", f"{NOBODY}/roster.csv"],
        ["class", "--json", "--store", f"{NOBODY}/class.db"],
        ["try", f"{NOBODY}/losses.py:loss"],
        ["dev", "check", f"{NOBODY}/workshop.yaml"],
        ["workshop", "bundle", f"{NOBODY}/bundle"],
        ["import", f"{NOBODY}/x.json"],
    ],
    ids=" ".join,
)
def test_each_command_says_that_the_home_folder_is_unknown(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    assert main(arguments) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1, said
    assert "There is no home folder for ~no-such-user-here" in said[0]


def test_a_home_that_nobody_has_is_bad_usage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, f"{NOBODY}/home")
    assert main(["progress"]) == 2
    assert "There is no home folder for ~no-such-user-here/home" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--pack", "", "list"],
        ["--workshop", "", "list"],
        ["grade", ""],
        ["scan", ""],
        ["watch", ""],
        ["check", "tensors/zeros", ""],
        ["export", ""],
        ["import", ""],
    ],
)
def test_an_empty_path_is_bad_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "the path is empty" in capsys.readouterr().err


def test_every_command_has_the_same_type_of_paths() -> None:
    assert not [
        file.name for file in (PACKAGE / "cli").glob("*.py") if "click.Path(path_type" in file.read_text("utf-8")
    ]

"""On a disk that is full or read-only, what is kept there can still be read and taken elsewhere."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.paths import HOME_VARIABLE
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
from tests.disks import fill, small_disk

WORK = """
import os, signal, sys
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store
store = open_store(__import__("pathlib").Path(sys.argv[1]))
store.add_attempt("tensors/zeros", "wrong", Report("tensors/zeros", Verdict.WRONG, "no"))
store.save_draft("tensors/zeros", Draft("mine"))
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A tutor that is killed: what it wrote is in the log of the database alone."""


def _worked(home: Path, killed: bool) -> None:
    if killed:
        done = subprocess.run([sys.executable, "-c", WORK, str(home)], check=False)
        assert done.returncode == -signal.SIGKILL
        return
    store = open_store(home)
    store.add_attempt("tensors/zeros", "wrong", Report("tensors/zeros", Verdict.WRONG, "no"))
    store.save_draft("tensors/zeros", Draft("mine"))
    store.close()


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("kind", ["full", "read-only"])
def test_work_on_a_disk_that_cannot_be_written_is_read_and_exported(
    kind: str, killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        monkeypatch.setenv(HOME_VARIABLE, str(disk))
        _worked(disk, killed)
        if kind == "full":
            fill(disk)
        else:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert main(["progress", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["exercises"]["tensors/zeros"]["attempts"] == 1
        assert main(["list", "tensors"]) == 0
        for ending in ("json", "zip", "md", "ipynb"):
            assert main(["export", str(tmp_path / f"work.{ending}")]) == 0
        assert main(["export", str(disk / "work.json")]) == 2
        assert str(disk / "work.json") in capsys.readouterr().err
        exported = json.loads((tmp_path / "work.json").read_text())
    assert [item["answer"] for item in exported["exercises"]] == ["mine"]
    assert [event["what"]["type"] for event in exported["events"] if event.get("code")] == ["checked"]


@pytest.mark.parametrize(("kind", "words"), [("full", "is full. Free some space."), ("read-only", "is read-only. Set")])
def test_a_command_that_must_write_says_why_it_cannot(
    kind: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        monkeypatch.setenv(HOME_VARIABLE, str(disk))
        _worked(disk, killed=False)
        if kind == "full":
            fill(disk)
        else:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert main(["reset", "tensors/zeros", "--yes"]) == 3
        (line,) = capsys.readouterr().err.splitlines()
    assert words in line

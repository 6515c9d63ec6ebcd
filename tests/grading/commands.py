"""Commands run in this process, on the tiny course or a changed copy of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.cli import main
from mxtutor.cli.setup import MakeGrader
from mxtutor.grading.grader import LocalGrader
from tests.grading.tiny import COURSE


class Kept:
    """Replaces the grader of a command by the session's grader, and keeps its workers running."""

    def __init__(self, grader: LocalGrader) -> None:
        self._grader = grader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._grader, name)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: others use it."""

    def start(self) -> None:
        """Do nothing: it runs."""

    def close(self) -> None:
        """Do nothing: others use it."""


@dataclass(frozen=True)
class Done:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON value and nothing else."""
        return json.loads(self.out)

    @property
    def line(self) -> str:
        """The one line on standard error, without the program's name."""
        (line,) = self.err.splitlines()
        assert line.startswith("mxtutor: ")
        return line.removeprefix("mxtutor: ")


class Command:
    """Runs commands on the tiny course, or another pack."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd
        self.make_grader: MakeGrader | None = None
        """Makes the grader; without it, each command starts and closes its own grader."""

    def __call__(self, *arguments: object, pack: Path = COURSE) -> Done:
        """Run a command in this process."""
        self._capfd.readouterr()
        local = cast("Callable[[], LocalGrader] | None", self.make_grader)
        code = main(["--pack", str(pack), *map(str, arguments)], make_grader=self.make_grader, make_local_grader=local)
        return Done(code, *self._capfd.readouterr())


def changed(tmp_path: Path, name: str, old: str = "", new: str = "") -> Path:
    """Return a copy of the tiny course in which a file of an exercise or a lesson has another text."""
    pack = tmp_path / "pack"
    if not pack.exists():
        shutil.copytree(COURSE, pack, ignore=shutil.ignore_patterns("__pycache__"))
    path = pack / ("lessons/tensors" if name.endswith(".md") else "exercises/tensors") / name
    text = path.read_text() if path.exists() else ""
    assert old in text
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace(old, new) if old else new)
    return pack

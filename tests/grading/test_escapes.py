"""An answer, a file and a pack that are full of escape sequences: none of them reaches the terminal of a command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.grading.tiny import COURSE
from tests.unit.reporting.test_terminal_text import OBEYED

pytestmark = pytest.mark.grading
ANSWERS = {
    "a class": 'def square(x):\n    return type("\\x1b]0;X\\x07\\x1b[2J", (), {})()\n',
    "output": 'def square(x):\n    print("\\x1b[2J\\x9b2J\\u202eab\\x07\\r[right]")\n    return x\n',
    "an exception": 'def square(x):\n    raise type("\\x1b]0;E\\x07", (Exception,), {})("\\x1b[2J \\x9b2J \\u202e")\n',
    "a text": 'def square(x):\n    return "\\x1b]0;X\\x07\\x1b[2J\\u202e"\n',
    "a syntax error": 'def square(x):\n    "\x1b[2J\x9b2J" = \u202e\n',
}
FILE = "an\x1b[2J\x9b2J\u202eswer.py"
Mxtutor = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def mxtutor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mxtutor]:
    """Return what runs a command on the tiny course, whose cases have hostile names."""
    folder = tmp_path_factory.mktemp("escapes")
    pack = folder / "pack"
    shutil.copytree(COURSE, pack)
    described = pack / "exercises" / "tensors" / "square" / "exercise.yaml"
    text = described.read_text("utf-8")
    assert "- {x: " in text
    described.write_text(text.replace("- {x: ", '- {name: "\\e]0;X\\a\\e[2J case", x: '), "utf-8")
    (folder / "run").mkdir(mode=0o700)
    environ = os.environ | {"MXTUTOR_HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder / "run")}

    def run(*words: str | Path, pack_option: bool = True) -> subprocess.CompletedProcess[bytes]:
        options = ["--pack", str(pack)] if pack_option else []
        command = [sys.executable, "-m", "mxtutor", *options, *map(str, words)]
        return subprocess.run(command, capture_output=True, env=environ, cwd=folder, timeout=600, check=False)

    yield run
    run("grader", "stop", pack_option=False)


def texts(data: Any) -> str:
    """Return all texts of plain data."""
    if isinstance(data, dict):
        return "".join(map(texts, (*data, *data.values())))
    return "".join(map(texts, data)) if isinstance(data, list) else str(data)


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_report_rewrites_no_terminal(mxtutor: Mxtutor, tmp_path: Path, kind: str) -> None:
    answer = tmp_path / FILE
    answer.write_text(ANSWERS[kind], "utf-8")
    done = mxtutor("check", "tensors/square", answer, "--explain")
    said = (done.stdout + done.stderr).decode()
    assert done.returncode == 1, said
    assert "tensors/square" in said
    assert not OBEYED & set(said)
    done = mxtutor("check", "tensors/square", answer, "--json")
    assert not OBEYED & set(done.stdout.decode())
    assert "\x1b" in texts(json.loads(done.stdout))  # the data says what there was


def test_a_class_rewrites_no_terminal(mxtutor: Mxtutor, tmp_path: Path) -> None:
    folder = tmp_path / "class\x1b[2J"
    for kind, source in ANSWERS.items():
        learner = folder / f"{kind}\x1b]0;X\x07"
        learner.mkdir(parents=True)
        (learner / "square.py").write_text(source, "utf-8")
        (learner / f"odd\x1b[2J {kind}.py").write_text("x = 1\n")
    for option in ([], ["--json"]):
        done = mxtutor("grade", folder, *option)
        said = (done.stdout + done.stderr).decode()
        assert "an exception" in said
        assert not OBEYED & set(said)

"""Plain mode on a disk that is full: it never says that a text is kept before it is."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.grading.protocol import Verdict
from mxtutor.paths import HOME_VARIABLE
from mxtutor.progress.store import open_store
from tests.disks import fill, small_disk

ARCCOS = "tensors/arccos"
ROOT = Path(__file__).resolve().parents[2]
PLAIN = """
import sys
from tests.ui.fakes import COURSE, FakeGrader
from mxtutor.cli import main
class Grader(FakeGrader):
    def __enter__(self): return self
    def __exit__(self, *_): pass
{}
sys.exit(main(["--plain", "--pack", str(COURSE), *sys.argv[1:]], make_grader=lambda **_: Grader()))
"""
CODE = "code\ndef arccos(x):\n    return nd.arccos(x)\n.\n"


class Plain:
    """Plain mode in a pipe, line by line."""

    def __init__(self, home: Path, tmp: Path, fault: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAIN.format(fault), ARCCOS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, HOME_VARIABLE: str(home), "TMPDIR": str(tmp), "PYTHONPATH": str(ROOT)},
            cwd=tmp,
        )

    def until(self, text: str) -> str:
        """Read until a text comes; return what was said since the last call."""
        assert self._process.stdout is not None
        part = ""
        while text not in part:
            ready, _, _ = select.select([self._process.stdout], [], [], 60)
            data = os.read(self._process.stdout.fileno(), 1 << 16).decode() if ready else ""
            assert data, f"{text!r} never came: {part}"
            part += data
        return part

    def send(self, text: str) -> None:
        """Type."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def end(self) -> tuple[int, str, str]:
        """Close the input; return the exit code, and what is said on both streams."""
        out, err = self._process.communicate(timeout=60)
        return self._process.returncode, out, err


def test_what_is_not_saved_is_said_and_saved_as_soon_as_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        plain = Plain(disk, tmp_path)
        plain.until("back or help: ")
        filler = fill(disk)
        plain.send(f"{CODE}check\n")
        plain.until("NOT SAVED: disk full, retrying (your draft, the verdict)")
        filler.unlink()
        plain.send("where\n")
        plain.until("All is saved now.")
        plain.send("quit\n")
        code, out, _ = plain.end()
        store = open_store(disk)
        assert [attempt.verdict for attempt in store.attempts(ARCCOS)] == [Verdict.WRONG]
        store.close()
    assert code == 0
    assert "Everything is kept. Goodbye." in out


@pytest.mark.parametrize("how", ["quit", "write", "show", "end", "retry"])
def test_the_end_asks_about_unsaved_text(how: str, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        plain = Plain(disk, tmp_path)
        plain.until("back or help: ")
        filler = fill(disk)
        plain.send(CODE)
        plain.until("NOT SAVED: disk full")
        if how != "end":
            plain.send("quit\n")
            plain.until("Your text is not saved: disk full.")
        if how == "write":
            plain.send(f"write {tmp_path / 'other'}\n")
        elif how == "show":
            plain.send("show\nquit\n")
        elif how == "quit":
            plain.send("quit\n")
        elif how == "retry":
            plain.send("retry\n")
            plain.until("Still not saved: disk full.")
            filler.unlink()
            plain.send("retry\n")
        code, out, _ = plain.end()
    assert "Everything is kept" not in out
    assert code == (3 if how == "end" else 0)
    if how == "write":
        assert "arccos" in (tmp_path / "other" / "tensors-arccos.py").read_text()
    elif how == "show":
        assert "return nd.arccos(x)" in out
        assert "Your text was not saved." in out
    elif how == "quit":
        assert "Your text was not saved." in out
    elif how == "retry":
        assert "All is saved now." in out
    else:
        whole = "".join(out.split())  # a long path is cut at the width of the terminal
        assert "nd.arccos" in Path(whole.partition("yourtextisin")[2].partition(".py")[0] + ".py").read_text()


def test_a_fault_ends_with_one_line_and_3_and_the_text_is_kept(home: Path, tmp_path: Path) -> None:
    fault = "FakeGrader.grade = lambda *_: 1 / 0"
    plain = Plain(home, tmp_path, fault)
    plain.until("back or help: ")
    plain.send(f"{CODE}check\n")
    code, _, err = plain.end()
    assert code == 3
    (line,) = err.splitlines()
    assert "it failed: ZeroDivisionError: division by zero." in line
    assert f"Your text is kept in {home}. Details: {home}/failure.txt" in line
    assert "return nd.arccos(x)" in (home / "answers" / f"{ARCCOS}.py").read_text()

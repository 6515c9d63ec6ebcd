"""The tutor on a terminal: undo after a paste, faults, full disks. No text is lost, and none is called saved early."""

from __future__ import annotations

import base64
import time
from pathlib import Path

import pytest

from mxtutor.grading.protocol import Verdict
from mxtutor.paths import HOME_VARIABLE as HOME
from mxtutor.progress.store import open_store
from tests.disks import fill, small_disk
from tests.terminals import CTRL_Q, CTRL_Y, CTRL_Z, ESCAPE, F5, F8, on_terminal, pasted

ROOT = Path(__file__).resolve().parents[2]
TUTOR = """
import sys
from tests.ui.fakes import COURSE, FakeGrader
from mxtutor.cli import tutor
from mxtutor.content import roots
tutor.make_grader = lambda *_: FakeGrader()
sys.exit(__import__("mxtutor.cli").cli.main(["--pack", str(COURSE), *sys.argv[1:]]))
"""
"""The tutor with the course and the grader of these tests."""
ARCCOS = "tensors/arccos"
ENV = {"PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 8), ((80, 24), 60), ((120, 40), 57), ((120, 40), 24)])
def test_a_paste_that_is_undone_and_redone_ends_no_tutor(size: tuple[int, int], rows: int, home: Path) -> None:
    text = "".join(f"x{n} = {n}\n" for n in range(rows))
    with on_terminal(TUTOR, ARCCOS, size=size, env=ENV) as terminal:
        terminal.wait_for("def arccos")
        terminal.send(pasted(text))
        terminal.wait_for(f"x{rows - 1}")
        terminal.send(CTRL_Z + CTRL_Y + F8 + CTRL_Z + CTRL_Z + CTRL_Y + F8 + CTRL_Y + CTRL_Z + CTRL_Z + b"end_of_it")
        terminal.wait_for("end_of_it")
        terminal.send(CTRL_Q)
        assert terminal.end() == 0
    assert terminal.printed == ""
    assert "end_of_it" in (home / "answers" / f"{ARCCOS}.py").read_text()


FAULTS = {
    "handler": "raise ValueError('a fault in a handler')",
    "timer": "self.set_timer(0.01, lambda: 1 / 0)",
    "worker": "self.run_worker(__import__('asyncio').to_thread(lambda: 1 / 0))",
}
"""What goes wrong after a paste."""
FAULTY = """
from mxtutor.ui.widgets.answer_editor import AnswerEditor
def on_paste(self): {}
AnswerEditor.on_paste = on_paste
"""


@pytest.mark.parametrize("where", FAULTS)
def test_a_fault_ends_with_one_line_and_3_and_the_text_is_kept(where: str, home: Path) -> None:
    with on_terminal(FAULTY.format(FAULTS[where]) + TUTOR, ARCCOS, size=(100, 30), env=ENV) as terminal:
        terminal.wait_for("Your answer: MXNet")
        terminal.send(b"my_text")
        terminal.wait_for("my_text")
        terminal.send(pasted("x"))
        assert terminal.end() == 3
    (line,) = terminal.printed.splitlines()
    assert line.startswith("mxtutor: it failed: ")
    assert ("ValueError: a fault" if where == "handler" else "ZeroDivisionError: division by zero") in line
    assert f"Your text is kept in {home}. Details: {home}/failure.txt" in line
    assert "Traceback" in (home / "failure.txt").read_text()
    assert "my_text" in (home / "answers" / f"{ARCCOS}.py").read_text()


def test_a_full_disk_is_said_until_it_has_room_and_no_key_is_lost(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, on_terminal(TUTOR, ARCCOS, env=ENV | {HOME: str(disk)}) as terminal:
        terminal.wait_for("Your answer: MXNet")
        filler = fill(disk)
        terminal.send(b"abc")
        terminal.wait_for("NOT SAVED: disk full, retrying (your draft)")
        terminal.send(b"defghijklmnop")
        terminal.wait_for("abcdefghijklmnop")
        terminal.send(F5)
        terminal.wait_for("the verdict)")
        filler.unlink()
        terminal.wait_for(f"mxtutor / {ARCCOS}")
        terminal.send(CTRL_Q)
        assert terminal.end() == 0
        assert terminal.printed == ""
        store = open_store(disk)
        assert [attempt.verdict for attempt in store.attempts(ARCCOS)] == [Verdict.WRONG]
        draft = store.draft(ARCCOS)
        store.close()
    assert draft is not None
    assert "abcdefghijklmnop" in draft.code


@pytest.mark.parametrize("choice", ["retry", "copy", "write", "leave", "stay"])
def test_quitting_with_unsaved_text_asks_what_to_do_with_it(choice: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    with (
        small_disk(tmp_path / "disk") as disk,
        on_terminal(TUTOR, ARCCOS, size=(100, 30), env=ENV | {HOME: str(disk)}) as terminal,
    ):
        terminal.wait_for("Your answer: MXNet")
        filler = fill(disk)
        terminal.send(b"mine")
        terminal.wait_for("NOT SAVED: disk full")
        terminal.send(CTRL_Q)
        terminal.wait_for("Your text is not saved")
        if choice == "retry":
            terminal.send(b"r")
            terminal.wait_for("Still not saved: disk full.")
            filler.unlink()
        elif choice == "copy":
            terminal.send(b"c")
            terminal.wait_for("Paste it somewhere before")
            assert base64.b64encode(b"    mine\n").decode()[:-4] in terminal.shown.decode()
            terminal.send(b"x")
        elif choice == "write":
            for keys in (b"\x1b[Z", b"\x15", str(other).encode() + b"\r"):  # each acts on what the one before did
                terminal.send(keys)
                time.sleep(0.5)
        elif choice == "leave":
            terminal.send(b"x")
        else:
            terminal.send(ESCAPE)
            terminal.wait_for("mine")
            filler.unlink()
            terminal.wait_for(f"mxtutor / {ARCCOS}")
            terminal.send(CTRL_Q)
        assert terminal.end() == 0, terminal.printed
        store = open_store(disk) if choice in ("retry", "stay") else None
        if store is not None:
            assert "mine" in getattr(store.draft(ARCCOS), "code", "")
            store.close()
    if choice == "write":
        assert terminal.printed == f"mxtutor: Your text is in {other}/tensors-arccos.py."
        assert "mine" in (other / "tensors-arccos.py").read_text()
    elif choice in ("leave", "copy"):
        assert terminal.printed == "mxtutor: Your text was not saved."


def test_a_terminal_that_goes_away_with_unsaved_text_leaves_it_in_a_file(tmp_path: Path) -> None:
    """A fault, on a disk that is full: the text is written elsewhere, and the line says where."""
    with (
        small_disk(tmp_path / "disk") as disk,
        on_terminal(
            FAULTY.format(FAULTS["handler"]) + TUTOR, ARCCOS, env=ENV | {HOME: str(disk), "TMPDIR": str(tmp_path)}
        ) as terminal,
    ):
        terminal.wait_for("Your answer: MXNet")
        fill(disk)
        terminal.send(b"mine")
        terminal.wait_for("NOT SAVED: disk full")
        terminal.send(pasted("x"))
        assert terminal.end() == 3
    said = terminal.printed
    assert "NOT SAVED: disk full; your text is in " in said
    file = said.partition("your text is in ")[2].partition(". Details")[0]
    assert "mine" in Path(file).read_text()

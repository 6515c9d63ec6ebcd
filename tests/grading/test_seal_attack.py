"""An answer in the sandbox, and a confined session, can write nothing into the record that a server keeps."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.content.plan import Plan, PlanPart
from mxtutor.content.workshop import Workshop
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.served import Served
from mxtutor.serving import confinement
from mxtutor.serving.session_grader import SessionGrader
from tests.grading.residents import own_graders
from tests.grading.rig import CHECKOUT, exercise
from tests.serving.examiners import OneExaminer, record

pytestmark = pytest.mark.grading

EXAM = Workshop(
    Plan(1, "Examination", (PlanPart("Names", ("tensors/arccos",), 30),)),
    Path("exam.yaml"),
    points={"tensors/arccos": 1.0},
    sealed=True,
)
ANSWER = """
import glob, os, socket
from mxnet import nd

def tried(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__

def ask():
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(2)
    connection.connect({socket!r})
    return "connected"

def write():
    open({record!r}, "a").write("forged")
    return "written"

def arccos(x):
    print("read", tried(lambda: open({record!r}).read()))
    print("write", tried(write))
    print("folder", tried(lambda: os.listdir({folder!r})))
    print("processes", [tried(lambda: {token!r} in open(p).read()) for p in glob.glob("/proc/*/environ")])
    print("socket", tried(ask))
    return nd.zeros_like(x)
"""
SESSION = """
import os, sys
from pathlib import Path
from mxtutor.serving.confinement import confine_session

root, home, record, report = map(Path, sys.argv[1:])
confine_session(root, home)

def tried(call):
    try:
        call()
        return "done"
    except OSError as error:
        return type(error).__name__

def append(file):
    with file.open("a") as end:
        end.write("forged")

print(tried(lambda: append(record)))
print(tried(lambda: append(report)))
print(tried(lambda: record.unlink()))
print(tried(lambda: record.rename(home / "taken")))
print(tried(lambda: append(record.with_name("more.db"))))
print(tried(lambda: os.symlink(record, home / "link") or append(home / "link")))
print(tried(lambda: append(home / "own")))
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in /tmp, where the folder of the homes lies."""
    with tempfile.TemporaryDirectory(prefix="exam-", dir="/tmp") as name:
        yield Path(name) / "homes"


def test_an_answer_reaches_neither_the_record_nor_the_server(folder: Path, grader: LocalGrader) -> None:
    if not grader.state.safe_for_untrusted:
        pytest.skip("this machine cannot isolate untrusted answers")
    with own_graders(), RemoteGrader(CHECKOUT, untrusted=True) as keeper:
        keeper.require_ready()
        examiner = OneExaminer(folder, EXAM, CHECKOUT)
        admission = examiner.enter("ana")
        session = SessionGrader(CHECKOUT, Served("served ana", examination=admission))
        try:
            right = "from mxnet import nd\ndef arccos(x):\n    return nd.arccos(x)\n"
            first = session.grade(Submission(exercise("tensors/arccos"), right.encode(), 5))
            assert (first.verdict, first.seed != 5) == (Verdict.RIGHT, True)
            store = folder / "class.db"
            token, _, path = admission.partition(":")
            attack = ANSWER.format(socket=path, record=str(store), folder=str(store.parent), token=token)
            found = session.grade(Submission(exercise("tensors/arccos"), attack.encode()))
            said = found.output
            assert found.verdict is Verdict.WRONG, found
        finally:
            session.close()
            examiner.close()
    assert "folder" in said
    assert "socket" in said
    for leaked in ("written", "connected", "True", '"event"', store.name):
        assert leaked not in said
    events = record(folder)
    assert [(one["event"], one.get("verdict")) for one in events] == [
        ("begun", None),
        ("opened", None),
        ("checked", "right"),
        ("checked", "wrong"),
    ]
    assert [one["learner"] for one in events] == ["ana"] * 4


@pytest.mark.skipif(not confinement.works(), reason="this kernel has no Landlock")
def test_a_confined_session_cannot_change_the_record(folder: Path) -> None:
    home = folder / "ana"
    examiner = OneExaminer(folder, EXAM, CHECKOUT)
    home.mkdir()
    examiner.close()
    store, report = folder / "class.db", folder / "reports" / "ana.json"
    report.parent.mkdir()
    report.write_text("{}\n")
    before = store.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", SESSION, str(CHECKOUT), str(home), str(store), str(report)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    *attacks, own = done.stdout.split()
    assert own == "done"
    assert len(attacks) == 6
    assert "done" not in attacks
    assert (store.read_bytes(), report.read_text()) == (before, "{}\n")
    assert sorted(file.name for file in folder.iterdir()) == ["ana", "class.db", "reports"]

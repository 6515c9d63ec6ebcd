"""An answer in the sandbox reaches neither the key of a server nor the way to its signatures."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest

from mxtutor.classroom.sealing import KEY_FILE
from mxtutor.classroom.signing_service import VARIABLE, ReportSigner
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission
from tests.grading.rig import exercise
from tests.unit.sealed_reports import report

pytestmark = pytest.mark.grading

ATTACK = """
import glob, json, os, socket
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
    connection.sendall({request!r})
    connection.shutdown(socket.SHUT_WR)
    return connection.recv(100)

def arccos(x):
    print("file", tried(lambda: open({key!r}).read()))
    print("folder", tried(lambda: os.listdir({folder!r})))
    print("environment", os.environ.get({variable!r}))
    print("processes", [tried(lambda: {token!r} in open(p).read()) for p in glob.glob("/proc/*/environ")])
    print("socket", tried(ask))
    return nd.zeros_like(x)
"""


def test_an_answer_reaches_neither_key_nor_socket(grader: LocalGrader) -> None:
    if not grader.frameworks.safe_for_untrusted:
        pytest.skip("this machine cannot isolate untrusted answers")
    with tempfile.TemporaryDirectory(prefix="seal-") as name:
        folder = Path(name) / "homes"
        signer = ReportSigner(folder)
        try:
            environment = signer.admit("ana")
            token, _, path = environment[VARIABLE].partition(":")
            request = json.dumps({"token": token, "report": report()}).encode()
            source = ATTACK.format(
                key=str(folder / KEY_FILE), folder=str(folder), variable=VARIABLE, token=token, socket=path,
                request=request,
            )  # fmt: skip
            said = grader.grade(Submission(exercise("tensors/arccos"), source.encode())).output
            secret = (folder / KEY_FILE).read_text().splitlines()[1]
            assert "environment None" in said
            assert "file " in said
            assert secret not in said
            assert KEY_FILE not in said
            assert "True" not in said
            assert "signature" not in said
            assert "socket" in said
            assert list((folder / "reports").iterdir()) == []
        finally:
            signer.close()

"""A class server under wrong codes and malformed requests: who may join joins, and little is printed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.hostile import MALFORMED, throw

CODE = "gluon-and-autograd"
STOP_SECONDS = 60


class Server:
    """A class server that was started as an instructor does."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.errors = folder / "errors"
        command = [sys.executable, "-m", "mxtutor", "class", "--listen", "--port", "0", "--code", CODE, *options]
        with self.errors.open("w") as file:
            self.process = subprocess.Popen(
                command, stderr=file, cwd=folder, env=os.environ | {"MXTUTOR_HOME": str(folder / "home")}
            )
        while (found := re.search(r"class join http://127\.0\.0\.1:(\d+)", self.said)) is None:
            assert self.process.poll() is None, self.said
            time.sleep(0.05)
        self.port = int(found[1])

    @property
    def said(self) -> str:
        """What it printed on standard error."""
        return self.errors.read_text()

    def ask(self, path: str, body: object) -> tuple[int, dict[str, object]]:
        """Send a request; return the status and the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("POST", path, body=json.dumps(body))
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class server with a long class code."""
    running = Server(tmp_path_factory.mktemp("class"))
    yield running
    running.process.terminate()
    assert running.process.wait(STOP_SECONDS) == 0


def test_the_right_code_works_after_many_wrong_ones(server: Server) -> None:
    before = server.said.count("\n")
    statuses = [server.ask("/v1/join", {"code": f"guess-{number}", "name": "Eve"})[0] for number in range(150)]
    assert set(statuses) == {403, 429}
    for number in range(30):
        status, answer = server.ask("/v1/join", {"code": CODE, "name": f"Learner {number}"})
        assert (status, bool(answer["token"])) == (200, True)
    assert server.said.count("\n") - before <= 2


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_request_is_one_line_at_most(server: Server, kind: str) -> None:
    before = server.said
    for _ in range(20):
        throw(server.port, MALFORMED[kind])
    new = server.said[len(before) :].splitlines()
    assert len(new) <= 2, new
    assert all(line.isprintable() and len(line) < 200 for line in new)
    assert server.ask("/v1/join", {"code": CODE, "name": kind})[0] == 200

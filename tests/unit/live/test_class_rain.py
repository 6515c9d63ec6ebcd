"""A class server under wrong codes and malformed requests: who may join joins, and little is printed."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.class_process import Server
from tests.hostile import MALFORMED, throw
from tests.unit.live.live_class import event, wire

CODE = "gluon-and-autograd"
QUIZ = "tensors/quiz-namespaces"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class server with a long class code."""
    running = Server(tmp_path_factory.mktemp("class"), "--code", CODE)
    yield running
    assert running.stop() == 0


def test_the_right_code_works_after_many_wrong_ones(server: Server) -> None:
    before = server.said.count("\n")
    statuses = [server.ask("/v1/join", body={"code": f"guess-{number}", "name": "Eve"})[0] for number in range(150)]
    assert set(statuses) == {403, 429}
    for number in range(30):
        status, answer = server.ask("/v1/join", body={"code": CODE, "name": f"Learner {number}"})
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
    assert server.ask("/v1/join", body={"code": CODE, "name": kind})[0] == 200


@contextlib.contextmanager
def at_once(count: int, call: Callable[[int], object]) -> Iterator[None]:
    """Make calls in threads while the block runs, and wait for them."""
    with ThreadPoolExecutor(count) as pool:
        calls = [pool.submit(call, number) for number in range(count)]
        yield
        for one in calls:
            one.result()


def test_a_learner_cannot_fill_the_disk_and_the_others_go_on(tmp_path: Path) -> None:
    server = Server(tmp_path, "--code", CODE)
    try:
        token = server.ask("/v1/join", body={"code": CODE, "name": "Eve"})[1]["token"]
        other = server.ask("/v1/join", body={"code": CODE, "name": "Ana"})[1]["token"]
        codes: list[set[str]] = []

        def fill(number: int) -> None:
            large = [
                event(60 * number + place, kind="attempt", code=f"{number} {place}" + "x" * 60_000)
                for place in range(1, 61)
            ]
            status, answer = server.ask("/v1/events", token=token, body=wire(*large))
            assert status == 200
            codes.append({one["code"] for one in answer.get("refused", ())})

        with at_once(12, fill):
            assert server.ask("/v1/events", token=other, body=wire(event()))[1]["stored"]
        assert {"full"} in codes
        assert sum(file.stat().st_size for file in tmp_path.glob("class.db*")) < 64 << 20
        assert server.ask("/v1/events", token=other, body=wire(event(2)))[1]["stored"]
        assert sum("stored" in line for line in server.said.splitlines()) == 1
    finally:
        server.stop()
    rows = sqlite3.connect(tmp_path / "class.db").execute("SELECT SUM(LENGTH(code)) FROM mxtutor_events").fetchone()
    assert 14 << 20 < rows[0] <= 16 << 20


def test_the_tutor_says_that_the_class_is_full_and_does_not_send_again(tmp_path: Path) -> None:
    answer, home = tmp_path / "answer.py", tmp_path / "home"
    answer.write_text("b")
    server = Server(tmp_path, "--code", CODE)
    try:
        url = f"http://127.0.0.1:{server.port}"
        command = [sys.executable, "-m", "mxtutor"]
        run = partial(subprocess.run, env=os.environ | {"MXTUTOR_HOME": str(home)}, capture_output=True, text=True)
        run([*command, "class", "join", url, "--code", CODE, "--name", "Eve"], check=True)
        token = json.loads((home / "class.json").read_text())["token"]
        for number in range(6):
            large = [event(60 * number + n, kind="attempt", code=f"{number} {n}" + "x" * 60_000) for n in range(1, 61)]
            server.ask("/v1/events", token=token, body=wire(*large))
        small = [event(1000 + n, kind="attempt", code=f"{n}" + "x" * 500) for n in range(1, 151)]
        server.ask("/v1/events", token=token, body=wire(*small))
        server.ask("/v1/events", token=token, body=wire(*(event(2000 + n) for n in range(10))))
        checked = run([*command, "check", QUIZ, str(answer)], check=False)
        assert "your class did not get the report: the class stores no more of your events" in checked.stderr
        mine = json.loads(run([*command, "class", "mine", "--json"], check=True).stdout)
        assert mine["waiting"] == []
        assert [one["reason"] for one in mine["refused"]] == ["the class stores no more of your events"]
    finally:
        server.stop()

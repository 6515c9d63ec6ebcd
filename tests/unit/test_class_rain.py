"""A class server under wrong codes and malformed requests: who may join joins, and little is printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.class_process import Server
from tests.hostile import MALFORMED, throw

CODE = "gluon-and-autograd"


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

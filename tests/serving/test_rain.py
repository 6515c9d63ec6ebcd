"""A server under wrong links and malformed requests: who may come in comes in, and little is printed."""

from __future__ import annotations

import contextlib
import http.client
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.hostile import MALFORMED, throw
from tests.serving.servers import Running, make_links, start, with_graders

LEARNERS = 50
GUESSES_PER_SECOND = 20.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for a server with a grader of its own."""
    made = tmp_path_factory.mktemp("rain")
    with with_graders(made):
        yield made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    """A server of many learners."""
    roster = folder / "class.csv"
    roster.write_text("name\n" + "".join(f"Learner {number}\n" for number in range(LEARNERS)))
    links = make_links(roster)
    running = start(folder, "--roster", str(roster))
    running.links = links
    yield running
    assert running.stop() == 0


def ask(port: int, path: str, cookie: str = "") -> tuple[int, dict[str, str]]:
    """Ask for a page of a server on this machine; return the status and the headers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        reply = connection.getresponse()
        reply.read()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}
    finally:
        connection.close()


def test_all_learners_come_in_while_wrong_links_rain_from_the_same_address(server: Running) -> None:
    port = urlsplit(server.line).port or 0
    before = server.said.count("\n")
    guesses: list[tuple[int, dict[str, str]]] = []
    done = threading.Event()

    def guess() -> None:
        while not done.wait(1 / GUESSES_PER_SECOND):
            guesses.append(ask(port, f"/learn/guess{len(guesses)}"))

    for number in range(30):  # the limit of this address is used up before anybody comes
        guesses.append(ask(port, f"/learn/first{number}"))
    guesser = threading.Thread(target=guess)
    guesser.start()
    try:
        for link in server.links.values():
            status, headers = ask(port, urlsplit(link).path)
            assert (status, headers["location"]) == (303, "/")
            cookie = headers["set-cookie"].partition(";")[0]
            assert ask(port, "/state", cookie)[0] == 200
    finally:
        done.set()
        guesser.join()
    assert {status for status, _ in guesses} == {403, 429}
    assert all(int(headers["retry-after"]) >= 1 for status, headers in guesses if status == 429)
    assert server.said.count("\n") - before <= 2
    assert "guess" not in server.said


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_request_is_one_line_at_most(server: Running, kind: str) -> None:
    port = urlsplit(server.line).port or 0
    before = server.said
    for _ in range(20):
        throw(port, MALFORMED[kind])
    new = server.said[len(before) :].splitlines()
    assert len(new) <= 2, new
    assert all(line.isprintable() and len(line) < 200 for line in new)
    assert ask(port, "/state")[0] == 200


FRAMES = {
    "no frame": b"\xff" * 300,
    "without a mask": b"\x81\x05hello",
    "another length": b"\x81\xff" + b"\xff" * 12,
    "half a text": b"\x81\x82\x00\x00\x00\x00\xc3\x28",
    "no JSON": b"\x81\x85\x00\x00\x00\x00[[[[[",
    "a long ping": b"\x89\xfe\x01\x00\x00\x00\x00\x00" + b"a" * 256,
}


@pytest.mark.parametrize("kind", FRAMES)
def test_a_bad_frame_of_a_page_ends_its_connection_without_a_traceback(server: Running, kind: str) -> None:
    port = urlsplit(server.line).port or 0
    link = list(server.links.values())[list(FRAMES).index(kind)]
    cookie = ask(port, urlsplit(link).path)[1]["set-cookie"].partition(";")[0]
    head = (
        f"GET /socket?width=80&height=24 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    before = server.said
    throw(port, head.encode() + FRAMES[kind])
    new = server.said[len(before) :].splitlines()
    assert len(new) <= 2, new
    assert not any("Traceback" in line or "mxtutor failed" in line for line in new)
    assert ask(port, "/state", cookie)[0] == 200


@pytest.mark.parametrize(
    "data",
    [*MALFORMED.values(), b"\xff" * 100_000, struct.pack("<I", 3) + b'"\xff"', struct.pack("<I", 9) + b"[" * 9],
)
def test_what_is_no_message_leaves_the_grader_and_its_log_alone(folder: Path, server: Running, data: bytes) -> None:
    (path,) = (folder / "run").rglob("*.sock")
    with socket.socket(socket.AF_UNIX) as connection, contextlib.suppress(OSError):
        connection.settimeout(20)
        connection.connect(str(path))
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass
    assert [log.read_text() for log in (folder / "run").rglob("*.log")] == [""]
    assert server.process.poll() is None

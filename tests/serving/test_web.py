"""Who reaches which session, and what a server refuses; a small program stands in for the tutor."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from mxtutor.classroom.roster import issue_tokens, revoke_tokens
from mxtutor.live.people import People
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.serving import process, sessions
from mxtutor.serving.class_server import ClassServer
from mxtutor.serving.gate import Front, Gate
from mxtutor.serving.process import launch
from mxtutor.serving.run import home_of
from mxtutor.serving.sessions import Sessions, Timing
from mxtutor.serving.signing import Signer
from mxtutor.serving.web import MAX_MESSAGE, Links, Pages, application

TUTOR = (sys.executable, "-I", str(Path(__file__).with_name("tutor.py")))
SECONDS = 120.0
"""Longest wait for what happens at once on a machine that is not busy."""


@dataclass
class Rig:
    """A server in this process, with two learners."""

    address: str
    tokens: dict[str, str]
    sessions: Sessions
    people: People
    links: Links
    roster: Path
    said: list[str] = field(default_factory=list)

    async def look(self) -> None:
        """Look at all sessions once, as the server does each second."""
        await self.sessions.look(self.links.is_valid)


class Visitor:
    """A browser without a screen."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.shown, self.ended = "", ""
        self.told: list[Any] = []

    async def get(self, path: str, **options: Any) -> tuple[int, str]:
        """Return status and text of a page."""
        async with self.client.get(self.rig.address + path, **options) as reply:
            return reply.status, await reply.text()

    async def enter(self, learner: str) -> None:
        """Open a learner's link."""
        status, _ = await self.get(f"/learn/{self.rig.tokens[learner]}")
        assert status == 200

    async def connect(self, origin: str | None = None) -> None:
        """Connect with the session."""
        self.shown = self.ended = ""
        url = f"{self.rig.address}/socket?width=100&height=30"
        self.socket = await self.client.ws_connect(url, origin=self.rig.address if origin is None else origin)

    async def send(self, *message: Any) -> None:
        """Send a message as the page does."""
        await self.socket.send_str(json.dumps(message))

    async def until(self, words: str) -> str:
        """Read until words are shown, or the server says why the session has ended; return all that was shown."""
        while words not in self.shown and words != self.ended:
            message = await asyncio.wait_for(self.socket.receive(), SECONDS)
            if message.type is aiohttp.WSMsgType.BINARY:
                self.shown += message.data.decode()
            elif message.type is aiohttp.WSMsgType.TEXT:
                self.told.append(json.loads(message.data))
                if self.told[-1][0] == "ended":
                    self.ended = self.told[-1][1]["code"]
            else:
                raise AssertionError(f"closed ({message}) before {words!r}: {self.shown!r}")
        return self.shown


Serve = Callable[..., contextlib.AbstractAsyncContextManager[Rig]]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return what starts a server; `most` sessions, and other times if they are given."""

    @contextlib.asynccontextmanager
    async def started(most: int = 5, timing: Timing | None = None, front: Front | None = None) -> AsyncIterator[Rig]:
        roster = tmp_path / "class.csv"
        roster.write_text("name,id\nAda,ada\nBob,../../bob\n")
        tokens = issue_tokens(roster, link=True)
        homes = tmp_path / "homes"
        homes.mkdir(mode=0o700)
        signer, said = Signer.of_homes(homes), list[str]()

        def say(*words: str) -> None:
            said.append(" ".join(words))

        people = People(roster, tmp_path / "class.key", tell=say)
        links = Links(signer, people)
        gate = Gate(front or Front("127.0.0.1", 0), say)
        sessions = Sessions(
            partial(launch, TUTOR), partial(home_of, homes, signer), most=most,
            timing=timing or Timing(), untrusted=True, confined=False, say=say,
            class_link=lambda learner: f"http://here/#{links.signed(learner, 'class')}",
        )  # fmt: skip
        with contextlib.closing(ClassStore(tmp_path / "class.db", create=True)) as store:
            entry = ClassEntry("Gluon", False, ())
            store.begin(entry, 1.0)
            live = ClassServer(store, people, entry, gate, session=partial(links.of_signed, purpose="class"))
            served = application(gate, Pages(gate, links, sessions, "T"), live)
            runner = web.AppRunner(served, access_log=None, shutdown_timeout=1)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            port = runner.addresses[0][1]
            try:
                yield Rig(f"http://127.0.0.1:{port}", tokens, sessions, people, links, roster, said)
            finally:
                await sessions.close()
                await runner.cleanup()

    return started


@contextlib.asynccontextmanager
async def visiting(rig: Rig, learner: str = "") -> AsyncIterator[Visitor]:
    """Return a visitor, with a learner's link if one is named."""
    visitor = Visitor(rig)
    try:
        if learner:
            await visitor.enter(learner)
        yield visitor
    finally:
        await visitor.client.close()


async def test_each_learner_has_an_own_home_and_one_session_that_outlives_its_page(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada, visiting(rig, "../../bob") as bob:
        await ada.connect()
        await bob.connect()
        homes = {(await one.until("home ")).split()[1] for one in (ada, bob)}
        assert len(homes) == 2
        assert all(Path(home).parent.name == "homes" for home in homes)
        await ada.send("stdin", "one")
        await ada.until("typed one")
        await ada.socket.close()
        await ada.connect()
        assert "home" not in await ada.until("<attach>")  # the same process draws again
        assert len(rig.sessions) == 2


async def test_a_session_is_in_the_class_and_what_it_has_for_that_opens_nothing_else(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada, visiting(rig) as guest:
        await ada.connect()
        await ada.send("stdin", "class")
        token = (await ada.until("#")).rpartition("#")[2].strip()

        async def asked() -> int:
            return (await guest.get("/v1/class", headers={"Authorization": f"Bearer {token}"}))[0]

        assert await asked() == 200
        assert (await guest.get(f"/learn/{token}"))[0] == 403
        (cookie,) = ada.client.cookie_jar
        assert (await guest.get("/state", headers={"Cookie": f"{cookie.key}={token}"}))[1].count(
            '"code": "revoked"'
        ) == 1
        forged = {"Authorization": f"Bearer {cookie.value}"}
        assert (await guest.get("/v1/class", headers=forged))[0] == 401
        revoke_tokens(rig.roster, ["ada"])
        assert await asked() == 401


async def test_a_second_tab_takes_the_session_over(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as first, visiting(rig, "ada") as second:
        await first.connect()
        await first.until("home")
        await second.connect()
        await second.until("<attach>")
        await first.until("replaced")
        await second.send("stdin", "two")
        await second.until("typed two")
        assert len(rig.sessions) == 1


@pytest.mark.parametrize("origin", ["", "http://evil.example", "https://127.0.0.1", "null"])
async def test_a_page_of_another_site_cannot_connect(serve: Serve, origin: str) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        with pytest.raises(aiohttp.WSServerHandshakeError) as raised:
            await ada.connect(origin)
        assert raised.value.status == 403
        assert len(rig.sessions) == 0


@pytest.mark.parametrize("change", ["none", "other learner", "later end", "no signature", "odd", "long"])
async def test_only_cookies_of_the_server_count(serve: Serve, change: str) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        (cookie,) = ada.client.cookie_jar
        data, signature = cookie.value.split(".")
        learner, token_hash, end = json.loads(base64.urlsafe_b64decode(data + "=="))
        assert learner == "ada"

        def said(*parts: object) -> str:
            return base64.urlsafe_b64encode(json.dumps(parts, separators=(",", ":")).encode()).decode().rstrip("=")

        assert said(learner, token_hash, end) == data
        forged = {
            "none": "", "other learner": f"{said('../../bob', token_hash, end)}.{signature}",
            "later end": f"{said(learner, token_hash, end + 1)}.{signature}",
            "no signature": f"{data}.", "odd": "\xff=.1.2", "long": "a" * 5000,
        }[change]  # fmt: skip
        ada.client.cookie_jar.clear()
        headers = {"Cookie": f"{cookie.key}={forged}", "Origin": rig.address}
        with pytest.raises(aiohttp.WSServerHandshakeError) as raised:
            await ada.client.ws_connect(f"{rig.address}/socket", headers=headers)
        assert raised.value.status == 401
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert rig.tokens["ada"] not in cookie.value


async def test_wrong_links_are_slowed_down_and_never_printed(serve: Serve) -> None:
    async with serve() as rig, visiting(rig) as guest:
        seen = [(await guest.get(f"/learn/guess{number}"))[0] for number in range(14)]
        assert seen[:10] == [403] * 10
        assert seen[-1] == 429
        async with guest.client.get(f"{rig.address}/learn/guess") as reply:
            assert int(reply.headers["Retry-After"]) >= 1
        assert (await guest.get(f"/learn/{rig.tokens['ada']}"))[0] == 200  # a class may share one address
        assert sum("refused" in line for line in rig.said) == 1
        assert not any("guess" in line or rig.tokens["ada"] in line for line in rig.said)


async def test_a_revoked_link_ends_the_session_and_its_cookie(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        revoke_tokens(rig.roster, ["ada"])
        await rig.look()
        await ada.until("revoked")
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await ada.connect()
        assert "revoked" in (await ada.get("/state"))[1]
        assert (await ada.get(f"/learn/{rig.tokens['ada']}"))[0] == 403


async def test_a_damaged_roster_leaves_learners_in_peace(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        rig.roster.write_text("name,id\nAda,ada\nEve,ada\n")
        await rig.look()
        await ada.send("stdin", "still")
        await ada.until("typed still")
        assert sum("cannot be read" in line for line in rig.said) == 1


async def test_sessions_end_when_nobody_is_there_and_when_all_places_are_taken(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(most=1) as rig, visiting(rig, "ada") as ada, visiting(rig, "../../bob") as bob:
        await ada.connect()
        await ada.until("home")
        await bob.connect()
        await bob.until("full")
        assert [line for line in rig.said if line.startswith("full")] == [
            "full Bob turned away; 1 of 1 sessions are in use"
        ]
        await bob.connect()
        await bob.until("full")
        monkeypatch.setattr("mxtutor.serving.gate.MINUTE", 0.0)
        await rig.look()
        assert "1 more time in the last minute" in rig.said[-1], "also if nobody comes after that"
        await ada.socket.close()
        learner = rig.people.roster.find("ada")
        while (session := rig.sessions.of(learner)) is not None and session.page is not None:
            await asyncio.sleep(0)
        await bob.connect()
        await bob.until("home")  # a session without a page makes room


async def test_an_idle_session_ends_with_the_reason(tmp_path: Path, serve: Serve) -> None:
    async with serve(timing=Timing(idle=-1.0)) as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        await rig.look()
        await ada.until("idle")
        await ada.connect()  # "Go on"
        await ada.until("home")


async def test_a_learner_is_told_before_the_session_ends_and_a_moving_mouse_is_nobody(serve: Serve) -> None:
    async with serve(timing=Timing(idle=60.0, warning=60.0)) as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        session = rig.sessions.of(rig.people.roster.find("ada"))
        assert session is not None
        await rig.look()
        await ada.until("<tell>")
        await ada.send("stdin", "\x1b[<35;1;2M\x1b[<35;1;3M")
        await ada.until("typed \x1b[<35")
        assert session.warned
        await ada.send("stdin", "k")
        await ada.until("typed k")
        assert not session.warned


class SilentPage(process.Page):
    """A page that takes nothing of what it is sent, and keeps its connection."""

    def __init__(self) -> None:
        super().__init__(cast("web.WebSocketResponse", self), None)
        self.aborted = asyncio.Event()

    async def send_bytes(self, _: bytes) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    async def send_str(self, _: str) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    def abort(self) -> None:
        """Note it."""
        self.aborted.set()


async def test_a_page_that_takes_nothing_holds_neither_its_session_nor_the_server_up(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        monkeypatch.setattr(process, "PAGE_SECONDS", 0.05)
        session = rig.sessions.of(rig.people.roster.find("ada"))
        assert session is not None
        session.page = page = SilentPage()
        await ada.send("stdin", "one")
        await asyncio.wait_for(page.aborted.wait(), SECONDS)
        session.page = SilentPage()
        await ada.send("stdin", "two")
        await asyncio.wait_for(rig.sessions.close(), SECONDS)
        assert len(rig.sessions) == 0


async def test_a_tutor_that_takes_no_message_does_not_stop_the_looks_at_the_others(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(timing=Timing(idle=60.0, warning=60.0)) as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        session = rig.sessions.of(rig.people.roster.find("ada"))
        assert session is not None
        monkeypatch.setattr(sessions, "TELL_SECONDS", 0.05)
        send = session.send_meta

        async def never(data: dict[str, Any]) -> bool:
            return await (asyncio.Event().wait() if data["type"] == "tell" else send(data))

        monkeypatch.setattr(session, "send_meta", never)
        await asyncio.wait_for(rig.look(), SECONDS)
        assert session.warned


@pytest.mark.parametrize(
    ("how", "said"),
    [("crash", "a fault of the tutor"), ("fault", "mxtutor: it failed: a fault in a handler.")],
)
async def test_a_tutor_that_ends_by_a_fault_says_so(serve: Serve, how: str, said: str) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        await ada.send("stdin", how)
        await ada.until("failed")
        assert f"end Ada failed: {said}" in rig.said


@pytest.mark.parametrize(
    "message",
    [
        "[]",
        "{}",
        "[1]",
        '["stdin"]',
        '["stdin", ""]',
        '["stdin", 3]',
        '["resize", {"width": "x"}]',
        "[" * 50000,
        "\ud7ff",
        "[",
    ],
)
async def test_odd_messages_change_nothing(serve: Serve, message: str) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.socket.send_str(message)
        await ada.send("stdin", "after")
        await ada.until("typed after")


async def test_a_message_that_is_too_large_closes_the_connection_only(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada:
        await ada.connect()
        await ada.until("home")
        await ada.send("stdin", "x" * MAX_MESSAGE)
        closed = await asyncio.wait_for(ada.socket.receive(), SECONDS)
        assert closed.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        await ada.connect()
        await ada.until("<attach>")


async def test_a_download_is_for_its_learner_alone_and_has_a_safe_name(serve: Serve) -> None:
    async with serve() as rig, visiting(rig, "ada") as ada, visiting(rig, "../../bob") as bob:
        await ada.connect()
        await ada.send("stdin", "download")
        while not ada.told:
            await _one(ada)
        assert (await bob.get("/download/key"))[0] == 404
        assert (await bob.get("/download/other"))[0] == 404
        async with ada.client.get(f"{rig.address}/download/key") as reply:
            assert await reply.read() == b"data"
            assert reply.headers["Content-Type"] == "application/octet-stream"
            assert reply.headers["Content-Disposition"].startswith('attachment; filename="w-rk-.zip"')


async def _one(visitor: Visitor) -> None:
    message = await asyncio.wait_for(visitor.socket.receive(), SECONDS)
    if message.type is aiohttp.WSMsgType.TEXT:
        visitor.told.append(json.loads(message.data))


async def test_every_response_forbids_other_hosts_and_a_foreign_name_is_refused(serve: Serve) -> None:
    async with serve() as rig, visiting(rig) as guest:
        for path in ("/", "/learn/x", "/nothing", "/static/page.js", "/state", "/favicon.ico", "/static/../web.py"):
            async with guest.client.get(rig.address + path) as reply:
                policy = reply.headers["Content-Security-Policy"]
                assert policy.startswith("default-src 'none'")
                assert "http" not in policy
                assert "unsafe" not in policy
                assert reply.headers["X-Content-Type-Options"] == "nosniff"
                assert "aiohttp" not in reply.headers["Server"]
        status, text = await guest.get("/", headers={"Host": "evil.example"})
        assert status == 421
        assert "address that the server printed" in text
        for host in ("[", "[x]", "a]b"):
            assert (await guest.get("/", headers={"Host": host}))[0] == 421


@pytest.mark.parametrize(
    "path",
    [
        "/static/../web.py", "/static/%2e%2e/web.py", "/static/..%2fweb.py", "/static//etc/passwd", "/../class.csv",
        "/download/..%2f..%2fclass.csv", "/static/%00", "/homes/server.key",
    ],
)  # fmt: skip
async def test_no_path_leads_out_of_the_page(serve: Serve, path: str) -> None:
    async with serve() as rig:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(rig.address).port)
        host = urlsplit(rig.address).netloc
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await asyncio.wait_for(reader.read(), SECONDS)).partition(b"\r\n\r\n")
        writer.close()
    assert head.split()[1] in (b"404", b"403", b"400"), head
    assert b"import" not in body
    assert b"root:" not in body


@pytest.mark.parametrize(("behind", "secure"), [(True, True), (False, False)])
async def test_the_scheme_of_a_proxy_counts_only_behind_one(serve: Serve, behind: bool, secure: bool) -> None:
    front = Front("127.0.0.1", 0, "https://class.example.org", behind)
    async with serve(front=front) as rig, visiting(rig) as guest:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        url = f"{rig.address}/learn/{rig.tokens['ada']}"
        async with guest.client.get(url, headers=headers, allow_redirects=False) as reply:
            assert ("Secure" in reply.headers["Set-Cookie"]) is secure
        await guest.get("/learn/wrong", headers=headers)
        assert any(("203.0.113.9" if behind else "127.0.0.1") in line for line in rig.said)

"""The class server: who may send, what is refused, and what is stored exactly once."""

from __future__ import annotations

import contextlib
import gzip
import json
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from mxtutor.classroom.roster import issue_tokens, revoke_tokens
from mxtutor.errors import StoreError, UsageError
from mxtutor.live.events import MAX_BATCH, MAX_BODY
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.serving import class_server as serving
from mxtutor.serving.gate import network_of
from tests.unit.live.live_class import CLASS, CODE, Running, class_application, event, run_sql, wire

Client = TestClient[web.Request, web.Application]
MakeClient = Callable[..., Awaitable[Client]]


@pytest.fixture
def running(tmp_path: Path) -> Running:
    """A store, a roster and a key; the tests' clients make the server."""
    return Running(tmp_path)


@pytest.fixture
async def connect(running: Running) -> AsyncIterator[MakeClient]:
    """Return a function that makes a client of a class server."""
    opened: list[Client] = []

    async def make(entry: ClassEntry = CLASS, code: str = CODE, now: float = 1000.0) -> Client:
        served = class_application(running, lambda: now, entry=entry, code=code)
        client: Client = TestClient(TestServer(served))
        await client.start_server()
        opened.append(client)
        return client

    yield make
    for one in opened:
        await one.close()
    running.store.close()


def bearer(token: str) -> dict[str, str]:
    """Return the header of a learner."""
    return {"Authorization": f"Bearer {token}"}


async def send(client: Client, token: str, body: Any) -> tuple[int, dict[str, Any]]:
    """Send a batch; return status and answer."""
    answer = await client.post("/v1/events", json=body, headers=bearer(token))
    return answer.status, await answer.json()


async def test_a_learner_joins_sends_and_sees_what_is_stored(connect: MakeClient, running: Running) -> None:
    client = await connect(ClassEntry("Gluon", True, ("tensors/flip",)))
    answer = await client.post("/v1/join", json={"code": CODE, "name": " Ana  Ruiz "})
    info = await answer.json()
    token = info.pop("token")
    assert info == {"version": 1, "title": "Gluon", "share_code": True, "exercises": ["tensors/flip"]}
    full = event(
        1,
        kind="attempt",
        verdict="wrong",
        mistakes=({"code": "sine"},),
        seconds=0.5,
        seed=str(1 << 90),
        content="abc",
        code="def flip(x): ...",
    )
    assert await send(client, token, wire(full)) == (200, {"stored": [full.id], "refused": []})
    page = await (await client.get("/v1/mine", headers=bearer(token))).json()
    (row,) = page["events"]
    assert page["learner"] == row["learner"] == running.people.id_of(running.people.roster.find("Ana Ruiz"))
    sent = json.loads(msgspec.json.encode(full))
    assert {key: row[key] for key in sent if key not in ("id", "at")} == {
        k: sent[k] for k in sent if k not in ("id", "at")
    }
    assert row["event"] == full.id
    assert "Ana" not in json.dumps(page)


async def test_every_table_column_is_shown_to_the_learner(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()
    await send(client, token, wire(event()))
    page = await (await client.get("/v1/mine", headers=bearer(token))).json()
    (row,) = running.rows()
    assert set(page["events"][0]) == set(row._asdict())


async def test_a_batch_that_arrives_again_counts_once(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()
    first, second = event(1), event(2)
    for batch in (wire(first), wire(first, second), wire(second, second), wire(first, sent=99999.0)):
        status, answer = await send(client, token, batch)
        assert status == 200
        assert set(answer["stored"]) == {one["id"] for one in batch["events"]}
    assert [row.event for row in running.rows()] == [first.id, second.id]


async def test_the_same_event_id_of_two_learners_is_two_events(connect: MakeClient, running: Running) -> None:
    client, one = await connect(), event()
    for name in ("Ana", "Bo"):
        assert (await send(client, running.joined(name), wire(one)))[0] == 200
    assert len(running.rows()) == 2


@pytest.mark.parametrize("off", [0.0, 7200.0, -5 * 3600.0, 400 * 86400.0])
async def test_clocks_that_disagree_are_corrected(connect: MakeClient, running: Running, off: float) -> None:
    client, token = await connect(now=5000.0), running.joined()
    late, early = event(2, at=max(4990.0 + off, 0)), event(1, at=max(4900.0 + off, 0))
    sent = max(5000.0 + off, 0)
    await send(client, token, wire(late, early, sent=sent))
    happened = {row.seq: row.happened for row in running.rows()}
    if off >= 0:
        assert happened == {1: 4900.0, 2: 4990.0}
    assert all(row.received == 5000.0 and row.happened <= 5000.0 for row in running.rows())


async def test_tokens_that_are_forged_expired_or_revoked_are_refused(
    connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.serving.gate.WRONG_TOKENS", (1.0, 100.0))
    client, token = await connect(), running.joined("Ana")
    running.joined("Bo")
    path = running.people.path
    expired = issue_tokens(path, ["Bo"], datetime.now(timezone.utc) - timedelta(hours=1))["Bo"]
    for wrong in ("", token[:-1], token + "a", expired, "é", "a" * 5000, "sha256:" + "0" * 64):
        headers = {"Authorization": f"Bearer {wrong}".encode().decode("latin-1")}
        for method, place in (("GET", "/v1/class"), ("GET", "/v1/mine"), ("POST", "/v1/events")):
            answer = await client.request(method, place, headers=headers)
            assert answer.status == 401
    assert (await client.get("/v1/class")).status == 401
    assert (await client.get("/v1/class", headers={"Authorization": f"Basic {token}"})).status == 401
    assert (await send(client, token, wire(event())))[0] == 200
    revoke_tokens(path, ["Ana"])
    assert (await send(client, token, wire(event())))[0] == 401
    assert len(running.rows()) == 1


async def test_guessing_is_slowed_down_and_the_class_goes_on(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()
    statuses = [(await client.get("/v1/class", headers=bearer("guess"))).status for _ in range(60)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    assert (await send(client, token, wire(event())))[0] == 200  # the same address, with a token
    codes = [(await client.post("/v1/join", json={"code": "guess", "name": "Bo"})).status for _ in range(5)]
    assert set(codes) == {429}
    assert (await client.post("/v1/join", json={"code": CODE, "name": "Bo"})).status == 200


def test_one_network_of_ipv6_counts_as_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("192.0.2.2")


async def test_the_server_says_in_which_exercise_a_learner_asks_for_help(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()

    async def asked() -> str:
        answer = await client.get("/v1/class", headers=bearer(token))
        return str((await answer.json())["help_in"])

    assert await asked() == ""
    await send(client, token, wire(event(1, kind="help")))
    assert await asked() == "tensors/flip"
    running.store.add_helped(CLASS.title, running.rows()[0].learner, "tensors/flip", 2000.0)
    assert await asked() == ""


async def test_joining_needs_the_code_and_a_free_name(connect: MakeClient, running: Running) -> None:
    client = await connect()
    join = "/v1/join"
    assert (await client.post(join, json={"code": CODE, "name": "Ana"})).status == 200
    for body, status in [
        ({"code": "birch", "name": "Bo"}, 403),
        ({"code": CODE, "name": "Ana"}, 409),
        ({"code": CODE, "name": "  "}, 400),
        ({"code": CODE, "name": "x" * 300}, 400),
        ({"code": CODE, "name": "a\u0007b"}, 400),
        ({"code": CODE, "name": "=HYPERLINK(A1)"}, 400),
        ({"code": CODE, "name": " ＋1"}, 400),
        ({"code": CODE}, 400),
        ({"code": 7, "name": "Bo"}, 400),
        ([], 400),
    ]:
        answer = await client.post(join, json=body)
        assert answer.status == status, body
        assert "error" in await answer.json()
    closed = await connect(code="")
    for code in ("", CODE):
        assert (await closed.post(join, json={"code": code, "name": "Cy"})).status == 403
    assert [one.name for one in running.people.roster.learners] == ["Ana"]


async def test_learners_of_the_roster_may_take_their_place_once(connect: MakeClient, running: Running) -> None:
    running.people.path.write_text("name,id\nAna,17\nBo,18\n")
    client = await connect()
    assert (await client.post("/v1/join", json={"code": CODE, "name": "Ana"})).status == 200
    assert (await client.post("/v1/join", json={"code": CODE, "name": "17"})).status == 409
    assert running.people.roster.find("17").token
    running.people.path.write_text('Student,ID\n"Ruiz, Ana",17\n"Lee, Bo",18\n')
    assert (await client.post("/v1/join", json={"code": CODE, "name": "ana ruiz"})).status == 200
    assert [bool(one.token) for one in running.people.roster.learners] == [True, False], "as Canvas writes names"


DAMAGED: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"{",
    "a number": b"7",
    "NaN": b'{"version": 1, "device": "' + b"a" * 32 + b'", "sent": NaN, "events": []}',
    "deep nesting": b"[" * 100_000,
    "bytes": bytes(range(256)),
    "no events": json.dumps({"version": 1, "device": "a" * 32, "sent": 1.0}).encode(),
    "a later version": json.dumps(wire(version=2)).encode(),
    "an odd device": json.dumps(wire(device="me")).encode(),
    "a device of bytes": json.dumps(wire(device="\0" * 32)).encode(),
    "a time that is none": json.dumps(wire(sent=1e300)).encode(),
    "a negative time": json.dumps(wire(sent=-1.0)).encode(),
    "events as a mapping": json.dumps(wire(events={})).encode(),
}


@pytest.mark.parametrize("body", DAMAGED.values(), ids=DAMAGED.keys())
async def test_a_damaged_request_is_one_short_answer(connect: MakeClient, running: Running, body: bytes) -> None:
    client, token = await connect(), running.joined()
    answer = await client.post("/v1/events", data=body, headers=bearer(token))
    assert answer.status == 400
    assert len((await answer.json())["error"]) < 300
    assert running.rows() == []


@pytest.mark.parametrize(
    "bad",
    [
        7,
        {},
        {"id": "x"},
        {"seq": 0},
        {"seq": 1 << 60},
        {"at": "now"},
        {"kind": "owned"},
        {"exercise": "../../etc/passwd"},
        {"exercise": "tensors/" + "x" * 300},
        {"verdict": 7},
        {"mistakes": [{"code": "a"}] * 21},
        {"mistakes": "many"},
        {"code": "x" * 70_000},
        {"seconds": 1e400},
    ],
)
async def test_a_damaged_event_does_not_hold_back_the_others(connect: MakeClient, running: Running, bad: Any) -> None:
    client, token, good = await connect(), running.joined(), event()
    batch = wire(good)
    damaged = {**msgspec.to_builtins(event(2)), **bad} if bad and isinstance(bad, dict) else bad
    batch["events"].insert(0, damaged)
    body = json.dumps(batch).replace("Infinity", "1e400")
    answer = await client.post("/v1/events", data=body, headers=bearer(token))
    if answer.status == 400:  # JSON itself does not have the value
        assert "1e400" in body
        return
    receipt = await answer.json()
    assert receipt["stored"] == [good.id]
    assert len(receipt["refused"]) == 1
    assert len(running.rows()) == 1


async def test_odd_texts_are_stored_so_that_any_database_can_hold_them(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()
    odd = event(kind="attempt", verdict="a\0b \u202e ' \"; DROP TABLE mxtutor_events; é 日本 🎉", code="\0")
    assert (await send(client, token, wire(odd)))[0] == 200
    (row,) = running.rows()
    assert row.verdict == "a\ufffdb \u202e ' \"; DROP TABLE mxtutor_events; é 日本 🎉"
    assert row.code == "\ufffd"
    long = event(2, kind="attempt", verdict="y" * 10_000)
    assert (await send(client, token, wire(long)))[0] == 200
    assert len(running.rows()[1].verdict) == 200


async def test_requests_have_limits(connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    client, token = await connect(), running.joined()
    many = [event(n) for n in range(1, MAX_BATCH + 2)]
    assert (await send(client, token, wire(*many)))[0] == 413
    large = await client.post("/v1/events", data=b"x" * (MAX_BODY + 1), headers=bearer(token))
    assert large.status == 413
    assert (await large.json()) == {"error": "This request is too large."}
    assert running.rows() == []
    stranger = await client.post("/v1/join", data=b"x" * 5000)
    assert stranger.status == 413
    monkeypatch.setattr("mxtutor.serving.class_server.MAX_LEARNER_BYTES", 3 * 410)
    status, answer = await send(client, token, wire(*many[:5]))
    assert status == 200
    assert (len(answer["stored"]), len(answer["refused"])) == (3, 2)
    monkeypatch.setattr(serving, "MAX_WAITING", 0)
    assert (await send(client, token, wire(event(9))))[0] == 503


@pytest.mark.parametrize("form", ["chunks", "gzip"])
async def test_a_request_that_hides_its_size_is_read_up_to_the_limit(
    connect: MakeClient, running: Running, form: str
) -> None:
    client, token = await connect(), running.joined()

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(300):
            yield b"x" * (1 << 20)

    packed = gzip.compress(b"0" * (64 << 20))
    data, headers = (chunks(), {}) if form == "chunks" else (packed, {"Content-Encoding": "gzip"})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with contextlib.suppress(aiohttp.ClientConnectionError):  # the server reads no more, and closes
        answer = await client.post("/v1/events", data=data, headers=bearer(token) | headers)
        assert answer.status == 413
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 48 << 10, "KiB: most of it is never read"
    assert running.rows() == []
    assert (await send(client, token, wire(event())))[0] == 200


async def test_each_learner_has_so_many_bytes(
    connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.serving.class_server.MAX_LEARNER_BYTES", 300_000)
    client = await connect()
    for name in ("Ana", "Bo"):
        large = [event(number, kind="attempt", code="x" * 60_000) for number in range(1, 11)]
        token = running.joined(name)
        status, answer = await send(client, token, wire(*large))
        assert (status, len(answer["stored"])) == (200, 4)
        assert {one["code"] for one in answer["refused"]} == {"full"}


async def test_a_class_has_so_many_bytes(
    connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, stored = await connect(), 0
    monkeypatch.setattr("mxtutor.serving.class_server.MAX_STORE_BYTES", 1_000_000)
    for number in range(9):
        large = [event(number, kind="attempt", code="x" * 60_000) for number in range(1, 5)]
        stored += len((await send(client, running.joined(f"Ana {number}"), wire(*large)))[1]["stored"])
    assert 10 < stored < 18
    assert running.file.stat().st_size < 1_200_000
    monkeypatch.setattr("mxtutor.serving.class_server.MAX_STORE_BYTES", 1000)  # far beyond the limit
    status, answer = await send(client, running.joined("Bo"), wire(event(), event(2)))
    assert (status, answer["stored"], {one["code"] for one in answer["refused"]}) == (200, [], {"full"})
    monkeypatch.setattr("mxtutor.live.people.MAX_ROSTER", running.people.path.stat().st_size)
    refused = await client.post("/v1/join", json={"code": CODE, "name": "Bo"})
    assert (refused.status, await refused.json()) == (400, {"error": "The class is full. Tell your instructor."})


async def test_an_event_has_a_limit_in_bytes(connect: MakeClient, running: Running) -> None:
    client, token = await connect(), running.joined()
    _, answer = await send(client, token, wire(event(kind="attempt", code="\U0001f600" * 60_000)))
    assert [one["reason"] for one in answer["refused"]] == ["the event has more than 128 KiB"]


async def test_events_of_other_exercises_are_not_stored(connect: MakeClient, running: Running) -> None:
    client, token = await connect(ClassEntry("Gluon", False, ("tensors/flip",))), running.joined()
    status, answer = await send(client, token, wire(event(1), event(2, exercise="tensors/arccos")))
    assert status == 200
    assert [one["reason"] for one in answer["refused"]] == ["the class does not have this exercise"]
    assert [row.exercise for row in running.rows()] == ["tensors/flip"]


async def test_a_store_that_fails_is_told_once_and_nothing_is_acknowledged(
    connect: MakeClient, running: Running
) -> None:
    client, token, one = await connect(), running.joined(), event(kind="attempt", code="x" * 400)
    await send(client, token, wire(event(9)))
    run_sql(running.store.database, "PRAGMA max_page_count = 1")  # a full disk, for this connection
    many = [event(n, kind="attempt", code="x" * 400) for n in range(1, 100)]
    assert await send(client, token, wire(*many)) == (503, {"error": "The class server cannot store anything now."})
    assert any("is full" in line for line in running.told)
    assert "sqlite" not in json.dumps(await (await client.get("/v1/class", headers=bearer(token))).json())
    assert (await send(client, token, wire(one, *many)))[0] == 200  # the next connection has room again
    assert len(running.rows()) == 101
    assert running.told[-1] == "The store works again."
    assert len(running.told) == 2


async def test_other_addresses_and_methods_are_refused(connect: MakeClient) -> None:
    client = await connect()
    nothing = await client.get("/v1/nothing")
    assert (nothing.status, await nothing.json()) == (404, {"error": "404: Not Found"})
    assert (await client.delete("/v1/events")).status == 405
    assert (await client.get("/../../etc/passwd")).status == 404
    assert "mxtutor class join" in await (await client.get("/")).text()


def test_stores_that_are_none_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_bytes(b"SQLite format 3\0" + b"x" * 200)
    (tmp_path / "text.db").write_text("hello " * 100)
    (tmp_path / "folder.db").mkdir()
    for name, kind in [
        ("gone.db", UsageError),
        ("folder.db", UsageError),
        ("\0.db", UsageError),
        ("text.db", StoreError),
        ("other.db", StoreError),
    ]:
        with pytest.raises(kind) as caught:
            ClassStore(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_a_newer_store_and_a_foreign_file_are_left_alone(tmp_path: Path) -> None:
    import sqlite3

    running = Running(tmp_path)
    run_sql(running.store.database, "UPDATE mxtutor_class_schema SET version = 99")
    running.store.close()
    with pytest.raises(StoreError, match="newer mxtutor"):
        ClassStore(running.file)
    with sqlite3.connect(tmp_path / "foreign.db") as file:
        file.execute("CREATE TABLE notes (text TEXT)")
    with pytest.raises(StoreError, match="another program"):
        ClassStore(tmp_path / "foreign.db", create=True)


async def test_what_is_stored_comes_in_pages(
    connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "PAGE", 2)
    client, token, other = await connect(), running.joined("Ana"), running.joined("Bo")
    await send(client, other, wire(event(1), event(2)))
    await send(client, token, wire(*[event(n) for n in (1, 2, 3)]))
    first = await (await client.get("/v1/mine", headers=bearer(token))).json()
    second = await (await client.get(f"/v1/mine?after={first['next']}", headers=bearer(token))).json()
    assert [row["seq"] for row in first["events"] + second["events"]] == [1, 2, 3]
    assert second["next"] is None
    for after in ("x", "-1", "9" * 30, "٣"):
        assert (await client.get("/v1/mine", params={"after": after}, headers=bearer(token))).status == 400


async def test_a_batch_of_a_learner_who_is_forgotten_while_it_arrives_is_not_stored(
    connect: MakeClient, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, token, add = await connect(), running.joined("Ana"), ClassStore.add

    def forget_and_add(store: ClassStore, *arguments: Any) -> None:
        running.people.forget(running.people.roster.find("Ana"), remove=False)
        add(store, *arguments)

    monkeypatch.setattr(ClassStore, "add", forget_and_add)
    status, _ = await send(client, token, wire(event(1)))
    assert status == 401
    assert running.rows() == []

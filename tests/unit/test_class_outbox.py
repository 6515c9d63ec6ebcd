"""The outbox and the sender: an hour without network loses nothing, and nothing is counted twice."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web

from mxtutor.errors import StoreError
from mxtutor.live import sender as sending
from mxtutor.live.events import Receipt
from mxtutor.live.membership import Membership
from mxtutor.live.outbox import FILE, Outbox
from mxtutor.live.sender import Sender
from mxtutor.live.store import ClassEntry
from tests.unit.live_class import Running, running

OTHER = "http://127.0.0.1:9"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A class server on loopback."""
    (tmp_path / "server").mkdir()
    with running(tmp_path / "server") as found:
        yield found


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[Outbox]:
    """The outbox of a new home."""
    found = Outbox(tmp_path / "home")
    yield found
    found.close()


def fill(outbox: Outbox, url: str, count: int) -> list[str]:
    """Write events; return their ids."""
    made = [outbox.add(url, kind="opened", exercise="tensors/flip") for _ in range(count)]
    return [one.id for one in made if one is not None]


def test_temporary_tables_need_no_folder_that_a_session_may_not_write(outbox: Outbox) -> None:
    with outbox._transaction():
        assert outbox._database.run("PRAGMA temp_store") == [(2,)]


def test_what_is_written_is_there_after_a_restart(tmp_path: Path) -> None:
    first = Outbox(tmp_path)
    ids = fill(first, OTHER, 3)
    device = first.device
    again = Outbox(tmp_path)  # the first one was never closed, as after a kill
    assert [(one.id, one.seq) for one in again.waiting(OTHER, 10)] == list(zip(ids, (1, 2, 3), strict=True))
    assert again.device == device
    again.remove(ids)
    assert fill(again, OTHER, 1)
    assert [one.seq for one in first.waiting(OTHER, 10)] == [4]  # numbers of sent events are not used again
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    first.close()
    again.close()


@pytest.mark.parametrize("body", ["{", "[]", '{"kind": "of another release"}'])
def test_an_event_that_cannot_be_read_is_kept_and_stops_no_other(tmp_path: Path, body: str) -> None:
    outbox = Outbox(tmp_path)
    ids = fill(outbox, OTHER, 3)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE waiting SET body = ? WHERE event = ?", (body, ids[1]))
    assert [one.id for one in outbox.waiting(OTHER, 10)] == [ids[0], ids[2]]
    assert outbox.count(OTHER) == 2
    assert outbox.refused(OTHER) == []
    outbox.close()
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("SELECT body FROM waiting WHERE event = ?", (ids[1],)).fetchone() == (body,)


def test_tutors_of_one_home_share_the_numbers(tmp_path: Path) -> None:
    def work() -> None:
        mine = Outbox(tmp_path)
        fill(mine, OTHER, 25)
        mine.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    outbox = Outbox(tmp_path)
    assert [one.seq for one in outbox.waiting(OTHER, 1000)] == list(range(1, 101))
    outbox.close()


def test_events_go_to_their_class_alone(outbox: Outbox, server: Running) -> None:
    fill(outbox, OTHER, 2)
    mine = fill(outbox, server.url, 3)
    state = Sender(outbox, Membership(server.url, server.joined())).send_once(timeout=60)
    assert (state.phase, state.waiting) == ("connected", 0)
    assert [row.event for row in server.rows()] == mine
    assert outbox.count(OTHER) == 2


def test_an_hour_offline_loses_nothing(outbox: Outbox, server: Running) -> None:
    token = server.joined()
    server.stop()
    ids = fill(outbox, server.url, 2 * sending.BATCH + 7)
    sender = Sender(outbox, Membership(server.url, token))
    state = sender.send_once(timeout=60)
    assert (state.phase, state.waiting) == ("offline", len(ids))
    server.start()
    assert sender.send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == ids
    assert [row.seq for row in server.rows()] == list(range(1, len(ids) + 1))


def test_lost_answers_count_nothing_twice(outbox: Outbox, server: Running) -> None:
    ids = fill(outbox, server.url, 150)
    server.lose_answers = 2
    sender = Sender(outbox, Membership(server.url, server.joined()))
    phases = [sender.send_once(timeout=60).phase for _ in range(4)]
    assert phases[:2] == ["offline", "offline"]
    assert phases[-1] == "connected"
    assert sorted(row.event for row in server.rows()) == sorted(ids)


def test_the_thread_sends_and_stops(outbox: Outbox, server: Running) -> None:
    informed = threading.Event()
    sender = Sender(outbox, Membership(server.url, server.joined()), on_info=lambda _: informed.set(), pause=0.01)
    arrived = threading.Event()
    failures = 3

    def before(request: web.Request) -> None:
        nonlocal failures
        if request.path == "/v1/events":
            if failures:
                failures -= 1
                raise web.HTTPServiceUnavailable(text="{}", content_type="application/json")
            arrived.set()

    server.before = before
    sender.start()
    assert informed.wait(60)
    fill(outbox, server.url, 1)
    sender.wake()
    assert arrived.wait(60)
    sender.stop(60)
    assert len(server.rows()) == 1


def test_a_revoked_token_ends_the_sending_and_keeps_the_events(outbox: Outbox, server: Running) -> None:
    fill(outbox, server.url, 2)
    state = Sender(outbox, Membership(server.url, "forged")).send_once(timeout=60)
    assert (state.phase, state.waiting) == ("refused", 2)
    assert "not valid" in state.detail


def test_one_event_that_the_server_refuses_does_not_hold_back_the_others(outbox: Outbox, tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    with running(tmp_path / "set", entry=ClassEntry("Gluon", False, ("tensors/flip",))) as server:
        outbox.add(server.url, kind="opened", exercise="tensors/other")
        fill(outbox, server.url, 2)
        state = Sender(outbox, Membership(server.url, server.joined())).send_once(timeout=60)
        assert (state.phase, state.waiting) == ("connected", 0)
        assert len(server.rows()) == 2
        assert [why for _, why in outbox.refused(server.url)] == ["the class does not have this exercise"]


def test_a_request_that_is_refused_whole_is_divided(outbox: Outbox, server: Running) -> None:
    fill(outbox, server.url, 40)
    bad = outbox.waiting(server.url, 100)[17]

    def refuse(request: web.Request) -> None:
        if request.path == "/v1/events" and (request.content_length or 0) > 5 * 200:
            raise web.HTTPRequestEntityTooLarge(1, 2, text='{"error": "too large"}')

    server.before = refuse
    sender = Sender(outbox, Membership(server.url, server.joined()))
    assert sender.send_once(timeout=60).waiting == 0
    assert len(server.rows()) == 40
    assert bad.id in {row.event for row in server.rows()}


def test_a_server_that_acknowledges_nothing_is_not_asked_for_ever(
    outbox: Outbox, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(outbox, server.url, 1)
    monkeypatch.setattr("mxtutor.live.sender.send_events", lambda *_, **__: Receipt(stored=()))
    state = Sender(outbox, Membership(server.url, "t")).send_once(timeout=60)
    assert (state.phase, state.waiting) == ("offline", 1)


def test_a_damaged_outbox_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, and longer than its header" * 100)
    outbox = Outbox(tmp_path)
    fill(outbox, OTHER, 1)
    assert len(outbox.waiting(OTHER, 10)) == 1
    assert len(list(tmp_path.glob(f"{FILE}.aside-*"))) == 1
    outbox.close()


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    before = fill(outbox, OTHER, 3)
    outbox._database.run("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match=r"is full\. Free some space") as caught:
        fill(outbox, OTHER, 500)
    assert "\n" not in str(caught.value)
    kept = [one.id for one in outbox.waiting(OTHER, 1000)]  # the connection is a new one, and the limit is gone
    assert kept[:3] == before
    assert fill(outbox, OTHER, 1)
    outbox.close()


def test_an_outbox_has_a_limit(outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxtutor.live.outbox.MOST_EVENTS", 2)
    assert len(fill(outbox, OTHER, 4)) == 2


def test_half_of_a_surrogate_pair_does_not_stop_the_outbox(outbox: Outbox, server: Running) -> None:
    outbox.add(server.url, kind="attempt", exercise="tensors/flip", headline="a \ud83d b\0c", code="x = '\udcff'")
    assert Sender(outbox, Membership(server.url, server.joined())).send_once(timeout=60).waiting == 0
    (row,) = server.rows()
    assert row.headline == "a ? b\ufffdc"


def test_the_file_is_a_plain_database_that_learners_can_read(outbox: Outbox, tmp_path: Path) -> None:
    fill(outbox, OTHER, 1)
    outbox.close()
    with sqlite3.connect(tmp_path / "home" / FILE) as file:
        assert file.execute("SELECT url, refused FROM waiting").fetchall() == [(OTHER, "")]

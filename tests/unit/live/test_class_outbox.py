"""What a class gets: an hour without network loses nothing, nothing is counted twice, nothing goes to another class."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web

from mxtutor.cli import main
from mxtutor.content.class_links import ClassLink
from mxtutor.grading.protocol import Diagnosis, Report, Verdict
from mxtutor.live import reporter as sending
from mxtutor.live.events import Receipt
from mxtutor.live.membership import Membership, join, save_membership
from mxtutor.live.reporter import ClassReporter, waiting
from mxtutor.live.store import ClassEntry
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_to, import_from
from tests.grading.residents import until
from tests.unit.live.live_class import CLASS, CODE, Running, running

OTHER = "http://127.0.0.1:9"
EXERCISE = "tensors/flip"
RELEASE = Path(__file__).resolve().parents[2] / "releases" / "0.3.0"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A class server on loopback."""
    (tmp_path / "server").mkdir()
    with running(tmp_path / "server") as found:
        yield found


@pytest.fixture
def store(home: Path, server: Running) -> Iterator[ProgressStore]:
    """The store of a home that is in the class of the server."""
    with closing(open_store(home)) as found:
        found.enter_class(server.url, shares_code=False)
        yield found


def fill(store: ProgressStore, count: int) -> list[str]:
    """Let so many things happen; return the ids of their events."""
    opened = store.standing(EXERCISE).hints
    for step in range(opened + 1, opened + count + 1):
        store.open_hint(EXERCISE, step)
    return [event.id for event in store.events()][-count:]


def to_send(store: ProgressStore, url: str) -> list[str]:
    return [event.id for _, event in waiting(store, Membership(url, "t"))]


def sender_of(store: ProgressStore, server: Running) -> ClassReporter:
    return ClassReporter(store, Membership(server.url, server.token))


def test_what_happened_before_the_class_was_joined_is_not_sent(home: Path, server: Running) -> None:
    with closing(open_store(home)) as store:
        fill(store, 3)
        join(home, ClassLink(server.url), code=CODE, name="Ana")
        later = fill(store, 2)
        assert to_send(store, server.url) == later
        assert sender_of(store, server).send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == later


def test_each_class_gets_what_happened_since_it_was_joined(store: ProgressStore, server: Running) -> None:
    first = fill(store, 2)
    store.enter_class(OTHER, shares_code=False)
    both = fill(store, 3)
    assert sender_of(store, server).send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == first + both
    assert to_send(store, OTHER) == both


def test_after_leaving_nothing_is_sent_and_after_joining_again_only_what_is_new(
    store: ProgressStore, server: Running, home: Path
) -> None:
    save_membership(home, Membership(server.url, server.token))
    fill(store, 2)
    assert main(["class", "leave", "--yes"]) == 0
    fill(store, 2)
    assert to_send(store, server.url) == []
    store.enter_class(server.url, shares_code=False)
    again = fill(store, 1)
    assert sender_of(store, server).send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == again


def test_an_attempt_is_sent_with_its_mistakes_and_its_code_only_after_it_is_shared(
    store: ProgressStore, server: Running
) -> None:
    report = Report(EXERCISE, Verdict.WRONG, "No.", diagnosis=(Diagnosis("axis", "The axis is wrong.", "Wrong axis"),))
    store.add_attempt(EXERCISE, "x = 1", report, "a" * 64)
    store.enter_class(server.url, shares_code=True)
    store.add_attempt(EXERCISE, "x = 2", report)
    store.keep_drill_check(EXERCISE, "x = 3", report, store.events()[-1].at)
    store.set_aside(EXERCISE, "x = 4")
    sender_of(store, server).send_once(timeout=60)
    rows = server.rows()
    assert [(row.kind, row.verdict, row.code) for row in rows] == [
        ("attempt", "wrong", None), ("attempt", "wrong", "x = 2"),
    ]  # fmt: skip
    assert rows[0].mistakes == '[["axis", ""]]', "codes only; texts come from the content"
    assert rows[0].content == "a" * 16
    store.enter_class(server.url, shares_code=False)
    store.add_attempt(EXERCISE, "x = 5", report)
    sender_of(store, server).send_once(timeout=60)
    assert server.rows()[-1].code is None


def test_what_another_home_did_is_not_sent_after_an_import(
    store: ProgressStore, server: Running, tmp_path: Path
) -> None:
    with closing(open_store(tmp_path / "other")) as other:
        fill(other, 2)
    export_to(tmp_path / "e.json", tmp_path / "other")
    import_from(tmp_path / "e.json", store.home)
    assert store.standing(EXERCISE).hints == 2
    assert to_send(store, server.url) == []


def test_what_happened_waits_after_a_restart(home: Path, store: ProgressStore, server: Running) -> None:
    ids = fill(store, 3)
    with closing(open_store(home)) as again:  # the first one is not closed, as after a kill
        assert to_send(again, server.url) == ids
        assert again.device == store.device
        sender_of(again, server).send_once(timeout=60)
    assert to_send(store, server.url) == []
    assert stat.S_IMODE((home / "progress.db").stat().st_mode) == 0o600
    assert sorted(path.name for path in home.iterdir() if path.suffix == ".db") == ["progress.db"]


@pytest.mark.parametrize("data", ["{", "[]", '{"type": "of another release"}'])
def test_an_event_that_cannot_be_read_stops_no_other(
    home: Path, store: ProgressStore, server: Running, data: str
) -> None:
    ids = fill(store, 3)
    with closing(sqlite3.connect(home / "progress.db")) as database, database:
        database.execute("UPDATE events SET data = ? WHERE id = ?", (data, ids[1]))
    sender_of(store, server).send_once(timeout=60)
    assert [row.event for row in server.rows()] == [ids[0], ids[2]]


def test_tutors_of_one_home_send_everything_once(home: Path, store: ProgressStore, server: Running) -> None:
    token = server.token

    def work(exercise: str) -> None:
        with closing(open_store(home)) as mine:
            for step in range(25):
                mine.open_hint(exercise, step + 1)
            ClassReporter(mine, Membership(server.url, token)).send_once(timeout=60)

    threads = [threading.Thread(target=work, args=(f"tensors/e{number}",)) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert to_send(store, server.url) == []
    assert sorted(row.event for row in server.rows()) == sorted(event.id for event in store.events())


def test_an_outbox_of_an_earlier_release_is_sent_once(home: Path, server: Running) -> None:
    """Two messages wait and one was refused; one of the two has arrived, and its confirmation was lost."""
    shutil.copytree(RELEASE, home)
    with closing(sqlite3.connect(home / "class-outbox.db")) as database, database:
        database.execute("UPDATE waiting SET url = ?", (server.url,))
        bodies = dict(database.execute("SELECT event, body FROM waiting ORDER BY number"))
        database.execute("UPDATE waiting SET number = 7, body = '{' WHERE number = 3")
        database.execute(
            "INSERT INTO waiting VALUES (3, ?, ?, ?, 'too large')", (server.url, "c" * 32, bodies.popitem()[1])
        )
    save_membership(home, Membership(server.url, server.token, share_code=True))
    with closing(open_store(home)) as store:
        earlier = len(store.events())
        assert to_send(store, server.url) == list(bodies)
        assert [(one.id, why) for one, why in store.refused(server.url)] == [("c" * 32, "too large")]
        server.lose_answers = 1
        assert sender_of(store, server).send_once(timeout=60).phase == "offline"
    assert not (home / "class-outbox.db").exists()
    (aside,) = home.glob("class-outbox.db.aside-*")
    assert stat.S_IMODE(aside.stat().st_mode) & 0o077 == 0
    with closing(open_store(home)) as store:
        assert len(store.events()) == earlier
        new = fill(store, 1)
        sender = sender_of(store, server)
        while sender.send_once(timeout=60).waiting:
            pass
    assert [row.event for row in server.rows()] == [*bodies, *new]
    assert [(row.verdict, row.code) for row in server.rows()][:2] == [("wrong", "x = 1"), ("right", "x = 1")]
    assert main(["class", "leave", "--yes"]) == 0
    assert not list(home.glob("class*"))
    with closing(open_store(home)) as store:
        assert len(store.events()) == earlier - len(bodies)  # with the new event, without the refused message


def test_a_damaged_outbox_of_an_earlier_release_is_set_aside(home: Path) -> None:
    home.mkdir()
    (home / "class-outbox.db").write_bytes(b"not a database, and longer than its header" * 100)
    with closing(open_store(home)) as store:
        assert store.events() == []
    assert len(list(home.glob("class-outbox.db.aside-*"))) == 1


def test_an_hour_offline_loses_nothing(store: ProgressStore, server: Running) -> None:
    token = server.token
    server.stop()
    ids = fill(store, 2 * sending.BATCH + 7)
    sender = ClassReporter(store, Membership(server.url, token))
    state = sender.send_once(timeout=60)
    assert (state.phase, state.waiting) == ("offline", len(ids))
    server.start()
    assert sender.send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == ids
    assert [row.seq for row in server.rows()] == list(range(1, len(ids) + 1))


def test_lost_answers_count_nothing_twice(store: ProgressStore, server: Running) -> None:
    ids = fill(store, 150)
    server.lose_answers = 2
    sender = sender_of(store, server)
    phases = [sender.send_once(timeout=60).phase for _ in range(4)]
    assert phases[:2] == ["offline", "offline"]
    assert phases[-1] == "connected"
    assert sorted(row.event for row in server.rows()) == sorted(ids)


def test_the_thread_sends_and_stops(store: ProgressStore, server: Running) -> None:
    sender = ClassReporter(store, Membership(server.url, server.token), pause=0.01)
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
    assert until(lambda: sender.membership.title == CLASS.title)
    fill(store, 1)
    sender.wake()
    assert arrived.wait(60)
    sender.stop(60)
    assert len(server.rows()) == 1


def test_a_revoked_token_ends_the_sending_and_keeps_the_events(store: ProgressStore, server: Running) -> None:
    fill(store, 2)
    state = ClassReporter(store, Membership(server.url, "forged")).send_once(timeout=60)
    assert (state.phase, state.waiting) == ("refused", 2)
    assert "not valid" in state.detail


def test_one_event_that_the_server_refuses_does_not_hold_back_the_others(home: Path, tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    entry = ClassEntry("Gluon", False, (EXERCISE,))
    with running(tmp_path / "set", entry=entry) as server, closing(open_store(home)) as store:
        store.enter_class(server.url, shares_code=False)
        store.open_hint("tensors/other", 1)
        fill(store, 2)
        state = sender_of(store, server).send_once(timeout=60)
        assert (state.phase, state.waiting) == ("connected", 0)
        assert len(server.rows()) == 2
        assert [why for _, why in store.refused(server.url)] == ["the class does not have this exercise"]


def test_a_request_that_is_refused_whole_is_divided(store: ProgressStore, server: Running) -> None:
    ids = fill(store, 40)

    def refuse(request: web.Request) -> None:
        if request.path == "/v1/events" and (request.content_length or 0) > 5 * 200:
            raise web.HTTPRequestEntityTooLarge(1, 2, text='{"error": "too large"}')

    server.before = refuse
    sender = sender_of(store, server)
    assert sender.send_once(timeout=60).waiting == 0
    assert [row.event for row in server.rows()] == ids


def test_a_server_that_acknowledges_nothing_is_not_asked_for_ever(
    store: ProgressStore, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, 1)
    monkeypatch.setattr("mxtutor.live.reporter.send_events", lambda *_, **__: Receipt(stored=()))
    state = ClassReporter(store, Membership(server.url, "t")).send_once(timeout=60)
    assert (state.phase, state.waiting) == ("offline", 1)


def test_half_of_a_surrogate_pair_does_not_stop_the_sending(store: ProgressStore, server: Running) -> None:
    membership = Membership(server.url, "t", share_code=True)
    store.enter_class(membership.url, shares_code=True)
    store.add_attempt(EXERCISE, "x = '\udcff\0'", Report(EXERCISE, Verdict.WRONG, "a \ud83d b\0c"))
    assert sender_of(store, server).send_once(timeout=60).waiting == 0
    (row,) = server.rows()
    assert (row.code, row.headline) == ("x = '?\ufffd'", ""), "no text of a report is sent"

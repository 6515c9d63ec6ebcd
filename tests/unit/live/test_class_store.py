"""The class store: events are stored once, and what is acknowledged is never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mxtutor.live.client import TokenRefusedError
from mxtutor.live.events import size_of
from mxtutor.live.membership import Membership
from mxtutor.live.reporter import ClassReporter, waiting
from mxtutor.live.store import ClassEntry, ClassStore, Sent
from mxtutor.progress.events import Opened
from mxtutor.progress.store import open_store
from tests.unit.live.live_class import CLASS, DEVICE, event

ANA = Sent("learner-ana", DEVICE, 100.0, 100.0)
BO = Sent("learner-bo", "b" * 32, 100.0, 100.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClassStore]:
    """An empty store with one class."""
    found = ClassStore(tmp_path / "class.db", create=True)
    found.begin(CLASS, 1.0)
    yield found
    found.close()


def stored(store: ClassStore) -> list[str]:
    """Return the ids of all events."""
    return [row.event for row in store.rows(CLASS.title)]


def test_events_are_stored_once_and_read_in_their_order(store: ClassStore) -> None:
    first, second = event(1), event(2, kind="attempt", code="é 日本 🎉 ' \"", verdict="wrong")
    store.add(CLASS.title, ANA, [first])
    store.add(CLASS.title, ANA, [first, second, second])
    store.add(CLASS.title, BO, [first])
    rows = store.rows(CLASS.title)
    assert [(row.learner, row.event) for row in rows] == [
        ("learner-ana", first.id),
        ("learner-ana", second.id),
        ("learner-bo", first.id),
    ]
    assert (rows[1].code, rows[1].seq) == (second.code, 2)
    assert [row.event for row in store.rows(CLASS.title, after=rows[1].number)] == [first.id]
    assert (store.count(CLASS.title), len(store.rows(CLASS.title, learner="learner-ana"))) == (3, 2)
    assert store.code_of(rows[1].number) == second.code
    reader = ClassStore(store.path)
    assert stored(reader) == stored(store)
    reader.close()


def test_a_store_holds_several_classes(store: ClassStore) -> None:
    store.begin(ClassEntry("Other", True, ("tensors/flip",)), 2.0)
    store.begin(ClassEntry("Other", False, ("tensors/flip", "tensors/erf")), 3.0)
    store.add("Other", ANA, [event()])
    assert store.entry() == ClassEntry("Other", False, ("tensors/flip", "tensors/erf"))
    assert (store.count(CLASS.title), store.count("Other")) == (0, 1)
    store.begin(CLASS, 4.0)
    assert store.entry() == CLASS, "a class that is served again is the newest one"


def test_a_forgotten_learner_is_gone(store: ClassStore) -> None:
    store.add(CLASS.title, ANA, [event(1), event(2)])
    store.add(CLASS.title, BO, [event(1)])
    store.add_helped(CLASS.title, "learner-ana", "tensors/flip", 5.0)
    assert store.forget(CLASS.title, "learner-ana") == 3
    assert store.rows(CLASS.title, learner="learner-ana") == []
    assert store.learners(CLASS.title) == {"learner-bo"}
    assert store.forget(CLASS.title, "learner-ana") == 0


def test_no_event_survives_that_arrives_while_its_learner_is_forgotten(store: ClassStore) -> None:
    """Whatever the order of the two transactions, no row of the learner is left."""
    other = ClassStore(store.path)
    started, revoked = threading.Event(), threading.Event()

    def check() -> None:
        if revoked.is_set():
            raise TokenRefusedError("Your token is not valid.")

    def send() -> None:
        for number in range(1, 60):
            try:
                store.add(CLASS.title, ANA, [event(number)], check)
            except TokenRefusedError:
                return
            started.set()

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    assert started.wait(60)
    revoked.set()  # as `class forget` changes the roster first
    other.forget(CLASS.title, "learner-ana")
    thread.join()
    assert store.rows(CLASS.title, learner="learner-ana") == []
    other.close()


SERVER = """
import sys
from mxtutor.cli import main
sys.exit(main(["serve", "--no-browser", "--port", sys.argv[1], "--code", "birch-42-larch"]))
"""


def test_a_server_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    """SIGKILL while batches arrive; the next server has everything, once."""
    progress, port = open_store(tmp_path / "home"), "0"
    url = token = ""
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, port], cwd=tmp_path, stderr=subprocess.PIPE, text=True, env={**os.environ}
        )
        assert process.stderr is not None
        line = process.stderr.readline()
        url = line.partition(" at ")[2].partition(";")[0]
        port = url.rpartition(":")[2]
        if not token:
            from mxtutor.live.client import join_class

            token = join_class(url, "birch-42-larch", "Ana").token
            progress.enter_class(url, shares_code=False)
        for _ in range(120):
            progress.append("tensors/flip", Opened())
        sender = ClassReporter(progress, Membership(url, token))
        thread = threading.Thread(target=partial(sender.send_once, timeout=10))
        thread.start()
        process.send_signal(signal.SIGKILL)
        thread.join()
        process.wait()
        process.stderr.close()
    reader = ClassStore(tmp_path / "class.db")
    there = {row.event for row in reader.rows("class")}
    left = {event.id for _, event in waiting(progress, Membership(url, token))}
    assert there | left == {event.id for event in progress.events()}
    assert len(reader.rows("class")) == len(there)
    reader.close()
    progress.close()


def test_the_bytes_of_a_learner_are_known(store: ClassStore) -> None:
    events = [event(1, kind="attempt", code="é" * 5000), event(2, code="x" * 100), event(3)]
    store.add(CLASS.title, ANA, events)
    store.add(CLASS.title, BO, [event(number, code=f"{number}" * 1000) for number in range(1, 200)])
    assert store.used_by(CLASS.title, "learner-ana") == sum(map(size_of, events)) + 3 * len("[]")
    assert store.used_by(CLASS.title, "nobody") == 0

"""Reference results are computed once, also when many threads ask at once, and ahead of the next check."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import numpy as np
import pytest

from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError
from mxtutor.grading.references import store as module
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.references.store import KEPT_BYTES, ReferenceStore
from mxtutor.grading.results.values import Outcome, Value, ValueKind
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker
from tests.unit.specimens import exercise

SUBJECT = exercise({"x": {"values": [1, 2]}})


class Computing:
    """Replaces the reference worker and records the seeds that are requested."""

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.act: Callable[[int], None] = lambda _: None
        self.bytes = 0
        """Size of each result."""

    def __call__(
        self, worker: Worker, subject: Exercise, seed: int, gpus: int, *, running: RunningJobs | None = None
    ) -> Prepared:
        self.seeds.append(seed)
        self.act(seed)
        found = Outcome(Value(ValueKind.TORCH, array=np.zeros(self.bytes, np.uint8)))
        return Prepared(subject, seed, (), (found,), gpus=gpus)


@pytest.fixture
def computing(monkeypatch: pytest.MonkeyPatch) -> Computing:
    """A computation that is counted."""
    made = Computing()
    monkeypatch.setattr(module, "prepare", made)
    return made


@pytest.fixture
def store(computing: Computing) -> ReferenceStore:
    """A store over that computation."""
    return ReferenceStore(cast(Worker, None))


class Gate:
    """Holds a computation until it is released."""

    def __init__(self) -> None:
        self.entered, self.release = threading.Event(), threading.Event()

    def __call__(self, seed: int) -> None:
        if seed == 1:
            self.entered.set()
            assert self.release.wait(30)


def test_a_seed_is_computed_once(store: ReferenceStore, computing: Computing) -> None:
    assert store.get(SUBJECT, 1) is store.get(SUBJECT, 1)
    store.get(SUBJECT, 1, gpus=2)
    assert computing.seeds == [1, 1]


def test_threads_that_ask_at_once_wait_for_one_computation(store: ReferenceStore, computing: Computing) -> None:
    computing.act = gate = Gate()
    asking = threading.Barrier(8)

    def ask() -> Prepared:
        asking.wait(30)
        return store.get(SUBJECT, 1)

    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ask) for _ in range(8)]
        assert gate.entered.wait(30)
        gate.release.set()
        assert len({id(one.result(30)) for one in asked}) == 1
    assert computing.seeds == [1]


def test_other_seeds_are_computed_meanwhile(store: ReferenceStore, computing: Computing) -> None:
    computing.act = gate = Gate()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.get, SUBJECT, 1)
        assert gate.entered.wait(30)
        assert store.get(SUBJECT, 2).seed == 2
        gate.release.set()
        assert waiting.result(30).seed == 1


def test_a_computation_that_fails_is_not_remembered(store: ReferenceStore, computing: Computing) -> None:
    def fail(_: int) -> None:
        raise BrokenError("no torch")

    computing.act = fail
    for _ in range(2):
        with pytest.raises(BrokenError, match="no torch"):
            store.get(SUBJECT, 3)
    assert store.compute_ahead(SUBJECT, lambda: 0) is None
    computing.act = lambda _: None
    assert store.get(SUBJECT, 3).seed == 3


def test_a_failure_lets_the_next_thread_try(store: ReferenceStore, computing: Computing) -> None:
    gate, waits = Gate(), threading.Event()

    def fail_first(seed: int) -> None:
        if len(computing.seeds) == 1:
            gate(seed)
            raise BrokenError("no torch")

    def second() -> Prepared:
        waits.set()
        return store.get(SUBJECT, 1)

    computing.act = fail_first
    with ThreadPoolExecutor(2) as pool:
        failing = pool.submit(store.get, SUBJECT, 1)
        assert gate.entered.wait(30)
        trying = pool.submit(second)
        assert waits.wait(30)
        gate.release.set()
        with pytest.raises(BrokenError, match="no torch"):
            failing.result(30)
        assert trying.result(30).seed == 1


def test_the_results_that_were_used_longest_ago_go_first(store: ReferenceStore, computing: Computing) -> None:
    computing.bytes = KEPT_BYTES // 4  # a little more, with all that is around it
    for seed in (0, 1, 2, 0, 3):
        store.get(SUBJECT, seed)
    computing.seeds.clear()
    store.get(SUBJECT, 0)
    assert computing.seeds == []
    store.get(SUBJECT, 1)
    assert computing.seeds == [1]


def test_all_callers_together_keep_no_more_than_the_limit(computing: Computing) -> None:
    computing.bytes = KEPT_BYTES // 4
    stores = [ReferenceStore(cast(Worker, None)) for _ in range(8)]
    for store in stores:
        store.get(SUBJECT, 1)
    computing.seeds.clear()
    for store in reversed(stores):
        store.get(SUBJECT, 1)
    assert 5 <= len(computing.seeds) <= 8


def test_a_result_larger_than_the_limit_is_not_kept(store: ReferenceStore, computing: Computing) -> None:
    store.get(SUBJECT, 1)
    computing.bytes = KEPT_BYTES
    assert store.get(SUBJECT, 2).seed == store.get(SUBJECT, 2).seed == 2
    store.get(SUBJECT, 1)
    assert computing.seeds == [1, 2, 2]


def test_results_ahead_serve_one_check_of_their_device(store: ReferenceStore, computing: Computing) -> None:
    ahead = store.compute_ahead(SUBJECT, lambda: 0)
    assert ahead is not None
    assert store.compute_ahead(SUBJECT, lambda: 0) is ahead
    assert store.take(SUBJECT, None, 0) is ahead
    assert store.take(SUBJECT, 5, 0).seed == 5
    assert len(computing.seeds) == 2
    store.compute_ahead(SUBJECT, lambda: 0)
    assert store.take(SUBJECT, None, 1).gpus == 1


def test_a_check_waits_for_results_that_are_being_computed_ahead(
    store: ReferenceStore, computing: Computing, monkeypatch: pytest.MonkeyPatch
) -> None:
    computing.act = gate = Gate()
    monkeypatch.setattr(module, "fresh_seed", lambda: 1)
    with ThreadPoolExecutor(2) as pool:
        ahead = pool.submit(store.compute_ahead, SUBJECT, lambda: 0)
        assert gate.entered.wait(30)
        taking = pool.submit(store.take, SUBJECT, None, 0)
        gate.release.set()
        assert taking.result(30) is ahead.result(30)
    assert computing.seeds == [1]

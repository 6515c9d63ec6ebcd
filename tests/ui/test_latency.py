"""The times of garbage collections."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mxtutor.ui import latency


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Begin and end with the collector as Python has it: a test may have run the tutor in this process."""
    thresholds = 700, 10, 10
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


def _rings() -> int:
    return sum(isinstance(o, Ring) for o in gc.get_objects())


def test_only_new_objects_are_searched_while_the_tutor_starts() -> None:
    searched: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            searched.append(info["generation"])

    gc.callbacks.append(note)
    try:
        latency.begin_start()
        for _ in range(3 * latency.START_OBJECTS):
            Ring()
        assert _rings() <= latency.START_OBJECTS
        assert set(searched) == {0}
        latency.end_start()
    finally:
        gc.callbacks.remove(note)


def test_what_is_there_when_it_settles_is_never_searched_again() -> None:
    latency.begin_start()
    Ring()
    before = len(gc.get_objects())
    latency.end_start()
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before
    assert len(gc.get_objects()) < before / 10


def test_old_objects_are_searched_by_tidy_only() -> None:
    latency.begin_start()
    latency.end_start()
    searched: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            searched.append(info["generation"])

    gc.callbacks.append(note)
    try:
        kept = [Ring() for _ in range(300_000)]
        assert 1 in searched
        assert 2 not in searched
        del kept
        latency.tidy()
        assert 2 in searched
        assert _rings() == 0
        searched.clear()
        latency.tidy()
        assert searched == [], "there is nothing new"
    finally:
        gc.callbacks.remove(note)


def test_without_a_hold_the_collector_is_left_alone() -> None:
    thresholds = gc.get_threshold()
    latency.end_start()
    latency.tidy()
    assert gc.get_threshold() == thresholds
    assert gc.get_freeze_count() == 0

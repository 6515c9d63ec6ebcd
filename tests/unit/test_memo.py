"""What was made once is remembered, also when many threads ask at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mxtutor.grading.references.cache import Memo


def test_a_value_is_made_once() -> None:
    memo: Memo[list[int]] = Memo(2)
    first = memo.get("a", lambda: [1])
    assert memo.get("a", lambda: [2]) is first


def test_threads_that_ask_at_once_wait_for_one_making() -> None:
    memo: Memo[object] = Memo(2)
    asking, made = threading.Barrier(8), []
    entered, release = threading.Event(), threading.Event()

    def make() -> object:
        made.append(threading.get_ident())
        entered.set()
        assert release.wait(30)
        return object()

    def ask() -> object:
        asking.wait(30)
        return memo.get("a", make)

    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ask) for _ in range(8)]
        assert entered.wait(30)
        release.set()
        assert len({id(one.result(30)) for one in asked}) == 1
    assert len(made) == 1


def test_other_keys_are_made_meanwhile() -> None:
    memo: Memo[str] = Memo(4)
    entered, release = threading.Event(), threading.Event()

    def slow() -> str:
        entered.set()
        assert release.wait(30)
        return "slow"

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(memo.get, "a", slow)
        assert entered.wait(30)
        assert memo.get("b", lambda: "quick") == "quick"
        release.set()
        assert waiting.result(30) == "slow"


def test_a_making_that_fails_is_not_remembered() -> None:
    memo: Memo[int] = Memo(2)

    def fail() -> int:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            memo.get("a", fail)
    assert memo.get("a", lambda: 3) == 3


def test_a_failure_lets_the_next_thread_try() -> None:
    memo: Memo[int] = Memo(2)
    entered, release, waits = threading.Event(), threading.Event(), threading.Event()

    def fail() -> int:
        entered.set()
        assert release.wait(30)
        raise ValueError("no")

    def second() -> int:
        waits.set()
        return memo.get("a", lambda: 5)

    with ThreadPoolExecutor(2) as pool:
        failing = pool.submit(memo.get, "a", fail)
        assert entered.wait(30)
        trying = pool.submit(second)
        assert waits.wait(30)
        release.set()
        with pytest.raises(ValueError, match="no"):
            failing.result(30)
        assert trying.result(30) == 5


def test_the_value_that_was_asked_for_longest_ago_goes_first() -> None:
    memo: Memo[int] = Memo(2)
    for key in ("a", "b"):
        memo.get(key, lambda: 1)
    memo.get("a", lambda: 2)
    memo.get("c", lambda: 1)
    assert memo.get("a", lambda: 3) == 1
    assert memo.get("b", lambda: 3) == 3

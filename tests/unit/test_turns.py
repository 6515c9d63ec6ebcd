"""Turns: who comes next, who waits, and what a cancelled or a class's call may do."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.service.turns import HALF_LIFE, MAX_WAITING, Caller, CancelledError, ReplacedError, Ticket, Turns

LONG = 60.0
"""Longest wait for what happens at once on a machine that is not busy."""


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Job:
    """A call in a thread of its own, which runs until it is released."""

    def __init__(
        self,
        turns: Turns,
        caller: Caller,
        *,
        background: bool = False,
        gives_way: bool = False,
        order: list[str] | None = None,
    ) -> None:
        self.ticket: Ticket | None = None
        self.begun, self.release = threading.Event(), threading.Event()
        self.cancelled = self.replaced = self.late = False
        self._turns, self._caller, self._order = turns, caller, order
        self._kind = {"background": background, "gives_way": gives_way}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.ticket = ticket = self._turns.queue(self._caller, **self._kind)
            with self._turns.hold(ticket):
                if self._order is not None:
                    self._order.append(self._caller.name)
                self.begun.set()
                self.late = not self.release.wait(LONG)
        except CancelledError:
            self.cancelled = True
        except ReplacedError:
            self.replaced = True

    def waits(self) -> bool:
        """Return whether it has asked for a turn and got none."""
        return until(lambda: self.ticket is not None) and not self.begun.wait(0.02)

    def end(self) -> None:
        """Let it end, and wait for that."""
        self.release.set()
        self._thread.join(LONG)
        assert not self._thread.is_alive()
        assert not self.late, "it was not released in time"


def until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + LONG
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)
    return condition()


@pytest.fixture
def clock() -> Clock:
    """The clock of the turns."""
    return Clock()


@pytest.fixture
def turns(clock: Clock) -> Turns:
    """Turns on one core: eight callers at once."""
    return Turns(1, clock)


def test_one_call_of_a_caller_runs_and_others_of_it_wait(turns: Turns) -> None:
    ana, ben = turns.join("ana"), turns.join("ben")
    first = Job(turns, ana)
    assert first.begun.wait(LONG)
    second, other = Job(turns, ana), Job(turns, ben)
    assert other.begun.wait(LONG), "another caller does not wait for her"
    assert second.waits()
    first.end()
    assert second.begun.wait(LONG)
    second.end()
    other.end()


def test_a_call_that_gives_way_takes_no_place_of_one_that_waits(turns: Turns) -> None:
    ana = turns.join("ana")
    running = Job(turns, ana)
    assert running.begun.wait(LONG)
    review = Job(turns, ana, gives_way=True)
    assert review.waits(), "no other call waits"
    check = Job(turns, ana)
    assert until(lambda: review.replaced)
    assert check.waits()
    late = Job(turns, ana, gives_way=True)
    assert until(lambda: late.replaced)
    running.end()
    assert check.begun.wait(LONG)
    check.end()


def test_connections_of_one_learner_share_their_turns(turns: Turns) -> None:
    assert turns.join("ana") is turns.join("ana")
    assert turns.join("ana") is not turns.join("ana", many=True)


def test_the_caller_who_used_least_comes_first(turns: Turns, clock: Clock) -> None:
    holders = [Job(turns, turns.join(f"holder {i}")) for i in range(8)]
    assert all(job.begun.wait(LONG) for job in holders)
    order: list[str] = []
    busy, idle = turns.join("busy"), turns.join("idle")
    busy.add(5.0, clock.now)
    late = [Job(turns, busy, order=order)]
    assert late[0].waits()
    late.append(Job(turns, idle, order=order))
    assert late[1].waits()
    holders[0].end()
    assert late[1].begun.wait(LONG)
    late[1].end()
    assert late[0].begun.wait(LONG)
    for job in (late[0], *holders[1:]):
        job.end()
    assert [name.split()[0] for name in order] == ["idle", "busy"]


def test_use_is_forgotten_by_half_each_half_life_but_not_by_a_new_connection(turns: Turns, clock: Clock) -> None:
    ana = turns.join("ana")
    ana.add(8.0, clock.now)
    turns.leave(ana)
    assert turns.join("ana") is ana
    clock.now += 2 * HALF_LIFE
    assert ana.use(clock.now) == pytest.approx(2.0)
    turns.leave(ana)
    clock.now += 20 * HALF_LIFE
    assert turns.join("ana") is not ana


def test_a_class_takes_what_is_left_and_at_least_one_slot(turns: Turns) -> None:
    school, ana = turns.join("school", many=True), turns.join("ana")
    answers = [Job(turns, school) for _ in range(3)]
    assert until(lambda: sum(job.begun.is_set() for job in answers) == 1), "one core: one at a time"
    learner = Job(turns, ana)
    assert learner.begun.wait(LONG), "a learner does not wait for a class"
    running = next(job for job in answers if job.begun.is_set())
    running.end()
    assert until(lambda: sum(job.begun.is_set() for job in answers) == 2), "a class goes on beside learners"
    learner.end()
    for job in answers:
        job.end()


def test_a_class_uses_every_core_that_no_learner_uses() -> None:
    turns = Turns(2)
    school = turns.join("school", many=True)
    answers = [Job(turns, school) for _ in range(3)]
    assert until(lambda: sum(job.begun.is_set() for job in answers) == 2)
    for job in answers:
        job.end()


def test_what_is_prepared_for_a_learner_comes_before_a_class(turns: Turns) -> None:
    school, ana = turns.join("school", many=True), turns.join("ana")
    first = Job(turns, school)
    assert first.begun.wait(LONG)
    second = Job(turns, school)
    assert second.waits()
    prepared = Job(turns, ana, background=True)
    assert prepared.waits()
    first.end()
    assert prepared.begun.wait(LONG)
    prepared.end()
    second.end()


def test_a_cancelled_call_gets_no_turn_and_those_that_run_are_left_alone(turns: Turns) -> None:
    ana = turns.join("ana")
    running, waiting = Job(turns, ana), None
    assert running.begun.wait(LONG)
    waiting = Job(turns, ana)
    assert waiting.waits()
    turns.cancel([ticket for ticket in (running.ticket, waiting.ticket) if ticket])
    assert until(lambda: waiting.cancelled)
    running.end()
    assert not running.cancelled
    assert turns.condition()[1:3] == (0, 0)


def test_a_newer_call_of_a_learner_takes_the_place_of_the_one_that_waits(turns: Turns) -> None:
    ana, ben = turns.join("ana"), turns.join("ben")
    running, other = Job(turns, ana), Job(turns, ben)
    assert running.begun.wait(LONG)
    assert other.begun.wait(LONG)
    of_ben = Job(turns, ben)
    assert of_ben.waits()
    older = Job(turns, ana)
    assert older.waits()
    for _ in range(3):
        newer = Job(turns, ana)
        assert until(lambda: older.replaced), "it is told at once"  # noqa: B023 - it is called in this round
        assert newer.waits()
        older = newer
    assert turns.condition()[1:3] == (2, 2), "those of others wait on"
    running.end()
    assert older.begun.wait(LONG)
    for job in (older, other, of_ben):
        job.end()
    assert turns.condition()[1:3] == (0, 0)


def test_what_is_prepared_and_a_check_do_not_replace_each_other() -> None:
    turns = Turns(1)
    ana, school = turns.join("ana"), turns.join("school", many=True)
    running, first = Job(turns, ana), Job(turns, school)
    assert running.begun.wait(LONG)
    assert first.begun.wait(LONG)
    check = Job(turns, ana)
    assert check.waits()
    older = Job(turns, ana, background=True)
    assert older.waits()
    newer = Job(turns, ana, background=True)
    assert until(lambda: older.replaced)
    assert newer.waits()
    running.end()
    assert check.begun.wait(LONG)
    check.end()
    first.end()
    assert newer.begun.wait(LONG)
    newer.end()


def test_too_many_calls_of_a_class_fail_at_once(turns: Turns) -> None:
    school = turns.join("school", many=True)
    jobs = [Job(turns, school) for _ in range(MAX_WAITING + 1)]
    assert until(lambda: len(school.later) == MAX_WAITING)
    ticket = turns.queue(school, background=False)
    with pytest.raises(BrokenError, match="calls wait already"), turns.hold(ticket):
        pass
    for job in jobs:
        job.release.set()
    for job in jobs:
        job.end()


def test_the_condition_says_what_runs_and_since_when_nothing_does(turns: Turns, clock: Clock) -> None:
    ana = turns.join("ana")
    job = Job(turns, ana)
    assert job.begun.wait(LONG)
    assert turns.condition() == (1, 1, 0, 1, 0.0)
    job.end()
    clock.now += 7.0
    assert turns.condition() == (1, 0, 0, 1, 7.0)

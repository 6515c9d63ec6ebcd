"""Turns: who comes next, who waits, and what a cancelled or a class's call may do."""

from __future__ import annotations

import asyncio

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.service.turns import HALF_LIFE, MAX_WAITING, Caller, Turns


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Job:
    """A call that runs from its turn until it is ended."""

    def __init__(
        self,
        turns: Turns,
        caller: Caller,
        *,
        background: bool = False,
        gives_way: bool = False,
        order: list[str] | None = None,
    ) -> None:
        self.begun, self.error = False, ""
        self.ticket = turns.queue(caller, background=background, gives_way=gives_way)
        self._turns, self._caller, self._order = turns, caller, order
        self._release = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            async with self._turns.hold(self.ticket):
                if self._order is not None:
                    self._order.append(self._caller.name)
                self.begun = True
                await self._release.wait()
        except BrokenError as error:
            self.error = error.message

    async def runs(self) -> bool:
        """Return whether it has its turn."""
        await settle()
        return self.begun

    async def waits(self) -> bool:
        """Return whether it has no turn and may get one."""
        await settle()
        return not self.begun and not self.error

    async def replaced(self) -> bool:
        """Return whether another call has its place."""
        await settle()
        return "newer check" in self.error

    async def end(self) -> None:
        """Let it end, and wait for that."""
        self._release.set()
        await self._task
        await settle()


async def settle() -> None:
    """Let all calls go on as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    """The clock of the turns."""
    return Clock()


@pytest.fixture
def turns(clock: Clock) -> Turns:
    """Turns on one core: eight callers at once."""
    return Turns(1, clock)


async def test_one_call_of_a_caller_runs_and_others_of_it_wait(turns: Turns) -> None:
    ana, ben = turns.join("ana"), turns.join("ben")
    first = Job(turns, ana)
    assert await first.runs()
    second, other = Job(turns, ana), Job(turns, ben)
    assert await other.runs(), "another caller does not wait for her"
    assert await second.waits()
    await first.end()
    assert await second.runs()
    await second.end()
    await other.end()


async def test_a_call_that_gives_way_takes_no_place_of_one_that_waits(turns: Turns) -> None:
    ana = turns.join("ana")
    running = Job(turns, ana)
    assert await running.runs()
    review = Job(turns, ana, gives_way=True)
    assert await review.waits(), "no other call waits"
    check = Job(turns, ana)
    assert await review.replaced()
    assert await check.waits()
    late = Job(turns, ana, gives_way=True)
    assert await late.replaced()
    await running.end()
    assert await check.runs()
    await check.end()


async def test_connections_of_one_learner_share_their_turns(turns: Turns) -> None:
    assert turns.join("ana") is turns.join("ana")
    assert turns.join("ana") is not turns.join("ana", many=True)


async def test_the_caller_who_used_least_comes_first(turns: Turns, clock: Clock) -> None:
    holders = [Job(turns, turns.join(f"holder {i}")) for i in range(8)]
    assert all([await job.runs() for job in holders])
    order: list[str] = []
    busy, idle = turns.join("busy"), turns.join("idle")
    busy.add(5.0, clock.now)
    late = [Job(turns, busy, order=order)]
    assert await late[0].waits()
    late.append(Job(turns, idle, order=order))
    assert await late[1].waits()
    await holders[0].end()
    assert await late[1].runs()
    await late[1].end()
    assert await late[0].runs()
    for job in (late[0], *holders[1:]):
        await job.end()
    assert [name.split()[0] for name in order] == ["idle", "busy"]


async def test_use_is_forgotten_by_half_each_half_life_but_not_by_a_new_connection(turns: Turns, clock: Clock) -> None:
    ana = turns.join("ana")
    ana.add(8.0, clock.now)
    turns.leave(ana)
    assert turns.join("ana") is ana
    clock.now += 2 * HALF_LIFE
    assert ana.use(clock.now) == pytest.approx(2.0)
    turns.leave(ana)
    clock.now += 20 * HALF_LIFE
    assert turns.join("ana") is not ana


async def test_a_class_takes_what_is_left_and_at_least_one_slot(turns: Turns) -> None:
    school, ana = turns.join("school", many=True), turns.join("ana")
    answers = [Job(turns, school) for _ in range(3)]
    await settle()
    assert sum(job.begun for job in answers) == 1, "one core: one at a time"
    learner = Job(turns, ana)
    assert await learner.runs(), "a learner does not wait for a class"
    running = next(job for job in answers if job.begun)
    await running.end()
    await settle()
    assert sum(job.begun for job in answers) == 2, "a class goes on beside learners"
    await learner.end()
    for job in answers:
        await job.end()


async def test_a_class_uses_every_core_that_no_learner_uses() -> None:
    turns = Turns(2)
    school = turns.join("school", many=True)
    answers = [Job(turns, school) for _ in range(3)]
    await settle()
    assert sum(job.begun for job in answers) == 2
    for job in answers:
        await job.end()


async def test_what_is_prepared_for_a_learner_comes_before_a_class(turns: Turns) -> None:
    school, ana = turns.join("school", many=True), turns.join("ana")
    first = Job(turns, school)
    assert await first.runs()
    second = Job(turns, school)
    assert await second.waits()
    prepared = Job(turns, ana, background=True)
    assert await prepared.waits()
    await first.end()
    assert await prepared.runs()
    await prepared.end()
    await second.end()


async def test_a_cancelled_call_gets_no_turn_and_those_that_run_are_left_alone(turns: Turns) -> None:
    ana = turns.join("ana")
    running = Job(turns, ana)
    assert await running.runs()
    waiting = Job(turns, ana)
    assert await waiting.waits()
    turns.cancel([running.ticket, waiting.ticket])
    await settle()
    assert waiting.error == "The check was cancelled."
    await running.end()
    assert not running.error
    assert turns.condition()[1:3] == (0, 0)


async def test_a_newer_call_of_a_learner_takes_the_place_of_the_one_that_waits(turns: Turns) -> None:
    ana, ben = turns.join("ana"), turns.join("ben")
    running, other = Job(turns, ana), Job(turns, ben)
    assert await running.runs()
    assert await other.runs()
    of_ben = Job(turns, ben)
    assert await of_ben.waits()
    older = Job(turns, ana)
    assert await older.waits()
    for _ in range(3):
        newer = Job(turns, ana)
        assert await older.replaced(), "it is told at once"
        assert await newer.waits()
        older = newer
    assert turns.condition()[1:3] == (2, 2), "those of others wait on"
    await running.end()
    assert await older.runs()
    for job in (older, other, of_ben):
        await job.end()
    assert turns.condition()[1:3] == (0, 0)


async def test_what_is_prepared_and_a_check_do_not_replace_each_other() -> None:
    turns = Turns(1)
    ana, school = turns.join("ana"), turns.join("school", many=True)
    running, first = Job(turns, ana), Job(turns, school)
    assert await running.runs()
    assert await first.runs()
    check = Job(turns, ana)
    assert await check.waits()
    older = Job(turns, ana, background=True)
    assert await older.waits()
    newer = Job(turns, ana, background=True)
    assert await older.replaced()
    assert await newer.waits()
    await running.end()
    assert await check.runs()
    await check.end()
    await first.end()
    assert await newer.runs()
    await newer.end()


async def test_too_many_calls_of_a_class_fail_at_once(turns: Turns) -> None:
    school = turns.join("school", many=True)
    jobs = [Job(turns, school) for _ in range(MAX_WAITING + 2)]
    await settle()
    assert [job.error for job in jobs] == [""] * (MAX_WAITING + 1) + [f"{MAX_WAITING} calls wait already."]
    for job in jobs:
        await job.end()


async def test_the_condition_says_what_runs_and_since_when_nothing_does(turns: Turns, clock: Clock) -> None:
    ana = turns.join("ana")
    job = Job(turns, ana)
    assert await job.runs()
    assert turns.condition() == (1, 1, 0, 1, 0.0)
    await job.end()
    clock.now += 7.0
    assert turns.condition() == (1, 0, 0, 1, 7.0)

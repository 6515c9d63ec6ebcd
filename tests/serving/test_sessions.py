"""Starts of sessions that fail, are interrupted or come too late; and faults of one session among others."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from aiohttp import web

from mxtutor.classroom.roster import Learner
from mxtutor.serving import sessions as endings
from mxtutor.serving.process import Page, launch
from mxtutor.serving.sessions import EndedError, Sessions, Timing

TUTOR = (sys.executable, "-I", str(Path(__file__).with_name("tutor.py")))
SECONDS = 120.0
"""Longest wait for what happens at once on a machine that is not busy."""
ADA, BOB = Learner("Ada", "ada", "a"), Learner("Bob", "bob", "b")

pytestmark = [pytest.mark.apart, pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")]
"""A loop can close before the pipes of a program that has ended tell it; asyncio complains when it frees them."""


@pytest.fixture(autouse=True)
def _freed() -> Iterator[None]:
    """Free what is left of a test's processes within the test."""
    yield
    gc.collect()


class Screen(Page):
    """A page that keeps nothing."""

    def __init__(self) -> None:
        super().__init__(cast("web.WebSocketResponse", self), None)

    async def send_bytes(self, data: bytes) -> None:
        """Take what a terminal shows."""

    async def send_str(self, text: str) -> None:
        """Take a message."""

    async def close(self) -> None:
        """Do nothing."""


class Launches:
    """Starts programs; a start can fail or wait."""

    def __init__(self) -> None:
        self.fault: BaseException | None = None
        self.begun, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.may_go_on.set()
        self.made: list[Process] = []

    async def __call__(self, environment: Mapping[str, str], home: Path) -> Process:
        """Start the program, unless a fault is set."""
        self.begun.set()
        await self.may_go_on.wait()
        if self.fault is not None:
            raise self.fault
        self.made.append(await launch(TUTOR, environment, home))
        return self.made[-1]


class Admissions:
    """Counts the sessions that an examination admits."""

    def __init__(self) -> None:
        self.admitted: set[str] = set()

    def admit(self, learner: Learner, caller: str) -> str:
        """Return what a session gets."""
        assert caller == f"served {learner.id}"
        self.admitted.add(learner.id)
        return learner.id

    def dismiss(self, admission: str) -> None:
        """Take nothing more from a session."""
        self.admitted.discard(admission)


Make = Callable[..., tuple[Sessions, Launches, Admissions]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return what makes sessions, with their launcher and examiner; `said` gets the lines of the server."""

    def made(said: list[str] | None = None, **timing: Any) -> tuple[Sessions, Launches, Admissions]:
        def home_of(learner: str) -> Path:
            home = tmp_path / learner
            home.mkdir(exist_ok=True)
            return home

        launches, admissions = Launches(), Admissions()
        lines = said if said is not None else []
        sessions = Sessions(
            launches, home_of, most=5, timing=Timing(**timing), untrusted=True, confined=False,
            say=lambda *words: lines.append(" ".join(words)), examiner=admissions,  # type: ignore[arg-type]
        )  # fmt: skip
        return sessions, launches, admissions

    return made


def everyone(_: Learner) -> bool:
    """Count everyone's token."""
    return True


@pytest.mark.parametrize("fault", [OSError("no memory"), IndexError("x"), asyncio.CancelledError()])
async def test_a_start_that_fails_leaves_no_session_and_the_next_one_works(make: Make, fault: BaseException) -> None:
    sessions, launches, admissions = make()
    launches.fault = fault
    with pytest.raises(EndedError if isinstance(fault, OSError) else type(fault)):
        await sessions.attach(ADA, Screen(), 80, 24)
    assert len(sessions) == 0
    assert not admissions.admitted
    launches.fault = None
    await sessions.attach(ADA, Screen(), 80, 24)
    assert len(sessions) == 1
    assert admissions.admitted == {"ada"}
    await sessions.close()
    assert not admissions.admitted


async def test_a_look_leaves_a_session_alone_that_waits_for_its_start(make: Make) -> None:
    said: list[str] = []
    sessions, launches, _ = make(said, idle=1000.0, warning=1000.0)
    launches.may_go_on.clear()
    start = asyncio.create_task(sessions.attach(ADA, Screen(), 80, 24))
    await asyncio.wait_for(launches.begun.wait(), SECONDS)
    await sessions.look(everyone)
    launches.may_go_on.set()
    session = await asyncio.wait_for(start, SECONDS)
    assert session.ending is None
    assert not any("failed" in line for line in said)
    await sessions.close()


async def test_a_fault_of_one_session_ends_no_look_at_others(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    sessions, _, _ = make(said, idle=1000.0, warning=1000.0)
    ada = await sessions.attach(ADA, Screen(), 80, 24)
    bob = await sessions.attach(BOB, Screen(), 80, 24)

    send = ada.send_meta

    async def broken(data: dict[str, Any]) -> bool:
        if data["type"] == "tell":
            raise ValueError(data["text"])
        return await send(data)

    monkeypatch.setattr(ada, "send_meta", broken)
    bob.last_input -= 2000
    await sessions.look(everyone)
    assert bob.ending is endings.IDLE
    assert ada.ending is None
    assert any(line.startswith("failed Ada ValueError") for line in said)
    await sessions.close()


async def test_a_session_that_is_ended_while_it_starts_ends(make: Make) -> None:
    sessions, launches, admissions = make()
    launches.may_go_on.clear()
    start = asyncio.create_task(sessions.attach(ADA, Screen(), 80, 24))
    await asyncio.wait_for(launches.begun.wait(), SECONDS)
    await sessions.look(lambda learner: False)
    launches.may_go_on.set()
    session = await asyncio.wait_for(start, SECONDS)
    assert session.ending is endings.REVOKED
    assert session.ended.is_set()
    assert launches.made[0].returncode is not None
    assert len(sessions) == 0
    assert not admissions.admitted


async def test_a_session_that_is_ended_before_its_turn_does_not_start(make: Make) -> None:
    sessions, launches, admissions = make()
    launches.may_go_on.clear()
    learners = [Learner(f"L{number}", f"l{number}", "t") for number in range(5)]  # the last one waits for its turn
    starts = [asyncio.create_task(sessions.attach(one, Screen(), 80, 24)) for one in learners]
    while len(sessions) < len(learners):
        await asyncio.sleep(0)
    await sessions.look(lambda learner: learner is not learners[-1])
    launches.may_go_on.set()
    with pytest.raises(EndedError) as ended:
        await asyncio.wait_for(starts[-1], SECONDS)
    assert ended.value.ending is endings.REVOKED
    await asyncio.gather(*starts[:-1])
    assert len(launches.made) == len(sessions) == len(admissions.admitted) == 4
    await sessions.close()


async def test_the_end_of_the_server_waits_for_a_session_that_starts(make: Make) -> None:
    sessions, launches, _ = make()
    launches.may_go_on.clear()
    start = asyncio.create_task(sessions.attach(ADA, Screen(), 80, 24))
    await asyncio.wait_for(launches.begun.wait(), SECONDS)
    closing = asyncio.create_task(sessions.close())
    await asyncio.sleep(0)
    launches.may_go_on.set()
    await asyncio.wait_for(closing, SECONDS)
    assert launches.made[0].returncode is not None
    with contextlib.suppress(EndedError):
        await asyncio.wait_for(start, SECONDS)


async def test_an_interrupted_start_leaves_its_session_for_another_page(make: Make) -> None:
    sessions, launches, _ = make()
    start = asyncio.create_task(sessions.attach(ADA, Screen(), 80, 24))
    while not launches.made:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)
    start.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        (await start).leave(Screen())
    session = sessions.of(ADA)
    assert session is not None
    assert (await sessions.attach(ADA, Screen(), 80, 24)) is session
    await sessions.close()

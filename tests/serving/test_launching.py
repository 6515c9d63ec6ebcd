"""The process of a session: what it has of its own, and what is left when it has ended."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import re
import resource
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from mxtutor.served import Served
from mxtutor.serving import confinement
from mxtutor.serving.process import LIMITS, common_environment, end_session, launch, tutor_command

SECONDS = 120.0
"""Longest wait for what happens at once on a machine that is not busy."""
PROBE = """
import json, os, subprocess, sys
told = {
    "environment": dict(os.environ), "folder": os.getcwd(), "leads": os.getsid(0) == os.getpid() == os.getpgrp(),
    "open": sorted(int(one) for one in os.listdir("/proc/self/fd")[:-1]),
}
print(json.dumps(told), flush=True)
if sys.stdin.readline() == "start\\n":
    print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
    sys.stdin.readline()
"""
"""A program that tells what it has, in place of the tutor."""

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""A loop can close before the pipes of a program that has ended tell it; asyncio complains when it frees them."""


@pytest.fixture(autouse=True)
def _freed() -> Iterator[None]:
    """Free what is left of a test's processes within the test."""
    yield
    gc.collect()


@contextlib.asynccontextmanager
async def probes(home: Path, **variables: str) -> AsyncIterator[tuple[Process, dict[str, Any]]]:
    """Return a session's process and what it tells."""
    home.mkdir()
    own = common_environment() | {"MXTUTOR_HOME": str(home)} | variables
    process = await launch([sys.executable, "-I", "-c", PROBE], own, home)
    try:
        yield process, json.loads(await read_line(process))
    finally:
        end_session(process)
        await process.wait()


async def read_line(process: Process) -> bytes:
    """Return a line of the process's output."""
    assert process.stdout is not None
    return await asyncio.wait_for(process.stdout.readline(), SECONDS)


async def write_line(process: Process, line: bytes) -> None:
    """Write a line to the process's input."""
    assert process.stdin is not None
    process.stdin.write(line + b"\n")
    await process.stdin.drain()


def runs(pid: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def test_each_session_has_its_own_home_environment_and_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_SERVER", "1")
    async with probes(tmp_path / "ada", OWN="ada") as (ada, of_ada), probes(tmp_path / "bob") as (bob, of_bob):
        assert of_ada["folder"] == of_ada["environment"]["MXTUTOR_HOME"] == str(tmp_path / "ada")
        assert of_bob["folder"] == of_bob["environment"]["MXTUTOR_HOME"] == str(tmp_path / "bob")
        assert of_ada["environment"]["OWN"] == "ada"
        assert not {"OWN", "SECRET_OF_THE_SERVER"} & set(of_bob["environment"])
        for process, told in ((ada, of_ada), (bob, of_bob)):
            assert told["leads"]
            assert told["open"] == [0, 1, 2], "standard streams, and nothing of the server or of others"
            for kind, most in LIMITS:
                hard = resource.getrlimit(kind)[1]
                least = most if hard == resource.RLIM_INFINITY else min(most, hard)
                assert resource.prlimit(process.pid, kind) == (least, least)


async def test_the_end_of_a_session_ends_what_it_started(tmp_path: Path) -> None:
    async with probes(tmp_path / "ada") as (ada, _):
        await write_line(ada, b"start")
        started = int(await read_line(ada))
        assert runs(started)
        end_session(ada)
        await asyncio.wait_for(ada.wait(), SECONDS)
        for _ in range(int(SECONDS / 0.05)):  # its parent is another process now, which does not say when it ends
            if not runs(started):
                break
            await asyncio.sleep(0.05)
        assert not runs(started)
        end_session(ada)  # a second end is no error


async def test_a_command_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-such-program"):
        await launch([str(tmp_path / "no-such-program")], {}, tmp_path)


@pytest.mark.parametrize("confined", [False, True])
async def test_the_tutor_itself_draws_for_each_session_with_the_keys_of_a_browser(
    tmp_path: Path, confined: bool
) -> None:
    if confined and not confinement.works():
        pytest.skip("this kernel has no Landlock")
    for name in ("ada", "bob"):
        home = tmp_path / name
        home.mkdir()
        own = {"COLUMNS": "100", "ROWS": "30", "MXTUTOR_HOME": str(home), "HOME": str(home)}
        told = Served(f"served {name}", name, untrusted=False, confined=confined).to_environment()
        session = await launch(tutor_command([]), common_environment() | own | told, home)
        assert session.stdout is not None
        assert session.stderr is not None
        shown = ""
        while "Continue" not in shown:
            piece = await asyncio.wait_for(session.stdout.read(1 << 16), SECONDS)
            assert piece, (await session.stderr.read()).decode()
            shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", piece.decode("utf-8", "replace"))
        while not (home / "progress.db").exists():  # the first picture does not wait for it
            await asyncio.wait_for(session.stdout.read(1 << 16), SECONDS)
        end_session(session)
        await session.wait()

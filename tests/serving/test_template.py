"""Sessions as forks of a template: what they share and do not share, and what happens where one of them ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from mxtutor.served import Served
from mxtutor.serving.launching import Launched, Template, common_environment, launcher_for
from mxtutor.serving.limits import LIMITS

SECONDS = 60.0
PROBE = """
import json, os, resource, subprocess, sys, threading
from mxtutor.serving import template_process

def tell(arguments):
    names = [os.readlink(f"/proc/self/fd/{fd}").partition(":")[0] for fd in os.listdir("/proc/self/fd")[:-1]]
    told = {
        "arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd(), "open": sorted(names),
        "leads": os.getsid(0) == os.getpid() == os.getpgrp(), "threads": threading.active_count(),
        "limits": [list(resource.getrlimit(kind)) for kind, _ in LIMITS],
    }
    print(json.dumps(told), flush=True)
    line = sys.stdin.readline()
    if line == "fault\\n":
        raise ValueError("a fault of the tutor")
    if line == "start\\n":
        print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
        sys.stdin.readline()
    return 0

from mxtutor.serving.limits import LIMITS
template_process.import_tutor = lambda arguments: None
template_process.main(tell)
"""
"""A template whose sessions tell what they have, in place of the tutor."""


@contextlib.asynccontextmanager
async def templates(program: str = PROBE, *options: str) -> AsyncIterator[Template]:
    """Return a template of a program."""
    made = Template([sys.executable, "-I", "-c", program, *options])
    try:
        yield made
    finally:
        await made.close()


@contextlib.asynccontextmanager
async def sessions(template: Template, home: Path, **variables: str) -> AsyncIterator[tuple[Launched, dict[str, Any]]]:
    """Return a session and what it tells."""
    home.mkdir(exist_ok=True)
    session = await template.launch(common_environment() | {"MXTUTOR_HOME": str(home)} | variables, home)
    try:
        line = await asyncio.wait_for(session.output.readline(), SECONDS)
        assert line, await session.errors.read()
        yield session, json.loads(line)
    finally:
        session.kill()
        await session.wait()
        session.close()


def memory(pid: int) -> bytes:
    """Return what a process has in memory that it can write."""
    found = []
    with open(f"/proc/{pid}/mem", "rb") as file:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if line.split()[1].startswith("rw"):
                file.seek(start)
                found.append(file.read(end - start))
    return b"".join(found)


def runs(pid: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def until_gone(pid: int) -> None:
    """Wait until nothing is left of a process."""
    for _ in range(int(SECONDS / 0.05)):
        if not Path(f"/proc/{pid}").exists():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{pid} is still there")


async def test_each_session_has_its_own_home_environment_limits_and_streams(tmp_path: Path) -> None:
    os.environ["SECRET_OF_THE_SERVER"] = "1"
    try:
        async with (
            templates(PROBE, "--workshop", "w.yaml") as template,
            sessions(template, tmp_path / "ada", OWN="ada") as (ada, of_ada),
            sessions(template, tmp_path / "bob") as (bob, of_bob),
        ):
            assert of_ada["arguments"] == of_bob["arguments"] == ["--workshop", "w.yaml"]
            assert of_ada["folder"] == of_ada["environment"]["MXTUTOR_HOME"] == str(tmp_path / "ada")
            assert of_bob["folder"] == of_bob["environment"]["MXTUTOR_HOME"] == str(tmp_path / "bob")
            assert of_ada["environment"]["OWN"] == "ada"
            assert not {"OWN", "SECRET_OF_THE_SERVER"} & set(of_bob["environment"])
            for told in (of_ada, of_bob):
                assert told["open"] == ["socket"] * 3, "standard streams, and nothing of the template or of others"
                assert told["leads"]
                assert told["threads"] == 1
                limits = [(most, resource.getrlimit(kind)[1]) for kind, most in LIMITS]
                least = [[most if hard == resource.RLIM_INFINITY else min(most, hard)] * 2 for most, hard in limits]
                assert told["limits"] == least
            assert os.getpgid(ada.pid) != os.getpgid(bob.pid)
    finally:
        del os.environ["SECRET_OF_THE_SERVER"]


async def test_what_the_server_tells_a_session_is_in_no_other_memory(tmp_path: Path) -> None:
    secret = "".join(("token", "of", "ada", "4711"))
    async with (
        templates() as template,
        sessions(template, tmp_path / "ada", SECRET=secret) as (ada, told),
        sessions(template, tmp_path / "bob") as (bob, _),
    ):
        assert told["environment"]["SECRET"] == secret
        assert secret.encode() in memory(ada.pid)
        assert secret.encode() not in memory(template.pid)
        assert secret.encode() not in memory(bob.pid)


async def test_sessions_outlive_their_template_and_the_next_one_gets_another(tmp_path: Path) -> None:
    async with templates() as template, sessions(template, tmp_path / "ada") as (ada, _):
        first = template.pid
        os.kill(first, signal.SIGKILL)
        async with sessions(template, tmp_path / "bob") as (bob, told):
            assert told["folder"] == str(tmp_path / "bob")
            assert template.pid != first
            assert runs(ada.pid)
            ada.input.write(b"\n")
            await asyncio.wait_for(ada.wait(), SECONDS)
            assert not bob.has_ended
            bob.kill()
            await asyncio.wait_for(bob.wait(), SECONDS)
            await until_gone(bob.pid)


async def test_a_stopped_template_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with templates() as template:
        async with sessions(template, tmp_path / "ada"):
            pass
        monkeypatch.setattr("mxtutor.serving.launching.ANSWER_SECONDS", 5.0)
        stopped = template.pid
        os.kill(stopped, signal.SIGSTOP)
        async with sessions(template, tmp_path / "bob"):
            assert template.pid != stopped
            assert not runs(stopped)


async def test_a_cancelled_start_gives_its_process_to_nobody_else(tmp_path: Path) -> None:
    async with templates() as template:
        async with sessions(template, tmp_path / "ada"):
            pass
        os.kill(template.pid, signal.SIGSTOP)
        start = asyncio.create_task(template.launch(common_environment() | {"WHO": "nobody"}, tmp_path))
        await asyncio.sleep(0.2)
        os.kill(template.pid, signal.SIGCONT)
        start.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            (await start).kill()
        async with sessions(template, tmp_path / "bob", WHO="bob") as (bob, told):
            assert told["environment"]["WHO"] == "bob"
            assert Path(f"/proc/{bob.pid}/cwd").readlink() == tmp_path / "bob"


async def test_the_end_of_a_session_is_noticed_and_leaves_nothing(tmp_path: Path) -> None:
    async with templates() as template:
        async with sessions(template, tmp_path / "ada") as (ada, _):
            ada.input.write(b"fault\n")
            await asyncio.wait_for(ada.wait(), SECONDS)
            assert b"ValueError: a fault of the tutor" in await ada.errors.read()
            assert ada.has_ended
            await until_gone(ada.pid)
        async with sessions(template, tmp_path / "bob") as (bob, _):
            bob.input.write(b"start\n")
            started = int(await bob.output.readline())
            assert runs(started)
            bob.kill()
            await asyncio.wait_for(bob.wait(), SECONDS)
            for _ in range(100):
                await asyncio.sleep(0.05)
                if not runs(started):
                    break
            assert not runs(started)


async def test_a_template_ends_with_its_server(tmp_path: Path) -> None:
    async with templates() as template, sessions(template, tmp_path / "ada") as (ada, _):
        pid = template.pid
        await template.close()
        assert not runs(pid)
        assert runs(ada.pid)


async def test_a_template_that_cannot_start_is_an_error(tmp_path: Path) -> None:
    async with templates("raise SystemExit") as template:
        with pytest.raises(OSError, match="its template ended"):
            await asyncio.wait_for(template.launch({}, tmp_path), SECONDS)


def test_a_template_imports_the_tutor_and_starts_nothing() -> None:
    code = """
import os, sys, threading
from mxtutor.light_imports import lazily
from mxtutor.serving.template_process import import_tutor
before = os.listdir("/proc/self/fd")
with lazily():
    import_tutor(["--path", "x"])
heavy = {"torch", "mxnet", "numpy", "aiohttp"} & set(sys.modules)
print(heavy, threading.active_count(), len(os.listdir("/proc/self/fd")) - len(before))
print("mxtutor.ui.screens.exercise" in sys.modules)
"""
    environment = common_environment() | Served("").to_environment()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.splitlines() == ["set() 1 0", "True"], done.stderr


async def test_the_tutor_itself_draws_for_each_session_with_the_keys_of_a_browser(tmp_path: Path) -> None:
    launcher = launcher_for([])
    assert isinstance(launcher, Template)
    try:
        for name in ("ada", "bob"):
            home = tmp_path / name
            home.mkdir()
            own = {"COLUMNS": "100", "ROWS": "30", "MXTUTOR_HOME": str(home), "HOME": str(home)}
            told = Served(f"served {name}", name, untrusted=False, confined=False).to_environment()
            session = await launcher.launch(common_environment() | own | told, home)
            shown = ""
            while "Continue" not in shown:
                piece = await asyncio.wait_for(session.output.read(1 << 16), SECONDS)
                assert piece, (await session.errors.read()).decode()
                shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", piece.decode("utf-8", "replace"))
            assert (home / "progress.db").exists()
            session.kill()
            await session.wait()
            session.close()
    finally:
        await launcher.close()

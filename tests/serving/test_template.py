"""Sessions as forks of a template: what they share and do not share, and what happens where one of them ends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from mxtutor.paths import content_root
from mxtutor.served import Served
from mxtutor.serving import launching
from mxtutor.serving.launched import Launched, end_session
from mxtutor.serving.launching import Programs, Template, common_environment, launcher_for
from mxtutor.serving.limits import LIMITS
from mxtutor.serving.template_process import FORKED

SECONDS = 120.0
"""Longest wait for what happens at once on a machine that is not busy."""
PROBE = """
import gc, json, os, resource, subprocess, sys, threading
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
template_process.prepare_editor = lambda root: None
template_process.main(tell)
"""
"""A template whose sessions tell what they have, in place of the tutor."""

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""A loop can close before the pipes of a program that has ended tell it; asyncio complains when it frees them."""


@pytest.fixture(autouse=True)
def _freed() -> Iterator[None]:
    """Free what is left of a test's processes within the test."""
    yield
    gc.collect()


@contextlib.asynccontextmanager
async def templates(program: str = PROBE, *options: str) -> AsyncIterator[Template]:
    """Return a template of a program."""
    made = Template([sys.executable, "-I", "-c", program, str(content_root()), *options])
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


async def until_ended(pid: int) -> None:
    """Wait until a process has ended, though its parent may not know that yet."""
    for _ in range(int(SECONDS / 0.05)):
        if not runs(pid):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{pid} still runs")


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
    async def abandon(template: Template) -> None:
        monkeypatch.setattr(launching, "ANSWER_SECONDS", SECONDS)  # the next one has all the time it needs
        await abandons(template)

    abandons = Template._abandon
    async with templates() as template:
        async with sessions(template, tmp_path / "ada"):
            pass
        monkeypatch.setattr(Template, "_abandon", abandon)
        monkeypatch.setattr(launching, "ANSWER_SECONDS", 1.0)
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
            await until_ended(started)


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


def test_without_descriptors_of_processes_each_session_is_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(launcher_for(content_root(), []), Template)
    monkeypatch.delattr(os, "pidfd_open")
    assert isinstance(launcher_for(content_root(), []), Programs)


async def test_a_start_without_a_free_descriptor_fails_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int] = []

    def receive(control: socket.socket, size: int, most: int) -> tuple[bytes, list[int], int, Any]:
        data, descriptors, flags, address = socket_receives(control, size, most)
        pids.extend(FORKED.unpack(data))
        for one in descriptors:
            os.close(one)
        return data, [], flags | socket.MSG_CTRUNC, address

    socket_receives = socket.recv_fds
    async with templates() as template:
        with monkeypatch.context() as patched:
            patched.setattr(socket, "recv_fds", receive)
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                await template.launch(common_environment(), tmp_path)
        await gone_after_other_sessions(template, tmp_path, pids)


async def gone_after_other_sessions(template: Template, home: Path, pids: list[int]) -> None:
    """Wait until the processes have ended; the template forgets them at its next request."""
    assert pids
    for pid in pids:
        await until_ended(pid)
    async with sessions(template, home / "other"):
        pass
    for pid in pids:
        await until_gone(pid)


@pytest.mark.parametrize("fault", [OSError("no stream"), asyncio.CancelledError()])
async def test_a_start_that_fails_after_the_fork_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    forks = []

    async def fork(template: Template) -> Any:
        forks.append(await asks(template))
        return forks[-1]

    async def connect(sock: socket.socket) -> Any:
        if sock is forks[-1][2][2]:
            raise fault
        return await opens(sock=sock)

    asks, opens = Template._fork, asyncio.open_connection
    async with templates() as template:
        await template.start()  # how many descriptors a running program takes depends on Python's version
        before = len(os.listdir("/proc/self/fd"))
        with monkeypatch.context() as patched:
            patched.setattr(Template, "_fork", fork)
            patched.setattr(asyncio, "open_connection", connect)
            with pytest.raises(type(fault)):
                await template.launch(common_environment(), tmp_path)
        ((pid, _, sockets),) = forks
        forks.clear()
        await until_gone(pid)
        assert [one.fileno() for one in sockets] == [-1] * 4
        assert len(os.listdir("/proc/self/fd")) == before


async def test_a_second_try_has_sockets_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[set[int]] = []

    def send(control: socket.socket, data: list[bytes], descriptors: list[int]) -> int:
        given.append({os.fstat(one).st_ino for one in descriptors})
        if len(given) == 1:  # the template forks, and ends before its answer is read
            sends(control, data, descriptors)
            raise ConnectionResetError
        return sends(control, data, descriptors)

    sends = socket.send_fds
    async with templates() as template:
        monkeypatch.setattr(socket, "send_fds", send)
        async with sessions(template, tmp_path / "ada") as (ada, _):
            assert len(given) == 2
            assert not given[0] & given[1]
            ada.input.write(b"\n")
            await asyncio.wait_for(ada.wait(), SECONDS)


async def test_a_fork_that_cannot_be_watched_is_ended(tmp_path: Path) -> None:
    fault = "import os\ndef pidfd_open(pid):\n    raise OSError(24, str(pid))\nos.pidfd_open = pidfd_open\n"
    async with templates(fault + PROBE) as template:
        for _ in range(2):
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                await template.launch(common_environment(), tmp_path)
        assert Path(f"/proc/{template.pid}/task/{template.pid}/children").read_text() == ""


async def test_a_request_to_forget_a_running_fork_stops_nothing(tmp_path: Path) -> None:
    async with templates() as template, sessions(template, tmp_path / "ada") as (ada, _):
        template._forget(ada.pid)
        async with sessions(template, tmp_path / "bob"):
            assert runs(ada.pid)


async def test_a_session_that_leads_no_group_yet_can_be_ended() -> None:
    process = await asyncio.create_subprocess_exec("sleep", "1000")  # it is in the group of this process
    end_session(process.pid)
    assert await asyncio.wait_for(process.wait(), SECONDS) == -signal.SIGKILL


async def test_a_closed_template_starts_no_session(tmp_path: Path) -> None:
    async with templates() as template:
        async with sessions(template, tmp_path / "ada"):
            pass
        os.kill(template.pid, signal.SIGSTOP)
        start = asyncio.create_task(template.launch(common_environment(), tmp_path))
        await asyncio.sleep(0.1)
        ending = asyncio.create_task(template.close())
        with pytest.raises(OSError, match="the server stops"):
            await asyncio.wait_for(start, SECONDS)
        await ending
        pid = template.pid
        with pytest.raises(OSError, match="the server stops"):
            await template.launch(common_environment(), tmp_path)
        assert template.pid == pid
        assert not runs(pid)


def test_a_template_imports_the_tutor_and_starts_nothing() -> None:
    code = """
import os, sys, threading
from mxtutor.serving.template_process import import_tutor
before = os.listdir("/proc/self/fd")
import_tutor(["--path", "x"])
heavy = {"torch", "mxnet", "numpy", "aiohttp"} & set(sys.modules)
print(heavy, threading.active_count(), len(os.listdir("/proc/self/fd")) - len(before))
print("mxtutor.ui.screens.exercise" in sys.modules)
"""
    environment = common_environment() | Served("").to_environment()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.splitlines() == ["set() 1 0", "True"], done.stderr


async def test_the_tutor_itself_draws_for_each_session_with_the_keys_of_a_browser(tmp_path: Path) -> None:
    launcher = launcher_for(content_root(), [])
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
            while not (home / "progress.db").exists():  # the first picture does not wait for it
                await asyncio.wait_for(session.output.read(1 << 16), SECONDS)
            session.kill()
            await session.wait()
            session.close()
    finally:
        await launcher.close()

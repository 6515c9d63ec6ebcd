"""Starts the processes of sessions: as forks of a template, or each as a program of its own.

A template is a process that has imported the tutor and does nothing else (`template_process.py`). Its forks share its
memory, and they start in a tenth of the time. It knows no learner, no token and no key: what a session needs goes past
it, through a pipe.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from mxtutor.served import Served
from mxtutor.serving.launched import Launched, end_session
from mxtutor.serving.limits import limit_process
from mxtutor.serving.template_process import FORK, FORKED, REAP, SOCKETS

ANSWER_SECONDS = 30.0
"""How long the template may take to import the tutor and fork; usually 1 s, then 10 ms."""
_PASSED = ("CUDA_VISIBLE_DEVICES", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
"""Variables of the server that a session gets: those by which it finds the shared grader, and those about language."""
DRIVER = "mxtutor.ui.platform.page_driver:PageDriver"
_ALL = {
    "TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "30", "TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM_PROGRAM": "textual",
    "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "1",  # a second arena for a thread's small blocks costs 1.5 MB
}  # fmt: skip
_TEMPLATE = "from mxtutor.cli import main as tutor; from mxtutor.serving.template_process import main; main(tutor)"
_CLOSED = "no session can be started: the server stops"
OUTPUT_BYTES = 1 << 16
"""Bytes of output that are kept until somebody reads them."""
STOP_SECONDS = 5.0
"""How long the template may take to end."""


def common_environment() -> dict[str, str]:
    """Return the variables that all sessions have."""
    return _ALL | {name: os.environ[name] for name in _PASSED if name in os.environ}


class Launcher(Protocol):
    """What starts the processes of sessions."""

    async def start(self) -> None:
        """Prepare, before the first session begins."""
        ...

    async def launch(self, environment: Mapping[str, str], home: Path) -> Launched:
        """Start a process with this environment in a home.

        Raises:
            OSError: it cannot be started.
        """
        ...

    async def close(self) -> None:
        """Start no more; sessions that run go on."""
        ...


def launcher_for(root: Path, arguments: Sequence[str]) -> Launcher:
    """Return what starts sessions with these options of `mxtutor`; the content is in `root`.

    A kernel before Linux 5.3, or a Python without `os.pidfd_open`, cannot use a template.
    """
    command = [sys.executable, "-I", "-c"]
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (OSError, AttributeError):
        return Programs([*command, "import sys; from mxtutor.cli import main; sys.exit(main())", *arguments])
    return Template([*command, _TEMPLATE, str(root), *arguments])


class Programs:
    """Starts each session as a program."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)

    async def start(self) -> None:
        """Do nothing."""

    async def launch(self, environment: Mapping[str, str], home: Path) -> Launched:
        """Start the program; see `Launcher`."""
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.subprocess_exec(
            lambda: asyncio.subprocess.SubprocessStreamProtocol(limit=OUTPUT_BYTES, loop=loop),
            *self._command, env=environment, cwd=home, start_new_session=True,
        )  # fmt: skip
        process = asyncio.subprocess.Process(transport, protocol, loop)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with contextlib.suppress(ProcessLookupError):
            limit_process(process.pid)
        return Launched(process.pid, process.stdin, process.stdout, process.stderr, process.wait(), (transport,))

    async def close(self) -> None:
        """Do nothing."""


class Template:
    """Starts sessions as forks of one process, which is started again where it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: asyncio.subprocess.Process | None = None
        self._control: socket.socket | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    @property
    def pid(self) -> int:
        """Id of the template's process; 0 before the first session."""
        return self._process.pid if self._process is not None else 0

    async def launch(self, environment: Mapping[str, str], home: Path) -> Launched:
        """Fork a session; see `Launcher`."""
        async with self._turn:
            pid, descriptor, sockets = await self._fork()
        ended = asyncio.ensure_future(self._end_of(pid, descriptor))
        streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        try:
            for ours in sockets:
                streams.append(await asyncio.open_connection(sock=ours))
            (_, sending), (output, others), (errors, more), (_, ordering) = streams
            ordering.write(json.dumps({"environment": dict(environment), "home": str(home)}).encode())
            ordering.close()
        except BaseException:
            end_session(pid)
            for _, writer in streams:
                writer.transport.abort()
            for ours in sockets[len(streams) :]:
                ours.close()
            raise
        return Launched(pid, sending, output, errors, ended, (others, more))

    async def start(self) -> None:
        """Start the template, before the first session needs it; a failure shows when that one begins."""
        async with self._turn:
            with contextlib.suppress(OSError):
                await self._begin()

    async def close(self) -> None:
        """End the template, and start no other; sessions that run go on."""
        self._closed = True
        if self._control is not None:
            with contextlib.suppress(OSError):  # it has ended already
                self._control.shutdown(socket.SHUT_RDWR)  # a start that waits for its answer fails at once
        async with self._turn:
            self._leave()
            if self._process is not None:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
                await self._abandon()

    def _leave(self) -> None:
        """Close the connection, at which the template ends."""
        if self._control is not None:
            self._control.close()
            self._control = None

    async def _fork(self) -> tuple[int, int, list[socket.socket]]:
        """Return the id, a descriptor and the sockets of a new fork; a template that has ended starts again, once."""
        for last in (False, True):
            try:
                await self._begin()
                return await self._ask()
            except (ConnectionError, asyncio.TimeoutError) as error:
                await self._abandon()
                if last:
                    raise OSError("no session can be started: its template ended") from error
            except asyncio.CancelledError:  # an answer that nobody reads would be taken for the next one
                self._leave()
                raise
        raise AssertionError

    async def _begin(self) -> None:
        if self._closed:
            raise OSError(_CLOSED)
        if self._control is not None:
            return
        await self._abandon()  # the one that a cancelled start left
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            environment = common_environment() | Served("").to_environment()
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=theirs.fileno(), stdout=asyncio.subprocess.DEVNULL, env=environment, cwd="/",
                start_new_session=True,
            )  # fmt: skip
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        self._control = ours

    async def _ask(self) -> tuple[int, int, list[socket.socket]]:
        """Ask once, with new sockets: a fork of an earlier request ends where its sockets are closed."""
        control = self._control
        assert control is not None
        if self._closed:
            raise OSError(_CLOSED)
        with contextlib.ExitStack() as kept, contextlib.ExitStack() as given:
            pairs = []
            for _ in range(SOCKETS):
                pairs.append(socket.socketpair())
                kept.enter_context(pairs[-1][0])
                given.enter_context(pairs[-1][1])
            socket.send_fds(control, [FORK], [theirs.fileno() for _, theirs in pairs])
            await asyncio.wait_for(_readable(control.fileno()), ANSWER_SECONDS)
            data, descriptors, _, _ = socket.recv_fds(control, FORKED.size, 1)
            if len(data) < FORKED.size:
                raise ConnectionResetError
            (pid,) = FORKED.unpack(data)
            if pid < 0:
                raise OSError(-pid, os.strerror(-pid))
            if not descriptors:  # this process has no free one
                end_session(pid)
                self._forget(pid)
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            kept.pop_all()
        return pid, descriptors[0], [ours for ours, _ in pairs]

    async def _abandon(self) -> None:
        """End a template that does not answer; the sessions that it forked go on."""
        self._leave()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _end_of(self, pid: int, descriptor: int) -> None:
        """Wait until a fork has ended. Its id stays taken until then, so that no other process can be killed for it."""
        try:
            await _readable(descriptor)
        finally:
            os.close(descriptor)
        self._forget(pid)

    def _forget(self, pid: int) -> None:
        """Give the id of a fork back."""
        if self._control is not None:
            with contextlib.suppress(OSError):  # the template has ended: another process forgets its forks
                self._control.send(REAP + FORKED.pack(pid))


async def _readable(descriptor: int) -> None:
    """Wait until a descriptor can be read; nobody else may wait for it."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[None] = loop.create_future()

    def note() -> None:
        if not found.done():
            found.set_result(None)

    loop.add_reader(descriptor, note)
    try:
        await found
    finally:
        loop.remove_reader(descriptor)

"""The process of a session: `mxtutor` with Textual's driver for pages, limits and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mxtutor.live.membership import VARIABLE
from mxtutor.served import Served

_MIB = 1 << 20
LIMITS = (
    (resource.RLIMIT_AS, 1024 * _MIB),
    (resource.RLIMIT_CPU, 4 * 3600),
    (resource.RLIMIT_FSIZE, 64 * _MIB),
    (resource.RLIMIT_NOFILE, 256),
    (resource.RLIMIT_CORE, 0),
)
"""Limits of a session's process: address space in bytes, processor time in seconds, size of a file, open files."""

_PASSED = ("CUDA_VISIBLE_DEVICES", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
"""Variables of the server that a session gets: those by which it finds the shared grader, and those about language."""
DRIVER = "mxtutor.ui.platform.page_driver:PageDriver"
_ALL = {
    "TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "30", "TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM_PROGRAM": "textual",
    "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "1",  # an arena for each thread takes 64 MiB of the address space, which is limited
}  # fmt: skip
OUTPUT_BYTES = 1 << 16
"""Bytes of output that are kept until somebody reads them."""
Launch = Callable[[Mapping[str, str], Path], Awaitable[Process]]
"""Starts the process of a session with an environment, in a home; raises OSError if it cannot be started."""


def common_environment() -> dict[str, str]:
    """Return the variables that all sessions have."""
    return _ALL | {name: os.environ[name] for name in _PASSED if name in os.environ}


def tutor_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of a session's tutor with these arguments of `mxtutor`."""
    return [sys.executable, "-I", "-c", "import sys; from mxtutor.cli import main; sys.exit(main())", *arguments]


async def launch(command: Sequence[str], environment: Mapping[str, str], home: Path) -> Process:
    """Start a command as a session's process, in a session and a process group of its own.

    Raises:
        OSError: it cannot be started.
    """
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=OUTPUT_BYTES, env=environment, cwd=home,
        start_new_session=True,
    )  # fmt: skip
    with contextlib.suppress(ProcessLookupError):
        limit_process(process.pid)
    return process


def end_session(process: Process) -> None:
    """End a session's process, and what it started, at once."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def limit_process(pid: int) -> None:
    """Apply `LIMITS` to a process of this user that has just begun.

    Raises:
        ProcessLookupError: it has ended.
    """
    for kind, most in LIMITS:
        _, hard = resource.prlimit(pid, kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.prlimit(pid, kind, (most, most))


START_SECONDS = 60.0
"""How long a process may take until it draws; usually 1 s."""
END_SECONDS = 10.0
"""How long a tutor that has left the screen may take to write what is left."""
MAX_PACKET = 16 * _MIB
"""Largest packet of a session; a full screen has some 50 KiB."""
MAX_ERRORS = 20
"""Lines of standard error that are kept."""
_GREETING = b"__GANGLION__\n"
"""What Textual's driver writes before its packets."""


FAILURE = "mxtutor: "
"""Begin of the line with which a tutor says that it failed, or that not all is saved; one that is left says nothing."""


class SessionProcess(AppService):
    """Runs one tutor; `ended` is set when its process has ended."""

    def __init__(
        self,
        launch: Launch,
        home: Path,
        served: Served,
        class_link: str,
        send_bytes: Callable[[bytes], Awaitable[None]],
        send_text: Callable[[str], Awaitable[None]],
        downloads: DownloadManager,
    ) -> None:
        """`send_bytes` gets what a terminal shows, `send_text` messages as JSON.

        `class_link` is that of the learner's class, or empty.
        """

        async def nothing() -> None:
            """Do nothing: the process says by its end that the learner has left."""

        super().__init__(
            "",
            write_bytes=send_bytes,
            write_str=send_text,
            close=nothing,
            download_manager=downloads,
        )
        self._launch, self._home, self.served, self._class_link = launch, home, served, class_link
        self.ended = asyncio.Event()
        self.ready = asyncio.Event()
        """Set when the process draws."""
        self.left = False
        """Whether the tutor ended as it should: the learner quit, or the server asked for it."""
        self.errors: deque[str] = deque(maxlen=MAX_ERRORS)
        """The last lines of standard error."""
        self._on_end: Callable[[], Awaitable[None]] | None = None

    @property
    def pid(self) -> int:
        """Id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_launched(self) -> bool:
        """Whether there is or was a process."""
        return self._process is not None

    @property
    def stdin(self) -> asyncio.StreamWriter:
        """The process's standard input."""
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    def on_end(self, call: Callable[[], Awaitable[None]]) -> None:
        """Call and await `call` when the process has ended."""
        self._on_end = call

    def _environment(self, width: int, height: int) -> dict[str, str]:
        home = str(self._home)
        own = {"COLUMNS": str(width), "ROWS": str(height), "HOME": home, "MXTUTOR_HOME": home}
        own |= {VARIABLE: self._class_link} if self._class_link else {}
        return common_environment() | own | self.served.to_environment()

    async def start(self, width: int, height: int) -> None:
        """Start the process and begin to hand on what it writes.

        Raises:
            OSError: it cannot be started.
        """
        self._process = await self._launch(self._environment(width, height), self._home)
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Hand on what the process writes, until it has ended."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        errors = asyncio.create_task(self._read_errors())
        try:
            await asyncio.wait_for(process.stdout.readuntil(_GREETING), START_SECONDS)
            self.ready.set()
            while True:
                kind = await process.stdout.readexactly(1)
                size = int.from_bytes(await process.stdout.readexactly(4), "big")
                if size > MAX_PACKET:
                    break
                await self._hand_on(kind, await process.stdout.readexactly(size))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError, ConnectionError):
            pass
        finally:
            if self.left:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(process.wait(), END_SECONDS)
            self.kill()
            while await process.stdout.read(OUTPUT_BYTES):  # its pipe closes at its end
                pass
            await errors
            await process.wait()
            self.left = self.left and not any(line.startswith(FAILURE) for line in self.errors)
            self.stdin.close()
            self.ready.set()
            self.ended.set()
            if self._on_end is not None:
                await self._on_end()

    async def _hand_on(self, kind: bytes, payload: bytes) -> None:
        if kind == b"D":
            await self.on_data(payload)
        elif kind == b"M":
            await self.on_meta(payload)
        elif kind == b"P":
            await self.on_packed(payload)

    async def _read_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while piece := await self._process.stderr.read(4096):
            self.errors.extend(piece.decode("utf-8", "replace").splitlines())

    async def on_meta(self, data: bytes) -> None:
        """Carry out a message of the tutor; it opens no addresses, so a message that asks for one is left out."""
        kind = json.loads(data)["type"]
        if kind == "exit":
            self.left = True
        elif kind == "deliver_file_start":
            await super().on_meta(data)

    async def attach(self, width: int, height: int) -> None:
        """Draw everything for a page that has just connected."""
        await self.send_meta({"type": "attach", "width": width, "height": height})

    async def tell(self, text: str) -> None:
        """Show a message to the learner."""
        await self.send_meta({"type": "tell", "text": text})

    async def end(self, seconds: float) -> None:
        """Ask the process to keep the learner's work and end; kill it after some seconds."""
        if self._process is None or self._task is None:
            return
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.send_meta({"type": "quit"}), seconds)
            await asyncio.wait_for(self.ended.wait(), seconds)
        self.kill()
        await self.ended.wait()

    def kill(self) -> None:
        """End the process, and what it started, at once."""
        if self._process is not None:
            end_session(self._process)

"""The process of a session: `mxtutor` with Textual's driver for browsers, and limits and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mxtutor.classroom.roster import Learner
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
"""Environment variables that a session inherits: those that locate the shared grader, and those about language."""
DRIVER = "mxtutor.ui.platform.page_driver:PageDriver"
_ALL = {
    "TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "30", "TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM_PROGRAM": "textual",
    "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "1",  # malloc's arena per thread takes 64 MiB of the limited address space
}  # fmt: skip
OUTPUT_BYTES = 1 << 16
"""Size of the buffer for the output of a session, in bytes."""
Launch = Callable[[Mapping[str, str], Path], Awaitable[Process]]
"""Starts a session's process with an environment and a home folder; raises OSError if it cannot be started."""


def common_environment() -> dict[str, str]:
    """Return the environment variables that all sessions have."""
    return _ALL | {name: os.environ[name] for name in _PASSED if name in os.environ}


def tutor_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line that runs `mxtutor` with these arguments."""
    return [sys.executable, "-I", "-c", "import sys; from mxtutor.cli import main; sys.exit(main())", *arguments]


async def launch(command: Sequence[str], environment: Mapping[str, str], home: Path) -> Process:
    """Start a command as a session's process with `LIMITS`, in its own POSIX session and process group.

    Raises:
        OSError: the process cannot be started.
    """
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=OUTPUT_BYTES, env=environment, cwd=home,
        start_new_session=True,
    )  # fmt: skip
    with contextlib.suppress(ProcessLookupError):  # it has ended
        for kind, most in LIMITS:
            _, hard = resource.prlimit(process.pid, kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(process.pid, kind, (most, most))
    return process


def end_session(process: Process) -> None:
    """Kill a session's process and its children."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


START_SECONDS = 60.0
"""Timeout, in seconds, for the first output of a process, which usually takes 1 s."""
END_SECONDS = 10.0
"""Seconds that a tutor may take after closing its screen to save its data."""
MAX_PACKET = 16 * _MIB
"""Largest packet of a session, in bytes; a full screen has about 50 KiB."""
MAX_ERRORS = 20
"""Maximum number of lines of standard error that are kept."""
_GREETING = b"__GANGLION__\n"
"""Line that Textual's driver writes before its packets."""


PAGE_SECONDS = 20.0
"""Timeout for sending to a page, in seconds; then the page is disconnected, and the session waits for another one."""
FAILURE = "mxtutor: "
"""Prefix of the line in which a tutor reports a failure or unsaved text; after a normal end it prints nothing."""


class Ending(msgspec.Struct, frozen=True, rename="camel"):
    """A reason for the end of a session, as shown on the page."""

    code: str
    """Short code for the page and the server's terminal."""
    title: str
    text: str
    again: str = ""
    """Label of the button that connects again; empty if connecting again does not help."""
    by_itself: bool = False
    """Whether the page reconnects automatically."""


class Page:
    """A connected page: the other end of a WebSocket."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket, self._transport = socket, transport

    def abort(self) -> None:
        """Close the connection at once, without a closing message."""
        if self._transport is not None:
            self._transport.abort()


class BrowserSession(AppService):
    """A learner's running tutor, and the page that shows it; `ended` is set when the process has ended."""

    def __init__(self, learner: Learner, launch: Launch, downloads: DownloadManager) -> None:
        async def nothing() -> None:
            """Do nothing: `on_meta` handles the exit of the tutor."""

        super().__init__("", write_bytes=self._send, write_str=self._send, close=nothing, download_manager=downloads)
        self.learner, self._launch = learner, launch
        self.page: Page | None = None
        self.last_input = self.page_since = time.monotonic()
        """Times on the monotonic clock, in seconds: of the last key or click; when the page connected or left."""
        self.warned = False
        self.ending: Ending | None = None
        """Why the server ends the session; None while it runs."""
        self.ended, self.ready = asyncio.Event(), asyncio.Event()
        """Set when the process has ended; set when it has begun to draw, or has ended before."""
        self.left = False
        """Whether the tutor ended normally: the learner quit, or the server asked it to end."""
        self.errors: deque[str] = deque(maxlen=MAX_ERRORS)
        """The last lines of standard error."""
        self.admission = ""
        """The value of `Examiner.admit`; empty outside of examinations."""
        self.on_end: Callable[[BrowserSession], Awaitable[None]] | None = None
        """Called and awaited when the process has ended."""

    @property
    def is_launched(self) -> bool:
        """Whether the process was started."""
        return self._process is not None

    async def _send(self, data: bytes | str) -> None:
        """Send to the page, if there is one, with a timeout; a page that reads nothing would block the session."""
        if (page := self.page) is None:
            return
        sending = page.socket.send_bytes(data) if isinstance(data, bytes) else page.socket.send_str(data)
        try:
            await asyncio.wait_for(sending, PAGE_SECONDS)
        except (ConnectionError, RuntimeError):
            return
        except asyncio.TimeoutError:
            page.abort()
            self.leave(page)

    def leave(self, page: Page) -> None:
        """Forget a page that has disconnected; the session waits for another one."""
        if self.page is page:
            self.page, self.page_since = None, time.monotonic()

    def note_input(self) -> None:
        """Note a key or a click of the learner."""
        self.last_input, self.warned = time.monotonic(), False

    async def begin(self, home: Path, served: Served, class_link: str, width: int, height: int) -> None:
        """Start the process and begin to relay its output; `class_link` is the link to the learner's class, or empty.

        Raises:
            OSError: the process cannot be started.
        """
        own = {"COLUMNS": str(width), "ROWS": str(height), "HOME": str(home), "MXTUTOR_HOME": str(home)}
        own |= {VARIABLE: class_link} if class_link else {}
        self.admission = served.examination
        self._process = await self._launch(common_environment() | own | served.to_environment(), home)
        self._stdin = self._process.stdin
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Relay the output of the process until its end."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        errors = asyncio.create_task(self._read_errors())
        handlers = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        try:
            await asyncio.wait_for(process.stdout.readuntil(_GREETING), START_SECONDS)
            self.ready.set()
            while True:
                kind = await process.stdout.readexactly(1)
                size = int.from_bytes(await process.stdout.readexactly(4), "big")
                if size > MAX_PACKET:
                    break
                payload = await process.stdout.readexactly(size)
                if kind in handlers:
                    await handlers[kind](payload)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError, ConnectionError):
            pass
        finally:
            if self.left:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(process.wait(), END_SECONDS)
            self.kill()
            while await process.stdout.read(OUTPUT_BYTES):  # the pipe closes when the process ends
                pass
            await errors
            await process.wait()
            self.left = self.left and not any(line.startswith(FAILURE) for line in self.errors)
            self.stdin.close()
            self.ready.set()
            self.ended.set()
            if self.on_end is not None:
                await self.on_end(self)

    async def _read_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while piece := await self._process.stderr.read(4096):
            self.errors.extend(piece.decode("utf-8", "replace").splitlines())

    async def on_meta(self, data: bytes) -> None:
        """Handle a message of the tutor; requests to open a URL are ignored, because the tutor opens none."""
        kind = json.loads(data)["type"]
        if kind == "exit":
            self.left = True
        elif kind == "deliver_file_start":
            await super().on_meta(data)

    async def end(self, seconds: float) -> None:
        """Ask the process to save the learner's work and end; kill it after `seconds`."""
        if self._process is None or self._task is None:
            return
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.send_meta({"type": "quit"}), seconds)
            await asyncio.wait_for(self.ended.wait(), seconds)
        self.kill()
        await self.ended.wait()

    def kill(self) -> None:
        """Kill the process and its children."""
        if self._process is not None:
            end_session(self._process)

"""The process of a session: `mxtutor` with Textual's driver for pages, limits and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import signal
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mxtutor.served import Served
from mxtutor.serving.limits import MIB, limit_process

START_SECONDS = 60.0
"""How long a process may take until it draws; usually 1 s."""
END_SECONDS = 10.0
"""How long a tutor that has left the screen may take to write what is left."""
MAX_PACKET = 16 * MIB
"""Largest packet of a session; a full screen has some 50 KiB."""
MAX_ERRORS = 20
"""Lines of standard error that are kept."""
DRIVER = "mxtutor.ui.platform.page_driver:PageDriver"
_PASSED = ("CUDA_VISIBLE_DEVICES", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
"""Variables of the server that a session gets: those by which it finds the shared grader, and those about language."""
_GREETING = b"__GANGLION__\n"
"""What Textual's driver writes before its packets."""


class Page(Protocol):
    """Where a session's process sends what it draws."""

    async def send_bytes(self, data: bytes) -> None:
        """Send what a terminal shows."""
        ...

    async def send_text(self, text: str) -> None:
        """Send a message as JSON."""
        ...


class SessionProcess(AppService):
    """Runs one tutor; `ended` is set when its process has ended."""

    def __init__(
        self,
        arguments: Sequence[str],
        home: Path,
        served: Served,
        page: Page,
        downloads: DownloadManager,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        async def nothing() -> None:
            """Do nothing: the process says by its end that the learner has left."""

        super().__init__(
            shlex.join(arguments),
            write_bytes=page.send_bytes,
            write_str=page.send_text,
            close=nothing,
            download_manager=downloads,
        )
        self._arguments, self._home, self._served = list(arguments), home, served
        self.variables = dict(variables or {})
        """Variables of this session's environment besides those of all sessions."""
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

    def on_end(self, call: Callable[[], Awaitable[None]]) -> None:
        """Call and await `call` when the process has ended."""
        self._on_end = call

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        made = super()._build_environment(width, height)
        environment = {name: value for name, value in made.items() if name.startswith(("TEXTUAL_", "TERM_"))}
        environment |= {name: made[name] for name in ("COLUMNS", "ROWS", *_PASSED) if name in made}
        home = str(self._home)
        environment |= {"TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "30", "HOME": home, "MXTUTOR_HOME": home}
        environment["MALLOC_ARENA_MAX"] = "1"  # a second arena for a thread's small blocks costs 1.5 MB
        environment |= {"SQLITE_TMPDIR": home, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return environment | self._served.to_environment() | self.variables

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        process = self._process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=self._build_environment(width, height),
            cwd=self._home,
            start_new_session=True,
        )
        assert process.stdin is not None
        self._stdin = process.stdin
        with contextlib.suppress(ProcessLookupError):
            limit_process(process.pid)
        return process

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
            await process.wait()
            await errors
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
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

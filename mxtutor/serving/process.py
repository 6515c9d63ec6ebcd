"""The process of a session: `mxtutor` with Textual's driver for pages, limits and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mxtutor.served import Served
from mxtutor.serving.launching import OUTPUT_BYTES, Launch, common_environment, end_session
from mxtutor.serving.limits import MIB

START_SECONDS = 60.0
"""How long a process may take until it draws; usually 1 s."""
END_SECONDS = 10.0
"""How long a tutor that has left the screen may take to write what is left."""
MAX_PACKET = 16 * MIB
"""Largest packet of a session; a full screen has some 50 KiB."""
MAX_ERRORS = 20
"""Lines of standard error that are kept."""
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


FAILURE = "mxtutor: "
"""Begin of the line with which a tutor says that it failed, or that not all is saved; one that is left says nothing."""


class SessionProcess(AppService):
    """Runs one tutor; `ended` is set when its process has ended."""

    def __init__(
        self,
        launch: Launch,
        home: Path,
        served: Served,
        page: Page,
        downloads: DownloadManager,
    ) -> None:
        async def nothing() -> None:
            """Do nothing: the process says by its end that the learner has left."""

        super().__init__(
            "",
            write_bytes=page.send_bytes,
            write_str=page.send_text,
            close=nothing,
            download_manager=downloads,
        )
        self._launch, self._home, self.served = launch, home, served
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

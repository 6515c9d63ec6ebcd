"""What an examination and an assessment close is closed in the browser sessions of `mxtutor serve`, too."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from tests.serving import servers
from tests.serving.examiners import record

SECONDS = 90.0
"""Longest wait for what happens within some seconds on a machine that is not busy."""
F2, F3, F5, F10, CTRL_N, CTRL_P = "\x1bOQ", "\x1bOR", "\x1b[15~", "\x1b[21~", "\x0e", "\x10"
"""Keys: hint, solution, check, the whole screen for the answer, next, palette."""
HELP = {"hint", "solution", "gave-up"}
"""Kinds of the events of a learner who was helped."""
PART = "parts: [{title: Names, minutes: 30, exercises: [tensors/arccos, tensors/clip]}]\n"
EXAM = f"version: 1\ntitle: Examination\nsealed: true\n{PART}"
WORKSHOP = f"version: 1\ntitle: Workshop\n{PART}"
_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][0-9A-B]|P[^\x1b]*\x1b\\|[=>NOM78])")

pytestmark = [pytest.mark.apart, pytest.mark.grading, pytest.mark.slow]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in /tmp, since the path of a socket may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name, servers.with_graders(Path(name)):
        yield Path(name)


class Page:
    """A page with the tutor of the one local learner."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse[bool], homes: Path) -> None:
        self._socket, self._homes = socket, homes
        self.drawn = ""
        """All that was drawn, as text."""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.drawn += _ESCAPES.sub("", message.data.decode("utf-8", "replace"))

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self._socket.send_json(["stdin", key])
            await asyncio.sleep(0.1)

    async def until(self, found: str | Callable[[], object]) -> None:
        """Wait until a text was drawn, or until a condition holds."""
        end = time.monotonic() + SECONDS
        while not (found in self.drawn if isinstance(found, str) else found()):
            assert time.monotonic() < end, self.drawn[-3000:]
            await asyncio.sleep(0.05)

    def kinds(self) -> set[str]:
        """Return the kinds of all events in the learner's home."""
        kinds: set[str] = set()
        for file in self._homes.rglob("progress.db"):
            with closing(sqlite3.connect(file)) as database, contextlib.suppress(sqlite3.OperationalError):
                kinds |= {kind for (kind,) in database.execute("SELECT DISTINCT kind FROM events")}
        return kinds


@contextlib.asynccontextmanager
async def visiting(folder: Path, *options: str) -> AsyncIterator[Page]:
    """Start a server, and open its page."""
    running = await asyncio.to_thread(servers.start, folder, *options)
    try:
        parts = urlsplit(running.line)
        base = f"http://{parts.netloc}"
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
            await client.get(running.line)
            async with client.ws_connect(f"{base}/socket?width=120&height=40", headers={"Origin": base}) as socket:
                yield Page(socket, folder / "homes")
    finally:
        await asyncio.to_thread(running.stop)


def written(folder: Path, text: str) -> str:
    """Write a workshop; return the path of its file."""
    (folder / "workshop.yaml").write_text(text)
    return str(folder / "workshop.yaml")


async def test_the_keys_of_help_work_in_a_workshop(folder: Path) -> None:
    """So that the next tests press keys that do something elsewhere."""
    async with visiting(folder, "--workshop", written(folder, WORKSHOP)) as page:
        await page.until("Names")
        await page.press("c")
        await page.until("mxnet: raises an error")
        await page.press("n")
        await page.until("PyTorch reference")
        await page.press(F2)
        await page.until(lambda: "hint" in page.kinds())


async def test_an_examination_refuses_help_in_a_browser_session(folder: Path) -> None:
    async with visiting(folder, "--workshop", written(folder, EXAM)) as page:
        await page.until("This workshop is sealed")
        await page.press("\r", "c")
        await page.until("Begin 'Names'?")
        await page.press("y")
        await page.until("PyTorch reference")
        await page.press(F2, F3, F10, *"return 1", F5)
        await page.until(lambda: any(one["event"] == "checked" for one in record(folder / "homes")))
        await page.until(lambda: "checked" in page.kinds())
        assert not HELP & page.kinds()
        assert "nd.arccos(" not in page.drawn
        await page.press(CTRL_P, *"solution")
        await page.until("No matches found")
    (check,) = [one for one in record(folder / "homes") if one["event"] == "checked"]
    assert (check["verdict"] != "right", "return 1" in check["code"], check["learner"]) == (True, True, "local learner")


async def test_an_assessment_refuses_help_in_a_browser_session(folder: Path) -> None:
    async with visiting(folder) as page:
        await page.until("Why did you come?")
        await page.press("3")
        await page.until(lambda: "session" in page.kinds())
        await page.until("Placement")
        await page.press(F2, F3, CTRL_N)
        await page.until(lambda: "answered" in page.kinds())
        assert not HELP & page.kinds()

"""A workshop with exercises of its own and of mxtutor, in sessions of a real server: from the link to the grades."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.grading.tiny import COURSE
from tests.serving import servers

WORKSHOP = """
version: 1
title: A mixed day
content: own
points: {default: 1, tensors/square: 3}
parts: [{title: All, exercises: [tensors/square, tensors/clip]}]
"""
SECONDS = 240.0
"""Longest wait for what a page shows."""
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?\x07")

pytestmark = [pytest.mark.apart, pytest.mark.grading, pytest.mark.slow]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in /tmp, since the path of a socket may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name, servers.with_graders(Path(name)):
        yield Path(name)


class Page:
    """A page without a browser; it shows what the session draws."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse[bool]) -> None:
        self._socket, self.shown = socket, ""

    async def press(self, keys: str) -> None:
        """Press keys; what was shown before is forgotten."""
        self.shown = ""
        await self._socket.send_str(json.dumps(["stdin", keys]))

    async def until(self, words: str) -> None:
        """Wait until words are drawn."""
        end = time.monotonic() + SECONDS
        while words not in self.shown:
            message = await asyncio.wait_for(self._socket.receive(), max(0.01, end - time.monotonic()))
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), (message, self.shown[-2000:])
            if message.type is aiohttp.WSMsgType.BINARY:
                self.shown += _CODES.sub("", message.data.decode("utf-8", "replace"))


async def solve(address: str, link: str) -> None:
    """Open the workshop, and answer its own exercise, then the next one, which is mxtutor's."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as client:
        async with client.get(link) as reply:
            assert reply.status == 200
        url = f"{address}/socket?width=120&height=36"
        async with client.ws_connect(url, origin=address, max_msg_size=0) as socket:
            page = Page(socket)
            await page.until("A mixed day")
            await page.press("\r")
            for key, lesson, entry, answer, verdict in (
                ("", "Now you", "def square", "return x * x", "Agrees with PyTorch"),
                ("\x1b[20~", "PyTorch's name raises", "def clip", "return nd.clip(x, 0, 6)", "Not right yet"),
            ):
                if key:  # F9: what is next
                    await page.press(key)
                await page.until(lesson)
                await page.press("n")
                await page.until(entry)
                await asyncio.sleep(1)
                await page.press(answer)
                await page.press("\x1b[15~")
                await page.until(verdict)


def test_own_and_shipped_exercises_are_served_and_graded_with_names(folder: Path) -> None:
    workshop, roster = folder / "day.yaml", folder / "class.csv"
    shutil.copytree(COURSE, folder / "own")
    workshop.write_text(WORKSHOP)
    roster.write_text("name,id\nAda Byron,ada\nBob Kahn,bob\n")
    running = servers.start(folder, "--roster", str(roster), "--workshop", str(workshop))
    try:
        link = servers.make_links(roster, "--url", running.line)["ada"]
        asyncio.run(solve(running.line, link))
        shown = command(folder, "class", "--json", "--names", "--roster", roster, "--workshop", workshop)
        (ada,) = [one for one in json.loads(shown)["learners"] if one["name"] == "Ada Byron"]
        assert {name: cell["status"] for name, cell in ada["exercises"].items()} == {
            "tensors/square": "right", "tensors/clip": "tried"
        }  # fmt: skip
    finally:
        running.stop()
    out = folder / "class.json"
    command(folder, "grade", folder / "homes", "--workshop", workshop, "--roster", roster, "--out", out)
    graded = {one["learner"]: one for one in json.loads(out.read_text())["learners"]}
    assert {one["exercise"]: one["verdict"] for one in graded["Ada Byron"]["results"]} == {
        "tensors/square": "right", "tensors/clip": "wrong"
    }  # fmt: skip
    assert (graded["Ada Byron"]["score"]["points"], graded["Bob Kahn"]["results"]) == (3.0, [])


def command(folder: Path, *arguments: object) -> str:
    """Run a command; return what it prints."""
    done = subprocess.run(
        [*servers.COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=folder,
        env=servers.ENVIRONMENT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout

"""Measures `mxtutor serve`: memory of 30 sessions, and key to verdict while three of them run endless loops."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp

from benchmarks.figures import percentile
from mxtutor.grading.service import control

LEARNERS, LOOPS, CHECKS = 30, 3, 6
PAUSES = (4.0, 14.0)
"""Seconds between two checks of a learner, who works fast."""
LOOP_SECONDS = 9.0
"""Seconds until an endless loop is checked again; the check before it is cancelled if it still runs."""
SLOWEST = 20.0
"""Seconds after which a check without a verdict on the page is given up."""
SECONDS = 300.0
"""Longest wait for the screen."""
F5, BACKSPACE = "\x1b[15~", "\x7f"
ANSWER, ENDLESS = "return nd.ones((rows, cols)) + 1", "while True: pass"
RIGHT, WRONG = "You learned", "Not right yet"
"""Words of the verdicts on ANSWER, and on ANSWER with a 9 at its end."""
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?\x07")
_COMMAND = [sys.executable, "-m", "mxtutor", "serve"]


class Learner:
    """A page that speaks the server's protocol, without a browser."""

    def __init__(self, client: aiohttp.ClientSession, address: str, link: str) -> None:
        self._client, self._address, self._link = client, address, link
        self._socket: aiohttp.ClientWebSocketResponse[bool] | None = None
        self._news = asyncio.Event()
        self._shown = ""

    async def connect(self) -> None:
        """Open the link, then the session."""
        async with self._client.get(self._link) as reply:
            assert reply.status == 200, reply.status
        socket = self._socket = await self._client.ws_connect(
            f"{self._address}/socket?width=120&height=36", origin=self._address, max_msg_size=0
        )
        self._reader = asyncio.create_task(self._read(socket))

    async def _read(self, socket: aiohttp.ClientWebSocketResponse[bool]) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self._shown += _CODES.sub("", message.data.decode("utf-8", "replace"))
                self._news.set()

    async def send(self, keys: str) -> None:
        """Press keys; what was shown before them is forgotten."""
        assert self._socket is not None
        self._shown = ""
        await self._socket.send_str(json.dumps(["stdin", keys]))

    async def until(self, words: str, seconds: float = SECONDS) -> None:
        """Wait until words are drawn, at most so many seconds."""
        end = time.monotonic() + seconds
        while words not in self._shown:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), max(0.01, end - time.monotonic()))

    async def open(self, answer: str) -> None:
        """Open an exercise and write an answer."""
        await self.until("Welcome")
        await self.send("\x1b")
        await asyncio.sleep(0.5)
        await self.send("/")
        await self.until("enter opens")
        await self.send("first-steps")
        await self.until("tensors/first-steps")
        await self.send("\r")
        await self.until("def ones_plus_one")
        await asyncio.sleep(1.0)
        await self.send(answer)

    async def check(self, change: str, words: str) -> float:
        """Change the answer and check it; return the seconds from the key to the verdict."""
        if change:
            await self.send(change)
            await asyncio.sleep(0.5)
        began = time.perf_counter()
        await self.send(F5)
        with contextlib.suppress(asyncio.TimeoutError):  # it counts as a slow one
            await self.until(words, SLOWEST)
        return time.perf_counter() - began

    async def loop(self) -> None:
        """Check an endless loop again and again."""
        while True:
            await self.send(F5)
            await asyncio.sleep(LOOP_SECONDS)


def measure() -> Iterator[str]:
    """Yield the table."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name:
        folder = Path(name)
        roster = folder / "class.csv"
        roster.write_text("name\n" + "".join(f"Learner {number}\n" for number in range(LEARNERS)))
        environment = {**os.environ, "MXTUTOR_HOME": name, "MXTUTOR_GRADER": "on"}
        server = subprocess.Popen(
            [*_COMMAND, "--port", "0", "--roster", str(roster)],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            made = subprocess.run(
                [sys.executable, "-m", "mxtutor", "links", str(roster), "--url", address],
                env=environment, check=True, capture_output=True, text=True,
            )  # fmt: skip
            links = [row["link"] for row in csv.DictReader(io.StringIO(made.stdout))]
            yield from asyncio.run(_class(address, links, server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


async def _class(address: str, links: list[str], server: int) -> list[str]:
    began = time.perf_counter()
    learners = []
    for link in links:
        client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        learners.append(Learner(client, address, link))
    await asyncio.gather(*(learner.connect() for learner in learners))
    await asyncio.gather(
        *(learner.open(ENDLESS if place < LOOPS else ANSWER) for place, learner in enumerate(learners))
    )
    opened = time.perf_counter() - began
    quiet = _memory(server)
    loops = [asyncio.create_task(learner.loop()) for learner in learners[:LOOPS]]
    sizes: list[float] = []
    sampler = asyncio.create_task(_sample(server, sizes))
    taken = await asyncio.gather(*(_work(learner, seed) for seed, learner in enumerate(learners[LOOPS:])))
    for task in [*loops, sampler]:
        task.cancel()
    for learner in learners:
        await learner._client.close()
    times = [seconds for one in taken for seconds in one]
    soon = sum(seconds < 1.0 for seconds in times) / len(times)
    return [
        "| what | measured |",
        "| --- | ---: |",
        f"| all {LEARNERS} learners have opened an exercise | {opened:.0f} s |",
        f"| proportional memory of server, sessions and grader, nobody checks | {quiet:.0f} MiB |",
        f"| the same at most, {LOOPS} endless loops and {len(times)} checks | {max(sizes):.0f} MiB |",
        f"| checks with a verdict on the page within 1 s of the key | {soon:.1%} |",
        f"| key to verdict, median (p95, slowest) | {statistics.median(times) * 1000:.0f}"
        f" ({percentile(times, 0.95) * 1000:.0f}, {max(times) * 1000:.0f}) ms |",
    ]


async def _work(learner: Learner, seed: int) -> list[float]:
    """Check right and wrong answers in turn; return the seconds of each check but the first."""
    pauses = random.Random(seed)  # noqa: S311 - equal pauses in each run
    times = []
    for number in range(CHECKS + 1):
        await asyncio.sleep(pauses.uniform(*PAUSES))
        wrong = number % 2 == 1
        change = "" if number == 0 else "9" if wrong else BACKSPACE
        times.append(await learner.check(change, WRONG if wrong else RIGHT))
    return times[1:]


async def _sample(server: int, sizes: list[float]) -> None:
    while True:
        sizes.append(await asyncio.to_thread(_memory, server))
        await asyncio.sleep(3.0)


def _memory(server: int) -> float:
    """Return the proportional memory of the server, its sessions, and the grader with its processes, in MiB."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    pending, total = [server, *(found.record.pid for found in control.find_all())], 0
    while pending:
        process = pending.pop()
        pending += children.get(process, [])
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        total += sum(int(size) for size in re.findall(r"^Pss: +(\d+) kB", text, re.MULTILINE))
    return total / 1024

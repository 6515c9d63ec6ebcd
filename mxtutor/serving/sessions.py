"""The sessions of a server: at most one per learner; it waits for a new page when its page was closed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from textual_serve.download_manager import DownloadManager

from mxtutor.classroom.roster import Learner
from mxtutor.served import Served
from mxtutor.serving.gate import Refusals
from mxtutor.serving.process import BrowserSession, Ending, Launch, Page

if TYPE_CHECKING:
    from mxtutor.serving.examiner import Examiner

TELL_SECONDS = 2.0
"""Timeout, in seconds, for sending a message to a session."""
STARTS_AT_ONCE = 4
"""Maximum number of sessions that start at the same time; the others wait for their turn.

If a whole class started at once, even the first session would start slowly.
"""


@dataclass(frozen=True, slots=True)
class Timing:
    """Timeouts of sessions."""

    idle: float = 30 * 60.0
    """Seconds without a key or a click after which a session ends."""
    warning: float = 60.0
    """Seconds before the end of `idle` at which the learner is warned."""
    alone: float = 120.0
    """Seconds that a session waits for a page after its page was closed or the network was lost."""
    stopping: float = 5.0
    """Seconds that a session's process may take to save the learner's work and end."""
    step: float = 1.0
    """Interval, in seconds, of checking all sessions."""


IDLE = Ending("idle", "This session has ended", "You pressed no key for a while. Your work is kept.", again="Go on")
LEFT = Ending("left", "You have left mxtutor", "Your work is kept. You can close this page.", again="Start again")
FAILED = Ending(
    "failed",
    "This session has ended",
    "mxtutor ended because of a fault. What was saved until then is kept.",
    again="Start again",
)
REPLACED = Ending(
    "replaced",
    "mxtutor is open in another tab",
    "One tab at a time shows it, with everything you did.",
    again="Use it here",
)
REVOKED = Ending("revoked", "Your link is no longer valid", "Your work is kept. Ask your instructor for a new link.")
STOPPING = Ending(
    "stopping",
    "The server has stopped",
    "Your work is kept. This page continues when the server runs again.",
    by_itself=True,
)
FULL = Ending("full", "The server is full", "All places are taken. Try again in a few minutes.", again="Try again")
UNKNOWN = Ending("unknown", "You need your own link", "Open the link that your instructor gave you.")


class EndedError(Exception):
    """No session can begin; `ending` is the reason that the page shows."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.code)
        self.ending = ending


async def tell_ending(page: Page, ending: Ending) -> None:
    """Send a page the reason for the end of its session, and close the connection; ignore a disconnected page."""
    try:
        await asyncio.wait_for(page.socket.send_str(msgspec.json.encode(("ended", ending)).decode()), TELL_SECONDS)
        await asyncio.wait_for(page.socket.close(), TELL_SECONDS)
    except asyncio.TimeoutError:
        page.abort()
    except (ConnectionError, RuntimeError):
        return


class Sessions:
    """Starts and ends sessions, and connects pages with them."""

    def __init__(
        self,
        launch: Launch,
        home_of: Callable[[str], Path],
        *,
        most: int,
        timing: Timing,
        untrusted: bool,
        confined: bool,
        say: Callable[[str, str, str], object],
        class_link: Callable[[Learner], str] | None = None,
        examiner: Examiner | None = None,
    ) -> None:
        """`class_link` returns the class link for a learner's session; None without a class."""
        self._launch, self._home_of = launch, home_of
        self._most, self._timing, self._say = most, timing, say
        self._turned_away = Refusals(lambda who, reason: say("full", who, reason))
        self._untrusted, self._confined = untrusted, confined
        self._class_link, self._examiner = class_link, examiner
        """`_examiner` keeps the record of an examination; None for any other workshop."""
        self._sessions: dict[str, BrowserSession] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._starting = asyncio.Semaphore(STARTS_AT_ONCE)
        self._stopping = False
        self.downloads = DownloadManager()

    def __len__(self) -> int:
        return len(self._sessions)

    def of(self, learner: Learner) -> BrowserSession | None:
        """Return the running session of a learner; None without one."""
        return self._sessions.get(learner.id)

    async def attach(self, learner: Learner, page: Page, width: int, height: int) -> BrowserSession:
        """Connect a page with the learner's running session or with a new one; disconnect an earlier page.

        Raises:
            EndedError: no session can begin.
        """
        lock = self._locks.setdefault(learner.id, asyncio.Lock())
        async with lock:
            if self._stopping:
                raise EndedError(STOPPING)
            session = self._sessions.get(learner.id)
            if session is not None and session.ending:
                await session.ended.wait()
            elif session is not None and not session.ended.is_set():
                earlier, session.page = session.page, page
                session.page_since = time.monotonic()
                session.note_input()
                if earlier is not None:
                    await tell_ending(earlier, REPLACED)
                # The tutor draws everything for the new page.
                await session.send_meta({"type": "attach", "width": width, "height": height})
                return session
            return await self._start(learner, page, width, height)

    async def _start(self, learner: Learner, page: Page, width: int, height: int) -> BrowserSession:
        if len(self._sessions) >= self._most and not self._end_one_alone():
            self._turned_away.note(learner.name, f"turned away; {self._most} of {self._most} sessions are in use")
            raise EndedError(FULL)
        session = self._sessions[learner.id] = BrowserSession(learner, self._launch, self.downloads)
        session.page, session.on_end = page, self._ended
        admission = ""
        try:
            home = self._home_of(learner.id)
            caller = f"served {home.name}"  # the name of a home is anonymous
            admission = self._examiner.admit(learner, caller) if self._examiner else ""
            served = Served(caller, learner.name, self._untrusted, self._confined, admission)
            link = self._class_link(learner) if self._class_link else ""
            async with self._starting:
                if session.ending:
                    raise EndedError(session.ending)
                await session.begin(home, served, link, width, height)
                if session.ending:  # when `end` was called there was no process yet
                    await session.end(self._timing.stopping)
                await session.ready.wait()
        except BaseException as error:
            self._leave(session, page, admission)
            if not isinstance(error, OSError):
                raise
            self._say("failed", learner.name, str(error))
            raise EndedError(FAILED) from error
        if not session.ended.is_set():
            self._say("start", learner.name, f"{len(self._sessions)} of {self._most} sessions")
        return session

    def _leave(self, session: BrowserSession, page: Page, admission: str) -> None:
        """Handle a lost page: a session that has not started is dropped; a running one waits for another page."""
        if session.is_launched:
            session.leave(page)
            if session.ending:
                session.kill()
            return
        if self._sessions.get(session.learner.id) is session:
            del self._sessions[session.learner.id]
        if self._examiner is not None:
            self._examiner.dismiss(admission)

    async def _ended(self, session: BrowserSession) -> None:
        """Remove a session whose process has ended, and send its page the reason."""
        if self._sessions.get(session.learner.id) is session:
            del self._sessions[session.learner.id]
        if self._examiner is not None:
            self._examiner.dismiss(session.admission)
        ending = session.ending or (LEFT if session.left else FAILED)
        detail = f"{ending.code}: {session.errors[-1]}" if ending is FAILED and session.errors else ending.code
        self._say("end", session.learner.name, detail)
        page, session.page = session.page, None
        if page is not None:
            await tell_ending(page, ending)

    def _end_one_alone(self) -> bool:
        """End the session that has been without a page for longest; return whether there was one."""
        alone = [one for one in self._sessions.values() if one.page is None and not one.ending]
        if not alone:
            return False
        self.end(min(alone, key=lambda one: one.page_since), IDLE)
        return True

    def end(self, session: BrowserSession, ending: Ending) -> asyncio.Task[None] | None:
        """Begin to end a session; at the end its page gets the reason. One that has not started will not start."""
        if session.ending:
            return None
        session.ending = ending
        return asyncio.create_task(session.end(self._timing.stopping)) if session.is_launched else None

    async def look(self, is_valid: Callable[[Learner], bool]) -> None:
        """End sessions that are idle, had no page for too long, or whose learner's link is no longer valid."""
        self._turned_away.look()
        for session in list(self._sessions.values()):
            try:
                await self._look_at(session, is_valid)
            except Exception as error:
                self._say("failed", session.learner.name, repr(error))

    async def _look_at(self, session: BrowserSession, is_valid: Callable[[Learner], bool]) -> None:
        now, timing = time.monotonic(), self._timing
        if not is_valid(session.learner):
            self.end(session, REVOKED)
        elif not session.is_launched:
            return
        elif now - session.last_input > timing.idle or (
            session.page is None and now - session.page_since > timing.alone
        ):
            self.end(session, IDLE)
        elif now - session.last_input > timing.idle - timing.warning and not session.warned:
            session.warned = True
            if session.page is not None:
                seconds = f"{timing.warning:.0f} s"
                text = f"This session ends in {seconds}. Press any key to stay; your work is kept."
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(session.send_meta({"type": "tell", "text": text}), TELL_SECONDS)

    async def close(self) -> None:
        """End all sessions, and wait until they have ended."""
        self._stopping = True
        tasks = [self.end(session, STOPPING) for session in list(self._sessions.values())]
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._until_none_starts(), self._timing.stopping)

    async def _until_none_starts(self) -> None:
        for lock in list(self._locks.values()):
            async with lock:
                pass

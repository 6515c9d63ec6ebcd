"""Runs a server until it is stopped, and prints a line for each start, end and refusal."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.roster import Learner
from mxtutor.errors import UsageError
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.private_files import make_private_folder, restrict
from mxtutor.reporting.sanitize import clean_line
from mxtutor.serving import confinement
from mxtutor.serving.confinement import readable
from mxtutor.serving.launching import launch, tutor_command
from mxtutor.serving.learners import Learners, OneLearner, RosterLearners
from mxtutor.serving.limits import Timing
from mxtutor.serving.sessions import Sessions
from mxtutor.serving.signing import Signer
from mxtutor.serving.web import ENTRY, LOOPBACK, Front, Web

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop
    from mxtutor.serving.examiner import Examiner

CALL_SECONDS = 240.0
"""Seconds between two calls that keep the grader from ending; it ends after 600 s without one."""
FULL = "`mxtutor doctor` shows what this machine lacks"


class GraderKeeper:
    """A connection to the shared grader; sessions find the same process."""

    def __init__(self, root: Path, *, untrusted: bool) -> None:
        self._untrusted = untrusted
        self._grader = RemoteGrader(root, untrusted=untrusted, many=True, ahead=False, caller="mxtutor serve")
        self._task: asyncio.Task[None] | None = None
        self._called = time.monotonic()

    def require(self) -> None:
        """Start the grader and wait until it is ready (up to a minute).

        Raises:
            UsageError: this machine cannot isolate answers fully, or sessions could not reach the grader.
            BrokenError: the grader cannot be used.
        """
        from mxtutor.grading.service.address import SWITCH, wants_resident

        if not wants_resident():
            raise UsageError(f"`serve` needs the shared grader, and {SWITCH} is off.", fix=f"Unset {SWITCH}.")
        self._grader.require_ready()
        if self._untrusted and not self._grader.state.safe_for_untrusted:
            raise UsageError(
                "This machine cannot isolate answers fully, so learners must not run them here.",
                fix=f"{FULL}; --weak-isolation serves you alone.",
            )

    def look(self, *, needed: bool) -> None:
        """Start the grader again where it has ended, and call it from time to time; `needed` while sessions run."""
        if not needed or (self._task is not None and not self._task.done()):
            return
        if self._grader.state.phase == "ready" and time.monotonic() - self._called < CALL_SECONDS and self._alive:
            return
        self._task = asyncio.create_task(asyncio.to_thread(self._call))

    @property
    def _alive(self) -> bool:
        connection = self._grader._connection
        return connection is not None and not connection.lost

    def _call(self) -> None:
        self._called = time.monotonic()
        self._grader.start()
        self._grader.run("mxnet", "None")

    def close(self) -> None:
        """Leave the grader; it ends by itself when nobody uses it."""
        self._grader.close()


def prepare_homes(homes: Path, root: Path) -> Path:
    """Make the folder of all homes, and return its real path; `root` holds the content.

    Raises:
        UsageError: it cannot be made, or lies where sessions and answers may read.
    """
    found = homes.resolve()
    for open_folder in readable(root):
        if found.is_relative_to(open_folder):
            raise UsageError(
                f"{homes} is inside {open_folder}, which answers may read.", fix="Name a folder outside with --homes."
            )
    try:
        make_private_folder(found)
    except OSError as error:
        raise UsageError(
            f"{homes} cannot be made: {error.strerror}.", fix="Name another folder with --homes."
        ) from error
    if not found.is_dir():
        raise UsageError(f"{homes} is not a folder.", fix="Name another folder with --homes.")
    return found


def home_of(homes: Path, signer: Signer, learner: str) -> Path:
    """Return the home of a learner's id; it is made if it is missing.

    Raises:
        OSError: it cannot be made.
    """
    home = homes / signer.home_name(learner)
    make_private_folder(home)
    if home.is_symlink() or not home.is_dir():
        raise NotADirectoryError(20, "it is not a folder", str(home))
    restrict(home)
    return home


SHUTDOWN_SECONDS = 8.0
"""How long open connections may take at the end."""


@dataclass(frozen=True, slots=True)
class Options:
    """What `mxtutor serve` was asked for."""

    root: Path
    """Folder with the content."""
    homes: Path
    arguments: tuple[str, ...]
    """Options of a session's tutor."""
    front: Front
    roster: Path | None = None
    workshop: Workshop | None = None
    """The workshop of every session."""
    content: str = ""
    """Hash of the exercises of a sealed workshop."""
    title: str = "mxtutor"
    most: int = 40
    """Sessions at once."""
    timing: Timing = field(default_factory=Timing)
    weak_isolation: bool = False


def serve(options: Options, say: Callable[[str], object], announce: Callable[[str], object]) -> None:
    """Serve until SIGINT or SIGTERM. `say` is given lines for the server's terminal, `announce` the address or link.

    Raises:
        UsageError: the options do not fit each other, or this machine.
        BrokenError: the grader cannot be used.
    """
    front = options.front
    if options.weak_isolation and (options.roster is not None or front.host not in LOOPBACK or front.behind_proxy):
        raise UsageError(
            "--weak-isolation is for you alone on this machine.", fix="Leave --roster, --host and --behind-proxy out."
        )
    if not hasattr(signal, "SIGTERM") or sys.platform != "linux":
        raise UsageError("`serve` needs Linux.", fix="Use a machine or a virtual machine with Linux.")
    homes = prepare_homes(options.homes, options.root)
    signer = Signer.of_homes(homes)
    learners: Learners = RosterLearners(options.roster, say) if options.roster else OneLearner(signer)
    if front.host not in LOOPBACK and not front.behind_proxy:
        say(
            f"WARNING: {front.host} can be reached by others, and nothing encrypts the connection: links and answers"
            " can be read on the way. Put a proxy with TLS in front; docs/serve.md shows how with Caddy and nginx."
        )
    confined = confinement.works()
    if not confined:
        say("this kernel has no Landlock, so only mxtutor itself keeps sessions out of other learners' homes.")
    if isinstance(learners, RosterLearners) and learners.without_link:
        older = learners.without_link_but_token
        say(
            f"{learners.without_link} of {len(learners)} learners have no link; `mxtutor serve links` makes links."
            + (
                f" {older} have a `token`, which now opens no session: their earlier links must be renewed."
                if older
                else ""
            )
        )
    say("starting the grader; this takes some seconds ...")
    keeper = GraderKeeper(options.root, untrusted=not options.weak_isolation)
    try:
        keeper.require()
        with _examiner(options, homes) as examiner:
            asyncio.run(_run(options, homes, signer, learners, keeper, confined, say, announce, examiner))
    finally:
        keeper.close()


@contextlib.contextmanager
def _examiner(options: Options, homes: Path) -> Iterator[Examiner | None]:
    """Yield what keeps the record of a sealed workshop; else None."""
    workshop = options.workshop
    if workshop is None or not workshop.sealed:
        yield None
        return
    from mxtutor.serving.examiner import Examiner

    examiner = Examiner(homes, workshop, options.root, options.content, untrusted=not options.weak_isolation)
    try:
        yield examiner
    finally:
        examiner.close()


async def _run(
    options: Options,
    homes: Path,
    signer: Signer,
    learners: Learners,
    keeper: GraderKeeper,
    confined: bool,
    say: Callable[[str], object],
    announce: Callable[[str], object],
    examiner: Examiner | None,
) -> None:
    from mxtutor.live.connections import listening  # aiohttp takes 0.2 s to import

    def note(event: str, who: str, detail: str) -> None:
        """Print one line about a session or a refusal; no tokens."""
        clock = datetime.now().astimezone().strftime("%H:%M:%S")
        say(clean_line(f"{clock} {event:7} {who or 'you'}: {detail}"))

    sessions = Sessions(
        partial(launch, tutor_command(options.arguments)),
        lambda learner: home_of(homes, signer, learner),
        most=options.most,
        timing=options.timing,
        untrusted=not options.weak_isolation,
        confined=confined,
        say=note,
        examiner=examiner,
    )
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stopped.set)
    listener = _listen(options.front)
    front = replace(options.front, port=listener.getsockname()[1])
    pages = Web(front, signer, learners, sessions, title=options.title, say=note)
    async with listening(pages.application(), pages.refusals, stop_seconds=SHUTDOWN_SECONDS, sock=listener):
        if options.roster is not None:
            say("learners open the links of `mxtutor serve links`; ctrl+c ends all sessions.")
        announce(address(front) + (ENTRY + signer.local_token() if isinstance(learners, OneLearner) else ""))
        while not stopped.is_set():
            await sessions.look(_counts(learners))
            keeper.look(needed=len(sessions) > 0)
            if examiner is not None:
                examiner.look()
            await _sleep(stopped, options.timing.step)
        say(f"stopping; {len(sessions)} sessions end, and all work is kept.")
        await sessions.close()


async def _sleep(stopped: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stopped.wait(), seconds)
    except asyncio.TimeoutError:
        return


def _counts(learners: Learners) -> Callable[[Learner], bool]:
    """Return whether a learner's token still counts, after a look at the roster."""
    learners.refresh()

    def counts(learner: Learner) -> bool:
        found = learners.of_id(learner.id)
        return found is not None and found.token == learner.token

    return counts


def _listen(front: Front) -> socket.socket:
    family = socket.AF_INET6 if ":" in front.host else socket.AF_INET
    try:
        return socket.create_server((front.host, front.port), family=family, backlog=128)
    except OSError as error:
        raise UsageError(
            f"{front.host}:{front.port} cannot be used: {error.strerror}.", fix="Give another --port or --host."
        ) from error


def address(front: Front) -> str:
    """Return the address for browsers, without a slash at its end."""
    if front.url:
        return front.url.rstrip("/")
    from mxtutor.live.serving import reachable

    return f"http://{reachable(front.host)}:{front.port}"

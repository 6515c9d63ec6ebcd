"""Runs a server until it is stopped, and prints a line for each start, end and refusal."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import shlex
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.roster import Learner
from mxtutor.content.class_links import LOOPBACK
from mxtutor.errors import UsageError
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.live.people import People, files_of
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.private_files import make_private_folder, restrict
from mxtutor.reporting.sanitize import clean_line
from mxtutor.serving import confinement
from mxtutor.serving.class_server import ClassServer
from mxtutor.serving.confinement import readable
from mxtutor.serving.connections import listening
from mxtutor.serving.gate import Front, Gate
from mxtutor.serving.process import launch, tutor_command
from mxtutor.serving.sessions import Sessions, Timing
from mxtutor.serving.signing import Signer
from mxtutor.serving.web import ENTRY, LOCAL, Links, Pages, application

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
                fix=f"{FULL}; --weak-isolation serves you alone, --no-browser serves tutors on laptops.",
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
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class LiveClass:
    """The class whose events the server receives."""

    store: Path
    entry: ClassEntry
    code: str
    """Learners join with it; empty if they cannot join by themselves."""


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
    live: LiveClass | None = None
    """None: no events of tutors are received."""
    browser: bool = True
    """Whether learners use the tutor in browsers."""
    workshop: Workshop | None = None
    """The workshop of every session."""
    content: str = ""
    """Hash of the exercises of a sealed workshop."""
    title: str = "mxtutor"
    most: int = 40
    """Sessions at once."""
    timing: Timing = field(default_factory=Timing)
    weak_isolation: bool = False


def serve(options: Options, say: Say, announce: Say) -> None:
    """Serve until SIGINT or SIGTERM. `say` is given lines for the server's terminal, `announce` the address or link.

    Raises:
        UsageError: the options do not fit each other, or this machine.
        StoreError: the class store cannot be used.
        BrokenError: the grader cannot be used.
    """
    front = options.front
    if options.weak_isolation and (options.roster is not None or front.host not in LOOPBACK or front.behind_proxy):
        raise UsageError(
            "--weak-isolation is for you alone on this machine.", fix="Leave --roster, --host and --behind-proxy out."
        )
    with contextlib.ExitStack() as stack:
        browsers = stack.enter_context(contextlib.closing(_Browsers(options, say))) if options.browser else None
        store, people = _class_files(options, say)
        if store is not None:
            stack.callback(store.close)
        if browsers is not None:
            _tell_of_links(people, say)
            browsers.start_grader()
        asyncio.run(_run(options, browsers, store, people, say, announce))


def _class_files(options: Options, say: Say) -> tuple[ClassStore | None, People | None]:
    """Return the store of the class, if there is one, and the people of the roster."""
    live = options.live
    if live is None:
        return None, People(options.roster, None, tell=say) if options.roster is not None else None
    _, roster, key = files_of(live.store, options.roster)
    people = People(roster, key, create=options.roster is None, tell=say)
    store = ClassStore(live.store, create=True)
    store.begin(live.entry, time.time())
    return store, people


def _tell_of_links(people: People | None, say: Say) -> None:
    learners = people.roster.learners if people is not None else ()
    without = [one for one in learners if not one.link_token]
    if without:
        say(f"{len(without)} of {len(learners)} learners have no link; `mxtutor links` makes links.")


class _Browsers:
    """What sessions in browsers need: the shared grader, homes, and in an examination its record."""

    def __init__(self, options: Options, say: Say) -> None:
        """Make the folder of the homes.

        Raises:
            UsageError: this machine cannot run sessions.
        """
        if sys.platform != "linux":
            raise UsageError(
                "Sessions in browsers need Linux.", fix="Use Linux, or --no-browser to serve tutors on laptops alone."
            )
        self._options, self._say = options, say
        self._homes = prepare_homes(options.homes, options.root)
        self.signer = Signer.of_homes(self._homes)
        self._keeper = GraderKeeper(options.root, untrusted=not options.weak_isolation)
        self._examiner: Examiner | None = None

    def start_grader(self) -> None:
        """Start the grader, and read the record of a sealed workshop.

        Raises:
            UsageError, BrokenError, StoreError: one of them cannot be used.
        """
        options = self._options
        self._say("starting the grader; this takes some seconds ...")
        self._keeper.require()
        if options.workshop is not None and options.workshop.sealed:
            from mxtutor.serving.examiner import Examiner

            self._examiner = Examiner(
                self._homes, options.workshop, options.root, options.content, untrusted=not options.weak_isolation
            )

    def sessions(
        self, note: Callable[[str, str, str], object], class_link: Callable[[Learner], str] | None
    ) -> Sessions:
        """Return the sessions; `note` says what happens to them, `class_link` is that of `Sessions`."""
        options, confined = self._options, confinement.works()
        if not confined:
            self._say(
                "this kernel has no Landlock, so only mxtutor itself keeps sessions out of other learners' homes."
            )
        return Sessions(
            partial(launch, tutor_command(options.arguments)),
            partial(home_of, self._homes, self.signer),
            most=options.most,
            timing=options.timing,
            untrusted=not options.weak_isolation,
            confined=confined,
            say=note,
            class_link=class_link,
            examiner=self._examiner,
        )

    def look(self, *, needed: bool) -> None:
        """Keep the grader, `needed` while sessions run, and end examinations whose time is over."""
        self._keeper.look(needed=needed)
        if self._examiner is not None:
            self._examiner.look()

    def close(self) -> None:
        """Leave the grader, and close the record."""
        if self._examiner is not None:
            self._examiner.close()
        self._keeper.close()


async def _run(
    options: Options, browsers: _Browsers | None, store: ClassStore | None, people: People | None, say: Say,
    announce: Say,
) -> None:  # fmt: skip
    def note(event: str, who: str, detail: str) -> None:
        """Print one line about a session or a refusal; no tokens."""
        clock = datetime.now().astimezone().strftime("%H:%M:%S")
        say(clean_line(f"{clock} {event:7} {who or 'you'}: {detail}"))

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    listener = _listen(options.front)
    front = replace(options.front, port=listener.getsockname()[1])
    if front.host not in LOOPBACK and not front.behind_proxy:
        say(
            f"WARNING: {front.host} can be reached by others, and nothing encrypts the connection: links and answers"
            " can be read on the way. Put a proxy with TLS in front; docs/serve.md shows how with Caddy."
        )
    gate, live, class_server = Gate(front, note), options.live, None
    pages, sessions, links, token = None, None, None, ""
    if browsers is not None:
        token = browsers.signer.local_token() if options.roster is None else ""
        links = Links(browsers.signer, people, token)
        sessions = browsers.sessions(note, partial(_class_link, front, links) if live is not None else None)
        pages = Pages(gate, links, sessions, options.title)
    if live is not None and store is not None and people is not None:
        inside = partial(links.of_signed, purpose="class") if links is not None else None
        class_server = ClassServer(store, people, live.entry, gate, code=live.code, session=inside, tell=say)
        _greet(options, live, people.path, address(front), say)
    served = application(gate, pages, class_server)
    async with listening(served, gate.refusals, listener, stop_seconds=SHUTDOWN_SECONDS):
        announce(address(front) + (ENTRY + token if token else ""))
        while not stopped.is_set():
            if browsers is not None and sessions is not None and links is not None:
                await sessions.look(links.counts)
                browsers.look(needed=len(sessions) > 0)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(stopped.wait(), options.timing.step)
        if sessions is not None:
            say(f"stopping; {len(sessions)} sessions end, and all work is kept.")
            await sessions.close()
    if live is not None:
        say("The class server has stopped; the store has all events that it confirmed.")


def _class_link(front: Front, links: Links, learner: Learner) -> str:
    """Return the link with which a learner's session reports to the class; empty for the local learner."""
    return (
        "" if learner.id == LOCAL else f"http://{_reachable(front.host)}:{front.port}/#{links.signed(learner, 'class')}"
    )


def _greet(options: Options, live: LiveClass, roster: Path, url: str, say: Say) -> None:
    """Say how learners join, and how to watch them."""
    say(clean_line(f"{live.entry.title!r} listens at {url}; ctrl+c stops it. Store: {live.store}. Roster: {roster}."))
    if live.code:
        say(f"Learners join with: mxtutor class join {url} --code {live.code}")
    if not live.code or options.roster is not None:
        say(f"Learners have a link each: mxtutor links {shlex.quote(str(roster))} --url {url}")
    given = f" --roster {shlex.quote(str(options.roster))}" if options.roster is not None else ""
    store = "" if live.store == Path("class.db") else f" --store {shlex.quote(str(live.store))}"
    say(f"Watch the class with: mxtutor class{store}{given}")


def _listen(front: Front) -> socket.socket:
    family = socket.AF_INET6 if ":" in front.host else socket.AF_INET
    try:
        return socket.create_server((front.host, front.port), family=family, backlog=128)
    except OSError as error:
        raise UsageError(
            f"{front.host}:{front.port} cannot be used: {error.strerror}.", fix="Give another --port or --host."
        ) from error


def address(front: Front) -> str:
    """Return the address that learners use, without a slash at its end."""
    if front.url:
        return front.url.rstrip("/")
    return f"http://{_reachable(front.host)}:{front.port}"


def _reachable(host: str) -> str:
    """Return the address that other machines use for a server on `host`, in the form of a URL."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if found.is_unspecified:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; a datagram socket sends nothing here
            return str(probe.getsockname()[0])
        return socket.gethostname()
    return f"[{host}]" if found.version == 6 else host

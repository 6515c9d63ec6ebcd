"""Runs a server until it is stopped; prints a line for each start and end of a session, and for refusals."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import shlex
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mxtutor.classroom.roster import Learner
from mxtutor.content.class_links import ENTRY, LOOPBACK
from mxtutor.counts import count
from mxtutor.errors import StoreError, UsageError, file_errors
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.live.people import People, files_of
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.private_files import make_private_folder, restrict
from mxtutor.reporting.sanitize import clean_line
from mxtutor.serving import confinement
from mxtutor.serving.class_server import ClassServer
from mxtutor.serving.confinement import readable
from mxtutor.serving.gate import Front, Gate, listening
from mxtutor.serving.process import launch, tutor_command
from mxtutor.serving.sessions import Sessions, Timing
from mxtutor.serving.signing import Signer
from mxtutor.serving.web import LOCAL, Links, Pages, application

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop
    from mxtutor.serving.examiner import Examiner

CALL_SECONDS = 240.0
"""Interval, in seconds, of calls to the grader, which would end after 600 s without one."""


def prepare_homes(homes: Path, root: Path) -> Path:
    """Make the folder of all homes, and return its real path; `root` is the content's folder.

    Raises:
        UsageError: the folder cannot be made, or is where sessions or answers may read.
    """
    found = homes.resolve()
    for open_folder in readable(root):
        if found.is_relative_to(open_folder):
            raise UsageError(
                f"{homes} is inside {open_folder}, which answers may read.", fix="Name a folder outside with --homes."
            )
    with file_errors(homes, "made", fix="Name another folder with --homes."):
        make_private_folder(found)
    if not found.is_dir():
        raise UsageError(f"{homes} is not a folder.", fix="Name another folder with --homes.")
    return found


def home_of(homes: Path, signer: Signer, learner: str) -> Path:
    """Return the home folder of the learner with this id; make it if it is missing.

    Raises:
        OSError: the folder cannot be made.
    """
    home = homes / signer.home_name(learner)
    make_private_folder(home)
    if home.is_symlink() or not home.is_dir():
        raise NotADirectoryError(20, "it is not a folder", str(home))
    restrict(home)
    return home


BEAT_SECONDS = 10.0
"""Interval of heartbeats in the class store, in seconds."""
SHUTDOWN_SECONDS = 8.0
"""Seconds that open connections may take when the server stops."""
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class LiveClass:
    """The class whose events the server receives."""

    store: Path
    entry: ClassEntry
    code: str
    """The class code with which learners join; empty if they cannot join by themselves."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `mxtutor serve`."""

    root: Path
    """Folder with the content."""
    homes: Path
    arguments: tuple[str, ...]
    """Arguments of `mxtutor` in a session, which choose the content."""
    front: Front
    roster: Path | None = None
    live: LiveClass | None = None
    """The class that stores the events of tutors or of a sealed workshop; None without a class."""
    browser: bool = True
    """Whether learners can use the tutor in browsers."""
    workshop: Workshop | None = None
    """The workshop of every session."""
    content: str = ""
    """Hash of the exercises of a sealed workshop, which takes no events of tutors; empty for others."""
    most: int = 40
    """Maximum number of sessions at the same time."""
    timing: Timing = field(default_factory=Timing)
    weak_isolation: bool = False


def serve(options: ServeOptions, say: Say, announce: Say) -> None:
    """Serve until SIGINT or SIGTERM. `say` gets lines for the server's terminal, `announce` the address or link.

    Raises:
        UsageError: the options contradict each other, or this machine lacks something.
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
            learners = people.roster.learners if people is not None else ()
            if without := sum(not one.link_token for one in learners):
                say(f"without a link: {without} of {count(len(learners), 'learner')}; `mxtutor links` makes links.")
            browsers.start(store, people)
        asyncio.run(_run(options, browsers, store, people, say, announce))


def _class_files(options: ServeOptions, say: Say) -> tuple[ClassStore | None, People | None]:
    """Return the class store and the people of the roster, each None if there is none."""
    live = options.live
    if live is None:
        return None, People(options.roster, None, tell=say) if options.roster is not None else None
    _, roster, key = files_of(live.store, options.roster)
    alone = bool(options.content) and options.roster is None
    people = None if alone else People(roster, key, create=options.roster is None, tell=say)
    store = ClassStore(live.store, create=True)
    store.begin(live.entry, time.time())
    return store, people


class _Browsers:
    """The services for sessions in browsers: the shared grader, homes, and the record of an examination."""

    def __init__(self, options: ServeOptions, say: Say) -> None:
        """Make the folder of the homes.

        Raises:
            UsageError: this machine cannot run sessions.
        """
        if sys.platform != "linux":
            raise UsageError(
                "Sessions in browsers need Linux.", fix="Use Linux, or --no-browser to serve tutors on laptops alone."
            )
        self._options, self._say, self._untrusted = options, say, not options.weak_isolation
        self._homes = prepare_homes(options.homes, options.root)
        self.signer = Signer.of_homes(self._homes)
        self._grader = RemoteGrader(
            options.root, untrusted=self._untrusted, many=True, ahead=False, caller="mxtutor serve"
        )
        """A client of the shared grader, whose calls prevent its end; sessions connect to the same process."""
        self._called, self._calling = time.monotonic(), threading.Event()
        self._examiner: Examiner | None = None

    def start(self, store: ClassStore | None, people: People | None) -> None:
        """Start the grader and wait until it is ready; read the record of a sealed workshop from the class store.

        Raises:
            UsageError: this machine cannot isolate answers fully, or sessions could not reach the grader.
            BrokenError, StoreError: the grader or the record cannot be used.
        """
        from mxtutor.grading.service.address import SWITCH, wants_resident

        options = self._options
        self._say("starting the grader; this takes some seconds ...")
        if not wants_resident():
            raise UsageError(f"`serve` needs the shared grader, and {SWITCH} is off.", fix=f"Unset {SWITCH}.")
        self._grader.require_ready()
        if self._untrusted and not self._grader.state.safe_for_untrusted:
            fix = "--weak-isolation serves you alone, --no-browser serves tutors on laptops."
            raise UsageError(
                "This machine cannot isolate answers fully, so learners must not run them here.",
                fix=f"`mxtutor doctor` shows what this machine lacks; {fix}",
            )
        if store is not None and options.workshop is not None and options.content:
            from mxtutor.serving.examiner import Examiner

            self._examiner = Examiner(
                self._homes, store, people, options.workshop, options.root, options.content, untrusted=self._untrusted
            )

    def sessions(
        self, note: Callable[[str, str, str], object], class_link: Callable[[Learner], str] | None
    ) -> Sessions:
        """Return the sessions; `note` reports their events, `class_link` is as in `Sessions`."""
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
            untrusted=self._untrusted,
            confined=confined,
            say=note,
            class_link=class_link,
            examiner=self._examiner,
        )

    def look(self, *, needed: bool) -> None:
        """If `needed` (by sessions), call the grader from time to time; end examinations whose time is over."""
        if self._examiner is not None:
            self._examiner.look()
        lost = self._grader.state.phase != "ready"
        if needed and not self._calling.is_set() and (lost or time.monotonic() - self._called >= CALL_SECONDS):
            self._calling.set()
            threading.Thread(target=self._call, name="mxtutor-keep", daemon=True).start()

    def _call(self) -> None:
        """Call the grader, which starts it again if it has ended."""
        try:
            self._called = time.monotonic()
            self._grader.start()
            self._grader.run("mxnet", "None")
        finally:
            self._calling.clear()

    def close(self) -> None:
        """Close the record, and disconnect from the grader, which ends by itself when it is not used."""
        if self._examiner is not None:
            self._examiner.close()
        self._grader.close()


async def _run(
    options: ServeOptions, browsers: _Browsers | None, store: ClassStore | None, people: People | None, say: Say,
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
    gate, live, class_server = Gate(front, note), None if options.content else options.live, None
    pages, sessions, links, token = None, None, None, ""
    if browsers is not None:
        token = browsers.signer.local_token() if options.roster is None else ""
        links = Links(browsers.signer, people, token)
        sessions = browsers.sessions(note, partial(_class_link, front, links) if live is not None else None)
        pages = Pages(gate, links, sessions, options.workshop.title if options.workshop else "mxtutor")
    if live is not None and store is not None and people is not None:
        inside = partial(links.of_signed, purpose="class") if links is not None else None
        class_server = ClassServer(store, people, live.entry, gate, code=live.code, session=inside, tell=say)
        _greet(options, live, people.path, address(front), say)
    served = application(gate, pages, class_server)
    async with listening(served, gate.refusals, listener, stop_seconds=SHUTDOWN_SECONDS):
        announce(address(front) + (ENTRY + token if token else ""))
        beats = asyncio.create_task(_beat(store, options.live)) if store is not None and options.live else None
        while not stopped.is_set():
            if browsers is not None and sessions is not None and links is not None:
                await sessions.look(links.is_valid)
                browsers.look(needed=len(sessions) > 0)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(stopped.wait(), options.timing.step)
        if beats is not None:
            beats.cancel()
        if sessions is not None:
            say(f"stopping {count(len(sessions), 'session')}; all work is kept.")
            await sessions.close()
    if live is not None:
        say("The class server has stopped; the store has all events that it confirmed.")


async def _beat(store: ClassStore, live: LiveClass) -> None:
    """Write heartbeats into the store until this is cancelled, then that the server has stopped."""

    def write(at: float) -> None:
        with contextlib.suppress(StoreError):  # the store is busy or fails: requests report that
            store.note_server(live.entry.title, at)

    try:
        while True:
            await asyncio.to_thread(write, time.time())
            await asyncio.sleep(BEAT_SECONDS)
    finally:
        write(0.0)


def _class_link(front: Front, links: Links, learner: Learner) -> str:
    """Return the class link for a learner's session; empty for the local learner."""
    return (
        "" if learner.id == LOCAL else f"http://{_reachable(front.host)}:{front.port}/#{links.signed(learner, 'class')}"
    )


def _greet(options: ServeOptions, live: LiveClass, roster: Path, url: str, say: Say) -> None:
    """Print how learners join, and how to watch the class, with commands that work in any folder."""
    store, roster = live.store.absolute(), roster.absolute()
    say(clean_line(f"{live.entry.title!r} listens at {url}; ctrl+c stops it. Store: {store}. Roster: {roster}."))
    if live.code:
        say(f"Learners join with: mxtutor class join {url} --code {live.code}")
    if not live.code or options.roster is not None:
        say(f"Learners have a link each: mxtutor links {shlex.quote(str(roster))} --url {url}")
    workshop = options.workshop
    if workshop is not None and workshop.class_url and urlsplit(workshop.class_url).port != urlsplit(url).port:
        say(f"WARNING: {workshop.file} sends learners to {workshop.class_url}. Correct its `class`, or give --url.")
    given = {
        "--store": store,
        "--roster": roster if options.roster is not None else None,
        "--title": live.entry.title if workshop and workshop.title != live.entry.title else None,
    }
    words = [str(word) for option, value in given.items() if value for word in (option, value)]
    words += options.arguments
    say(f"Watch the class with: {shlex.join(['mxtutor', 'class', *words])}")


def _listen(front: Front) -> socket.socket:
    family = socket.AF_INET6 if ":" in front.host else socket.AF_INET
    with file_errors(f"{front.host}:{front.port}", "used", fix="Give another --port or --host."):
        return socket.create_server((front.host, front.port), family=family, backlog=128)


def address(front: Front) -> str:
    """Return the URL that learners use, without a trailing slash."""
    if front.url:
        return front.url.rstrip("/")
    return f"http://{_reachable(front.host)}:{front.port}"


def _reachable(host: str) -> str:
    """Return the host part of a URL under which other machines reach a server on `host`."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if found.is_unspecified:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; connecting sends nothing
            return str(probe.getsockname()[0])
        return socket.gethostname()
    return f"[{host}]" if found.version == 6 else host

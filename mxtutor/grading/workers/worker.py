"""Starts the worker processes that import a framework and only fork, and sends jobs to them."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from mxtutor.errors import BrokenError
from mxtutor.grading import messages
from mxtutor.grading.priority import leads_session_without_terminal
from mxtutor.grading.procfs import activity, children, descendants, stopped, switches
from mxtutor.grading.workers.child_process import ChildProcess
from mxtutor.grading.workers.job import Job
from mxtutor.private_files import lock

FrameworkName = Literal["mxnet", "torch"]

STARTS = 3
"""How often a process is started that stops or hangs while it imports its framework."""

LOOK_SECONDS = 0.5
"""Seconds between two looks at a process that starts."""

HANG_LOOKS = 20
"""Looks without any progress after which such a process hangs: it waits for an event, and never ran meanwhile."""

READY_CPU = 120.0
"""Processor seconds after which it counts as hanging, too; a framework takes 2 to 5."""

LEAVING_SECONDS = 0.5
"""How long a job waits that a worker did not begin, until that worker has ended; usually a few milliseconds."""

EXIT_SECONDS = 1.0
"""How long a worker may take to end its processes before it is killed; it usually takes a few milliseconds."""

OPEN_FILES = 512
"""Number of open files that this process and each worker need; Landlock opens each folder that jobs may read."""

_ENVIRONMENT = {
    "MXNET_ENGINE_TYPE": "NaiveEngine",  # one thread: Landlock confines it, and errors appear at their source
    "OMP_NUM_THREADS": "1",  # otherwise every fork hangs after a parallel operator of torch
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MXNET_SUBGRAPH_VERBOSE": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
}
_PREFIX = "mxtutor-scratch-"
_REMOVAL_TRIES = 20
_REMOVAL_PAUSE = 0.025
"""Seconds between two tries: a process that was just killed may still write."""
_INHERITED = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")


@dataclass(frozen=True, slots=True)
class Role:
    """What one worker is for."""

    framework: FrameworkName
    confined: bool = False
    """Whether the sandbox confines its jobs; limits of resources hold in either case."""
    untrusted: bool = False
    """Whether the worker refuses a job that needs a network if the machine cannot isolate that network."""
    seconds: float = 10.0
    """Time limit of its usual job, for which a supervisor waits."""
    processes: bool = False
    """Whether its usual job may fork."""
    answers: int = 100
    """Jobs that a supervisor serves, one at a time and each in a fresh child.

    Where the kernel does not end all processes of a job with its child, a supervisor serves one job.
    """


@dataclass(frozen=True, slots=True)
class Roles:
    """The two sides of a grading; the frameworks may be the same one."""

    answer: Role
    reference: Role


def usual_roles(*, confined: bool, untrusted: bool, checked: bool = True) -> Roles:
    """Return the roles of a course: an answer in MXNet, and a reference in torch.

    `checked`: the references are mxtutor's own. References from another source, such as a pack or a learner's own
    code, are confined, with `confined` and without.
    """
    reference = Role("torch", seconds=30.0, processes=True) if checked else unchecked_reference()
    return Roles(Role("mxnet", confined, untrusted), reference)


def unchecked_reference() -> Role:
    """Return the role of references that nobody has checked."""
    return Role("torch", confined=True, untrusted=True, seconds=30.0)


class ScratchBase:
    """A folder in the temporary directory, locked while its owner lives.

    A new one first removes the folders of processes that were killed before they could remove them.
    """

    def __init__(self) -> None:
        """Make the folder.

        Raises:
            OSError: the temporary directory cannot be written.
        """
        top = Path(tempfile.gettempdir())
        _remove_abandoned(top)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=top))
        self.path.chmod(0o711)  # jobs of a worker that runs as root have other user ids and must pass through
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        lock(self._lock)

    def remove(self) -> None:
        """Remove the folder and its contents; idempotent."""
        if self._lock < 0:
            return
        for _ in range(_REMOVAL_TRIES):
            shutil.rmtree(self.path, ignore_errors=True)
            if not self.path.exists():
                break
            time.sleep(_REMOVAL_PAUSE)
        os.close(self._lock)
        self._lock = -1


def _remove_abandoned(top: Path) -> None:
    """Remove unlocked folders of this user: their owner was killed."""
    found: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(top) as entries:
        found = [Path(e.path) for e in entries if e.name.startswith(_PREFIX) and e.is_dir(follow_symlinks=False)]
    for path in found:
        with contextlib.suppress(OSError):
            if path.lstat().st_uid != os.geteuid() or time.time() - path.lstat().st_mtime < 1:
                continue  # a folder of another user, or a new one that is not locked yet
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                if lock(descriptor):
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(descriptor)


def _ensure_open_files() -> None:
    """Raise the limit of open files to what a worker needs.

    Raises:
        BrokenError: the system allows fewer.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= OPEN_FILES:
        return
    allowed = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < OPEN_FILES:
        text = f"The system allows {allowed} open files, and mxtutor needs {OPEN_FILES}."
        raise BrokenError(text, fix="Raise the limit (`ulimit -Hn 1024`, or a new shell), then try again.")


class _Start:
    """Watches a process that starts. A busy machine makes it slow, but then it is ready to run: that is no fault."""

    def __init__(self, pid: int) -> None:
        self._pid, self._switches, self._idle = pid, -1, 0

    def hangs(self) -> bool:
        """Return whether it never will be ready; call it every `LOOK_SECONDS`."""
        processes = [self._pid, *descendants(self._pid)]
        now, runs = activity(processes), switches(processes)
        self._idle = self._idle + 1 if now.sleeps and runs == self._switches else 0
        self._switches = runs
        return bool(now.stopped) or self._idle >= HANG_LOOKS or now.cpu > READY_CPU


class Worker:
    """The trusted side's handle of one worker process; thread-safe."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.ready: messages.Ready | None = None
        """The ready message of the worker; None before the start."""
        self._lock = threading.Lock()
        self._closed = False
        self._starting = False
        """Whether the process imports its framework now."""
        self._process: ChildProcess | None = None
        self._scratch: ScratchBase | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.alive

    @property
    def pid(self) -> int | None:
        """Process id, for tests and benchmarks."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process, unless it runs, and wait until it has imported its framework.

        Raises:
            BrokenError: it could not be started, reports that the framework is missing, hangs each time, or is closed.
        """
        with self._lock:
            if self._closed:
                raise BrokenError("The grader is closed.")
            if not self.alive:
                self._starting = True
                try:
                    if not any(self._start() for _ in range(STARTS)):
                        problem = f"The {self.role.framework} worker does not answer."
                        raise BrokenError(problem, fix="Run `mxtutor doctor`.")
                finally:
                    self._starting = False

    def _start(self) -> bool:
        """Start the process and wait until it is ready; return False, and end it, if it stops or hangs."""
        self._drop()
        if sys.platform != "linux":
            raise BrokenError("Code can be run on Linux only.", fix="Use Linux, WSL or a Linux container.")
        _ensure_open_files()
        self._scratch = ScratchBase()
        environment = {k: os.environ[k] for k in _INHERITED if k in os.environ}  # answers can read the environment
        environment["TMPDIR"] = str(self._scratch.path)
        self._process = ChildProcess(
            f"{self.role.framework} worker",
            "mxtutor.grading.answer.worker",
            (asdict(self.role),),
            kind=socket.SOCK_SEQPACKET,
            environment={**environment, **_ENVIRONMENT},
            own_session=not leads_session_without_terminal(),
        )
        return self._await_ready(self._process)

    def _await_ready(self, process: ChildProcess) -> bool:
        if self._closed:
            process.kill()  # `close` came before there was a process to end
        process.socket.settimeout(LOOK_SECONDS)
        start = _Start(process.pid)
        data = None
        while data is None:
            try:
                data = process.socket.recv(1 << 16)
            except OSError:  # nothing has come yet
                if start.hangs():
                    process.kill()
                    self._drop()
                    return False
        message = messages.decode_start(data) if data else messages.StartFailure(self._last_log_line(process))
        if isinstance(message, messages.StartFailure):
            self._drop()
            raise BrokenError(f"{self.role.framework} cannot be used: {message.error}", fix=message.fix)
        process.socket.settimeout(10.0)
        self.ready = message
        return True

    def _last_log_line(self, process: ChildProcess) -> str:
        process.end(EXIT_SECONDS)
        return f"{process.last_line() or 'its process ended without a message'}."

    def submit(self, job: messages.JobPayload, limits: messages.JobLimits) -> tuple[Job, str]:
        """Send a job to the worker and return it with its nonce; a dead worker is started again first.

        Raises:
            BrokenError: the worker cannot be started or accepts no job.
        """
        nonce = secrets.token_hex(16)
        frame = messages.encode_job(job, nonce)
        for attempt in (1, 2):
            self._replace_stopped()
            self.start()
            if limits.loopback and self.role.untrusted and (self.ready is None or "net" not in self.ready.isolation):
                problem = "This exercise needs a network between its processes, and this machine cannot isolate one."
                raise BrokenError(problem, fix="`mxtutor doctor` shows how to get the layer `net`.")
            running = Job(limits, frame)
            running.is_lost = self._keeps_from_beginning
            try:
                with self._lock:
                    if self._process is None:  # another thread has ended it since `start`
                        raise OSError("its process has ended")
                    socket.send_fds(self._process.socket, [messages.encode(limits)], running.far_ends)
                return running, nonce
            except OSError as error:
                running.discard()
                self.kill()
                if attempt == 2:
                    raise BrokenError(
                        f"The {self.role.framework} worker accepts no job: {error}.", fix="Try again."
                    ) from error
            finally:
                running.handed_over()
        raise AssertionError("unreachable")

    def _replace_stopped(self) -> bool:
        """End the process if a signal has stopped it, so that the next job starts a new one; return whether it was."""
        process = self._process
        if process is None or not stopped(process.pid):
            return False
        process.kill()
        with self._lock:
            if self._process is process:
                self._drop()
        return True

    def _keeps_from_beginning(self, begun: bool) -> bool:
        """End supervisors that a signal has stopped, and the process itself if a job has not begun.

        Returns whether such a job never will begin. Jobs of an ended supervisor are lost, and their owners see it.
        """
        process = self._process
        for supervisor in children(process.pid) if process is not None else ():
            if stopped(supervisor):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(supervisor, signal.SIGKILL)
        return not begun and self._replace_stopped()

    def await_leaving(self) -> None:
        """Wait until a process that takes no more jobs has ended: it would lose those that it is sent meanwhile.

        A process that only failed to start one job goes on, and the wait ends after `LEAVING_SECONDS`.
        """
        process, end = self._process, time.monotonic() + LEAVING_SECONDS
        while process is not None and process.alive and time.monotonic() < end:
            time.sleep(0.002)

    def kill(self) -> None:
        """End the process at once; the next job starts a new one."""
        with self._lock:
            self._drop()

    def close(self) -> None:
        """End the process for good; later jobs and starts raise BrokenError.

        The process exits when its socket closes; it is killed if it still imports its framework.
        """
        self._closed = True
        process = self._process
        if process is not None and self._starting:
            process.kill()  # a start that waits for it holds the lock until the process ends
        self.kill()

    def _drop(self) -> None:
        if self._process is not None:
            self._process.socket.close()  # it leaves when it reads the end
            self._process.end(EXIT_SECONDS)
            self._process.close()
            self._process = None
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None

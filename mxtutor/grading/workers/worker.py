"""The worker processes that import a framework and only fork: their roles, their start, and jobs for them."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from mxtutor.errors import BrokenError
from mxtutor.gpus import find_gpus
from mxtutor.grading import messages
from mxtutor.grading.priority import leads_session_without_terminal
from mxtutor.grading.procfs import activity, children, descendants, kill, stopped, switches
from mxtutor.grading.protocol import Device, GraderState
from mxtutor.grading.workers.child_process import ChildProcess
from mxtutor.grading.workers.job import RunningJob
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
    libraries: bool = False
    """Whether its jobs may read the other installed packages, too, except mxtutor and the other framework."""
    answers: int = 100
    """Jobs that a supervisor serves, one at a time and each in a fresh child.

    Where the kernel does not end all processes of a job with its child, a supervisor serves one job.
    """


@dataclass(frozen=True, slots=True)
class Roles:
    """The two sides of a grading; the frameworks may be the same one."""

    answer: Role
    reference: Role


OTHER: Mapping[FrameworkName, FrameworkName] = {"mxnet": "torch", "torch": "mxnet"}
"""The framework of the references, by that of the answers."""


def usual_roles(*, confined: bool, untrusted: bool, checked: bool = True, answers: FrameworkName = "mxnet") -> Roles:
    """Return the roles of a course in which a framework answers, and the other one refers.

    `checked`: the references are mxtutor's own. References from another source, such as a pack or a learner's own
    code, are confined, with `confined` and without.
    """
    other = OTHER[answers]
    reference = Role(other, seconds=30.0, processes=True) if checked else unchecked_reference(other)
    return Roles(Role(answers, confined, untrusted), reference)


def unchecked_reference(framework: FrameworkName = "torch") -> Role:
    """Return the role of references that nobody has checked; a learner's own code may need any package."""
    return Role(framework, confined=True, untrusted=True, seconds=30.0, libraries=True)


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
        if data:
            message = messages.decode_start(data)
        else:
            process.end(EXIT_SECONDS)
            message = messages.StartFailure(f"{process.last_line() or 'its process ended without a message'}.")
        if isinstance(message, messages.StartFailure):
            self._drop()
            raise BrokenError(f"{self.role.framework} cannot be used: {message.error}", fix=message.fix)
        process.socket.settimeout(10.0)
        self.ready = message
        return True

    def submit(self, job: messages.Job, limits: messages.JobLimits) -> tuple[RunningJob, str]:
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
            running = RunningJob(limits, frame)
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
                kill(supervisor)
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


class Frameworks:
    """The worker that runs answers and the worker that runs references; thread-safe.

    `reference` is a reference worker that belongs to another object, which closes it; without one, a new one is made.
    """

    def __init__(self, roles: Roles, *, reference: Worker | None = None) -> None:
        self.answer = Worker(roles.answer)
        self.reference = reference or Worker(roles.reference)
        self._own = (self.answer,) if reference else (self.answer, self.reference)
        self._state = GraderState()
        self._lock = threading.Lock()
        self._learner: Worker | None = None
        """The worker of `of_learner`; None before the first use."""

    @property
    def state(self) -> GraderState:
        """What the workers are doing."""
        return self._state

    @property
    def workers(self) -> tuple[Worker, Worker]:
        """The answer worker and the reference worker."""
        return self.answer, self.reference

    @property
    def isolation(self) -> tuple[str, ...]:
        """Layers that confine an answer; empty before the start."""
        return self.answer.ready.isolation if self.answer.ready else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Layers that this machine lacks; empty before the start."""
        return self.answer.ready.missing if self.answer.ready else ()

    @property
    def safe_for_untrusted(self) -> bool:
        """Whether untrusted answers may run here."""
        return self.answer.ready is not None and self.answer.ready.safe_for_untrusted

    def find_gpus(self) -> tuple[int, str]:
        """Return the number of GPUs that both frameworks can use, and why there is none."""
        for worker in self.workers:
            if worker.ready is None:
                return 0, f"{worker.role.framework} has not started."
            if not worker.ready.cuda:
                return 0, f"The installed build of {worker.role.framework} has no code for GPUs."
        found = find_gpus()
        if not found:
            return 0, "`nvidia-smi` lists no GPU."
        if old := [gpu for gpu in found if not gpu.runs_mxnet]:
            capability = old[0].capability or "unknown"
            return 0, f"MXNet has no code for {old[0].name} (compute capability {capability}; it needs 5.0 to 8.6)."
        return len(found), ""

    def gpus_for(self, device: Device) -> int:
        """Return the number of GPUs that a device setting means.

        Raises:
            BrokenError: GPUs are required, but there is none that both frameworks can use.
        """
        count, reason = self.find_gpus() if device in ("auto", "gpu") else (0, "")
        if device == "gpu" and count == 0:
            fix = "`--device standin` judges placement on CPU contexts."
            raise BrokenError(f"No GPU can be used: {reason}", fix=fix)
        return count

    def of(self, framework: FrameworkName) -> Worker:
        """Return the worker that has imported a framework; the answer worker if both have.

        Raises:
            BrokenError: no worker has imported it.
        """
        for worker in self.workers:
            if worker.role.framework == framework:
                return worker
        raise BrokenError(f"No worker runs {framework}.")

    def of_learner(self, framework: FrameworkName) -> Worker:
        """Return a worker that confines code of a learner, as the answer worker does.

        The reference worker may be unconfined, so its framework gets a worker of its own at the first use.

        Raises:
            BrokenError: no worker has imported the framework.
        """
        worker = self.of(framework)
        if worker is not self.reference or worker.role.confined or not self.answer.role.confined:
            return worker
        with self._lock:
            if self._learner is None:
                self._learner = Worker(unchecked_reference(framework))
            return self._learner

    def start(self) -> None:
        """Start both workers in parallel and wait for them; `state` reports a failure."""
        self._state = GraderState("starting", "MXNet and PyTorch are warming up")
        faults = []
        with ThreadPoolExecutor(2, "mxtutor-start") as pool:
            for starting in [pool.submit(worker.start) for worker in self.workers]:
                try:
                    starting.result()
                except BrokenError as error:
                    faults.append(str(error))
        if faults:
            self._state = GraderState("broken", " ".join(faults))
            return
        gpus = self.find_gpus()
        self._state = GraderState("ready", "", self.isolation, self.missing, self.safe_for_untrusted, *gpus)

    def close(self) -> None:
        """End the workers for good; idempotent."""
        with self._lock:
            learner = self._learner
        for worker in (*self._own, *([learner] if learner else ())):
            worker.close()

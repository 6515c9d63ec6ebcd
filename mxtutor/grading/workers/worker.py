"""The worker processes, which import a framework and only fork: roles, start, and jobs."""

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
"""Maximum number of attempts to start a process that is stopped or hangs while it imports its framework."""

LOOK_SECONDS = 0.5
"""Interval, in seconds, of checking a starting process."""

HANG_LOOKS = 20
"""Checks without progress after which a starting process counts as hanging: it sleeps and used no processor time."""

READY_CPU = 120.0
"""Processor seconds after which a starting process counts as hanging, too; a framework takes 2 to 5."""

LEAVING_SECONDS = 0.5
"""Longest wait, in seconds, for the end of a worker that did not begin a job; usually a few milliseconds."""

EXIT_SECONDS = 1.0
"""Seconds that a worker may take to end its processes before it is killed; usually a few milliseconds."""

OPEN_FILES = 512
"""Number of open files that this process and each worker need; Landlock opens each folder that jobs may read."""

_ENVIRONMENT = {
    "MXNET_ENGINE_TYPE": "NaiveEngine",  # one thread, so that Landlock can confine it and errors appear at their source
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
"""Seconds between two attempts to remove a folder: a process that was just killed may still write."""
_INHERITED = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")


@dataclass(frozen=True, slots=True)
class Role:
    framework: FrameworkName
    confined: bool = False
    """Whether the sandbox confines its jobs; limits of resources apply in any case."""
    untrusted: bool = False
    """Whether the worker refuses a job that needs a network if the machine cannot isolate that network."""
    seconds: float = 10.0
    """Time limit, in seconds, of its usual job, for which a supervisor is started in advance."""
    processes: bool = False
    """Whether its usual job may fork."""
    libraries: bool = False
    """Whether its jobs may read the other installed packages, too, except mxtutor and the other framework."""
    answers: int = 100
    """Maximum number of jobs that a supervisor serves, one at a time and each in a fresh child.

    If the kernel does not end all processes of a job with its child, a supervisor serves only one job.
    """


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of both sides of a grading; the frameworks may be the same."""

    answer: Role
    reference: Role


OTHER: Mapping[FrameworkName, FrameworkName] = {"mxnet": "torch", "torch": "mxnet"}
"""Maps the answers' framework to the references' framework."""


def usual_roles(*, confined: bool, untrusted: bool, checked: bool = True, answers: FrameworkName = "mxnet") -> Roles:
    """Return the roles for answers in one framework and references in the other.

    `checked` means that the references are mxtutor's own. References from another source, such as a pack or a learner's
    the learner's code, are always confined.
    """
    other = OTHER[answers]
    reference = Role(other, seconds=30.0, processes=True) if checked else unchecked_reference(other)
    return Roles(Role(answers, confined, untrusted), reference)


def unchecked_reference(framework: FrameworkName = "torch") -> Role:
    """Return the role for unchecked references; a learner's own code may need any package."""
    return Role(framework, confined=True, untrusted=True, seconds=30.0, libraries=True)


class ScratchBase:
    """A folder in the temporary directory, locked while its owner runs.

    Making one first removes the folders of killed processes.
    """

    def __init__(self) -> None:
        top = Path(tempfile.gettempdir())
        _remove_abandoned(top)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=top))
        self.path.chmod(0o711)  # jobs of a root worker have other user ids and must be able to enter
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


def allow_open_files(wanted: int) -> int:
    """Raise this process's limit of open files to `wanted`, or as far as the system allows; return what is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class _Start:
    """Watches a starting process. On a busy machine it is slow, but then it is runnable, and does not hang."""

    def __init__(self, pid: int) -> None:
        self._pid, self._switches, self._idle = pid, -1, 0

    def hangs(self) -> bool:
        """Return whether the process hangs; call this every `LOOK_SECONDS`."""
        processes = [self._pid, *descendants(self._pid)]
        now, runs = activity(processes), switches(processes)
        self._idle = self._idle + 1 if now.sleeps and runs == self._switches else 0
        self._switches = runs
        return bool(now.stopped) or self._idle >= HANG_LOOKS or now.cpu > READY_CPU


class Worker:
    """The trusted side's handle of a worker process; thread-safe."""

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
        return self._process is not None and self._process.alive

    @property
    def pid(self) -> int | None:
        """Process id; None before the start."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process if necessary, and wait until it has imported its framework.

        Raises:
            BrokenError: the process cannot be started, lacks the framework, hangs each time, or this is closed.
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
        """Start the process and wait until it is ready; if it is stopped or hangs, kill it and return False."""
        self._drop()
        if sys.platform != "linux":
            raise BrokenError("Code can be run on Linux only.", fix="Use Linux, WSL or a Linux container.")
        if (allowed := allow_open_files(OPEN_FILES)) < OPEN_FILES:
            text = f"The system allows {allowed} open files, and mxtutor needs {OPEN_FILES}."
            raise BrokenError(text, fix="Raise the limit (`ulimit -Hn 1024`, or a new shell), then try again.")
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
            process.kill()  # `close` was called before the process existed
        process.socket.settimeout(LOOK_SECONDS)
        start = _Start(process.pid)
        data = None
        while data is None:
            try:
                data = process.socket.recv(1 << 16)
            except OSError:  # no message yet
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
            self.replace_stopped()
            self.start()
            if limits.loopback and self.role.untrusted and (self.ready is None or "net" not in self.ready.isolation):
                problem = "This exercise needs a network between its processes, and this machine cannot isolate one."
                raise BrokenError(problem, fix="`mxtutor doctor` shows how to get the layer `net`.")
            running = RunningJob(limits, frame)
            running.is_lost = self._keeps_from_beginning
            try:
                with self._lock:
                    if self._process is None:  # another thread has ended the process since `start`
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

    def replace_stopped(self) -> bool:
        """Kill the process if a signal has stopped it, so that the next job starts a new one; return whether it was."""
        process = self._process
        if process is None or not stopped(process.pid):
            return False
        process.kill()
        with self._lock:
            if self._process is process:
                self._drop()
        return True

    def _keeps_from_beginning(self, begun: bool) -> bool:
        """Kill supervisors that a signal has stopped, and the worker itself if a job has not begun.

        Return whether such a job never will begin. Jobs of a killed supervisor are lost, and their callers notice.
        """
        process = self._process
        for supervisor in children(process.pid) if process is not None else ():
            if stopped(supervisor):
                kill(supervisor)
        return not begun and self.replace_stopped()

    def await_leaving(self) -> None:
        """Wait for the end of a process that takes no more jobs, because it would lose jobs sent in the meantime.

        A process that only failed to start one job runs on, and the wait ends after `LEAVING_SECONDS`.
        """
        process, end = self._process, time.monotonic() + LEAVING_SECONDS
        while process is not None and process.alive and time.monotonic() < end:
            time.sleep(0.002)

    def kill(self) -> None:
        """Kill the process; the next job starts a new one."""
        with self._lock:
            self._drop()

    def close(self) -> None:
        """End the process for good; later jobs and starts raise BrokenError.

        The process exits when its socket closes; it is killed if it is still importing its framework.
        """
        self._closed = True
        process = self._process
        if process is not None and self._starting:
            process.kill()  # a thread in `start` holds the lock until the process ends
        self.kill()

    def _drop(self) -> None:
        if self._process is not None:
            self._process.socket.close()  # the process exits when it reads the end of the socket
            self._process.end(EXIT_SECONDS)
            self._process.close()
            self._process = None
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None


class Frameworks:
    """The worker for answers and the worker for references; thread-safe.

    `reference` is a reference worker owned by another object, which closes it; by default a new one is made.
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
        return self._state

    @property
    def workers(self) -> tuple[Worker, Worker]:
        return self.answer, self.reference

    @property
    def isolation(self) -> tuple[str, ...]:
        """Layers of the sandbox that confine an answer; empty before the start."""
        return self.answer.ready.isolation if self.answer.ready else ()

    def find_gpus(self) -> tuple[int, str]:
        """Return the number of GPUs that both frameworks can use, and if it is 0 the reason."""
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
        """Return the number of GPUs for a device setting.

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
        """Return a worker that confines learners' code as the answer worker does.

        The reference worker may be unconfined, so its framework gets another worker at the first use.

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
        ready, gpus = self.answer.ready or messages.Ready(), self.find_gpus()
        self._state = GraderState("ready", "", ready.isolation, ready.missing, ready.safe_for_untrusted, *gpus)

    def close(self) -> None:
        """End the workers for good; idempotent."""
        with self._lock:
            learner = self._learner
        for worker in (*self._own, *([learner] if learner else ())):
            worker.close()

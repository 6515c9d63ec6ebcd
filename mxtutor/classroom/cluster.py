"""Grades a class on a Dask cluster: the coordinator in the command, and the plugin and the task in the workers.

Every task needs the resource `mxtutor`. The plugin grants it to a worker that has the versions, the content and the
isolation of the command. Dask schedules the answers, repeats those of lost workers, and gives up an answer after losing
more workers with it than its setting `allowed-failures`. Such answers are graded at the end, one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import dask
import distributed
from distributed import KilledWorker, Status, WorkerPlugin, get_worker
from distributed.comm import core

from mxtutor.classroom.fingerprints import exercise_hash, versions
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import Graded, require_isolation, source_of
from mxtutor.content.loader import load_exercise
from mxtutor.counts import count, listed
from mxtutor.errors import BrokenError, ClusterLostError, TutorError, UsageError
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.paths import content_root

NAME = "mxtutor"
"""Name of the plugin, of the resource that it grants, of its events, and of the lock of the cluster."""
PACK = "MXTUTOR_CLUSTER_PACK"
"""Environment variable of a worker: the folder of the content there, if the path differs from the command's."""
DASK: Any = distributed
"""Dask's classes, which have no types."""
SECONDS = 10.0
"""Timeout, in seconds, for connecting and for closing."""
NO_CTRL_C = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Preload code of local workers: they ignore the terminal's ctrl+c, because the command ends them itself."""
AHEAD = 8
"""Maximum number of answers at a worker per thread, the one being graded included.

The thread takes the next one at once, without waiting for the network.
"""
PATIENCE = 600.0
"""Longest wait for a worker, in seconds; a batch system such as Slurm starts workers late."""


class ClassGrader(WorkerPlugin):
    """Dask plugin that checks a worker and starts its grader; the scheduler sends it to each worker that joins.

    All threads of a worker share the grader: a worker with n threads grades n answers at once.
    """

    name = NAME

    def __init__(self, root: Path, hashes: Mapping[str, str], used: Mapping[str, str], *, confined: bool) -> None:
        """`root` is the content's folder; `hashes` are those of exercises by id, `used` the versions of packages."""
        self._own = root.resolve() == content_root().resolve()
        self._root, self._hashes, self._versions, self._confined = root.resolve(), hashes, used, confined

    def differences(self) -> list[str]:
        """Return how this machine differs from the command's, one phrase for each difference."""
        self._root = content_root() if self._own else Path(os.environ.get(PACK, self._root))
        here, there, folder = versions(), self._versions, self._root / "exercises"
        found = [
            f"{name} {here.get(name) or 'missing'} instead of {there.get(name) or 'missing'}"
            for name in sorted({*here, *there})
            if there.get(name) != here.get(name)
        ]
        if not folder.is_dir():
            return [*found, f"there is no content in {self._root} (set {PACK} to its folder)"]
        other = [one for one, digest in self._hashes.items() if exercise_hash(folder / one) != digest]
        return [*found, f"other content in {self._root}: {listed(other, 5)}"] if other else found

    async def setup(self, worker: Any) -> None:
        """Begin the check in the background, because the worker sends no heartbeats until this returns."""
        self._admission = asyncio.create_task(self._admit(worker))

    async def _admit(self, worker: Any) -> None:
        """Check the worker and start its grader; grant it the resource, or log an event that says why not."""
        from mxtutor.grading.grader import LocalGrader

        self.grader = LocalGrader(self._confined, untrusted=True, checked=self._own)
        who = {"worker": worker.address, "host": socket.gethostname()}
        try:
            await asyncio.to_thread(self._start)
        except (TutorError, OSError) as error:
            worker.log_event(NAME, who | {"refused": str(error)})
            return
        await worker.set_resources(**{NAME: worker.state.nthreads})
        worker.log_event(NAME, who | {"threads": worker.state.nthreads})
        # Dask sends waiting tasks to a worker that resumes, but not to one that only gets the resource.
        worker.status = Status.paused
        worker.status = Status.running

    def _start(self) -> None:
        if differences := self.differences():
            raise UsageError("; ".join(differences))
        self.exercises = {one: load_exercise(self._root / "exercises" / one, one) for one in self._hashes}
        require_isolation(self.grader, confined=self._confined, fix="`mxtutor doctor` there says why.")

    async def teardown(self, worker: Any) -> None:
        """Close the grader, when the command or the worker ends."""
        await asyncio.wait({self._admission})
        if worker.status == Status.running:
            await worker.set_resources(**{NAME: 0})
        await asyncio.to_thread(self.grader.close)


def grade_answer(identity: str, source: bytes, seed: int) -> Mapping[str, Any]:
    """Return the report on an answer; Dask calls this in a worker that has the resource.

    Raises:
        BrokenError: the grader failed; Dask retries it.
    """
    worker: Any = get_worker()
    plugin: ClassGrader = worker.plugins[NAME]
    try:
        report = plugin.grader.grade(Submission(plugin.exercises[identity], source, seed))
    except Exception as error:  # it may contain objects that cannot be pickled
        raise BrokenError(f"{type(error).__name__}: {str(error)[:200]}") from None
    if report.verdict is Verdict.BROKEN:
        if plugin.grader.state.phase == "broken":  # Dask moves the tasks to others, and a nanny starts it again
            worker.loop.add_callback(worker.close_gracefully, restart=True)
        raise BrokenError(report.headline)
    return report.to_json()


@contextlib.contextmanager
def connected(address: str = "", *, workers: int = 0, threads: int = 1) -> Iterator[Any]:
    """Yield a Dask client of the scheduler at `address`; without an address, of a new cluster on this machine.

    For a scheduler with TLS, Dask's configuration must name the keys. The new cluster has `workers` processes with
    `threads` threads each, and ends with the block. It listens on 127.0.0.1 with TLS and a key of its own, because
    other users of the machine could send it code.

    Raises:
        UsageError: no scheduler answers there.
        BrokenError: the cluster does not start.
    """
    for name in [*logging.root.manager.loggerDict, "asyncio"]:  # mxtutor prints its own one-line errors
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module=r"distributed(\.|$)")
    # No pages over HTTP, which other users of the machine could read.
    pages = {f"distributed.{kind}.http.routes": list[str]() for kind in ("scheduler", "worker")}
    with contextlib.ExitStack() as stack:
        try:
            if address:
                asyncio.run(_reach(address))  # a Client that cannot connect prints an error at exit
            else:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="mxtutor-"))
                stack.enter_context(dask.config.set(pages))
                cluster = DASK.LocalCluster(
                    n_workers=workers, threads_per_worker=threads, host="127.0.0.1", protocol="tls://",
                    security=DASK.Security.temporary(), dashboard_address=None, memory_limit=None,
                    local_directory=folder, preload=[NO_CTRL_C], silence_logs=logging.CRITICAL,
                )  # fmt: skip
                stack.callback(cluster.close, timeout=SECONDS)
            options = {"timeout": SECONDS, "set_as_default": False, "direct_to_workers": False}
            client = DASK.Client(address or cluster, **options)
        except Exception as error:  # wrong addresses and keys, and workers that fail, raise errors of many classes
            why = (" ".join(str(error).split())[:200] or type(error).__name__).rstrip(".")
            if not address:
                fix = "Try again, or grade without --local-cluster."
                raise BrokenError(f"The local cluster does not start: {why}.", fix=fix) from error
            fix = "Check the address; for tls:// Dask's configuration must name your keys."
            raise UsageError(f"No scheduler answers at {address} ({why}).", fix=fix) from error
        try:
            yield client
        finally:
            with contextlib.suppress(Exception):  # the connection may be lost
                client.close(timeout=SECONDS)


async def _reach(address: str) -> None:
    connect: Any = core.connect
    comm = await connect(address, timeout=SECONDS, **DASK.Security().get_connection_args("client"))
    await comm.close()


class Coordinator:
    """Grades the answers of one run on a cluster."""

    def __init__(self, client: Any, plugin: ClassGrader, *, seed: int, tell: Callable[[str], object]) -> None:
        """`client` is Dask's; `tell` gets a line when a worker is lost or refused."""
        self._client, self._plugin, self._seed, self._tell = client, plugin, seed, tell
        self._events: SimpleQueue[tuple[float, Any]] = SimpleQueue()
        """Events about workers, from Dask and the plugin."""
        self._threads: dict[str, int] = {}
        """Number of threads of each worker that passed the check."""
        self._refused: set[str] = set()
        self._idle_since = time.monotonic()
        self._killed: list[HandIn] = []
        """Answers that Dask gave up."""

    def note(self) -> str:
        """Return how many workers and threads grade: "2 workers with 8 threads"."""
        return f"{count(len(self._threads), 'worker')} with {count(sum(self._threads.values()), 'thread')}"

    def grade(self, answers: Sequence[HandIn]) -> Generator[Graded, None, None]:
        """Yield each answer with its report, once, in the order of completion.

        Raises:
            UsageError: no worker may get answers, or another command uses the cluster.
            ClusterLostError: the scheduler or all workers are lost.
        """
        lock = DASK.Lock(NAME, scheduler_rpc=self._client.scheduler, loop=self._client.loop)
        if not lock.acquire(timeout=40):  # longer than Dask keeps the lock of a killed command
            raise UsageError("Another `mxtutor grade` uses this cluster.", fix="Wait until it has ended.")
        try:
            for topic in (NAME, "all"):
                self._client.subscribe_topic(topic, self._events.put)
            with contextlib.suppress(OSError):  # a worker was lost in the meantime
                self._client.register_plugin(self._plugin)
            yield from self._graded(answers)
            yield from self._graded(self._killed, alone=True)
        finally:
            if self._client.status == "running":
                with contextlib.suppress(Exception):  # the connection may be lost at any moment
                    self._client.unregister_worker_plugin(NAME)
                    lock.release()

    def _graded(self, answers: Sequence[HandIn], *, alone: bool = False) -> Iterator[Graded]:
        """Yield each answer with its report, but not those that Dask gives up; with `alone`, one answer at a time."""
        unsent, left = iter(answers), len(answers)
        done = DASK.as_completed(loop=self._client.loop)
        sent: dict[Any, tuple[HandIn, bytes]] = {}
        while left:
            self._look()
            room = 1 if alone else AHEAD * sum(self._threads.values())
            for answer in islice(unsent, max(room - len(sent), 0)):
                source, report = source_of(answer)
                if report is not None:
                    left -= 1
                    yield Graded(answer, source, report.to_json())
                    continue
                task = grade_answer, answer.exercise, source, self._seed
                # Dask retries a task after a failure of the grader.
                future = self._client.submit(*task, resources={NAME: 1}, retries=2, pure=False)
                sent[future] = answer, source
                done.add(future)
            for future in done.next_batch(block=False):
                try:
                    found = future.result(timeout=30)
                except (DASK.TimeoutError, OSError):  # the result was lost with its worker, and Dask repeats the task
                    done.add(future)
                    continue
                except Exception as error:  # the grader, or Dask on another machine, may raise anything
                    found = self._failed(error, sent[future][0], alone=alone)
                left -= 1
                graded = Graded(*sent.pop(future), found)
                if found is not None:
                    yield graded
            if not done.has_ready():
                time.sleep(0.05)

    def _failed(self, error: Exception, answer: HandIn, *, alone: bool) -> Any:
        """Return the report of an answer whose task failed; None for one that is to be graded alone."""
        self._look()  # all tasks fail if the scheduler is lost
        killed = isinstance(error, KilledWorker)
        if killed and not alone:
            self._killed.append(answer)
            return None
        why = " ".join(str(error).split())[:200]
        if "deserializ" in why:
            fix = "Install this version there, with the same Python."
            raise UsageError("The scheduler of the cluster has no mxtutor of this version.", fix=fix) from error
        lost = "The workers of the cluster that graded it were lost again and again."
        text = lost if killed else f"The graders of the cluster failed: {why}"
        fix = "Look at the logs of the workers; the same command grades it again."
        return Report(answer.exercise, Verdict.BROKEN, text, fix=fix).to_json()

    def _look(self) -> None:
        """Handle the events about workers; check that some worker can grade.

        Raises:
            UsageError: no worker may get answers.
            ClusterLostError: the scheduler or all workers are lost.
        """
        while not self._events.empty():
            _, event = self._events.get()
            address, host = event.get("worker"), event.get("host")
            if event.get("action") == "remove-worker":
                if self._threads.pop(address, 0) or address not in self._refused:
                    self._tell(f"worker {address} was lost; Dask gives its answers to others")
            elif "refused" in event:
                self._refused.add(address)
                self._tell(f"worker {address} gets no answers: on {host}, {event['refused']}")
            elif "threads" in event:
                self._threads[address] = event["threads"]
        if self._client.status != "running":  # Dask would connect again, but has dropped all tasks
            fix = "The results so far are kept, and the same command continues; start a scheduler first."
            raise ClusterLostError("The scheduler of the cluster is lost.", fix=fix)
        if self._threads:
            self._idle_since = time.monotonic()
        elif self._refused and self._refused.issuperset(self._client.nthreads()):
            fix = "The lines above say why; `mxtutor doctor` on those machines says more."
            raise UsageError("No worker of the cluster passed the check.", fix=fix)
        elif time.monotonic() - self._idle_since > PATIENCE:
            fix = "Start workers with `dask worker ADDRESS`."
            raise ClusterLostError(f"The cluster has no worker for {PATIENCE:.0f} s.", fix=fix)

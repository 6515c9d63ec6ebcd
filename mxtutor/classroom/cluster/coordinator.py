"""The command's side of a Dask cluster: connects to it, sends the answers, takes reports, and follows the workers.

Dask schedules the answers, repeats those of lost workers, and gives up an answer that was lost with too many workers.
Such an answer is graded at the end, when nothing else runs: if it loses its worker again, it is at fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain, islice
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import dask
import distributed
from distributed import Future, KilledWorker, Lock
from distributed.comm import core

from mxtutor.classroom.cluster.worker import NAME, Check, ClassGrader, grade_answer
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import Graded, source_of
from mxtutor.counts import count
from mxtutor.errors import BrokenError, ClusterLostError, UsageError
from mxtutor.grading.protocol import Report, Verdict

DASK: Any = distributed
"""Dask's classes, which have no types."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 5.0
NO_CTRL_C = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Preload code of local workers: they ignore the terminal's ctrl+c, because the command ends them itself."""
ANSWERS_PER_THREAD = 8
"""Most answers at a worker per thread; some wait there, so that no thread waits for the network."""
RETRIES = 2
"""How often Dask retries an answer after a failure of the grader."""
FETCH_SECONDS = 30.0
"""Timeout, in seconds, for fetching a result from its worker."""
PATIENCE = 600.0
"""Seconds to wait for workers; those of a batch system such as Slurm start late."""
LOCK_SECONDS = 40.0
"""Timeout for the cluster's lock, in seconds; longer than Dask keeps the lock of a killed command."""


def tls(*, ca: str, cert: str, key: str) -> Any:
    """Return Dask's `Security` from the paths of PEM files; connections without TLS are refused."""
    return DASK.Security(tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True)


@contextlib.contextmanager
def connected(address: str, security: Any = None) -> Iterator[Any]:
    """Yield a Dask client of the scheduler at an address; without `security`, Dask's configuration decides.

    Raises:
        UsageError: no scheduler answers there, or the keys cannot be used.
    """
    _quiet()
    security = security or DASK.Security()
    try:
        keys = security.get_connection_args("client")
    except (OSError, ValueError) as error:  # also ssl.SSLError
        raise UsageError(f"The TLS files cannot be used ({_line(error)}).", fix="Give files in PEM form.") from error
    try:
        asyncio.run(_reach(address, keys))  # a Client that cannot connect prints an error at exit
        client = _client(address, security=security, timeout=CONNECT_SECONDS)
    except Exception as error:  # wrong addresses, closed ports and wrong keys raise errors of many classes
        fix = "Check the address; for tls:// give --tls-ca, --tls-cert and --tls-key."
        raise UsageError(f"No scheduler answers at {address} ({_line(error)}).", fix=fix) from error
    try:
        yield client
    finally:
        _close(client)


@contextlib.contextmanager
def local_cluster(workers: int, threads: int) -> Iterator[Any]:
    """Start a Dask cluster on this machine and yield its client; the cluster ends with the block.

    It listens on 127.0.0.1 only, and requires a key that is made for it: otherwise other users of the machine could
    send it code.

    Raises:
        BrokenError: the cluster does not start.
    """
    _quiet()
    no_pages: dict[str, list[Any]] = {
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
    }  # every user of the machine could read these pages
    with tempfile.TemporaryDirectory(prefix="mxtutor-") as folder, dask.config.set(no_pages):
        try:
            cluster = DASK.LocalCluster(
                n_workers=workers, threads_per_worker=threads, processes=True, host="127.0.0.1", protocol="tls://",
                security=DASK.Security.temporary(), dashboard_address=None, memory_limit=None, local_directory=folder,
                preload=[NO_CTRL_C], silence_logs=logging.CRITICAL,
            )  # fmt: skip
        except Exception as error:  # a worker that fails at its start raises its own error
            raise BrokenError(f"The local cluster does not start: {_line(error)}.", fix="Try again.") from error
        try:
            client = _client(cluster)
            yield client
            _close(client)
        finally:
            cluster.close(timeout=CLOSE_SECONDS)


def _client(*arguments: Any, **options: Any) -> Any:
    return DASK.Client(*arguments, set_as_default=False, direct_to_workers=False, name="mxtutor", **options)


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # the connection may be lost
        client.close(timeout=CLOSE_SECONDS)


async def _reach(scheduler: str, keys: Any) -> None:
    connect: Any = core.connect
    comm = await connect(scheduler, timeout=CONNECT_SECONDS, **keys)
    await comm.close()


def _quiet() -> None:
    """Silence Dask's log; mxtutor prints its own one-line errors."""
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module=r"distributed(\.|$)")


def _line(error: Exception) -> str:
    return (" ".join(str(error).split())[:200] or type(error).__name__).rstrip(".")


class _Sent(NamedTuple):
    """An answer that is to be graded; `alone` if nothing else may be graded at the same time."""

    answer: HandIn
    source: bytes
    alone: bool = False


class Coordinator:
    """Grades the answers of one run on a cluster."""

    def __init__(
        self, client: Any, check: Check, answers: Sequence[HandIn], *, seed: int, tell: Callable[[str], object]
    ) -> None:
        """`client` is Dask's; `tell` gets lines about workers, for people."""
        self._client, self._check, self._seed, self._tell = client, check, seed, tell
        self._left = len(answers)
        self._unreadable: deque[Graded] = deque()
        self._unsent = self._read(answers)
        self._again: deque[_Sent] = deque()
        """Answers that were lost with too many workers, to be graded alone."""
        self._sent: dict[object, tuple[Any, _Sent]] = {}
        """Running futures and their answers, by the future's key."""
        self._events: SimpleQueue[Any] = SimpleQueue()
        """Queue of ended futures, and of events about workers from Dask and the plugin."""
        self._threads: dict[str, int] = {}
        """Number of threads of each worker that passed the check."""
        self._refused: set[str] = set()
        self._missing: set[str] = set()
        self._idle_since = time.monotonic()

    @property
    def note(self) -> str:
        """How many workers grade, as a text for people."""
        return f"{count(len(self._threads), 'worker')} with {count(sum(self._threads.values()), 'thread')}"

    def grade(self) -> Generator[Graded, None, None]:
        """Yield each answer with its report, once, in the order of completion.

        Raises:
            UsageError: no worker may get answers, or another command uses the cluster.
            ClusterLostError: the scheduler or all workers are lost.
        """
        make: Any = Lock  # Dask's classes have no types
        lock = make(NAME, scheduler_rpc=self._client.scheduler, loop=self._client.loop)
        if not lock.acquire(timeout=LOCK_SECONDS):
            raise UsageError("Another `mxtutor grade` uses this cluster.", fix="Wait for its end.")
        try:
            for topic in (NAME, "all"):
                self._client.subscribe_topic(topic, lambda event: self._events.put(event[1]))
            with contextlib.suppress(OSError):  # a worker was lost in the meantime
                self._client.register_plugin(ClassGrader(self._check))
            while self._left:
                self._send()
                for graded in self._next_graded():
                    self._left -= 1
                    yield graded
        finally:
            for future, _ in self._sent.values():
                future.release()
            if self._client.status == "running":
                with contextlib.suppress(Exception):  # the connection may be lost at any moment
                    self._client.unregister_worker_plugin(NAME)
                    lock.release()

    def _read(self, answers: Sequence[HandIn]) -> Iterator[_Sent]:
        """Read and yield the answers; unreadable ones get a report without a worker."""
        for answer in answers:
            source, report = source_of(answer)
            if report is None:
                yield _Sent(answer, source)
            else:
                self._unreadable.append(Graded(answer, source, report.to_json()))

    def _send(self) -> None:
        """Send answers to threads that have few; send those that are graded alone when nothing else runs."""
        free = max(ANSWERS_PER_THREAD * sum(self._threads.values()) - len(self._sent), 0)
        chosen = list(islice(self._unsent, free))
        if free and not chosen and not self._sent and self._again:
            chosen = [self._again.popleft()._replace(alone=True)]
        for one in chosen:
            future = self._client.submit(
                grade_answer, one.answer.exercise, one.source, self._seed, resources={NAME: 1}, retries=RETRIES,
                pure=False,
            )  # fmt: skip
            self._sent[future.key] = future, one
            future.add_done_callback(self._events.put)

    def _next_graded(self) -> Iterator[Graded]:
        """Wait for an event, and yield the answers that it completes."""
        while self._unreadable:
            yield self._unreadable.popleft()
        try:
            event = self._events.get(timeout=1.0)
        except Empty:
            event = None
        if self._client.status != "running":  # Dask would connect again, but has dropped all tasks
            fix = "The results so far are kept, and the same command continues; start a scheduler first."
            raise ClusterLostError("The scheduler of the cluster is lost.", fix=fix)
        if isinstance(event, Future):
            yield from self._take(*self._sent.pop(event.key))
        elif event and event.get("worker"):
            self._hear(event)
        if self._threads:
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > PATIENCE:
            raise ClusterLostError(
                f"The cluster has no worker for {PATIENCE:.0f} s.", fix="Start workers with `dask worker ADDRESS`."
            )

    def _take(self, future: Any, sent: _Sent) -> Iterator[Graded]:
        """Yield the report of a graded answer, or queue the answer again."""
        try:
            report = future.result(timeout=FETCH_SECONDS)
        except KilledWorker:
            if not sent.alone:
                self._again.append(sent)
                return
            report = _broken(sent, "The workers of the cluster that graded it were lost again and again.")
        except (TimeoutError, OSError):  # the result was lost with its worker
            self._unsent = chain([sent], self._unsent)
            return
        except Exception as error:  # the grader, or Dask on another machine, may raise anything
            if "deserializ" in str(error):
                fix = "Install this version there, with the same Python."
                raise UsageError("The scheduler of the cluster has no mxtutor of this version.", fix=fix) from error
            report = _broken(sent, f"The graders of the cluster failed: {' '.join(str(error).split())[:200]}")
        finally:
            future.release()
        yield Graded(sent.answer, sent.source, report)

    def _hear(self, event: dict[str, Any]) -> None:
        """Handle an event about a worker, and tell people.

        Raises:
            UsageError: no worker may get answers.
        """
        address = event["worker"]
        if event.get("action") == "remove-worker":
            known = self._threads.pop(address, None)
            keys = {*event["processing-tasks"], *event["lost-computed-tasks"]}
            again = sum(key in self._sent for key in keys)
            after = f"; {count(again, 'answer')} {'is' if again == 1 else 'are'} graded again" if again else ""
            if known is not None or address not in self._refused:
                self._tell(f"worker {address} was lost{after}")
        elif "refused" in event:
            self._refused.add(address)
            self._tell(f"worker {address} gets no answers: on {event['host']}, {event['refused']}")
            if not self._threads and self._refused.issuperset(self._client.nthreads()):
                fix = "The lines above say why; `mxtutor doctor` on those machines says more."
                raise UsageError("No worker of the cluster passed the check.", fix=fix)
        elif "threads" in event:
            self._threads[address] = event["threads"]
            if missing := ", ".join(one for one in event["missing"] if one not in self._missing):
                self._missing.update(event["missing"])
                self._tell(f"graded without {missing} on {event['host']}; `mxtutor doctor` there says how to get it")


def _broken(sent: _Sent, text: str) -> Any:
    fix = "Look at the logs of the workers; the same command grades it again."
    return Report(sent.answer.exercise, Verdict.BROKEN, text, fix=fix).to_json()
